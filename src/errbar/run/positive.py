"""Which label counts as positive, for scorers that look at one of two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from errbar.errors import InputError
from errbar.run.examples import is_one_value

if TYPE_CHECKING:
    from errbar.run.losses import Score

COUNTS_ONE = ("f1", "precision", "recall", "jaccard")  # two labels only
OF_ONE = (*COUNTS_ONE, "average_precision")
EITHER = ("roc_auc", "neg_brier_score", "d2_brier_score")  # the same whichever of the two is positive


def with_positive(metric: Score, positive: Any, y: NDArray[Any]) -> Score:
    """The scorer that counts `positive`; None is the label 1, as in scikit-learn, and must then be one of the two."""
    if metric.name not in OF_ONE or not is_one_value(y):
        return metric
    labels = np.unique(y).tolist()
    if len(labels) != 2:
        if metric.name in COUNTS_ONE and len(labels) > 2:
            raise InputError(
                f"scoring={metric.name!r} is for two classes; y has {len(labels)}: take {metric.name + '_macro'!r} or "
                f"{metric.name + '_weighted'!r}."
            )
        return metric
    if positive is None and 1 not in labels:
        raise InputError(
            f"scoring={metric.name!r} must know which label is positive: give positive={labels[0]!r} or "
            f"positive={labels[1]!r} (--positive)."
        )
    label = labels[labels.index(1 if positive is None else positive)]
    if positive is None:
        return replace(metric, positive=label)
    from sklearn.metrics import make_scorer

    plain: Any = metric.scorer
    kwargs = {**plain._kwargs, "pos_label": label}
    return replace(
        metric, positive=label, scorer=make_scorer(plain._score_func, response_method=plain._response_method, **kwargs)
    )


def check_positive(positive: Any, names: Sequence[str], y: NDArray[Any]) -> None:
    """One of two labels, and of use to a metric."""
    if positive is None:
        return
    if not any(name in (*OF_ONE, *EITHER) for name in names):
        raise InputError(
            f"positive= is for scorers that look at one of two labels ({', '.join(OF_ONE)}); {', '.join(names)} "
            f"{'does' if len(names) == 1 else 'do'} not."
        )
    labels = np.unique(y).tolist() if is_one_value(y) else []
    if len(labels) != 2:
        raise InputError(f"positive= is for two classes; y has {len(labels) or 'several labels per example'}.")
    if (np.iterable(positive) and not isinstance(positive, str | bytes)) or positive not in labels:
        held = " and ".join(f"{label!r:.80}" for label in labels)
        raise InputError(f"positive={positive!r:.80} is no label of y: it holds {held}.")
