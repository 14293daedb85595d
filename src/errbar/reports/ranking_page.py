"""The page of a ranking: who is tied for best, the picture, the models, the comparisons."""

from __future__ import annotations

from typing import Any

import numpy as np

from errbar.answers.ranking import DatasetRanking, ModelRanking, Ranking
from errbar.answers.vote_ranking import VoteRanking
from errbar.errors import ErrbarError, InputError
from errbar.methods import METHODS
from errbar.refs import REFS
from errbar.reports import paper
from errbar.reports.assumptions import CHANGES, INSIDE, UNSEEN, drawn
from errbar.reports.call_again import again
from errbar.reports.page import Page, Table, versions
from errbar.reports.picture import PHONE, picture
from errbar.reports.side_by_side import every_method
from errbar.show.as_text import interval_text, number, percent
from errbar.show.ranking import datasets_sentence, friedman_sentence, tied_sentence
from errbar.show.sentence import loss_name

PAIRS = 200  # comparisons that are listed, the smallest p-values first
ASKED = 12  # models of which every method is listed
KEYS = {
    "models": ("holm1979", "nadeau2003"),
    "datasets": ("demsar2006", "benavoli2016", "holm1979", "benavoli2017"),
}


def ranking_page(ranking: Ranking, data: str | None, command: str | None) -> Page:
    if isinstance(ranking, VoteRanking):
        raise InputError("Votes have no page yet: print the ranking, or plot it.")
    own = _datasets(ranking) if isinstance(ranking, DatasetRanking) else _models(ranking)
    columns = ranking.columns()
    head = [name.replace("_", " ") for name in columns]
    rows = [[_cell(value) for value in row] for row in zip(*columns.values(), strict=True)]
    kind = "datasets" if isinstance(ranking, DatasetRanking) else "models"
    sentence = own["sentence"]
    level = percent(ranking.confidence_level)
    text = f"{sentence} {own['more']} {len(ranking.pairs)} comparisons, p-values adjusted ({ranking.correction})."
    return Page(
        sentence=sentence,
        more=[own["more"]],
        picture=picture(lambda width: _draw(ranking, width), sentence),
        models={},
        data=data,
        target=own["target"],
        assumed=own["assumed"],
        changes=own["changes"],
        tables=[Table("Models, the best first", head, rows), _pairs(ranking), *own["tables"]],
        notes=list(dict.fromkeys(ranking.notes)),
        settings={
            **own["settings"],
            "comparisons": "all pairs" if ranking.control is None else f"with {ranking.control}",
            "correction": ranking.correction,
            "confidence level": level,
            "loss": ranking.loss,
            **versions(),
        },
        again=again([ranking], command),
        paper=paper.blocks(text, paper.latex_table(head, rows, sentence), KEYS[kind]),
        references=[REFS[key] for key in KEYS[kind]],
    )


def _draw(ranking: Ranking, width: float) -> Any:
    """On its own axes; a critical-difference diagram has its names at both sides and does not get narrower."""
    from errbar.show.intervals import new_axes
    from errbar.show.ranking_axes import critical_difference

    if isinstance(ranking, DatasetRanking):
        return critical_difference(ranking, new=new_axes)
    ax = ranking.plot(new_axes(width=width, height=1.7 + 0.28 * len(ranking.models)))
    if width <= PHONE:  # the title starts at the left of the picture, not of the axes
        title = ax.get_title(loc="left")
        ax.set_title("", loc="left")
        ax.figure.suptitle(title, x=0.01, ha="left", fontsize="medium")
    return ax


def _models(ranking: Ranking) -> dict[str, Any]:
    assert isinstance(ranking, ModelRanking)
    record = METHODS[ranking.error_method]
    most = "highest" if ranking.greater_is_better else "lowest"
    known = f"What is known of this method ({record.title}): {record.guarantee}."
    return {
        "sentence": f"On data like these, {_lowered(tied_sentence(ranking))}",
        "more": f"{ranking.models[0]} has the {most} {loss_name(ranking.loss)}, "
        f"{number(float(ranking.estimate[0]))} [{number(float(ranking.low[0]))}, {number(float(ranking.high[0]))}].",
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
        "settings": {
            "method": ", ".join(dict.fromkeys((ranking.error_method, ranking.method))),
            "splits": f"{ranking.n_splits:,}",
            "fits spent": f"{ranking.n_fits:,}",
        },
        "tables": _every_method(ranking),
    }


def _datasets(ranking: DatasetRanking) -> dict[str, Any]:
    return {
        "sentence": f"Over data sets like these, {_lowered(datasets_sentence(ranking))}",
        "more": friedman_sentence(ranking),
        "target": "The tests are about the ranks of the models over data sets like these, not about any one of them.",
        "assumed": [
            "The data sets are independent draws from those one cares about.",
            "Each number is one data set's: folds of one data set are not data sets.",
        ],
        "changes": [
            "More data sets; more splits of the same ones change little.",
            "Other data sets than these: another domain, other sizes.",
        ],
        "settings": {"test over data sets": ranking.across, "data sets": f"{len(ranking.datasets):,}"},
        "tables": [],
    }


def _pairs(ranking: Ranking) -> Table:
    order = sorted(ranking.pairs, key=lambda row: (row["adjusted_pvalue"], row["a"], row["b"]))[:PAIRS]
    columns = [name.replace("_", " ") for name in order[0]] if order else ["a", "b"]
    all_of = f"the {len(order)} of {len(ranking.pairs):,} with the smallest p-values"
    caption = f"Comparisons, {all_of if len(order) < len(ranking.pairs) else 'the smallest p-values first'}"
    return Table(caption, columns, [[_cell(value) for value in row.values()] for row in order])


def _every_method(ranking: ModelRanking) -> list[Table]:
    """Every model by every method that reads the same scores."""
    rows = []
    for name in ranking.models[:ASKED]:
        try:
            found, _ = every_method(ranking.result(name))
        except ErrbarError:  # a ranking without its scores
            return []
        rows += [(name, r.method, number(r.estimate), interval_text(r), METHODS[r.method].target) for r in found]
    head = ("model", "method", "estimate", f"{percent(ranking.confidence_level)} interval", "interval for")
    return [Table("Every method that can read these scores", head, rows)]


def _lowered(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _cell(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    return number(float(value)) if isinstance(value, (float, int, np.number)) else str(value)
