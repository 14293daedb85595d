"""An answer -> one HTML page; a study -> a folder."""
