"""argv -> a verb -> lines, JSON, files and an exit code."""
