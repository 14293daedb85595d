"""Scores of a pilot -> what a larger test set would give: the spread of items and of answers, and how well it is known.

The variance of an item's mean over its answers is that of items and, over the number of answers, that of one answer:
:math:`s^2 = w^2 + \\sigma_A^2/K_A + \\sigma_B^2/K_B` [miller2024]. Both parts are estimated by moments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtri

from errbar.answers.ask import series_of
from errbar.answers.design import Design
from errbar.core.arrays import Floats
from errbar.core.design import MeanItems, PairedShareItems
from errbar.core.mean_squares import variance_df
from errbar.core.score_interval import ScoreShare
from errbar.errors import InputError, NeedsError
from errbar.types import Scores

ANSWERS = (1, 2, 4, 8, 16, 32)  # per item, of the table


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted; exactly one of the first three, or `n` to learn what it gives."""

    half_width: float | None = None
    effect: float | None = None
    margin: float | None = None
    n: int | None = None
    answers: int | None = None
    cost: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True)
class Pilot:
    """What a pilot tells.

    Parameters
    ----------
    n : its items.
    between, within : variance of items' own means, and what one answer of every model adds.
    answers : per item, in the pilot.
    inflation : how many times more items it takes because they come in groups.
    discordance : share of items on which two models that answer once, right or wrong, differ; None otherwise.
    reach : the true variance lies, with 95 % confidence, between so many times the pilot's.
    """

    n: int
    between: float
    within: float
    answers: float
    inflation: float
    discordance: float | None
    reach: tuple[float, float]

    def items(self, answers: float, power: float, level: float) -> MeanItems:
        if self.discordance is not None:
            return PairedShareItems(self.discordance, self.inflation, power, level)
        return MeanItems(self.between + self.within / answers, self.inflation, power, level)


def pilot_of(scores: Scores, names: tuple[str, ...]) -> Pilot:
    """Of one model or of the difference of two; refused where a pilot cannot tell."""
    if scores.plan.kind != "test_set" or scores.predictions is not None:
        raise NeedsError("A pilot is a table or log of trained models' items, with one loss or score per item.")
    if scores.runs is not None:
        raise NeedsError("These are several training runs: eb.design('seeds', sources=eb.sources(scores)).")
    series = series_of(scores, names)
    if series.items is None:
        raise NeedsError("A pilot looks at single items: read the table with keep='items' (--keep items).")
    values = series.losses
    n, centred = values.size, values - values.mean()
    if n < 2 or not centred.any():
        raise InputError(
            f"The pilot's {n:,} items show no spread, which is not certainty: nothing can be planned from them. Say "
            "how the losses vary: error, discordance or sd."
        )
    total = float(centred @ centred) / (n - 1)
    one, each = scores.details.get("answer_variance", {}), scores.details.get("answers_each", {})
    told = [(float(one[name]), float(each[name])) for name in names if name in one]
    noise, within = sum(v / k for v, k in told), sum(v for v, _ in told)
    single = series.is_difference and scores.is_binary and not told
    return Pilot(
        n,
        max(total - noise, 0.0),
        within,
        max((k for _, k in told), default=1.0),
        _inflation(centred, scores.plan.groups, total),
        float((values**2).mean()) if single else None,
        _of_share(values, differ=single) if single or series.is_binary else _of_values(centred),
    )


def _of_values(centred: Floats) -> tuple[float, float]:
    """By chi-squared, with the degrees of freedom that values with such tails are worth."""
    df = variance_df(centred, centred.size)
    return df / float(chdtri(df, 0.025)), df / float(chdtri(df, 0.975))


def _of_share(values: Floats, *, differ: bool) -> tuple[float, float]:
    """By Wilson's interval for a share p; the variance is p of items that differ, and p (1 - p) of errors."""
    p = float((values != 0).mean())
    low, high = ScoreShare(p, float(values.size), inf, 0.0).interval(0.95, "two-sided")
    if differ:
        return low / p, high / p
    ends = [low * (1 - low), high * (1 - high)]
    most = 0.25 if low <= 0.5 <= high else max(ends)
    return min(ends) / (p * (1 - p)), most / (p * (1 - p))


