"""`eb.report`: any answer as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike

from errbar.check import check_path
from errbar.errors import InputError
from errbar.reports.origin import Origin
from errbar.reports.page_of import Answer, page_of


def report(
    results: Answer, path: str | PathLike[str], *, names: Sequence[str] | None = None, data: str | None = None
) -> None:
    """Write one HTML file that says the answer, draws it, and holds what is needed to check, repeat and cite it.

    The file needs no network. From top to bottom: the answer in a few words, the picture, the answer in three
    sentences, the data with their size and hash, every method on the same scores, what it rests on, how to get the
    same again, and texts for a paper and for checklists. It prints on a few pages, and
    holds the answer as JSON for `errbar verify`.

    Parameters
    ----------
    results : what a verb returned: a Result, Results, Ranking, ErrorDistribution, DistributionComparison, Audit,
        Curve, Sources or Aggregates.
    path : the file to write, usually ending in .html.
    names : of the model, of the two compared, or for Results of several models one each; shown as they are. Left out,
        those the answer has.
    data : what the data are called.

    Examples
    --------
    >>> import errbar as eb, tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     page = pathlib.Path(folder) / "report.html"
    ...     eb.report(eb.bound(3, 100), page, names=["my classifier"], data="the test set")
    ...     "my classifier errs on 3.0 % of new examples" in page.read_text()
    True
    """
    if not isinstance(names, Iterable | None):
        raise InputError(f"names must be texts, one for each model; got {names!r:.80}.")
    page_of(results, tuple(map(str, names or ())), Origin(data)).write(check_path("path", path))
