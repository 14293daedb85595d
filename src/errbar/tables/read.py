"""A table of losses or predictions -> Scores: every item in memory, or only its sums."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from errbar.check import check_name, check_names, refuse_given
from errbar.core.passes import Tries
from errbar.errors import InputError
from errbar.plans.families import Explicit, Sizes, TestSet, structure
from errbar.tables.align import (
    broken,
    check_answers,
    check_right_or_wrong,
    check_unique,
    explain_broken,
    explain_incomplete,
    flawed,
    incomplete,
    lined_up,
    per_item,
    some_models,
)
from errbar.tables.answer_spread import answer_spread
from errbar.tables.file_text import shown, told
from errbar.tables.in_runs import answer_squares, check_answers_alike, in_runs
from errbar.tables.layout import Columns, TableLayout, ValueColumns, choose_columns, explain_no_rows, open_table
from errbar.tables.memory import memory
from errbar.tables.offenders import FIRST, listed
from errbar.tables.run_holes import fill_holes
from errbar.tables.source import ROW, Engine, Frame, Missing, fetch, fetch_rows
from errbar.tables.sums import sum_up
from errbar.tables.times import time_order
from errbar.tables.truths import as_number
from errbar.types import Moments, Plan, Scores
from errbar.types.handed_in import check_sizes
from errbar.types.judged import JudgedItems, check_enough_labels, other_groups
from errbar.types.of_predictions import from_predictions
from errbar.types.scores import split_means

Keep = Literal["auto", "items", "sums"]

IN_MEMORY = 256 * 2**20  # bytes, or a 16th of the memory if that is less: items that take more are kept as sums
BYTES = {"number": 48, "text": 160}  # of an item while it is read, beside 24 for every loss: measured, rounded up


def from_table(
    source: Any,
    *,
    item: str | None = None,
    model: str | None = None,
    loss: ValueColumns | None = None,
    score: ValueColumns | None = None,
    correct: ValueColumns | None = None,
    y_true: str | None = None,
    y_pred: ValueColumns | None = None,
    y_score: ValueColumns | None = None,
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
    missing: Missing = "error",
    keep: Keep = "auto",
    loss_range: tuple[float, float] | None = None,
    score_range: tuple[float, float] | None = None,
    greater_is_better: bool | None = None,
    judge: ValueColumns | None = None,
    labelled: Literal["check", "random"] = "check",
    ordered: bool = False,
    epochs: bool = False,
) -> Scores:
    """See `Scores.from_table`; `ordered` keeps items in the order of the rows instead of sorting them by name.

    `epochs`: a log says that repeats are answers of one model, and nobody asks whether they are training runs.
    """
    missing = check_name("missing", missing, ("error", "drop", "keep"))  # type: ignore[assignment]
    if missing == "keep" and (run is None or repeat is not None):
        raise InputError("missing='keep' is for training runs with one value of an item each: name them with run=.")
    if models is not None and not check_names("models", models):
        raise InputError("models must be a list of names, at least one; got none.")
    keep = check_name("keep", keep, ("auto", "items", "sums"))  # type: ignore[assignment]
    columns = choose_columns(
        item=item,
        model=model,
        values={"loss": loss, "score": score, "correct": correct, "y_pred": y_pred, "y_score": y_score},
        y_true=y_true,
        split=split,
        repeat=repeat,
        group=group,
        metric=metric is not None,
        positive=positive,
        time=time,
        run=run,
        loss_range=loss_range,
        score_range=score_range,
        greater_is_better=greater_is_better,
    )
    _refuse_unread(columns, n_train, n_test)
    if keep == "sums" and (split is not None or metric is not None or ordered or time is not None or run is not None):
        raise InputError("keep='sums' is for mean losses of fixed models: leave split, metric, run and the order out.")
    passes = _check_passes(reduce, columns, keep)
    judging = None if judge is None else _judging(columns, judge, whole=passes is None and keep != "sums")
    check_name("labelled", labelled, ("check", "random"))
    if run is not None and (passes is not None or judging is not None):
        raise InputError("run= goes with the losses or scores of every run: leave judge= and reduce= out.")
    with Engine() as engine:
        if judging is not None:
            return _beside_judge(engine, (source, models, missing), columns, judging, at_random=labelled == "random")
        ordered = ordered or not columns.keys
        table = open_table(engine, source, columns, models, numbered=ordered)
        check_unique(table)
        check_answers(table)
        items = per_item(table)
        if passes is not None:
            check_right_or_wrong(table)
        mean = split is None and metric is None and passes is None and run is None
        if keep == "sums" or (keep == "auto" and mean and _is_long(table)):
            engine.group_by_place(len(table.names))
            moments, notes = _sums(table, items, missing)
            return _summed(table, moments, notes)
        found, notes = _items(engine, table, items, missing)
        if not epochs:
            notes = [*notes, *check_answers_alike(table)]
        squares = answer_squares(table)
        found, known, more = fill_holes(table.runs if missing == "keep" else None, table.names, found)
        notes = [*notes, *more]
        spread = _spread(table, found) if mean else {}
    if split is not None:
        return _over_splits(table, found, notes, metric, sizes=(n_train, n_test))
    if passes is not None:
        return _passed(table, found, notes, passes)
    scores = _fixed(table, found, notes, metric, ordered)
    if spread:
        scores = replace(scores, details={**scores.details, **spread})
    return scores if table.runs is None else in_runs(table.runs, scores, found, squares, known)


def _check_passes(reduce: str, columns: Columns, keep: Keep) -> Tries | None:
    """What several answers to an item come to, where that is not their mean."""
    passes = Tries.named(reduce)
    if passes is None:
        return None
    if columns.answers is None or columns.metric or columns.time is not None:
        raise InputError(
            f"reduce={reduce!r} is for several answers per item: name the column that numbers them with repeat= "
            "(--repeat), and leave split=, metric= and time= out."
        )
    if keep == "sums":
        raise InputError(f"reduce={reduce!r} looks at each item's answers: leave keep='sums' out.")
    return passes


def _judging(columns: Columns, judge: ValueColumns, *, whole: bool) -> Columns:
    """The same columns with the judge's in place of people's labels."""
    if columns.kind not in ("loss", "score", "correct") or columns.split is not None or columns.time is not None:
        raise InputError("judge= goes with loss=, score= or correct= of a trained model's items: leave the rest out.")
    if not columns.keys:
        raise InputError("judge= matches labels by item: name the column that tells items apart with item=.")
    if not whole:
        raise InputError("judge= looks at each item: leave keep='sums' and reduce= out.")
    if isinstance(columns.values, str):
        if not isinstance(judge, str):
            raise InputError("With model= the table has one judge column; got several.")
        return replace(columns, values=judge)
    names = list(columns.values)
    given = dict(judge) if isinstance(judge, Mapping) else None
    if given is None:
        listed_columns = [judge] if isinstance(judge, str) else list(judge)
        if len(listed_columns) != len(names):
            raise InputError(
                f"judge= names a column for every model: {len(names)} of them, in the order of {columns.kind}=; got "
                f"{len(listed_columns)}."
            )
        given = dict(zip(names, listed_columns, strict=True))
    for name in names:
        check_name("model of judge", name, given)
    return replace(columns, values={name: given[name] for name in names})


def _beside_judge(
    engine: Engine,
    given: tuple[Any, Sequence[str] | None, Missing],
    columns: Columns,
    judging: Columns,
    *,
    at_random: bool,
) -> Scores:
    """People's labels as scores, with the judge's beside them."""
    source, models, missing = given
    tables = [open_table(engine, source, one, models) for one in (columns, judging)]
    for table in tables:
        check_unique(table)
        check_answers(table)
    said, notes = _items(engine, tables[1], per_item(tables[1]), missing)
    table = tables[0]
    held = per_item(table)
    if _count_faults(table, held)[1]:
        explain_broken(table, held)
    places = range(len(table.names))
    found = fetch(held.sort(*table.keys).select(*table.keys, *(f"x{j}" for j in places)))
    labels = dict(zip(found[table.keys[0]].tolist(), range(found[table.keys[0]].size), strict=True))
    rows = np.array([labels[name] for name in said[table.keys[0]].tolist()], dtype=np.intp)
    numbers = np.stack([np.ma.filled(found[f"x{j}"], np.nan).astype(np.float64)[rows] for j in places])
    known = np.isfinite(numbers)
    has, some = np.asarray(known.all(axis=0)), known.any(axis=0)
    if (some & ~has).any():
        half = np.flatnonzero(some & ~has)
        which = listed([told(said[table.keys[0]][i]) for i in half[:FIRST]], total=half.size)
        if missing == "error":
            raise InputError(
                f"People's labels are there for some models only: {columns.item} {which}. Label such items for every "
                "model, or choose missing='drop' (--missing drop) to take them as items without a label."
            )
        notes = [*notes, f"{half.size:,} item(s) with labels for some models only count as without: {which}."]
    check_enough_labels(int(has.sum()), has.size)
    chosen = {name: column[has] for name, column in said.items()} | {f"x{j}": numbers[j, has] for j in places}
    scores = _fixed(table, chosen, notes, None, False)
    judge = np.stack([said[f"x{j}"].astype(np.float64) for j in places])
    groups = None if "group" not in said else other_groups(said["group"], has)
    names = said[table.keys[0]][~has].astype(object)
    judged = JudgedItems(judge[:, has], judge[:, ~has], np.flatnonzero(has), names, groups, at_random)
    return replace(scores, judged=judged)


def _is_long(table: TableLayout) -> bool:
    """Whether the items would take too much of the memory that there is."""
    n, models = int(fetch_rows(table.rows.select(nw.len().alias("n")))[0][0]), len(table.names)
    items = n if table.is_wide else n // max(models, 1)
    schema = table.rows.collect_schema()
    named = sum(BYTES["number" if schema[key].is_numeric() else "text"] for key in table.keys)
    return items * (named + 24 * models) > min(IN_MEMORY, memory() // 16)


def _sums(table: TableLayout, items: Frame, missing: Missing) -> tuple[Moments, list[str]]:
    quick = table.columns.answers is None
    moments = sum_up(table, lined_up(table), flawed(table)) if quick else sum_up(table, items)
    if moments is not None:
        return moments, []
    n_broken, n_incomplete = _count_faults(table, items)[1:]
    if n_broken:
        explain_broken(table, items)
    notes = _dropped(n_incomplete, explain_incomplete(table, items, missing)) if n_incomplete else []
    moments = sum_up(table, items.filter(~incomplete(table))) if n_incomplete else None
    if moments is None:
        raise InputError("The losses are too large to be squared and summed.")
    return moments, notes


def _count_faults(table: TableLayout, items: Frame) -> tuple[int, int, int]:
    """Items in all, broken ones, incomplete ones."""
    counts = items.select(
        nw.len().alias("n"),
        as_number(broken(table)).sum().alias("broken"),
        as_number(incomplete(table)).sum().alias("incomplete"),
    )
    n, n_broken, n_incomplete = (int(count or 0) for count in fetch_rows(counts)[0])
    return n, n_broken, n_incomplete


def _items(
    engine: Engine, table: TableLayout, items: Frame, missing: Missing
) -> tuple[dict[str, NDArray[Any]], list[str]]:
    """Every item that lines up, in order, and what was left out."""
    held = engine.hold(items)
    n, n_broken, n_incomplete = _count_faults(table, held)
    if not n:
        explain_no_rows(table)
    if n_broken:
        explain_broken(table, held)
    notes = []
    if n_incomplete:
        why = explain_incomplete(table, held, missing)
        notes = [] if missing == "keep" else _dropped(n_incomplete, why)
        held = held if missing == "keep" else held.filter(~incomplete(table))
        if n_incomplete == n and missing != "keep":
            raise InputError(f"No item has a value for every model: {' '.join(notes)}")
    order = [ROW] if table.numbered else table.keys
    wanted = [*table.keys, *(f"x{j}" for j in range(len(table.names)))]
    extra = [name for name in ("group", "truth") if name in held.collect_schema().names()]
    answers = [f"n{j}" for j in range(len(table.names))] if table.columns.answers is not None else []
    found = fetch(held.sort(*order).select(*wanted, *extra, *answers))
    return found, notes + _uneven_answers(found, answers)


def _dropped(n: int, why: list[str]) -> list[str]:
    left = "1 item was" if n == 1 else f"{n:,} items were"
    return [f"{left} left out because not every model has a value: {some_models(why)}."]


def _uneven_answers(found: dict[str, NDArray[Any]], answers: list[str]) -> list[str]:
    if not answers:
        return []
    counts = np.concatenate([found[name] for name in answers])
    low, high = int(counts.min()), int(counts.max())
    text = str(low) if low == high else f"{low} to {high}"
    return [f"Each item's {text} answers were averaged first; the item is the unit."]


def _fixed(
    table: TableLayout,
    found: dict[str, NDArray[Any]],
    notes: list[str],
    metric: str | Callable[..., float] | None,
    ordered: bool,
) -> Scores:
    times = None
    if table.columns.time is not None:
        times = time_order(table.columns.time, found["k0"])
        order = np.argsort(times, kind="stable")
        times, found = times[order], {name: column[order] for name, column in found.items()}
    items = np.stack([found[f"x{j}"].astype(np.float64) for j in range(len(table.names))])
    codes = np.unique(found["group"], return_inverse=True)[1].astype(np.intp) if "group" in found else None
    n = items.shape[1]
    named = not ordered and (times is None or table.columns.item is not None)
    names = found[table.keys[-1]] if named else None
    plan = Plan("test_set", n, (TestSet(n, "" if ordered else _digest(found, table.keys), names, times),), codes)
    if metric is not None:
        outputs = dict(zip(table.names, items, strict=True))
        better = table.columns.greater_is_better
        return from_predictions(
            found["truth"], outputs, metric=metric, plan=plan, notes=notes, greater_is_better=better
        )
    notes = [*notes, *_nameless(table)]
    name, span, better = _what(table.columns)
    counts = [found[f"n{j}"] for j in range(len(table.names)) if f"n{j}" in found]
    averaged = bool(counts) and _right_or_wrong(items, np.stack(counts))
    if span is None and averaged:
        span = (0.0, 1.0)
    details = {"answers": int(max(count.max() for count in counts))} if counts else {}
    return Scores(
        plan,
        table.names,
        split_means(items, plan),
        items,
        name,
        span,
        better,
        details=details,
        notes=tuple(notes),
        averaged=averaged,
    )


def _passed(table: TableLayout, found: dict[str, NDArray[Any]], notes: list[str], passes: Tries) -> Scores:
    """The same of items judged by k tries at each, as a score: greater is better."""
    places = range(len(table.names))
    for j in places:
        few = np.flatnonzero(found[f"n{j}"] < passes.k)
        if few.size:
            which = listed([told(found[table.keys[-1]][i]) for i in few[:FIRST]], total=few.size)
            raise InputError(
                f"{passes.name} needs at least {passes.k} answers to every item; {shown(table.names[j])} has fewer for "
                f"{table.columns.item} {which}."
            )
    changed = dict(found)
    for j in places:
        n = found[f"n{j}"].astype(np.float64)
        positive = np.round(n * found[f"x{j}"].astype(np.float64))
        changed[f"x{j}"] = passes(n, positive if table.columns.greater_is_better else n - positive)
    notes = [note.replace("were averaged first", f"were reduced to {passes.name} first") for note in notes]
    scores = _fixed(table, changed, notes, None, False)
    return replace(scores, loss=passes.name, loss_range=(0.0, 1.0), greater_is_better=True, averaged=False)


def _right_or_wrong(means: NDArray[np.float64], counts: NDArray[Any]) -> bool:
    """Whether every item's mean is a whole number of answers among its answers, as losses of 0 and 1 give."""
    totals = means * counts
    whole = np.abs(totals - np.round(totals)) <= 1e-9 * counts
    return bool((whole & (means >= 0.0) & (means <= 1.0)).all())


