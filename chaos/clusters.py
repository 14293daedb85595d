"""Dask and Ray on this machine, started before the runs and ended after them."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from chaos.runs import ENVIRONMENT

START_SECONDS = 600.0


def known(name: str) -> bool:
    return importlib.util.find_spec("distributed" if name == "dask" else name) is not None


class DaskCluster:
    """A scheduler, and a nanny that starts two workers and starts them again when they die."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.started = 0
        self.processes: list[subprocess.Popen[bytes]] = []
        self.start()

    def start(self) -> None:
        self.started += 1
        self.address = str(self.folder / f"scheduler{self.started}.json")
        module = [str(Path(sys.executable).with_name("dask"))]
        self.processes = [
            self._spawn([*module, "scheduler", "--port", "0", "--scheduler-file", self.address, "--no-dashboard"])
        ]
        end = time.monotonic() + START_SECONDS
        while not Path(self.address).exists():
            if time.monotonic() > end:
                raise TimeoutError("the Dask scheduler does not start")
            time.sleep(0.2)
        workers = ["--nworkers", "2", "--nthreads", "1", "--no-dashboard", "--memory-limit", "0"]
        # a worker that imports hears nothing for seconds, and starts what it was sent although the driver is dead
        workers += ["--preload", "chaos.target"]
        self.processes.append(self._spawn([*module, "worker", "--scheduler-file", self.address, *workers]))

    def _spawn(self, words: list[str]) -> subprocess.Popen[bytes]:
        told = (self.folder / "dask.log").open("ab")
        return subprocess.Popen(
            words,
            env=os.environ | ENVIRONMENT,
            stdout=told,
            stderr=told,
            start_new_session=True,
            cwd=self.folder,
        )

    def lose_scheduler(self) -> None:
        self.processes[0].kill()

    def lose_workers(self) -> None:
        _end(self.processes[1])

    def stop(self) -> None:
        for process in reversed(self.processes):
            _end(process)


class RayCluster:
    """A head with two processors."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = tempfile.mkdtemp(prefix="ray-")  # short: names of sockets may not be long
        self.start()

    def start(self) -> None:
        import socket

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"127.0.0.1:{port}"
        words = ["start", "--head", "--port", str(port), "--num-cpus", "2", "--include-dashboard", "false"]
        words += ["--node-ip-address", "127.0.0.1", "--object-store-memory", "200000000", "--disable-usage-stats"]
        words += ["--temp-dir", self.home, "--block"]
        told = (self.folder / "ray.log").open("ab")
        self.process = subprocess.Popen(
            [str(Path(sys.executable).with_name("ray")), *words],
            env=os.environ | ENVIRONMENT,
            stdout=told,
            stderr=told,
            start_new_session=True,
            cwd=self.folder,
        )
        end = time.monotonic() + START_SECONDS
        while "Ray runtime started" not in (self.folder / "ray.log").read_text(errors="replace"):
            if time.monotonic() > end or self.process.poll() is not None:
                raise TimeoutError("Ray does not start")
            time.sleep(0.2)

    def stop(self) -> None:
        _end(self.process)
        shutil.rmtree(self.home, ignore_errors=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    """The process and all of its session."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
