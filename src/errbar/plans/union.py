"""One plan that serves several methods: every split they need, once."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from errbar.errors import InputError
from errbar.plans.families import Part, Subsample
from errbar.plans.plan import Plan


def union(plans: list[Plan]) -> Plan:
    """All parts of `plans`; where two ask for the same family of random splits the larger number serves both."""
    first = plans[0]
    if len(plans) == 1:
        return first
    parts: dict[str, Part] = {}
    for plan in plans:
        for part in plan.parts:
            parts[part.kind] = _merged(parts[part.kind], part) if part.kind in parts else part
    return Plan("union", first.n, tuple(parts.values()), first.groups, first.stratified)


def _merged(a: Part, b: Part) -> Part:
    if type(a) is type(b):
        unlike = [f.name for f in fields(a) if not _same(getattr(a, f.name), getattr(b, f.name))]  # type: ignore[arg-type]
        if not unlike:
            return a
        if isinstance(a, Subsample) and isinstance(b, Subsample) and unlike == ["n_splits"]:
            return a if a.n_splits > b.n_splits else b
    raise InputError(f"The methods ask for {a.kind!r} splits of different shapes: give plan= to say which.")


def _same(a: Any, b: Any) -> bool:
    return np.array_equal(a, b) if np.ndarray in (type(a), type(b)) else bool(a == b)
