"""`errbar infer`: scores that others made, in a table or an evaluation log; no fitting. With `--margin`, a gate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

import errbar as eb
from errbar.answers.ask import series_of
from errbar.cli import options as o
from errbar.cli.bars import Bar, bars
from errbar.cli.finish import Finish, Gate
from errbar.cli.inputs import AskedFor
from errbar.cli.reading import Pair, Reading, Values, Where, files_of, open_scores, read_scores
from errbar.cli.result_lines import show_result, show_results
from errbar.cli.standard_input import files
from errbar.cli.terminal import Terminal
from errbar.errors import InputError
from errbar.show.as_text import number, percent
from errbar.show.sentence import Unit, loss_words
from errbar.types import Result, Results, Scores
from errbar.verbs.sequential import Sequential

Tables = Annotated[
    list[str],
    files(
        "TABLE|LOG...",
        "CSV, Parquet, JSON lines or Excel, several or a glob, - for standard input; logs, folders, or NAME=LOG.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Parts:
    """Subgroups: which, and how they are judged together."""

    by: Annotated[
        str | None, typer.Option(metavar="COL", help="Subgroups, all at once, and their gaps; logs: a key, or task.")
    ] = None
    correction: Annotated[str, typer.Option(help="--by: holm, fdr_bh, simes-hochberg, bonferroni or none.")] = "holm"
    weights: Annotated[
        str | None, typer.Option(metavar="equal|A=2,B=1", help="--by: also the average over subgroups.")
    ] = None

    @property
    def asked(self) -> dict[str, Any]:
        """As `eb.infer` takes them."""
        if self.weights is None or "=" not in self.weights:
            return {"correction": self.correction, "weights": self.weights}
        found = {}
        for one in self.weights.split(","):
            name, _, share = one.rpartition("=")
            try:
                found[name.strip()] = float(share)
            except ValueError:
                raise InputError(f"--weights takes equal, or NAME=NUMBER,NAME=NUMBER; got {one!r:.80}.") from None
        return {"correction": self.correction, "weights": found}


def infer(
    table: Tables,
    *,
    where: Where,
    pair: Pair,
    method: o.MethodName = "auto",
    asked: AskedFor,
    gate: Gate,
    values: Values,
    parts: Parts,
    pair_runs: o.PairRuns = False,
    unpaired: Annotated[bool, typer.Option("--unpaired", help="Each model on items of its own.")] = False,
    flipped: Annotated[bool, typer.Option("--flipped", help="Also which items the two models differ on.")] = False,
    sequential: Annotated[bool, typer.Option("--sequential", help="Valid at every row: rows in their order.")] = False,
    reading: Reading,
    finish: Finish,
) -> None:
    """Error bars for scores that others made: one row per item and model, or an evaluation log. Nothing is fitted."""
    finish.check(reads=files_of(table))
    gate.check()
    if pair.versus is None and (gate.margin is not None or unpaired or flipped):
        named = "--margin" if gate.margin is not None else "--unpaired" if unpaired else "--flipped"
        raise InputError(f"{named} compares two models: name the other one with --versus.")
    if parts.by is not None and (sequential or gate.margin is not None or unpaired or flipped):
        raise InputError("--by does not go together with --margin, --unpaired, --flipped or --sequential.")
    if parts.by is None and parts != Parts():
        raise InputError("--weights and --correction are for subgroups: name them with --by.")
    if asked.null is None and pair.versus is not None:
        asked = replace(asked, null=0.0)
    data = ", ".join(Path(path).name for path in table)
    if unpaired:
        one, two = (
            read_scores(table, where, Pair(model=name), values, reading, sequential=False) for name in _both(pair)
        )
        result = eb.infer(one, versus=two, method=method, margin=gate.margin, **vars(asked))
        show_result(result, _both(pair), finish, data=data)
        gate.leave(result)
        return
    opened = open_scores(table, where, pair, values, reading, sequential=sequential, by=parts.by)
    scores = opened.scores
    if parts.by is not None:
        results = eb.infer(
            scores, method=method, by=opened.labels(parts.by), **parts.asked, **vars(pair), **vars(asked)
        )
        _show_subgroups(results, finish, data)
        return
    if sequential:
        result = _watched(series_of(scores, scores.chosen(pair.model, pair.versus)), asked, gate)
        show_result(result, pair.names(scores), finish, data=data)
        return
    options = {"pair": "runs"} if pair_runs else None
    found = [
        eb.infer(scores, metric=name, method=method, margin=gate.margin, options=options, **vars(pair), **vars(asked))
        for name in scores.metrics
    ]
    names = pair.names(scores)
    differ = scores.flipped(*names) if flipped else None
    show_results(found[0] if len(found) == 1 else Results(found), names, finish, data=data, flipped=differ)
    gate.leave_all(found)


def _both(pair: Pair) -> tuple[str, str]:
    if pair.model is None or pair.versus is None:
        raise InputError("--unpaired takes both names: --model A --versus B.")
    return pair.model, pair.versus


def _watched(series: Scores, asked: AskedFor, gate: Gate) -> Result:
    if gate.margin is not None:
        raise InputError("--margin and --sequential do not go together: a gate is judged once, at the end.")
    return Sequential.over(series, confidence_level=asked.confidence_level, null=asked.null).result()


def _show_subgroups(results: Results, finish: Finish, data: str) -> None:
    """A line for each subgroup, each gap and the largest gap."""
    rows = [{"subgroup": one.details["subgroup"], "gap": one.details["gap"], **one.to_dict()} for one in results]

    def lines(out: Terminal) -> None:
        out.line(f"{loss_words(results[0])}: {percent(asked_level(results))} intervals, all of a kind together")
        out.line()
        for wanted in (False, True):
            shown = [one for one in results if (one.details["gap"] is not None) == wanted]
            drawn = [_subgroup_bar(one) for one in shown]
            unit = Unit.of(shown[0]).word.strip()
            for line in bars(drawn, 0.0 if wanted else None, out.width, out.plain, unit):
                line.rstrip()
                out.console.print(line, no_wrap=True, overflow="crop", crop=False)
            out.line()

    finish.show({"schema": rows[0]["schema"], "results": rows}, lines)
    finish.write(results, data=data)


def _subgroup_bar(one: Result) -> Bar:
    """A subgroup, or its gap to the rest, in the units of the loss."""
    gap, unit = one.details["gap"], Unit.of(one)
    name = str(one.details["subgroup"]) if gap is None else f"{one.details['subgroup']}, gap to {gap}"
    tail = "" if one.pvalue is None else f", p = {number(one.pvalue, 3)}"
    value = f"{unit.bare(one.estimate)} [{unit.bare(one.low)}, {unit.bare(one.high)}]{unit.word}{tail}"
    f = unit.factor
    return Bar(name, f * one.estimate, f * one.low, f * one.high, None, value)


def asked_level(results: Results) -> float:
    """The level at which all hold together, which is that of the largest gap."""
    return results[-1].confidence_level
