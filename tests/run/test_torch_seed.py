"""Torch is seeded where it is loaded, and left as it was; a stand-in takes its place here."""

from __future__ import annotations

import random
import sys
from types import SimpleNamespace

import pytest

from errbar.run.torch_seed import seeded_torch


class Torch:
    def __init__(self, *, gpus: bool) -> None:
        self.here, self.there = random.Random(1), random.Random(2)
        self.cuda = SimpleNamespace(
            is_available=lambda: gpus,
            is_initialized=lambda: gpus,
            get_rng_state_all=lambda: [self.there.getstate()],
            set_rng_state_all=lambda states: self.there.setstate(states[0]),
        )

    def manual_seed(self, seed: int) -> None:
        assert 0 <= seed < 2**64
        self.here.seed(seed)
        self.there.seed(seed)

    def get_rng_state(self):
        return self.here.getstate()

    def set_rng_state(self, state) -> None:
        self.here.setstate(state)


@pytest.mark.parametrize("gpus", [False, True])
def test_the_same_seed_gives_the_same_numbers_and_nothing_is_left_behind(monkeypatch, gpus):
    torch, untouched = Torch(gpus=gpus), Torch(gpus=gpus)
    monkeypatch.setitem(sys.modules, "torch", torch)
    drawn = []
    for seed in (5, 5, 6, 2**70):
        with seeded_torch(seed):
            drawn.append(torch.here.random())
    assert drawn[0] == drawn[1] != drawn[2]
    assert torch.here.random() == untouched.here.random()
    if gpus:
        assert torch.there.random() == untouched.there.random()


def test_put_back_after_a_failure(monkeypatch):
    torch, untouched = Torch(gpus=False), Torch(gpus=False)
    monkeypatch.setitem(sys.modules, "torch", torch)
    with pytest.raises(ValueError, match="fit"), seeded_torch(3):
        raise ValueError("fit")
    assert torch.here.random() == untouched.here.random()


def test_nothing_without_torch(monkeypatch):
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    with seeded_torch(3):
        assert "torch" not in sys.modules
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace())  # half imported
    with seeded_torch(3):
        pass
