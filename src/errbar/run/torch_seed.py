"""PyTorch's random numbers, where a model brings PyTorch along: set for one fit, put back afterwards."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def seeded_torch(seed: int) -> Iterator[None]:
    """Inside, torch draws from `seed`, on the processor and on every GPU it has started; outside nothing has changed.

    Does nothing where no one has imported torch: errbar never does.
    """
    torch = sys.modules.get("torch")
    if torch is None or not hasattr(torch, "manual_seed"):  # absent, or caught in the middle of its own import
        yield
        return
    gpus = torch.cuda if torch.cuda.is_available() and torch.cuda.is_initialized() else None
    before, on_gpus = torch.get_rng_state(), None if gpus is None else gpus.get_rng_state_all()
    torch.manual_seed(seed % 2**64)
    try:
        yield
    finally:
        torch.set_rng_state(before)
        if gpus is not None:
            gpus.set_rng_state_all(on_gpus)
