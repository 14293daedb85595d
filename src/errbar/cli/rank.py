"""`errbar rank`: many models on one data set, or a table of scores on one or many; who is tied for best?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from errbar.answers.ranking import Ranking
from errbar.cli import options as o
from errbar.cli.data import with_notes
from errbar.cli.finish import check_report, print_json, write_report
from errbar.cli.rank_lines import print_ranking
from errbar.cli.terminal import Terminal
from errbar.core.direction import check_loss_names, check_score_names
from errbar.errors import InputError
from errbar.show.sentence import short_name
from errbar.tables.datasets import Datasets, Missing
from errbar.types import Scores
from errbar.verbs.rank import rank as rank_verb

File = Annotated[
    Path,
    typer.Argument(
        metavar="DATA|TABLE", help="Data to fit on (with --target), or a table of scores.", show_default=False
    ),
]
Target = Annotated[str | None, typer.Option("--target", metavar="COL", help="DATA: the column to predict.")]
Models = Annotated[list[str] | None, typer.Option("--model", metavar="SPEC", help="DATA: one for each model to rank.")]
Method = Annotated[
    str | None, typer.Option("--method", help="Inside a data set; DATA: corrected_t, TABLE: by its kind.")
]
Control = Annotated[str | None, typer.Option("--control", metavar="NAME", help="Compare all others with this model.")]
Correction = Annotated[str, typer.Option("--correction", help="holm, simes-hochberg, fdr_bh, bonferroni or none.")]
Across = Annotated[str, typer.Option(help="Over data sets: wilcoxon, rank_z, nemenyi or bonferroni_dunn.")]
Rope = Annotated[float | None, typer.Option(help="Over data sets: half-width of practical equivalence.")]
DatasetCol = Annotated[str | None, typer.Option("--dataset", metavar="COL", help="TABLE: names the data sets.")]
ModelCol = Annotated[str | None, typer.Option("--model-col", metavar="COL", help="TABLE: names the models (long).")]
LossCol = Annotated[
    list[str] | None, typer.Option("--loss-col", metavar="COL", help="TABLE: losses; one per model in a wide table.")
]
CorrectCol = Annotated[
    list[str] | None, typer.Option("--correct-col", metavar="COL", help="TABLE: right or wrong, instead of losses.")
]
Groups = Annotated[
    str | None, typer.Option("--groups", "--group", metavar="COL", help="Rows with the same value belong together.")
]
Item = Annotated[str | None, typer.Option("--item", metavar="COL", help="TABLE: names the items.")]
Split = Annotated[str | None, typer.Option("--split", metavar="COL", help="TABLE: names the splits.")]
Absent = Annotated[str, typer.Option("--missing", help="TABLE with holes: error or drop.")]
Size = Annotated[int | None, typer.Option(help="TABLE with --split: examples per split, where it does not show them.")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it: .png, .svg or .pdf.")]


def rank(
    data: File,
    *,
    target: Target = None,
    model: Models = None,
    control: Control = None,
    method: Method = None,
    correction: Correction = "holm",
    loss: o.Loss = "auto",
    scoring: o.Scoring = None,
    plan: o.PlanSpec = None,
    groups: Groups = None,
    drop: o.Drop = None,
    dataset: DatasetCol = None,
    model_col: ModelCol = None,
    loss_col: LossCol = None,
    score_col: o.ScoreCols = None,
    correct_col: CorrectCol = None,
    item: Item = None,
    split: Split = None,
    n_train: Size = None,
    n_test: Size = None,
    score_range: o.ScoreRange = None,
    greater_is_better: o.Direction = None,
    missing: Absent = "error",
    across: Across = "wilcoxon",
    rope: Rope = None,
    confidence_level: o.Level = 0.95,
    random_state: o.RandomState = None,
    n_jobs: o.Jobs = None,
    store: o.Store = None,
    allow_module: o.AllowModule = None,
    plot: Plot = None,
    json: o.Json = False,
    plain: o.Plain = False,
    report: o.Report = None,
) -> None:
    """Who is best, and who cannot be told from the best? Fits every --model on DATA, or reads a TABLE of scores."""
    from errbar.cli.distribution import _check_plot

    _check_plot(plot)
    check_report(report)
    asked: dict[str, Any] = {
        "control": control,
        "correction": correction,
        "confidence_level": confidence_level,
        "random_state": random_state,
    }
    over_datasets = {"--across": None if across == "wilcoxon" else across, "--rope": rope}
    one_dataset = {
        "--groups": groups,
        "--correct-col": correct_col,
        "--n-train": n_train,
        "--n-test": n_test,
        "--score-range": score_range,
    }
    if target is not None:
        table = {
            "--dataset": dataset,
            "--model-col": model_col,
            "--loss-col": loss_col,
            "--score-col": score_col,
            "--greater-is-better": greater_is_better,
            "--lower-is-better": None if greater_is_better is None else not greater_is_better,
            "--item": item,
            "--split": split,
        }
        _only("a table of scores", table | over_datasets | one_dataset | {"--groups": None})
        names, models = _models(model or [], allow_module)
        X, y, labels, notes = _data(data, target, groups, drop, models)
        ranking = rank_verb(
            dict(zip(names, models, strict=True)), X, y, method=method or "corrected_t", loss=loss, scoring=scoring,
            plan=_plan(plan), groups=labels, n_jobs=n_jobs, store=None if store is None else str(store), **asked,
        )  # fmt: skip
        ranking = with_notes(ranking, notes)
    elif dataset is None and (item is not None or split is not None):
        _only("fitting models: name --target as well", _fitting(model, loss, scoring, plan, drop))
        _only("many data sets: name --dataset as well", over_datasets)
        scores = Scores.from_table(
            str(data), item=item, split=split, model=model_col, group=groups, loss=_columns(loss_col, model_col),
            score=_columns(score_col, model_col), correct=_columns(correct_col, model_col), n_train=n_train,
            n_test=n_test, missing=cast(Missing, missing), score_range=score_range, greater_is_better=greater_is_better,
        )  # fmt: skip
        ranking = rank_verb(scores, method=method or "auto", **asked)
    else:
        _only("fitting models: name --target as well", _fitting(model, loss, scoring, plan, drop))
        _only("one data set", one_dataset)
        columns, better = _numbers(loss_col, score_col, greater_is_better)
        many = Datasets.from_table(
            str(data), dataset=dataset, model=model_col, value=_columns(columns, model_col), item=item, split=split,
            greater_is_better=better, missing=cast(Missing, missing),
        )  # fmt: skip
        ranking = rank_verb(many, method=method or "corrected_t", across=across, rope=rope, **asked)
    show(ranking, str(data), plot=plot, json=json, plain=plain, report=report)


def _fitting(*given: Any) -> dict[str, Any]:
    names = ("--model", "--loss", "--scoring", "--plan", "--drop")
    return {name: None if value == "auto" else value for name, value in zip(names, given, strict=True)}


def show(ranking: Ranking, data: str, *, plot: Path | None, json: bool, plain: bool, report: Path | None) -> None:
    """Print the ranking, draw it, write its page."""
    if plot is not None:
        try:
            ranking.plot().figure.savefig(plot, dpi=200)
        except OSError as cause:
            raise InputError(f"The picture cannot be written to {plot}: {cause.strerror}.") from None
    if json:
        print_json(ranking.to_dict())
    else:
        print_ranking(ranking, Terminal.of(plain))
    write_report(report, ranking, (), data, seed=_seed(ranking))


def _seed(ranking: Ranking) -> object:
    """The seed of everything random in it; None where nothing was."""
    return ranking.details.get("draws_seed", ranking.details.get("n_draws_seed"))


def _models(specs: Sequence[str], allow_module: Sequence[str] | None) -> tuple[list[str], list[Any]]:
    from errbar.cli.spec import parse_model

    if len(specs) < 2:
        raise InputError(f"rank takes two or more --model options; got {len(specs)}. For one use errbar evaluate.")
    names = [short_name(spec) for spec in specs]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"The model {twice[0]!r} is given twice.")
    return names, [parse_model(spec, allow_module or ()) for spec in specs]


def _data(
    path: Path, target: str, groups: str | None, drop: list[str] | None, models: list[Any]
) -> tuple[Any, Any, Any, list[str]]:
    """X, y, groups and how they were read; every model learns from text and gaps inside its training sets."""
    from errbar.cli.data import read_columns, split_columns
    from errbar.run.preprocess import prepared

    X, y, labels, kinds, notes = split_columns(read_columns(path), target, groups, drop)
    models[:] = [prepared(model, kinds, X.shape[1]) for model in models]
    return X, y, labels, notes


def _plan(spec: str | None) -> Any:
    from errbar.cli.spec import parse_plan

    return None if spec is None else parse_plan(spec)


def _columns(columns: list[str] | None, model_col: str | None) -> Any:
    """One column in a long table, several in a wide one."""
    if columns is None:
        return None
    if model_col is not None and len(columns) > 1:
        raise InputError(f"With --model-col the table has one column of numbers; got {', '.join(columns)}.")
    return columns[0] if model_col is not None else columns


def _numbers(
    losses: list[str] | None, scores: list[str] | None, greater_is_better: bool | None
) -> tuple[list[str] | None, bool | None]:
    """The columns of numbers, and their direction where the option that names them says it."""
    if losses is not None and scores is not None:
        raise InputError("Give the numbers once: --loss-col or --score-col.")
    if losses is not None:
        return losses, check_loss_names(losses, greater_is_better, instead="--score-col")
    if scores is not None:
        return scores, check_score_names(scores, greater_is_better, instead="--loss-col")
    return None, greater_is_better


def _only(where: str, options: dict[str, Any]) -> None:
    for name, value in options.items():
        if value is not None and value is not False:
            raise InputError(f"{name} is for {where}.")
