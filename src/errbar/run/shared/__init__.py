"""All splits from statistics gathered once, for models whose fit is a formula; the answer is scikit-learn's."""
