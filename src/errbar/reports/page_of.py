"""Any answer -> its page."""

from __future__ import annotations

from collections.abc import Sequence

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
from errbar.reports.page import Page
from errbar.reports.ranking_page import ranking_page
from errbar.reports.results_page import results_page
from errbar.reports.sources_page import sources_page
from errbar.reports.subgroups_page import subgroups_page
from errbar.types import Result, Results

Answer = Result | Results | Ranking | ErrorDistribution | DistributionComparison | Audit | Curve | Sources | Aggregates


def page_of(answer: Answer, names: tuple[str, ...], origin: Origin) -> Page:
    """`names`: of the model, of the two compared, or one for each result; none: those the answer has."""
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
