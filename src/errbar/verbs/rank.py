"""`rank`: the verb. Checks everything, fits where there is something to fit, and hands on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from errbar.answers.ranking import Ranking
from errbar.check import check_named, refuse_given, unless
from errbar.core.direction import check_direction
from errbar.core.multiplicity import family_level
from errbar.errors import InputError
from errbar.methods import BY_EFFORT, METHODS, OVER_DATASETS
from errbar.methods.purpose import Purpose
from errbar.methods.suits import asked, check_method
from errbar.plans import Recipe
from errbar.plans.seed import RandomState, seed_from
from errbar.ranking.across import rank_datasets
from errbar.ranking.of_models import check_request, rank_models
from errbar.ranking.of_votes import rank_votes
from errbar.run.fitting import fit
from errbar.show.call import recorded
from errbar.types import Plan, Question, Scores
from errbar.types.datasets import Datasets, Missing
from errbar.types.preferences import Preferences
from errbar.types.setup import Effort, Losses, Scorings, Setup, Sharing, Splits, check_one_metric
from errbar.types.stopping import Stop, Stopping

NOT_FOR_VOTES = "{}= is for scores of models; votes are ranked by who won: leave it out."


@recorded
def rank(
    models: Any,
    X: Any = None,
    y: Any = None,
    *,
    control: str | None = None,
    method: str = "corrected_t",
    correction: str = "holm",
    confidence_level: float = 0.95,
    plan: Recipe | Plan | None = None,
    cv: Splits | None = None,
    loss: Losses = "auto",
    scoring: Scorings | None = None,
    metric: str | None = None,
    groups: Any = None,
    options: Mapping[str, Any] | None = None,
    across: str = "wilcoxon",
    rope: float | None = None,
    missing: Missing = "error",
    greater_is_better: bool | None = None,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    store: Any = None,
    shared: Sharing = True,
    progress: bool | None = None,
    timeout: float | None = None,
    params: Mapping[str, Any] | None = None,
    positive: Any = None,
    effort: Effort | None = None,
    stop: Stop | None = None,
) -> Ranking:
    """Who is best, and who cannot be told from the best? Many models on one data set, or over many data sets.

    Parameters
    ----------
    models : {name: model} with `X` and `y`; or `Scores`; or votes (`Scores.from_preferences`); or many data
        sets: {data set: Scores}, {data set: {model: number}}, a table with one row per data set, or `Datasets`.
    X, y : the data, where there are models to fit.
    control : compare all others with this model; None compares all pairs.
    method, options : the method inside a data set, as in `compare`; "auto" goes by the kind of plan, and so
        does the default for scores of trained models, which have no splits.
    correction : "holm", "simes-hochberg", "fdr_bh", "bonferroni" or "none", as in statsmodels; "max_t" (Romano and
        Wolf, models on one data set) makes use of how alike the models are, and shows at least what "holm" shows.
    confidence_level : of every interval, of the comparisons as a family, and of the tied set.
    plan, cv, loss, scoring, groups, n_jobs, store, shared, progress, timeout, params, positive, effort : of the fits,
        as in `evaluate`.
    metric : the one to rank by, of several in `loss`, `scoring` or `scores.metrics`; the first if left out.
    across : the test over data sets: "wilcoxon", "rank_z", "nemenyi" (all pairs) or "bonferroni_dunn" (with a control);
        the last two bring their own correction. "hierarchical_bayes" (`method` takes it too) is Wilcoxon's test with
        the probabilities of the hierarchical model beside it: it reads the folds or runs inside each data set.
    rope : half-width of practical equivalence: adds probabilities, of the Bayesian signed rank over data sets or of the
        hierarchical model.
    missing : for a table of data sets with holes, "error" or "drop" (what was dropped is in `notes`).
    greater_is_better : for a table of data sets, whether its numbers are scores (True) or losses (False); they do not
        say so themselves.
    random_state : int, Generator or RandomState, for the splits and for every random draw after them. None is 0 here:
        the same call gives the same ranking twice.
    stop : "clear" lets models leave the race: splits are added in blocks (5, 10, 15, ...), and who is shown to be
        worse than the best, with all pairs allowed for, is fitted no more once all splits would say the same but for a
        chance of 0.2 % in all. The comparisons are then those of the splits that both models of a pair had.

    References: [holm1979], [romano2005]; over data sets [demsar2006], [benavoli2016], [benavoli2017], [corani2017].

    Examples
    --------
    >>> import errbar as eb
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.neighbors import NearestCentroid
    >>> X, y = load_iris(return_X_y=True)
    >>> models = {"bayes": GaussianNB(), "centroid": NearestCentroid(), "constant": DummyClassifier()}
    >>> ranking = eb.rank(models, X, y, random_state=0)
    >>> ranking.models, ranking.tied
    (('bayes', 'centroid', 'constant'), ('bayes', 'centroid'))
    """
    of_fits = {"X": X, "y": y, "plan": plan, "cv": cv, "scoring": scoring, "groups": groups, "store": store}
    of_fits |= {"params": params, "positive": positive, "effort": effort, "stop": stop, "timeout": timeout}
    of_fits |= {"n_jobs": n_jobs, "loss": unless("auto", loss), "shared": unless(True, shared)}
    if isinstance(models, Preferences):
        of_scores = {"control": control, "method": unless("corrected_t", method), "options": options, "metric": metric}
        of_sets = {"across": unless("wilcoxon", across), "rope": rope, "missing": unless("error", missing)}
        refuse_given(NOT_FOR_VOTES, **of_fits, **of_scores, **of_sets, greater_is_better=greater_is_better)
        return rank_votes(models, confidence_level, correction)
    seed = 0 if random_state is None else seed_from(random_state)
    fits = _are_models(models, X, y)
    method = check_method(method)
    if method == OVER_DATASETS:
        method, across = "corrected_t", OVER_DATASETS
    if method == "corrected_t" and isinstance(models, Scores) and models.plan.kind == "test_set":
        method = "auto"
    elif isinstance(effort, str) and effort in ("standard", "thorough") and method == "corrected_t":
        method = BY_EFFORT[effort]
    question = asked(Question(method, confidence_level, 0.0, "two-sided", options))
    if fits:
        models = check_named(models)
        check_request(tuple(models), question, control, correction)
        _only_for_datasets(across, rope, missing, greater_is_better)
        setup = Setup(
            *(plan, cv, loss, scoring, groups, seed, n_jobs, store, shared, progress, timeout, params, positive),
            effort=effort,
            stop=_race(stop, question, len(models), control),
        )
        if stop is not None:
            check_one_metric(setup)
        models = fit(models, X, y, setup, Purpose(later=[] if method == "auto" else [METHODS[method]]))
    else:
        refuse_given("{}= is for fitting models, and these are scores already: leave it out.", **of_fits)
    if isinstance(models, Scores):
        _only_for_datasets(across, rope, missing, greater_is_better)
        if not fits:
            check_request(models.names, question, control, correction)
        if models.others and metric is None:
            others = ", ".join(models.metrics[1:])
            models = models.noted(
                f"Ranked by {models.loss}, the first metric given; `metric=` takes another: {others}."
            )
        return rank_models(models.by(metric), question, control=control, correction=correction, seed=seed)
    if metric is not None:
        raise InputError("metric= chooses among the metrics of models on one data set; here are many data sets.")
    data = _datasets(models, greater_is_better, missing)
    return rank_datasets(data, question, control=control, across=across, correction=correction, rope=rope, seed=seed)


def _race(stop: Stop | None, question: Question, n_models: int, control: str | None) -> Stopping | None:
    """Who leaves is shown to be worse at the level of a single pair among all."""
    if stop is not None and control is not None:
        raise InputError("In a race models are compared with the best so far: leave control= or stop= out.")
    level = family_level(question.confidence_level, n_models * (n_models - 1) // 2)
    return Stopping.told(stop, question.but(confidence_level=level), race=True)


def _are_models(models: Any, X: Any, y: Any) -> bool:
    """Whether there is something to fit: a mapping to models, with data."""
    if not isinstance(models, Mapping) or (X is None and y is None and not any(_is_model(m) for m in models.values())):
        return False
    if X is None or y is None:
        raise InputError(
            "To rank models that are not fitted yet, give X and y as well: eb.rank({'a': a, 'b': b}, X, y)."
        )
    return True


def _is_model(one: Any) -> bool:
    return callable(getattr(one, "fit", None))


def _only_for_datasets(across: str, rope: float | None, missing: str, greater_is_better: bool | None) -> None:
    asked = {"across": unless("wilcoxon", across), "rope": rope, "missing": unless("error", missing)}
    refuse_given("{}= is for many data sets; here is one: leave it out.", **asked, greater_is_better=greater_is_better)


def _datasets(table: Any, greater_is_better: bool | None, missing: Missing) -> Datasets:
    """What the user gave as many data sets."""
    check_direction(greater_is_better)
    if isinstance(table, Mapping) and table:
        kinds = [isinstance(value, Scores) for value in table.values()]
        if all(kinds):
            table = Datasets.from_scores(table)
        elif all(isinstance(value, Mapping) for value in table.values()):
            return Datasets.from_values(table, greater_is_better=greater_is_better, missing=missing)
        else:
            raise InputError(
                "A mapping must say what its numbers belong to: {data set: {model: number}} or {data set: Scores} for "
                "many data sets, Scores.from_splits({model: numbers}, ...) for the splits of one."
            )
    if isinstance(table, Datasets):
        refuse_given("{}= is for a table of numbers with holes: leave it out.", missing=unless("error", missing))
        if greater_is_better is not None and greater_is_better != table.greater_is_better:
            raise InputError(
                "greater_is_better= contradicts the direction that these data sets already have: leave it out."
            )
        return table
    return Datasets.from_table(table, greater_is_better=greater_is_better, missing=missing)
