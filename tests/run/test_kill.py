"""Real processes, really killed: nothing finished is lost, nothing wrong is read, nobody is left behind."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
import uuid
from contextlib import suppress
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from joblib.externals.loky import get_reusable_executor
from tests.run import kill_target

import errbar as eb
from errbar.run.store import file as store
from errbar.run.store.fingerprint import split_fingerprint

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

ON_PATH = os.pathsep.join((str(Path(eb.__file__).parents[1]), str(Path(__file__).parents[2])))
IN_MEMORY = Path("/dev/shm")
SECONDS = 0.02  # of one fit
HOUR = 3600.0  # of a fit that nobody can wait for
slow_case = partial(pytest.param, marks=pytest.mark.slow)


class Runs:
    """Starts runs of `kill_target` in their own sessions and knows every process they leave."""

    def __init__(self, folder):
        self.folder = folder
        self.token = uuid.uuid4().hex
        self.count = 0
        self.drivers = {os.getpid()}

    def note_fits(self):
        """A fresh file for the next run's fits."""
        self.count += 1
        self.fits = self.folder / f"fits{self.count}"
        self.fits.touch()
        return {"ERRBAR_TEST_FITS": str(self.fits)}

    def start(self, path, n_jobs, seconds):
        known = {"ERRBAR_TEST_TOKEN": self.token, "PYTHONPATH": ON_PATH}
        call = "import sys; from tests.run import kill_target; kill_target.main(*sys.argv[1:])"
        process = subprocess.Popen(
            [sys.executable, "-c", call, str(path), str(self.folder / "out"), str(n_jobs), str(seconds)],
            env=os.environ | known | self.note_fits(),
            start_new_session=True,
            stderr=subprocess.DEVNULL,
        )
        self.drivers.add(process.pid)
        return process

    def fitted(self):
        return [line.split()[0] for line in self.fits.read_text().splitlines()]

    def fitting(self):
        """Every living process that has fitted something in the last run."""
        return {int(line.split()[1]) for line in self.fits.read_text().splitlines()} & set(self.alive())

    def in_memory(self):
        """What our own drivers, and no other process of this machine, have in memory: folders are named by driver."""
        return {folder for pid in self.drivers for folder in IN_MEMORY.glob(f"errbar-{pid}-*")}

    def alive(self):
        """Every process that carries our mark."""
        found = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and self.token.encode() in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
        return found

    def clear(self):
        """End joblib's workers; its resource trackers then tidy up and end by themselves."""
        for pid in self.alive():
            with suppress(OSError):
                if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes():
                    os.kill(pid, signal.SIGKILL)


@pytest.fixture
def runs(tmp_path, monkeypatch):
    made = Runs(tmp_path)
    for name, value in made.note_fits().items():
        monkeypatch.setenv(name, value)
    yield made
    made.clear()


@pytest.fixture
def here(runs, monkeypatch):
    """A run in this process: its bytes and the splits it fitted."""

    def run(path, n_jobs, seconds):
        get_reusable_executor().shutdown(wait=True)  # its workers would write to the last run's file
        for name, value in runs.note_fits().items():
            monkeypatch.setenv(name, value)
        return kill_target.run(path, n_jobs, seconds), sorted(runs.fitted())

    return run


