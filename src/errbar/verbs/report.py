"""`eb.report`: any answer as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path

from errbar.answers.aggregates import Aggregates
from errbar.answers.audit import Audit
from errbar.answers.curve import Curve
from errbar.answers.error_distribution import DistributionComparison, ErrorDistribution
from errbar.answers.ranking import Ranking
from errbar.answers.sources import Sources
from errbar.errors import InputError
from errbar.reports.aggregates_page import aggregates_page
from errbar.reports.audit_page import audit_page
from errbar.reports.curve_page import curve_page
from errbar.reports.distribution_page import distribution_page
from errbar.reports.origin import Origin
from errbar.reports.page import Page, check_extra
from errbar.reports.ranking_page import ranking_page
from errbar.reports.results_page import results_page
from errbar.reports.sources_page import sources_page
from errbar.reports.subgroups_page import subgroups_page
from errbar.types import Result, Results

Answer = Result | Results | Ranking | ErrorDistribution | DistributionComparison | Audit | Curve | Sources | Aggregates


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
    write(results, Path(path), names=tuple(map(str, names or ())), origin=Origin(data))


def write(answer: Answer, path: Path, *, names: tuple[str, ...], origin: Origin) -> None:
    """`report`, with the command line that made it and the files it read where there were any."""
    page_of(answer, names, origin).write(path)


def page_of(answer: Answer, names: tuple[str, ...], origin: Origin) -> Page:
    check_extra()
    if isinstance(answer, Ranking | Sources | Aggregates):
        return _of_many(answer, origin)
    if isinstance(answer, ErrorDistribution | DistributionComparison):
        return distribution_page(answer, names, origin)
    if isinstance(answer, Audit):
        return audit_page(answer, names, origin)
    if isinstance(answer, Curve):
        return curve_page(answer, names, origin)
    several = [answer] if isinstance(answer, Result) else answer
    if isinstance(several, list | Results) and len(several):
        by_subgroup = len(several) > 1 and all("subgroup" in one.details for one in several)
        return (subgroups_page if by_subgroup else results_page)(list(several), names or _shared_names(several), origin)
    given = f"{answer!r:.60}"
    raise InputError(
        f"A report shows what a verb returned: Result, Results, Ranking, ErrorDistribution or Audit; got {given}."
    )


def _of_many(answer: Ranking | Sources | Aggregates, origin: Origin) -> Page:
    """What names its models or sources by itself."""
    if isinstance(answer, Ranking):
        return ranking_page(answer, origin)
    return sources_page(answer, origin) if isinstance(answer, Sources) else aggregates_page(answer, origin)


def _shared_names(results: Sequence[Result]) -> tuple[str, ...]:
    """Those that all the results have."""
    first, *others = {result._names for result in results} or {()}
    return () if others else first
