"""The answer of an audit: one row per method and series, every share with its exact binomial interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from errbar.answers.audit_row import AuditRow
from errbar.answers.series_moments import SeriesMoments
from errbar.answers.share import PowerCurve, Share
from errbar.check import check_name
from errbar.show.call import Call
from errbar.types.answer import Answer, plain

SCHEMA = 1


@dataclass(frozen=True, slots=True, repr=False)
class Audit(Answer):
    """How well each method really covers on data sets of `n` rows like these: `rows`, `to_frame`, `plot`.

    Parameters
    ----------
    rows : one per method and series.
    confidence_level : what the intervals claim.
    n, n_sets, n_population : rows of a data set, data sets, rows they were drawn from (None: without end).
    population : "rows", "bootstrap" or the name of a world.
    loss : name of the loss or scorer.
    difference : how far away the null value was for `power`; None: zero was tested.
    n_fits : fits of all data sets and models, each split once.
    seed : of everything random.
    notes : honest limits, in sentences.
    curves : where differences were asked for, for each method and series: `differences`, `power` and `adjusted` (power
        once sizes are made equal), shares with their intervals.
    moments : where they were asked for, for each series: `mu`, `s0` to `s3`, `rho`, `rho0`, `r`, `ratios` and `implied`
        ratios by method, `folds` (theta, sigma2, omega, gamma and their shares), and `remarks`.
    """

    rows: tuple[AuditRow, ...]
    confidence_level: float
    n: int
    n_sets: int
    n_population: int | None
    population: str
    loss: str
    difference: float | None
    n_fits: int
    seed: int
    notes: tuple[str, ...]
    curves: tuple[PowerCurve, ...] = ()
    moments: tuple[SeriesMoments, ...] = ()
    _call: Call | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def series(self) -> tuple[str, ...]:
        """The models and comparisons, in order."""
        return tuple(dict.fromkeys(row.series for row in self.rows))

    @property
    def flagged(self) -> tuple[AuditRow, ...]:
        """The rows whose coverage is below the level by more than chance."""
        return tuple(row for row in self.rows if row.verdict == "too narrow")

    def row(self, method: str, series: str | None = None) -> AuditRow:
        """The row of a method; of the last series (a comparison, where there is one) if none is named."""
        of = self.series[-1] if series is None else check_name("series", series, self.series)
        found = {row.method: row for row in self.rows if row.series == of}
        return found[check_name("method", method, found)]

    def to_frame(self) -> Any:
        """A pandas DataFrame with one row per method and series; the columns never depend on the arguments."""
        from errbar.types.frame import frame

        flat = [flat_row(row) for row in self.rows]
        return frame({name: [row[name] for row in flat] for name in flat[0]})

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe: a row per method and series under `results`. Times are left out: equal audits, equal bytes."""
        apart = ("rows", "curves", "moments", "notes", "_call")
        own = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in apart}
        rows = [{k: v for k, v in flat_row(row).items() if not k.startswith("seconds")} for row in self.rows]
        data: dict[str, Any] = plain({"schema": SCHEMA, **own, "results": rows, "notes": list(self.notes)})
        more = {name: [_spelled(one) for one in getattr(self, name)] for name in ("curves", "moments")}
        data |= plain({name: found for name, found in more.items() if found})
        return data

    def plot(self, ax: Any = None, series: str | None = None) -> Any:
        """Coverage against cost, one point per method with its Monte-Carlo interval; returns the axes."""
        from errbar.show.audit import plot_audit

        return plot_audit(self, ax, series)

    def plot_power(self, ax: Any = None, series: str | None = None, *, adjusted: bool = False) -> Any:
        """Power against the difference, a curve per method; `adjusted` to equal size. Returns the axes."""
        from errbar.show.audit_power import plot_power

        return plot_power(self, ax, series, adjusted=adjusted)

    def _repr_html_(self) -> str:
        from errbar.show.audit import audit_html

        return audit_html(self)

    def __str__(self) -> str:
        from errbar.show.audit import audit_text

        return audit_text(self)


def _spelled(value: Any) -> Any:
    """A frozen record as nested dictionaries; a share as its three names."""
    if isinstance(value, Share):
        return value._asdict()
    if is_dataclass(value):
        return {f.name: _spelled(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {name: _spelled(one) for name, one in value.items()}
    return [_spelled(one) for one in value] if isinstance(value, tuple) else value


def flat_row(row: AuditRow) -> dict[str, Any]:
    """The fields in order; a share as three columns: itself, `_low` and `_high`."""
    flat: dict[str, Any] = {}
    for name in (f.name for f in fields(row)):
        value = getattr(row, name)
        if isinstance(value, Share) or name == "power":
            parts: Sequence[float | None] = (None, None, None) if value is None else value
            flat |= dict(zip((name, f"{name}_low", f"{name}_high"), parts, strict=True))
        else:
            flat[name] = value
    return flat
