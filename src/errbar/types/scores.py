"""Scores: the only hand-off between fitting and inference. Losses made elsewhere enter here too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from errbar.check import Range, check_count, check_name, check_range, check_text
from errbar.core.arrays import Floats
from errbar.core.direction import check_loss_names
from errbar.errors import InputError, NeedsError
from errbar.plans.families import TestSet
from errbar.plans.plan import Plan
from errbar.show.call import Call, recorded
from errbar.types.answer import Shown
from errbar.types.blind_order import blind_order
from errbar.types.handed_in import check_built, flat_losses, model_names, plan_from_indices, plan_from_sizes
from errbar.types.judged import JudgedItems
from errbar.types.moments import Moments
from errbar.types.predictions import Predictions
from errbar.types.ranges import ANY, RANGES, check_inside, known_range, of_difference
from errbar.types.runs import Runs, joined_runs
from errbar.types.split_values import read_split_values

if TYPE_CHECKING:
    from os import PathLike

    from errbar.types.flipped import Flipped
    from errbar.types.preferences import Preferences

EQUAL = 1e-9  # a mean of equal losses is not further from them, relatively
ONLY_SUMS = "Each loss is needed here, and only sums were kept: read the table with keep='items'."
LOSS_NAMES = ("zero_one", "hamming", "squared", "absolute", "log", "brier", "logistic", "linear_soft")


@dataclass(frozen=True, eq=False, repr=False)
class Scores(Shown):
    """What each model scored in each split of a plan.

    Parameters
    ----------
    plan : the splits.
    names : one name per model; one series called "a - b" after `difference`.
    values : models x splits, the mean loss (or the scorer's value) of each split.
    items : models x test examples, splits one after another, or None where only `values` are known.
    loss : name of the loss or scorer.
    loss_range : smallest and largest possible loss, where there is one; losses outside it are refused.
    greater_is_better : direction; False for a loss.
    is_difference : whether the series is the difference of two models.
    details : what fitting reports (seconds, paths taken, warnings).
    notes : what the user should know about these scores.
    sums : in place of `items`, the sufficient statistics of a fixed model's test items (tables larger than memory).
    predictions : labels and outputs, where the score is no mean of losses (AUC, F1).
    averaged : whether each item's loss is the mean of several 0/1 losses, of repeated answers.
    others : the same models on the same splits by further metrics.
    judged : a judge's scores of these items and of others, where these are people's labels.
    stages : of a race, what there was when models left it: the first splits, with those that left then.
    runs : of models that were trained several times, what each run scored on each item; `items` are their means.
    """

    plan: Plan
    names: tuple[str, ...]
    values: Floats
    items: Floats | None = None
    loss: str = "loss"
    loss_range: tuple[float, float] | None = None
    greater_is_better: bool = False
    is_difference: bool = False
    details: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    sums: Moments | None = None
    predictions: Predictions | None = None
    averaged: bool = False
    others: tuple[Scores, ...] = ()
    judged: JudgedItems | None = None
    runs: Runs | None = None
    stages: tuple[Scores, ...] = ()
    _call: Call | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for array in (self.values, self.items):
            if array is not None:
                array.setflags(write=False)
        if self.loss_range is not None and not self.is_difference:  # a difference of losses that were checked
            numbers = self.values if self.items is None else self.items
            check_inside(f"{self.loss!r}", self.names, numbers, self.loss_range)

    # -- made elsewhere -------------------------------------------------------------------------------------

    @classmethod
    @recorded
    def from_losses(
        cls,
        losses: Mapping[str, Sequence[ArrayLike] | ArrayLike],
        *,
        plan: Plan,
        loss: str = "loss",
        loss_range: tuple[float, float] | None = None,
    ) -> Scores:
        """Losses per example: for each model a list of one array per split, aligned with `plan[i][1]`.

        For an unrepeated K-fold or a hold-out also one array of length n (or n_test) in row order. Losses outside
        `loss_range`, or outside what a loss of that name can be, are refused. Items have no names here: a method that
        needs an order (betting) takes them in a fixed shuffled one, by their places.

        Examples
        --------
        >>> import errbar as eb
        >>> plan = eb.plans.kfold(2).build(4, random_state=0)
        >>> eb.Scores.from_losses({"a": [0.0, 1.0, 0.0, 0.0]}, plan=plan).values.sum()
        np.float64(0.5)
        """
        check_loss_names([check_text("loss", loss)], None, instead="1 minus it, or Scores.from_table(score=...)")
        names = model_names(losses)
        check_built(plan)
        items = np.stack([flat_losses(name, losses[name], plan) for name in names])
        if loss_range is not None:
            loss_range = check_range("loss_range", loss_range)
        elif loss in LOSS_NAMES:
            check_inside(f"{loss!r}", names, items, RANGES[loss])
            loss_range = RANGES[loss] if np.isfinite(RANGES[loss]).all() else None
        return cls(plan, names, split_means(items, plan), items, loss, loss_range)

    @classmethod
    @recorded
    def from_splits(
        cls,
        values: Mapping[str, Any] | ArrayLike,
        *,
        n_train: int | ArrayLike | None = None,
        n_test: int | ArrayLike | None = None,
        plan: Plan | None = None,
        loss: str = "score",
        greater_is_better: bool | None = None,
    ) -> Scores:
        """One number per split and model; sizes scalar or one per split, or a `plan` that knows them.

        Of K folds whose size nobody knows, n_train=K-1 and n_test=1 give the ratio; no size is then spoken of.

        `values` maps names to numbers; a model's numbers may be the dictionary `cross_validate` returns (with
        `return_indices=True` it brings its splits). Without names, one list or one such dictionary is "model", and
        the `cv_results_` of a search gives one model per candidate, named by its parameters.

        The direction must be known: from scikit-learn's dictionaries (greater is better, `neg_` scorers too), from
        the name of a known `loss` or scorer such as "accuracy" or "rmse", or from `greater_is_better`.

        Examples
        --------
        >>> import errbar as eb
        >>> eb.Scores.from_splits([0.1, 0.2, 0.3], n_train=2, n_test=1, loss="error").names
        ('model',)
        """
        found = read_split_values(values)
        check_text("loss", loss)
        names, rows = tuple(found.rows), list(found.rows.values())
        lengths = {row.size for row in rows}
        if len(lengths) != 1:
            given = ", ".join(f"{name}: {row.size}" for name, row in found.rows.items())
            raise InputError(f"Every model needs one number per split, the same splits for all; got {given}.")
        n_splits = lengths.pop()
        if plan is None:
            plan = plan_from_indices(found.indices) or plan_from_sizes(n_splits, n_train, n_test)
        elif n_train is not None or n_test is not None:
            raise InputError("Give either plan or n_train and n_test, not both: the plan knows its sizes.")
        check_built(plan)
        if len(plan) != n_splits:
            raise InputError(f"The plan has {len(plan)} splits but {n_splits} numbers were given.")
        name = found.metric if loss == "score" and found.metric is not None else loss
        better = found.direction(name, greater_is_better)
        return cls(plan, names, np.stack(rows), None, name, None, better, notes=found.notes)

    @classmethod
    @recorded
    def from_table(
        cls,
        source: Any,
        *,
        item: str | None = None,
        model: str | None = None,
        loss: str | Sequence[str] | Mapping[str, str] | None = None,
        score: str | Sequence[str] | Mapping[str, str] | None = None,
        correct: str | Sequence[str] | Mapping[str, str] | None = None,
        y_true: str | None = None,
        y_pred: str | Sequence[str] | Mapping[str, str] | None = None,
        y_score: str | Sequence[str] | Mapping[str, str] | None = None,
        metric: str | Callable[..., float] | None = None,
        positive: Any = None,
        split: str | None = None,
        repeat: str | None = None,
        reduce: str = "mean",
        run: str | None = None,
        group: str | None = None,
        time: str | None = None,
        models: Sequence[str] | None = None,
        n_train: int | None = None,
        n_test: int | None = None,
        missing: Literal["error", "drop", "keep"] = "error",
        keep: Literal["auto", "items", "sums"] = "auto",
        loss_range: tuple[float, float] | None = None,
        score_range: tuple[float, float] | None = None,
        greater_is_better: bool | None = None,
        judge: str | Sequence[str] | Mapping[str, str] | None = None,
        labelled: Literal["check", "random"] = "check",
    ) -> Scores:
        """Rows made elsewhere: one per item and model (long), or one per item with a column per model (wide).

        Models are matched item by item; a missing item, a copy, two groups of one item or a loss that is no number is
        an error that names the first five offenders.

        Parameters
        ----------
        source : CSV, CSV.gz, Parquet or JSON-lines file, several of them or a glob; a pandas, Polars or Arrow table, a
            mapping of columns; or a lazy Polars, Ibis, Spark or DuckDB table, which stays on its own engine.
        item : the column that names the items. A table with one number per split needs none, nor does one with a column
            for each of several models: there every row is an item, and no name is read (nor found twice).
        model : the column that names the model (long); leave it out for a wide table.
        loss, score, correct, y_pred with y_true : one of them says how wrong or how good each row is: a loss (lower is
            better), a score (greater is better), right or wrong (or a share of credit; told as the error), or a
            predicted label. One column (long), or a list or mapping name -> column (wide).
        y_score, metric, positive : outputs for metric="roc_auc", labels in y_pred for "f1", or your own
            (y_true, output) -> number; `positive` is the label that counts as positive.
        split, repeat : the split of each row, and its repeat; the scores are then those of a resampled algorithm.
            Without `split`, `repeat` numbers several answers to the same item, which are averaged first.
        reduce : what several right or wrong answers to an item come to: "mean", "pass@2" (one of two tries is right) or
            "pass^2" (both are), with any number for 2; every item needs so many answers.
        run : the column that names the training run (seed) of each row: the answer is then about the training
            procedure, over new runs and new items. Each model may have runs of its own; every run has every item,
            unless `missing` is "keep".
        group : the column of groups whose items are not independent.
        time : the column of times, by which losses are put into order; items need no other name then, and `group` tells
            several series apart. Numbers, dates, or text that sorts as time does (2026-01-31).
        models : read only these.
        n_train, n_test : sizes of the splits, where the table does not show them.
        missing : "error", or "drop" items that not every model has; `notes` says which. With `run`, "keep" keeps items
            that some runs have no value for, which the interval allows for.
        loss_range, score_range : smallest and largest possible value of `loss` or `score`, where there is one; bounds
            need it.
        greater_is_better : the direction, where it is not as `loss` and `score` say: a loss column with the name of a
            score, a score column with the name of a loss, and a metric of your own are refused without it.
        keep : "items", only "sums" (any number of rows), or "auto": sums where items would take much of the memory.
        judge : a second column (a wide table: one per model) with what a judge, a program or a model, says of every
            item in the same units, where people's labels in `loss`, `score` or `correct` are missing for most items.
        labelled : "check" that items with a label look like a random draw from all, or "random": they were drawn so.

        Examples
        --------
        >>> import errbar as eb
        >>> table = {"id": [1, 2, 3, 1, 2, 3], "who": ["a"] * 3 + ["b"] * 3, "ok": [1, 0, 1, 1, 1, 1]}
        >>> scores = eb.Scores.from_table(table, item="id", model="who", correct="ok")
        >>> eb.infer(scores, model="a", versus="b").estimate
        0.3333333333333333
        """
        from errbar.tables.read import from_table

        return from_table(
            source, item=item, model=model, loss=loss, score=score, correct=correct, y_true=y_true, y_pred=y_pred,
            y_score=y_score, metric=metric, positive=positive, split=split, repeat=repeat, reduce=reduce, run=run,
            group=group, time=time, models=models,
            n_train=n_train, n_test=n_test, missing=missing, keep=keep, loss_range=loss_range, score_range=score_range,
            greater_is_better=greater_is_better, judge=judge, labelled=labelled,
        )  # fmt: skip

    @classmethod
    def from_preferences(
        cls, table: Any, *, a: str, b: str, winner: str, group: str | None = None, judge: str | None = None
    ) -> Preferences:
        """Votes between two models at a time, for `eb.rank`.

        Parameters
        ----------
        table : a file, a frame or a mapping of columns, with one row per vote.
        a, b : the columns of the two models; `a` was shown first.
        winner : the column of the one preferred: its name, or "a", "b" or "tie".
        group, judge : columns of what votes have in common, such as the prompt, and of who voted.

        Examples
        --------
        >>> import errbar as eb
        >>> votes = {"a": ["x", "y", "x", "y"], "b": ["y", "x", "y", "x"], "won": ["x", "y", "tie", "x"]}
        >>> round(float(eb.rank(eb.Scores.from_preferences(votes, a="a", b="b", winner="won")).win_rate[0]), 3)
        0.625
        """
        from errbar.tables.vote_rows import from_preferences

        return from_preferences(table, a=a, b=b, winner=winner, group=group, judge=judge)

    @classmethod
    @recorded
    def from_predictions(
        cls,
        y_true: ArrayLike,
        outputs: Mapping[str, ArrayLike],
        *,
        metric: str | Callable[..., float] = "roc_auc",
        positive: Any = 1,
        groups: ArrayLike | None = None,
        greater_is_better: bool | None = None,
    ) -> Scores:
        """What fixed models said about labelled items, for a metric that is no mean of losses.

        Parameters
        ----------
        y_true : one label per item.
        outputs : name -> one output per item: a score for "roc_auc", a label for "f1", or what your metric reads.
        metric : "roc_auc", "f1", or (y_true, output) -> number.
        positive : the label that counts as positive.
        groups : one label per item; items of a group are not independent.
        greater_is_better : the direction of a metric of your own, where its name is not a known one.

        Examples
        --------
        >>> import errbar as eb
        >>> y, a = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0], [.9, .8, .7, .4, .6, .5, .4, .3, .2, .1]
        >>> r = eb.infer(eb.Scores.from_predictions(y, {"a": a}), null=0.5)
        >>> print(f"{r.method} {r.estimate:.10f} {r.se:.10f}")
        delong 0.8958333333 0.1156203077
        """
        from errbar.types.of_predictions import from_predictions

        return from_predictions(
            y_true, outputs, metric=metric, positive=positive, groups=groups, greater_is_better=greater_is_better
        )

    # -- choosing what to infer from ------------------------------------------------------------------------

    def chosen(self, model: str | None = None, versus: str | None = None) -> tuple[str, ...]:
        """The model that is meant, and the one to subtract; a name left out is filled in where there is no choice."""
        names = self.names
        if versus is not None:
            check_name("versus", versus, names)
            if model is None:
                others = [name for name in names if name != versus]
                if len(others) != 1:
                    listed = ", ".join(others) or "none"
                    raise InputError(f"versus={versus!r} needs model= as well; choose from: {listed}.")
                model = others[0]
            return check_name("model", model, names), versus
        if model is None and len(names) != 1:
            raise InputError(f"Say which model=, or model= and versus=; these scores hold: {', '.join(names)}.")
        return (names[0] if model is None else check_name("model", model, names),)

    @property
    def metrics(self) -> tuple[str, ...]:
        """What the models were judged by; the first is the one these scores are of."""
        return (self.loss, *(other.loss for other in self.others))

    def by(self, metric: str | None) -> Scores:
        """The scores by one of the metrics; None means the first."""
        if metric is None:
            return self
        place = self.metrics.index(check_name("metric", metric, self.metrics))
        return self.others[place - 1] if place else self._but(others=())

    def only(self, name: str) -> Scores:
        """The scores of one model."""
        return self._row(self.names.index(check_name("model", name, self.names)))

    def _row(self, row: int) -> Scores:
        return self._but(
            names=(self.names[row],),
            values=self.values[row : row + 1],
            items=None if self.items is None else self.items[row : row + 1],
            sums=None if self.sums is None else self.sums.only(row),
            predictions=None if self.predictions is None else self.predictions.pick([row]),
            others=(),
            judged=None if self.judged is None else self.judged.only(row),
            runs=None if self.runs is None else self.runs.pick([row]),
        )

    def _but(self, **other: Any) -> Scores:
        """The same with other values, which were checked as part of these."""
        made = object.__new__(type(self))
        for one in fields(self):
            value = other.get(one.name, getattr(self, one.name)) if one.init else None
            object.__setattr__(made, one.name, value)
        return made

    def noted(self, *notes: str) -> Scores:
        """The same with more notes."""
        return self._but(notes=(*self.notes, *notes))

    def difference(self, a: str, b: str) -> Scores:
        """The paired difference a - b, example by example where losses are known."""
        first, second = self.only(a), self.only(b)
        if a == b:
            raise InputError(f"A model cannot be compared with itself: both are {a!r}.")
        items = None if first.items is None or second.items is None else first.items - second.items
        # the mean of differences, not the difference of means: equal models then differ by exactly zero
        values = first.values - second.values if items is None else split_means(items, self.plan)
        rows = [self.names.index(a), self.names.index(b)]
        return replace(
            self,
            names=(f"{a} - {b}",),
            values=values,
            items=items,
            is_difference=True,
            loss_range=None if self.loss_range is None else of_difference(self.loss_range),
            sums=None if self.sums is None else self.sums.difference(*rows),
            predictions=None if self.predictions is None else self.predictions.pick(rows),
            others=(),
            judged=None if self.judged is None else self.judged.difference(rows),
            runs=None if self.runs is None else self.runs.pick(rows),
        )

    def flipped(self, a: str, b: str) -> Flipped:
        """The items on which two trained models differ, by name, the largest differences first."""
        from errbar.types.flipped import Flipped

        return Flipped.of(self, check_name("model", a, self.names), check_name("model", b, self.names))

    def view(self, kind: str) -> Scores:
        """The scores of the splits that a plan of `kind` needs."""
        if kind == self.plan.kind:
            return self
        places = self.plan.places(kind)
        items = None
        if self.items is not None:
            ends = self.offsets
            items = np.concatenate([self.items[:, ends[s.start] : ends[s.stop]] for s in places], axis=1)
        values = np.concatenate([self.values[:, s] for s in places], axis=1)
        said = self.predictions
        if said is not None:
            ends = self.offsets
            said = said.among(np.concatenate([np.arange(ends[s.start], ends[s.stop]) for s in places]))
        return replace(self, plan=self.plan.view(kind), values=values, items=items, predictions=said, others=())

    def first(self, n_splits: int) -> Scores:
        """The scores of the first `n_splits` splits alone, as if no more had been run."""
        have = len(self.plan.parts[0])
        if check_count("n_splits", n_splits) > have:
            raise InputError(f"n_splits must be at most {have}, the splits behind the estimate; got {n_splits}.")
        items = None if self.items is None else self.items[:, : self.offsets[n_splits]]
        plan = self.plan.chosen(np.arange(n_splits))
        said = None if self.predictions is None else self.predictions.among(np.arange(self.offsets[n_splits]))
        values = self.values[:, :n_splits]
        return replace(self, plan=plan, values=values, items=items, predictions=said, others=())

    def join(self, other: Scores) -> Scores:
        """Models scored on the same splits, put together; refused where the splits or losses differ."""
        check_scores(other)
        of_both = [(s.sums is None, s.judged is None, s.predictions is None) for s in (self, other)]
        if of_both[0] != of_both[1] or not all(of_both[0][:2]):
            raise InputError(
                "Scores kept as sums or as predictions, or with a judge, cannot be joined: read all models in one call."
            )
        if self.plan.fingerprint() != other.plan.fingerprint():
            raise InputError("These scores come from different splits and cannot be compared: use one plan for both.")
        if self.loss != other.loss:
            raise InputError(f"These scores are of different losses: {self.loss!r} and {other.loss!r}.")
        if self.greater_is_better != other.greater_is_better:
            raise InputError(f"Greater {self.loss!r} is better in one of these scores and worse in the other.")
        twice = sorted(set(self.names) & set(other.names))
        if twice:
            raise InputError(f"Both scores have a model called {twice[0]!r}: rename one.")
        items = None
        if self.items is not None and other.items is not None:
            items = np.concatenate([self.items, other.items])
        values = np.concatenate([self.values, other.values])
        runs = None if self.runs is None and other.runs is None else joined_runs(self.runs, other.runs)
        said = self.predictions if other.predictions is None else other.predictions.after(self.predictions)
        names = self.names + other.names
        return replace(self, names=names, values=values, items=items, predictions=said, others=(), runs=runs)

    # -- what a method reads (one series) -------------------------------------------------------------------

    @property
    def per_split(self) -> Floats:
        """One number per split of the only series."""
        if len(self.names) != 1:
            raise NeedsError(f"Choose one model or a difference first; these scores hold {', '.join(self.names)}.")
        row: Floats = self.values[0]
        return row

    @property
    def losses(self) -> Floats:
        """Every test loss of the only series, splits one after another."""
        if self.sums is not None:
            raise NeedsError(ONLY_SUMS)
        if len(self.names) != 1 or self.items is None:
            raise NeedsError("Losses per example are needed here, and only one number per split is known.")
        row: Floats = self.items[0]
        return row

    @property
    def blind_losses(self) -> Floats:
        """The same in an order that cannot know them: by a hash of each item's name, or of its place without one."""
        first = self.plan.parts[0]
        names = first.names if isinstance(first, TestSet) else None
        losses = self.losses
        return losses[blind_order(range(losses.size) if names is None else names.tolist())]

    @property
    def limits(self) -> Range:
        """Smallest and largest value that a mean of these numbers can have; infinite where no end is known."""
        if self.loss_range is not None:
            return self.loss_range
        if self.is_binary:
            return (-1.0, 1.0) if self.is_difference else (0.0, 1.0)
        known = known_range(self.loss)
        if known is None or self.is_difference or (self.items is None and any(" - " in name for name in self.names)):
            return ANY
        # weighted items leave the range and their means do not; or per cent under the name of a share, say
        numbers = self.values if self.items is None or self.weighted else self.items
        return known if numbers.min() >= known[0] and numbers.max() <= known[1] else ANY

    @cached_property
    def moments(self) -> Moments:
        """Counts, means and sums of products of a fixed model's test items, from the items or kept without them."""
        if self.sums is not None:
            return self.sums
        if self.items is None:
            raise NeedsError("Losses per example are needed here, and only one number per split is known.")
        return Moments.of_items(self.items, self.item_groups)

    @property
    def _in_groups(self) -> bool:
        return self.plan.groups is not None if self.sums is None else self.sums.n_groups is not None

    @property
    def item_groups(self) -> NDArray[np.intp] | None:
        """The group number of every test item, in the order of `items`; None where there are no groups."""
        if self.plan.groups is None:
            return None
        return np.concatenate([self.plan.groups[test] for _, test in self.plan])

    @cached_property
    def offsets(self) -> NDArray[np.intp]:
        """Where each split's losses start, and the total at the end."""
        return np.concatenate(([0], np.cumsum(self.plan.n_test)))

    def in_split(self, i: int) -> Floats:
        """The losses of split `i`, aligned with `plan[i][1]`."""
        return self.losses[self.offsets[i] : self.offsets[i + 1]]

    @property
    def weighted(self) -> bool:
        """Whether losses count as much as their weights say: no counts then, whatever their values."""
        return "weights" in self.details

    @cached_property
    def is_binary(self) -> bool:
        """Whether every loss is 0 or 1 (a difference: -1, 0 or 1)."""
        if self.weighted:
            return False
        if self.sums is not None:
            return all(self.sums.binary)
        if self.items is None:
            return False
        size = np.abs(self.items)
        return bool(((size == 0) | (size == 1)).all()) and (self.is_difference or bool((self.items >= 0).all()))

    @cached_property
    def counts_errors(self) -> bool:
        """Whether these are 0/1 losses, or shares of right or wrong answers in test sets of known size."""
        if self.items is not None:
            return self.is_binary
        if self.weighted or self.loss not in ("zero_one", "accuracy") or not self.plan.knows_sizes:
            return False
        low = -1.0 if self.is_difference else 0.0
        if not ((self.values >= low) & (self.values <= 1.0)).all():
            return False
        counts = self.values * self.plan.n_test
        return bool(np.allclose(counts, np.round(counts), rtol=0.0, atol=1e-6))

    def all_count_errors(self, names: tuple[str, ...]) -> bool:
        """The same of each of these models; two that are always equal say nothing of it in their difference."""
        return all(self._row(self.names.index(name)).counts_errors for name in names)

    # -- showing and keeping --------------------------------------------------------------------------------

    def plot(self, ax: Any = None, *, model: str | None = None, versus: str | None = None) -> Any:
        """Draw a dot per split; with `versus`, both errors of every split, joined, and their difference.

        Returns the matplotlib axes. The spread of the dots is not the error bar: splits share training data.
        """
        from errbar.show.split_dots import plot_splits

        return plot_splits(self, self.chosen(model, versus), ax)

    def __str__(self) -> str:
        from errbar.show.scores import scores_text

        return scores_text(self)

    def to_frame(self) -> Any:
        """A pandas DataFrame with one row per model and split."""
        from errbar.types.frame import frame

        labels = {name: list(column) * len(self.names) for name, column in self.plan.labels().items()}
        models = [name for name in self.names for _ in range(len(self.plan))]
        sizes = {
            "n_train": list(self.plan.n_train) * len(self.names),
            "n_test": list(self.plan.n_test) * len(self.names),
        }
        return frame({"model": models, **labels, **sizes, "value": self.values.ravel()})

    def save(self, path: str | PathLike[str]) -> None:
        """Write to one `.npz` file; arrays and JSON only, no pickle."""
        from errbar.types.archive import save_scores

        save_scores(self, path)

    @classmethod
    @recorded
    def load(cls, path: str | PathLike[str]) -> Scores:
        """Read what `save` wrote."""
        from errbar.types.archive import load_scores

        return load_scores(path)


