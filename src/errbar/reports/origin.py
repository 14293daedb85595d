"""Where an answer comes from, as a page tells it: the data with their size and hash, the day, the versions."""

from __future__ import annotations

import hashlib
import os
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from errbar.answers.ask import Asked
from errbar.answers.context import Context
from errbar.show.data_hash import DIGITS, array_hash

CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Origin:
    """What the data are called, the command line that was typed, if any, and the files it read.

    `context`: what stands beside the answer, where it is there already.
    """

    data: str | None = None
    command: str | None = None
    files: tuple[Path, ...] = ()
    context: Context | None = None

    def facts(self, answer: Any) -> dict[str, str]:
        """The data by name, size and hash, and the day."""
        found = {"Data": self.data} if self.data else {}
        found |= self._files() or _given(answer)
        return found | _scores(answer) | {"Made": f"{today()}, errbar {metadata.version('errbar')}"}

    def _files(self) -> dict[str, str]:
        told = [f"{path.name}, {path.stat().st_size:,} bytes, sha256 {_of_file(path)}" for path in self.files[:3]]
        more = [f"and {len(self.files) - 3} more"] if len(self.files) > 3 else []
        return {"File" if len(told) == 1 else "Files": "; ".join([*told, *more])} if told else {}


def today() -> str:
    """The day a page is made; SOURCE_DATE_EPOCH, where it is set, so that it can be made again byte for byte."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(said), UTC) if said.isdigit() else datetime.now().astimezone()
    return f"{now.day} {now:%B %Y}"


def versions() -> dict[str, str]:
    """What the numbers depend on besides the data."""
    names = ("errbar", "numpy", "scipy", "scikit-learn")
    return {
        "versions": ", ".join(f"{name} {metadata.version(name)}" for name in names),
        "Python": platform.python_version(),
    }


def _given(answer: Any) -> dict[str, str]:
    """Data that a call was given: X and y, with their sizes and hashes."""
    call = getattr(answer, "_call", None)
    given = () if call is None else call.code.given
    return {name: what for name, what in given if name in ("X", "y", "groups")}


def _scores(answer: Any) -> dict[str, str]:
    """Of an answer that holds its scores, their hash: the same numbers were judged wherever it is the same."""
    source = getattr(answer, "_source", None)
    if not isinstance(source, Asked):
        return {}
    scores = source.scores
    parts = [array_hash(one) for one in (scores.values, scores.items) if one is not None]
    whole = hashlib.sha256("|".join([*scores.names, scores.loss, *map(str, parts)]).encode("utf-8", "replace"))
    return {"Scores": f"sha256 {whole.hexdigest()[:DIGITS]}"}


def _of_file(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()[:DIGITS]
