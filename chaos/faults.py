"""What is done to a run while it works, how it may end then, and whom it concerns."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any

from chaos import target
from chaos.boxes import Box
from chaos.runs import Row, Run, Setting

WAIT_SECONDS = 60.0  # for a run to come to its first fits


@dataclass
class Scene:
    """A run that works, and all that can be done to it."""

    setting: Setting
    run: Run
    box: Box
    rng: random.Random
    cluster: Any
    before: set[Row]  # what the store held before the run
    marks: list[str]  # the fits in which the model goes wrong
    struck: int | None = None  # how long the log was when it was struck
    other: Run | None = None  # a second writer

    def wait_for_work(self) -> None:
        """Some random time: mostly until a few fits are done, now and then anywhere from the start."""
        run, rng = self.run, self.rng
        if rng.random() < 0.2 or not self.setting.logs:
            time.sleep(rng.uniform(0.0, 4.0 if self.setting.logs else 6.0))
            return
        wanted, end = rng.randint(1, 5), time.monotonic() + WAIT_SECONDS
        while len(run.done()) < wanted and run.process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        time.sleep(rng.uniform(0.0, target.SECONDS * 1.2))

    def wait_for_store(self) -> None:
        """Until the run has opened its store: who is interrupted while Python starts ends in Python's own words."""
        run, end = self.run, time.monotonic() + WAIT_SECONDS
        while self.setting.store not in run.opened() and run.process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)

    def a_worker(self) -> int | None:
        """One of the processes that fit, once there are any."""
        end = time.monotonic() + WAIT_SECONDS
        while not self.run.workers() and self.run.process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        workers = self.run.workers()
        return self.rng.choice(workers) if workers else None

    def strike(self, pid: int, number: int) -> None:
        self.struck = self.setting.log.stat().st_size
        with suppress(ProcessLookupError):
            os.kill(pid, number)


Strike = Callable[[Scene], None]


def kill_driver(scene: Scene) -> None:
    scene.wait_for_work()
    scene.strike(scene.run.pid, signal.SIGKILL)


def kill_worker(scene: Scene) -> None:
    scene.wait_for_work()
    worker = scene.a_worker()
    if worker is not None:
        scene.strike(worker, signal.SIGKILL)


def kill_all(scene: Scene) -> None:
    """Driver, workers and who would tidy up after them, in one blow."""
    scene.wait_for_work()
    scene.struck = scene.setting.log.stat().st_size
    for pid in scene.run.alive():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _pause(scene: Scene, pid: int | None) -> None:
    if pid is None:
        return
    scene.strike(pid, signal.SIGSTOP)
    time.sleep(scene.rng.uniform(0.2, 4.0))
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGCONT)


def pause_driver(scene: Scene) -> None:
    scene.wait_for_work()
    _pause(scene, scene.run.pid)


def pause_worker(scene: Scene) -> None:
    scene.wait_for_work()
    _pause(scene, scene.a_worker())


def _sent(number: int) -> Strike:
    def send(scene: Scene) -> None:
        scene.wait_for_work()
        if number == signal.SIGINT:
            scene.wait_for_store()
        scene.run.told_to_end = number == signal.SIGTERM
        scene.strike(scene.run.pid, number)

    return send


