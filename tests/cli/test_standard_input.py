"""A table on standard input, and warnings of libraries in one line."""

import io
import json
import warnings

import pytest

from errbar.cli.main import run

TABLE = "\n".join(
    ["id,who,loss", *(f"{i},{who},{(i * k) % 5 == 0:d}" for who, k in (("a", 1), ("b", 2)) for i in range(40))]
)
ASKED = ("--item", "id", "--model-col", "who", "--loss-col", "loss", "--json")


@pytest.mark.parametrize("verb", ["infer", "rank"])
def test_a_dash_reads_the_table(capsys, monkeypatch, tmp_path, verb):
    pair = ("--model", "a", "--versus", "b") if verb == "infer" else ()
    (tmp_path / "t.csv").write_text(TABLE)
    assert run([verb, str(tmp_path / "t.csv"), *ASKED, *pair]) == 0
    from_file = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO(TABLE))
    assert run([verb, "-", *ASKED, *pair]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(from_file)


RUNS = "\n".join(
    ["id,seed,who,loss", *(f"{i},{r},net,{(i * (r + 2)) % 3 == 0:d}" for i in range(20) for r in range(3))]
)
FOLDS = "\n".join(["id,fold,who,loss", *(f"{i},{i % 5},net,{i % 3 == 0:d}" for i in range(40))])
SPLITS = "\n".join(["fold,who,loss", *(f"{i},net,{i % 3 / 10}" for i in range(8))])
OF_ONE = ("--item", "id", "--model-col", "who", "--loss-col", "loss")
SIZES = ("--n-train", "90", "--n-test", "10")
OTHERS = {
    "sources": (RUNS, (*OF_ONE, "--run", "seed")),
    "components": (FOLDS, (*OF_ONE, "--split", "fold")),
    "growth": (SPLITS, ("--split", "fold", "--model-col", "who", "--loss-col", "loss", *SIZES)),
    "bound": ("loss\n" + "0\n1\n0\n0\n" * 10, ("--column", "loss")),
}


@pytest.mark.parametrize("verb", OTHERS)
def test_so_do_the_others(capsys, monkeypatch, tmp_path, verb):
    text, asked = OTHERS[verb]
    (tmp_path / "t.csv").write_text(text)
    assert run([verb, str(tmp_path / "t.csv"), *asked, "--json"]) == 0
    from_file = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert run([verb, "-", *asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(from_file)


def test_the_page_that_was_written_is_named(capsys, tmp_path):
    page = tmp_path / "my page.html"
    for command in (["bound", "3", "100"], ["bound", "3", "100", "--all"]):
        assert run([*command, "--report", str(page)]) == 0
        assert capsys.readouterr().out.endswith(f"\nThe same as a page: {page}\n")
        assert run([*command, "--report", str(page), "--json"]) == 0
        assert "page" not in capsys.readouterr().out


@pytest.mark.parametrize(("given", "says"), [(("-",), "is empty"), (("-", "-"), "name - once")])
def test_what_cannot_be_read(capsys, monkeypatch, given, says):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run(["infer", *given, *ASKED]) == 2
    assert says in capsys.readouterr().err


def test_a_warning_is_one_line(capsys):
    run(["--version"])
    warnings.showwarning("Lines:\n\n   many of them\n" * 40, UserWarning, "here", 1)
    said = capsys.readouterr().err
    assert said.startswith("errbar: UserWarning: Lines: many of them") and said.count("\n") == 1 and len(said) < 200
