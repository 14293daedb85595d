"""What is printed: plain where it is no terminal, within the width, drawn where it is one."""

import io
import os
import subprocess
import sys

import numpy as np
import pytest
from rich.console import Console

import errbar as eb
from errbar.answers.context import Context
from errbar.cli.audit_lines import print_audit
from errbar.cli.main import run
from errbar.cli.rank_lines import print_ranking
from errbar.cli.result_lines import ToldResult, print_result
from errbar.cli.terminal import Terminal
from errbar.show.drawn_interval import DrawnInterval
from errbar.show.in_words import Words
from errbar.verbs.audit import audit

NAMES = ("a model whose name is rather long, as names are", "sklearn.svm.SVC(C=1)")


@pytest.fixture(scope="module")
def scores():
    plan = eb.plans.subsample(15, 0.2).build(100, random_state=0)
    rng = np.random.default_rng(1)
    losses = {f"m{i}": [(rng.random(20) < 0.2 + 0.1 * i).astype(float) for _ in plan] for i in range(4)}
    return eb.Scores.from_losses(losses, plan=plan, loss="zero_one")


def shown(width, plain, say):
    file = io.StringIO()
    console = Console(
        file=file, width=width, force_terminal=not plain, no_color=plain, color_system=None if plain else "truecolor",
        highlight=False, markup=False,
    )  # fmt: skip
    say(Terminal(console, plain))
    return file.getvalue()


def of_result(scores):
    result = eb.infer(scores, model="m0", versus="m3")
    return lambda out: print_result(ToldResult.of(result, NAMES), out)


def without_escapes(text):
    from rich.text import Text

    return Text.from_ansi(text).plain


@pytest.mark.parametrize("width", [40, 80, 100, 200])
@pytest.mark.parametrize("plain", [True, False])
def test_no_line_is_longer_than_the_terminal(scores, width, plain):
    ranking = eb.rank(scores, random_state=0)
    for say in (of_result(scores), lambda out: print_ranking(ranking, out)):
        lines = without_escapes(shown(width, plain, say)).split("\n")
        assert max(map(len, lines)) <= width, max(lines, key=len)


def test_plain_is_ascii_without_escapes(scores):
    text = shown(80, True, of_result(scores))
    assert text.isascii() and "\x1b" not in text
    assert "corrected_wilson  " in text and "resampled_t  " in text and "====" in text
    assert all(f"\n{label}" in text for label in ("for ", "naive ", "next ", "note ", "method "))


def test_a_terminal_gets_lines_and_colours(scores):
    text = shown(80, False, of_result(scores))
    assert "\x1b[" in text and "●" in text and "━" in text


def test_drawn_intervals_end_where_they_should(scores):
    """The longest interval spans the drawing, its estimate lies in proportion."""
    result = eb.infer(scores, model="m0", null=None)
    told = ToldResult(result, Words.of(result, ("m0",)), Context(None), [DrawnInterval.whole(result)])
    text = shown(80, True, lambda out: print_result(told, out))
    line = next(line for line in text.split("\n") if line.startswith("corrected_wilson"))
    drawing = line.split("  ")[1]
    assert drawing[0] == drawing[-1] == "-" and set(drawing) == set("-=o")
    place = (result.estimate - result.low) / (result.high - result.low)
    assert drawing.index("o") == pytest.approx(place * (len(drawing) - 1), abs=0.51)


def test_ranks_over_data_sets_show_their_groups():
    rng = np.random.default_rng(0)
    values = {f"set {i}": {m: float(rng.random()) for m in "abc"} for i in range(8)}
    ranking = eb.rank(eb.Datasets.from_values(values, greater_is_better=False), random_state=0)
    text = shown(80, True, lambda out: print_ranking(ranking, out))
    assert "average" in text or "rank" in text
    assert sum("|" in line for line in text.split("\n")) >= 3 and "Friedman" in text


def test_an_audit_is_drawn():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2))
    y = (X[:, 0] + rng.normal(size=200) > 0).astype(int)
    from sklearn.naive_bayes import GaussianNB

    found = audit({"nb": GaussianNB()}, X, y, n=50, n_sets=4, methods=["corrected_t", "resampled_t"], random_state=0)
    text = shown(80, True, lambda out: print_audit(found, ["nb"], out))
    assert max(map(len, text.split("\n"))) <= 80 and "corrected_t" in text and "12 more data sets" in text


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    rng = np.random.default_rng(0)
    rows = [f"{i},{m},{int(rng.random() < p)}" for i in range(200) for m, p in (("a", 0.8), ("b", 0.7))]
    path.write_text("id,who,right\n" + "\n".join(rows))
    return path


COLUMNS = ("--item", "id", "--model-col", "who", "--correct-col", "right", "--model", "a", "--versus", "b")


def test_piped_output_has_no_escapes_and_80_columns(table):
    done = subprocess.run(
        [sys.executable, "-m", "errbar", "infer", str(table), *COLUMNS], capture_output=True, text=True, check=True,
        env={**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color"},
    )  # fmt: skip
    assert "\x1b" not in done.stdout and max(map(len, done.stdout.split("\n"))) <= 80
    assert done.stdout.startswith("On data like these, ")


@pytest.mark.parametrize("setting", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {}])
def test_a_terminal_that_wants_none_gets_none(table, monkeypatch, setting):
    class Tty(io.StringIO):
        encoding = "utf-8"

        def isatty(self):
            return True

    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    for name, value in setting.items():
        monkeypatch.setenv(name, value)
    out = Tty()
    monkeypatch.setattr(sys, "stdout", out)
    assert run(["infer", str(table), *COLUMNS]) == 0
    assert ("\x1b" in out.getvalue()) == (not setting)
    out.truncate(0)
    assert run(["infer", str(table), *COLUMNS, "--plain"]) == 0
    assert "\x1b" not in out.getvalue()
