"""The page of one answer, of several methods' answers to one question, or of several models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from errbar.methods import METHODS
from errbar.refs import REFS
from errbar.reports import paper
from errbar.reports.assumptions import assumed, would_change
from errbar.reports.call_again import again
from errbar.reports.page import Page, Table, versions
from errbar.reports.picture import PHONE, picture
from errbar.reports.side_by_side import every_method
from errbar.show.as_text import interval_text, number, percent
from errbar.show.gate import gate_sentence
from errbar.show.intervals import new_axes, plot_results
from errbar.show.sentence import is_difference, sentence
from errbar.types import Result

DRAWN = 60  # intervals in a picture
FEW = 12  # that have room between them


def _naive(answer: Result, shown: Sequence[Result]) -> list[Result]:
    """What people usually report in place of the answer, from what is shown anyway."""
    usual = METHODS[answer.method].instead_of if answer.method in METHODS else ()
    there = {result.method: result for result in shown}
    return [there[name] for name in usual if name in there][:1]


def results_page(
    results: Sequence[Result],
    names: tuple[str, ...],
    data: str | None,
    command: str | None,
    beside: Sequence[Result] = (),
) -> Page:
    """`names`: the model, the two compared, or one for each result; the first result is the answer."""
    answer = results[0]
    by_metric = len({result.loss for result in results}) > 1
    one_each = len(names) == len(results) > 1 and not is_difference(answer)
    own = names[:1] if one_each else names
    slow: list[str] = []
    shown = list(results)
    if len(results) == 1:
        shown, slow = every_method(answer, beside)
    labels = [f"{name}: {r.method}" for name, r in zip(names, shown, strict=True)] if one_each else None
    if by_metric:
        labels = [f"{r.loss}: {r.method}" for r in shown]
    said = sentence(answer, own)
    one_unit = len(results) > 1 and not by_metric  # numbers of several metrics share no axis
    drawn = shown[:DRAWN] if one_unit else [answer, *_naive(answer, shown)]
    record = METHODS.get(answer.method)
    keys = record.references if record is not None else ()
    marks = [label or r.method for label, r in zip(labels or [""] * len(shown), shown, strict=True)]
    return Page(
        sentence=said,
        more=[*_more(answer), *(_by_others(results, own) if by_metric else _first_of(results, drawn))],
        picture=picture(lambda width: _draw(drawn, labels, width), f"{said} Drawn: {_in_words(drawn)}"),
        models={} if one_each else _models(names, answer),
        data=data,
        target=f"It is a {percent(answer.confidence_level)} interval for {answer.target}.",
        assumed=assumed(answer),
        changes=would_change(answer),
        tables=[_table(shown, marks, len(results) == 1)],
        notes=[*dict.fromkeys(answer.notes), *_left_out(slow)],
        settings=_settings(answer),
        again=again(results, command),
        paper=paper.blocks(
            paper.paragraph(answer, own, data),
            paper.result_table(shown, marks, f"{answer.target[0].upper()}{answer.target[1:]}."),
            keys,
        ),
        references=[REFS[key] for key in keys],
    )


def _draw(results: Sequence[Result], labels: Sequence[str] | None, width: float) -> Any:
    """On a narrow screen without the numbers beside the intervals: the table has them."""
    named = None if labels is None else labels[: len(results)]
    ax = plot_results(
        results, new_axes(width=width, height=1.3 + (0.45 if len(results) <= FEW else 0.24) * len(results)), named
    )
    if width <= PHONE:
        for text in ax.texts:
            text.set_visible(False)
            text.set_in_layout(False)
        ax.locator_params(axis="x", nbins=4)
    return ax


def _in_words(results: Sequence[Result]) -> str:
    return "; ".join(f"{r.method} {number(r.estimate)}, interval {interval_text(r)}" for r in results)


def _models(names: tuple[str, ...], answer: Result) -> dict[str, str]:
    if is_difference(answer) and len(names) == 2:
        return dict(zip("ab", names, strict=True))
    return {"model" if len(names) == 1 else f"model {i}": name for i, name in enumerate(names, 1)}


def _more(answer: Result) -> list[str]:
    return [] if answer.verdict is None else [f"The gate: {gate_sentence(answer, 'the first', 'the second')}."]


def _by_others(results: Sequence[Result], names: tuple[str, ...]) -> list[str]:
    return [f"By {result.loss}: {sentence(result, names)}" for result in results[1:]]


def _first_of(results: Sequence[Result], drawn: Sequence[Result]) -> list[str]:
    if len(results) == 1:
        return []
    cut = "" if len(drawn) == len(results) else f" The picture shows the first {len(drawn)}."
    return [f"This is the first of {len(results)} results; all are in the table.{cut}"]


def _table(results: Sequence[Result], marks: Sequence[str], one_question: bool) -> Table:
    caption = "Every method that can read these scores, the answer first" if one_question else "All results"
    rows, grouped = [], one_question and "n_groups" in results[0].details
    for result, mark in zip(results, marks, strict=True):
        record = METHODS.get(result.method)
        known, target = ("-", "-") if record is None else (record.guarantee, record.target)
        if grouped and "n_groups" not in result.details:
            known = "too narrow: takes the items of a group as independent"
        rows.append((mark, number(result.estimate), interval_text(result), number(result.pvalue, 3), target, known))
    return Table(caption, ("method", "estimate", "interval", "p", "interval for", "what is known"), rows)


def _left_out(slow: Sequence[str]) -> list[str]:
    return [f"Left out of the table, slow on so many items: {', '.join(slow)}."] if slow else []


def _settings(result: Result) -> dict[str, str]:
    record = METHODS.get(result.method)
    fits = "none: the models were trained already" if result.n_fits == 0 else f"{result.n_fits:,}"
    return {
        "method": result.method if record is None else f"{result.method} ({record.title})",
        "loss": result.loss,
        "confidence level": percent(result.confidence_level),
        "null, alternative": f"{number(result.null)}, {result.alternative}",
        "examples": "-" if result.n is None else f"{result.n:,}",
        "training / test examples per split": f"{number(result.n_train, 6)} / {number(result.n_test, 6)}",
        "splits": f"{result.n_splits:,}",
        "fits spent": fits,
        "random state": str(result.details.get("seed", "-")),
        **versions(),
    }
