"""A store through whatever may happen to it: what was committed is read back or named damaged, never wrong."""

import json
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from errbar.errors import StoreError
from errbar.run.store import file
from errbar.run.store.fingerprint import fingerprint, versions
from errbar.run.store.patient import Patient
from errbar.run.store.prune import prune

ABOUT = json.dumps(
    {"model": "m", "computed": "fit", "loss": "l", "n": 9, "n_features": 1, "data": "d", "versions": versions()}
)
SIZE = 40
keys = st.tuples(st.integers(0, 2), st.integers(0, 11))
handles = st.integers(0, 1)
numbers = st.one_of(st.just(0.0), st.just(1.0), st.floats(allow_nan=False, allow_infinity=False))


def row(split, number):
    return file.StoredRow(fingerprint("split", split), np.full(SIZE, number), 0.1, 0.2, (("W", "text"),))


class Store(RuleBasedStateMachine):
    """Two writers, a dictionary that says what they wrote, and mishaps."""

    def __init__(self):
        super().__init__()
        self.home = Path(tempfile.mkdtemp(prefix="errbar-stateful-"))
        self.count, self.hurt, self.known, self.writers = 0, False, {}, {}
        self.path = self.home / "runs.db"
        file.connect(self.path, create=True).close()

    def teardown(self):
        self.close()
        shutil.rmtree(self.home)

    def close(self):
        for writer in self.writers.values():
            writer.close()
        self.writers = {}

    def read(self, run, split):
        with file.explained(self.path), closing(file.connect(self.path, create=True)) as connection:
            found = file.read(connection, self.path, fingerprint("run", run), fingerprint("split", split), SIZE)
        return None if found is None else found.losses.tobytes()

    @rule(handle=handles, key=keys, number=numbers)
    def put(self, handle, key, number):
        if self.hurt:
            return
        writer = self.writers.get(handle) or self.writers.setdefault(handle, Patient(self.path))
        run, split = key
        writer.keep([(fingerprint("run", run), ABOUT, [row(split, number)])])
        assert writer.notes() == []
        self.known.setdefault(key, np.full(SIZE, number).tobytes())

    @rule(handle=handles)
    def reopen(self, handle):
        if handle in self.writers:
            self.writers.pop(handle).close()

    @rule(key=keys)
    def lose_power_while_writing(self, key):
        """The files as they are in the middle of a commit of another process."""
        if self.hurt:
            return
        self.count += 1
        there = self.home / f"after{self.count}"
        there.mkdir()
        with closing(file.connect(self.path, create=True)) as other:
            other.execute("PRAGMA cache_size = 2")  # pages go to the file before the commit
            other.execute("BEGIN IMMEDIATE")
            file.write(other, fingerprint("run", key[0]), ABOUT, [row(100 + split, 0.5) for split in range(60)])
            for path in self.path.parent.glob("runs.db*"):
                if not path.name.endswith("-shm"):
                    shutil.copy(path, there / path.name)
            other.execute("ROLLBACK")
        self.close()
        self.path = there / "runs.db"
        assert self.read(key[0], 100) is None

    @rule(place=st.floats(0, 1), bits=st.integers(1, 255), length=st.sampled_from([1, 8, 64]))
    def flip(self, place, bits, length):
        self.close()
        data = bytearray(self.path.read_bytes())
        start = int(place * (len(data) - 1))
        for i in range(start, min(len(data), start + length)):
            data[i] ^= bits
        self.path.write_bytes(data)
        self.hurt = True

    @rule(place=st.floats(0, 1))
    def truncate(self, place):
        self.close()
        data = self.path.read_bytes()
        self.path.write_bytes(data[: int(place * len(data))])
        self.hurt = True

    @rule(column=st.sampled_from(["losses", "warnings", "dtype", "fit_seconds", "checksum"]))
    def change_a_row(self, column):
        self.close()
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(self.path)) as other, other:
            other.execute(f"UPDATE fits SET {column} = X'FF00FE' WHERE rowid = (SELECT min(rowid) FROM fits)")
        self.hurt = True

    @rule()
    def change_what_a_run_says(self):
        self.close()
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(self.path)) as other, other:
            other.execute("UPDATE runs SET about = CAST(X'7BFF' AS TEXT) WHERE id = (SELECT min(id) FROM runs)")
        self.hurt = True

    @rule()
    def remove(self):
        self.close()
        self.start_anew()

    def start_anew(self):
        for path in self.path.parent.glob("runs.db*"):
            path.unlink()
        file.connect(self.path, create=True).close()
        self.known, self.hurt = {}, False

    @rule()
    def mend(self):
        """Whatever `errbar store info` calls damaged is sound after `errbar store prune`, or cannot even be opened."""
        self.close()
        try:
            prune(self.path)
        except StoreError:
            assert self.hurt
            with pytest.raises(StoreError):
                file.info(self.path)
            self.start_anew()
            return
        assert file.info(self.path)["sound"]
        assert not list(self.path.parent.glob("*.errbar-*"))
        self.hurt, found = False, {key: self.read(*key) for key in self.known}
        self.known = {key: losses for key, losses in found.items() if losses is not None and losses == self.known[key]}
        assert set(self.known) == {key for key, losses in found.items() if losses is not None}

    @invariant()
    def never_wrong(self):
        for key, losses in self.known.items():
            try:
                found = self.read(*key)
            except StoreError:
                assert self.hurt
                continue
            assert found == losses or (found is None and self.hurt)


def run(examples, steps):
    run_state_machine_as_test(
        Store,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        ),
    )


def test_whatever_happens_to_a_store():
    run(10, 10)


@pytest.mark.slow
def test_whatever_happens_to_a_store_at_length():
    run(1500, 40)
