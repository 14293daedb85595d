"""Models x Plan -> Scores: the only layer that clones, fits and predicts."""
