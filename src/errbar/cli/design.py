"""`errbar design`: how many items, splits or halvings an error bar takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from errbar.cli import options as o
from errbar.cli.finish import print_json, say
from errbar.show.as_text import number
from errbar.verbs import design as planning


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is wanted, what is known, and what there is."""

    half_width: Annotated[float | None, typer.Option(help="Wanted half-width of the interval.")] = None
    effect: Annotated[float | None, typer.Option(help="The difference to be seen.")] = None
    n: Annotated[int | None, typer.Option(help="What you have: learn what it gives.")] = None
    sd: Annotated[float | None, typer.Option(help="Standard deviation of a loss, or of a difference.")] = None
    error: Annotated[float | None, typer.Option(help="An error rate, for 0/1 losses.")] = None
    discordance: Annotated[float | None, typer.Option(help="Share of items only one of two gets right.")] = None
    correlation: Annotated[float | None, typer.Option(help="Of two models' errors, with --error.")] = None
    item_variance: Annotated[float | None, typer.Option(help="Variance of the items' mean differences.")] = None
    answer_variance: Annotated[float, typer.Option(help="Variance of one answer around its item's mean.")] = 0.0
    answers: Annotated[int, typer.Option(help="Answers per item.")] = 1
    cluster_size: Annotated[float, typer.Option(help="Items per group.")] = 1.0
    cluster_correlation: Annotated[float, typer.Option(help="Correlation inside a group.")] = 0.0
    test_size: Annotated[float, typer.Option(help="Share of the data each split tests.")] = 0.1
    rho: Annotated[float | None, typer.Option(help="Correlation of two splits, where it is known.")] = None
    power: Annotated[float, typer.Option(help="Chance to see the effect.")] = 0.8
    confidence_level: o.Level = 0.95


def design(
    what: Annotated[str, typer.Argument(help="items, splits or halvings.")] = "items",
    *,
    wanted: Wanted,
    json: o.Json = False,
) -> None:
    """How many test items, splits or halvings are worth it?"""
    plan = planning.design(what, **vars(wanted))  # type: ignore[arg-type]
    if json:
        print_json(plan.to_dict())
        return
    say(str(plan) + "\n")
    say("  ".join(f"{name:>14}" for name in plan.table))
    for row in zip(*plan.table.values(), strict=True):
        say("  ".join(f"{_cell(value):>14}" for value in row))


def _cell(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else number(value)
