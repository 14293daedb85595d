"""What a killed driver left in memory is removed by the next run; what a living one uses is not."""

import os

import joblib
import numpy as np
import pytest
from sklearn.dummy import DummyRegressor

import errbar as eb
from errbar.run.checked import check_data
from errbar.run.fit import Fit, Outcome, Task
from errbar.run.spread import shipment
from errbar.run.spread.parallel import Left

pytestmark = pytest.mark.skipif(os.name != "posix", reason="asks for processes and locks")

DEAD, ALIVE = 999999991, 999999992
DATA = check_data(np.zeros((20, 1)), np.arange(20.0))


@pytest.fixture
def memory(tmp_path, monkeypatch):
    monkeypatch.setattr(shipment, "MEMORY", tmp_path)
    monkeypatch.setattr(shipment, "_lives", lambda pid: pid != DEAD)
    monkeypatch.delenv("JOBLIB_TEMP_FOLDER", raising=False)
    return tmp_path


def ship():
    task = Task({"m": DummyRegressor()}, DATA, eb.plans.kfold(4).build(20), None, 0, {}, os.getpid())
    return shipment.shipped(task)


def left_by(memory, name, *, old=True, lock=True):
    folder = memory / name
    folder.mkdir()
    joblib.dump(np.zeros(10), folder / "data")
    if lock:
        (folder / shipment.LOCK).touch()
    if old:
        os.utime(folder, (0, 0))
    return folder


def test_the_next_run_sweeps_what_the_dead_left(memory):
    gone = [left_by(memory, f"errbar-{DEAD}-a"), left_by(memory, f"errbar-{DEAD}-b", lock=False)]
    stay = [
        left_by(memory, f"errbar-{ALIVE}-a"),
        left_by(memory, f"errbar-{DEAD}-new", old=False, lock=False),
        left_by(memory, "errbar-notes-of-mine"),
        left_by(memory, "other"),
    ]
    with ship():
        assert not any(folder.exists() for folder in gone)
    assert sorted(memory.iterdir()) == sorted(stay)


def test_a_folder_in_use_stays_though_its_driver_cannot_be_seen(memory, monkeypatch):
    monkeypatch.setattr(shipment, "_lives", lambda _: False)  # as from another container
    with ship() as first, ship() as second:
        assert os.path.exists(first) and os.path.exists(second)  # noqa: PTH110
    assert list(memory.iterdir()) == []


def test_processes_are_looked_for():
    assert shipment._lives(os.getpid()) and not shipment._lives(2**22 + 1)


@pytest.mark.parametrize("born_after", [False, True])
def test_a_worker_whose_driver_is_dead_takes_the_data_with_it(memory, monkeypatch, born_after):
    """Also one that was born after the driver's death, and has the parent of all orphans from the beginning."""
    folder = left_by(memory, "errbar-1-a")
    (folder / "rest").touch()
    monkeypatch.setattr(shipment, "_at_hand", {str(folder): None})
    ends = []
    monkeypatch.setattr(os, "_exit", ends.append)
    monkeypatch.setattr(shipment, "_lives", lambda _: not born_after)
    shipment._watch(1, os.getppid() if born_after else -1)
    assert ends == [1] and not folder.exists()


def test_a_driver_may_be_the_first_process_of_a_container(monkeypatch):
    """Its workers have process 1 for a parent, as orphans do, and are none."""
    ends, looks = [], iter([1, 1, 1, 7])
    monkeypatch.setattr(shipment, "WATCH_SECONDS", 0.0)
    monkeypatch.setattr(shipment, "_at_hand", {})
    monkeypatch.setattr(os, "getppid", lambda: next(looks))
    monkeypatch.setattr(os, "_exit", ends.append)
    shipment._watch(1, 1)
    assert ends == [1] and next(looks, None) is None


def test_what_a_worker_hands_in_is_left_behind_too(memory):
    with ship() as address:
        outcome = Outcome([Fit(2, "m", np.ones(5), 0.1, 0.0)], 0.1)
        shipment._leave_behind(memory / address / f"{shipment.DONE}{DEAD}", outcome)
        found = shipment.left_behind(address)
        assert [(fit.number, fit.name, fit.losses.tolist()) for one in found for fit in one.fits] == [
            (2, "m", [1.0] * 5)
        ]
        left = Left([(1, ("m",)), (2, ("m",))])
        assert len(left.news(found[0]).fits) == 1
        left.learn(found[0])
        assert left.news(found[0]).fits == []
    shipment._leave_behind(memory / address / f"{shipment.DONE}{DEAD}", outcome)  # the run is over: nobody minds
