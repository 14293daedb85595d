"""A notebook, run by nbconvert in a kernel of its own: every answer displays itself, every `.plot()` is an image."""

import os
from pathlib import Path

import pytest
from tests.answers.test_shown import ANSWERS

pytestmark = pytest.mark.notebook
ROOT = Path(__file__).parents[2]
FIRST = "from tests.answers.test_shown import ANSWERS"
SHOW = "answer = ANSWERS[{!r}]()\nanswer"
DRAW = {"Scores": "answer.plot(model=answer.names[0], versus=answer.names[1])", "Advice": "", "Design": ""}


@pytest.fixture(scope="module")
def notebook():
    nbformat = pytest.importorskip("nbformat")
    preprocessors = pytest.importorskip("nbconvert.preprocessors")
    pytest.importorskip("ipykernel")
    cells = [FIRST, *(source for name in ANSWERS for source in (SHOW.format(name), DRAW.get(name, "answer.plot()")))]
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
        patch.delenv("MPLBACKEND", raising=False)  # the kernel sets its own
        run = preprocessors.ExecutePreprocessor(timeout=120, kernel_name="python3")
        done, _ = run.preprocess(made, {"metadata": {"path": str(ROOT)}})
    return done


def outputs(notebook, name):
    """What the two cells of an answer gave: shown, and drawn."""
    at = 1 + 2 * [*ANSWERS].index(name)
    return [notebook.cells[i].outputs for i in (at, at + 1)]


@pytest.mark.parametrize("name", ANSWERS)
def test_the_answer_displays_and_its_plot_is_an_image(notebook, name):
    shown, drawn = outputs(notebook, name)
    (display,) = [given for given in shown if given.output_type == "execute_result"]
    assert display.data["text/html"].strip() and display.data["text/plain"].strip()
    images = [given.data["image/png"] for given in drawn if "image/png" in given.get("data", {})]
    assert len(images) == (DRAW.get(name) != ""), [given.output_type for given in drawn]
    assert all(len(image) > 2000 for image in images)


def test_it_becomes_a_page_with_every_picture(notebook):
    from nbconvert import HTMLExporter

    page, _ = HTMLExporter().from_notebook_node(notebook)
    assert page.count('src="data:image/png;base64,') == len(ANSWERS) - list(DRAW.values()).count("")
