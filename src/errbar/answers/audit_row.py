"""What an audit says of one method on one model, or on the difference of two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from errbar.answers.share import Share

Verdict = Literal["too narrow", "as stated", "wider than needed"]


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One method on one model, or on the difference of two.

    Parameters
    ----------
    series : the model, or "a - b".
    method : its name.
    target : what its interval is for: "algorithm" (at n_train), "algorithm at n", "model" or "proxy".
    n_train, n_fits : examples its models are trained on (mean), and fits a data set takes, all models of the series.
    truth, truth_se : the true mean error over data sets of models trained on `n_train` examples (on n where that is
        the target), and its Monte-Carlo error.
    coverage : share of data sets whose interval held the target.
    algorithm, model, proxy : the same for each target in turn; "model" is the one trained on the whole data set, for
        hold-out methods the one they train.
    size : share in which the true value was rejected, 1 - coverage.
    power : share in which the value `difference` away from the true one was rejected; None for one model without it.
    width : median width.
    seconds : median time of its fits; depends on the machine.
    verdict : of `coverage`: whether its interval lies below the level, holds it, or lies above.
    """

    series: str
    method: str
    target: str
    n_train: float
    n_fits: int
    truth: float
    truth_se: float
    coverage: Share
    algorithm: Share
    model: Share
    proxy: Share
    size: Share
    power: Share | None
    width: Share
    seconds: Share
    verdict: Verdict