def until(condition, seconds=60.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def marks_by_split():
    _, y = kill_target.data()
    plan = kill_target.PLAN.build(len(y), random_state=kill_target.SEED)
    return {split_fingerprint(len(y), train, test, {}): kill_target.mark(y[train]) for train, test in plan}


def committed(path):
    """The splits in the store, as any other program would read them."""
    if not path.exists():
        return set()
    marks = marks_by_split()
    connection = sqlite3.connect(path, timeout=30)
    try:
        return {marks[split] for (split,) in connection.execute("SELECT split FROM fits")}
    except sqlite3.OperationalError:  # killed before it made its tables
        return set()
    finally:
        connection.close()


def kill_and_resume(runs, here, path, *, n_kills, n_jobs):
    rng = np.random.default_rng(n_jobs)
    everything = sorted(marks_by_split().values())
    wanted, fitted = here(None, 1, 0.0)
    assert fitted == everything
    for kill in range(n_kills):
        before = committed(path)
        process = runs.start(path, n_jobs, SECONDS)
        if kill % 4 == 3:
            time.sleep(rng.uniform(0, 1.5))  # while it is starting, or anywhere
        else:
            while process.poll() is None and not runs.fitted():
                time.sleep(0.005)
            time.sleep(rng.uniform(0, 0.4))
        process.kill()
        process.wait()
        until(lambda: not runs.fitting())  # workers notice that the driver is dead, and go
        runs.clear()  # joblib's idle workers, where it was killed before they got anything to do
        assert not before & set(runs.fitted()), "a committed split was fitted again"
        assert before <= committed(path)
    before = committed(path)
    assert here(path, n_jobs, SECONDS) == (wanted, sorted(set(everything) - before))
    assert here(path, n_jobs, SECONDS) == (wanted, [])
    assert sorted(committed(path)) == everything
    assert store.info(path)["sound"]
    until(lambda: not runs.in_memory())


@pytest.mark.parametrize(("n_jobs", "n_kills"), [(1, 1), slow_case(2, 1)])
def test_driver_killed_and_resumed(runs, here, tmp_path, n_jobs, n_kills):
    kill_and_resume(runs, here, tmp_path / "runs.db", n_kills=n_kills, n_jobs=n_jobs)


@pytest.mark.slow
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_driver_killed_twenty_times(runs, here, tmp_path, n_jobs):
    kill_and_resume(runs, here, tmp_path / "runs.db", n_kills=20, n_jobs=n_jobs)


@pytest.mark.parametrize(("n_jobs", "seconds"), [slow_case(1, SECONDS), slow_case(2, SECONDS), slow_case(2, HOUR)])
def test_interrupt_returns_at_once_and_leaves_nothing(runs, here, tmp_path, n_jobs, seconds):
    """At once: sooner than the same run took to start, so that the clock is that of the run on a busy machine too."""
    path = tmp_path / "runs.db"
    start = time.monotonic()
    process = runs.start(path, n_jobs, seconds)
    until(lambda: len(runs.fitted()) >= (2 if seconds > 1 else 8))
    patience = max(2.0, time.monotonic() - start)
    os.killpg(process.pid, signal.SIGINT)
    start = time.monotonic()
    process.wait(timeout=60)
    assert time.monotonic() - start < patience
    until(lambda: not runs.alive(), seconds=patience)
    assert store.info(path)["sound"]
    if seconds == SECONDS:
        before = committed(path)
        assert before
        wanted, _ = here(None, 1, 0.0)
        assert here(path, n_jobs, SECONDS) == (wanted, sorted(set(marks_by_split().values()) - before))


@pytest.mark.slow  # a new process after each death; tests/run/test_crash.py does the same with stand-ins
def test_killed_worker_is_replaced(tmp_path):
    X, y = kill_target.data()
    dying, calm = kill_target.Dies(str(tmp_path), 2), kill_target.Dies(str(tmp_path), 0)
    scores = eb.collect({"m": dying}, X, y, plan=kill_target.PLAN, random_state=0, n_jobs=2)
    assert (tmp_path / "died1").exists()
    assert (
        scores.items.tobytes() == eb.collect({"m": calm}, X, y, plan=kill_target.PLAN, random_state=0).items.tobytes()
    )


@pytest.mark.slow  # a new process for every try; tests/run/test_crash.py does the same with stand-ins
def test_workers_that_always_die_end_the_run(tmp_path):
    X, y = kill_target.data()
    sentence = r"'m' failed in split 0: WorkerDiedError: the worker process died 3 times, the last time alone: SIGKILL"
    with pytest.raises(eb.FitError, match=sentence):
        eb.collect({"m": kill_target.Dies(str(tmp_path), 1000)}, X, y, plan=kill_target.PLAN, random_state=0, n_jobs=2)
