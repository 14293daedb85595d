"""Outputs: never over an input, whole or not at all, in any encoding, and nothing that a terminal would obey."""

import errno
import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure

import errbar as eb
from errbar.cli.bars import Bar, bars
from errbar.cli.main import run
from errbar.errors import InputError, printable
from errbar.show.printable import LONGEST, brief
from errbar.types.written import beside

MODEL = ("--target", "y", "--model", "sklearn.naive_bayes.GaussianNB()")
OTHER = ("--model", "sklearn.dummy.DummyClassifier()")
ITEMS = ("--item", "id", "--model-col", "who", "--correct-col", "right")
GATE = ("infer", "items.csv", *ITEMS, "--model", "a", "--versus", "b", "--margin", "0.05")  # refuted: exit code 1
ESCAPES = "\x1b]0;owned\x07\x1b[31m\x9b2J\u202e\ud800"


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    rows = [f"{x:.4f},{int(x + rng.normal() > 0)}" for x in rng.normal(size=80)]
    (tmp_path / "data.csv").write_text("\n".join(["x,y", *rows]))
    items = [f"{i},{m},{int(rng.random() < p)}" for i in range(100) for m, p in (("a", 0.5), ("b", 0.9))]
    (tmp_path / "items.csv").write_text("\n".join(["id,who,right", *items]))
    (tmp_path / "losses.csv").write_text("loss\n" + "0\n1\n" * 20)
    monkeypatch.chdir(tmp_path)
    return tmp_path


slow_case = partial(pytest.param, marks=pytest.mark.slow)  # a process of its own for each


def refused(capsys, *arguments):
    code = run([*map(str, arguments)])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "") and err.count("\n") == 1 and "Traceback" not in err, (code, out, err)
    return err


def process(*arguments, into=subprocess.PIPE, **settings):
    environment = {**os.environ, **settings.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "errbar", *arguments], stdout=into, stderr=subprocess.PIPE, env=environment, check=False,
        **settings,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("evaluate", "data.csv", *MODEL), "data.csv"),
        (("evaluate", "data.csv", *MODEL), "./link.csv"),
        (("evaluate", "data.csv", *MODEL, "--store", "runs.db"), "runs.db"),
        (("evaluate", "data.csv", *MODEL, "--store", "runs.db"), "runs.db-wal"),
        (("compare", "data.csv", *MODEL, *OTHER), "data.csv"),
        (("rank", "data.csv", *MODEL, *OTHER), "data.csv"),
        (("distribution", "data.csv", *MODEL), "data.csv"),
        (("audit", "data.csv", *MODEL), "data.csv"),
        (("infer", "items.csv", *ITEMS), "items.csv"),
        (("infer", "it*.csv", *ITEMS), "items.csv"),
        (("infer", ".", *ITEMS), "items.csv"),
        (("bound", "losses.csv"), "losses.csv"),
    ],
)
def test_a_report_is_not_written_over_what_is_read(capsys, files, arguments, name):
    (files / "link.csv").symlink_to("data.csv")
    before = {path.name: path.read_bytes() for path in files.iterdir()}
    assert "The report would be written over" in refused(capsys, *arguments, "--report", name)
    assert {path.name: path.read_bytes() for path in files.iterdir()} == before


def test_a_picture_is_not_written_over_what_is_read_nor_over_the_report(capsys, files):
    (files / "data.svg").write_bytes((files / "data.csv").read_bytes())
    assert "The picture would be written over" in refused(
        capsys, "rank", "data.svg", *MODEL, *OTHER, "--plot", "data.svg"
    )
    both = ("--plot", "p.svg", "--report", "p.svg")
    assert "The picture would be written over" in refused(capsys, "rank", "data.csv", *MODEL, *OTHER, *both)


def test_a_report_is_written_over_pages_alone(capsys, files):
    before = (files / "data.csv").read_bytes()
    assert "name a file that ends in .html" in refused(capsys, "bound", "0", "10", "--report", "data.csv")
    assert (files / "data.csv").read_bytes() == before


def test_an_option_is_no_value_of_another(capsys, files):
    said = refused(capsys, "gate", "items.csv", "--ledger", "--json", "--versus", "b", "--model", "a")
    assert "Option --ledger needs a value; --json is another option." in said
    assert not (files / "--json").exists()


@pytest.mark.parametrize("arguments", [("verify", "\ud800"), ("infer", "items.csv", "--versus=\ud800")])
def test_names_that_no_text_can_hold(capsys, files, arguments):
    assert refused(capsys, *arguments)


def test_an_old_page_beside_logs_may_be_replaced(capsys, files):
    (files / "page.html").write_text("old")
    code = run(["bound", "losses.csv", "--report", "page.html"])
    assert code == 0 and "<h1>" in (files / "page.html").read_text()


def test_a_page_that_fails_leaves_the_old_one_and_nothing_else(capsys, files, monkeypatch):
    (files / "page.html").write_text("old")

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    assert run(["bound", "3", "100", "--report", "page.html"]) == 2
    assert capsys.readouterr().err == "errbar: The report cannot be written to page.html: No space left on device.\n"
    assert (files / "page.html").read_text() == "old" and not [*files.glob(".errbar-*")]


