"""An order of items that cannot know their losses, for methods whose answer depends on the order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

KEY = b"errbar: the order of items"  # fixed for good: the same items give the same answer


def blind_order(names: Iterable[object]) -> NDArray[np.intp]:
    """Places of the items, sorted by a keyed hash (BLAKE2b, 8 bytes) of what each is called.

    >>> blind_order(["q1", "q2", "q3", "q4"]).tolist(), blind_order(["q4", "q3", "q2", "q1"]).tolist()
    ([2, 0, 3, 1], [1, 3, 0, 2])
    """
    called = (str(name).encode("utf-8", "surrogatepass") for name in names)
    digests = b"".join(hashlib.blake2b(name, digest_size=8, key=KEY).digest() for name in called)
    return np.argsort(np.frombuffer(digests, dtype=">u8"), kind="stable")
