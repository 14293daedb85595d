"""What someone has and can afford: the only things that choose a row of the table, never the data themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from errbar.check import check_count, check_flag, check_name
from errbar.errors import InputError

Have = Literal["data", "trained", "folds", "datasets", "stream"]
Kind = Literal["0/1", "bounded", "unbounded", "auc", "f1", "other"]

HAVE: dict[str, str] = {
    "data": "n examples to train and test on",
    "trained": "trained models and n test items they have not seen",
    "folds": "nothing but the scores of n folds",
    "datasets": "one number per model on each of n data sets",
    "stream": "trained models and items that arrive one after another, looked at while they do",
}

# every loss of the verbs, the two metrics with an interval of their own, and "other" for any further scorer
METRICS: dict[str, Kind] = {
    "zero_one": "0/1",
    "hamming": "bounded",
    "squared": "unbounded",
    "absolute": "unbounded",
    "log": "unbounded",
    "brier": "bounded",
    "logistic": "bounded",
    "linear_soft": "bounded",
    "roc_auc": "auc",
    "f1": "f1",
    "neg_brier_score": "other",
    "other": "other",
}


@dataclass(frozen=True, slots=True)
class Situation:
    """Checked on the way in.

    Parameters
    ----------
    n : examples, test items, folds or data sets, by `have`; groups where rows come in groups.
    n_models : how many models.
    budget : fits per model that can be afforded; only `have="data"` fits anything.
    metric : a name from `METRICS`.
    have : a name from `HAVE`.
    groups : whether rows come in groups that belong together.
    guarantee : whether only a method with a proof for every n will do.
    """

    n: int
    n_models: int = 1
    budget: int = 25
    metric: str = "zero_one"
    have: str = "data"
    groups: bool = False
    guarantee: bool = False

    def __post_init__(self) -> None:
        for count in ("n", "n_models", "budget"):
            object.__setattr__(self, count, check_count(count, getattr(self, count)))
        check_name("metric", self.metric, METRICS)
        check_name("have", self.have, HAVE)
        check_flag("groups", self.groups)
        check_flag("guarantee", self.guarantee)
        if self.have == "datasets" and self.n_models < 2:
            raise InputError("have='datasets' compares models over data sets: give n_models of 2 or more.")

    @property
    def kind(self) -> Kind:
        return METRICS[self.metric]
