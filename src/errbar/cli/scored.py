"""DATA with models to fit, or a TABLE of losses that others made -> the Scores of one model, or of two."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Any

import typer

import errbar as eb
from errbar.cli import options as o
from errbar.cli.inputs import JudgedBy, Splitting, Work, read_inputs
from errbar.cli.reading import Pair, Reading, Values, Where, read_scores
from errbar.cli.spec import two_names
from errbar.cli.standard_input import files
from errbar.errors import InputError
from errbar.plans import Recipe
from errbar.plans.seed import seed_from
from errbar.types import Scores

Tables = Annotated[list[str], files("DATA|TABLE...", "Data to fit on (with --target), or scores; - is standard input.")]
Target = Annotated[str | None, typer.Option("--target", metavar="COL", help="DATA: the column to predict.")]
Models = Annotated[
    list[str] | None, typer.Option("--model", metavar="SPEC|NAME", help="DATA: one to fit, or two to compare.")
]
Versus = Annotated[str | None, typer.Option(metavar="B", help="TABLE: compare with this model: A - B.")]


@dataclass(frozen=True, kw_only=True)
class Fits:
    """The models, and what they are fitted to and judged by."""

    target: Target = None
    model: Models = None
    versus: Versus = None
    plan: o.PlanSpec = None
    groups: o.Groups = None
    drop: o.Drop = None

    @property
    def splitting(self) -> Splitting:
        return Splitting(plan=self.plan, groups=self.groups, drop=self.drop)


@dataclass(frozen=True, kw_only=True)
class MadeFrom:
    """Where scores come from: which column of a TABLE says what, and what its numbers are; how DATA is fitted."""

    where: Where
    values: Values
    work: Work


@dataclass(frozen=True)
class Scored:
    """Scores with the names to ask them by, and what a report of them says of where they come from."""

    scores: Scores
    names: tuple[str, ...]
    data: str
    seed: int | None = None

    @property
    def model(self) -> str:
        return self.names[0]

    @property
    def versus(self) -> str | None:
        return self.names[1] if len(self.names) > 1 else None


def scored(paths: list[str], fits: Fits, metric: JudgedBy, made: MadeFrom, otherwise: Recipe) -> Scored:
    """Fitted on the splits of `fits.plan` (or those of `otherwise`), or read."""
    where, values, work = made.where, made.values, made.work
    data = ", ".join(Path(path).name for path in paths)
    if fits.target is None:
        _only_data(fits, metric)
        names = fits.model or []
        if len(names) > 1:
            raise InputError(
                "A TABLE takes one --model and, to compare, --versus; --target is missing where DATA is meant."
            )
        pair = Pair(model=names[0] if names else None, versus=fits.versus)
        scores = read_scores(paths, where, pair, values, Reading(), sequential=False)
        return Scored(scores, scores.chosen(pair.model, pair.versus), data)
    _only_table(fits, where, values)
    if len(paths) > 1 or len(fits.model or []) not in (1, 2):
        raise InputError("With --target give one file, and one --model, or two to compare.")
    specs = fits.model or []
    work = replace(work, random_state=seed_from(work.random_state))
    inputs = read_inputs(specs, work, Path(paths[0]), fits.target, fits.splitting)
    names = [*(two_names(specs) or "ab")]
    models = dict(zip(names, inputs.models, strict=True))
    how = inputs.settings | vars(metric) | work.settings
    how["plan"] = how["plan"] or otherwise
    return Scored(inputs.noted(eb.collect(models, inputs.X, inputs.y, **how)), tuple(names), data, work.random_state)


def _only_data(fits: Fits, metric: JudgedBy) -> None:
    given = {"plan": fits.plan, "groups": fits.groups, "drop": fits.drop, "scoring": metric.scoring}
    given["loss"] = None if metric.loss == "auto" else metric.loss
    _refuse(given, "is for fitting models: name --target as well")


def _only_table(fits: Fits, where: Where, values: Values) -> None:
    standard = Values()
    given: dict[str, Any] = {"versus": fits.versus} | dict(vars(where))
    given |= {
        one.name: getattr(values, one.name)
        for one in fields(values)
        if getattr(values, one.name) != getattr(standard, one.name)
    }
    _refuse(given, "is for a TABLE of scores: leave --target out")


def _refuse(given: dict[str, Any], why: str) -> None:
    for name, value in given.items():
        if value is not None:
            raise InputError(f"--{name.replace('_', '-')} {why}.")
