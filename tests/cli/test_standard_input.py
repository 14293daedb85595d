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
