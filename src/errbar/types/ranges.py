"""What a loss or a score can be: the ranges known by name, and the check that numbers lie in theirs."""

from __future__ import annotations

import re
from math import inf

import numpy as np

from errbar.check import Range
from errbar.core.arrays import Floats
from errbar.errors import InputError

ANY: Range = (-inf, inf)
ROUNDING = 1e-6  # of the width: single-precision probabilities give losses this far outside
# fmt: off
_SHARES = (
    "zero_one", "hamming", "logistic", "linear_soft",
    "accuracy", "average_precision", "balanced_accuracy", "f1", "jaccard", "precision", "recall", "roc_auc",
    "top_k_accuracy", "completeness_score", "fowlkes_mallows_score", "homogeneity_score",
    "normalized_mutual_info_score", "rand_score", "v_measure_score",
)
RANGES: dict[str, Range] = {
    **dict.fromkeys(_SHARES, (0.0, 1.0)),
    "brier": (0.0, 2.0),
    "matthews_corrcoef": (-1.0, 1.0), "adjusted_rand_score": (-0.5, 1.0),
    **dict.fromkeys(("squared", "absolute", "log", "mutual_info_score", "positive_likelihood_ratio"), (0.0, inf)),
    **dict.fromkeys(("r2", "explained_variance", "d2_absolute_error_score", "d2_brier_score", "d2_log_loss_score",
                     "adjusted_mutual_info_score"), (-inf, 1.0)),
}
# fmt: on
_AVERAGED = re.compile(r"(f1|jaccard|precision|recall|roc_auc)_(macro|micro|samples|weighted|ov[or](_weighted)?)")
_OF_OUTPUT = re.compile(r"(\w+)\[\d+\]")
_NEGATIVE = re.compile(r"neg_(brier_score|log_loss|\w+_error|\w+_deviance|negative_likelihood_ratio)")


def known_range(name: str) -> Range | None:
    """Of a loss of errbar's or a scorer of scikit-learn's; infinite where it has no end, None for any other name.

    >>> known_range("f1_macro"), known_range("neg_mean_squared_error"), known_range("squared"), known_range("score")
    ((0.0, 1.0), (-inf, 0.0), (0.0, inf), None)
    """
    if _NEGATIVE.fullmatch(name):
        return -inf, 0.0
    averaged = _AVERAGED.fullmatch(name) or _OF_OUTPUT.fullmatch(name)
    return RANGES.get(averaged[1] if averaged else name)


def own_name(name: str) -> str:
    """What a user's function is called: never the name of a loss or scorer that errbar knows."""
    return name if known_range(name) is None else f"my {name}"


def of_difference(low_high: Range) -> Range:
    """What the difference of two such values can be."""
    width = low_high[1] - low_high[0]
    return -width, width


def check_inside(what: str, names: tuple[str, ...], values: Floats, low_high: Range) -> None:
    """Refuse numbers (models x numbers) outside their range; the error names the first."""
    low, high = low_high
    slack = ROUNDING * (high - low) if high - low < inf else 0.0
    if not values.size or (values.min() >= low - slack and values.max() <= high + slack):
        return
    outside = np.argwhere((values < low - slack) | (values > high + slack))
    if not outside.size:  # not a number
        return
    row, place = outside[0]
    raise InputError(
        f"{what} must lie between {low:g} and {high:g}; model {names[row]!r} has {values[row, place]:g} (number "
        f"{place}). Correct it, or give the range (or the name) that these numbers have."
    )
