"""A fit, its fingerprint -> its losses, kept in a file and found again."""
