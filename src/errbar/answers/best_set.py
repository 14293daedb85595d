"""Which of many candidates may be the best -> names and a sentence, for the answer about the winner."""

from __future__ import annotations

from typing import Any

import numpy as np

from errbar.answers.candidates import Candidates
from errbar.core.may_be_best import HALVINGS, best_pvalues_of_many
from errbar.show.as_text import percent

FEWEST, SHOWN = 20, 100  # items or groups that can be halved; names that are listed


def best_set(
    candidates: Candidates, confidence_level: float, rng: np.random.Generator
) -> tuple[dict[str, Any], list[str]]:
    """Nothing over splits, where units that pick and units that test share their training data."""
    scores, units = candidates.scores, candidates.units
    k = len(scores.names)
    if k == 1 or not candidates.fixed or units is None or scores.runs is not None or units.counts.size < FEWEST:
        return {}, []
    may_be = best_pvalues_of_many(units.sums, HALVINGS, rng) >= 1.0 - confidence_level
    may_be[candidates.best] = True
    order = np.argsort(candidates.losses, kind="stable")
    names = [scores.names[i] for i in order if may_be[i]]
    said = (
        f"{len(names)} of {k} candidates may be the best: each that truly is stays in this set with confidence "
        f"{percent(confidence_level)}, however many there are."
    )
    return {"best_set": names[:SHOWN], "best_set_size": len(names)}, [said]
