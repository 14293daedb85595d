"""The pytest plugin in a project of its own: a gate that is shown, one that is refuted, one that is undecided."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

import errbar as eb

pytest_plugins = ["pytester"]

PROJECT = """
import errbar as eb
import pytest

def scores(new_wrong, base_wrong, n=1000):
    rows = {"id": [*range(n)] * 2, "model": ["new <b>|1"] * n + ["base"] * n,
            "right": [i >= new_wrong for i in range(n)] + [i >= base_wrong for i in range(n)]}
    return eb.Scores.from_table(rows, item="id", model="model", correct="right")

def test_as_good(errbar_gate):
    result = errbar_gate(scores(100, 102), versus="base", margin=0.02)
    assert result.verdict == "shown"

def test_worse(errbar_gate):
    errbar_gate(scores(200, 100), versus="base", margin=0.02)

def test_few(errbar_gate):
    errbar_gate(scores(2, 1, n=20), versus="base", margin=0.02)
"""


@pytest.fixture(scope="module")
def loaded():
    """Runs inside this process forget what they import, and NumPy and DuckDB cannot be loaded a second time."""
    rows = {"id": [1, 2] * 2, "model": ["new"] * 2 + ["base"] * 2, "right": [1, 0, 1, 1]}
    eb.infer(eb.Scores.from_table(rows, item="id", model="model", correct="right"), model="new", versus="base")


@pytest.fixture
def project(loaded, pytester):
    pytester.makepyfile(test_models=PROJECT)

    def run(*arguments):
        return pytester.runpytest_inprocess("-p", "no:cacheprovider", *plugin(), *arguments)

    return run


def plugin():
    """By its entry point where this tree is installed, else by name."""
    from importlib.metadata import entry_points

    there = any(one.value == "errbar.plugins.pytest_gate" for one in entry_points(group="pytest11"))
    return [] if there else ["-p", "errbar.plugins.pytest_gate"]


def test_shown_passes_refuted_and_undecided_fail_with_the_sentence(project, pytester):
    done = project("--errbar-report=gates.md", "--junitxml=tests.xml")
    done.assert_outcomes(passed=1, failed=2)
    done.stdout.fnmatch_lines(["*refuted: new <b>|1 is worse than base by more than 2 points (p < 0.0001)*"])
    done.stdout.fnmatch_lines(["*undecided: that new <b>|1 is worse than base by less than 2 points is neither*"])
    done.stdout.fnmatch_lines(
        ["*= errbar gates =*", "*test_as_good: shown: new <b>|1 is worse than base by less than*"]
    )
    assert "judged.py" not in done.stdout.str()  # the sentence, no traceback
    page = (pytester.path / "gates.md").read_text(encoding="utf-8")
    assert "3 gates: 1 shown, 1 refuted, 1 undecided." in page
    assert "new \\<b\\>\\|1 - base" in page and "<b>" not in page.replace("\\<b", "")
    kept = [one.get("value") for one in ET.parse(pytester.path / "tests.xml").iter("property")]
    assert [json.loads(one)["verdict"] for one in kept] == ["shown", "refuted", "undecided"]


@pytest.mark.parametrize(
    "how, outcome", [("skip", {"skipped": 1}), pytest.param("pass", {"passed": 1}, marks=pytest.mark.slow)]
)
def test_what_becomes_of_an_undecided_gate_can_be_said(project, pytester, how, outcome):
    done = project("-k", "few", f"--errbar-undecided={how}", "--errbar-report=gates.html")
    done.assert_outcomes(deselected=2, **outcome)
    page = (pytester.path / "gates.html").read_text(encoding="utf-8")
    assert "1 gate: 1 undecided." in page and "new &lt;b&gt;|1 - base" in page and "<b>" not in page


@pytest.mark.slow
def test_workers_bring_their_gates(project, pytester):
    pytest.importorskip("xdist")
    done = project("-n", "2", "--errbar-report=gates.md")
    done.assert_outcomes(passed=1, failed=2)
    assert "3 gates" in (pytester.path / "gates.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "page, sentence", [("gates.pdf", "must end in .md, .html or .htm"), ("no/gates.md", "There is no folder")]
)
def test_a_page_that_cannot_be_written_is_said_before_any_test(project, pytester, page, sentence):
    done = project(f"--errbar-report={page}")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([f"*{sentence}*"])


def test_files_results_and_what_is_missing(project, pytester):
    table = "id,model,right\n" + "".join(f"{i},{name},{i % 10 > 0:d}\n" for name in "ab" for i in range(400))
    (pytester.path / "scores.csv").write_text(table)
    pytester.makepyfile(
        test_models="""
        import errbar as eb, pytest
        COLUMNS = {"item": "id", "model": "model", "correct": "right"}

        def test_a_table(errbar_gate):
            assert errbar_gate("scores.csv", columns=COLUMNS, model="a", margin=0.05).details["margin"] == 0.05

        def test_a_result(errbar_gate):
            scores = eb.Scores.from_table("scores.csv", **COLUMNS)
            errbar_gate(eb.infer(scores, model="a", versus="b", margin=0.05))
            with pytest.raises(eb.ErrbarError, match="has no verdict: ask with margin="):
                errbar_gate(eb.infer(scores, model="a", versus="b"))
            with pytest.raises(eb.ErrbarError, match="judged already"):
                errbar_gate(eb.infer(scores, model="a", versus="b", margin=0.05), margin=0.1)

        @pytest.mark.parametrize("given, sentence", [
            (dict(columns=COLUMNS, margin=0.1), "say versus=; these scores hold: a, b"),
            (dict(columns=COLUMNS, model="a"), "A gate needs margin="),
            (dict(columns=COLUMNS, model="z", margin=0.1), "versus="),
            (dict(model="a", margin=0.1), "is a table: name its columns"),
        ])
        def test_bad(errbar_gate, given, sentence):
            with pytest.raises(eb.ErrbarError, match=sentence):
                errbar_gate("scores.csv", **given)
        """
    )
    project().assert_outcomes(passed=6)


def test_loading_the_plugin_loads_nothing_of_errbar():
    code = (
        "import sys, errbar.plugins.pytest_gate; print(*(m for m in sys.modules if m.startswith(('errbar', 'numpy'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {"errbar", "errbar.plugins", "errbar.plugins.pytest_gate"}