def _inflation(centred: Floats, groups: NDArray[np.intp] | None, total: float) -> float:
    """The variance of the mean with groups over that without, never below 1."""
    if groups is None:
        return 1.0
    sums = np.bincount(groups, centred)
    g = int(np.unique(groups).size)
    if g < 2:
        raise InputError("The pilot has one group only, which says nothing of how groups differ.")
    return max(1.0, g / (g - 1) * float(sums @ sums) / (centred.size * total))


def plan_from(pilot: Pilot, wish: Wish, power: float, level: float) -> Design:
    """Items, answers and what they give."""
    wanted = {"half_width": wish.half_width, "effect": wish.effect, "margin": wish.margin}
    asked = {name: value for name, value in wanted.items() if value is not None}
    if len(asked) + (wish.n is not None) != 1:
        raise InputError("Give one of half_width, effect (the difference to see), margin or n (the items you have).")
    answers = _answers(pilot, wish, asked, power, level)
    items = pilot.items(answers, power, level)
    if wish.n is not None:
        width, gap = items.half_width(wish.n), items.effect(wish.n)
        table: dict[str, tuple[float, ...]] = {"answers": (float(answers),), "half_width": (width,), "effect": (gap,)}
        return Design("items", wish.n, width, gap, power, level, table, _notes(pilot, answers, None))
    n = _needed(items, asked)
    counts = sorted({*ANSWERS, round(answers)}) if pilot.within > 0 else [1]
    needed = [_needed(pilot.items(count, power, level), asked) for count in counts]
    table = {
        "answers": tuple(counts),
        "items": tuple(needed),
        "answers_in_all": tuple(a * b for a, b in zip(counts, needed, strict=True)),
    }
    return Design("items", n, wish.half_width, wish.effect, power, level, table, _notes(pilot, answers, n, wish.margin))


def _needed(items: MeanItems, asked: Mapping[str, float]) -> int:
    ((what, value),) = asked.items()
    if value <= 0.0:
        raise InputError(f"{what} must be above 0; got {value:g}.")
    if what == "margin":
        return items.for_margin(value)
    if what == "effect":
        if isinstance(items, PairedShareItems) and value > items.discordance:
            raise InputError(
                f"effect must be at most the share of items on which the pilot's models differ, {items.discordance:g}; "
                f"got {value:g}."
            )
        return items.for_effect(value)
    return items.for_half_width(value)


def _answers(pilot: Pilot, wish: Wish, asked: Mapping[str, float], power: float, level: float) -> float:
    """As asked for; the cheapest where costs are known; else the pilot's own."""
    if pilot.within == 0.0 and (wish.cost is not None or (wish.answers or 1) > 1):
        raise InputError("The pilot has one answer per item, which does not tell what further answers would give.")
    if wish.answers is not None:
        return float(wish.answers)
    if wish.cost is None or not asked:
        return pilot.answers
    item, answer = (float(wish.cost.get(name, 0.0)) for name in ("item", "answer"))
    if set(wish.cost) - {"item", "answer"} or min(item, answer) < 0 or answer == 0:
        raise InputError("cost names what an 'item' and an 'answer' cost; that of an answer must be positive.")
    prices = {k: _needed(pilot.items(k, power, level), asked) * (item + k * answer) for k in range(1, max(ANSWERS) + 1)}
    return float(min(prices, key=lambda k: prices[k]))


def _notes(pilot: Pilot, answers: float, n: int | None, margin: float | None = None) -> tuple[str, ...]:
    notes = []
    if pilot.within > 0:
        share = pilot.between / (pilot.between + pilot.within)
        notes.append(
            f"{answers:g} answers to each item. Items differ with sd {sqrt(pilot.between):.3g}, one answer around its "
            f"item with sd {sqrt(pilot.within):.3g}: {share:.0%} of an answer's variance is the item's, which no "
            "number of answers takes away."
        )
    if pilot.inflation > 1.0:
        notes.append(f"Items come in groups, which takes {pilot.inflation:.3g} times as many.")
    if margin is not None:
        notes.append(
            f"They show that the model is worse by less than {margin:g}, where the two are equally good: a model that "
            "is worse takes more items."
        )
    if n is not None:
        low, high = (max(1, round(n * factor)) for factor in pilot.reach)
        notes.append(f"The pilot's {pilot.n:,} items leave room: {low:,} to {high:,} (95 %).")
    return tuple(notes)
