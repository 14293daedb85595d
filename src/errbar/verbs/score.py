"""How good is this trained model on fresh data?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from errbar.answers.ask import ask
from errbar.check import Alternative
from errbar.methods.suits import asked
from errbar.run.fixed import judge_fixed
from errbar.show.call import recorded
from errbar.show.sentence import UNNAMED
from errbar.types import Question, Result
from errbar.types.setup import LossName, Setup


@recorded
def score(
    fitted: Any,
    X: Any,
    y: Any,
    *,
    versus: Any = None,
    loss: LossName = "auto",
    scoring: str | Callable[..., Any] | None = None,
    method: str = "auto",
    groups: Any = None,
    confidence_level: float = 0.95,
    null: float | None = None,
    alternative: Alternative = "two-sided",
    margin: float | None = None,
    options: Mapping[str, Any] | None = None,
    positive: Any = None,
) -> Result:
    """How good is this trained model on fresh data? Predicts once, never fits.

    Parameters
    ----------
    fitted : a trained model.
    X, y : a test set that had no part in its training or tuning.
    versus : a second trained model; the estimate is then error(fitted) - error(versus), item by item.
    loss, scoring : a loss per example, or a scikit-learn scorer such as "roc_auc" or "f1".
    method : a name from `errbar.METHODS`; "auto" by the kind of loss, and whether there are `groups`.
    groups : one label per row; items of a group are not taken as independent.
    null : the value to test; None tests 0 when comparing and nothing otherwise.
    confidence_level, alternative, margin, options : as in `compare`. A scorer that errbar does not know is called once
        for each of 5,000 draws, with a bar: `options={"n_draws": 2000}` is quicker.
    positive : the label that counts for f1, precision, recall, jaccard and average_precision; None is the label 1.

    Examples
    --------
    >>> import errbar as eb
    >>> from sklearn.datasets import load_diabetes
    >>> from sklearn.linear_model import LinearRegression
    >>> X, y = load_diabetes(return_X_y=True)
    >>> r = eb.score(LinearRegression().fit(X[:300], y[:300]), X[300:], y[300:])
    >>> r.method, r.n_fits, r.target
    ('holdout_t', 0, 'the error of this trained model')
    """
    if versus is not None and null is None:
        null = 0.0
    question = asked(Question(method, confidence_level, null, alternative, options, margin))
    models = {UNNAMED: fitted} if versus is None else {UNNAMED: fitted, "versus": versus}
    scores = judge_fixed(models, X, y, Setup(loss=loss, scoring=scoring, groups=groups, positive=positive))
    return ask(scores, scores.names, question)
