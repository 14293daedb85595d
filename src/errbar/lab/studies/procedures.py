"""Nadeau and Bengio's procedures on many data sets at once. Every formula is the library's own, from `core`.

A procedure turns what was resampled into an estimate, its squared standard error and degrees of freedom, one each per
data set; `tests/lab/studies/test_procedures.py` holds them against the methods users call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import inf

import numpy as np

from errbar.core.arrays import Floats
from errbar.core.five_by_two import first_pair, first_score, first_score_apart
from errbar.core.halvings import half_differences, halves_variance
from errbar.core.students import Students
from errbar.core.variance import means_and_variances
from errbar.lab.studies.resampling import N_HALVINGS, N_SPLITS, SETUPS, USUAL_HALVINGS, USUAL_SPLITS, ResamplingDesign

Outcomes = Mapping[str, Floats]  # what was resampled, of one series; data sets come first


@dataclass(frozen=True, slots=True)
class Procedure:
    """A method in a set-up.

    Parameters
    ----------
    method : its name in METHODS.
    setup : a name in SETUPS.
    n_splits, n_halvings : J and M; 0 where the method has none.
    fits : per algorithm and data set.
    """

    method: str
    setup: str
    n_splits: int
    n_halvings: int
    fits: int

    @property
    def is_usual(self) -> bool:
        return self.n_splits in (0, USUAL_SPLITS) and self.n_halvings in (0, USUAL_HALVINGS)

    @property
    def has_curve(self) -> bool:
        """Whether its power is drawn: at the usual J and M everywhere, at any at natural sizes."""
        return self.is_usual or self.setup == "natural"


def procedures(design: ResamplingDesign) -> Iterator[Procedure]:
    """All that the design has splits for."""
    yield Procedure("holdout_t", "halves", 0, 0, 1)
    for method in ("five_by_two_t", "five_by_two_t4", "five_by_two_t5"):
        yield Procedure(method, "halves", 0, 0, 10)
    for setup in SETUPS:
        for j in [j for j in N_SPLITS if j <= design.n_splits]:
            yield Procedure("resampled_t", setup, j, 0, j)
            yield Procedure("corrected_t", setup, j, 0, j)
        if design.n_rounds:
            fits = (design.n_rounds + 1) * USUAL_SPLITS
            yield Procedure("pseudo_bootstrap", setup, USUAL_SPLITS, 0, fits)
            yield Procedure("corrected_pseudo_bootstrap", setup, USUAL_SPLITS, 0, fits)
        for j in design.half_grid:
            for m in [m for m in N_HALVINGS if m <= design.n_halvings]:
                if j == USUAL_SPLITS or m == USUAL_HALVINGS:
                    yield Procedure("conservative_z", setup, j, m, j + 2 * j * m)


def infer(procedure: Procedure, outcomes: Outcomes, design: ResamplingDesign, n: int) -> Students:
    """The procedure on every data set of `n` examples."""
    return RULES[procedure.method](procedure, outcomes, design, n)


def _holdout_t(procedure: Procedure, o: Outcomes, _: ResamplingDesign, n: int) -> Students:
    n_test = SETUPS[procedure.setup].sizes(n)[1]
    return Students(o[procedure.setup][:, 0], o["holdout_variance"] / n_test, n_test - 1)


def _five_by_two_t(_: Procedure, o: Outcomes, __: ResamplingDesign, ___: int) -> Students:
    return Students(*first_score(o["ten"]), 5)


def _five_by_two_t4(_: Procedure, o: Outcomes, __: ResamplingDesign, ___: int) -> Students:
    return Students(*first_score_apart(o["ten"]), 4)


def _five_by_two_t5(_: Procedure, o: Outcomes, __: ResamplingDesign, ___: int) -> Students:
    return Students(*first_pair(o["ten"]), 5)


def _resampled_t(procedure: Procedure, o: Outcomes, _: ResamplingDesign, __: int) -> Students:
    return Students.of_splits(o[procedure.setup][:, : procedure.n_splits])


def _corrected_t(procedure: Procedure, o: Outcomes, _: ResamplingDesign, n: int) -> Students:
    return Students.of_splits(o[procedure.setup][:, : procedure.n_splits], _ratio(procedure, n))


def _pseudo_bootstrap(procedure: Procedure, o: Outcomes, design: ResamplingDesign, _: int) -> Students:
    mean = means_and_variances(o[procedure.setup][:, : procedure.n_splits])[0]
    return Students(mean, means_and_variances(o[f"{procedure.setup} rounds"])[1], design.n_rounds - 1)


def _corrected_pseudo_bootstrap(procedure: Procedure, o: Outcomes, design: ResamplingDesign, n: int) -> Students:
    plain = _pseudo_bootstrap(procedure, o, design, n)
    return Students(plain.estimate, (1 + procedure.n_splits * _ratio(procedure, n)) * plain.variance, plain.df)


def _conservative_z(procedure: Procedure, o: Outcomes, design: ResamplingDesign, _: int) -> Students:
    mean = means_and_variances(o[procedure.setup][:, : procedure.n_splits])[0]
    return Students(mean, halves_variance(differences(o, design, procedure.n_splits, procedure.n_halvings)), inf)


def differences(o: Outcomes, design: ResamplingDesign, n_splits: int, n_halvings: int) -> Floats:
    """Data sets x halvings: the difference between the means in the two halves."""
    means = o["half means"][:, design.half_grid.index(n_splits), :n_halvings]
    return half_differences(means[..., np.newaxis])


def _ratio(procedure: Procedure, n: int) -> float:
    n_train, n_test = SETUPS[procedure.setup].sizes(n)
    return n_test / n_train


RULES: Mapping[str, Callable[[Procedure, Outcomes, ResamplingDesign, int], Students]] = {
    "holdout_t": _holdout_t,
    "five_by_two_t": _five_by_two_t,
    "five_by_two_t4": _five_by_two_t4,
    "five_by_two_t5": _five_by_two_t5,
    "resampled_t": _resampled_t,
    "corrected_t": _corrected_t,
    "pseudo_bootstrap": _pseudo_bootstrap,
    "corrected_pseudo_bootstrap": _corrected_pseudo_bootstrap,
    "conservative_z": _conservative_z,
}
