"""Numbers of a size that can be squared."""

from errbar.errors import InputError
from errbar.types.scores import Scores

LARGEST = 1e60  # a loss whose fourth power is finite; its inverse is the smallest spread


def check_scale(series: Scores, null: float | None = None) -> None:
    """Powers of losses must neither overflow nor vanish: an interval without width would come of it."""
    if null is not None and abs(null) > LARGEST:
        raise InputError(f"null={null:g} is too large to be squared: give the numbers in another unit.")
    numbers = series.values if series.items is None else series.items
    low, high = float(numbers.min()), float(numbers.max())
    if max(-low, high) > LARGEST or 0.0 < high - low < 1 / LARGEST:
        size = "large" if high - low > 1 else "small"
        raise InputError(f"Numbers from {low:g} to {high:g} are too {size} to be squared: give them in another unit.")