def lock_store(scene: Scene) -> None:
    """Another writer holds the store for a while, short or longer than anybody waits."""
    scene.wait_for_work()
    if not scene.setting.store.is_file():
        return
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(scene.setting.store, timeout=5, isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        time.sleep(scene.rng.choice([0.3, 1.0, 3.0, 13.0]))
        other.execute("ROLLBACK")


def fill_disk(scene: Scene) -> None:
    scene.wait_for_work()
    scene.box.fill()
    if scene.rng.random() < 0.5:
        time.sleep(scene.rng.uniform(0.2, 2.0))
        scene.box.empty()


def limit_files(scene: Scene) -> None:
    """No file of the driver may grow, as under a quota."""
    scene.wait_for_work()
    sizes = [path.stat().st_size for path in scene.box.folder.iterdir()]
    with suppress(ProcessLookupError):
        resource.prlimit(scene.run.pid, resource.RLIMIT_FSIZE, (max([8192, *sizes]) + 6000, resource.RLIM_INFINITY))


def hide_folder(scene: Scene) -> None:
    """The folder of the store is gone for a while, or for the rest of the run."""
    scene.wait_for_work()
    away = scene.box.folder / "away"
    away.mkdir(exist_ok=True)
    for path in scene.box.folder.glob("runs.db*"):
        shutil.move(path, away / path.name)
    if scene.rng.random() < 0.5:
        time.sleep(scene.rng.uniform(0.2, 2.0))


def replace_store(scene: Scene) -> None:
    """Another file stands where the store was: of another program, no database, or an empty one."""
    hide_folder(scene)
    kind = scene.rng.choice(["text", "other", "nothing"])
    if kind == "text":
        scene.setting.store.write_text("a,b\n" * 3000)
    elif kind == "other":
        with suppress(sqlite3.Error), closing(sqlite3.connect(scene.setting.store)) as base:
            base.execute("CREATE TABLE mine (a)")
    else:
        scene.setting.store.touch()


def second_writer(scene: Scene) -> None:
    """The same run once more, at the same time; now and then one of the two is killed."""
    time.sleep(scene.rng.uniform(0.0, 2.0))
    scene.other = Run(scene.setting)
    if scene.rng.random() < 0.3:
        scene.wait_for_work()
        scene.other.signal(signal.SIGKILL)


def lose_scheduler(scene: Scene) -> None:
    scene.wait_for_work()
    scene.struck = scene.setting.log.stat().st_size  # who fits goes on for a while, and can tell nobody
    scene.cluster.lose_scheduler()


def lose_workers(scene: Scene) -> None:
    scene.wait_for_work()
    scene.struck = scene.setting.log.stat().st_size
    scene.cluster.lose_workers()


def nothing(scene: Scene) -> None:
    """It happens inside the model, or has happened before the run."""


@dataclass(frozen=True)
class Fault:
    """What is done, how a run may end then, and where it can be done."""

    name: str
    strike: Strike
    ends: tuple[str, ...]
    kill: bool = False
    workers: bool = False  # needs worker processes
    takes_store: bool = False
    concerns_store: bool = False
    trouble: str = ""  # what the model does in some of its fits

    def suits(self, setting: Setting, box: Box) -> bool:
        if self.workers and setting.where in ("here", "threads"):
            return False
        if self.trouble and not setting.logs:
            return False
        if self.name == "second writer" and setting.where in ("dask", "ray"):
            return False
        if self.name.startswith("dask"):
            return setting.where == "dask"
        return box.own or self.name not in ("full disk", "read-only folder")


DIES = ("signal", "answer")
ALWAYS = ("answer",)
FAULTS = (
    Fault("kill driver", kill_driver, DIES, kill=True),
    Fault("kill worker", kill_worker, ALWAYS, kill=True, workers=True),
    Fault("kill all at once", kill_all, DIES, kill=True),
    Fault("pause driver", pause_driver, ALWAYS),
    Fault("pause worker", pause_worker, ALWAYS, workers=True),
    Fault("interrupt", _sent(signal.SIGINT), ("interrupted", "answer")),
    Fault("terminate", _sent(signal.SIGTERM), DIES),
    Fault("hang up", _sent(signal.SIGHUP), DIES),
    Fault("locked store", lock_store, ALWAYS, concerns_store=True),
    Fault("second writer", second_writer, ALWAYS, concerns_store=True),
    Fault("full disk", fill_disk, ALWAYS, concerns_store=True),
    Fault("file limit", limit_files, ALWAYS, concerns_store=True),
    Fault("read-only folder", nothing, ("sentence", "answer")),
    Fault("store gone", hide_folder, ALWAYS, takes_store=True, concerns_store=True),
    Fault("store replaced", replace_store, ALWAYS, takes_store=True, concerns_store=True),
    Fault("fit raises", nothing, ("sentence",), trouble="raises"),
    Fault("fit leaves", nothing, ("sentence",), trouble="leaves"),
    Fault("fit crashes", nothing, ("sentence",), trouble="crashes"),
    Fault("fit hangs", nothing, ("sentence",), trouble="hangs"),
    Fault("fit is greedy", nothing, ("sentence",), trouble="greedy"),
    Fault("dask without scheduler", lose_scheduler, ("sentence", "answer")),
    Fault("dask without workers", lose_workers, ("sentence", "answer")),
)
