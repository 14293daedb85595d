"""A case: one kind of run, disturbed several times, gone on with each time, and held to what was promised."""

from __future__ import annotations

import random
import shutil
import threading
import time
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chaos import target
from chaos.boxes import Box
from chaos.faults import FAULTS, Fault, Scene
from chaos.nursery import Nursery
from chaos.runs import IN_MEMORY, Broken, Ended, Run, Setting

WORDS = {
    "raises": "ZeroDivisionError",
    "leaves": "SystemExit",
    "crashes": "SIGSEGV",
    "hangs": "TimeLimitError",
    "greedy": "MemoryError",
}
CLUSTER_WORDS = {  # which know that workers were lost, and not of what; an alarm does not reach the threads of Dask's
    ("dask", "crashes"): "WorkerDiedError",
    ("ray", "crashes"): "WorkerDiedError",
    ("dask", "hangs"): "WorkerDiedError",
}
SET_ASIDE = ("crashes", "hangs")  # after which all other splits are finished
KILLS = 0.62  # of all faults
RARE = ("dask without workers", "dask without scheduler")
KINDS = ("logistic", "tree", "neighbours", "forest")
SETTINGS = [
    *((kind, "here", 1, False) for kind in (*KINDS, *target.PLAIN)),
    *((kind, where, 2, False) for kind in KINDS for where in ("loky", "dask", "ray")),
    *((kind, "multiprocessing", 2, False) for kind in ("tree", "forest")),
    ("threaded tree", "threads", 2, False),
    ("logistic", "here", 1, True),
    ("forest", "loky", 2, True),
    ("shared ridge", "here", 1, True),
]


@dataclass(frozen=True)
class Met:
    """A fault that was met, and what became of it."""

    case: int
    fault: str
    kill: bool
    kind: str
    where: str
    ended: str
    seconds: float
    unkept: int = 0  # finished fits that were not kept
    idle: int = 0  # whether workers were left that never had work
    why: str = ""


