"""`errbar compare`: two models on the same splits; with `--margin`, a gate."""

from __future__ import annotations

import errbar as eb
from errbar.cli import options as o
from errbar.cli.finish import Finish, Gate
from errbar.cli.inputs import AskedFor, JudgedWith, Splitting, TimedWork, read_inputs
from errbar.cli.result_lines import show_results
from errbar.cli.spec import names_of
from errbar.errors import InputError
from errbar.show.sentence import short_names

EQUAL = AskedFor(null=0.0)  # what is tested unless said otherwise


def compare(
    data: o.DataFile,
    *,
    target: o.Target,
    model: o.Models,
    method: o.MethodName = "auto",
    metric: JudgedWith,
    splits: Splitting,
    stop: o.Stop = None,
    asked: AskedFor = EQUAL,
    gate: Gate,
    work: TimedWork,
    finish: Finish,
) -> None:
    """Is the first model really better than the second? Fits both on the same splits."""
    if len(model) != 2:
        raise InputError(f"compare takes two --model options; got {len(model)}.")
    finish.check(reads=(data,), keeps=work.keeps)
    gate.check()
    names, settings = names_of(model), vars(asked) | work.settings | {"margin": gate.margin, "stop": stop}
    inputs = read_inputs(model, work, data, target, splits, metric=metric)
    settings |= inputs.settings | {"names": short_names(names)}
    a, b = inputs.models
    answer = inputs.noted(eb.compare(a, b, inputs.X, inputs.y, method=method, **settings))
    show_results(answer, names, finish, data=str(data))
    gate.leave(answer)