def _spread(table: TableLayout, found: dict[str, NDArray[Any]]) -> dict[str, Any]:
    """How much single answers vary, where there are several."""
    places = range(len(table.names))
    if table.columns.answers is None or not all(f"n{j}" in found for j in places):
        return {}
    means = np.stack([found[f"x{j}"].astype(np.float64) for j in places])
    counts = np.stack([found[f"n{j}"] for j in places])
    return answer_spread(table, found, right_or_wrong=_right_or_wrong(means, counts))


def _summed(table: TableLayout, moments: Moments, notes: list[str]) -> Scores:
    said = f"Only sums over the {moments.n:,} items were kept; methods that look at single losses need keep='items'."
    plan = Plan("test_set", moments.n, (TestSet(moments.n),))
    values = moments.means[:, None].copy()
    details = {} if table.columns.answers is None else {"answers": "averaged"}
    name, span, better = _what(table.columns)
    notes = [*notes, *_nameless(table), said]
    return Scores(
        plan, table.names, values, None, name, span, better, details=details, notes=tuple(notes), sums=moments
    )


def _nameless(table: TableLayout) -> list[str]:
    return [] if table.columns.keys else ["Every row is an item: no column names them, so none can be found twice."]


def _what(columns: Columns) -> tuple[str, tuple[float, float] | None, bool]:
    """Name, range and direction of the loss or score."""
    name = columns.values if isinstance(columns.values, str) else columns.kind
    name = {"correct": "error", "y_pred": "zero_one"}.get(columns.kind, name)
    return name, columns.loss_range, bool(columns.greater_is_better)


