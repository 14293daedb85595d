"""The letter recognition data (D. J. Slate, UCI Machine Learning Repository, CC BY 4.0), which come with errbar.

What is loaded is checked before any study believes it: the bundled file by its SHA-256, another one by what it holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.errors import InputError

COUNTS = (
    789, 766, 736, 805, 768, 775, 773, 734, 755, 747, 739, 761, 792,
    783, 753, 803, 783, 758, 748, 796, 813, 764, 752, 787, 786, 734,
)  # fmt: skip
BUNDLED = Path(__file__).parents[1] / "data" / "letter.csv.gz"
SHA256 = "95b0ed0a48b714b62da1199eeaa7ed687726cfde61bc20f9558fd507dcc2dd56"


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
    """Those that come with errbar, or from `path`."""
    if path is None and sha256(BUNDLED.read_bytes()).hexdigest() != SHA256:
        raise InputError("The letters that came with errbar were changed: install it again, or give --data FILE.")
    return _checked(*_from_file(Path(path or BUNDLED)))


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
