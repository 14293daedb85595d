"""Scores, a Question -> Result; and the other frozen answers that verbs give."""
