"""Models whose fit is a formula, splits -> scikit-learn's outputs, from statistics gathered once."""
