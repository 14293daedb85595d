"""How many test items, answers, splits and halvings are worth it: `eb.design`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf, sqrt
from typing import Literal

from errbar.answers.design import Design
from errbar.answers.pilot import Wish, pilot_of, plan_from
from errbar.answers.seeds_design import SeedsDesign, of_variances
from errbar.answers.sources import Sources
from errbar.check import check_count, check_level, check_name, check_number
from errbar.core import design as formulas
from errbar.errors import InputError
from errbar.show.as_text import percent
from errbar.types import Scores

What = Literal["items", "labels", "splits", "halvings", "seeds"]
Items = formulas.MeanItems | formulas.PairedShareItems | formulas.ErrorItems

LEAST = 1e-9  # share of the data in a test set


def design(  # noqa: PLR0911, PLR0912 - one answer for each kind of plan
    what: What | Scores = "items",
    *,
    half_width: float | None = None,
    effect: float | None = None,
    margin: float | None = None,
    n: int | None = None,
    sd: float | None = None,
    error: float | None = None,
    discordance: float | None = None,
    correlation: float | None = None,
    item_variance: float | None = None,
    answer_variance: float | tuple[float, float] = 0.0,
    answers: int | tuple[int, int] | None = None,
    cluster_size: float = 1.0,
    cluster_correlation: float = 0.0,
    test_size: float = 0.1,
    rho: float | None = None,
    judged: int | None = None,
    model: str | None = None,
    versus: str | None = None,
    sources: Sources | None = None,
    run_variance: float | None = None,
    cell_variance: float | None = None,
    budget: float | None = None,
    cost: Mapping[str, float] | None = None,
    power: float = 0.8,
    confidence_level: float = 0.95,
) -> Design:
    """How many test items, labels, splits, halvings or training runs does an error bar take?

    Items: say what you want (one of `half_width`, `effect`, or `n` to learn what it gives) and how the losses vary, or
    give a pilot.

    Parameters
    ----------
    what : "items" for a fixed model's test set, "labels" by people where a judge scores all items, "splits" of a
        resampling plan, "halvings" of conservative_z, "seeds": training runs of one model, and the items to test them
        on. Or the Scores of a pilot, a table or a log: how its items and answers vary is then estimated from it.
    half_width : of the interval.
    effect : the difference between two models to be seen with `power`, on the same items.
    margin : of a gate, from a pilot: items to show that `model` is worse than `versus` by less, where both are equal.
    n : a number of items (or splits, or halvings) you have.
    sd : standard deviation of one item's loss, or (with `effect`) of its difference between two models; for splits, of
        the splits' differences, which gives the effect that is seen.
    error : an error rate, for 0/1 losses. With `effect` the other model's rate is `effect` away from it, towards 1/2,
        and the two err independently unless `correlation` is given: the worst plausible case.
    discordance : share of items that exactly one of two classifiers gets right; where it is known it says all that
        matters about a difference.
    correlation : of the two models' errors on an item, with `error`: the more they err on the same items, the fewer
        items it takes.
    item_variance, answer_variance, answers : for repeated answers: variance of the items' mean differences, variance of
        one answer around its item's mean, answers per item (by default 1, or as many as the pilot has); two numbers
        where the models differ.
    cluster_size, cluster_correlation : items per group and how they correlate inside it.
    test_size : share of the data each split tests.
    rho : for splits, the correlation of two splits' means, where it is known (`eb.audit(..., moments=True)` measures
        it); by default `test_size`, what it is where training hardly matters.
    judged : for "labels" by people beside a judge (`ppi`): the items that the judge scores in all; any number if left
        out. `correlation` is then that of the judge with people.
    model, versus : of a pilot, which model, and which other one to compare it with.
    sources : for "seeds", what `eb.sources` found in a table with `run=`; or say the variances.
    run_variance, cell_variance : for "seeds", beside `item_variance` and `answer_variance`: variance between runs, and
        of a run's loss on an item around what the run and the item have in common.
    budget, cost : for "seeds": what may be spent, or `half_width` for the cheapest that reaches it; and what a "run",
        an "item" and an "answer" (one item by one run) cost, as a mapping; from a pilot with several answers, the
        number of answers that reaches what is wanted at the least cost.
    power, confidence_level : of the test and the interval.

    Returns
    -------
    Design

    Examples
    --------
    >>> import errbar as eb
    >>> eb.design(effect=0.02, discordance=0.10).n
    1960
    >>> eb.design(effect=0.02, error=0.10).n, eb.design(effect=0.02, error=0.10, correlation=0.5).n
    (3844, 1931)
    >>> eb.design(effect=0.03, item_variance=1 / 9, answer_variance=1 / 6, answers=10).n
    1260
    >>> eb.design("splits", test_size=0.2).n, eb.design("splits", test_size=0.2, rho=0.1).n
    (15, 25)
    >>> variances = {"run_variance": 0.0007, "item_variance": 0.116, "cell_variance": 0.038}
    >>> plan = eb.design("seeds", **variances, budget=3600, cost={"run": 60, "answer": 1})
    >>> plan.n, plan.items
    (6, 540)
    """
    level, chance = check_level(confidence_level), _inside("power", power)
    known = {"sd": sd, "error": error, "discordance": discordance, "correlation": correlation, "rho": rho,
             "item_variance": item_variance, "run_variance": run_variance, "cell_variance": cell_variance,
             "judged": judged, "sources": sources, "budget": budget}  # fmt: skip
    if isinstance(what, Scores):
        _only("a pilot", **known)
        names = what.chosen(model, versus)
        if len(names) == 1 and not what.is_difference:
            _only_two(effect=effect, margin=margin)
        wish = _wish({"half_width": half_width, "effect": effect, "margin": margin}, n, answers, cost)
        return plan_from(pilot_of(what, names), wish, chance, level)
    _only_pilot(margin=margin, model=model, versus=versus)
    answers = 1 if answers is None else answers
    what = check_name("what", what, ("items", "labels", "splits", "halvings", "seeds"))  # type: ignore[assignment]
    _only_labels(what, judged)
    if what == "seeds":
        _not_for(what, effect=effect, n=n, sd=sd, error=error, discordance=discordance, correlation=correlation)
        variances = {"run_variance": run_variance, "item_variance": item_variance, "cell_variance": cell_variance}
        return _seeds(
            SeedsDesign(_sources(sources, variances, answer_variance, level=level), {} if cost is None else cost),
            budget,
            half_width,
            chance,
        )
    _only_seeds(what, sources=sources, run_variance=run_variance, cell_variance=cell_variance, budget=budget, cost=cost)
    if what not in ("items", "labels"):
        _not_for(
            what, half_width=half_width, effect=effect, error=error, discordance=discordance, correlation=correlation
        )
    if what == "splits":
        share = _inside("test_size", test_size)
        return _splits(share, _inside("rho", share if rho is None else rho), n, sd, chance=chance, level=level)
    if rho is not None:
        raise InputError(f"rho, the correlation of two splits, is for splits; {what} have no use for it.")
    if what in ("halvings", "labels"):
        spread = 0.0 if what == "halvings" else _variance(sd, error, None, 0.0, 1)
        by_people = what == "labels"
        return (
            _labels(half_width, spread, correlation, judged, level=level) if by_people else _halvings(n, chance, level)
        )
    effect = None if effect is None else check_number("effect", effect)
    half_width = None if half_width is None else check_number("half_width", half_width)
    if sum(value is not None for value in (half_width, effect, n)) != 1:
        raise InputError("Give one of half_width, effect (the difference to see) or n (the items you have).")
    inflation = formulas.design_effect(
        _at_least("cluster_size", cluster_size, 1.0), _share("cluster_correlation", cluster_correlation)
    )
    items: Items
    if discordance is not None:
        _only("discordance", sd=sd, error=error, item_variance=item_variance, correlation=correlation)
        items = formulas.PairedShareItems(_inside("discordance", discordance), inflation, chance, level)
        if effect is not None and not 0.0 < abs(effect) <= items.discordance:
            raise InputError(f"effect must lie between 0 and the discordance {items.discordance:g}; got {effect:g}.")
        return _items(items, half_width, effect, n)
    variance = _variance(sd, error, item_variance, answer_variance, answers)
    if error is None:
        if correlation is not None:
            raise InputError("correlation, that of two models' errors, goes with error, an error rate.")
        return _items(formulas.MeanItems(variance, inflation, chance, level), half_width, effect, n)
    items = formulas.ErrorItems(error, _correlation(correlation, half_width), inflation, chance, level)
    if effect is not None:
        _check_effect(items, effect)
    planned = _items(items, half_width, effect, n)
    alone = () if n is None else ("The interval is one model's.",)
    if half_width is None:
        planned = replace(planned, notes=(*alone, _assumed(items, planned.effect, correlation)))
    return planned


def _wish(
    wanted: Mapping[str, float | None],
    n: int | None,
    answers: int | tuple[int, int] | None,
    cost: Mapping[str, float] | None,
) -> Wish:
    """What is wanted of a pilot, checked."""
    if isinstance(answers, tuple):
        raise InputError("answers is one number for a pilot: of every model.")
    numbers = {name: None if value is None else _at_least(name, value) for name, value in wanted.items()}
    have = None if n is None else check_count("n", n, at_least=2)
    return Wish(**numbers, n=have, answers=None if answers is None else check_count("answers", answers), cost=cost)


def _only_two(**given: object) -> None:
    for name, value in given.items():
        if value is not None:
            raise InputError(f"{name} is of two models: name the other one of the pilot with versus (--versus).")


def _only_pilot(**given: object) -> None:
    for name, value in given.items():
        if value is not None:
            raise InputError(f"{name} is for a pilot: the Scores of a table or a log.")


def _correlation(correlation: float | None, half_width: float | None) -> float:
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
    gap = _at_least("effect", abs(check_number("effect", effect)))
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


def _items(items: Items, half_width: float | None, effect: float | None, n: int | None) -> Design:
    table: dict[str, tuple[float, ...]]
    if half_width is not None:
        widths = [_at_least("half_width", half_width) * factor for factor in (0.5, 1.0, 2.0)]
        table = {"half_width": tuple(widths), "items": tuple(items.for_half_width(width) for width in widths)}
        n = items.for_half_width(half_width)
    elif effect is not None:
        gaps = [_at_least("effect", abs(effect)) * factor for factor in (0.5, 1.0)]
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


def _only_labels(what: str, judged: int | None) -> None:
    if judged is not None and what != "labels":
        raise InputError(f"judged, the items that a judge scores, is for labels; {what} have no use for it.")


def _only_seeds(what: str, **given: object) -> None:
    for name, value in given.items():
        if value is not None:
            raise InputError(f"{name} is for seeds; {what} have no use for it.")


def _sources(
    sources: Sources | None,
    variances: Mapping[str, float | None],
    answer_variance: float | tuple[float, float],
    *,
    level: float,
) -> Sources:
    """Where the noise comes from: as it was measured, or as it is said to be."""
    if sources is not None:
        if not isinstance(sources, Sources):
            raise InputError(f"sources must be what eb.sources gives; got {type(sources).__name__}.")
        _only("sources", **variances)
        return replace(sources, confidence_level=level)
    missing = [name for name in ("run_variance", "item_variance") if variances[name] is None]
    if missing:
        raise InputError(f"seeds need {missing[0]}, or sources: what eb.sources found in a table with run=.")
    run, item, cell = (_at_least(name, 0.0 if value is None else value, 0.0) for name, value in variances.items())
    answer = _at_least("answer_variance", answer_variance, 0.0)
    _at_least("run_variance, item_variance and cell_variance together", run + item + cell)
    return of_variances(run, item, cell, answer, level=level)


def _seeds(plan: SeedsDesign, budget: float | None, half_width: float | None, power: float) -> Design:
    if (budget is None) == (half_width is None):
        raise InputError("seeds need one of budget, what may be spent, and half_width, what is to be reached.")
    if budget is not None:
        return plan.within(_at_least("budget", budget), power)
    return plan.reaching(_at_least("half_width", half_width), power)


def _labels(
    half_width: float | None, variance: float, correlation: float | None, judged: int | None, *, level: float
) -> Design:
    """Labels for a half width where a judge scores all items: the variance is that of PPI++ at its best weight."""
    if half_width is None or correlation is None:
        raise InputError("labels need half_width, and correlation: the judge's with people.")
    width, own = _at_least("half_width", half_width), _correlation(correlation, None)
    total = inf if judged is None else check_count("judged", judged, at_least=2)
    shares = sorted({0.0, 0.5, 0.7, 0.9, own})
    counts = {share: formulas.labels_for_half_width(width, variance, share, total, level) for share in shares}
    if counts[own] > total:
        raise InputError(f"Labels for all {judged:,} items would not give a half width of {width:g}: take more items.")
    alone, n = counts[0.0], int(counts[own])
    note = f"Without a judge it would take {alone:,.0f}: {max(0, round(alone - n)):,} labels are saved."
    table = {"correlation": tuple(shares), "labels": tuple(counts[share] for share in shares)}
    return Design("labels", n, width, None, 0.8, level, table, (note,))


def _splits(test_size: float, rho: float, n: int | None, sd: float | None, *, chance: float, level: float) -> Design:
    """The smallest usual number of splits within a quarter of the limit, or what `n` splits give.

    Small test sets take more splits than are usual: then 200, 400, ...
    """
    if test_size < LEAST:
        raise InputError(f"test_size must be at least {LEAST:g} of the data; got {test_size:g}.")
    ratio, odds = test_size / (1.0 - test_size), rho / (1.0 - rho)
    counts = (5, 10, 15, 25, 50, 100, inf)

    def width_of(count: float) -> float:
        return formulas.splits_half_width(count, odds, level) * sqrt(rho / test_size)

    widths = tuple(map(width_of, counts))
    if n is None:
        enough = 1.25 * widths[-1]
        n = next((int(count) for count, width in zip(counts[:-1], widths, strict=False) if width <= enough), 200)
        while width_of(n) > enough:
            n *= 2
    n = check_count("n", n, at_least=2)
    table = {
        "splits": counts,
        "half_width": widths,
        "of_limit": tuple(width / widths[-1] for width in widths),
        "variance": tuple(formulas.splits_variance(count, ratio, odds) for count in counts),
        "if_test_doubled": tuple(formulas.splits_variance(count, 2 * ratio, 2 * odds) for count in counts),
    }
    effect = None
    if sd is not None:
        se = _at_least("sd", sd) * sqrt(1 / n + odds)
        effect = formulas.detectable_effect(se, n - 1, chance, level)
    return Design("splits", n, width_of(n), effect, chance, level, table, _about_splits(odds, level))


def _about_splits(odds: float, level: float) -> tuple[str, ...]:
    """The papers' number beside ours, and what the difference buys."""
    narrower = 1 - formulas.splits_half_width(25, odds, level) / formulas.splits_half_width(15, odds, level)
    return (
        "Nadeau and Bengio advise 15, never fewer than 10. 25, the default of plans.subsample, are "
        f"{percent(round(narrower, 2))} narrower for ten fits more.",
        "variance: of the mean, in units of Var(loss) over the training size; if_test_doubled: with twice the test "
        "examples and as many to train on. It falls in both.",
    )


