"""What becomes of an answer: JSON, pictures and pages of every command; what cannot be written is refused first."""

import errno
import json
import os

import numpy as np
import pytest
from matplotlib.figure import Figure

from errbar.cli.finish import PICTURES, Exit, Finish
from errbar.cli.main import run

MODEL = ("--target", "y", "--model", "sklearn.naive_bayes.GaussianNB()")
OTHER = ("--model", "sklearn.dummy.DummyClassifier()")
COLUMNS = ("--item", "id", "--model-col", "who", "--correct-col", "right")
PAIR = ("--model", "a", "--versus", "b")
FITTING = {
    "evaluate": ("evaluate", "data.csv", *MODEL),
    "compare": ("compare", "data.csv", *MODEL, *OTHER),
    "rank": ("rank", "data.csv", *MODEL, *OTHER),
    "distribution": ("distribution", "data.csv", *MODEL, "--n-splits", "20"),
    "distribution of two": ("distribution", "data.csv", *MODEL, *OTHER, "--n-splits", "20"),
    "audit": ("audit", "data.csv", *MODEL, "--n", "40", "--sets", "3", "--methods", "corrected_t"),
}
READING = {
    "infer": ("infer", "items.csv", *COLUMNS, *PAIR),
    "rank a table": ("rank", "items.csv", *COLUMNS),
    "bound": ("bound", "3", "100"),
    "bounds": ("bound", "3", "100", "--all"),
}
COMMANDS = FITTING | READING
DRAWING = [name for name, (verb, *_) in COMMANDS.items() if verb in ("rank", "distribution", "audit")]


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """Data to fit on, a table of scores, a folder that is called like a picture."""
    rng = np.random.default_rng(0)
    rows = [f"{x:.4f},{int(x + rng.normal() > 0)}" for x in rng.normal(size=120)]
    (tmp_path / "data.csv").write_text("\n".join(["x,y", *rows]))
    items = [f"{i},{m},{int(rng.random() < p)}" for i in range(200) for m, p in (("a", 0.8), ("b", 0.7))]
    (tmp_path / "items.csv").write_text("\n".join(["id,who,right", *items]))
    (tmp_path / "folder.png").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def no_fits(monkeypatch):
    """Reading data, from a file or a table, is already too late."""
    for place in ("errbar.cli.inputs.read_columns", "errbar.tables.source.find_files"):
        monkeypatch.setattr(place, lambda *_: pytest.fail("the data were read before the refusal"))


def refused(capsys, *arguments):
    code = run([*map(str, arguments)])
    out, err = capsys.readouterr()
    assert (code, out) == (Exit.BAD_INPUT, "") and err.count("\n") == 1 and "Traceback" not in err, (code, out, err)
    return err


@pytest.mark.parametrize("name", COMMANDS)
def test_json_and_report_of_every_command(capsys, files, name):
    verb, *_ = COMMANDS[name]
    assert run([*COMMANDS[name], "--json", "--report", "page.html"]) == 0
    json.loads(capsys.readouterr().out)
    text = (files / "page.html").read_text(encoding="utf-8")
    assert "<h1>" in text and f"errbar {verb} " in text  # the command to repeat it
    if verb not in ("infer", "bound", "rank"):  # rank without a seed is rank with seed 0
        assert "--random-state" in text


@pytest.mark.usefixtures("no_fits")
@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("picture.txt", "must end in .png, .svg or .pdf"),
        ("picture", "must end in .png, .svg or .pdf"),
        ("no/such/picture.png", "There is no folder for the picture"),
        ("folder.png", "The picture cannot be written to folder.png: Is a directory."),
        (f"{'long' * 100}.png", "File name too long."),
    ],
)
@pytest.mark.parametrize("name", DRAWING)
def test_a_picture_that_cannot_be_written_is_refused_before_anything_is_read(capsys, name, path, says):
    assert says in refused(capsys, *COMMANDS[name], "--plot", path)


@pytest.mark.usefixtures("no_fits")
@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("no/such/page.html", "There is no folder for the report"),
        ("folder.png", "is a folder: name a file in it"),
        (f"{'long' * 100}.html", "File name too long."),
    ],
)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_report_that_cannot_be_written_is_refused_before_anything_is_read(capsys, name, path, says):
    assert says in refused(capsys, *COMMANDS[name], "--report", path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
@pytest.mark.usefixtures("no_fits")
@pytest.mark.parametrize("name", DRAWING)
def test_a_folder_that_may_not_be_written_to(capsys, files, name):
    (files / "closed").mkdir(mode=0o500)
    assert "Permission denied" in refused(capsys, *COMMANDS[name], "--plot", "closed/p.png")
    assert "Permission denied" in refused(capsys, *COMMANDS[name], "--report", "closed/p.html")


@pytest.mark.parametrize("name", DRAWING)
def test_a_picture_that_fails_after_all_is_one_sentence(capsys, monkeypatch, name):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Figure, "savefig", full)
    assert run([*COMMANDS[name], "--plot", "p.png"]) == Exit.BAD_INPUT
    out, err = capsys.readouterr()
    assert out and err.endswith("errbar: The picture cannot be written to p.png: No space left on device.\n")


@pytest.mark.parametrize("suffix", PICTURES)
def test_pictures_and_an_old_file_is_replaced(capsys, files, suffix):
    path = files / f"picture{suffix}"
    path.write_text("old")
    assert run([*COMMANDS["rank a table"], "--plot", str(path)]) == 0
    assert path.stat().st_size > 1000


def test_what_is_checked_is_left_as_it_was(capsys, files):
    """A refusal for another reason neither empties a page that is there nor leaves an empty one behind."""
    (files / "old.html").write_text("old")
    assert "no column" in refused(capsys, "bound", "items.csv", "--column", "x", "--report", "old.html")
    assert "no column" in refused(capsys, "bound", "items.csv", "--column", "x", "--report", "new.html")
    assert (files / "old.html").read_text() == "old" and not (files / "new.html").exists()


def test_a_pipe_is_not_opened_to_be_checked(files):
    """Its reader would take the end of the check for the end of the page."""
    os.mkfifo(files / "pipe")
    Finish(report=files / "pipe").check()  # opening it would wait for a reader
