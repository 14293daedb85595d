"""Calls of the Python verbs as text: every verb, with values right, odd or impossible. A text is a case to keep."""

from __future__ import annotations

import random

from fuzz.asking import (
    advise,
    bound,
    components,
    coverage,
    curve,
    design,
    growth,
    infer,
    infer_by,
    of_scores,
    optimal_split,
    plans,
    rank_datasets,
    rank_scores,
    rank_votes,
    raw_bound,
    read,
    report,
    sequential,
    sources,
    winner,
)
from fuzz.fits import (
    audit,
    collect,
    compare,
    distribution,
    evaluate,
    jackknifed,
    rank_models,
    score,
    sources_of_model,
)
from fuzz.odd import Strategy

WEIGHTS: dict[Strategy, float] = {
    infer: 40,
    infer_by: 5,
    of_scores: 4,
    components: 4,
    sources: 4,
    winner: 5,
    curve: 4,
    read: 3,
    rank_votes: 3,
    growth: 4,
    rank_scores: 5,
    rank_datasets: 5,
    sequential: 5,
    bound: 5,
    raw_bound: 5,
    design: 6,
    advise: 4,
    plans: 5,
    optimal_split: 1,
    coverage: 1,
    evaluate: 3,
    compare: 3,
    collect: 1.5,
    rank_models: 1,
    distribution: 0.7,
    score: 2,
    sources_of_model: 0.5,
    jackknifed: 0.5,
    audit: 0.1,
    report: 0.1,
}


def call(rng: random.Random) -> tuple[str, str]:
    """The verb, and the text of one call."""
    pick = rng.choices([*WEIGHTS], [*WEIGHTS.values()])[0]
    return pick.__name__, pick(rng)
