"""The recipes of CONTRIBUTING, applied to a copy of the code by the very lines they show: each must work as it is."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from benchmarks.house import ROOT, SRC

LINES = 10
USES = {
    "Add a method": """
        import errbar as eb
        from errbar.cli.main import run
        scores = eb.Scores.from_splits({"m": [0.1, 0.2, 0.3, 0.2]}, n_train=90, n_test=10, loss="error")
        result = eb.infer(scores, method="my_t")
        assert result.method == "my_t" and result.low < 0.2 < result.high and "my_t" in eb.METHODS
        assert run(["methods", "--json"]) == 0
    """,
    "Add a bound": """
        import errbar as eb
        assert eb.bounds.my_bound([0.1, 0.2], 1000, 0.05).shape == (2,)
        assert eb.METHODS["my_bound"] is eb.bounds.my_bound.method
        result = eb.bound(10, 1000, method="my_bound")
        assert abs(result.high - (0.01 + (1 / 200) ** 0.5)) < 1e-12
    """,
    "Add a verb": """
        import errbar as eb
        scores = eb.Scores.from_splits({"m": [0.1, 0.3, 0.2]}, n_train=90, n_test=10, loss="error")
        assert eb.worst(scores) == 1 and "worst" in dir(eb)
    """,
    "Add a reader": """
        import pathlib, errbar as eb
        log = pathlib.Path("log.txt")
        log.write_text("".join(f"net item-{i} {i % 3 == 0:d}\\n" for i in range(30)))
        scores = eb.read_words(log)
        assert scores.names == ("net",) and eb.infer(scores).estimate == 1 / 3
    """,
}


def recipes():
    """Title -> the block under it."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^### (.+?)\n.*?```diff\n(.*?)```", text, re.DOTALL | re.MULTILINE))


def apply(recipe, root):
    """Write new files, and new lines behind the line that is shown before them."""
    for part in re.split(r"^\+\+\+ ", recipe, flags=re.MULTILINE)[1:]:
        name, _, body = part.partition("\n")
        path = root / name
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        place = 0
        for line in body.splitlines():
            if line.startswith("+"):
                lines.insert(place, line[1:])
            else:
                assert line[1:] in lines[place:], f"{name} has no line {line[1:]!r}"
                place = lines.index(line[1:], place)
            place += 1
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_there_are_four_recipes():
    assert list(recipes()) == list(USES)


@pytest.mark.parametrize("title", USES)
def test_a_recipe_is_short(title):
    new = [line for line in recipes()[title].splitlines() if re.match(r"\+(?!\+\+ )", line)]
    assert len(new) <= LINES, f"{title}: {len(new)} lines"
    assert max(map(len, new)) <= 121


def test_every_recipe_works(tmp_path):
    """In one copy and one process: they touch different files, but for lists of names."""
    shutil.copytree(SRC, tmp_path / "src" / "errbar")  # with what is compiled, which takes longer than the copy
    for recipe in recipes().values():
        apply(recipe, tmp_path)
    uses = [re.sub(r"^ {8}", "", use, flags=re.MULTILINE) for use in USES.values()]
    done = subprocess.run(
        [sys.executable, "-c", f"import errbar; assert errbar.__file__.startswith({str(tmp_path)!r})\n{''.join(uses)}"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '"name": "my_t"' in done.stdout
