"""Replications: the bytes depend on the seed alone, not on workers, chunks or a kill in between."""

import hashlib
from dataclasses import dataclass

import numpy as np
import pytest

from errbar.lab.replicate import replicate
from errbar.lab.studies.resampling import Resampling, ResamplingDesign
from errbar.lab.study import How
from errbar.lab.worlds.regression import SIMULATIONS
from errbar.run.store.file import entries

ONE = Resampling(SIMULATIONS[0], ResamplingDesign(15, 2, 5, 5))
COUNT, SOME = 23, 10
HOW = How(seed=5)


def digest(values):
    return hashlib.sha256(values.tobytes()).hexdigest()


@pytest.fixture(scope="module")
def alone():
    return digest(replicate(ONE, COUNT, HOW))


def test_two_workers_give_the_same_bytes(alone):
    assert digest(replicate(ONE, COUNT, How(seed=5, n_jobs=2))) == alone


def test_another_seed_gives_other_bytes(alone):
    assert digest(replicate(ONE, COUNT, How(seed=6))) != alone


def test_a_longer_study_starts_as_a_shorter_one():
    long, short = replicate(ONE, COUNT, HOW), replicate(ONE, SOME, HOW)
    assert (long[:SOME] == short).all()


@dataclass(frozen=True)
class Killed:
    """The same replication, stopped by hand after some data sets."""

    one: Resampling
    after: list

    name = property(lambda self: self.one.name)
    size = property(lambda self: self.one.size)

    def __call__(self, rng):
        if not self.after:
            raise KeyboardInterrupt
        self.after.pop()
        return self.one(rng)


def test_a_killed_study_goes_on_where_it_was(tmp_path, alone, monkeypatch):
    kept = How(seed=5, store=tmp_path / "study.db")
    monkeypatch.setattr("errbar.run.many.fingerprint", _same_study)
    with pytest.raises(KeyboardInterrupt):
        replicate(Killed(ONE, [None] * SOME), COUNT, kept)
    finished = sum(entry.splits for entry in entries(kept.store))
    assert 1 <= finished <= SOME
    computed = [None] * (COUNT - finished)  # enough for what is missing, and for nothing more
    assert digest(replicate(Killed(ONE, computed), COUNT, kept)) == alone
    assert computed == []
    assert digest(replicate(Killed(ONE, []), COUNT, kept)) == alone  # nothing is left to compute
    assert digest(replicate(Killed(ONE, [None] * 2), COUNT + 2, kept)[:COUNT]) == alone  # a longer study goes on


def _same_study(*values):
    """Fingerprints that do not see how often a study was stopped."""
    from errbar.run.store.fingerprint import fingerprint

    return fingerprint(*(value.one if isinstance(value, Killed) else value for value in values))


def test_a_replication_leaves_little_behind():
    """Memory: what is kept of a data set is its split means, never its losses."""
    assert ONE.size * 8 < 4000
    assert Resampling(SIMULATIONS[3], ResamplingDesign()).size * 8 * 1000 < 2e7  # 1000 data sets at full scale: 20 MB
    assert np.isfinite(replicate(ONE, 3)).all()
