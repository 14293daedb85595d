"""Replications: the bytes depend on the seed alone, not on workers, chunks or a kill in between."""

import hashlib
from dataclasses import dataclass

import numpy as np
import pytest

from errbar.lab.replicate import CHUNK, replicate
from errbar.lab.studies.resampling import Design, Resampling
from errbar.lab.worlds.regression import SIMULATIONS
from errbar.run.store.file import entries

ONE = Resampling(SIMULATIONS[0], Design(15, 2, 5, 5))
COUNT = 2 * CHUNK + 3


def digest(values):
    return hashlib.sha256(values.tobytes()).hexdigest()


@pytest.fixture(scope="module")
def alone():
    return digest(replicate(ONE, COUNT, seed=5))


def test_two_workers_give_the_same_bytes(alone):
    assert digest(replicate(ONE, COUNT, seed=5, n_jobs=2)) == alone


def test_another_seed_gives_other_bytes(alone):
    assert digest(replicate(ONE, COUNT, seed=6)) != alone


def test_a_longer_study_starts_as_a_shorter_one():
    long, short = replicate(ONE, COUNT, seed=5), replicate(ONE, CHUNK, seed=5)
    assert (long[:CHUNK] == short).all()


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
    file = tmp_path / "study.db"
    monkeypatch.setattr("errbar.lab.replicate.fingerprint", _same_study)
    with pytest.raises(KeyboardInterrupt):
        replicate(Killed(ONE, [None] * (CHUNK + 4)), COUNT, seed=5, store=file)
    assert sum(entry.splits for entry in entries(file)) == 1
    computed = [None] * (COUNT - CHUNK)  # enough for what is missing, and for nothing more
    assert digest(replicate(Killed(ONE, computed), COUNT, seed=5, store=file)) == alone
    assert computed == []
    assert digest(replicate(Killed(ONE, []), COUNT, seed=5, store=file)) == alone  # nothing is left to compute


def _same_study(*values):
    """Fingerprints that do not see how often a study was stopped."""
    from errbar.run.store.fingerprint import fingerprint

    return fingerprint(*(value.one if isinstance(value, Killed) else value for value in values))


def test_a_chunk_leaves_little_behind():
    """Memory: what is kept of a data set is its split means, never its losses."""
    assert ONE.size * 8 < 4000
    assert Resampling(SIMULATIONS[3], Design()).size * 8 * 1000 < 2e7  # 1000 data sets at full scale: 20 MB
    assert np.isfinite(replicate(ONE, 3, seed=0)).all()
