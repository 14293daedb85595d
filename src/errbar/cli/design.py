"""`errbar design`: how many items, labels, splits, halvings or training runs an error bar takes."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from errbar.check import check_name
from errbar.cli import options as o
from errbar.cli.finish import print_json, say
from errbar.cli.reading import Pair, Reading, Values, Where, named_numbers, read_scores
from errbar.cli.terminal import Terminal
from errbar.core.split_sizes import optimal_split
from errbar.errors import InputError
from errbar.show.as_text import number
from errbar.types.answer import plain
from errbar.verbs import design as planning

KINDS = ("items", "labels", "splits", "halvings", "seeds")
What = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="WHAT|TABLE|LOG...",
        help="items, labels, splits, halvings, seeds or holdout; or a pilot: a table, logs, NAME=LOG.",
        show_default=False,
    ),
]


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is wanted, what is known, and what there is."""

    half_width: Annotated[float | None, typer.Option(help="Wanted half-width of the interval.")] = None
    effect: Annotated[float | None, typer.Option(help="The difference to be seen.")] = None
    margin: Annotated[float | None, typer.Option(help="From a pilot: of the gate that is to be passed.")] = None
    n: Annotated[int | None, typer.Option(help="What you have: learn what it gives.")] = None
    sd: Annotated[float | None, typer.Option(help="Standard deviation of a loss, or of a difference.")] = None
    error: Annotated[float | None, typer.Option(help="An error rate, for 0/1 losses.")] = None
    discordance: Annotated[float | None, typer.Option(help="Share of items only one of two gets right.")] = None
    correlation: Annotated[float | None, typer.Option(help="Of two models' errors, with --error.")] = None
    item_variance: Annotated[float | None, typer.Option(help="Variance of the items' mean differences.")] = None
    answer_variance: Annotated[float, typer.Option(help="Variance of one answer around its item's mean.")] = 0.0
    answers: Annotated[int | None, typer.Option(help="Answers per item; 1, or the pilot's.")] = None
    cluster_size: Annotated[float, typer.Option(help="Items per group.")] = 1.0
    cluster_correlation: Annotated[float, typer.Option(help="Correlation inside a group.")] = 0.0
    test_size: Annotated[float, typer.Option(help="Share of the data each split tests.")] = 0.1
    rho: Annotated[float | None, typer.Option(help="Correlation of two splits, where it is known.")] = None
    judged: Annotated[int | None, typer.Option(help="labels: items that a judge scores in all.")] = None
    run_variance: Annotated[float | None, typer.Option(help="seeds: variance between training runs.")] = None
    cell_variance: Annotated[float | None, typer.Option(help="seeds: of a run's loss on an item beyond both.")] = None
    budget: Annotated[float | None, typer.Option(help="seeds: what may be spent.")] = None
    cost: Annotated[list[str] | None, typer.Option(metavar="NAME=NUMBER", help="Of a run, an item, an answer.")] = None
    power: Annotated[float, typer.Option(help="Chance to see the effect.")] = 0.8
    confidence_level: o.Level = 0.95

    @property
    def settings(self) -> dict[str, Any]:
        """As `eb.design` takes them.

        >>> Wanted(cost=["run=60", "answer = 1"]).settings["cost"]
        {'run': 60.0, 'answer': 1.0}
        """
        return vars(self) | {"cost": None if self.cost is None else named_numbers("--cost", self.cost)}


@dataclass(frozen=True, kw_only=True)
class Model:
    """What decides how one hold-out of a linear model is split best."""

    n_params: Annotated[int | None, typer.Option(help="holdout: parameters of the linear model.")] = None
    kurtosis: Annotated[float, typer.Option(help="holdout: of the noise; 3 is Gaussian.")] = 3.0


def design(
    what: What = None,
    *,
    wanted: Wanted,
    fitted: Model,
    where: Where,
    pair: Pair,
    values: Values,
    reading: Reading,
    json: o.Json = False,
) -> None:
    """How many test items, labels, splits, halvings or runs are worth it? From numbers, or from a pilot's TABLE|LOG."""
    words = what or ["items"]
    is_word = len(words) == 1 and not Path(words[0]).exists() and "=" not in words[0]
    if words == ["holdout"]:
        _holdout(wanted.n, fitted, json)
        return
    if fitted != Model():
        raise InputError("--n-params and --kurtosis are for errbar design holdout.")
    if is_word and words[0] in KINDS:
        _check_no_pilot(where, pair, values, reading)
        plan = planning.design(words[0], **wanted.settings)  # type: ignore[arg-type]
    elif is_word and not Path(words[0]).suffix and not set("*?[/") & set(words[0]):
        check_name("what", words[0], (*KINDS, "holdout"))
    else:
        scores = read_scores(words, where, pair, values, reading, sequential=False)
        if scores.others:
            raise InputError("A pilot is of one metric: choose it with --scorer.")
        plan = planning.design(scores, **wanted.settings, **vars(pair))
    if json:
        print_json(plan.to_dict())
        return
    out = Terminal.of(plain=True)
    out.line(str(plan))
    out.line()
    say("  ".join(f"{name:>14}" for name in plan.table))
    for row in zip(*plan.table.values(), strict=True):
        say("  ".join(f"{_cell(value):>14}" for value in row))


def _check_no_pilot(where: Where, pair: Pair, values: Values, reading: Reading) -> None:
    if (where, pair, values, reading) != (Where(), Pair(), Values(), Reading()):
        raise InputError("Options about columns, models and logs go with a pilot: name its table or log.")


def _holdout(n: int | None, model: Model, json: bool) -> None:
    """Larsen and Hansen's split: which training size estimates the error of the model it trains best."""
    if n is None or model.n_params is None:
        raise InputError("design holdout needs --n, the examples there are, and --n-params, those of the linear model.")
    split = optimal_split(n, model.n_params, model.kurtosis)
    if json:
        print_json(plain(asdict(split)))
        return
    say(f"{split}\n")
    say(f"leading order   train on sqrt(beta n) = {number(split.leading_order)}, beta = 4 p / (kurtosis - 1)")
    say(f"error of the estimate (root mean square)   {number(split.mse**0.5)} noise variances")
    say(split.notes[1])
    say("As n grows the share held out goes to 1. For many splits hold out a share, not a number, and let splits grow.")


def _cell(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else number(value)
