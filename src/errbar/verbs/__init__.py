"""What users type -> an answer; one file per public verb."""
