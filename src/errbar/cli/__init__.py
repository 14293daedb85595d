"""argv -> the verbs -> standard output and files."""
