"""What is the variance of the errors made of?"""

from __future__ import annotations

from errbar.answers.ask import series_of
from errbar.answers.components import Components
from errbar.answers.components_of import components_of
from errbar.types import Scores
from errbar.types.scores import check_scores


def components(scores: Scores, *, model: str | None = None, versus: str | None = None) -> Components:
    """What the variance of the mean is made of: the moments one run can estimate, and those it cannot.

    Parameters
    ----------
    scores : over random splits or K folds (or a plan that holds such splits).
    model, versus : which model, and which one to subtract; may be left out where there is no choice.

    Returns
    -------
    Components

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
    """
    return components_of(series_of(scores, check_scores(scores).chosen(model, versus)))