def _digest(found: dict[str, NDArray[Any]], keys: list[str]) -> str:
    """Tells one set of items from another: models of two tables are paired only where it agrees."""
    digest = hashlib.sha256()
    for key in keys:
        digest.update("\x1f".join(map(str, found[key].tolist())).encode())
    return digest.hexdigest()


def _over_splits(
    table: TableLayout,
    found: dict[str, NDArray[Any]],
    notes: list[str],
    metric: str | Callable[..., float] | None,
    sizes: tuple[int | None, int | None],
) -> Scores:
    """Split tables: one number per split, or every item of every split."""
    columns, names, n_train = table.columns, table.names, sizes[0]
    values = np.stack([found[f"x{j}"].astype(np.float64) for j in range(len(names))])
    name, span, better = _what(columns)
    if columns.item is None:
        if metric is not None:
            raise InputError("A metric needs the predictions of single items: name item=.")
        by_name = dict(zip(names, values, strict=True))
        scores = Scores.from_splits(by_name, n_train=n_train, n_test=sizes[1], loss=name, greater_is_better=better)
        return replace(scores, loss_range=span, notes=(*scores.notes, *notes))
    n_labels = len(columns.keys) - 1
    labels = list(zip(*(found[f"k{i}"].tolist() for i in range(n_labels)), strict=True))
    numbers = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    if len(numbers) < 2:
        raise InputError(f"Column {columns.split!r} names one split only: leave split out for a fixed model's items.")
    of_row = np.array([numbers[label] for label in labels])
    ids, codes = np.unique(found[f"k{n_labels}"], return_inverse=True)
    order = np.lexsort((codes, of_row))
    tests = [np.sort(codes[of_row == i]) for i in range(len(numbers))]
    plan = _split_plan(ids.size, tests, _groups_of(found, codes, ids.size), n_train)
    if n_train is None and plan.kind != "kfold":
        notes = [*notes, "The training set of each split is taken to be the items that it does not test."]
    if metric is not None:
        outputs = dict(zip(names, values[:, order], strict=True))
        return from_predictions(
            found["truth"][order],
            outputs,
            metric=metric,
            plan=plan,
            notes=notes,
            greater_is_better=columns.greater_is_better,
        )
    items = values[:, order]
    return Scores(plan, names, split_means(items, plan), items, name, span, better, notes=tuple(notes))


