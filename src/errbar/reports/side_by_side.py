"""Every method that can read the same scores, beside the one that answered; nothing is fitted."""

from __future__ import annotations

import warnings

from errbar.errors import ErrbarError
from errbar.methods import METHODS
from errbar.types import Result

# items beyond which a method takes seconds or more (betting_star: for two models hundreds are enough)
SLOW = {"betting_star": 0, "bootstrap_bca": 20_000, "betting": 20_000, "bentkus": 20_000}


def every_method(result: Result) -> tuple[list[Result], list[str]]:
    """The answers, the given one first, and the names of methods left out because they are slow on so many items."""
    found, slow = [result], []
    for name in METHODS:
        if name == result.method:
            continue
        if (result.n_test or 0) > SLOW.get(name, float("inf")):
            slow.append(name)
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found.append(result.with_method(name))
        except ErrbarError:  # needs other splits, other losses, or asks another question
            continue
    return found, slow
