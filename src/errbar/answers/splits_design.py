"""How many splits or halvings an error bar takes."""

from __future__ import annotations

from math import inf, sqrt

from errbar.answers.design import Design
from errbar.check import check_at_least, check_count
from errbar.core import design as formulas
from errbar.errors import InputError
from errbar.show.as_text import percent

LEAST = 1e-9  # share of the data in a test set


def splits_design(
    test_size: float, rho: float, n: int | None, sd: float | None, *, chance: float, level: float
) -> Design:
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
        se = check_at_least("sd", sd) * sqrt(1 / n + odds)
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


def halvings_design(n: int | None, power: float, level: float) -> Design:
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
