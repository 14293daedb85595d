"""`errbar rank`: many models on one data set, or a table of scores on one or many; who is tied for best?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

import typer

from errbar.answers.ranking import Ranking
from errbar.cli import options as o
from errbar.cli.finish import Finish
from errbar.cli.inputs import Inputs, JudgedWith, Splitting, TimedWork, one_or_more, read_inputs
from errbar.cli.rank_lines import print_ranking
from errbar.cli.reading import Pair, Reading, Values, Where, files_of, is_log, read_scores
from errbar.cli.spec import names_of
from errbar.cli.standard_input import files
from errbar.cli.terminal import Terminal
from errbar.core.direction import check_loss_names, check_score_names
from errbar.errors import InputError
from errbar.show.sentence import short_name
from errbar.types import Scores
from errbar.types.datasets import Datasets
from errbar.types.preferences import Preferences
from errbar.verbs.collect import collect
from errbar.verbs.rank import rank as rank_verb

Files = Annotated[
    list[str],
    files(
        "DATA|TABLE|LOG...",
        "Data to fit on (with --target), a table of scores, - for standard input, or logs (NAME=LOG, folders).",
    ),
]
Target = Annotated[str | None, typer.Option("--target", metavar="COL", help="DATA: the column to predict.")]
Models = Annotated[list[str] | None, typer.Option("--model", metavar="SPEC", help="DATA: one for each model to rank.")]
MethodName = Annotated[
    str | None, typer.Option("--method", help="Inside a data set; DATA: corrected_t, TABLE: by its kind.")
]
Control = Annotated[str | None, typer.Option("--control", metavar="NAME", help="Compare all others with this model.")]
Correction = Annotated[
    str, typer.Option("--correction", help="holm, max_t, simes-hochberg, fdr_bh, bonferroni or none.")
]
Across = Annotated[
    str, typer.Option(help="Over data sets: wilcoxon, rank_z, nemenyi, bonferroni_dunn or hierarchical_bayes.")
]
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
Repeat = Annotated[str | None, typer.Option("--repeat", metavar="COL", help="TABLE: numbers answers to one item.")]
Split = Annotated[str | None, typer.Option("--split", metavar="COL", help="TABLE: names the splits.")]
Run = Annotated[str | None, typer.Option("--run", metavar="COL", help="TABLE: names training runs (seeds).")]
Absent = Annotated[str, typer.Option("--missing", help="TABLE with holes: error, drop, or keep (--run).")]
Size = Annotated[int | None, typer.Option(help="TABLE with --split: examples per split, where it does not show them.")]


ONE_DATASET = ("correct_col", "repeat", "n_train", "n_test", "score_range")
COLUMNS = (
    "dataset", "model_col", "loss_col", "score_col", "greater_is_better", "lower_is_better", "item", "split", "run",
)  # fmt: skip
NO_COLUMNS = ("greater_is_better", "score_range", "missing")  # what logs take too


@dataclass(frozen=True, kw_only=True)
class Comparing:
    """Which models are compared, and how."""

    control: Control = None
    method: MethodName = None
    correction: Correction = "holm"


@dataclass(frozen=True, kw_only=True)
class Over:
    """How data sets are set against each other."""

    across: Across = "wilcoxon"
    rope: Rope = None

    @property
    def given(self) -> dict[str, Any]:
        return {"--across": None if self.across == "wilcoxon" else self.across, "--rope": self.rope}


@dataclass(frozen=True, kw_only=True)
class Votes:
    """Which column of a table of votes says what."""

    a: Annotated[str | None, typer.Option("--a", metavar="COL", help="VOTES: the model shown first.")] = None
    b: Annotated[str | None, typer.Option("--b", metavar="COL", help="VOTES: the other model.")] = None
    winner: Annotated[str | None, typer.Option(metavar="COL", help="VOTES: who won: a name, or a, b or tie.")] = None
    judge: Annotated[str | None, typer.Option(metavar="COL", help="VOTES: who voted.")] = None

    def read(self, data: list[str], group: str | None) -> Preferences | None:
        """The votes, where these are any."""
        if self == Votes():
            return None
        if self.a is None or self.b is None or self.winner is None:
            raise InputError("A table of votes needs --a, --b and --winner.")
        return Scores.from_preferences(
            str(_one(data)), a=self.a, b=self.b, winner=self.winner, group=group, judge=self.judge
        )


@dataclass(frozen=True, kw_only=True)
class RankSplitting(Splitting):
    """As in every command that fits; a table of scores has groups too."""

    groups: Groups = None


@dataclass(frozen=True, kw_only=True)
class ScoreTable:
    """Which column of a table of scores says what."""

    dataset: DatasetCol = None
    model_col: ModelCol = None
    loss_col: LossCol = None
    score_col: o.ScoreCols = None
    correct_col: CorrectCol = None
    item: Item = None
    repeat: Repeat = None
    split: Split = None
    run: Run = None
    n_train: Size = None
    n_test: Size = None
    score_range: o.ScoreRange = None
    greater_is_better: o.Direction = None
    missing: Absent = "error"

    @property
    def lower_is_better(self) -> bool | None:
        return None if self.greater_is_better is None else not self.greater_is_better

    @property
    def is_one_dataset(self) -> bool:
        return self.dataset is None and (self.item is not None or self.split is not None)

    def given(self, names: Sequence[str]) -> dict[str, Any]:
        """Options as they are typed, and their values."""
        return {f"--{name.replace('_', '-')}": getattr(self, name) for name in names}

    def scores(self, path: Path, groups: str | None) -> Scores:
        """The losses or scores of one data set."""
        sizes = {name: getattr(self, name) for name in ("n_train", "n_test", "score_range", "greater_is_better")}
        values: dict[str, Any] = {
            name: self._columns(getattr(self, f"{name}_col")) for name in ("loss", "score", "correct")
        }
        return Scores.from_table(
            str(path), group=groups, repeat=self.repeat, run=self.run, **self._keys, **values, **sizes
        )

    def of_logs(self, paths: list[str], groups: str | None, reading: Reading) -> Scores | None:
        """The scores of evaluation logs; None where these are tables."""
        columns = {field.name: getattr(self, field.name) for field in fields(self) if field.name not in NO_COLUMNS}
        where = Where(group=groups, item="named" if any(value is not None for value in columns.values()) else None)
        if not is_log(paths, where, reading):
            return None
        values = Values(score_range=self.score_range, greater_is_better=self.greater_is_better, missing=self.missing)
        return read_scores(paths, where, Pair(), values, reading, sequential=False)

    def datasets(self, path: Path) -> Datasets:
        """A number of each model on each of many data sets."""
        columns, better = _numbers(self.loss_col, self.score_col, self.greater_is_better)
        value = self._columns(columns)
        more: dict[str, Any] = {"greater_is_better": better, "run": self.run}
        return Datasets.from_table(str(path), dataset=self.dataset, value=value, **more, **self._keys)

    @property
    def _keys(self) -> dict[str, Any]:
        return {"item": self.item, "split": self.split, "model": self.model_col, "missing": self.missing}

    def _columns(self, columns: list[str] | None) -> str | list[str] | None:
        if columns is not None and len(columns) > 1 and self.model_col is not None:
            raise InputError(f"With --model-col the table has one column of numbers; got {', '.join(columns)}.")
        return one_or_more(columns, self.model_col)


def rank(
    data: Files,
    *,
    target: Target = None,
    model: Models = None,
    comparing: Comparing,
    metric: JudgedWith,
    splits: RankSplitting,
    stop: o.Stop = None,
    table: ScoreTable,
    pair_runs: o.PairRuns = False,
    over: Over,
    votes: Votes,
    confidence_level: o.Level = 0.95,
    work: TimedWork,
    plot: o.Plot = None,
    reading: Reading,
    finish: Finish,
) -> None:
    """Who is best, and who cannot be told from the best? Fits every --model on DATA, or reads a TABLE or LOGs."""
    finish.check(plot, reads=(*files_of(data),), keeps=work.keeps)
    asked: dict[str, Any] = vars(comparing) | {"confidence_level": confidence_level, "random_state": work.random_state}
    method, seen = asked.pop("method"), votes.read(data, splits.groups)
    if pair_runs and (table.run is None or table.dataset is not None):
        raise InputError("--pair-runs is for training runs on the items of one data set: name them with --run.")
    if seen is not None:
        of_scores = {"--target": target, "--control": comparing.control, "--method": method, "--stop": stop}
        of_scores |= table.given(COLUMNS) | over.given | _fitting(model, metric, splits)
        _only("a table of scores, not of votes", of_scores)
        _only("scores: votes have no page yet", {"--report": finish.report})
        ranking: Ranking = rank_verb(seen, confidence_level=confidence_level, correction=comparing.correction)
        finish.show(ranking.to_dict(), lambda out: out.line(str(ranking)))
        finish.draw(ranking, plot)
        return
    if target is not None:
        _only("a table of scores", table.given(COLUMNS) | over.given | table.given(ONE_DATASET))
        names = _names(model or [])
        inputs = read_inputs(model or [], work, _one(data), target, splits, metric=metric)
        models, method = dict(zip(names, inputs.models, strict=True)), method or "corrected_t"
        settings = inputs.settings | work.settings
        if any(isinstance(one, list) for one in metric.settings.values()):
            _only("one metric", {"--plot": plot, "--report": finish.report, "--stop": stop})
            fits = settings | {"random_state": work.random_state or 0, "methods": [] if method == "auto" else [method]}
            _show_each(collect(models, inputs.X, inputs.y, **fits), method, asked, inputs, finish)
            return
        ranking = inputs.noted(
            rank_verb(models, inputs.X, inputs.y, method=method, **(settings | asked | {"stop": stop}))
        )
    else:
        _only("fitting models: name --target as well", _fitting(model, metric, splits) | {"--stop": stop})
        logs = table.of_logs(data, splits.groups, reading)
        if logs is not None or table.is_one_dataset:
            _only("many data sets: name --dataset as well", over.given)
            scores = table.scores(_one(data), splits.groups) if logs is None else logs
            options = {"pair": "runs"} if pair_runs else None
            ranking = rank_verb(scores, method=method or "auto", options=options, **asked)
        else:
            _only("one data set", {"--groups": splits.groups} | table.given(ONE_DATASET))
            ranking = rank_verb(table.datasets(_one(data)), method=method or "corrected_t", **vars(over), **asked)
    finish.show(ranking.to_dict(), lambda out: print_ranking(ranking, out))
    finish.draw(ranking, plot)
    finish.write(ranking, data=", ".join(data), seed=_seed(ranking))


def _show_each(scores: Scores, method: str, asked: dict[str, Any], inputs: Inputs, finish: Finish) -> None:
    """One ranking by each metric, of the same fits."""
    rankings = [inputs.noted(rank_verb(scores, metric=name, method=method, **asked)) for name in scores.metrics]

    def lines(out: Terminal) -> None:
        for place, ranking in enumerate(rankings):
            if place:
                out.line()
            print_ranking(ranking, out)

    finish.show({"rankings": [ranking.to_dict() for ranking in rankings]}, lines)


def _fitting(model: list[str] | None, metric: JudgedWith, splits: Splitting) -> dict[str, Any]:
    """What only models that are to be fitted need."""
    loss = None if metric.loss == "auto" else metric.loss
    given = {
        "--model": model,
        "--loss": loss,
        "--scoring": metric.scoring,
        "--plan": splits.plan,
        "--effort": splits.effort,
        "--drop": splits.drop,
    }
    return given | {"--positive": metric.positive, "--weight": metric.weight}


def _seed(ranking: Ranking) -> object:
    """The seed of everything random in it; None where nothing was."""
    return ranking.details.get("draws_seed", ranking.details.get("n_draws_seed"))


def _one(data: list[str]) -> Path:
    if len(data) > 1:
        raise InputError(
            f"rank takes one file of data or scores; got {len(data)}. Several evaluation logs it does take."
        )
    return Path(data[0])


def _names(specs: Sequence[str]) -> list[str]:
    """What the models are called, each in another way."""
    if len(specs) < 2:
        raise InputError(f"rank takes two or more --model options; got {len(specs)}. For one use errbar evaluate.")
    names = [short_name(name) for name in names_of(specs)]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"The model {twice[0]!r} is given twice.")
    return names


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
