"""Where runs are born: a process that has imported everything once, and forks a child for every run.

On a busy machine most of a short run is the time Python takes to import; forked runs begin at once.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
import traceback
from pathlib import Path
from typing import Any


def serve() -> None:
    """Requests come in as lines; every birth and every death goes out as one. One thread only: it forks."""
    from contextlib import suppress

    from chaos import target

    for module in ("joblib.externals.loky", "sklearn.utils", "distributed", "ray.util.joblib", "errbar.cli.main"):
        with suppress(ImportError):
            __import__(module)
    out = os.fdopen(os.dup(1), "w")
    waiting = b""
    while True:
        ready, _, _ = select.select([0], [], [], 0.02)
        if ready:
            came = os.read(0, 1 << 16)
            if not came:
                return
            waiting += came
        while b"\n" in waiting:
            line, waiting = waiting.split(b"\n", 1)
            request = json.loads(line)
            pid = os.fork()
            if pid == 0:
                _live(target, request)
            print(json.dumps({"born": pid, "name": request["name"]}), file=out, flush=True)
        with suppress(ChildProcessError):
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid:
                print(json.dumps({"died": pid, "code": os.waitstatus_to_exitcode(status)}), file=out, flush=True)


def _live(target: Any, request: dict[str, Any]) -> None:
    """The run, in the child."""
    code = 1
    try:
        os.setsid()
        os.environ.update(request["environment"])
        os.chdir(request["folder"])
        for number, name in ((1, "out"), (2, "err")):
            file = os.open(request[name], os.O_WRONLY | os.O_APPEND)
            os.dup2(file, number)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        target.main(request["asked"])
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        _leave(code)


def _leave(code: int) -> None:
    """As a program that has come to its end: what is registered for that is done."""
    import atexit
    from multiprocessing.util import _exit_function

    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    _exit_function()
    os._exit(code)


class Child:
    """A run that was born there; looks like a `Popen`."""

    def __init__(self) -> None:
        self.pid = 0
        self.returncode: int | None = None
        self.born, self.died = threading.Event(), threading.Event()

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if not self.died.wait(timeout):
            raise subprocess.TimeoutExpired("run", timeout or 0.0)
        assert self.returncode is not None
        return self.returncode


class Nursery:
    """The near end."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self._told = (folder / "nursery.log").open("ab")
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from chaos.nursery import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._told,
            env=environment,
            start_new_session=True,
        )
        self._lock = threading.Lock()
        self._by_name: dict[str, Child] = {}
        self._by_pid: dict[int, Child] = {}
        threading.Thread(target=self._listen, daemon=True).start()

    def spawn(self, request: dict[str, Any]) -> Child:
        child = Child()
        with self._lock:
            self._by_name[request["name"]] = child
            assert self._process.stdin is not None
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        if not child.born.wait(120):
            raise TimeoutError("no run was born")
        return child

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            said = json.loads(line)
            if "born" in said:
                child = self._by_name[said["name"]]
                child.pid = said["born"]
                self._by_pid[child.pid] = child
                child.born.set()
            else:
                child = self._by_pid.pop(said["died"])
                child.returncode = said["code"]
                child.died.set()

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._told.close()
