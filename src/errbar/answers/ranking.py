"""The answers: a ranking of models on one data set, and one over many data sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.answers.asking import Asking
from errbar.answers.pairs import ErrorPairs, Pairs, RankPairs
from errbar.core.arrays import Floats
from errbar.core.compact_letters import compact_letters
from errbar.core.friedman import Friedman
from errbar.errors import NeedsError
from errbar.show.call import Call, recorded
from errbar.types.answer import Answer, plain
from errbar.types.frame import frame
from errbar.types.result import Result

SCHEMA = 1
LIMITS = ("low", "high", "simultaneous_low", "simultaneous_high")


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Ranking(Answer):
    """Many models in order: a `ModelRanking` on one data set, or a `DatasetRanking` over many.

    Parameters
    ----------
    models : names, the best first; the columns of the ranking are in this order.
    tied : the models that cannot be told from the best, at `confidence_level`: it follows from `pairs`.
    control : the model all others were compared with, or None for all pairs.
    correction : how p-values were adjusted for the number of comparisons.
    pairs : the comparisons.
    loss, greater_is_better : what was measured, and its direction.
    notes : honest limits, in sentences.
    details : numbers of its own.
    """

    models: tuple[str, ...]
    tied: tuple[str, ...]
    control: str | None
    correction: str
    confidence_level: float
    pairs: Pairs
    loss: str
    greater_is_better: bool
    notes: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    _call: Call | None = field(default=None, init=False, repr=False, compare=False)

    def columns(self) -> dict[str, Any]:
        """One entry per model in every column, the best model first."""
        raise NotImplementedError

    @property
    def rank_intervals(self) -> dict[str, tuple[int, int]]:
        """Of every model the lowest and the highest rank that the comparisons leave open; rank 1 is the best.

        A model ranks below those shown to be better and above those shown to be worse. Where the correction guards
        against a single false difference, the ranks of all models hold at once [mogstad2024], and rank 1 is open to
        the tied ones alone.
        """
        lowest, highest = self.pairs.rank_limits(self._first_is_better(), self.confidence_level, self.control)
        places = {name: i for i, name in enumerate(self.pairs.models)}
        return {name: (int(lowest[places[name]]), int(highest[places[name]])) for name in self.models}

    @property
    def letters(self) -> dict[str, str]:
        """Of every model its letters: two models share one exactly where they are not shown to differ [piepho2004].

        Empty where all were compared with a control alone.
        """
        if self.control is not None:
            return dict.fromkeys(self.models, "")
        places = [self.pairs.models.index(name) for name in self.models]
        differs = self.pairs.matrix(self.pairs.adjusted_pvalue, 1.0) < 1 - self.confidence_level
        return dict(zip(self.models, compact_letters(~differs[np.ix_(places, places)]), strict=True))

    def _first_is_better(self) -> Floats:
        """Of each pair by how much; negative where the second is."""
        raise NotImplementedError

    def _table(self, *own: str, **further: Floats) -> dict[str, Any]:
        """Models, columns of their own by name, who is tied, and the columns of `rank_intervals` and `letters`."""
        tied, (low, high) = set(self.tied), zip(*self.rank_intervals.values(), strict=True)
        return {
            "model": np.array(self.models, dtype=object),
            **{name: getattr(self, name) for name in own},
            "tied": np.array([name in tied for name in self.models]),
            **further,
            "lowest_rank": np.array(low),
            "highest_rank": np.array(high),
            "letters": np.array([*self.letters.values()], dtype=object),
        }

    def plot(self, ax: Any = None) -> Any:
        """Draw it; returns the matplotlib axes."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """A pandas DataFrame with one row per model, the best first; the comparisons are in `pairs.to_frame()`."""
        return frame(self.columns())

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe values: one row per model under `results`, one per comparison under `pairs`."""
        raise NotImplementedError

    def _common(self) -> dict[str, Any]:
        columns = {name: plain(column) for name, column in self.columns().items()}
        return {
            "schema": SCHEMA,
            "confidence_level": self.confidence_level,
            "control": self.control,
            "correction": self.correction,
            "loss": self.loss,
            "greater_is_better": self.greater_is_better,
            "tied": list(self.tied),
            "results": [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)],
            "notes": list(self.notes),
            "details": plain(self.details),
        }


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class ModelRanking(Ranking):
    """Models on the same splits of one data set.

    Parameters
    ----------
    method, error_method : of the comparisons, and of the single models where that is another.
    target : what the models' intervals are for.
    estimate, low, high, se : each model's error and its own interval.
    simultaneous_low, simultaneous_high : wider, so that the intervals of all models hold at once, the winner's too.
    best_pvalue : of "no other model is better": the smallest adjusted p-value of a comparison in which the model is the
        worse; `tied` are those not below 1 - confidence_level.
    n_splits, n_fits : splits behind the estimates, and fits the plan needs, summed over models.
    """

    method: str
    error_method: str
    target: str
    estimate: Floats
    low: Floats
    high: Floats
    simultaneous_low: Floats
    simultaneous_high: Floats
    se: Floats
    best_pvalue: Floats
    pairs: ErrorPairs
    n_splits: int
    n_fits: int
    _asking: Asking | None = field(default=None, repr=False)  # left out of pickles

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_asking": None}

    def columns(self) -> dict[str, Any]:
        return self._table("estimate", *LIMITS, "se", best_pvalue=self.best_pvalue)

    def _first_is_better(self) -> Floats:
        return self.pairs.estimate if self.greater_is_better else -self.pairs.estimate

    @recorded
    def result(self, model: str, versus: str | None = None) -> Result:
        """One model's full result, or that of a comparison, from the same scores: nothing is fitted again."""
        if self._asking is None:
            raise NeedsError("This ranking does not hold its scores: ask eb.infer(scores, model=..., versus=...).")
        return self._asking(model, versus)

    def to_dict(self) -> dict[str, Any]:
        own = {"kind": "models", "method": self.method, "error_method": self.error_method, "target": self.target}
        return (
            self._common()
            | own
            | {
                "n_splits": self.n_splits,
                "n_fits": self.n_fits,
                "pairs": self.pairs.to_rows(),
            }
        )

    def plot(self, ax: Any = None) -> Any:
        """Forest plot, the best model on top and the tied ones shaded; returns the matplotlib axes."""
        from errbar.show.ranking_axes import forest

        return forest(self, ax)

    def _repr_html_(self) -> str:
        from errbar.show.ranking import models_html

        return models_html(self)

    def __str__(self) -> str:
        from errbar.show.ranking import models_text

        return models_text(self)


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class DatasetRanking(Ranking):
    """Models over many data sets.

    Parameters
    ----------
    across : the test over data sets: "wilcoxon", "rank_z", "nemenyi", "bonferroni_dunn" or "hierarchical_bayes".
    average_rank : of each model over the data sets, 1 is best.
    mean, wins : mean score, and data sets on which the model is best (shared wins count in full).
    friedman : do all models rank alike?
    critical_difference : of average ranks, for "nemenyi" and "bonferroni_dunn"; else None.
    cliques : runs of neighbours in the order of average ranks of which no two were shown to differ.
    datasets : names of the data sets.
    """

    across: str
    average_rank: Floats
    mean: Floats
    wins: NDArray[np.intp]
    friedman: Friedman
    critical_difference: float | None
    pairs: RankPairs
    cliques: tuple[tuple[str, ...], ...]
    datasets: tuple[str, ...]

    def columns(self) -> dict[str, Any]:
        return self._table("average_rank", "mean", "wins")

    def _first_is_better(self) -> Floats:
        return -self.pairs.rank_difference

    def to_dict(self) -> dict[str, Any]:
        f = self.friedman
        return self._common() | {
            "kind": "datasets",
            "across": self.across,
            "datasets": list(self.datasets),
            "friedman": {
                "chi2": plain(f.chi2),
                "chi2_pvalue": f.chi2_pvalue,
                "chi2_tied": plain(f.chi2_tied),
                "chi2_tied_pvalue": f.chi2_tied_pvalue,
                "f": plain(f.f),
                "f_pvalue": f.f_pvalue,
                "df": list(f.df),
            },
            "critical_difference": self.critical_difference,
            "cliques": [list(clique) for clique in self.cliques],
            "pairs": self.pairs.to_rows(),
        }

    def plot(self, ax: Any = None) -> Any:
        """Critical-difference diagram with the groups that the tests leave together; returns the matplotlib axes."""
        from errbar.show.ranking_axes import critical_difference

        return critical_difference(self, ax)

    def _repr_html_(self) -> str:
        from errbar.show.ranking import datasets_html

        return datasets_html(self)

    def __str__(self) -> str:
        from errbar.show.ranking import datasets_text

        return datasets_text(self)
