"""Rankings as text and HTML; every name is escaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from errbar.errors import ErrbarError
from errbar.show.as_text import number, percent
from errbar.show.sentence import AS_IT_IS, Unit

if TYPE_CHECKING:
    from errbar.answers.ranking import DatasetRanking, ModelRanking, Ranking

SHOWN = 15  # models before the rest is only counted
PAIRS = 10  # comparisons


def tied_sentence(ranking: Ranking) -> str:
    """Who is tied for best, in one sentence."""
    level = percent(ranking.confidence_level)
    if len(ranking.tied) == 1:
        return f"Best at the {level} level: {ranking.tied[0]}."
    if len(ranking.tied) == len(ranking.models):
        everyone = "Both" if len(ranking.models) == 2 else f"All {len(ranking.models)}"
        return f"{everyone} models are tied for best at the {level} level."
    return (
        f"Tied for best at the {level} level ({len(ranking.tied)} of {len(ranking.models)}): {', '.join(ranking.tied)}."
    )


def unit_of(ranking: Ranking) -> Unit:
    """How its numbers are told: as those of its first model, where it holds the scores."""
    try:
        return Unit.of(ranking.result(ranking.models[0])) if hasattr(ranking, "result") else AS_IT_IS
    except ErrbarError:  # a ranking without its scores
        return Unit(100.0, " %", 1) if ranking.loss == "zero_one" else AS_IT_IS


def unit_of_pairs(ranking: Ranking) -> Unit:
    """How differences of two of its models are told: shares in points."""
    unit = unit_of(ranking)
    return replace(unit, word=" points") if unit.word else AS_IT_IS


def in_brackets(unit: Unit) -> str:
    return f" ({unit.word.strip()})" if unit.word else ""


def datasets_sentence(ranking: DatasetRanking) -> str:
    """Who cannot be told from the best-ranked model, or from the control."""
    level = percent(ranking.confidence_level)
    centre = ranking.control or ranking.models[0]
    whom = centre if ranking.control is not None else f"{centre}, the best-ranked,"
    others = [name for name in ranking.tied if name != centre]
    if not others:
        return f"Every other model is shown to differ from {whom} at the {level} level."
    if len(others) == len(ranking.models) - 1:
        return f"No model is shown to differ from {whom} at the {level} level."
    return f"Not shown to differ from {whom} at the {level} level: {', '.join(others)}."


def tests_of(across: str) -> str:
    """The test behind the p-values: a posterior has none, and stands beside Wilcoxon's."""
    return "wilcoxon" if across == "hierarchical_bayes" else across


def friedman_sentence(ranking: DatasetRanking) -> str:
    """Friedman's test in one sentence."""
    f = ranking.friedman
    return (
        f"Friedman over {f.n_datasets} data sets: chi2 = {number(f.chi2)}, Iman-Davenport F({f.df[0]}, {f.df[1]}) = "
        f"{number(f.f)}, p = {number(f.f_pvalue, 3)}."
    )


def models_text(ranking: ModelRanking) -> str:
    """The table, and who is tied."""
    level = percent(ranking.confidence_level)
    head = ("", "model", ranking.loss, f"{level} interval", f"all {len(ranking.models)} at once", "rank", "letters")
    tied = set(ranking.tied)
    rows = [("*" if row[0] in tied else "", *row) for row in _model_rows(ranking)[:SHOWN]]
    return "\n".join(
        [
            f"{tied_sentence(ranking)}",
            f"* tied for best; {ranking.error_method}, for {ranking.target}",
            "",
            *_aligned([head, *rows]),
            *_rest(len(ranking.models)),
            "",
            *pairs_text(ranking, ranking.method),
        ]
    )


def _model_rows(ranking: ModelRanking) -> list[tuple[str, ...]]:
    """Of every model the name, the error, its interval alone and among all, its ranks and letters."""
    alone = map(_interval, ranking.low, ranking.high)
    at_once = map(_interval, ranking.simultaneous_low, ranking.simultaneous_high)
    ranks, letters = rank_words(ranking).values(), ranking.letters.values()
    return list(zip(ranking.models, map(number, ranking.estimate), alone, at_once, ranks, letters, strict=True))


def rank_words(ranking: Ranking) -> dict[str, str]:
    """Of every model the ranks that the comparisons leave open."""
    return {name: f"{a}" if a == b else f"{a} to {b}" for name, (a, b) in ranking.rank_intervals.items()}