@dataclass
class Case:
    """Number `number` of a seed: everything but the clock follows from the two."""

    seed: int
    number: int
    folder: Path
    clusters: dict[str, Any]
    nursery: Nursery
    found: list[Met] = field(default_factory=list)
    unswept: list[Path] = field(default_factory=list)  # what a run left for the next one to sweep
    idle: int = 0  # runs whose workers were left without ever having had work

    def __post_init__(self) -> None:
        self.rng = random.Random(f"{self.seed}/{self.number}")
        places = [one for one in SETTINGS if one[1] not in ("dask", "ray") or one[1] in self.clusters]
        order = random.Random(self.seed)
        order.shuffle(places)
        kind, where, n_jobs, typed = places[self.number % len(places)]
        verb = "evaluate" if kind in target.PLAIN else self.rng.choice(["collect", "evaluate", "compare"])
        verb = "collect" if kind in target.PLAIN and not typed else verb
        if typed and verb == "collect":
            verb = "compare"
        home = self.folder / f"case{self.number}"
        home.mkdir()
        self.cluster = self.clusters.get(where)
        address = None if self.cluster is None else self.cluster.address
        self.setting = Setting(kind, verb, where, n_jobs, typed, home, self.nursery, address)
        self.setting.write_data()

    def find_cluster(self) -> None:
        """Where it is now: the case before may have cost it its scheduler, and another one was started."""
        if self.cluster is not None:
            self.setting = Setting(**vars(self.setting) | {"address": self.cluster.address})

    @property
    def where(self) -> str:
        typed = ", typed" if self.setting.command_line else ""
        return f"{self.setting.n_jobs} {self.setting.where}{typed}"

    def run(self, wanted: str) -> list[Met]:
        """Three to five faults."""
        self.wanted = wanted
        box = Box(self.setting.store.parent)
        try:
            for _ in range(self.rng.randint(3, 5)):
                met = self._fault(self._choose(box), box)
                self.found.append(met)
                if met.why:
                    return self.found
        finally:
            box.close()
            if all(not met.why for met in self.found):
                shutil.rmtree(self.setting.folder, ignore_errors=True)
        return self.found

    def _choose(self, box: Box) -> Fault:
        able = [fault for fault in FAULTS if fault.suits(self.setting, box)]
        kills = [fault for fault in able if fault.kill]
        others = [fault for fault in able if not fault.kill and fault.name not in RARE]
        rare = [fault for fault in able if fault.name in RARE]
        if rare and self.rng.random() < 0.1:
            return self.rng.choice(rare)
        return self.rng.choice(kills if self.rng.random() < KILLS else others)

    def _fault(self, fault: Fault, box: Box) -> Met:
        start, self.idle = time.monotonic(), 0
        ended, unkept, why = Ended("nothing"), 0, ""
        try:
            ended, unkept = self._disturbed(fault, box)
            if ended.how != "answer" or self.rng.random() < 0.3:
                if ended.how != "answer" and self.rng.random() < 0.4:
                    pass  # the next fault meets the run that goes on
                else:
                    self._gone_on()
                    self._start_over(box)
            else:
                self._start_over(box)
        except Broken as cause:
            why = f"{fault.name}: {cause}"
        setting, seconds = self.setting, ended.seconds or time.monotonic() - start
        return Met(
            self.number, fault.name, fault.kill, setting.kind, self.where, ended.how, seconds, unkept, self.idle, why
        )

    def _start_over(self, box: Box) -> None:
        for path in [*box.folder.glob("runs.db*"), self.setting.log]:
            path.unlink(missing_ok=True)

    def _disturbed(self, fault: Fault, box: Box) -> tuple[Ended, int]:
        setting = self.setting
        before = setting.rows()
        trouble = setting.log.with_suffix(".trouble")
        marks = self._troubled(fault, before)
        if marks:
            trouble.write_text(" ".join([fault.trouble, *marks]))
        if fault.name == "read-only folder" and not box.lock_up():
            raise Broken("the harness cannot make a folder read-only")
        run = Run(setting, timeout=target.TIMEOUT if fault.trouble == "hangs" else None)
        scene = Scene(setting, run, box, self.rng, self.cluster, before, marks)
        try:
            fault.strike(scene)
            ended = run.wait()
            if scene.other is not None:
                self._check_other(scene.other)
            if not run.check_tidy(memory=fault.name != "kill all at once"):
                self.idle += 1
            if setting.where in ("dask", "ray"):
                self._check_quiet(run)
            self.unswept += [IN_MEMORY / name for name in run.left() if name.startswith("errbar-")]
        finally:
            run.close()
            if scene.other is not None:
                scene.other.close()
            trouble.unlink(missing_ok=True)
            if fault.name == "read-only folder":
                box.unlock()
            box.empty()
            self._bring_back(box, foreign=fault.name == "store replaced")
            if fault.name in RARE:
                self.cluster.stop()
                self.cluster.start()
                self.find_cluster()
        return ended, self._check(fault, scene, ended)

    def _bring_back(self, box: Box, *, foreign: bool) -> None:
        """The store that was taken away, in place of what stands there now; a foreign file goes in any case."""
        away = box.folder / "away"
        if not away.exists():
            return
        if any(away.iterdir()) or foreign:
            for path in box.folder.glob("runs.db*"):
                path.unlink()
            for path in away.iterdir():
                shutil.move(path, box.folder / path.name)
        away.rmdir()

    def _troubled(self, fault: Fault, before: set[Any]) -> list[str]:
        """The fits that go wrong: one or two of those that are still to be done."""
        if not fault.trouble:
            return []
        left = sorted(self.setting.all_marks() - self.setting.marks(before))
        return self.rng.sample(left, min(len(left), self.rng.randint(1, 2)))

    def _check(self, fault: Fault, scene: Scene, ended: Ended) -> int:
        """What was promised; the number of finished fits that were not kept."""
        setting, after, before, marks = self.setting, self.setting.rows(), scene.before, scene.marks
        alone = setting.where == "here" and fault.trouble == "crashes"
        allowed = ("signal",) if alone else fault.ends
        if fault.trouble and not marks:
            allowed = ("answer",)
        refused = ended.how == "sentence" and fault.concerns_store and not scene.run.done() and "store" in ended.text
        if ended.how not in allowed and not refused:  # a store that cannot be used is refused before any fit
            raise Broken(f"ended with {ended.how}: {ended.text[:300]}")
        if before - after:
            raise Broken(f"{len(before - after)} committed fits are lost")
        if ended.how == "answer":
            self._check_answer(ended, len(before), exact=not fault.takes_store and scene.other is None)
        if ended.how == "sentence" and marks:
            self._check_sentence(fault, ended, after, marks)
        return self._check_fits(fault, scene, after, ended) if setting.logs else 0

    def _check_answer(self, ended: Ended, n_before: int, *, exact: bool) -> None:
        if ended.digest != self.wanted:
            raise Broken(f"other bytes: {ended.digest[:200]} instead of {self.wanted[:200]}")
        if exact and ended.resumed is not None and ended.resumed != n_before:
            raise Broken(f"{n_before} fits were committed and {ended.resumed} found")

    def _check_sentence(self, fault: Fault, ended: Ended, after: set[Any], marks: Sequence[str]) -> None:
        word = CLUSTER_WORDS.get((self.setting.where, fault.trouble), WORDS[fault.trouble])
        if word not in ended.text:
            raise Broken(f"said nothing of {word}: {ended.text[:300]}")
        if fault.trouble in SET_ASIDE:
            left = self.setting.all_marks() - self.setting.marks(after)
            if len(left) > len(marks) * self.setting.n_models:
                raise Broken(f"{len(left)} fits not finished, {len(marks)} went wrong: {ended.text[:300]}")

    def _check_fits(self, fault: Fault, scene: Scene, after: set[Any], ended: Ended) -> int:
        setting, run = self.setting, scene.run
        kept, known = setting.marks(after), setting.marks(scene.before)
        again = known & {mark for what, mark, _ in run.lines() if what == "start"}
        if again and not fault.takes_store:
            raise Broken(f"{len(again)} committed fits were fitted again")
        if ended.how == "answer":
            unkept = 0 if scene.other is not None else run.finished_twice()
        else:
            unkept = len(set(run.done(scene.struck)) - kept)
        if unkept > 1:
            raise Broken(f"{unkept} finished fits were lost")
        return unkept

    def _check_other(self, other: Run) -> None:
        ended = other.wait()
        if ended.how not in ("answer", "signal"):
            raise Broken(f"the second writer ended with {ended.how}: {ended.text[:300]}")
        if ended.how == "answer":
            self._check_answer(ended, 0, exact=False)
        other.check_tidy()

    def _check_quiet(self, run: Run) -> None:
        """Nothing is fitted any more for a run that is over: what was under way may end."""
        time.sleep(1.0)
        before = len(run.lines())
        time.sleep(2.0)
        if any(what == "start" for what, _, _ in run.lines()[before:]):
            raise Broken("fits of a run that is over go on")

    def _gone_on(self) -> None:
        """The same call, undisturbed: the same bytes, and everything that was committed is found."""
        before = self.setting.rows()
        run = Run(self.setting)
        try:
            ended = run.wait()
            run.check_tidy()
        finally:
            run.close()
        left = [path for path in self.unswept if path.exists()]
        if left and self.setting.where in ("loky", "multiprocessing") and run.lines():
            raise Broken(f"{left} was not swept")
        self.unswept = []
        if ended.how != "answer":
            raise Broken(f"gone on with, it ended with {ended.how}: {ended.text[:300]}")
        self._check_answer(ended, len(before), exact=True)
        if before - self.setting.rows():
            raise Broken("committed fits are lost by the run that went on")
        if self.setting.logs:
            fitted = [mark for what, mark, _ in run.lines() if what == "start"]
            if set(fitted) & self.setting.marks(before) or len(fitted) != len(set(fitted)):
                raise Broken("gone on with, a committed fit was fitted again")


_undisturbed: dict[tuple[str, str, bool], str] = {}
_computing = threading.Lock()


def undisturbed(setting: Setting) -> str:
    """What the same question gives without faults, store or workers."""
    asked = (setting.kind, setting.verb, setting.command_line)
    with _computing:
        if asked not in _undisturbed:
            run = Run(Setting(**vars(setting) | {"where": "here", "n_jobs": 1}), stored=False)
            try:
                ended = run.wait()
            finally:
                run.close()
            if ended.how != "answer":
                raise Broken(f"undisturbed, it ended with {ended.how}: {ended.text}")
            _undisturbed[asked] = ended.digest
        return _undisturbed[asked]


@contextmanager
def one_at_a_time(clusters: dict[str, Any], setting: Setting) -> Any:
    """Runs on a cluster take turns: what kills a worker must not meet another run."""
    if setting.where in clusters:
        with clusters[setting.where].turn:
            yield
    else:
        yield
