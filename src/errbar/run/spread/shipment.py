"""The data of a run written to a file once and mapped into every worker's memory; tasks carry only its address."""

from __future__ import annotations

import os
import pickle
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from errbar.run.fit import Outcome, Share, Task, forget_plans
from errbar.run.store.shelf import fit_and_keep

MEMORY = Path("/dev/shm")  # a folder in memory, where there is one
MARK = "at-"  # with the process id of a worker: a file that says which fit it is at
DONE = "done-"  # likewise, a file with what it finished last
LOCK = "driver"  # a file that is locked for as long as the driver lives
WRITING_SECONDS = 600.0  # that a folder without this file is left alone
WATCH_SECONDS = 0.5


@contextmanager
def shipped(task: Task) -> Iterator[str]:
    """The address of the task, for as long as workers may need it; the folder goes even if this process is killed."""
    from joblib.externals.loky.backend import resource_tracker

    folder = _written(task)
    resource_tracker.register(str(folder), "folder")
    try:
        with _held(folder):
            yield str(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        resource_tracker.unregister(str(folder), "folder")


def _written(task: Task) -> Path:
    """The folder the task was written to: in memory if it fits there."""
    import joblib
    from joblib.externals.loky.backend.reduction import dumps

    chosen = os.environ.get("JOBLIB_TEMP_FOLDER")
    places = [Path(chosen)] if chosen else [MEMORY, Path(tempfile.gettempdir())]
    for place in (place for place in places if os.access(place, os.W_OK)):
        _sweep(place)
        folder = Path(tempfile.mkdtemp(prefix=f"errbar-{os.getpid()}-", dir=place))
        try:
            joblib.dump((task.data, task.plan), folder / "data")
            rest = {f.name: getattr(task, f.name) for f in fields(task) if f.name not in ("data", "plan")}
            (folder / "rest").write_bytes(dumps(rest))  # models may come from a notebook
        except BaseException as cause:
            shutil.rmtree(folder, ignore_errors=True)
            if isinstance(cause, OSError) and place is not places[-1]:
                continue
            raise
        return folder
    raise OSError(f"no folder to write the data to for the workers; tried {', '.join(map(str, places))}")


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """A lock that says, also to who sees other process numbers than we do, that the folder is in use."""
    with (folder / LOCK).open("w") as file:
        if os.name == "posix":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _sweep(place: Path) -> None:
    """Remove what drivers left that were killed together with all who would have tidied up after them."""
    if os.name != "posix":
        return
    for folder in place.glob("errbar-*-*"):
        driver = folder.name.split("-")[1]
        with suppress(OSError):  # someone else's, or swept by another run at this moment
            if driver.isdigit() and not _lives(int(driver)) and _is_abandoned(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _is_abandoned(folder: Path) -> bool:
    """Ours, and nobody holds it; without a lock it may be one that is being written just now."""
    import fcntl

    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        return False
    if not (folder / LOCK).exists():
        return time.time() - folder.stat().st_mtime > WRITING_SECONDS
    with (folder / LOCK).open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def fit_shipped(address: str, batch: Sequence[Share]) -> Outcome:
    """`fit_and_keep` in a worker process, which marks the fit it is at: if it dies, that one is suspected."""
    mark = Path(address, f"{MARK}{os.getpid()}")

    def starting(number: int, name: str) -> None:
        mark.write_text(f"{number} {name}", encoding="utf-8")

    outcome = fit_and_keep(_received(address), batch, starting)
    _leave_behind(Path(address, f"{DONE}{os.getpid()}"), Outcome(outcome.fits, outcome.seconds))
    mark.unlink(missing_ok=True)
    return outcome


def _leave_behind(place: Path, outcome: Outcome) -> None:
    """What is handed in just now, in case another worker dies before it arrives: joblib then ends them all."""
    from joblib.externals.loky.backend.reduction import dumps

    with suppress(OSError):  # no room, or the run is over
        written = place.with_name(f"new-{place.name}")
        written.write_bytes(dumps(outcome))
        written.replace(place)


def left_behind(address: str) -> list[Outcome]:
    """What each worker finished last."""
    return [pickle.loads(place.read_bytes()) for place in sorted(Path(address).glob(f"{DONE}*"))]


def fits_under_way(address: str) -> list[tuple[int, str]]:
    """The splits and models that workers were at when they died; their marks are removed."""
    found: set[tuple[int, str]] = set()
    for mark in Path(address).glob(f"{MARK}*"):
        number, _, name = mark.read_text(encoding="utf-8").partition(" ")
        if number:
            found.add((int(number), name))
        mark.unlink(missing_ok=True)
    return sorted(found)


_at_hand: dict[str, Task] = {}  # the run this worker works for
_watching = threading.Event()


def _received(address: str) -> Task:
    task = _at_hand.get(address)
    if task is None:
        _forget()
        task = _at_hand[address] = _read(Path(address))
        if not _watching.is_set():
            _watching.set()
            threading.Thread(target=_watch, args=(task.driver, os.getppid()), daemon=True).start()
    return task


def _read(folder: Path) -> Task:
    import joblib

    data, plan = joblib.load(folder / "data", mmap_mode="r")
    if isinstance(data.X, np.memmap):
        data = replace(data, X=np.asarray(data.X))  # the same memory under its plain name
    rest: dict[str, Any] = pickle.loads((folder / "rest").read_bytes())
    return Task(data=data, plan=plan, **rest)


def _watch(driver: int, parent: int) -> None:
    """Let go of the data once a run is over, and of life once the driver is dead: nobody would collect the results.

    A worker that starts after that has another parent from the beginning; a driver in a container may be process 1.
    """
    while os.getppid() == parent and (os.name != "posix" or _lives(driver)):
        time.sleep(WATCH_SECONDS)
        if not all(Path(address, "rest").exists() for address in list(_at_hand)):
            _forget()
    for address in list(_at_hand):
        shutil.rmtree(address, ignore_errors=True)
    os._exit(1)


def _forget() -> None:
    _at_hand.clear()
    forget_plans()