def _refuse_unread(columns: Columns, n_train: int | None, n_test: int | None) -> None:
    """What was given and would not be read."""
    if columns.truth is None:
        why = "{}= says which label of y_true= is meant: name that column, or leave it out."
        refuse_given(why, positive=columns.positive)
    if columns.split is None:
        why = "n_train and n_test are sizes of splits; without split= these are a fixed model's items."
        refuse_given(why, n_train=n_train, n_test=n_test)
    if columns.item is not None:
        why = "{}= is for one number per split; with item= the items of each are counted: leave it out."
        refuse_given(why, n_test=n_test)


def _split_plan(n: int, tests: list[NDArray[np.intp]], groups: NDArray[np.intp] | None, n_train: int | None) -> Plan:
    if n_train is not None:
        sizes = np.array([test.size for test in tests], dtype=np.intp)
        return Plan("custom", n, (Sizes(n, check_sizes("n_train", n_train, len(tests)), sizes),))
    splits = tuple((np.setdiff1d(np.arange(n), test, assume_unique=True), test) for test in tests)
    kind, n_folds = structure(splits, n)
    return Plan(kind, n, (Explicit(n, splits, kind, n_folds),), groups)


def _groups_of(found: dict[str, NDArray[Any]], codes: NDArray[np.intp], n: int) -> NDArray[np.intp] | None:
    if "group" not in found:
        return None
    groups = np.unique(found["group"], return_inverse=True)[1].astype(np.intp)
    one = np.zeros(n, dtype=np.intp)
    one[codes] = groups
    if (one[codes] != groups).any():
        bad = np.flatnonzero(one[codes] != groups)[:5]
        raise InputError(
            f"Some items change their group between splits, such as number {bad.tolist()}: an item has one group."
        )
    return one
