"""The page of an error distribution, or of two compared."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np

from errbar.answers.error_distribution import DistributionComparison, ErrorDistribution
from errbar.reports.call_again import again
from errbar.reports.origin import Origin
from errbar.reports.page import Page, Table
from errbar.reports.results_page import results_page
from errbar.reports.steps import Steps, steps_picture
from errbar.show.as_text import number, percent
from errbar.show.error_distribution import scale_of
from errbar.show.sentence import AS_IT_IS, Unit, in_sentence, scale_words

NAMES = {"std": "standard deviation", "mad": "median absolute deviation", "iqr": "interquartile range"}
MARKS = "shaded: middle half; dashed: median"
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


def distribution_page(
    answer: ErrorDistribution | DistributionComparison, names: tuple[str, ...], origin: Origin
) -> Page:
    """The average is the answer; the curves are the picture, the measures and fractiles the tables."""
    if isinstance(answer, DistributionComparison):
        called = in_sentence(names) if len(names) == 2 else ("a", "b")
        results, parts = list(answer.results), dict(zip(called, (answer.a, answer.b), strict=True))
        often = f"{called[0]} has the larger error in {percent(round(answer.probability_greater, 4))} of the splits."
    else:
        results, parts, often = [answer.result], {in_sentence(names)[0] if names else "": answer}, ""
    page = results_page(results, names, origin)
    first = next(iter(parts.values()))
    unit = Unit.of(first.result) if first.power == 1 else AS_IT_IS
    drawn = {name: _steps(one, unit.factor) for name, one in parts.items()}
    scale = scale_words(first.result) if first.power == 1 else scale_of(first)
    title = f"{page.sentence} Drawn: the cumulative distribution of the error over splits."
    keys = list(zip(("tied", "naive"), (name or "splits" for name in parts), strict=False))
    level = percent(first.confidence_level)
    return replace(
        page,
        kind="Distribution of the error",
        more=[*([often] if often else [])],
        picture=steps_picture(drawn, scale, unit.word, title),
        key=[*keys, ("plain", f"height: share of splits with at most this error; {MARKS}; below: average, {level}")],
        panels=(),
        tables=[*(table for name, one in parts.items() for table in _tables(name, one, unit)), *page.tables],
        notes=list(dict.fromkeys(answer.notes)),
        facts=dict(page.facts) | origin.facts(answer),
        again=again([answer], origin.command),
        answer=json.dumps(answer.to_dict(), allow_nan=False, ensure_ascii=False),
    )


def _steps(one: ErrorDistribution, factor: float) -> Steps:
    values = factor * np.sort(one.values)
    low, middle, high = (factor * float(end) for end in one.quantile((0.25, 0.5, 0.75)))
    result, law = one.result, one.law
    points = []
    if law is not None:
        x = np.linspace(values[0], values[-1], 120)
        points = list(zip(x.tolist(), np.asarray(law.cdf(one.back(x / factor))).tolist(), strict=True))
    average = (factor * result.estimate, factor * result.low, factor * result.high)
    return Steps(values.tolist(), (low, middle, high), average, points)


def _tables(name: str, one: ErrorDistribution, unit: Unit) -> list[Table]:
    of = f" of {name}" if name else ""
    f, said = unit.factor, f" ({unit.word.strip()})" if unit.word else ""
    head = ("measure", f"estimate{said}", f"{percent(one.confidence_level)} interval", "noise of the splits")
    rows = [
        (
            NAMES.get(measure, measure.replace("_", " ")),
            number(f * estimate, 3),
            "-" if low is None or high is None else f"[{number(f * low, 3)}, {number(f * high, 3)}]",
            "-" if noise is None else number(f * noise, 2),
        )
        for measure, estimate, low, high, noise in one.measures
    ]
    fractiles = [number(f * float(one.quantile(p)), 3) + unit.word for p in SHARES]
    return [
        Table(f"The distribution{of}", head, rows),
        Table(f"Fractiles{of}", ("share of splits", *map(percent, SHARES)), [("error at most", *fractiles)]),
    ]
