"""`errbar growth`: when do more splits stop helping?"""

from __future__ import annotations

from typing import Any

import errbar as eb
from errbar.cli import options as o
from errbar.cli.finish import DrawnFinish
from errbar.cli.inputs import JudgedBy
from errbar.cli.scored import Fits, MadeFrom, Tables, scored
from errbar.cli.terminal import Terminal
from errbar.show.sentence import shared_unit
from errbar.types.answer import plain

SHOWN = (2, 3, 5, 10, 15, 25, 50, 100, 200, 500, 1000)


def growth(
    table: Tables,
    *,
    fits: Fits,
    judged: JudgedBy,
    method: o.MethodName = "corrected_t",
    confidence_level: o.Level = 0.95,
    made: MadeFrom,
    finish: DrawnFinish,
) -> None:
    """How does the interval change as splits are added? Of 25 splits (or --plan) of DATA, or of a TABLE."""
    finish.check(reads=(*table,), keeps=made.work.keeps)
    found = scored(table, fits, judged, made, eb.plans.subsample())
    chosen = {"model": found.model, "versus": found.versus}
    answer = eb.growth(found.scores, method=method, confidence_level=confidence_level, **chosen)
    finish.show(_as_dict(answer, found.names), lambda out: _print(answer, found.names, out))
    finish.draw(answer)
    finish.write(answer.results[-1], found.names, data=found.data, seed=found.seed)


def _as_dict(answer: eb.Growth, names: tuple[str, ...]) -> dict[str, Any]:
    told = ("n_splits", "estimate", "low", "high")
    return {
        "schema": 1,
        "models": list(names),
        "method": answer.results[-1].method,
        "confidence_level": answer.results[-1].confidence_level,
        "half_width_left": answer.half_width_left,
        "enough": answer.enough,
        "results": [{name: plain(getattr(result, name)) for name in told} for result in answer.results],
    }


def _print(answer: eb.Growth, names: tuple[str, ...], out: Terminal) -> None:
    from rich.text import Text

    last = answer.results[-1]
    out.line(Text(f"{' - '.join(names)}, {answer}", style="" if out.plain else "bold"))
    out.line()
    unit = shared_unit([last])
    out.line(f"{'splits':>7}  {'estimate':>10}  {'half-width':>10}  interval")
    for result in answer.results:
        if result.n_splits in SHOWN or result is last:
            told = [unit.bare(one) for one in ((result.high - result.low) / 2, result.low, result.high)]
            out.line(f"{result.n_splits:>7}  {unit(result.estimate):>10}  {told[0]:>10}  [{told[1]}, {told[2]}]")
    out.line()
    out.under("for   ", last.target)
    out.under("next  ", "Only more data narrow what is left at best; splits do not.")
    for note in last.notes:
        out.under("note  ", note)