def test_a_picture_that_fails_half_way_leaves_the_old_one(capsys, files, monkeypatch):
    (files / "p.png").write_bytes(b"old")

    def half(_, place, **__):
        place.write_bytes(b"half a pict")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Figure, "savefig", half)
    assert run(["rank", "items.csv", *ITEMS, "--plot", "p.png"]) == 2
    assert (files / "p.png").read_bytes() == b"old" and not [*files.glob(".errbar-*")]


def test_what_is_written_beside_keeps_links_and_permissions(files):
    (files / "real.html").write_text("old")
    (files / "real.html").chmod(0o640)
    (files / "link.html").symlink_to("real.html")
    with beside(files / "link.html") as place:
        place.write_text("new")
        assert (files / "real.html").read_text() == "old"
    assert (files / "link.html").is_symlink() and (files / "real.html").read_text() == "new"
    assert (files / "real.html").stat().st_mode & 0o777 == 0o640
    with pytest.raises(RuntimeError), beside(files / "other.html") as place:
        place.write_text("half")
        raise RuntimeError
    assert not (files / "other.html").exists() and not [*files.glob(".errbar-*")]


def test_saved_scores_are_whole_or_not_there(files, monkeypatch):
    scores = eb.Scores.from_table("items.csv", item="id", model="who", correct="right")
    scores.save(files / "s.npz")
    before = (files / "s.npz").read_bytes()

    def half(file, **_):
        file.write(b"half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(np, "savez_compressed", half)
    with pytest.raises(InputError, match="No space left on device"):
        scores.save(files / "s.npz")
    assert (files / "s.npz").read_bytes() == before and not [*files.glob(".errbar-*")]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("more", [("--json",), slow_case(())])
def test_a_full_disk_behind_standard_output_is_one_sentence(more):
    with Path("/dev/full").open("w") as full:
        done = process(*GATE, *more, into=full)
    assert done.returncode == 2
    assert done.stderr == b"errbar: The answer cannot be written to standard output: No space left on device.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_behind_a_page_is_one_sentence(capsys):
    assert run(["bound", "3", "100", "--report", "/dev/full"]) == 2
    assert capsys.readouterr().err.startswith("errbar: The report cannot be written to /dev/full")


@pytest.mark.parametrize(
    ("words", "closed", "code"),
    [
        (GATE, ">&- 2>&-", 1),
        (["bound", "nowhere.csv"], "2>/dev/full", 2),
        slow_case(GATE, "2>/dev/full", 1),
        slow_case(["bound", "nowhere.csv"], ">&- 2>&-", 2),
    ],
)
def test_closed_streams_keep_the_code(words, closed, code):
    command = f"exec {sys.executable} -m errbar {' '.join(words)} {closed}"
    assert subprocess.run(["sh", "-c", command], capture_output=True, check=False).returncode == code


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONIOENCODING": "ascii"},
        slow_case({"PYTHONIOENCODING": "latin-1"}),
        slow_case({"LC_ALL": "C", "PYTHONUTF8": "0"}),
    ],
)
def test_output_that_is_not_utf_8(files, env):
    text = (files / "items.csv").read_text().replace(",a,", ",modèle ✓,").replace(",b,", ",模型,")
    (files / "items.csv").write_text(text, encoding="utf-8")
    for more in ((), ("--json",)):
        done = process("rank", "items.csv", *ITEMS, *more, env=env)
        assert done.returncode == 0 and b"Traceback" not in done.stderr and done.stdout
        if more:
            assert {"modèle ✓", "模型"} <= {
                *re.findall('[^"]+', str(json.loads(done.stdout.decode("ascii"))).replace("'", '"'))
            }


def test_names_that_are_not_text(capsys, files):
    """Bytes of a command line that are no UTF-8 come as lone surrogates."""
    for arguments in (
        ("evaluate", "data.csv", "--target", "\udcff", *MODEL[2:]),
        ("evaluate", "\udcff.csv", *MODEL),
        ("bound", "\udcff.csv"),
        ("bound", "3", "100", "--report", "no/\udcff.html"),
        ("store", "ls", "\udcff.db"),
    ):
        assert "\\udcff" in refused(capsys, *arguments)
    assert run(["bound", "3", "100", "--report", "\udcff.html"]) == 0
    assert b"bound 3 100" in (files / "\udcff.html").read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ("evaluate", "{}.csv", *MODEL),
        ("rank", "{}.csv"),
        ("infer", "{}.csv", "--item", "id", "--loss-col", "x"),
        ("bound", "{}.csv"),
        ("store", "ls", "{}.db"),
        ("evaluate", "data.csv", *MODEL, "--store", "{}.db"),
        ("bound", "3", "100", "--report", "{}.html"),
    ],
)
def test_names_of_files_that_are_too_long(capsys, arguments):
    said = refused(capsys, *(word.format("long" * 1000) for word in arguments))
    assert "longlong" in said and len(said) < 400


