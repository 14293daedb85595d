"""A study: a question a paper settled by simulation, asked again. It gives a tidy table, claims and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from errbar.types.setup import StoreFile

Verdict = Literal["reproduced", "not reproduced", "too few runs to say", "not comparable"]
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Claim:
    """What the paper says, what we measured, and how the two stand to each other."""

    claim: str
    measured: str
    verdict: Verdict


def stated(claim: str, measured: str, holds: bool, enough: bool = True) -> Claim:
    """A claim that what was measured settles, where the replications were enough."""
    return Claim(claim, measured, "too few runs to say" if not enough else "reproduced" if holds else "not reproduced")


class Lead(NamedTuple):
    """By how much a measured quantity is on the side a claim says, negative on the other; and its standard error."""

    value: float
    se: float


def weighed(claim: str, measured: str, gaps: Sequence[Lead], *, slack: float = 0.0, errors: float = 3.0) -> Claim:
    """A claim against the noise of what was measured: each gap is an interval of so many standard errors.

    Not reproduced where one lies below 0 altogether; reproduced where none reaches below `-slack` (a departure that
    large would have been seen); otherwise there were too few runs to say.

    Examples
    --------
    >>> [weighed("", "", [Lead(value, 0.01)]).verdict for value in (0.05, 0.02, -0.05)]
    ['reproduced', 'too few runs to say', 'not reproduced']
    """
    if not gaps:
        return Claim(claim, measured, "not comparable")
    if any(gap.value + errors * gap.se < 0 for gap in gaps):
        return Claim(claim, measured, "not reproduced")
    seen = all(gap.value - errors * gap.se >= -slack for gap in gaps)
    return Claim(claim, measured, "reproduced" if seen else "too few runs to say")


@dataclass(frozen=True, slots=True)
class Findings:
    """What a run of a study gives: rows with the same columns, claims, and figures by name (matplotlib)."""

    rows: Sequence[Row]
    claims: Sequence[Claim] = ()
    figures: Mapping[str, Any] = field(default_factory=dict)


def _nobody(what: str) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class How:
    """How a study is run.

    Parameters
    ----------
    scale : multiplies the number of replications.
    seed : of everything random.
    n_jobs, store, progress : as in `errbar.evaluate`.
    data : the file a study's data are in, for a study that reads one.
    tell : is told what is finished.
    """

    scale: float = 1.0
    seed: int = 0
    n_jobs: int | None = None
    store: StoreFile | None = None
    progress: bool | None = None
    data: str | Path | None = None
    tell: Callable[[str], None] = _nobody

    def share(self, full: int, at_least: int) -> int:
        """Of the replications at full scale; never fewer than a spread can be estimated from."""
        return max(at_least, round(full * self.scale))


AS_USUAL = How()


@dataclass(frozen=True, slots=True)
class Study:
    """A named study.

    Parameters
    ----------
    title : one line for people.
    references : keys of `refs.REFS`.
    run : gives the findings.
    seconds : roughly how long the full scale takes on two cores.
    figures : single figures that can be drawn without running the study: name -> function giving a figure.
    takes_data, keeps : whether it reads `How.data`, and whether it keeps anything in `How.store`.
    """

    title: str
    references: tuple[str, ...]
    run: Callable[[How], Findings]
    seconds: float
    figures: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    takes_data: bool = False
    keeps: bool = True
