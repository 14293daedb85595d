"""Stores of processes that never met, as one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from errbar.errors import StoreError
from errbar.run.store.file import Place, connect, explained
from errbar.run.store.fingerprint import fingerprint

RUN = "SELECT id, key, about, created FROM runs"
FIT = "SELECT split, dtype, losses, fit_seconds, predict_seconds, warnings, checksum, finished FROM fits WHERE run = ?"


def merge(parts: Sequence[Place], into: Place) -> dict[str, int]:
    """Every fit of `parts`, checked, in `into`, which may hold some already; a damaged part is named, nothing added."""
    if Path(into).resolve() in {Path(part).resolve() for part in parts}:
        raise StoreError(f"The store {str(into)!r} cannot be merged into itself: give another name.")
    added = seen = 0
    with explained(into), closing(connect(into, create=True)) as whole:
        for part in parts:
            with explained(part), closing(connect(part, create=False)) as source:
                lots = [(run, source.execute(FIT, (run[0],)).fetchall()) for run in source.execute(RUN).fetchall()]
            _check(part, lots)
            whole.execute("BEGIN IMMEDIATE")
            before = whole.total_changes
            for (_, *run), fits in lots:
                whole.execute("INSERT OR IGNORE INTO runs (key, about, created) VALUES (?, ?, ?)", run)
                number = whole.execute("SELECT id FROM runs WHERE key = ?", run[:1]).fetchone()[0]
                start = whole.total_changes
                rows = [(number, *fit) for fit in fits]
                whole.executemany("INSERT OR IGNORE INTO fits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
                added, seen = added + whole.total_changes - start, seen + len(fits)
            whole.execute("COMMIT" if whole.total_changes > before else "ROLLBACK")
    return {"stores": len(parts), "added_fits": added, "known_fits": seen - added}


def _check(part: Place, lots: Sequence[tuple[tuple[int, bytes, str, float], list[tuple[object, ...]]]]) -> None:
    for (_, key, *_), fits in lots:
        if any(fingerprint(key, *fields) != checksum for *fields, checksum, _ in fits):
            raise StoreError(
                f"The store {str(part)!r} is damaged: a kept split does not match its checksum. "
                "`errbar store prune` removes what is damaged; then merge again."
            )
