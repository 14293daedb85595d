"""How many items an error bar takes, or labels where a judge scores all items."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from errbar.answers.design import Design
from errbar.check import check_at_least, check_count, check_inside, check_number
from errbar.core import design as formulas
from errbar.errors import InputError
from errbar.show.as_text import percent

Items = formulas.MeanItems | formulas.PairedShareItems | formulas.ErrorItems


def items_design(items: Items, half_width: float | None, effect: float | None, n: int | None) -> Design:
    table: dict[str, tuple[float, ...]]
    if half_width is not None:
        widths = [check_at_least("half_width", half_width) * factor for factor in (0.5, 1.0, 2.0)]
        table = {"half_width": tuple(widths), "items": tuple(items.for_half_width(width) for width in widths)}
        n = items.for_half_width(half_width)
    elif effect is not None:
        gaps = [check_at_least("effect", abs(effect)) * factor for factor in (0.5, 1.0)]
        table = {"effect": tuple(gaps), "items": tuple(items.for_effect(gap) for gap in gaps)}
        n = items.for_effect(abs(effect))
    else:
        n = check_count("n", n, at_least=2)
        sizes = [n, 2 * n, 4 * n]
        table = {
            "items": tuple(sizes),
            "half_width": tuple(items.half_width(size) for size in sizes),
            "effect": tuple(items.effect(size) for size in sizes),
        }
        half_width, effect = items.half_width(n), items.effect(n)
        if effect == inf:
            effect = None
    return Design("items", n, half_width, effect, items.power, items.confidence_level, table)


def variance_of_losses(
    sd: float | None,
    error: float | None,
    item_variance: float | None,
    answer_variance: float | tuple[float, float],
    answers: int | tuple[int, int],
) -> float:
    if sum(value is not None for value in (sd, error, item_variance)) != 1:
        raise InputError("Say how the losses vary: one of sd, error (a rate), discordance or item_variance.")
    for what, value in (("answer_variance", answer_variance), ("answers", answers)):
        pair = value if isinstance(value, tuple) else (value, value)
        if len(pair) != 2:
            raise InputError(f"{what} is a number, or two for the two models; got {value!r:.80}.")
        for one in pair:
            check_number(what, one)
    if item_variance is None and (answers != 1 or answer_variance != 0.0):
        raise InputError("answers and answer_variance go with item_variance, the variance between items.")
    if sd is not None:
        deviation = check_at_least("sd", sd)
        return check_at_least("the square of sd", deviation * deviation)
    if error is not None:
        rate = check_inside("error", error)
        return rate * (1.0 - rate)
    within, counts = (value if isinstance(value, tuple) else (value, value) for value in (answer_variance, answers))
    first, second = (check_at_least("answer_variance", value, 0.0) for value in within)
    a, b = (float(check_count("answers", count)) for count in counts)
    variance = formulas.answer_variance(check_at_least("item_variance", item_variance, 0.0), (first, second), (a, b))
    return check_at_least("item_variance and answer_variance together", variance)


def labels_design(
    half_width: float | None, variance: float, correlation: float | None, judged: int | None, *, level: float
) -> Design:
    """Labels for a half width where a judge scores all items: the variance is that of PPI++ at its best weight."""
    if half_width is None or correlation is None:
        raise InputError("labels need half_width, and correlation: the judge's with people.")
    width, own = check_at_least("half_width", half_width), checked_correlation(correlation, None)
    total = inf if judged is None else check_count("judged", judged, at_least=2)
    shares = sorted({0.0, 0.5, 0.7, 0.9, own})
    counts = {share: formulas.labels_for_half_width(width, variance, share, total, level) for share in shares}
    if counts[own] > total:
        raise InputError(f"Labels for all {judged:,} items would not give a half width of {width:g}: take more items.")
    alone, n = counts[0.0], int(counts[own])
    note = f"Without a judge it would take {alone:,.0f}: {max(0, round(alone - n)):,} labels are saved."
    table = {"correlation": tuple(shares), "labels": tuple(counts[share] for share in shares)}
    return Design("labels", n, width, None, 0.8, level, table, (note,))


def errors_design(
    error: float,
    correlation: float | None,
    how: tuple[float, float, float],
    wanted: tuple[float | None, float | None, int | None],
) -> Design:
    """Of classifiers at an error rate; `how`: inflation, power, level; `wanted`: half-width, effect, n."""
    half_width, effect, n = wanted
    items = formulas.ErrorItems(error, checked_correlation(correlation, half_width), *how)
    if effect is not None:
        _check_effect(items, effect)
    planned = items_design(items, half_width, effect, n)
    if half_width is not None:
        return planned
    alone = () if n is None else ("The interval is one model's.",)
    return replace(planned, notes=(*alone, _assumed(items, planned.effect, correlation)))


def checked_correlation(correlation: float | None, half_width: float | None) -> float:
    if correlation is None:
        return 0.0
    if half_width is not None:
        raise InputError(
            "correlation is for the difference of two models, and half_width with error is one model's: leave it out, "
            "or give discordance (of the two models) instead of error."
        )
    given = check_number("correlation", correlation)
    if not -1.0 < given < 1.0:
        raise InputError(f"correlation must lie between -1 and 1; got {given:g}.")
    return given


def _check_effect(items: formulas.ErrorItems, effect: float) -> None:
    """Whether two classifiers can differ by so much, and err together as often as was said."""
    gap = check_at_least("effect", abs(check_number("effect", effect)))
    if gap > items.largest_effect:
        raise InputError(
            f"effect must be at most {items.largest_effect:g} where error is {items.error:g}; got {gap:g}."
        )
    if items.correlation > 0.0 and items.discordance(gap) <= gap:
        raise InputError(
            f"correlation={items.correlation:g} is more than two models can have that differ by {gap:g} at an error of "
            f"{items.error:g}: give a smaller one, or discordance."
        )


def _assumed(items: formulas.ErrorItems, effect: float | None, correlation: float | None) -> str:
    """What was taken for granted about how often the two models disagree."""
    if effect is None:
        return "No difference between two models can be seen with so few."
    share = percent(round(items.discordance(abs(effect)), 4))
    if correlation is not None:
        return f"The two models' errors correlate by {items.correlation:g}: they disagree on {share} of the items."
    return (
        f"The two models are taken to err independently, the worst plausible case (they disagree on {share} of the "
        "items); where they err on the same items fewer will do: give discordance or correlation."
    )
