"""Only fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from errbar.check import check_name, check_named, check_names
from errbar.methods import METHODS
from errbar.methods.purpose import Purpose
from errbar.plans import Recipe
from errbar.plans.seed import RandomState
from errbar.run.fitting import fit
from errbar.show.call import recorded
from errbar.types import Plan, Scores
from errbar.types.setup import Effort, Losses, Scorings, Setup, Sharing, Splits, StoreFile


@recorded
def collect(
    models: Mapping[str, Any],
    X: Any,
    y: Any,
    *,
    plan: Recipe | Plan | None = None,
    cv: Splits | None = None,
    methods: Sequence[str] | None = None,
    loss: Losses = "auto",
    scoring: Scorings | None = None,
    groups: Any = None,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    store: StoreFile | None = None,
    shared: Sharing = True,
    progress: bool | None = None,
    timeout: float | None = None,
    params: Mapping[str, Any] | None = None,
    positive: Any = None,
    effort: Effort | None = None,
) -> Scores:
    """Only fit: every model on every split, once; `infer` then answers any number of questions.

    Parameters
    ----------
    models : name -> model.
    methods : the methods you will ask for; the plan becomes the union of what they need.
    plan, cv, loss, scoring, groups, random_state, n_jobs, store, shared, progress, timeout, params, positive, effort :
        as in `evaluate`.

    Returns
    -------
    Scores; of the first metric, where there are several: `scores.metrics` names them, `infer(metric=)` asks one.
    """
    wanted = check_names("methods", () if methods is None else methods)
    chosen = [METHODS[check_name("method", name, METHODS)] for name in wanted]
    setup = Setup(
        *(plan, cv, loss, scoring, groups, random_state, n_jobs, store, shared, progress, timeout, params, positive),
        effort=effort,
    )
    return fit(check_named(models), X, y, setup, Purpose(later=chosen), said=not chosen)
