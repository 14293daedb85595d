r"""Nested cross-validation interval, with the bias of training on fewer examples taken out.

.. math:: \widehat{MSE} = \frac{K-1}{K}\,\mathrm{mean}_{rk}\big[(\bar I_{rk} - \bar O_{rk})^2
   - s^2_{O,rk} / m_{rk}\big]

.. math:: \bar I - \Big(1 + \frac{K-2}{K}\Big)(\bar I - \bar O) \pm z \max\!\Big(\frac{s_I}{\sqrt n},\
   \min\big(\sqrt{\widehat{MSE}},\ \sqrt K\, \frac{s_I}{\sqrt n}\big)\Big)

O_rk: losses on fold k of repeat r, trained on the others; I_rk: losses of cross-validation inside the others;
K: folds; m_rk: size of the fold; n: examples; s_I: standard deviation of all inner losses. A negative MSE
counts as 0; the standard error is kept between s_I/sqrt(n) and sqrt(K) times that, and `details["clamped"]`
says whether it was ("no", "low" or "high").

Parameters
----------
bias : bias factor 1 + ((K-2)/K)^p: p = 1, or the authors' 1.5
    "article" or "package", the authors' code.

Use it: At most some 500 examples and 150 cheap fits, with a loss per example: it measures how far cross-validation is
    off instead of assuming it, and speaks of training on all n examples.
Not for: Metrics of a whole test set (AUC, F1), and expensive fits.
Deviation: the fit that leaves out two folds serves both directions, K(K+1)/2 fits a repeat instead of K^2, and the
    plain cross-validation error comes from the outer fits, not from further runs. With groups the variances are those
    of clusters (CR1) and the quantile is Student's with G - 1 degrees of freedom.
References: bates2024, schulz2024.

>>> import errbar as eb
>>> from sklearn.datasets import load_diabetes
>>> from sklearn.linear_model import LinearRegression
>>> X, y = load_diabetes(return_X_y=True)
>>> r = eb.evaluate(LinearRegression(), X, y, method="nested_cv", random_state=0)
>>> r.n_fits, r.low < r.details["cv_error"] < r.high
(150, True)
"""

from itertools import islice
from math import inf
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Indices
from errbar.core.nested import Passes, nested_estimate
from errbar.core.student import Student
from errbar.types import Finding, Plan, Scores, method

BIAS_EXPONENTS = {"article": 1.0, "package": 1.5}  # of (K - 2)/K
TITLE = "Nested cross-validation"
CLAIM, NAIVE = "empirical: near 95 % on average, uneven", ("kfold_t", "cv_wald")
NOT_PLAIN = (
    "The estimate is not the plain cross-validation error (details['cv_error']): the bias of training on fewer "
    "examples is taken out."
)
CUT = "The estimated mean squared error is very large: the standard error was cut to sqrt(K) s/sqrt(n)."


def _against(plan: Plan, _items: bool) -> str | None:
    outer = islice(plan.tests(), len(plan.parts[0]))
    if all((test.size if plan.groups is None else np.unique(plan.groups[test]).size) > 1 for test in outer):
        return None
    units = "examples" if plan.groups is None else "groups"
    return f"nested_cv needs at least two {units} in every fold: take fewer folds, or method='corrected_t'."


@method(TITLE, ("nested",), CLAIM, needs="losses", target="algorithm at n", instead_of=NAIVE, against=_against)
def nested_cv(scores: Scores, *, bias: Literal["article", "package"] = "article") -> Finding:
    outer, inner, n_folds = _passes(scores)
    factor, groups = 1 + ((n_folds - 2) / n_folds) ** BIAS_EXPONENTS[bias], scores.plan.groups
    found = nested_estimate(outer, inner, n=scores.plan.n, n_folds=n_folds, bias_factor=factor)
    law = Student(found.estimate, found.se, inf if groups is None else float(groups.max()))
    details = {"cv_error": found.cv_error, "nested_error": found.nested_error, "bias": found.bias, "mse": found.mse}
    why = "negative" if found.mse < 0 else "below that of independent losses"
    raised = f"The estimated mean squared error is {why}: the standard error was raised to s/sqrt(n)."
    notes = [NOT_PLAIN, found.clamped == "low" and raised, found.clamped == "high" and CUT]
    return Finding(law, notes, details | {"unclamped_se": found.raw_se, "clamped": found.clamped})


def _passes(scores: Scores) -> tuple[Passes, Passes, int]:
    """Outer and inner losses by pass, and the number of folds."""
    plan, labels = scores.plan, scores.plan.labels()
    repeat, first, second = (np.asarray(labels[name]) for name in ("repeat", "fold", "other"))
    n_outer, n_folds = len(plan.parts[0]), int(second.max()) + 1
    rows, split = np.concatenate(list(plan.tests())), np.repeat(np.arange(len(plan)), plan.n_test)
    outer = split < n_outer
    fold_of = np.zeros((n_outer // n_folds, plan.n), dtype=np.intp)
    fold_of[repeat[split[outer]], rows[outer]] = first[split[outer]]
    inner = split[~outer]
    tested = fold_of[repeat[inner], rows[~outer]]
    # a fit without folds {i, j}, tested on one of them, belongs to the pass of the other
    held_out = np.where(tested == first[inner], second[inner], first[inner])

    def sorted_into(number: Indices, which: NDArray[np.bool_]) -> Passes:
        values, groups = scores.losses[which], plan.groups
        if groups is None:
            return Passes(values, number, np.arange(values.size))
        return Passes(values, number, number * (int(groups.max()) + 1) + groups[rows[which]])

    return sorted_into(split[outer], outer), sorted_into(repeat[inner] * n_folds + held_out, ~outer), n_folds
