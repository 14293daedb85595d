"""Arrays -> numbers; the formulas, on NumPy and scipy.special alone."""
