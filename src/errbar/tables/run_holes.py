"""Items that some training runs have no value for: kept, and what is missing is filled run by run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.core.holes import Known, filled, linked
from errbar.errors import InputError
from errbar.tables.file_text import shown

Columns = dict[str, NDArray[Any]]


def fill_holes(
    runs: Mapping[str, tuple[str, str]] | None, names: Sequence[str], found: Columns
) -> tuple[Columns, dict[str, Known], list[str]]:
    """Columns `x{j}` of runs, with holes -> without; for each model which cells are known; and notes.

    An item that no run of some model has is left out. Nothing is done where holes were not to be kept (`runs` None).
    """
    if runs is None:
        return found, {}, []
    cells = np.stack([found[f"x{j}"].astype(np.float64) for j in range(len(names))])
    known = np.isfinite(cells)
    if known.all():
        return found, {}, []
    places: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        places.setdefault(runs[name][0], []).append(place)
    kept = np.all([known[own].any(axis=0) for own in places.values()], axis=0)
    if not kept.any():
        raise InputError("No item has a value from every model: are the item names spelled alike?")
    known, cells = known[:, kept], cells[:, kept]
    holes = int((~known).sum())
    found = {name: column[kept] for name, column in found.items()}
    masks = {}
    for model, own in places.items():
        if not linked(known[own]):
            raise InputError(
                f"The runs of {shown(model)} cannot be set against each other: they share no items, not even through "
                "other runs. missing='drop' (--missing drop) leaves out items that not every run has."
            )
        masks[model] = known[own]
        whole = filled(cells[own], known[own])
        found |= {f"x{j}": row for j, row in zip(own, whole, strict=True)}
    left = int((~kept).sum())
    notes = [f"{left:,} item(s) that no run of some model has were left out."] if left else []
    notes.append(
        f"{holes:,} of {known.size:,} values of runs on items are missing and were filled with what the run and the "
        "item add; the interval allows for them, as long as what is missing does not hang on the value it would have."
    )
    return found, masks, notes
