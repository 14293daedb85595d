"""A scale, a seed -> a table, claims and figures; one file per study."""