def test_what_is_echoed_is_cut(capsys):
    for text in ("x" * 150_000, "x y " * 40_000, "'" * 100_000, "\n" * 100_000, "\x1b" * 100_000):
        for arguments in (
            ("evaluate", "data.csv", "--target", text, *MODEL[2:]),
            ("evaluate", "data.csv", "--target", "y", "--model", text),
            ("evaluate", "data.csv", "--target", "y", "--model", f"sklearn.svm.SVC(kernel={text!r})"),
            ("evaluate", "data.csv", *MODEL, f"--plan={text}"),
            ("bound", text),
            ("bound", text, "100"),
            ("advise", text),
            ("infer", "items.csv", "--item", text),
        ):
            assert len(refused(capsys, *arguments)) < 1000
    (header := [f"column_{i:05}" for i in range(2_000)])[0] = "x" * 100_000
    Path("wide.csv").write_text(",".join(header) + "\n" + ",".join("1" * 2_000) + "\n")
    assert len(refused(capsys, "bound", "wide.csv", "--column", "nowhere")) < 2500


def test_brief_cuts_texts_and_leaves_sentences():
    said = "Give one of half_width, effect (the difference to see) or n (the items you have): the models' errors, the user's."
    assert brief(said) == said
    assert len(brief(f"No {'y ' * 60!r}.")) <= LONGEST + 6
    assert brief("a\nb") == "a b"


def test_nothing_that_a_terminal_would_obey(capsys, files):
    assert printable(ESCAPES) == r"\x1b]0;owned\x07\x1b[31m\x9b2J\u202e\ud800"
    assert printable("a\n\tb é 模型 ●") == "a\n\tb é 模型 ●"
    name = ESCAPES[:-1]
    text = (files / "items.csv").read_text().replace(",a,", f",{name},").replace("id,who", f"id{name},who")
    (files / "items.csv").write_text(text, encoding="utf-8")
    columns = ("--item", f"id{name}", *ITEMS[2:])
    runs = [
        ("rank", "items.csv", *columns),
        ("rank", "items.csv", *columns, "--json"),
        ("infer", "items.csv", *columns, "--model", name, "--versus", "b"),
        ("infer", "items.csv", *columns, "--model", name),
        ("infer", "items.csv", *columns, "--model", "nobody"),
        ("infer", "items.csv", "--item", "nowhere", *ITEMS[2:]),
        ("bound", "items.csv", "--column", name),
        ("evaluate", "data.csv", "--target", "y", "--model", f"sklearn.svm.SVC(kernel={name!r})"),
        ("evaluate", "data.csv", "--target", "y", "--model", f"sklearn.svm.SVC(kernel='{name}')"),
    ]
    for arguments in runs:
        assert run([*arguments]) in (0, 2)
        said = "".join(capsys.readouterr())
        assert said and not {*said} & {*name} - {*"]0;owned[31m2J"}, ascii(said)


def test_markup_in_a_model_is_text(capsys, files, monkeypatch):
    (files / "own_markup.py").write_text(
        "from sklearn.dummy import DummyClassifier\n"
        "class Own(DummyClassifier):\n"
        "    def __repr__(self, **_):\n        return '[/x][bold]Own[/]\\x1b[31m'\n"
    )
    monkeypatch.syspath_prepend(files)
    model = ("--target", "y", "--model", "own_markup.Own()", "--allow-module", "own_markup")
    assert run(["evaluate", "data.csv", *model, "--store", "runs.db", "--plan", "kfold(2)"]) == 0
    capsys.readouterr()
    assert run(["store", "ls", "runs.db"]) == 0
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "ends", [(np.nan, np.nan), (-np.inf, np.inf), (np.nan, 1.0), (-1e308, 1.7e308), (1e17, 1e17), (0, 5e-324)]
)
@pytest.mark.parametrize("null", [None, 0.0, 1e308])
def test_any_ends_can_be_drawn(ends, null):
    for estimate in (np.nan, 0.5, *ends):
        for inner in (None, ends):
            assert bars([Bar("m", estimate, *ends, inner)], null, 80, True)


def test_a_test_set_without_end(capsys):
    assert "test_size as a fraction must lie" in refused(
        capsys, "distribution", "data.csv", *MODEL, "--test-size", "inf"
    )


def test_a_half_width_that_no_number_of_items_gives(capsys):
    said = refused(capsys, "design", "--half-width", "1e-300", "--sd", "1")
    assert said.startswith("errbar: That takes more than 1e+15 items")


def test_a_column_of_text_is_no_column_of_losses(capsys, files):
    (files / "text.csv").write_text("loss\n" + "abc\n" * 20)
    assert "Column 'loss' must hold numbers; it holds text such as 'abc'." in refused(capsys, "bound", "text.csv")


def test_a_plan_that_is_stratified_by_a_number(capsys):
    said = refused(capsys, "evaluate", "data.csv", *MODEL, "--plan", "five_by_two(1)")
    assert said == "errbar: stratify must be True or False; got 1.\n"
