"""Calls of the Python verbs as text: every verb, with values right, odd or impossible. A text is a case to keep."""

from __future__ import annotations

import ast
import inspect
import random

import errbar as eb
from fuzz.asking import (
    advise,
    aggregate,
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
from fuzz.odd import Strategy, flag, name, number, odd_array, seed
from fuzz.words import mostly

ONE_MORE = 0.05
one_of_all = mostly(mostly(number, name, 0.7), mostly(flag, mostly(seed, odd_array, 0.3), 0.4), 0.5)

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
    aggregate: 3,
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
    text = pick(rng)
    return pick.__name__, with_one_more(text, rng) if rng.random() < ONE_MORE else text


def with_one_more(text: str, rng: random.Random) -> str:
    """The call with an argument that it has not: a new one of a verb is tried at once."""
    node = ast.parse(text, mode="eval").body
    verb = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
    if not text.startswith(f"eb.{verb}(") or not isinstance(node, ast.Call):
        return text
    given = {word.arg for word in node.keywords}
    left = [one for one in by_name(verb) if one not in given]
    return f"{text[:-1]}, {rng.choice(left)}={one_of_all(rng)})" if left else text


def by_name(verb: str) -> list[str]:
    """What a verb takes by name alone."""
    known = inspect.signature(getattr(eb, verb)).parameters.values()
    return [one.name for one in known if one.kind is one.KEYWORD_ONLY]
