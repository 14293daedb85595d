"""`errbar distribution`: how the error of a model is spread over training sets, or that of two, drawn if asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

import errbar as eb
from errbar.answers.error_distribution import DistributionComparison, ErrorDistribution
from errbar.cli import options as o
from errbar.cli.data import read_columns, split_columns, with_notes
from errbar.cli.finish import check_report, print_json, write_report
from errbar.cli.spec import parse_model
from errbar.cli.terminal import Terminal
from errbar.errors import InputError
from errbar.show.sentence import sentence, short_name

Splits = Annotated[int, typer.Option("--n-splits", help="How many splits; no two are the same.")]
TestSize = Annotated[float, typer.Option("--test-size", help="What each split holds out: a share, or a count from 1.")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it: .png, .svg or .pdf.")]

FORMATS = (".png", ".svg", ".pdf")


def distribution(
    data: o.DataFile,
    *,
    target: o.Target,
    model: o.Models,
    n_splits: Splits = 500,
    test_size: TestSize = 0.25,
    loss: o.Loss = "auto",
    scoring: o.Scoring = None,
    groups: o.Groups = None,
    drop: o.Drop = None,
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
    """How is a model's error spread over training sets? With a second --model: how do the two compare?"""
    from errbar.plans.seed import seed_from
    from errbar.run.preprocess import prepared

    if len(model) > 2:
        raise InputError(f"distribution takes one --model, or two to compare; got {len(model)}.")
    _check_plot(plot)
    check_report(report)
    models = [parse_model(spec, allow_module or ()) for spec in model]
    X, y, labels, kinds, notes = split_columns(read_columns(data), target, groups, drop)
    seed = seed_from(random_state)  # both models meet the same splits
    found = [
        eb.distribution(
            prepared(one, kinds, X.shape[1]), X, y, n_splits=n_splits, test_size=_size(test_size), loss=loss,
            scoring=scoring, groups=labels, confidence_level=confidence_level, random_state=seed, n_jobs=n_jobs,
            store=None if store is None else str(store),
        )
        for one in models
    ]  # fmt: skip
    found = [replace(one, scores=with_notes(one.scores, notes)) for one in found]
    answer: ErrorDistribution | DistributionComparison = found[0] if len(found) == 1 else found[0].compare(found[1])
    if plot is not None:
        _draw(answer, plot)
    if json:
        print_json(answer.to_dict() | {"models": list(model)})
    else:
        _print(answer, model, Terminal.of(plain))
    write_report(report, answer, tuple(model), str(data), seed=seed)


def _size(test_size: float) -> Any:
    """A whole number from 1 is a count; the share 1.0 would leave nothing to train on anyway."""
    return int(test_size) if test_size >= 1 and test_size == int(test_size) else test_size


def _print(answer: ErrorDistribution | DistributionComparison, specs: list[str], out: Terminal) -> None:
    from rich.text import Text

    names = tuple(map(short_name, specs))
    result = answer.corrected if isinstance(answer, DistributionComparison) else answer.result
    if len(names) == 2:
        for letter, name in zip("ab", names, strict=True):
            out.under(letter, name)
        out.line()
    out.line(Text(sentence(result, names), style="" if out.plain else "bold"))
    out.line()
    parts = [str(answer)]
    if isinstance(answer, DistributionComparison):
        parts = [f"a. {answer.a}", f"b. {answer.b}", str(answer)]
    for part in parts:
        for line in part.split("\n"):
            out.line(line)
        out.line()
    out.under("next  ", "More splits make these numbers steadier; only more data make the average surer.")
    for note in answer.notes:
        out.under("note  ", note)


def _check_plot(path: Path | None) -> None:
    """Before anything is fitted: can the picture be drawn at all?"""
    if path is None:
        return
    from errbar.show.intervals import new_axes

    new_axes()
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"The picture {path} must end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}.")
    if not path.resolve().parent.is_dir():
        raise InputError(f"There is no folder for the picture {path}.")


def _draw(answer: ErrorDistribution | DistributionComparison, path: Path) -> None:
    try:
        answer.plot().figure.savefig(path, dpi=200)
    except OSError as cause:
        raise InputError(f"The picture cannot be written to {path}: {cause.strerror}.") from None
