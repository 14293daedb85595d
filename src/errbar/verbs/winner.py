"""After picking the best of many: its error, corrected for the pick."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from errbar.answers.winner import CORRECTIONS_OF_WINNER, ask_winner
from errbar.check import Alternative, check_name
from errbar.errors import InputError
from errbar.plans.seed import RandomState, seed_from
from errbar.tables.trials import is_trials, read_trials
from errbar.types import Question, Result, Scores
from errbar.types.split_values import CANDIDATE, SEARCH_NOTE

FOLDS = re.compile(r"(Stratified)?(Group)?KFold")
UNKNOWN_SIZES = (
    "The sizes of these splits are not known: give n_train and n_test; for K folds n_train=K-1, n_test=1 will do."
)
REPEATS = re.compile(r"Repeated(Stratified)?KFold")


def winner(
    scores: Any,
    *,
    baseline: str | None = None,
    metric: str | None = None,
    method: Literal["auto", "max_t", "tilted", "bonferroni", "bbc_cv"] = "auto",
    confidence_level: float = 0.95,
    alternative: Alternative = "two-sided",
    n_train: int | None = None,
    n_test: int | None = None,
    greater_is_better: bool | None = None,
    random_state: RandomState = None,
) -> Result:
    """How good is the best of many candidates, now that it was picked because it looked best? Never fits.

    The candidate with the best mean is the winner. The estimate is its mean without the luck of the pick; the interval
    holds for whoever wins.

    Parameters
    ----------
    scores : Scores of all candidates; or a fitted GridSearchCV or RandomizedSearchCV, or its `cv_results_`; or Optuna's
        `study.trials_dataframe()`, where the objective stored what each split said as a user attribute (`metric`).
    baseline : the candidate that the gain is counted from, such as the default settings; else the middle one.
    metric : one of several; else the one that the search refitted by, or the first of `scores.metrics`.
    method : "max_t", which "auto" is; "tilted" (items of a test set) and "bonferroni" also hold for all candidates at
        once; "bbc_cv" is the interval of the bootstrap that corrects the estimate.
    confidence_level, alternative : of the interval; "less" asks for an upper limit alone, "greater" for a lower one.
    n_train, n_test : sizes of a search's splits, where its `cv` does not tell their ratio.
    greater_is_better : the direction of a search's numbers, where their name says something else.
    random_state : of the draws; None is 0 here, so that the same call gives the same answer twice.

    Returns
    -------
    Result : `details` has "winner", "candidates", "apparent" (its mean as it looked), "uncorrected" (its interval as it
        looked), "gain" over the baseline, and the "luck" in it; for items of a test set also "best_set", the candidates
        that may be the best (the first hundred), and "best_set_size".

    References: [tsamardinos2018], [rink2025], [tibshirani2009], [kim2025].

    Examples
    --------
    >>> import numpy as np, errbar as eb
    >>> wrong = np.random.default_rng(0).random((50, 200)) < 0.2  # 50 candidates that are equally good
    >>> table = {"id": range(200)} | {f"c{i}": row.astype(int) for i, row in enumerate(wrong)}
    >>> r = eb.winner(eb.Scores.from_table(table, item="id", loss=[f"c{i}" for i in range(50)]))
    >>> print(f"looked {r.details['apparent']:.3f}, is about {r.estimate:.3f}, at most {r.high:.3f}")
    looked 0.140, is about 0.208, at most 0.236
    >>> print(f"gained {r.details['gain']:.3f}, luck {r.details['luck']:.3f}")
    gained 0.065, luck 0.068
    """
    check_name("method", method, ("auto", *CORRECTIONS_OF_WINNER))
    question = Question(method, confidence_level, None, alternative)
    seed = 0 if random_state is None else seed_from(random_state)
    if isinstance(scores, Scores):
        for name, value in (("n_train", n_train), ("n_test", n_test), ("greater_is_better", greater_is_better)):
            if value is not None:
                raise InputError(f"{name}= is for the results of a search; Scores know it: leave it out.")
        return ask_winner(scores.by(metric), question, baseline, seed)
    found = of_search(scores, metric=metric, n_train=n_train, n_test=n_test, greater_is_better=greater_is_better)
    return ask_winner(found, question, baseline, seed)


# -- the results of a search -----------------------------------------------------------------------------------


def of_search(
    search: Any, *, metric: str | None, n_train: int | None, n_test: int | None, greater_is_better: bool | None
) -> Scores:
    """A fitted search, its `cv_results_`, or trials, as Scores; candidates that failed are left out, and it is said."""
    if is_trials(search):
        if n_train is None or n_test is None:
            raise InputError(UNKNOWN_SIZES)
        rows, name, left_out = read_trials(search, metric)
        better = greater_is_better
        return Scores.from_splits(rows, n_train=n_train, n_test=n_test, loss=name, greater_is_better=better).noted(
            *left_out
        )
    results = getattr(search, "cv_results_", search)
    if not isinstance(results, Mapping) or "params" not in results:
        raise InputError(
            "winner takes Scores, a fitted GridSearchCV or RandomizedSearchCV, its cv_results_, or a table of trials; "
            f"got {type(search).__name__}{' (not fitted)' if hasattr(search, 'param_grid') else ''}."
        )
    if "n_resources" in results:
        raise InputError("Successive halving judges its candidates on different data: their scores cannot be compared.")
    metric = _metric(search, results, metric)
    columns = sorted((int(match[1]), key) for key in results if (match := _of(metric, key)))
    table = np.array([np.ma.filled(np.ma.asarray(results[key], dtype=np.float64), np.nan) for _, key in columns])
    whole = np.isfinite(table).all(axis=0)
    if not whole.any():
        raise InputError("Every candidate of this search has a score that is no number: nothing can be picked.")
    kept: dict[str, Any] = {key: row[whole] for (_, key), row in zip(columns, table, strict=True)}
    kept["params"] = [params for params, is_whole in zip(results["params"], whole, strict=True) if is_whole]
    if n_train is None and n_test is None:
        n_train, n_test = _ratio(search, len(columns))
    scoring = getattr(search, "scoring", None)
    name = scoring if metric == "score" and isinstance(scoring, str) else metric
    made = Scores.from_splits(kept, n_train=n_train, n_test=n_test, loss=name, greater_is_better=greater_is_better)
    notes = tuple(note for note in made.notes if note != SEARCH_NOTE)
    failed = int(np.count_nonzero(~whole))
    if failed:
        notes += (f"{failed} of {whole.size} candidates failed in some split and were left out: they did not win.",)
    return made._but(notes=notes)


def _of(metric: str, key: Any) -> re.Match[str] | None:
    match = CANDIDATE.fullmatch(str(key))
    return match if match and match[2] == metric else None


def _metric(search: Any, results: Mapping[str, Any], metric: str | None) -> str:
    known = sorted({match[2] for key in results if (match := CANDIDATE.fullmatch(str(key)))})
    if not known:
        raise InputError("This cv_results_ has no split<i>_test_... entries: a search that keeps its splits is needed.")
    refit = getattr(search, "refit", None)
    if metric is None and len(known) > 1 and refit in known:
        return str(refit)
    if metric is None and len(known) > 1:
        raise InputError(f"There are several scores here ({', '.join(known)}): say which one picked, with metric=.")
    return known[0] if metric is None else check_name("metric", metric, known)


def _ratio(search: Any, n_splits: int) -> tuple[int, int]:
    """Sizes in the ratio of K folds, where the search says that it had such."""
    cv = getattr(search, "cv", search)
    folds = None
    if (cv is None and search is not cv) or (isinstance(cv, int) and not isinstance(cv, bool)):
        folds = n_splits
    elif FOLDS.fullmatch(type(cv).__name__):
        folds = cv.n_splits
    elif REPEATS.fullmatch(type(cv).__name__):
        folds = cv.cvargs["n_splits"]
    if folds is None:
        raise InputError(UNKNOWN_SIZES)
    return folds - 1, 1
