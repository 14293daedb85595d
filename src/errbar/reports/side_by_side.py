"""Every method that can read the same scores, beside the one that answered; nothing is fitted."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from errbar.answers.again import again, suitable
from errbar.methods import METHODS
from errbar.types import Result


def every_method(result: Result, known: Sequence[Result] = ()) -> tuple[list[Result], list[str]]:
    """The answers, the given one first, and the names of methods left out because they are slow on so many items.

    `known`: those that were asked before.
    """
    there = {other.method: other for other in known}
    fits = suitable(result, [name for name in METHODS if name != result.method])
    slow = [name for name in fits if (result.n_test or 0) > METHODS[name].slow_from]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [result, *(there.get(name) or again(result, name) for name in fits if name not in slow)], slow
