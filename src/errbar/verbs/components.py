"""What is the variance of the errors made of?"""

from __future__ import annotations

from typing import Any

from errbar.answers.ask import series_of
from errbar.answers.components import Components
from errbar.answers.components_of import components_of
from errbar.answers.holdout_components import holdout_components
from errbar.answers.jackknife_components import jackknife_components
from errbar.check import check_count, check_flag, refuse_given, unless
from errbar.errors import InputError
from errbar.plans.seed import RandomState
from errbar.run.jackknife import jackknife_losses
from errbar.types import Scores
from errbar.types.scale import check_scale
from errbar.types.setup import LossName, Setup


def components(
    scores: Scores | Any,
    X: Any = None,
    y: Any = None,
    *,
    model: str | None = None,
    versus: str | None = None,
    independent: bool = False,
    jackknife: int | None = None,
    loss: LossName = "auto",
    groups: Any = None,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    progress: bool | None = None,
) -> Components:
    """What the variance of the mean is made of: the moments one run can estimate, and those it cannot.

    Parameters
    ----------
    scores : over random splits or K folds (or a plan that holds such splits); with `jackknife`, a model to fit.
    X, y : the data, with `jackknife` only.
    model, versus : which model, and which one to subtract; may be left out where there is no choice.
    independent : the splits are hold-outs that share no example, neither for training nor for testing: then the
        variance of their mean is known (th2 of the paper). Where their rows are known this is checked.
    jackknife : a number of folds K: the delete-m jackknife of the error of the rule trained on all examples; K + 1
        fits.
    loss, groups, random_state, n_jobs, progress : of those fits, as in `evaluate`.

    References: [bengio2004], [nadeau2003].

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.subsample(3, 0.5).build(4, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [[0, 1], [1, 1], [0, 0]]}, plan=plan)
    >>> for name, value in eb.components(scores).estimable.items():
    ...     print(name, round(value, 6))
    s0-s3 0.166667
    s1-s2 0.25
    s2+mu^2 0.166667

    Four hold-outs, each with a training and a test set of its own:

    >>> apart = eb.Scores.from_splits([0.21, 0.25, 0.18, 0.24], n_train=100, n_test=100, loss="error")
    >>> print(f"{eb.components(apart, independent=True).details['standard_error']:.4f}")
    0.0158
    """
    if jackknife is not None:
        if isinstance(scores, Scores) or X is None or y is None:
            raise InputError("jackknife= fits a model itself: components(model, X, y, jackknife=10).")
        of_scores = {"model": model, "versus": versus, "independent": unless(False, independent)}
        refuse_given("{}= is for Scores; jackknife= fits one model.", **of_scores)
        setup = Setup(None, None, loss, None, groups, random_state, n_jobs, None, False, progress)
        return jackknife_components(
            *jackknife_losses(scores, X, y, check_count("jackknife", jackknife, at_least=2), setup)
        )
    if not isinstance(scores, Scores) or X is not None or y is not None:
        raise InputError(
            "components takes Scores; a model with X and y only together with jackknife=, a number of folds."
        )
    refuse_given("{}= is for jackknife=, which fits a model.", loss=unless("auto", loss), groups=groups, n_jobs=n_jobs)
    series = series_of(scores, scores.chosen(model, versus))
    if not check_flag("independent", independent):
        return components_of(series)
    check_scale(series)
    return holdout_components(series)
