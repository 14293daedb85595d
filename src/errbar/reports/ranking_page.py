"""The page of a ranking: who is tied for best, the picture, the models, the comparisons."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from errbar.answers.context import every_method
from errbar.answers.ranking import DatasetRanking, ModelRanking, Ranking
from errbar.answers.vote_ranking import VoteRanking
from errbar.errors import ErrbarError, InputError
from errbar.methods import METHODS
from errbar.reports import paper
from errbar.reports.assumptions import CHANGES, INSIDE, UNSEEN, drawn
from errbar.reports.call_again import again
from errbar.reports.cited import Cited
from errbar.reports.forest import DrawnRow, Forest, Look
from errbar.reports.intervals_picture import KEYS as LOOKS
from errbar.reports.origin import Origin, versions
from errbar.reports.page import Page, Table
from errbar.reports.picture import Picture, picture
from errbar.show.as_text import number, percent
from errbar.show.ranking import datasets_sentence, friedman_sentence, pair_row, rank_words, tied_sentence, unit_of
from errbar.show.sentence import AS_IT_IS, Unit, loss_name
from errbar.types import Result

PAIRS = 200  # comparisons that are listed, the smallest p-values first
ASKED = 12  # models of which every method is listed
KEYS = {
    "models": ("holm1979", "nadeau2003"),
    "datasets": ("demsar2006", "benavoli2016", "holm1979", "benavoli2017"),
}


def ranking_page(ranking: Ranking, origin: Origin) -> Page:
    if isinstance(ranking, VoteRanking):
        raise InputError("Votes have no page yet: print the ranking, or plot it.")
    own = _datasets(ranking) if isinstance(ranking, DatasetRanking) else _models(ranking)
    kind = "datasets" if isinstance(ranking, DatasetRanking) else "models"
    sentence, table = own["sentence"], own["table"]
    pairs = _pairs(ranking, own["unit"])
    text = f"{sentence} {own['sure']} {len(ranking.pairs)} comparisons, p-values adjusted ({ranking.correction})."
    cited = Cited.of(KEYS[kind])
    return Page(
        kind="Ranking over data sets" if kind == "datasets" else "Ranking",
        headline=own["headline"],
        sentence=sentence,
        what=sentence,
        sure=own["sure"],
        next=own["changes"][0],
        picture=own["picture"],
        key=own["key"],
        target=own["target"],
        assumed=own["assumed"],
        changes=own["changes"],
        tables=[table, pairs, *own["tables"]],
        notes=list(dict.fromkeys(ranking.notes)),
        facts=origin.facts(ranking) | own["facts"],
        settings={
            "comparisons": "all pairs" if ranking.control is None else f"with {ranking.control}",
            "correction": ranking.correction,
            "confidence level": percent(ranking.confidence_level),
            "loss": ranking.loss,
            **versions(),
        },
        again=again([ranking], origin.command),
        paper=paper.of_table(text, table, sentence, cited),
        references=cited.texts,
        answer=json.dumps(ranking.to_dict(), allow_nan=False, ensure_ascii=False),
    )


def _headline(ranking: Ranking) -> str:
    if len(ranking.tied) == 1:
        return f"{ranking.tied[0]} is the best of {len(ranking.models)}"
    if len(ranking.tied) == len(ranking.models):
        return f"No model of {len(ranking.models)} can be told from the best"
    listed = ", ".join(ranking.tied) if len(", ".join(ranking.tied)) <= 60 else f"{len(ranking.tied)} models"
    return f"Tied for best of {len(ranking.models)}: {listed}"


def _unit(ranking: ModelRanking) -> tuple[Unit, list[Result]]:
    """How its numbers are told, and every model's own result where the ranking holds its scores."""
    try:
        results = [ranking.result(name) for name in ranking.models[:ASKED]]
        return Unit.of(results[0]), results
    except ErrbarError:  # a ranking without its scores
        return unit_of(ranking), []


