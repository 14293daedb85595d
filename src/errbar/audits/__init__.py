"""Data sets, models, methods -> how often each interval holds the truth."""
