"""How the code is built, in numbers: rooms visited by a call, settings relayed by hand, names used twice, lines.

    python benchmarks/house.py            a table, and what changed since version 0.1.0

Counts only, no times; `duplicates` is counted where that command is installed.
"""

from __future__ import annotations

import ast
import contextlib
import io
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.cli.main import run

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src" / "errbar"
BEFORE = {  # version 0.1.0
    "room changes of compare": 53,
    "room changes of compare --report": 99,
    "settings relayed as k=k": 339,
    "fmt: skip": 84,
    "duplicate pairs in src": 196,
    "layers of the import contract": 17,
    "lines of methods and bounds": 4941,
    "modules that share a file name": 70,
    "bytes of a pickled result, 2 million items": 32_000_000,
}
AIM = {
    "room changes of compare": 25,
    "room changes of compare --report": 40,
    "settings relayed as k=k": 120,
    "fmt: skip": 30,
    "duplicate pairs in src": 60,
    "layers of the import contract": 11,
    "lines of methods and bounds": 3300,
    "modules that share a file name": 0,
    "bytes of a pickled result, 2 million items": 10_000,
}


def measured() -> dict[str, int | None]:
    compare, report = walks()
    return {
        "room changes of compare": changes(compare),
        "room changes of compare --report": changes(report),
        "settings relayed as k=k": relays(),
        "fmt: skip": sum(path.read_text(encoding="utf-8").count("fmt: skip") for path in modules()),
        "duplicate pairs in src": duplicates(),
        "layers of the import contract": layers(),
        "lines of methods and bounds": sum(lines(path) for room in ("methods", "bounds") for path in modules(room)),
        "modules that share a file name": len(namesakes()),
        "bytes of a pickled result, 2 million items": pickled(),
    }


def modules(room: str = "") -> list[Path]:
    return sorted((SRC / room).rglob("*.py"))


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


# -- the walk ---------------------------------------------------------------------------------------------------


def walks() -> tuple[list[Path], list[Path]]:
    """The files that `eb.compare` and `errbar compare --report` visit, in order of first visit, everything imported."""
    X, y = load_breast_cancer(return_X_y=True)
    models = [DecisionTreeClassifier(max_depth=depth, random_state=0) for depth in (2, 4)]

    def compare() -> None:
        eb.compare(*models, X, y, random_state=0)

    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "data.csv"
        names = [f"x{i}" for i in range(X.shape[1])]
        rows = np.column_stack([X, y])
        np.savetxt(table, rows, delimiter=",", header=",".join([*names, "y"]), comments="")
        specs = [f"sklearn.tree.DecisionTreeClassifier(max_depth={depth})" for depth in (2, 4)]
        words = ["compare", str(table), "--target", "y", "--random-state", "0", "--report", f"{folder}/report.html"]

        def report() -> None:
            with contextlib.redirect_stdout(io.StringIO()):
                assert run([*words, "--model", specs[0], "--model", specs[1]]) == 0

        return visited(compare), visited(report)


def visited(call: Callable[[], None]) -> list[Path]:
    call()  # imports are not the walk
    seen: dict[str, None] = {}

    def look(frame, event, _):
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(str(SRC)):
            seen.setdefault(f"{name}:{frame.f_code.co_qualname}")

    sys.setprofile(look)
    try:
        call()
    finally:
        sys.setprofile(None)
    return [Path(name.rpartition(":")[0]).relative_to(SRC) for name in seen]


def changes(files: list[Path]) -> int:
    rooms = [path.parts[0] for path in files]
    return sum(here != there for here, there in pairwise(rooms))


# -- the text ---------------------------------------------------------------------------------------------------


def calls() -> Iterator[ast.Call]:
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield node


def relays() -> int:
    """Keyword arguments that hand on a name of the same name."""
    return sum(isinstance(k.value, ast.Name) and k.value.id == k.arg for call in calls() for k in call.keywords)


def namesakes() -> list[str]:
    """File names that stand in several rooms, unless it is one method, bound, plan or verb in each of them."""
    rooms = defaultdict(set)
    for path in modules():
        if path.stem not in ("__init__", "__main__"):
            rooms[path.stem].add(str(path.relative_to(SRC).parent))
    things = {*eb.METHODS, *eb.__all__, *(name.lower() for name in eb.__all__), *(p.stem for p in modules("verbs"))}
    things |= {path.stem for path in modules("answers")}
    return [
        f"{name}: {', '.join(sorted(where))}"
        for name, where in sorted(rooms.items())
        if len(where) > 1 and name not in things
    ]


def layers() -> int:
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    return len(next(c for c in contracts if c["type"] == "layers")["layers"])


def duplicates() -> int | None:
    if shutil.which("duplicates") is None:
        return None
    told = subprocess.run(
        ["duplicates", "--repo", str(ROOT / "src"), "--most", "1"], capture_output=True, text=True, check=False
    )
    found = re.match(r"(\d+) pairs", told.stdout)
    return int(found[1]) if found else 0


def pickled() -> int:
    rng = np.random.default_rng(0)
    items = {name: (rng.random(2_000_000) < 0.1).astype(float) for name in "ab"}
    table = {"item": np.arange(2_000_000), **items}
    scores = eb.Scores.from_table(table, item="item", loss=["a", "b"], keep="items")
    return len(pickle.dumps(eb.infer(scores, model="a", versus="b")))


def main() -> None:
    print(f"{'':<45}{'0.1.0':>12}{'now':>12}{'aim':>12}")
    for name, value in measured().items():
        shown = "not counted" if value is None else f"{value:,}"
        print(f"{name:<45}{BEFORE[name]:>12,}{shown:>12}{AIM[name]:>12,}")
    for name in namesakes():
        print(f"  one file name, several rooms: {name}")


if __name__ == "__main__":
    main()