def _dataset_rows(ranking: DatasetRanking) -> list[tuple[str, ...]]:
    """Of every model the name, the average rank, the mean, and where it is best."""
    best = [f"{wins} of {len(ranking.datasets)}" for wins in ranking.wins]
    return list(zip(ranking.models, map(number, ranking.average_rank), map(number, ranking.mean), best, strict=True))


def datasets_text(ranking: DatasetRanking) -> str:
    """The table of average ranks, Friedman's test, and who is tied."""
    head = ("", "model", "average rank", f"mean {ranking.loss}", "best on")
    tied = set(ranking.tied)
    rows = [("*" if row[0] in tied else "", *row) for row in _dataset_rows(ranking)[:SHOWN]]
    what = (
        "not shown to differ from the control" if ranking.control is not None else "not shown to differ from the first"
    )
    return "\n".join(
        [
            datasets_sentence(ranking),
            friedman_sentence(ranking),
            f"* {what}",
            "",
            *_aligned([head, *rows]),
            *_rest(len(ranking.models)),
            "",
            *pairs_text(ranking, tests_of(ranking.across)),
        ]
    )


def pairs_text(ranking: Ranking, test: str) -> list[str]:
    """How many comparisons show a difference, and those with the smallest p-values."""
    pairs, unit = ranking.pairs, unit_of_pairs(ranking)
    shown = int((pairs.adjusted_pvalue < 1 - ranking.confidence_level).sum())
    against = f"comparisons with {ranking.control}" if ranking.control is not None else "pairs"
    how = ", ".join(dict.fromkeys((test, ranking.correction)))
    rows = [
        pair_row(pairs[int(i)], ranking.correction, unit)
        for i in np.argsort(pairs.adjusted_pvalue, kind="stable")[:PAIRS]
    ]
    more = [f"... and {len(pairs) - PAIRS:,} more in pairs.to_frame()"] if len(pairs) > PAIRS else []
    return [
        f"{shown} of {len(pairs)} {against} differ ({how}):",
        *_aligned([list(rows[0]), *(list(row.values()) for row in rows)]),
        *more,
    ]


def pair_row(pair: Mapping[str, Any], correction: str, unit: Unit = AS_IT_IS) -> dict[str, str]:
    """What a person wants to see of one comparison."""
    row = {"a": pair["a"], "b": pair["b"]}
    if "estimate" in pair:
        row[f"a - b{in_brackets(unit)}"] = unit.bare(pair["estimate"])
        head = {"none": "interval", "fdr_bh": "interval, corrected"}.get(correction, "interval, all at once")
        row[head] = f"[{unit.bare(pair['simultaneous_low'])}, {unit.bare(pair['simultaneous_high'])}]"
    else:
        row["rank a - b"] = number(pair["rank_difference"])
        row["wins/ties/losses of a"] = f"{pair['wins']}/{pair['ties']}/{pair['losses']}"
        if not isnan(pair["p_equivalent"]):
            row["P(a better, equivalent, b better)"] = ", ".join(
                f"{pair[name]:.3f}" for name in ("p_a_better", "p_equivalent", "p_b_better")
            )
    return row | {"p": number(pair["pvalue"], 3), "adjusted p": number(pair["adjusted_pvalue"], 3)}


def models_html(ranking: ModelRanking) -> str:
    level = percent(ranking.confidence_level)
    at_once = f"all {len(ranking.models)} at once"
    head = ("model", ranking.loss, f"{level} interval", at_once, "rank", "letters", "tied for best")
    tied = set(ranking.tied)
    rows = [(*row, "yes" if row[0] in tied else "no") for row in _model_rows(ranking)]
    return _page([tied_sentence(ranking), f"{ranking.error_method}, for {ranking.target}."], head, rows, ranking.notes)


def datasets_html(ranking: DatasetRanking) -> str:
    head = ("model", "average rank", f"mean {ranking.loss}", "best on", "tied")
    tied = set(ranking.tied)
    rows = [(*row, "yes" if row[0] in tied else "no") for row in _dataset_rows(ranking)]
    return _page([datasets_sentence(ranking), friedman_sentence(ranking)], head, rows, ranking.notes)


def _page(sentences: Sequence[str], head: Sequence[str], rows: Sequence[Sequence[str]], notes: Sequence[str]) -> str:
    said = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    listed = "".join(f"<li>{escape(note)}</li>" for note in notes)
    return f"{said}<table><tr>{top}</tr>{body}</table>" + (f"<ul>{listed}</ul>" if notes else "")


def _interval(low: float, high: float) -> str:
    return f"[{number(low)}, {number(high)}]"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _rest(k: int) -> list[str]:
    return [f"   ... and {k - SHOWN} more"] if k > SHOWN else []