def check_scores(scores: object) -> Scores:
    """Whether these are scores at all."""
    if not isinstance(scores, Scores):
        raise InputError(f"scores must be Scores, from eb.collect or Scores.from_...; got {type(scores).__name__}.")
    return scores


def limits_of(scores: Scores, series: Scores) -> Range:
    """What a mean of `series` can be, one of `scores` or a difference: known of the models' own, twice as wide then."""
    if series.loss_range is not None or scores.is_difference or not series.is_difference:
        return series.limits
    return of_difference(scores.limits)


def split_means(items: Floats, plan: Plan) -> Floats:
    """Mean of each split's losses; a split whose losses are all equal has exactly that mean."""
    n_test = plan.n_test
    changes = 1 + np.flatnonzero(np.diff(n_test))  # splits of one size in a row are averaged together
    ends = np.concatenate(([0], np.cumsum(n_test)))
    means = np.empty((items.shape[0], len(plan)))
    for start, stop in pairwise([0, *changes.tolist(), len(plan)]):
        blocks = items[:, ends[start] : ends[stop]].reshape(items.shape[0], stop - start, int(n_test[start]))
        found, first = blocks.mean(axis=2), blocks[:, :, 0]
        with np.errstate(invalid="ignore"):  # infinite losses
            near = (np.abs(found - first) <= EQUAL * np.abs(first)) | ~np.isfinite(found)
        for place in np.argwhere(near & (found != first)):  # equal losses, whose mean was rounded?
            row, split = place
            if (blocks[row, split] == first[row, split]).all():
                found[row, split] = first[row, split]
        means[:, start:stop] = found
    return means