def _halvings(n: int | None, power: float, level: float) -> Design:
    counts = (5, 10, 15, 25, 50)
    table: dict[str, tuple[float, ...]] = {
        "halvings": counts,
        "se_error": tuple(formulas.halvings_se_error(count) for count in counts),
        "fits_per_split": tuple(2 * count + 1 for count in counts),
    }
    note = (
        "Nadeau and Bengio advise 5 to 10: 10 where a test must not be liberal, 5 where its size should be nearer to "
        "the level. plans.halvings takes 15 splits and 10 halvings."
    )
    return Design("halvings", 10 if n is None else check_count("n", n), None, None, power, level, table, (note,))


def _variance(
    sd: float | None,
    error: float | None,
    item_variance: float | None,
    answer_variance: float | tuple[float, float],
    answers: int | tuple[int, int],
) -> float:
    if sum(value is not None for value in (sd, error, item_variance)) != 1:
        raise InputError("Say how the losses vary: one of sd, error (a rate), discordance or item_variance.")
    if item_variance is None and (answers != 1 or answer_variance != 0.0):
        raise InputError("answers and answer_variance go with item_variance, the variance between items.")
    if sd is not None:
        deviation = _at_least("sd", sd)
        return _at_least("the square of sd", deviation * deviation)
    if error is not None:
        return _inside("error", error) * (1.0 - error)
    within, counts = (value if isinstance(value, tuple) else (value, value) for value in (answer_variance, answers))
    first, second = (_at_least("answer_variance", value, 0.0) for value in within)
    a, b = (float(check_count("answers", count)) for count in counts)
    variance = formulas.answer_variance(_at_least("item_variance", item_variance, 0.0), (first, second), (a, b))
    return _at_least("item_variance and answer_variance together", variance)


def _only(kept: str, **others: object) -> None:
    for name, value in others.items():
        if value is not None:
            raise InputError(f"Give {kept} or {name}, not both.")


def _not_for(what: str, **others: float | None) -> None:
    for name, value in others.items():
        if value is not None:
            raise InputError(f"{name} is for items; {what} have no use for it.")


def _inside(what: str, value: object) -> float:
    share = check_number(what, value)
    if not 0.0 < share < 1.0:
        raise InputError(f"{what} must be a share between 0 and 1, neither of the two; got {share:g}.")
    return share


def _share(what: str, value: object) -> float:
    share = check_number(what, value)
    if not 0.0 <= share < 1.0:
        raise InputError(f"{what} must be a share between 0 and 1; got {share:g}.")
    return share


def _at_least(what: str, value: object, least: float | None = None) -> float:
    given = check_number(what, value)
    if (least is None and given <= 0.0) or (least is not None and given < least):
        raise InputError(f"{what} must be {'above 0' if least is None else f'at least {least:g}'}; got {given:g}.")
    return given
