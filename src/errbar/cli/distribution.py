"""`errbar distribution`: how the error of a model is spread over training sets, or that of two, drawn if asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer

import errbar as eb
from errbar.answers.error_distribution import DistributionComparison, ErrorDistribution
from errbar.cli import options as o
from errbar.cli.distribution_lines import print_distribution
from errbar.cli.finish import DrawnFinish
from errbar.cli.inputs import Inputs, JudgedBy, Splitting, TimedWork, read_inputs
from errbar.cli.spec import names_of
from errbar.errors import InputError

Splits = Annotated[int, typer.Option("--n-splits", help="How many splits; no two are the same.")]
TestSize = Annotated[float, typer.Option("--test-size", help="What each split holds out: a share, or a count from 1.")]


def distribution(
    data: o.DataFile,
    *,
    target: o.Target,
    model: o.Models,
    n_splits: Splits = 500,
    test_size: TestSize = 0.25,
    metric: JudgedBy,
    groups: o.Groups = None,
    drop: o.Drop = None,
    confidence_level: o.Level = 0.95,
    work: TimedWork,
    finish: DrawnFinish,
) -> None:
    """How is a model's error spread over training sets? With a second --model: how do the two compare?"""
    from errbar.plans.seed import seed_from

    if len(model) > 2:
        raise InputError(f"distribution takes one --model, or two to compare; got {len(model)}.")
    finish.check(reads=(data,), keeps=work.keeps)
    inputs = read_inputs(model, work, data, target, Splitting(groups=groups, drop=drop))
    work = replace(work, random_state=seed_from(work.random_state))  # both models meet the same splits
    settings = vars(metric) | work.settings
    settings |= {"groups": inputs.settings["groups"], "confidence_level": confidence_level}
    answer = _spread(inputs, n_splits=n_splits, test_size=_size(test_size), **settings)
    called = names_of(model)
    finish.show(answer.to_dict() | {"models": called}, lambda out: print_distribution(answer, called, out))
    finish.draw(answer)
    finish.write(answer, called, data=str(data), seed=work.random_state)


def _spread(inputs: Inputs, **settings: Any) -> ErrorDistribution | DistributionComparison:
    """Of the error of one model, or of those of two and their difference."""
    found = [eb.distribution(model, inputs.X, inputs.y, **settings) for model in inputs.models]
    noted = [replace(one, scores=inputs.noted(one.scores)) for one in found]
    return noted[0] if len(noted) == 1 else noted[0].compare(noted[1])


def _size(test_size: float) -> Any:
    """A whole number from 1 is a count; the share 1.0 would leave nothing to train on anyway."""
    return int(test_size) if test_size >= 1 and test_size.is_integer() else test_size
