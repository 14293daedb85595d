"""The page of one answer, of several methods' answers to one question, or of several models."""

from __future__ import annotations

import json
from collections.abc import Sequence

from errbar.answers.context import Context, context_of
from errbar.methods import METHODS
from errbar.reports import paper
from errbar.reports.assumptions import assumed, would_change
from errbar.reports.call_again import again
from errbar.reports.checklists import checklists
from errbar.reports.cited import Cited
from errbar.reports.intervals_picture import forest_of
from errbar.reports.origin import Origin, versions
from errbar.reports.page import Page, Table
from errbar.reports.picture import Picture
from errbar.show.as_text import counted, in_numbers, number, percent
from errbar.show.gate import gate_sentence
from errbar.show.in_words import Words
from errbar.show.sentence import Unit, in_sentence, is_difference, scale_words, sentence, short_name
from errbar.types import Result

DRAWN = 60  # intervals in a picture
NARROWER = "More data narrow it: about 4 times as many for half the width."


def _naive(answer: Result, shown: Sequence[Result]) -> list[Result]:
    """What people usually report in place of the answer, from what is shown anyway."""
    usual = METHODS[answer.method].instead_of if answer.method in METHODS else ()
    there = {result.method: result for result in shown}
    return [there[name] for name in usual if name in there][:1]


def results_page(results: Sequence[Result], names: tuple[str, ...], origin: Origin) -> Page:
    """`names`: the model, the two compared, or one for each result; the first result is the answer."""
    answer = results[0]
    by_metric = len({result.loss for result in results}) > 1
    one_each = len(names) == len(results) > 1 and not is_difference(answer)
    own = names[:1] if one_each else names
    context = origin.context or _context(results)
    shown = context.methods
    labels = [f"{name}: {r.method}" for name, r in zip(names, shown, strict=True)] if one_each else None
    if by_metric:
        labels = [f"{r.loss}: {r.method}" for r in shown]
    marks = [label or r.method for label, r in zip(labels or [""] * len(shown), shown, strict=True)]
    one_unit = len(results) > 1 and not by_metric  # numbers of several metrics share no axis
    drawn = shown[:DRAWN] if one_unit else [answer, *_naive(answer, shown)]
    forest = forest_of(drawn, _drawn_names(drawn, marks, one_unit), own)
    record = METHODS.get(answer.method)
    cited = Cited.of(() if record is None else record.references)
    holds = assumed(answer)
    words = Words.of(answer, own)
    return Page(
        kind=_kind(answer, 1 if by_metric else len(results)) + (", several metrics" if by_metric else ""),
        headline=_gate_headline(answer, own) or words.headline,
        sentence=words.sentence,
        what=words.claim,
        sure=words.sure,
        next=context.advice or NARROWER,
        verdict=_verdict(answer, own),
        more=_by_others(results, own) if by_metric else _first_of(results, drawn),
        picture=forest.picture(f"{words.sentence} Drawn: {_in_words(drawn)}"),
        key=forest.keys,
        target=f"It is a {words.level} interval for {answer.target}.",
        assumed=holds,
        changes=would_change(answer, context.advice),
        panels=_alone(context.alone),
        tables=[_table(shown, marks, len(results) == 1, by_metric)],
        notes=[*dict.fromkeys(answer.notes), *_left_out(context.slow)],
        facts=_facts(names, answer, origin, one_each),
        settings=_settings(answer),
        again=again(results, origin.command),
        paper=paper.blocks(
            paper.paragraph(answer, own, origin.data),
            paper.row_blocks(answer, own),
            paper.result_table(shown, marks, f"{answer.target[0].upper()}{answer.target[1:]}."),
            cited,
        ),
        checklists=checklists(answer, own, holds),
        references=cited.texts,
        answer=_as_json(results, names),
    )


def _context(results: Sequence[Result]) -> Context:
    """Beside one answer every other method's; several stand beside each other."""
    return context_of(results[0], page=True, methods=results if len(results) > 1 else ())


def _kind(answer: Result, many: int) -> str:
    if answer.verdict is not None:
        return "Gate"
    if many > 1:
        return "Table of intervals"
    if is_difference(answer):
        return "Comparison"
    return "Bound" if answer.alternative != "two-sided" else "Evaluation"


def _drawn_names(results: Sequence[Result], marks: Sequence[str], one_unit: bool) -> list[str]:
    return list(marks[: len(results)]) if one_unit else [result.method for result in results]


def _in_words(results: Sequence[Result]) -> str:
    return "; ".join(map(in_numbers, results))


def _alone(results: Sequence[Result]) -> list[tuple[str, Picture]]:
    """A panel of the two models' own numbers."""
    if not results:
        return []
    names = [short_name(name) for result in results for name in (result._names or ("model",))]
    if len(names) != len(results):
        return []
    forest = forest_of(results, names, ())
    title = f"Each model alone: {scale_words(results[0])}"
    return [(title, forest.picture(f"{title}. {_in_words(results)}", "alone"))]


