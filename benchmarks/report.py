"""Writing a report of 6 models by 8 methods against drawing one bare matplotlib figure; seconds and bytes beside."""

from __future__ import annotations

from ratio import Ratio, parser, ratio, report  # isort: skip  (sets one thread before NumPy is imported)

import tempfile
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np

import errbar as eb
from errbar.plans.families import TestSet
from errbar.types import Plan

METHODS = ("wilson", "clopper_pearson", "blaker", "jeffreys", "mid_p", "agresti_coull", "hoeffding", "bentkus")


def results() -> tuple[eb.Results, list[str]]:
    """48 answers and their models."""
    rng = np.random.default_rng(0)
    losses = {f"model {i}": (rng.random(400) < 0.1 + 0.05 * i).astype(float) for i in range(6)}
    scores = eb.Scores.from_losses(losses, plan=Plan("test_set", 400, (TestSet(400),)), loss="zero_one")
    found = [(name, eb.infer(scores, model=name, method=m, null=None)) for name in losses for m in METHODS]
    return eb.Results([result for _, result in found]), [name for name, _ in found]


def bare_figure() -> None:
    """What nobody can do without: a figure with one line, as SVG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 6.7), layout="constrained")
    figure.add_subplot().plot([0, 1], [0, 1])
    figure.savefig(BytesIO(), format="svg")


def measured() -> Iterator[Ratio]:
    answer, names = results()
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"

        def write() -> None:
            eb.report(answer, page, names=names)

        bare_figure()  # the first import of matplotlib is not ours
        start = time.perf_counter()
        write()
        seconds = time.perf_counter() - start
        print(f"first report: {seconds:.2f} s (goal 3), {page.stat().st_size:,} bytes (goal 1,500,000)")
        yield ratio("report of 6 models x 8 methods / one bare figure", write, bare_figure, goal="< 20", repeats=5)


if __name__ == "__main__":
    given = parser(__doc__).parse_args()
    report(measured(), given.csv)
