"""A gate as a fixture of pytest: a test passes if "worse by less than the margin" is shown.

Loaded by every pytest that runs where errbar is installed, so nothing of errbar is imported before a gate is asked.
Gates travel as properties of the tests' reports: from the workers of pytest-xdist too, and into JUnit's XML.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from errbar.types import Result, Scores

PROPERTY = "errbar_gate"
SUFFIXES = (".md", ".html", ".htm")
FOUND = pytest.StashKey[list[dict[str, Any]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("errbar", "errbar: gates for models")
    group.addoption(
        "--errbar-undecided",
        choices=("fail", "skip", "pass"),
        default="fail",
        help="What becomes of a test whose gate is undecided (default: fail).",
    )
    group.addoption(
        "--errbar-report", metavar="FILE", help="Write all gates of the run as Markdown (.md) or HTML (.html)."
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FOUND] = []
    page = config.getoption("--errbar-report")
    if page is None:
        return
    if Path(page).suffix.lower() not in SUFFIXES:
        raise pytest.UsageError(f"--errbar-report {page} must end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}.")
    if not Path(page).resolve().parent.is_dir():
        raise pytest.UsageError(f"There is no folder for --errbar-report {page}.")


@pytest.fixture
def errbar_gate(request: pytest.FixtureRequest) -> Callable[..., Result]:
    """Judge whether one model is worse than another by less than a margin.

    `errbar_gate(scores, model="new", versus="base", margin=0.01)` returns the Result where that is shown, fails the
    test with a sentence where it is refuted, and fails, skips or passes by `--errbar-undecided` where it is undecided.

    The first argument: Scores, a Result that has a verdict, the path of a table (then `columns`, as
    `Scores.from_table` takes them) or of an evaluation log. Further settings are those of `eb.infer`.
    """
    return GateInTest(request)


class GateInTest:
    """What a test calls; one test may ask several times."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self.node: pytest.Item = request.node
        self.undecided: str = request.config.getoption("--errbar-undecided")

    def __call__(
        self,
        what: Scores | Result | str | Path,
        *,
        model: str | None = None,
        versus: str | None = None,
        margin: float | None = None,
        columns: Mapping[str, Any] | None = None,
        **asked: Any,
    ) -> Result:
        __tracebackhide__ = True
        from errbar.plugins.gate_verdict import judged

        result, names = judged(what, (model, versus), margin, columns, asked)
        self.tell(result, names)
        return result

    def tell(self, result: Result, names: tuple[str, str]) -> None:
        """Note the gate, and end the test where it is not shown."""
        __tracebackhide__ = True
        from errbar.plugins.gate_verdict import row

        told = row(result, names) | {"test": self.node.nodeid}
        self.node.user_properties.append((PROPERTY, json.dumps(told, ensure_ascii=False)))
        if result.verdict == "shown" or (result.verdict == "undecided" and self.undecided == "pass"):
            return
        end = pytest.skip if result.verdict == "undecided" and self.undecided == "skip" else _fail
        end(told["sentence"])


def _fail(sentence: str) -> None:
    __tracebackhide__ = True
    pytest.fail(sentence, pytrace=False)


class Gates:
    """Gathers what the tests found, in the process that tells it."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":  # after which nothing more is asked
            self.config.stash[FOUND] += [json.loads(str(v)) for name, v in report.user_properties if name == PROPERTY]


def pytest_sessionstart(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):
        session.config.pluginmanager.register(Gates(session.config), "errbar-gates")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """A line for each gate, and the page."""
    if (gates := config.stash[FOUND]) or config.getoption("--errbar-report"):
        terminalreporter.section("errbar gates")
    for gate in gates:
        terminalreporter.write_line(f"{gate['test']}: {gate['sentence']}")
    if page := config.getoption("--errbar-report"):
        from errbar.plugins.gates_page import write_page

        write_page(gates, Path(page))
        terminalreporter.write_line(f"written: {page}")
