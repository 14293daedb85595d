"""One self-contained HTML page: the sentence, the picture, what it means, the settings. Every text is escaped."""

from __future__ import annotations

import io
import platform
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from errbar.errors import InputError, MissingExtraError
from errbar.methods import METHODS
from errbar.refs import REFS
from errbar.render import new_axes, plot_results
from errbar.render_text import interval_text, number, percent, sentence, verdict
from errbar.types import Result


def check_extra() -> None:
    """A clear error where the libraries for drawing and templates are missing."""
    try:
        import jinja2  # noqa: F401
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingExtraError("A report needs matplotlib and jinja2: pip install 'errbar[plot]'.") from None


def write(path: Path, results: Sequence[Result], *, names: tuple[str, ...], data: str) -> None:
    """Write the page for `results`, the answer first."""
    page = render(results, names=names, data=data)
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as cause:
        raise InputError(f"The report cannot be written to {path}: {cause.strerror}.") from None


def render(results: Sequence[Result], *, names: tuple[str, ...], data: str) -> str:
    check_extra()
    from jinja2 import Environment, PackageLoader

    page = Environment(loader=PackageLoader("errbar.report"), autoescape=True).get_template("report.html")
    answer = results[0]
    return page.render(
        answer=sentence(answer),
        verdict=verdict(answer) if len(names) == 2 else None,
        names=dict(zip("ab" if len(names) == 2 else ("model",), names, strict=True)),
        picture=_svg(results),
        rows=[_row(result) for result in results],
        result=answer,
        notes=answer.notes,
        data=data,
        settings=_settings(answer),
        references=[REFS[key] for key in METHODS[answer.method].references],
    )


def _svg(results: Sequence[Result]) -> str:
    from matplotlib import rc_context

    ax = plot_results(results, new_axes(width=7.0, height=1.0 + 0.5 * len(results)))
    buffer = io.StringIO()
    with rc_context({"svg.hashsalt": "errbar", "svg.fonttype": "path"}):
        ax.figure.savefig(
            buffer, format="svg", transparent=True, metadata=dict.fromkeys(("Creator", "Date", "Format", "Type"))
        )
    return buffer.getvalue().partition("<svg")[1] + buffer.getvalue().partition("<svg")[2]


def _row(result: Result) -> dict[str, Any]:
    return {
        "method": result.method,
        "estimate": number(result.estimate),
        "interval": interval_text(result),
        "pvalue": number(result.pvalue, 3),
        "guarantee": METHODS[result.method].guarantee,
    }


def _settings(result: Result) -> dict[str, str]:
    versions = {name: metadata.version(name) for name in ("errbar", "numpy", "scipy", "scikit-learn")}
    return {
        "method": METHODS[result.method].title,
        "loss": result.loss,
        "confidence level": percent(result.confidence_level),
        "examples": str(result.n),
        "training / test examples per split": f"{number(result.n_train, 6)} / {number(result.n_test, 6)}",
        "splits / fits": f"{result.n_splits} / {result.n_fits}",
        "random state": str(result.details.get("seed", "-")),
        "versions": ", ".join(f"{name} {version}" for name, version in versions.items()),
        "Python": platform.python_version(),
    }