def _forest(ranking: ModelRanking, unit: Unit) -> Forest:
    """The best on top: each interval, and thin the one that holds for all at once."""
    level, tied, f = percent(ranking.confidence_level), set(ranking.tied), unit.factor
    ranks = rank_words(ranking)
    rows = []
    for i, name in enumerate(ranking.models):
        ends = float(ranking.low[i]), float(ranking.high[i])
        outer = float(ranking.simultaneous_low[i]), float(ranking.simultaneous_high[i])
        estimate = float(ranking.estimate[i])
        says = (
            f"{name}: {unit(estimate)}, {level} interval {unit.bare(ends[0])} to {unit(ends[1])}; all "
            f"{len(ranking.models)} at once {unit.bare(outer[0])} to {unit(outer[1])}; rank {ranks[name]}"
        )
        value = f"{unit.bare(estimate)} [{unit.bare(ends[0])}, {unit.bare(ends[1])}]"
        look: Look = "tied" if name in tied else "answer"
        rows.append(
            DrawnRow(name, f * estimate, f * ends[0], f * ends[1], value, says, look, (f * outer[0], f * outer[1]))
        )
    better = "higher" if ranking.greater_is_better else "lower"
    what = f"{loss_name(ranking.loss)}{' (%)' if unit.word else ''}, {better} is better"
    return Forest(rows, what, head=f"estimate, {level} interval")


def _ranks(ranking: DatasetRanking) -> Picture:
    """The critical-difference diagram; on a phone, where it would be too small to read, the average ranks."""
    from errbar.show.intervals import new_axes
    from errbar.show.ranking_axes import critical_difference

    said = datasets_sentence(ranking)
    wide = picture(lambda _: critical_difference(ranking, new=new_axes), said)
    tied = set(ranking.tied)
    looks: list[Look] = ["tied" if name in tied else "plain" for name in ranking.models]
    rows = [
        DrawnRow(name, rank, rank, rank, f"{rank:.2f}", f"{name}: average rank {rank:.2f}", look)
        for name, rank, look in zip(ranking.models, ranking.average_rank.tolist(), looks, strict=True)
    ]
    phone = Forest(rows, f"average rank over {len(ranking.datasets)} data sets, 1 is best").picture(said)
    return Picture(wide.wide, phone.phone, wide.light, wide.dark)


def _models(ranking: Ranking) -> dict[str, Any]:
    assert isinstance(ranking, ModelRanking)
    record = METHODS[ranking.error_method]
    most = "highest" if ranking.greater_is_better else "lowest"
    known = f"What is known of this method ({record.title}): {record.guarantee}."
    unit, results = _unit(ranking)
    level, sentence = percent(ranking.confidence_level), f"On data like these, {_lowered(tied_sentence(ranking))}"
    ends = f"{unit.bare(float(ranking.low[0]))} to {unit(float(ranking.high[0]))}"
    return {
        "headline": _headline(ranking),
        "sentence": sentence,
        "sure": f"{ranking.models[0]} has the {most} {loss_name(ranking.loss)}, {unit(float(ranking.estimate[0]))}, "
        f"{level} interval {ends}; the tied set holds the best model with {level} confidence.",
        "picture": _forest(ranking, unit).picture(sentence),
        "key": [
            ("tied", f"{LOOKS['tied']} (shaded)"),
            ("plain", f"thick: {level} interval; thin: all {len(ranking.models)} at once"),
        ],
        "table": _model_table(ranking, unit),
        "unit": replace(unit, word=" points" if unit.word else ""),
        "target": f"Every interval is for {ranking.target}. The wider ones hold for all models at once, "
        "the winner's too; the tied set holds the best model at the stated level.",
        "assumed": [
            drawn(ranking.notes, ranking.error_method.startswith("clustered")),
            UNSEEN if record.target == "model" else INSIDE,
            known,
        ],
        "changes": [
            "More data tell more models apart: about 4 times as many for intervals half as wide.",
            "More models: each one more makes every comparison a little harder.",
            *list(CHANGES.values())[:2],
        ],
        "facts": {
            "Method": ", ".join(dict.fromkeys((ranking.error_method, ranking.method))),
            "Splits": f"{ranking.n_splits:,}; {ranking.n_fits:,} fits",
        },
        "tables": _every_method(results, level),
    }


