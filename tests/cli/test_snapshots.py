"""What each answer looks like on a terminal of 60, 80 and 120 columns, kept as text.

Nothing is wider than the terminal and no name is cut. `python tests/cli/test_snapshots.py` writes them anew: read the
difference before it is committed.
"""

import contextlib
import io
import os
import re
import tempfile
from pathlib import Path

import numpy as np
import pytest

from errbar.cli.main import run

KEPT = Path(__file__).parent / "snapshots"
WIDTHS = (60, 80, 120)
LONG = "a model with a name that is longer than any column of a table should be"
ITEMS = ("items.csv", "--item", "id", "--model-col", "who", "--correct-col", "right")
DATA = ("data.csv", "--target", "y", "--model", "bayes=GaussianNB()")
SEED = ("--random-state", "0")
COMMANDS = {
    "result": ("infer", *ITEMS, "--model", "new one", "--versus", "old"),
    "result-long-name": ("infer", *ITEMS, "--model", LONG, "--versus", "old"),
    "one-model": ("infer", *ITEMS, "--model", "new one"),
    "gate": ("infer", *ITEMS, "--model", "new one", "--versus", "old", "--margin", "0.05"),
    "subgroups": ("infer", *ITEMS, "--model", "new one", "--by", "topic"),
    "ranking": ("rank", *ITEMS),
    "ranking-sets": ("rank", "sets.csv", "--dataset", "name", "--greater-is-better"),
    "winner": ("winner", *ITEMS, *SEED),
    "bound": ("bound", "3", "100"),
    "bounds": ("bound", "3", "100", "--all"),
    "design": ("design", "items", "--effect", "0.02", "--error", "0.1"),
    "advice": ("advise", "500", "--n-models", "2"),
    "evaluate": ("evaluate", *DATA, *SEED),
    "auc": ("evaluate", *DATA, "--scoring", "roc_auc", "--plan", "kfold(5)", *SEED),
    "distribution": ("distribution", *DATA, "--n-splits", "12", *SEED),
    "growth": ("growth", *DATA, "--plan", "subsample(12)", *SEED),
    "components": ("components", *DATA, "--plan", "kfold(5)", *SEED),
    "sources": ("sources", "runs.csv", "--item", "id", "--run", "seed", "--model-col", "who", "--loss-col", "loss"),
    "audit": ("audit", *DATA, "--n", "40", "--sets", "2", "--methods", "corrected_t,resampled_t", *SEED),
    "roc": ("curve", "said.csv", "--truth", "y", "--probability", "p"),
    "methods": ("methods", "corrected_t"),
}


def write_files(folder):
    rng = np.random.default_rng(0)
    rates = {"new one": 0.8, "old": 0.6, LONG: 0.7}
    items = [f"{i},{who},{int(rng.random() < p)},t{i % 3}" for who, p in rates.items() for i in range(90)]
    (folder / "items.csv").write_text("\n".join(["id,who,right,topic", *items]))
    rows = [f"{x:.4f},{int(x + rng.normal() > 0)}" for x in rng.normal(size=120)]
    (folder / "data.csv").write_text("\n".join(["x,y", *rows]))
    sets = [f"set {i},{(7 * i) % 11 / 10},{(7 * i + 3) % 11 / 10},{(7 * i + 6) % 11 / 10}" for i in range(8)]
    (folder / "sets.csv").write_text("\n".join([f"name,forest,tree,{LONG}", *sets]))
    runs = [f"{i},{r},net,{int(rng.random() < 0.3 + 0.02 * r)}" for i in range(30) for r in range(4)]
    (folder / "runs.csv").write_text("\n".join(["id,seed,who,loss", *runs]))
    said = [f"{int(rng.random() < p)},{p:.3f}" for p in rng.random(150)]
    (folder / "said.csv").write_text("\n".join(["y,p", *said]))


def printed(name, width, folder):
    """Standard output of the command; times differ from run to run."""
    out, before = io.StringIO(), Path.cwd()
    columns = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(width)
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            code = run([*COMMANDS[name]])
    finally:
        os.chdir(before)
        os.environ.pop("COLUMNS") if columns is None else os.environ.update(COLUMNS=columns)
    assert code in (0, 1, 4), name
    return re.sub(r"\d+(\.\d+)? s\b", "? s", out.getvalue())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("snapshots")
    write_files(place)
    return place


@pytest.mark.parametrize("name", COMMANDS)
def test_the_answer_is_as_it_was_kept(folder, name):
    for width in WIDTHS:
        text = printed(name, width, folder)
        assert text == (KEPT / f"{name}-{width}.txt").read_text(encoding="utf-8"), width
        wide = [line for line in text.splitlines() if len(line) > width]
        assert not wide, (width, wide)
        assert not re.search(r"\b1 (fits|splits|items)\b|\ba (F1|R2|error|accuracy)\b|\d(pts|%)", text)
        if name in ("result-long-name", "ranking", "ranking-sets", "winner"):
            assert LONG in " ".join(text.split()) or name == "winner", width  # whole, over as many lines as it takes


def test_zero_stands_on_every_scale_of_a_difference(folder):
    for width in WIDTHS:
        text = printed("result", width, folder)
        ruler = next(line for line in text.splitlines() if re.fullmatch(r"[ \d.-]+(points)?", line) and line.strip())
        assert "0" in ruler.split() and (width < 80 or ruler.endswith("points")), ruler


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        write_files(Path(place))
        for called in COMMANDS:
            for columns_wide in WIDTHS:
                kept = KEPT / f"{called}-{columns_wide}.txt"
                kept.write_text(printed(called, columns_wide, Path(place)), encoding="utf-8")
