"""Randomness enters once: any `random_state` becomes one whole number."""

from __future__ import annotations

from numbers import Integral

import numpy as np

from errbar.errors import InputError

RandomState = int | np.random.Generator | np.random.RandomState | None


def seed_from(random_state: RandomState) -> int:
    """The seed of a run: an int is itself, a generator is asked once, None is fresh entropy."""
    if random_state is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**63))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    if isinstance(random_state, Integral) and not isinstance(random_state, bool) and int(random_state) >= 0:
        return int(random_state)
    raise InputError(
        f"random_state must be a whole number from 0, a NumPy Generator or RandomState, or None; got "
        f"{random_state!r:.80}."
    )
