"""How the code is built, in numbers: rooms visited by a call, settings relayed by hand, names used twice, lines.

    python benchmarks/house.py            a table: version 0.1.0, now, the aim; then what shares a file name
    python benchmarks/house.py --walk     the rooms that eb.compare visits, and the functions it sees there first

Counts only, no times. `duplicates` is counted where that command is installed.
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
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src" / "errbar"
if __name__ == "__main__":
    sys.path.insert(0, str(SRC.parent))  # the tree that is measured, not one that is installed

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.cli.main import run
from errbar.methods import OF_DATASETS

SETTINGS = {
    *("method", "confidence_level", "null", "alternative", "margin", "options"),
    *("plan", "cv", "loss", "scoring", "groups", "random_state", "n_jobs", "store", "shared", "progress"),
}
# of version 0.1.0, for which the aim for lines was set
FIRST_METHODS = """
agresti_coull anderson bayes_t bentkus bernstein betting betting_star blaker bootstrap_bca calibrated_t cantelli
chebyshev chernoff chernoff_tight clopper_pearson clustered_t clustered_wilson conservative_z
corrected_pseudo_bootstrap corrected_t cv_auc cv_wald delong f1_delta five_by_two_f five_by_two_t five_by_two_t4
five_by_two_t5 guttman guttman_sharp hoeffding hoeffding_kl holdout_t jeffreys kfold_t maurer_pontil
maurer_pontil_sharp mcnemar mid_p nested_cv normal pseudo_bootstrap resampled_t wilson
"""
Look = Callable[[FrameType, str, Any], None]
Question = Callable[[], None]


class Row(NamedTuple):
    measured: str
    before: str  # version 0.1.0
    now: str
    aim: str


def table() -> list[Row]:
    with questions() as (compare, report):
        short, long = visited(compare), visited(report)
        asked = methods_asked(report)
    pairs = duplicates()
    skips = sum(path.read_text(encoding="utf-8").count("# fmt: skip") for path in modules())
    statistics = sum(lines(path) for room in ("methods", "bounds") for path in modules(room))
    code = sum(lines_of_code(path) for room in ("methods", "bounds") for path in modules(room))
    return [
        Row("room changes of eb.compare", "53 (33 files)", _walk(short), "<= 25"),
        Row("room changes of errbar compare FILE --report", "99 (66 files)", _walk(long), "<= 40"),
        Row("infer calls for one report", "45", f"{len(asked)}", f"{len(set(asked))}, one per method and models"),
        Row("settings relayed as k=k; # fmt: skip", "339; 84", f"{relays()}; {skips}", "< 120; < 30"),
        Row("duplicate pairs (6 lines) in src", "196", "not counted" if pairs is None else pairs, "< 60"),
        Row("layers in the contract / in CONTRIBUTING", "17 / 8", f"{len(contract())} / {len(drawn())}", "11 / 11"),
        Row("lines of methods/ + bounds/", "4,941", f"{statistics:,}", "< 3,300"),
        Row("... without the files of methods that came after 0.1.0", "4,941", f"{without_later_files():,}", "< 3,300"),
        Row("... without documentation and empty lines", "2,577", f"{code:,}", ""),
        Row("... divided by the number of methods", "112", f"{statistics / len(eb.METHODS):.1f}", "< 75"),
        Row("modules that share a file name (rule 2)", "70", f"{sum(map(len, namesakes().values()))}", "0"),
        Row("bytes of a pickled Result, 2 million items", "32,000,000", f"{pickled():,}", "< 10,000"),
    ]


def without_later_files() -> int:
    """Every line of both rooms, except whole files that have the name of a method that came after version 0.1.0."""
    later = {*eb.METHODS, *OF_DATASETS} - set(FIRST_METHODS.split())
    rooms = [path for name in ("methods", "bounds") for path in modules(name)]
    return sum(lines(path) for path in rooms if path.stem not in later)


def modules(room: str = "") -> list[Path]:
    return sorted((SRC / room).rglob("*.py"))


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def lines_of_code(path: Path) -> int:
    """Without documentation, comments and empty lines."""
    text = path.read_text(encoding="utf-8")
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    told = [
        node.body[0] for node in ast.walk(ast.parse(text)) if isinstance(node, documented) and ast.get_docstring(node)
    ]
    words = {number for one in told for number in range(one.lineno, (one.end_lineno or one.lineno) + 1)}
    found = (number for number, line in enumerate(text.splitlines(), 1) if line.strip() and line.strip()[0] != "#")
    return sum(number not in words for number in found)


def room(path: Path) -> str:
    """The folder below src/errbar; a loose module is a room of its own."""
    return path.relative_to(SRC).parts[0].removesuffix(".py")


# -- the walk ---------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def questions() -> Iterator[tuple[Question, Question]]:
    """`eb.compare` and `errbar compare FILE --report`, to be called."""
    X, y = load_breast_cancer(return_X_y=True)
    models = [DecisionTreeClassifier(max_depth=depth, random_state=0) for depth in (2, 4)]

    def compare() -> None:
        eb.compare(*models, X, y, random_state=0)

    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data.csv"
        names = [*(f"x{i}" for i in range(X.shape[1])), "y"]
        np.savetxt(data, np.column_stack([X, y]), delimiter=",", header=",".join(names), comments="")
        specs = [f"sklearn.tree.DecisionTreeClassifier(max_depth={depth})" for depth in (2, 4)]
        words = ["compare", str(data), "--target", "y", "--random-state", "0", "--report", f"{folder}/report.html"]

        def report() -> None:
            with contextlib.redirect_stdout(io.StringIO()):
                assert run([*words, "--model", specs[0], "--model", specs[1]]) == 0

        yield compare, report


def trace(question: Question, look: Look) -> None:
    """Let `look` see every call and return of errbar's code, everything imported."""
    question()  # imports are not the walk
    home = cache(lambda file: file.startswith(str(SRC)))

    def ours(frame: FrameType, event: str, value: Any) -> None:
        if event in ("call", "return") and home(frame.f_code.co_filename):
            look(frame, event, value)

    before = sys.getprofile()
    sys.setprofile(ours)
    try:
        question()
    finally:
        sys.setprofile(before)


