"""Numbers, sentences, tables and pictures from values; matplotlib is imported only when something is drawn."""
