"""A study: a question a paper settled by simulation, asked again. It gives a tidy table, claims and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Verdict = Literal["reproduced", "not reproduced", "not comparable"]
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Claim:
    """What the paper says, what we measured, and how the two stand to each other."""

    claim: str
    measured: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Findings:
    """What a run of a study gives: rows with the same columns, claims, and figures by name (matplotlib)."""

    rows: Sequence[Row]
    claims: Sequence[Claim] = ()
    figures: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Study:
    """A named study.

    Parameters
    ----------
    title : one line for people.
    references : keys of `refs.REFS`.
    run : (scale, seed, n_jobs, progress, store) -> Findings; `scale` multiplies the number of replications.
    seconds : roughly how long the full scale takes on two cores.
    figures : single figures that can be drawn without running the study: name -> function giving a figure.
    takes_data : whether `run` also takes data=, the file its data are in.
    """

    title: str
    references: tuple[str, ...]
    run: Callable[..., Findings]
    seconds: float
    figures: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    takes_data: bool = False
