"""`errbar fit`: one share of the splits, kept in a store; the commands that answer then fit nothing."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import typer

from errbar.cli import options as o
from errbar.cli.finish import print_json, say
from errbar.cli.inputs import JudgedBy, Splitting, TimedWork, read_inputs
from errbar.errors import InputError
from errbar.methods import BY_EFFORT, METHODS
from errbar.methods.purpose import Purpose
from errbar.methods.suits import asked
from errbar.run.fitting import default_for_one
from errbar.run.fitting import fit as fit_models
from errbar.types.question import Question
from errbar.types.setup import Setup
from errbar.types.shard import Shard

Share = Annotated[
    str | None,
    typer.Option(
        "--shard", metavar="i/N", help="The i-th of N shares of the splits; in array jobs known.", show_default=False
    ),
]


def fit(
    data: o.DataFile,
    *,
    target: o.Target,
    model: o.Models,
    method: o.MethodName = "auto",
    metric: JudgedBy,
    splits: Splitting,
    work: TimedWork,
    shard: Share = None,
    json: o.Json = False,
) -> None:
    """Fit one share of the splits and keep it: one process a shard, no driver.

    Then `errbar store merge` the stores, and ask `errbar evaluate` (one model), `compare` (two) or `rank` with the same
    options and the merged store: nothing is fitted again, and the answer is that of one run, to the last bit.
    """
    share = Shard.told(shard, os.environ)
    inputs = read_inputs(model, work, data, target, splits)
    settings = inputs.settings | metric.settings | work.settings
    if settings.get("store") is None:
        raise InputError("Fits are kept for other processes: name a file with --store, another one for every shard.")
    if settings.get("random_state") is None:
        raise InputError("Every shard must draw the same splits: give --random-state, and the same one everywhere.")
    models, X, y = inputs.models, inputs.X, inputs.y
    setup, purpose = _as_asked(models, X, y, Setup(**settings, shard=share), method)
    done = fit_models(_named(models), X, y, setup, purpose)
    told = {
        "shard": share.number,
        "of": share.of,
        "splits": len(done.plan),
        "fitted": len(done.plan) - done.details["resumed_splits"],
    }
    if json:
        print_json(told)
    else:
        kept = f"{told['splits']} splits are kept, {told['fitted']} of them fitted now."
        say(f"Shard {share.number} of {share.of}: {kept}")


def _named(models: Sequence[Any]) -> dict[str, Any]:
    """Names are not kept: any will do."""
    return {f"model {i}": model for i, model in enumerate(models, 1)}


def _as_asked(models: Sequence[Any], X: Any, y: Any, setup: Setup, method: str) -> tuple[Setup, Purpose]:
    """What the verb that will answer asks for: the same splits, checked the same way."""
    if setup.effort is not None and method == "auto":
        method = BY_EFFORT[setup.effort]
    chosen = setup.plan is not None or setup.cv is not None or setup.effort is not None
    plain = method == "auto" and not chosen and setup.shared and not setup.several
    if len(models) == 1 and plain:
        method, own = default_for_one(models[0], X, y, setup)
        setup = replace(setup, plan=own)
    question = asked(Question(method, null=0.0 if len(models) == 2 else None))
    if len(models) > 2:
        return setup, Purpose(later=[] if method == "auto" else [METHODS[method]])
    return setup, Purpose(question, comparing=len(models) == 2)
