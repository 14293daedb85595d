"""`advise`: a question in, the rows of the table that suit out."""

from __future__ import annotations

from dataclasses import replace
from sys import maxsize

from errbar.answers.advice import Advice
from errbar.answers.advice_rows import TABLE, Row
from errbar.answers.situation import HAVE, Have, Situation
from errbar.errors import InputError


def advise(
    n: int,
    n_models: int = 1,
    budget: int = 25,
    metric: str = "zero_one",
    *,
    have: Have = "data",
    groups: bool = False,
    guarantee: bool = False,
) -> Advice:
    """Which method, over which plan, at the price of how many fits?

    The answer depends on what is written here alone, never on the data, so that looking cannot choose the method.

    Parameters
    ----------
    n : how many examples, or test items, folds or data sets, by `have`; groups where rows come in groups.
    n_models : how many models there are.
    budget : fits per model that can be afforded.
    metric : a loss ("zero_one", "squared", ...), "roc_auc", "f1", or "other" for any further scorer.
    have : "data" (examples to train and test on), "trained" (models and test items they have not seen), "folds" (only
        the scores of folds), "datasets" (a number per model and data set) or "stream" (items that arrive one by one).
    groups : whether rows come in groups that belong together.
    guarantee : only methods whose coverage is proven for every n.

    Examples
    --------
    >>> import errbar as eb
    >>> advice = eb.advise(1000, n_models=2)
    >>> advice.method, advice.plan, advice.fits
    ('corrected_wilson', 'subsample(25, 0.1)', 25)
    >>> print(advice.python)
    eb.compare(
        a, b, X, y,
        plan=eb.plans.subsample(25, 0.1), method="corrected_wilson", random_state=0,
    )
    >>> eb.advise(200, have="trained", guarantee=True).method
    'clopper_pearson'
    """
    question = Situation(n, n_models, budget, metric, have, groups, guarantee)
    found = rows_for(question)
    if not found:
        raise InputError(_why_none(question))
    return Advice(question, found[0], found[1:])


def rows_for(question: Situation) -> tuple[Row, ...]:
    """The rows that suit, in the order of the table."""
    return tuple(row for row in TABLE if row.suits(question))


def _why_none(question: Situation) -> str:
    """One sentence: what about the question stands in the way, and what to do."""
    n, metric = question.n, question.metric
    least_n = min((row.n[0] for row in TABLE if row.suits(replace(question, n=max(n, row.n[0])))), default=0)
    least_fits = min((row.fits for row in rows_for(replace(question, budget=maxsize))), default=0)
    eased: dict[str, bool] = {
        f"budget={question.budget} is too small here: at least {least_fits} fits per model are needed.": least_fits > 0,
        f"n={n} is too small for any method here: at least {least_n} are needed.": least_n > 0,
        "No method has a guarantee for this: leave guarantee out, or train first and see have='trained'.": bool(
            rows_for(replace(question, guarantee=False))
        ),
        "No method here takes notice of groups: reduce the table to one row per group, and leave groups out.": bool(
            rows_for(replace(question, groups=False))
        ),
        f"metric={metric!r} has no method here; a loss per example, such as 'zero_one', has.": bool(
            rows_for(replace(question, metric="zero_one"))
        ),
        f"n_models={question.n_models} is too many here: ask about two at a time.": question.n_models > 2,
    }
    otherwise = f"There is no method for {HAVE[question.have]} with all of this: ask for less at once."
    return next((sentence for sentence, helps in eased.items() if helps), otherwise)
