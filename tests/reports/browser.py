"""A headless Chromium spoken to through two pipes (the DevTools protocol), so that tests need no driver and no package."""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# the browser listens on descriptor 3 and answers on 4; both may be taken by the pipes themselves, so copies first
ON_3_AND_4 = """import fcntl, os, sys
ends = [fcntl.fcntl(int(n), fcntl.F_DUPFD, 10) for n in sys.argv[1:3]]
os.dup2(ends[0], 3); os.dup2(ends[1], 4)
os.execvp(sys.argv[3], sys.argv[3:])"""
PATIENCE = 60.0  # seconds for any one answer


def find_browser() -> str | None:
    """The browser's path; in CI as root it is installed where it is missing."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None and os.environ.get("CI") and getattr(os, "geteuid", lambda: 1)() == 0 and shutil.which("apt-get"):
        install = "apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium"
        subprocess.run(["sh", "-c", install], check=False, capture_output=True, timeout=600)
        found = next(filter(None, map(shutil.which, NAMES)), None)
    return found


class Browser:
    """One process, one page at a time; `requests` and `complaints` are those of the page that is open."""

    def __init__(self, path: str) -> None:
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        their_input, self._input = os.pipe()
        self._output, their_output = os.pipe()
        command = [
            path, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
            "--hide-scrollbars", f"--user-data-dir={self._folder.name}",
            "--remote-debugging-pipe", "about:blank",
        ]  # fmt: skip
        self._process = subprocess.Popen(
            [sys.executable, "-c", ON_3_AND_4, str(their_input), str(their_output), *command],
            pass_fds=(their_input, their_output), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(their_input)
        os.close(their_output)
        self._ids, self._read, self._events = itertools.count(1), b"", []
        self._session: str | None = None
        self.requests: list[str] = []
        self.complaints: list[str] = []

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._send("Browser.close", {}, None)
            self._process.wait(10)
        self._process.kill()
        self._process.wait(10)
        os.close(self._input)
        os.close(self._output)
        self._folder.cleanup()

    # -- pages ------------------------------------------------------------------------------------------------

    def open(self, path: Path, *, width: int, dark: bool = False) -> None:
        """A file from disk with the network off, in a fresh page."""
        target = self.call("Target.createTarget", {"url": "about:blank"}, page=False)["targetId"]
        attach = {"targetId": target, "flatten": True}
        self._session = self.call("Target.attachToTarget", attach, page=False)["sessionId"]
        self.requests, self.complaints = [], []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        offline = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.call("Network.emulateNetworkConditions", offline)
        self.look(width=width, dark=dark)
        self.call("Page.navigate", {"url": path.as_uri()})
        self._wait_for("Page.loadEventFired")

    def look(self, *, width: int, dark: bool, height: int = 900) -> None:
        """Another width and colour scheme for the page that is open."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.call("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", {"features": [scheme]})

    def run(self, script: str) -> Any:
        """The value of a script; promises are awaited, and the page believes that a user acts."""
        asked = {"expression": script, "returnByValue": True, "awaitPromise": True, "userGesture": True}
        answer = self.call("Runtime.evaluate", asked)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def screenshot(self, path: Path) -> None:
        whole = {"format": "png", "captureBeyondViewport": True}
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", whole)["data"]))

    def print_to_pdf(self) -> bytes:
        return base64.b64decode(self.call("Page.printToPDF", {"preferCSSPageSize": True})["data"])

    # -- the protocol -----------------------------------------------------------------------------------------

    def call(self, method: str, parameters: dict[str, Any] | None = None, *, page: bool = True) -> dict[str, Any]:
        number = self._send(method, parameters or {}, self._session if page else None)
        while True:
            message = self._next()
            if message.get("id") == number:
                assert "error" not in message, (method, message["error"])
                return dict(message["result"])
            self._note(message)

    def _send(self, method: str, parameters: dict[str, Any], session: str | None) -> int:
        number = next(self._ids)
        message = {"id": number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self._input, json.dumps(message).encode() + b"\0")
        return number

    def _wait_for(self, event: str) -> None:
        while event not in self._events:
            self._note(self._next())
        self._events.clear()

    def _next(self) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while b"\0" not in self._read:
            ready, _, _ = select.select([self._output], [], [], max(0.0, until - time.monotonic()))
            assert ready, "the browser does not answer"
            got = os.read(self._output, 1 << 20)
            assert got, "the browser has gone"
            self._read += got
        message, _, self._read = self._read.partition(b"\0")
        return dict(json.loads(message))

    def _note(self, message: dict[str, Any]) -> None:
        if message.get("sessionId") != self._session:
            return
        kind, given = message.get("method", ""), message.get("params", {})
        self._events.append(kind)
        if kind == "Network.requestWillBeSent":
            self.requests.append(given["request"]["url"])
        elif kind == "Runtime.exceptionThrown":
            self.complaints.append(str(given["exceptionDetails"]))
        elif kind == "Runtime.consoleAPICalled" and given["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(given["args"]))
        elif kind == "Log.entryAdded" and given["entry"]["level"] in ("error", "warning"):
            self.complaints.append(str(given["entry"]))
