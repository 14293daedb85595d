"""How many test items, answers, splits and halvings are worth it: `eb.design`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from errbar.answers.design import Design
from errbar.answers.items_design import errors_design, items_design, labels_design, variance_of_losses
from errbar.answers.pilot import Wish, pilot_of, plan_from
from errbar.answers.seeds_design import SeedsDesign, seeds_design, sources_known
from errbar.answers.sources import Sources
from errbar.answers.splits_design import halvings_design, splits_design
from errbar.check import (
    check_at_least,
    check_count,
    check_inside,
    check_level,
    check_name,
    check_number,
    check_share,
    refuse_given,
    unless,
)
from errbar.core import design as formulas
from errbar.errors import InputError
from errbar.types import Scores

What = Literal["items", "labels", "splits", "halvings", "seeds"]

USED_BY = {  # settings, and what is designed with them
    **dict.fromkeys(("effect", "discordance", "answers", "cluster_size", "cluster_correlation"), ("items",)),
    **dict.fromkeys(("error", "correlation"), ("items", "labels")),
    **dict.fromkeys(("item_variance", "answer_variance"), ("items", "seeds")),
    **dict.fromkeys(("test_size", "rho"), ("splits",)),
    **dict.fromkeys(("sources", "run_variance", "cell_variance", "budget", "cost"), ("seeds",)),
    "half_width": ("items", "labels", "seeds"),
    "n": ("items", "splits", "halvings"),
    "sd": ("items", "labels", "splits"),
    "judged": ("labels",),
}
MEANING = {"judged": ", the items that a judge scores,", "rho": ", the correlation of two splits,"}
ONE_MODEL = "{} is of two models: name the other one of the pilot with versus (--versus)."


def design(  # noqa: PLR0911 - one answer for each kind of plan
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
    level, chance = check_level(confidence_level), check_inside("power", power)
    known = {"sd": sd, "error": error, "discordance": discordance, "correlation": correlation, "rho": rho,
             "item_variance": item_variance, "run_variance": run_variance, "cell_variance": cell_variance,
             "judged": judged, "sources": sources, "budget": budget, "test_size": unless(0.1, test_size),
             "answer_variance": unless(0.0, answer_variance), "cluster_size": unless(1.0, cluster_size),
             "cluster_correlation": unless(0.0, cluster_correlation)}  # fmt: skip
    if isinstance(what, Scores):
        refuse_given("Give a pilot or {}, not both.", **known)
        names = what.chosen(model, versus)
        if len(names) == 1 and not what.is_difference:
            refuse_given(ONE_MODEL, effect=effect, margin=margin)
        wish = _wish({"half_width": half_width, "effect": effect, "margin": margin}, n, answers, cost)
        return plan_from(pilot_of(what, names), wish, chance, level)
    refuse_given("{} is for a pilot: the Scores of a table or a log.", margin=margin, model=model, versus=versus)
    what = check_name("what", what, ("items", "labels", "splits", "halvings", "seeds"))  # type: ignore[assignment]
    wanted = {"half_width": half_width, "effect": effect, "n": n, "answers": answers, "cost": cost}
    _refuse_useless(what, **known, **wanted)
    if what == "seeds":
        variances = {"run_variance": run_variance, "item_variance": item_variance, "cell_variance": cell_variance}
        noise = sources_known(sources, variances, answer_variance, level=level)
        return seeds_design(SeedsDesign(noise, {} if cost is None else cost), budget, half_width, chance)
    if what == "splits":
        share = check_inside("test_size", test_size)
        rho = check_inside("rho", share if rho is None else rho)
        return splits_design(share, rho, n, sd, chance=chance, level=level)
    if what == "halvings":
        return halvings_design(n, chance, level)
    if what == "labels":
        spread = variance_of_losses(sd, error, None, 0.0, 1)
        return labels_design(half_width, spread, correlation, judged, level=level)
    effect = None if effect is None else check_number("effect", effect)
    half_width = None if half_width is None else check_number("half_width", half_width)
    if sum(value is not None for value in (half_width, effect, n)) != 1:
        raise InputError("Give one of half_width, effect (the difference to see) or n (the items you have).")
    inflation = formulas.design_effect(
        check_at_least("cluster_size", cluster_size, 1.0), check_share("cluster_correlation", cluster_correlation)
    )
    if discordance is not None:
        refuse_given(
            "Give discordance or {}, not both.",
            **{name: known[name] for name in ("sd", "error", "item_variance", "answer_variance", "correlation")},
            answers=answers,
        )
        items = formulas.PairedShareItems(check_inside("discordance", discordance), inflation, chance, level)
        if effect is not None and not 0.0 < abs(effect) <= items.discordance:
            raise InputError(f"effect must lie between 0 and the discordance {items.discordance:g}; got {effect:g}.")
        return items_design(items, half_width, effect, n)
    variance = variance_of_losses(sd, error, item_variance, answer_variance, 1 if answers is None else answers)
    if error is not None:
        return errors_design(float(error), correlation, (inflation, chance, level), (half_width, effect, n))
    if correlation is not None:
        raise InputError("correlation, that of two models' errors, goes with error, an error rate.")
    return items_design(formulas.MeanItems(variance, inflation, chance, level), half_width, effect, n)


def _refuse_useless(what: str, **given: object) -> None:
    """The first setting that was given and is of no use."""
    for name, value in given.items():
        if what not in USED_BY[name]:
            why = f"{{}}{MEANING.get(name, '')} is for {USED_BY[name][0]}; {what} have no use for it."
            refuse_given(why, **{name: value})


def _wish(
    wanted: Mapping[str, float | None],
    n: int | None,
    answers: int | tuple[int, int] | None,
    cost: Mapping[str, float] | None,
) -> Wish:
    """What is wanted of a pilot, checked."""
    if isinstance(answers, tuple):
        raise InputError("answers is one number for a pilot: of every model.")
    numbers = {name: None if value is None else check_at_least(name, value) for name, value in wanted.items()}
    have = None if n is None else check_count("n", n, at_least=2)
    return Wish(**numbers, n=have, answers=None if answers is None else check_count("answers", answers), cost=cost)
