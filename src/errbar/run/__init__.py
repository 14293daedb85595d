"""Models, data, Setup -> Scores; the only room that clones, fits and predicts."""
