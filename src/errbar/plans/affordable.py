"""A plan too large to be fitted or remembered is refused with its size, before anything is drawn or allocated."""

from __future__ import annotations

import os
from typing import Any

from errbar.errors import InputError
from errbar.plans.plan import Plan
from errbar.plans.recipe import MOST

LARGEST_FITS = MOST
OTHERWISE_BYTES = 8 * 10**9  # where the system does not say how much memory there is


def check_affordable(plan: Plan, n_models: int, per_example: bool) -> None:
    """Refuse more fits than anybody can wait for, and more losses than the machine has memory for."""
    n_fits, memory = len(plan) * n_models, memory_bytes()
    if n_fits <= LARGEST_FITS and 8 * n_fits * plan.n <= memory:
        return
    tested = [plan.members(part.draw(0)[1]).size if per_example else 1 for part in plan.parts]
    n_bytes = 8 * n_models * sum(len(part) * size for part, size in zip(plan.parts, tested, strict=True))
    if n_fits > LARGEST_FITS or n_bytes > memory:
        raise InputError(
            f"This plan means {n_fits:,} fits, whose losses take {n_bytes / 1e9:,.1f} GB; errbar takes on up to "
            f"{LARGEST_FITS:,} fits and {memory / 1e9:,.1f} GB (the memory of this machine). Use fewer splits or "
            "smaller test sets."
        )


def check_splitter(cv: Any, n_models: int, examples: tuple[Any, Any, Any]) -> None:
    """The same of a scikit-learn splitter, whose splits are drawn at once; one that cannot count is believed."""
    count = getattr(cv, "get_n_splits", None)
    if not callable(count):
        return
    try:
        n_fits = int(count(*examples)) * n_models
    except Exception:  # any splitter may do anything; drawing its splits will tell
        return
    if n_fits > LARGEST_FITS:
        raise InputError(
            f"cv={type(cv).__name__}(...) means {n_fits:,} fits; errbar takes on up to {LARGEST_FITS:,}. "
            "Use fewer splits."
        )


def memory_bytes() -> int:
    """Of this machine."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return OTHERWISE_BYTES
