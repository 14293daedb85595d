"""One run of errbar in a session of its own: what it fits, what it keeps, what it leaves behind."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import uuid
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import errbar as eb
from chaos import target
from chaos.clock import FAIR
from chaos.nursery import Child, Nursery
from errbar.run.seeding import SHARED, Seeding
from errbar.run.store.fingerprint import split_fingerprint

ON_PATH = os.pathsep.join((str(Path(eb.__file__).parents[1]), str(Path(__file__).parents[1])))
ENVIRONMENT = {
    "PYTHONPATH": ON_PATH,
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "RAY_AUTH_MODE": "token",  # our own: else a file in somebody's home decides, for a head but not for its drivers
    "RAY_AUTH_TOKEN": secrets.token_hex(32),
}
IN_MEMORY = Path("/dev/shm")
LEFT_BEHIND = ("errbar-{}-*", "joblib_memmapping_folder_{}_*", "sem.loky-{}-*", "psm_{}_*")
TIDY_SECONDS = 10.0
LIMIT_SECONDS = 120.0  # in which any run must end
BORROWING = Seeding((), (), borrows=True)
Row = tuple[bytes, bytes]


class Broken(Exception):
    """A promise that was not kept."""


@dataclass(frozen=True)
class Setting:
    """What is run, and where: the same for all runs of a case."""

    kind: str
    verb: str
    where: str  # here, loky, multiprocessing, threads, dask, ray
    n_jobs: int
    command_line: bool
    folder: Path
    nursery: Nursery
    address: str | None = None

    @property
    def store(self) -> Path:
        return self.folder / "box" / "runs.db"

    @property
    def log(self) -> Path:
        return self.folder / "fits.log"

    @property
    def logs(self) -> bool:
        """Whether its fits write down what they do."""
        return self.kind not in target.PLAIN

    @property
    def n_models(self) -> int:
        return 2 if self.verb == "compare" else 1

    def asked(self, *, stored: bool, timeout: float | None) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "verb": self.verb,
            "where": self.where,
            "n_jobs": self.n_jobs,
            "store": str(self.store) if stored else None,
            "log": str(self.log),
            "timeout": timeout,
            "address": self.address,
        }

    def words(self, *, stored: bool, timeout: float | None) -> list[str]:
        plain = {"shared ridge": "sklearn.linear_model.Ridge()"}
        kinds = [self.kind, "bayes"] if self.verb == "compare" else [self.kind]
        specs = [plain.get(kind) or f"chaos.target.Slow(kind={kind!r})" for kind in kinds]
        words = [sys.executable, "-m", "errbar", self.verb, str(self.folder / "data.csv"), "--target", "y", "--json"]
        words += [word for spec in specs for word in ("--model", spec)]
        words += ["--plan", f"subsample({target.n_splits(self.kind, self.verb)}, 0.1)"]
        words += ["--random-state", str(target.SEED), "--n-jobs", str(self.n_jobs), "--allow-module", "chaos"]
        words += ["--store", str(self.store)] if stored else []
        return words + (["--timeout", str(timeout)] if timeout is not None else [])

    def write_data(self) -> None:
        X, y = target.data(self.kind)
        lines = [",".join([*map(repr, row), repr(one)]) for row, one in zip(X.tolist(), y.tolist(), strict=True)]
        (self.folder / "data.csv").write_text("\n".join(["a,b,c,d,y", *lines]))

    def rows(self) -> set[Row]:
        """What the store holds, as any other program would read it: runs and splits."""
        if not self.store.is_file():
            return set()
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(self.store, timeout=30)) as base:
            found = base.execute("SELECT about, split FROM fits JOIN runs ON run = runs.id").fetchall()
            return {(about.encode(), split) for about, split in found}
        return set()  # killed before it made its tables, or no store

    def all_marks(self) -> set[str]:
        kinds = [self.kind, "bayes"][: self.n_models]
        return {by_kind[kind] for by_kind in _marks(self.kind, self.verb).values() for kind in kinds}

    def marks(self, rows: set[Row]) -> set[str]:
        """The fits that rows belong to, as the log calls them."""
        by_split = _marks(self.kind, self.verb)
        return {by_split[split][_kind(about)] for about, split in rows}


def _kind(about: bytes) -> str:
    found = re.search(r"kind='(\w+)'", json.loads(about)["model"])
    return "logistic" if found is None else found[1]  # which a model does not say of itself, as it is the default


@cache
def _marks(kind: str, verb: str) -> dict[bytes, dict[str, str]]:
    X, y = target.data(kind)
    plan = target.plan(kind, verb).build(len(y), random_state=target.SEED)
    found = {}
    for number, (train, test) in enumerate(plan):
        marks = {one: target.mark(one, X[train]) for one in (kind, "bayes")}
        # other threads of a worker of Dask draw from the generators of the process: a fit is then kept with its seed
        for states in ({}, {SHARED: BORROWING.shared_seed(plan, target.SEED, number)}):
            found[split_fingerprint(len(y), train, test, states)] = marks
    return found


@dataclass
class Ended:
    """How a run ended: with an answer, a sentence, an interruption, or by a signal."""

    how: str
    text: str = ""
    digest: str = ""
    resumed: int | None = None
    seconds: float = 0.0


@dataclass
class Run:
    """A run that was started just now."""

    setting: Setting
    timeout: float | None = None
    stored: bool = True
    token: str = field(default_factory=lambda: uuid.uuid4().hex)

    def __post_init__(self) -> None:
        self.told_to_end = False
        self.setting.log.touch()
        self.offset = self.setting.log.stat().st_size
        self.started, self.born = time.monotonic(), time.time() - 1.0
        known = {"CHAOS_TOKEN": self.token, "CHAOS_LOG": str(self.setting.log), **ENVIRONMENT}
        self.out, self.err = (self.setting.folder / f"{name}-{self.token}" for name in ("out", "err"))
        self.out.touch()
        self.err.touch()
        self.process = self._typed(known) if self.setting.command_line else self._called(known)
        self.pid = self.process.pid

    def _typed(self, known: dict[str, str]) -> subprocess.Popen[bytes]:
        with self.out.open("wb") as out, self.err.open("wb") as err:
            return subprocess.Popen(
                self.setting.words(stored=self.stored, timeout=self.timeout),
                env=os.environ | known,
                start_new_session=True,
                stdout=out,
                stderr=err,
                cwd=self.setting.folder,
            )

    def _called(self, known: dict[str, str]) -> Child:
        return self.setting.nursery.spawn(
            {
                "name": self.token,
                "asked": self.setting.asked(stored=self.stored, timeout=self.timeout),
                "environment": known,
                "folder": str(self.setting.folder),
                "out": str(self.out),
                "err": str(self.err),
            }
        )

    def lines(self, until: int | None = None) -> list[list[str]]:
        """What its fits wrote down: start or done, which fit, which process."""
        text = self.setting.log.read_bytes()[self.offset : until].decode()
        return [line.split() for line in text.splitlines() if line.count(" ") == 2]

    def done(self, until: int | None = None) -> list[str]:
        return [mark for what, mark, _ in self.lines(until) if what == "done"]

    def workers(self) -> list[int]:
        """The living processes, not the driver, that have fitted something."""
        seen = {int(pid) for _, _, pid in self.lines()} - {self.pid}
        return [pid for pid in sorted(seen) if Path(f"/proc/{pid}").exists()]

    def opened(self) -> list[Path]:
        """The files that the driver has open."""
        found = []
        with suppress(OSError):  # it has ended
            for link in Path(f"/proc/{self.pid}/fd").iterdir():
                with suppress(OSError):
                    found.append(link.readlink())
        return found

    def alive(self) -> list[int]:
        """Every process that carries our mark."""
        found = [] if self.process.poll() is not None else [self.pid]
        for entry in Path("/proc").iterdir():
            with suppress(OSError):
                if (
                    entry.name.isdigit()
                    and int(entry.name) != self.pid
                    and self.token.encode() in (entry / "environ").read_bytes()
                ):
                    found.append(int(entry.name))
        return found

    def left(self) -> list[str]:
        """What it has in memory that is shared."""
        found = []
        for path in (path for form in LEFT_BEHIND for path in IN_MEMORY.glob(form.format(self.pid))):
            with suppress(FileNotFoundError):
                if path.stat().st_ctime >= self.born:  # process numbers come again
                    found.append(path.name)
        return found

    def signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def wait(self) -> Ended:
        """Its end, within the limit."""
        end = FAIR.seconds + LIMIT_SECONDS
        while (code := self.process.poll()) is None:
            if FAIR.seconds > end:
                raise Broken(f"no end after {LIMIT_SECONDS:.0f} s; {self.err.read_text(errors='replace')[-500:]}")
            time.sleep(0.02)
        seconds = time.monotonic() - self.started
        ended = self._printed(code) if self.setting.command_line else self._told(code)
        ended.seconds = seconds
        return ended

    def _told(self, code: int) -> Ended:
        if code < 0:
            return Ended("signal", str(-code))
        told = [line for line in self.out.read_text(errors="replace").splitlines() if line.startswith('{"ended"')]
        if not told and self.setting.where == "ray" and self.told_to_end:
            return Ended("signal", "15")  # of which Ray makes an exit of its own, or dies in its own code
        if not told:  # Ray's workers write there too, also after the last word
            raise Broken(f"exit {code} without a word: {self.err.read_text(errors='replace')[-800:]}")
        said = json.loads(told[-1])
        return Ended(said["ended"], said.get("text", ""), said.get("digest", ""), said.get("resumed"))

    def _printed(self, code: int) -> Ended:
        if code < 0:
            return Ended("signal", str(-code))
        if code == 0:
            result = json.loads(self.out.read_text(errors="replace"))
            said = [result[name] for name in ("estimate", "low", "high", "pvalue")]
            return Ended("answer", digest=repr(said), resumed=result.get("details", {}).get("resumed_fits"))
        told = self.err.read_text(errors="replace")
        if code == 130:
            return Ended("interrupted", told)
        if code not in (2, 3) or "Traceback" in told:
            raise Broken(f"exit {code}: {told[-800:]}")
        return Ended("sentence", told)

    def check_tidy(self, *, memory: bool = True) -> bool:
        """Nothing of it lives or lies around, ten seconds after its end.

        False for workers of joblib whose driver was killed before it gave them anything to do: they know of no run,
        wait for work, and end after joblib's five minutes.
        """
        end = FAIR.seconds + TIDY_SECONDS
        while self.alive() or (memory and self.left()):
            if FAIR.seconds > end:
                if self.alive() and not self.lines():
                    return False
                names = [f"{pid} {_command(pid)}" for pid in self.alive()]
                left = self.left() if memory else []
                raise Broken(f"left after {TIDY_SECONDS:.0f} s: processes {names}, memory {left}")
            time.sleep(0.2)
        return True

    def finished_twice(self) -> int:
        return sum(count - 1 for count in Counter(self.done()).values())

    def close(self) -> None:
        """Whatever happened, nothing goes on."""
        for pid in self.alive():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        for (
            name
        ) in self.left():  # of who was killed with all who would have tidied up; errbar's own are for the next run
            if not name.startswith("errbar-"):
                (IN_MEMORY / name).unlink() if name.startswith("sem") else shutil.rmtree(IN_MEMORY / name, True)


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()[-120:]
    except OSError:
        return "gone"
