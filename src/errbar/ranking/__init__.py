"""Scores of many models, or many data sets -> Ranking; who cannot be told from the best."""
