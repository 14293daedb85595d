"""Scores, a Result or a file -> a Result with a verdict, and what a list of gates says of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from errbar.errors import InputError, NeedsError
from errbar.show.gate import gate_sentence
from errbar.types import Result, Scores
from errbar.verbs.infer import infer

INSPECT = (".eval", ".json")


def judged(
    what: Any,
    pair: tuple[str | None, str | None],
    margin: float | None,
    columns: Mapping[str, Any] | None,
    asked: Mapping[str, Any],
) -> tuple[Result, tuple[str, str]]:
    """The answer and the names of the two models; one clear sentence where a margin or a model is missing."""
    if isinstance(what, Result):
        return _as_it_is(what, pair, [margin, columns, *asked.values()])
    if isinstance(what, str | Path):
        scores = _read(Path(what), columns)
    elif columns is not None:
        raise InputError("columns= says how a table is read: leave it out where scores are given.")
    else:
        scores = what
    if margin is None:
        raise InputError("A gate needs margin=: by how much may the first model be worse?")
    if not isinstance(scores, Scores):
        raise InputError(f"A gate takes Scores, a Result with a verdict, or the path of a file; got {what!r:.60}.")
    names = _two(scores, pair)
    return infer(scores, model=names[0], versus=names[1], margin=margin, **asked), names


def _as_it_is(result: Result, pair: tuple[str | None, str | None], more: list[Any]) -> tuple[Result, tuple[str, str]]:
    if any(one is not None for one in more):
        raise InputError("A Result is judged already: give its margin to eb.compare or eb.infer, not to the gate.")
    if result.verdict is None:
        raise NeedsError("This Result has no verdict: ask with margin=, e.g. eb.compare(a, b, X, y, margin=0.01).")
    return result, (pair[0] or "the first", pair[1] or "the second")


def _two(scores: Scores, pair: tuple[str | None, str | None]) -> tuple[str, str]:
    model, versus = pair
    if versus is None and model in scores.names and len(scores.names) == 2:
        versus = next(name for name in scores.names if name != model)
    if versus is None:
        raise InputError(f"A gate compares two models: say versus=; these scores hold: {', '.join(scores.names)}.")
    chosen = scores.chosen(model, versus)
    return chosen[0], chosen[-1]


def _read(path: Path, columns: Mapping[str, Any] | None) -> Scores:
    """A table where its columns are named, else a log."""
    if columns is not None:
        return Scores.from_table(str(path), **columns)
    if path.suffix.lower() in (".csv", ".parquet", ".gz"):
        raise InputError(f"{path.name} is a table: name its columns, e.g. columns={{'item': 'id', 'loss': 'loss'}}.")
    from errbar.tables.inspect_log import read_inspect
    from errbar.tables.lm_eval import read_lm_eval

    return read_inspect(str(path)) if path.suffix.lower() in INSPECT else read_lm_eval(str(path))


def row(result: Result, names: tuple[str, str]) -> dict[str, Any]:
    """A gate as a list of gates has it: JSON-safe."""
    told = result.to_dict()
    kept = ("verdict", "estimate", "low", "high", "confidence_level", "method", "loss")
    return {
        "models": list(names),
        **{name: told[name] for name in kept},
        "margin": told["details"]["margin"],
        "sentence": f"{gate_sentence(result, *names)}.",
    }
