"""Arrays to numbers: the formulas, on NumPy and scipy.special alone."""