def _facts(names: tuple[str, ...], answer: Result, origin: Origin, one_each: bool) -> dict[str, str]:
    """The models where a sentence cannot name them in full, the data, how it was judged, the day."""
    found: dict[str, str] = {}
    if names and not one_each and in_sentence(names) != names:
        letters = in_sentence(names) if len(names) == 2 else ("Model",)
        found |= dict(zip(letters, names, strict=False))
    told = origin.facts(answer)
    made = told.pop("Made")
    found |= told
    if answer.n is not None:
        groups = answer.details.get("n_groups")
        found["Size"] = f"{answer.n:,} examples" + ("" if groups is None else f" in {groups:,} groups")
    if answer.n_fits:
        sizes = f", {_size(answer.n_train)} to train and {_size(answer.n_test)} to test" if answer.n_train else ""
        found["Splits"] = f"{counted(answer.n_splits, 'split')}{sizes}; {counted(answer.n_fits, 'fit')}"
    record = METHODS.get(answer.method)
    found["Method"] = answer.method if record is None else f"{record.title} ({answer.method})"
    return found | {"Made": made}


def _size(size: float | None) -> str:
    """Examples are whole; where splits differ, a mean is about so many."""
    if size is None:
        return "-"
    return f"{size:,.0f}" if size == round(size) else f"about {size:,.0f}"


def _gate(answer: Result, names: tuple[str, ...]) -> str:
    a, b = in_sentence(names) if len(names) == 2 else ("the first", "the second")
    return gate_sentence(answer, a, b)


def _gate_headline(answer: Result, names: tuple[str, ...]) -> str:
    """The verdict, without how it was reached."""
    said = "" if answer.verdict is None else _gate(answer, names).split(" (")[0]
    said = said.replace("undecided: that", "Undecided: whether").removesuffix(" is neither shown nor refuted")
    return said[:1].upper() + said[1:]


def _verdict(answer: Result, names: tuple[str, ...]) -> tuple[str, str] | None:
    return None if answer.verdict is None else (answer.verdict, f"The gate: {_gate(answer, names)}.")


def _by_others(results: Sequence[Result], names: tuple[str, ...]) -> list[str]:
    return [f"By {result.loss}: {sentence(result, names)}" for result in results[1:]]


def _first_of(results: Sequence[Result], drawn: Sequence[Result]) -> list[str]:
    if len(results) == 1:
        return []
    cut = "" if len(drawn) == len(results) else f" The picture shows the first {len(drawn)}."
    return [f"This is the first of {len(results)} results; all are in the table.{cut}"]


def _table(results: Sequence[Result], marks: Sequence[str], one_question: bool, by_metric: bool) -> Table:
    caption = "Every method that can read these scores, the answer first" if one_question else "All results"
    rows, under, grouped = [], [], one_question and "n_groups" in results[0].details
    unit = Unit.of(results[0])
    for result, mark in zip(results, marks, strict=True):
        record = METHODS.get(result.method)
        known = "" if record is None else f"For {_target(record.target)}. {_upper(record.guarantee)}."
        if grouped and "n_groups" not in result.details:
            known = "Too narrow: takes the items of a group as independent."
        own = Unit.of(result) if by_metric else unit
        after = own.word if by_metric else ""
        interval = f"[{own.bare(result.low)}, {own.bare(result.high)}]{after}"
        rows.append((mark, f"{own.bare(result.estimate)}{after}", interval, number(result.pvalue, 3)))
        under.append(known)
    what = "estimate" if by_metric else scale_words(results[0]).split(",")[0]
    said = f" ({unit.word.strip()})" if unit.word and "(" not in what and not by_metric else ""
    level = percent(results[0].confidence_level)
    head = ("metric: method" if by_metric else "method", what + said, f"{level} interval", "p")
    shown = 3 if all(result.pvalue is None for result in results) else 4
    return Table(caption, head[:shown], [row[:shown] for row in rows], under)


def _target(word: str) -> str:
    return {
        "model": "the model as it is trained",
        "proxy": "the mean of the models fitted here",
        "procedure": "the training procedure",
    }.get(word, f"the {word}")


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _left_out(slow: Sequence[str]) -> list[str]:
    return [f"Left out of the table, slow on so many items: {', '.join(slow)}."] if slow else []


def _settings(result: Result) -> dict[str, str]:
    return {
        "loss": result.loss,
        "confidence level": percent(result.confidence_level),
        "null, alternative": f"{number(result.null)}, {result.alternative}",
        "random state": str(result.details.get("seed", "-")),
        **versions(),
    }


def _as_json(results: Sequence[Result], names: tuple[str, ...]) -> str:
    """What `errbar verify` reads: one result, or several."""
    found = [result.to_dict() | ({"models": list(names)} if len(names) in (1, 2) else {}) for result in results]
    whole = found[0] if len(found) == 1 else {"schema": found[0]["schema"], "results": found}
    return json.dumps(whole, allow_nan=False, ensure_ascii=False)
