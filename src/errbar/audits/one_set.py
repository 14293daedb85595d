"""What is asked of every data set, and the numbers one set answers with."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from errbar.answers.ask import ask
from errbar.audits.moment_numbers import MomentNumbers
from errbar.audits.pool import Pool, method_of, pool
from errbar.audits.population import Population
from errbar.core.arrays import Floats
from errbar.errors import ErrbarWarning, FitError
from errbar.methods import METHODS
from errbar.plans import Recipe
from errbar.run.losses import Loss, Score
from errbar.run.outside import Judged, judge_set
from errbar.types import Question, Scores
from errbar.types.setup import Sharing

Series = tuple[str, str | None]  # a model, and the one it is compared with

STREAM = 1999  # keeps the draws of data sets apart from any other use of the seed
NUMBERS = ("estimate", "low", "high", "proxy", "model")  # of one series under one method


@dataclass(frozen=True, eq=False)
class OneSet:
    """Called with the number of a data set: draws it, fits, infers, and gives all numbers as one row.

    Parameters
    ----------
    models, metric, plan, shared : as in `collect`, checked.
    series : the models and comparisons asked about.
    methods : their names, or those of forms of them with a plan each.
    population, n : where data sets come from, and their size.
    confidence_level, seed : of the intervals; of everything random.
    moments : whether the numbers that moments are made of are kept too.
    """

    models: Mapping[str, Any]
    series: tuple[Series, ...]
    methods: tuple[str, ...]
    population: Population = field(repr=False)
    n: int
    metric: Loss | Score
    plan: Recipe | Mapping[str, Recipe] | None
    confidence_level: float
    shared: Sharing
    seed: int
    moments: bool = False

    @property
    def n_shares(self) -> int:
        """How many numbers a set gives for the shares that are counted; those for moments come after them."""
        return len(self.series) * len(self.methods) * len(NUMBERS) + len(self.methods) + 1

    @property
    def size(self) -> int:
        """How many numbers a set gives."""
        return self.n_shares + (len(self.series) * self.layout.size if self.moments else 0)

    @property
    def layout(self) -> MomentNumbers:
        """What is kept of a set for moments, series by series."""
        return MomentNumbers.of(self.pool(np.zeros(self.n), self.seed), self.methods)

    def pool(self, y: Any, seed: int) -> Pool:
        return pool(self.methods, self.plan, self.n, y, seed, moments=self.moments)

    def __call__(self, number: int) -> Floats:
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(STREAM, number)))
        data = self.population.draw(self.n, rng)
        seed = int(rng.integers(2**63))
        shared = self.pool(data.y[: self.n], seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ErrbarWarning)  # counted below
            try:
                judged = judge_set(
                    self.models,
                    data,
                    self.n,
                    self.metric,
                    parts=shared.parts,
                    outside=shared.outside,
                    seed=seed,
                    shared=self.shared,
                )
            except FitError as error:
                raise FitError(f"Data set {number}: {error}") from error
            answers = np.stack([self._answers(shared, judged, name) for name in self.methods], axis=1)
        seconds = [judged.seconds[shared.numbers[name]].sum() for name in self.methods]
        counted = (answers[..., :-1].ravel(), seconds, [float(bool(judged.scores.notes))])
        return np.concatenate((*counted, *self._moments(shared, judged, answers[..., -1])))

    def _moments(self, shared: Pool, judged: Judged, errors: Floats) -> list[Floats]:
        """For each series what its moments are made of; `errors` is series x methods."""
        if not self.moments:
            return []
        layout = MomentNumbers.of(shared, self.methods)
        return [
            layout.taken(shared, judged.scores, names=(model,) if versus is None else (model, versus), errors=errors[i])
            for i, (model, versus) in enumerate(self.series)
        ]

    def _answers(self, shared: Pool, judged: Judged, method: str) -> Floats:
        """Series x numbers, and the standard error."""
        scores, first = shared.of(judged.scores, method), shared.plans[method].parts[0]
        risks = judged.risks[:, shared.numbers[method][: len(first)]].mean(axis=1)
        whole = risks if METHODS[method_of(method)].target == "model" else judged.whole
        row = {name: place for place, name in enumerate(scores.names)}
        answers = np.full((len(self.series), len(NUMBERS) + 1), np.nan)
        for place, (model, versus) in enumerate(self.series):
            if not self.suits(method, versus is not None):
                continue
            truths = np.array([risks[row[model]], whole[row[model]]])
            if versus is not None:
                truths -= (risks[row[versus]], whole[row[versus]])
            *interval, error = self._interval(scores, method, model, versus)
            answers[place] = (*interval, *truths, error)
        return answers

    def _interval(self, scores: Scores, method: str, model: str, versus: str | None) -> Sequence[float]:
        names = (model,) if versus is None else (model, versus)
        found = ask(scores, names, Question(method_of(method), self.confidence_level))
        return found.estimate, found.low, found.high, np.nan if found.se is None else found.se

    def suits(self, method: str, comparing: bool) -> bool:
        """Whether the method is for one model, or for two."""
        return METHODS[method_of(method)].compares in ("either", "two" if comparing else "one")
