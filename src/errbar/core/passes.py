"""Several tries at one item: one of k right (pass@k), or all of them (pass^k), without bias from n >= k tries."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

import numpy as np

from errbar.core.arrays import Floats
from errbar.errors import InputError

_SPELLED = re.compile(r"pass([@^])([1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class Tries:
    r"""What k tries at an item come to: "any" of them right (@), or "all" (^).

    .. math:: \text{pass@}k = 1 - \binom{n-c}{k} / \binom{n}{k}, \qquad \text{pass\textasciicircum}k =
              \binom{c}{k} / \binom{n}{k}

    n: tries at the item; c: right ones. Both are means over all choices of k of the n tries, so unbiased [chen2021],
    [yao2024].

    Examples
    --------
    >>> n, c = np.array([5.0, 5.0, 4.0]), np.array([2.0, 5.0, 0.0])
    >>> print(Tries.named("pass@2")(n, c), Tries.named("pass^2")(n, c))
    [0.7 1.  0. ] [0.1 1.  0. ]
    """

    of: Literal["any", "all"]
    k: int

    @classmethod
    def named(cls, name: str) -> Tries | None:
        """From its name; None for "mean"."""
        found = _SPELLED.fullmatch(name) if isinstance(name, str) else None
        if found is None and not (isinstance(name, str) and name == "mean"):
            raise InputError(f"reduce must be 'mean', 'pass@k' or 'pass^k' with a number for k; got {name!r:.80}.")
        return None if found is None else cls("any" if found[1] == "@" else "all", int(found[2]))

    @property
    def name(self) -> str:
        return f"pass{'@' if self.of == 'any' else '^'}{self.k}"

    def __call__(self, n: Floats, right: Floats) -> Floats:
        """One number per item; every n must be at least k."""
        share = _all_of(n, n - right if self.of == "any" else right, self.k)
        return 1.0 - share if self.of == "any" else share


def _all_of(n: Floats, c: Floats, k: int) -> Floats:
    """C(c, k) / C(n, k): the chance that k of n, drawn at random, are all among c."""
    share = np.ones(np.shape(n))
    for i in range(min(k, int(np.max(n, initial=0.0)))):
        share *= np.maximum(c - i, 0.0) / (n - i)
    return share
