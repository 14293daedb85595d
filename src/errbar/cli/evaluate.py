"""`errbar evaluate`: how well one model will do on new data."""

from __future__ import annotations

import errbar as eb
from errbar.cli import options as o
from errbar.cli.finish import Finish
from errbar.cli.inputs import AskedFor, JudgedWith, Splitting, TimedWork, read_inputs
from errbar.cli.result_lines import show_results
from errbar.cli.spec import names_of
from errbar.errors import InputError


def evaluate(
    data: o.DataFile,
    *,
    target: o.Target,
    model: o.Models,
    method: o.MethodName = "auto",
    metric: JudgedWith,
    splits: Splitting,
    half_width: o.HalfWidth = None,
    asked: AskedFor,
    work: TimedWork,
    finish: Finish,
) -> None:
    """How well will a model do on new data? Fits it over many splits and gives an honest interval for its error."""
    if len(model) != 1:
        raise InputError(f"evaluate takes one --model; got {len(model)}. To compare two, use errbar compare.")
    finish.check(reads=(data,), keeps=work.keeps)
    settings = vars(asked) | work.settings | {"half_width": half_width}
    inputs = read_inputs(model, work, data, target, splits, metric=metric)
    (learner,), settings = inputs.models, settings | inputs.settings
    answer = inputs.noted(eb.evaluate(learner, inputs.X, inputs.y, method=method, **settings))
    show_results(answer, names_of(model), finish, data=str(data))
