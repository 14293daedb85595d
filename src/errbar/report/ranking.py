"""A ranking as one self-contained page: the sentence, the picture, the tables. Every text is escaped."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

from errbar.errors import InputError
from errbar.ranking.results import DatasetRanking, ModelRanking, Ranking
from errbar.ranking.text import datasets_sentence, friedman_sentence, tied_sentence
from errbar.refs import REFS
from errbar.render_text import number
from errbar.report.document import check_extra

PAIRS = 200  # comparisons that are listed, the smallest p-values first

REFERENCES = {
    "models": ("holm1979", "lei2020", "nadeau2003"),
    "datasets": ("demsar2006", "benavoli2016", "holm1979", "benavoli2017"),
}


def write_ranking(path: Path, ranking: Ranking, data: str) -> None:
    """Write the page."""
    try:
        path.write_text(render_ranking(ranking, data), encoding="utf-8")
    except OSError as cause:
        raise InputError(f"The report cannot be written to {path}: {cause.strerror}.") from None


def render_ranking(ranking: Ranking, data: str) -> str:
    check_extra()
    from jinja2 import Environment, PackageLoader

    page = Environment(loader=PackageLoader("errbar.report"), autoescape=True).get_template("ranking.html")
    columns = ranking.columns()
    if isinstance(ranking, DatasetRanking):
        sentence, more, kind = datasets_sentence(ranking), friedman_sentence(ranking), "datasets"
        settings = {"test over data sets": ranking.across, "data sets": str(len(ranking.datasets))}
    else:
        assert isinstance(ranking, ModelRanking)
        sentence, more, kind = tied_sentence(ranking), f"Intervals for {ranking.target}.", "models"
        settings = {
            "method": ", ".join(dict.fromkeys((ranking.error_method, ranking.method))),
            "splits / fits": f"{ranking.n_splits} / {ranking.n_fits}",
        }
    shown = sorted(ranking.pairs, key=lambda row: (row["adjusted_pvalue"], row["a"], row["b"]))[:PAIRS]
    return page.render(
        sentence=sentence,
        more=more,
        picture=_svg(ranking),
        columns=list(columns),
        rows=[[_cell(value) for value in row] for row in zip(*columns.values(), strict=True)],
        pair_columns=list(shown[0]),
        pairs=[[_cell(value) for value in row.values()] for row in shown],
        n_pairs=len(ranking.pairs),
        notes=ranking.notes,
        settings={
            "data": data,
            **settings,
            "comparisons": "all pairs" if ranking.control is None else f"with {ranking.control}",
            "correction": ranking.correction,
            "confidence level": f"{ranking.confidence_level:g}",
            "loss": ranking.loss,
        },
        references=[REFS[key] for key in REFERENCES[kind]],
    )


def _svg(ranking: Ranking) -> str:
    from matplotlib import rc_context

    buffer = io.StringIO()
    with rc_context({"svg.hashsalt": "errbar", "svg.fonttype": "path"}):
        ranking.plot().figure.savefig(
            buffer, format="svg", transparent=True, metadata=dict.fromkeys(("Creator", "Date", "Format", "Type"))
        )
    return buffer.getvalue().partition("<svg")[1] + buffer.getvalue().partition("<svg")[2]


def _cell(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    return number(float(value)) if isinstance(value, (float, int, np.number)) else str(value)
