"""What every evaluation log is read into, sample by sample -> Scores, in the words of the log: accuracy is accuracy."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any

from errbar.check import check_mapping, check_name, check_number, check_some_text
from errbar.core.direction import check_direction, direction_of
from errbar.errors import InputError
from errbar.tables.file_text import plain, shown
from errbar.tables.marks import as_number, direction_of_marks, is_mark
from errbar.tables.offenders import listed
from errbar.tables.read import Keep, from_table
from errbar.tables.source import Missing
from errbar.types import Scores

ALL = "all"  # every scorer, as several metrics
TASK = "task"
LOG_LIKELIHOOD = "log_likelihood"  # greater is better, and no share


@dataclass(frozen=True, slots=True)
class LogRow:
    """One answer of one model to one item.

    Parameters
    ----------
    where : file and place, as an error names it.
    model, task, item : what is matched; an item is one of its task.
    epoch : numbers several answers of one model to one item.
    scores : scorer -> the score as the log has it; one that is a dictionary has an entry for each of its keys.
    about : what the log says of the item: groups and subgroups are named by its keys.
    created : when, as text that sorts; of two runs of one task the later one counts.
    known : scorer -> whether greater is better, where the log says so.
    """

    where: str
    model: str
    task: str
    item: str
    epoch: int
    scores: Mapping[str, Any]
    about: Mapping[str, Any] = field(default_factory=dict)
    created: str = ""
    known: Mapping[str, bool] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return plain(f"{self.task}/{self.item}" if self.task else self.item)

    def label(self, key: str) -> str | None:
        """The task, or what the log says under a key; "a.b" looks inside."""
        if key == TASK and TASK not in self.about:
            return self.task
        value: Any = self.about
        for part in [key] if key in self.about else key.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        return None if value is None else plain(str(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class LogAsked:
    """How logs are read, and what is asked of their rows."""

    format: str = "auto"
    filter: str | None = None
    fields: Mapping[str, str] | None = None
    scorer: str | Sequence[str] | None = None
    group: str | None = None
    by: str | None = None
    reduce: str = "mean"
    models: Sequence[str] | None = None
    missing: Missing = "error"
    keep: Keep = "auto"
    greater_is_better: bool | None = None
    score_range: tuple[float, float] | None = None
    marks: Mapping[str, float] | None = None

    def __post_init__(self) -> None:
        check_some_text("filter", self.filter)
        check_some_text("group", self.group)
        if self.fields is not None:
            check_mapping("fields", self.fields, "{'item': 'rows[].id', 'score': 'rows[].score'}")
        if self.marks is not None:
            for word, value in check_mapping("marks", self.marks, "{'agree': 4, 'disagree': 2}").items():
                check_number(f"marks[{word!r:.40}]", value)
        if not isinstance(self.scorer, str | Sequence | None):
            raise InputError(f"scorer= names one scorer, or several different ones; got {self.scorer!r:.80}.")

    @property
    def about(self) -> tuple[str, ...]:
        """Keys that groups and subgroups are named by."""
        return tuple(key for key in (self.group, self.by) if key is not None)


def scores_of_rows(rows: Sequence[LogRow], asked: LogAsked, notes: Sequence[str] = ()) -> Scores:
    """One metric for each scorer that is asked for, the first one first."""
    if not rows:
        raise InputError("The logs hold no samples.")
    scorers = _scorers(rows, asked.scorer)
    found = [_by_scorer(rows, scorer, asked, alone=len(scorers) == 1) for scorer in scorers]
    first = found[0].noted(*notes) if notes else found[0]
    return replace(first, others=tuple(found[1:])) if found[1:] else first


def labels_of_rows(rows: Sequence[LogRow], key: str, items: Collection[str]) -> dict[str, str]:
    """Item -> what the log says of it under a key, for the items that are asked about."""
    found: dict[str, str] = {}
    for row in (one for one in rows if one.name in items):
        label = row.label(key)
        if label is None:
            keys = sorted({TASK, *(name for one in rows for name in one.about)})
            raise InputError(f"{row.where} has no {key!r}; subgroups can be named by {listed(keys, total=len(keys))}.")
        if found.setdefault(row.name, label) != label:
            raise InputError(f"Item {row.name!r} is in two subgroups: {found[row.name]!r} and {label!r}.")
    return found


def _scorers(rows: Sequence[LogRow], asked: str | Sequence[str] | None) -> list[str]:
    names = sorted({name for row in rows for name in row.scores})
    if not names:
        raise InputError("The logs hold no scores: were they scored?")
    if asked == ALL and ALL not in names:
        return names
    if asked is None and len(names) > 1:
        by_task = _by_task(rows)
        told = "; ".join(f"{task}: {', '.join(own)}" for task, own in by_task.items()) if by_task else ", ".join(names)
        raise InputError(f"Say which scorer= (--scorer), or 'all'; the logs hold {told}.")
    chosen = names if asked is None else [asked] if isinstance(asked, str) else list(asked)
    if not chosen or len(set(chosen)) < len(chosen):
        raise InputError("scorer= names one scorer, or several different ones.")
    for name in chosen:
        inside = [one for one in names if one.startswith(f"{name}/")]
        if name not in names and inside:
            raise InputError(f"Scorer {name!r} gives a dictionary; choose one of its keys: {', '.join(inside)}.")
    return [check_name("scorer", name, names) for name in chosen]


def _by_task(rows: Sequence[LogRow]) -> dict[str, list[str]]:
    """What each task is scored by, where tasks differ in it."""
    found: dict[str, set[str]] = {}
    for row in rows:
        found.setdefault(row.task, set()).update(row.scores)
    same = len({frozenset(names) for names in found.values()}) == 1
    return {} if same else {task: sorted(names) for task, names in sorted(found.items())}


def _by_scorer(rows: Sequence[LogRow], scorer: str, asked: LogAsked, *, alone: bool) -> Scores:
    tasks = {row.task for row in rows}
    scored = {row.task for row in rows if scorer in row.scores}
    held = [row for row in rows if row.task in scored]
    raw = [row.scores.get(scorer) for row in held]
    values = [as_number(row.where, scorer, value, asked.marks) for row, value in zip(held, raw, strict=True)]
    said, told = check_direction(asked.greater_is_better), {one.known[scorer] for one in held if scorer in one.known}
    name = scorer.rpartition("/")[2]
    known = direction_of_marks(name, raw, said) if len(told) != 1 else told.pop()
    better = direction_of("these scores", name, known if said is None else said)
    columns: dict[str, Any] = {
        "item": [row.name for row in held],
        "model": [row.model for row in held],
        "epoch": [row.epoch for row in held],
        "score": values,
    }
    if asked.group is not None:
        columns["group"] = [_group(row, asked.group) for row in held]
    marked = alone and all(is_mark(value) for value in raw if value is not None)
    scores = from_table(
        columns,
        item="item",
        model="model",
        score="score",
        repeat="epoch" if len(set(columns["epoch"])) > 1 or asked.reduce != "mean" else None,
        reduce=asked.reduce,
        group=None if asked.group is None else "group",
        models=asked.models,
        missing=asked.missing,
        keep=asked.keep,
        score_range=asked.score_range or _credit(name, values, said is None and direction_of_marks(name, raw, None)),
        greater_is_better=better,
        epochs=asked.fields is None,
    )
    left = sorted(tasks - scored)
    more = [f"Left out, because nothing there is scored by {scorer}: {listed(left, total=len(left))}."] if left else []
    loss = scores.loss if asked.reduce != "mean" else "accuracy" if marked else name
    return replace(scores, loss=loss, notes=(*scores.notes, *more))


def _group(row: LogRow, key: str) -> str:
    found = row.label(key)
    if found is None:
        there = [TASK, *row.about]
        raise InputError(f"{row.where} has no {shown(key)} to group by; it has {listed(there, total=len(there))}.")
    return found


def _credit(name: str, values: Sequence[float], known: bool | None) -> tuple[float, float] | None:
    """0 to 1 for scores that are known to be shares of credit; refused where they go beyond."""
    if not known or name == LOG_LIKELIHOOD:
        return None
    finite = [value for value in values if isfinite(value)]
    if finite and (min(finite) < 0 or max(finite) > 1):
        raise InputError(
            f"The scores of {name!r} go from {min(finite):g} to {max(finite):g}, beyond 0 to 1: give their smallest "
            "and largest possible value with score_range= (--score-range)."
        )
    return 0.0, 1.0