def visited(question: Question) -> list[Path]:
    """The file of every function, in order of first visit."""
    return [path for path, _ in steps(question)]


def steps(question: Question) -> list[tuple[Path, str]]:
    """File and name of every function, in order of first visit."""
    seen: dict[tuple[str, str], None] = {}

    def look(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            seen.setdefault((frame.f_code.co_filename, frame.f_code.co_qualname))

    trace(question, look)
    return [(Path(file), name) for file, name in seen]


def methods_asked(question: Question) -> list[tuple[str, str]]:
    """Method and models of every answer that was made."""
    answers: list[tuple[str, str]] = []

    def look(frame: FrameType, event: str, value: Any) -> None:
        if event == "return" and frame.f_code.co_qualname == "ask" and value is not None:
            answers.append((value.method, " ".join(value._source.names)))

    trace(question, look)
    return answers


def changes(files: list[Path]) -> int:
    return sum(here != there for here, there in pairwise(map(room, files)))


def _walk(files: list[Path]) -> str:
    return f"{changes(files)} ({len(set(files))} files)"


# -- the text ---------------------------------------------------------------------------------------------------


def relays() -> int:
    """Keyword arguments that hand on a setting under its own name."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in modules())
    keywords = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.keyword)]
    return sum(k.arg in SETTINGS and isinstance(k.value, ast.Name) and k.value.id == k.arg for k in keywords)


def namesakes() -> dict[str, list[str]]:
    """File names that stand in several rooms, unless it is one verb, answer, method, bound, plan or study in each."""
    rooms = defaultdict(list)
    for path in modules():
        if path.stem not in ("__init__", "__main__"):
            rooms[path.stem].append(path.relative_to(SRC).as_posix())
    things = {*eb.METHODS, *eb.plans.PLANS, *map(snake, eb.__all__)}
    things |= {path.stem for place in ("verbs", "answers", "lab/studies") for path in modules(place)}
    return {name: where for name, where in sorted(rooms.items()) if len(where) > 1 and name not in things}


def snake(name: str) -> str:
    """
    >>> snake("ErrorDistribution")
    'error_distribution'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def contract() -> list[set[str]]:
    """The rooms of every layer of the import contract, top down."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    layers = next(one for one in contracts if one["type"] == "layers")["layers"]
    return [{word.strip().removeprefix("errbar.") for word in re.split(r"[:|]", layer)} for layer in layers]


def drawn() -> list[set[str]]:
    """The rooms of every layer that CONTRIBUTING draws: a line of its first code block that begins with a number."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    block = re.search(r"```text\n(.*?)```", text, re.DOTALL)
    found: list[set[str]] = []
    for number, name in re.findall(r"^ *(\d+)? +(\w+) .*->", block[1] if block else "", re.MULTILINE):
        found += [set()] if number else []
        found[-1].add(name)
    return found


def duplicates() -> str | None:
    """How many pairs there are, and how many of them the tool itself takes for boilerplate."""
    if shutil.which("duplicates") is None:
        return None
    command = ["duplicates", "--repo", str(ROOT / "src"), "--most", "1", "--seconds", "300"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.match(r"(\d+) pairs", told.stdout)
    thin = re.search(r"(\d+) of those marked boilerplate", told.stdout)
    return f"{found[1] if found else 0} ({thin[1] if thin else 0} boilerplate)"


def pickled() -> int:
    rng = np.random.default_rng(0)
    items = {name: (rng.random(2_000_000) < 0.1).astype(float) for name in "ab"}
    rows = {"item": np.arange(2_000_000), **items}
    scores = eb.Scores.from_table(rows, item="item", loss=["a", "b"], keep="items")
    return len(pickle.dumps(eb.infer(scores, model="a", versus="b")))


def print_walk() -> None:
    with questions() as (compare, _):
        for where, met in groupby(steps(compare), lambda step: room(step[0])):
            print(f"{where:<9}{', '.join(f'{path.stem}.{name}' for path, name in met)}")


def main() -> None:
    assert Path(eb.__file__).parent == SRC, f"errbar was imported from {eb.__file__}"
    if "--walk" in sys.argv:
        print_walk()
        return
    rows = [Row("measured", "0.1.0", "now", "aim"), *table()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print(" | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    for name, where in namesakes().items():
        print(f"  one file name, several rooms: {name}: {', '.join(where)}")


if __name__ == "__main__":
    main()
