"""The letter recognition data: from a file, or from OpenML. What is loaded is checked before any study believes it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.errors import InputError

COUNTS = (
    789, 766, 736, 805, 768, 775, 773, 734, 755, 747, 739, 761, 792,
    783, 753, 803, 783, 758, 748, 796, 813, 764, 752, 787, 786, 734,
)  # fmt: skip
NEARBY = Path(__file__).parents[4] / "shared" / "data" / "letter.csv.gz"


@dataclass(frozen=True, eq=False, slots=True)
class Letters:
    """20000 letters.

    Parameters
    ----------
    x : 20000 x 16, whole numbers from 0 to 15.
    y : 0 for A to 25 for Z.
    """

    x: Floats
    y: Floats


def load_letters(path: str | Path | None = None) -> Letters:
    """From `path`; else from the folder beside the checkout; else from OpenML."""
    if path is None and not NEARBY.is_file():
        x, labels = _from_openml()
    else:
        x, labels = _from_file(Path(path or NEARBY))
    return _checked(x, labels)


def _from_file(path: Path) -> tuple[NDArray[np.str_], NDArray[np.str_]]:
    """A header, 16 features, and the letter first or last."""
    try:
        table = np.loadtxt(path, delimiter=",", skiprows=1, dtype=str)
    except (OSError, ValueError) as cause:
        raise InputError(f"The letters cannot be read from {str(path)!r}: {cause}.") from None
    if table.ndim != 2 or table.shape[1] != 17:
        raise InputError(f"{str(path)!r} must have 17 columns, 16 features and the letter; got shape {table.shape}.")
    label = 0 if table[0, 0].isalpha() else 16
    return np.delete(table, label, axis=1), table[:, label]


def _from_openml() -> tuple[NDArray[np.str_], NDArray[np.str_]]:
    from sklearn.datasets import fetch_openml

    try:
        found = fetch_openml("letter", version=1, as_frame=False, parser="liac-arff")
    except OSError as cause:
        raise InputError(f"The letters are not here and OpenML does not answer ({cause}): give --data FILE.") from None
    return found.data, found.target.astype(str)


def _checked(x: NDArray[np.str_], labels: NDArray[np.str_]) -> Letters:
    alphabet, codes, counts = np.unique(labels, return_inverse=True, return_counts=True)
    if x.shape != (20000, 16) or tuple(counts.tolist()) != COUNTS or "".join(alphabet) != "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        raise InputError(
            f"These are not the letter recognition data: expected 20000 x 16 and {COUNTS[0]} times A to {COUNTS[-1]} "
            f"times Z; got {x.shape[0]} x {x.shape[1]} and {alphabet.size} labels."
        )
    numbers = x.astype(np.float64)
    if not np.isin(numbers, np.arange(16)).all():
        raise InputError("These are not the letter recognition data: features must be whole numbers from 0 to 15.")
    return Letters(numbers, codes.astype(np.float64))
