"""`advise`: a question in, the rows of the table that suit out."""

from __future__ import annotations

from dataclasses import replace
from sys import maxsize

from errbar.answers.advice import Advice
from errbar.answers.advice_rows import TABLE, Row
from errbar.answers.situation import HAVE, Have, Situation
from errbar.check import check_name
from errbar.errors import InputError
from errbar.methods import BY_EFFORT
from errbar.plans import halvings
from errbar.plans.by_default import of_effort
from errbar.types.coverage_words import measured_of_fits
from errbar.types.setup import Effort

FITS: dict[Effort, int] = {"quick": 25, "standard": 75, "thorough": 315}
USUAL = 25  # fits, where nothing is said


def advise(
    n: int,
    n_models: int = 1,
    budget: int = USUAL,
    metric: str = "zero_one",
    *,
    have: Have = "data",
    groups: bool = False,
    guarantee: bool = False,
    effort: Effort | None = None,
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
    effort : instead of a budget, as in the verbs that fit: "quick", "standard" or "thorough". All train on the same
        number of examples.

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
    if effort is not None:
        question = replace(question, budget=_fits_of(effort, question))
    found = rows_for(question)
    if effort is not None and effort != "quick" and found:
        found = (_row_of(effort, question), *found)
    if not found:
        raise InputError(_why_none(question))
    return Advice(question, found[0], found[1:])


def _fits_of(effort: Effort, question: Situation) -> int:
    """Refused where there is nothing to fit, or more is asked for than an effort says."""
    check_name("effort", effort, FITS)
    if question.budget != USUAL:
        raise InputError("effort= says how many fits there may be: leave budget= out, or effort=.")
    if question.have != "data" or question.guarantee:
        raise InputError("effort= is for fitting: it goes with have='data' and without guarantee.")
    return FITS[effort]


def _row_of(effort: Effort, question: Situation) -> Row:
    """What the verbs do with this effort."""
    plan, method = of_effort(effort, question.n, groups=True if question.groups else None), BY_EFFORT[effort]
    assert isinstance(plan, halvings)
    known = measured_of_fits(method, plan.kind, FITS[effort])
    return Row(
        situation=f"{effort} effort: {FITS[effort]} fits of each model",
        method=method,
        plan=f"halvings({plan.n_splits}, {plan.n_halvings}, {plan.test_size:g}, {plan.half_splits})",
        fits=FITS[effort],
        why=f"{known[0].upper()}{known[1:]}; trained on as many examples as by any other effort.",
        not_for="A proof: constants of such intervals come from simulation. Groups, which were not studied.",
        have="data",
    )


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
