r"""Calibrated resampling interval from the fits of conservative Z, with losses per example kept.

.. math:: (p - \mu)^2 = t_{df}^2 \, (V + g (\mu - p)), \quad V = S_a/J + k\,\sigma^2/n

p: mean over the J splits after a control variate; S_a: variance of the adjusted split means; \sigma^2: variance
of the loss; k: calibration factor measured on the halves, at least 0.8 (0.5 for a comparison); g: skewness of
the loss (0 for a comparison); df: Satterthwaite's. From one number per split (AUC, F1) a simpler form is used.

Where whole groups are split a group counts as one example: n is their number, and the loss of group g in split j is
m_j + (S_jg - m_j s_g)/s, with m_j the mean loss of the split, S_jg and s_g the sum of the group's losses and their
number, s the mean of all s_g. Where no error or nothing but errors was seen, groups are taken as single examples.

Use it: Some 315 cheap fits, and an interval wanted that holds its level without being wide: it measures the missing
    part of the variance on halves of the data.
Not for: Where a proof is asked for: its constants come from simulation. Fewer than about a hundred examples, or groups
    worth fewer than 20 of equal size (examples squared, over the sum of squared sizes).
In more words: none, calibrated by halving; constants come from simulation.
Deviation: none from errbar's own specification.
References: errbar_calibrated, nadeau2003.

Examples
--------
Zero errors everywhere still gives a width:

>>> import errbar as eb
>>> plan = eb.plans.halvings(5, 5, half_splits=5).build(200, random_state=0)
>>> zero = [[0.0] * len(test) for _, test in plan]
>>> r = eb.infer(eb.Scores.from_losses({"m": zero}, plan=plan), method="calibrated_t")
>>> print(f"{r.estimate} {200 * r.high:.2f}")
0.0 4.66
"""

from collections.abc import Iterable

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.core.calibrated import Calibration, HalfSplits, calibrate, calibrate_means
from errbar.core.group_values import effective_groups, group_values
from errbar.methods.corrected_t import NAIVE
from errbar.plans.families import Halves
from errbar.types import Finding, Plan, Scores, method
from errbar.types.coverage_words import shallow_words

FEWEST_GROUPS = 20  # worth so many of equal size: with fewer it was seen to cover too little
FEW_CARRY = "Few examples carry the loss: fewer than 6 degrees of freedom."
NO_WIDTH = "Every loss is the same: the interval has no width."
MEANS = "One number per split: the form without losses per example, somewhat wider, was used."
ADJUSTED = "The estimate uses a control variate and may differ from the plain mean (details: plain_mean)."
APART = "The halves are not representative (too few training examples in them): the interval is wide."
TOLD = ("kappa", "instability", "slope", "half_width_ratio")


def _against(plan: Plan, items: bool) -> str | None:
    halves = plan.parts[1]
    if not isinstance(halves, Halves):
        return "calibrated_t needs the halves themselves; these splits came without them."
    if plan.groups is not None and not items:
        return "calibrated_t has not been studied with groups and one number per split. Try method='conservative_z'."
    if plan.groups is not None and (worth := effective_groups(plan.groups)) < FEWEST_GROUPS:
        least = f"groups worth at least {FEWEST_GROUPS} of equal size; these are worth {worth:.1f}"
        return f"calibrated_t needs {least}. Try method='corrected_t'."
    needs = [
        ("splits", len(plan.parts[0]), 5),
        ("halvings", halves.n_halvings, 5),
        ("splits in each half", halves.half_splits, 5),
        ("test examples", halves.n_test, 2),
        ("training examples in a half", halves.n // 2 - halves.n_test, 2),
    ]
    return too_little("calibrated_t", needs, "conservative_z")


def too_little(name: str, needs: Iterable[tuple[str, int, int]], instead: str) -> str | None:
    """What there is less of than is needed, the first of (what, have, least)."""
    said = (f"{name} needs at least {least} {what}; got {have}." for what, have, least in needs if have < least)
    return next((f"{words} Try method={instead!r}." for words in said), None)


@method("Calibrated t", ("halvings",), "calibrated by halving: near nominal", instead_of=NAIVE, against=_against)
def calibrated_t(scores: Scores) -> Finding:
    full, halves = scores.plan.parts
    assert isinstance(halves, Halves)
    found = _of_means(scores, halves, len(full)) if scores.items is None else _of_losses(scores, halves, len(full))
    law, ratio = found.inference, found.half_width_ratio
    notes = [
        f"Calibrated by halving, without a guarantee. {shallow_words('calibrated_t')}",
        MEANS if scores.items is None else ADJUSTED,
        ratio is not None and ratio > 4 and APART,
        law.df < 6 and FEW_CARRY,
        law.variance == 0 and NO_WIDTH,
    ]
    plain_mean = float(scores.per_split[: len(full)].mean())
    return Finding(law, notes, {name: getattr(found, name) for name in TOLD} | {"plain_mean": plain_mean})


def _of_means(scores: Scores, halves: Halves, full: int) -> Calibration:
    d, n_test = scores.per_split, halves.n_test
    return calibrate_means(
        d[:full],
        d[full:].reshape(halves.n_halvings, 2, halves.half_splits),
        ratio=n_test / (halves.n - n_test - scores.plan.n_discarded),
        half_ratio=n_test / (halves.n // 2 - n_test),
        comparison=scores.is_difference,
    )


def _of_losses(scores: Scores, halves: Halves, full: int) -> Calibration:
    tests, losses, binary = _units(scores)
    members = np.stack([np.stack(halves.halves(m)) for m in range(halves.n_halvings)])
    shape = (halves.n_halvings, 2, halves.half_splits, tests.shape[1])
    inside = HalfSplits(tests[full:].reshape(shape), losses[full:].reshape(shape), members)
    return calibrate(halves.n, tests[:full], losses[:full], inside, comparison=scores.is_difference, binary=binary)


def _units(scores: Scores) -> tuple[Indices, Floats, bool]:
    """Splits x what each tests, examples or groups; their losses; whether these are 0 or 1."""
    plan, losses, binary = scores.plan, scores.losses, scores.is_binary
    tests, shape = list(plan.tests()), (len(plan), -1)
    if plan.groups is None:
        return np.stack(tests), losses.reshape(shape), binary
    splits = np.repeat(np.arange(len(plan)), plan.n_test)
    found = group_values(plan.groups, np.concatenate(tests), splits, losses)
    return found.groups.reshape(shape), found.values.reshape(shape), binary and bool((losses == losses[0]).all())
