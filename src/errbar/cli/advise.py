"""`errbar advise N`: which method, over which plan, at the price of how many fits, and what to type."""

from __future__ import annotations

from typing import Annotated, cast

import typer

from errbar.answers.situation import HAVE, METRICS, Have
from errbar.cli import options as o
from errbar.cli.finish import print_json
from errbar.cli.terminal import Terminal
from errbar.types.setup import Effort
from errbar.verbs.advise import advise as advise_verb


def advise(
    n: Annotated[
        int, typer.Argument(metavar="N", help="Examples; or items, folds, data sets (--have).", show_default=False)
    ],
    *,
    n_models: Annotated[int, typer.Option(help="How many models.")] = 1,
    budget: Annotated[int, typer.Option(help="Fits per model you can afford.")] = 25,
    metric: Annotated[str, typer.Option(help=f"{', '.join(METRICS)} (any scorer).")] = "zero_one",
    have: Annotated[str, typer.Option(help="; ".join(f"{name}: {words}" for name, words in HAVE.items()))] = "data",
    groups: Annotated[bool, typer.Option("--groups", help="Rows come in groups; N counts groups.")] = False,
    guarantee: Annotated[bool, typer.Option("--guarantee", help="Only methods with a proof for every N.")] = False,
    effort: o.Effort = None,
    json: o.Json = False,
) -> None:
    """Which method? What to run for N examples, with the price in fits and what it is not good for."""
    advice = advise_verb(
        *(n, n_models, budget, metric),
        have=cast(Have, have),
        groups=groups,
        guarantee=guarantee,
        effort=cast(Effort | None, effort),
    )
    if json:
        print_json(advice.to_dict())
    else:
        out = Terminal.of(plain=True)
        for line in str(advice).split("\n"):
            out.line(line)