def _datasets(ranking: DatasetRanking) -> dict[str, Any]:
    return {
        "headline": _briefly(datasets_sentence(ranking)),
        "sentence": f"Over data sets like these, {_lowered(datasets_sentence(ranking))}",
        "sure": friedman_sentence(ranking),
        "picture": _ranks(ranking),
        "key": [],
        "table": _rank_table(ranking),
        "unit": AS_IT_IS,
        "target": "The tests are about the ranks of the models over data sets like these, not about any one of them.",
        "assumed": [
            "The data sets are independent draws from those one cares about.",
            "Each number is one data set's: folds of one data set are not data sets.",
        ],
        "changes": [
            "More data sets; more splits of the same ones change little.",
            "Other data sets than these: another domain, other sizes.",
        ],
        "facts": {"Test over data sets": ranking.across, "Data sets": f"{len(ranking.datasets):,}"},
        "tables": [],
    }


def _model_table(ranking: ModelRanking, unit: Unit) -> Table:
    level, tied, ranks = percent(ranking.confidence_level), set(ranking.tied), rank_words(ranking)
    what = f"{loss_name(ranking.loss)}{' (%)' if unit.word else ''}"
    at_once, letters = f"all {len(ranking.models)} at once", ranking.letters
    head = ("model", what, f"{level} interval", at_once, "rank", "letters", "tied for best")
    rows = [
        (
            name,
            unit.bare(float(ranking.estimate[i])),
            _ends(unit, ranking.low[i], ranking.high[i]),
            _ends(unit, ranking.simultaneous_low[i], ranking.simultaneous_high[i]),
            ranks[name],
            letters[name],
            "yes" if name in tied else "no",
        )
        for i, name in enumerate(ranking.models)
    ]
    return Table("Models, the best first", head, rows)


def _rank_table(ranking: DatasetRanking) -> Table:
    tied, ranks = set(ranking.tied), rank_words(ranking)
    head = ("model", "average rank", f"mean {ranking.loss}", "best on", "rank", "not shown to differ")
    rows = [
        (
            name,
            f"{ranking.average_rank[i]:.2f}",
            number(float(ranking.mean[i])),
            f"{ranking.wins[i]} of {len(ranking.datasets)}",
            ranks[name],
            "yes" if name in tied else "no",
        )
        for i, name in enumerate(ranking.models)
    ]
    return Table("Models, the best first", head, rows)


def _pairs(ranking: Ranking, unit: Unit) -> Table:
    order = sorted(ranking.pairs, key=lambda row: (row["adjusted_pvalue"], row["a"], row["b"]))[:PAIRS]
    rows = [pair_row(row, ranking.correction, unit) for row in order]
    all_of = f"the {len(order)} of {len(ranking.pairs):,} with the smallest p-values"
    caption = f"Comparisons, {all_of if len(order) < len(ranking.pairs) else 'the smallest p-values first'}"
    return Table(caption, list(rows[0]) if rows else ["a", "b"], [list(row.values()) for row in rows])


def _every_method(results: Sequence[Result], level: str) -> list[Table]:
    """Every model by every method that reads the same scores."""
    rows = []
    for result in results:
        found, _ = every_method(result)
        unit = Unit.of(result)
        for one in found:
            rows.append(
                (
                    result._names[0] if result._names else "model",
                    one.method,
                    unit(one.estimate),
                    _ends(unit, one.low, one.high),
                    METHODS[one.method].target,
                )
            )
    head = ("model", "method", "estimate", f"{level} interval", "interval for")
    return [Table("Every method that can read these scores", head, rows, folded=True)] if rows else []


def _ends(unit: Unit, low: float, high: float) -> str:
    return f"[{unit.bare(float(low))}, {unit.bare(float(high))}]"


def _briefly(sentence: str) -> str:
    """Without the level, which stands below."""
    return re.sub(r"(, the best-ranked,)? at the [^:]* level", "", sentence).removesuffix(".")


def _lowered(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]
