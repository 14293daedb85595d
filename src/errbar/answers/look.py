"""One of many looks at the same items -> keep or discard, at one error rate for all looks together.

Each look has the same share of the error rate. Up to the first keep a search that learns no more than keep or discard
makes proposals that the items have no part in, and the sum of the shares bounds the chance of a false keep. After a
keep that is measured, not proved: the proposals may then depend on the items through what was kept. One that sees the
scores themselves can fit the items (docs/results/ledger.md), so a discarded proposal's scores are not told.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from errbar.answers.ask import ask
from errbar.check import check_count
from errbar.core.many_looks import MOST_LOOKS, even_level, fewest_better, sign_pvalue
from errbar.errors import InputError
from errbar.run.store.looks_file import LooksAbout, Proposal, add, looks_file, proposals
from errbar.types import Question, Result, Scores
from errbar.types.answer import Answer, plain

LOOKS = 500


@dataclass(frozen=True, slots=True)
class Look(Answer):
    """What became of one proposal.

    Parameters
    ----------
    proposal, base : the two models.
    kept : whether the proposal is shown to be better than the base (worse by less than the margin, if there is one).
    look, looks : which look this was, of how many that share the error rate.
    level, error_rate : what this look had, and all of them have.
    again : whether it was judged before; that costs no further look.
    used_up : whether no look is left, or none that could keep anything.
    result : the comparison, where the proposal was kept.
    """

    proposal: str
    base: str
    kept: bool
    look: int
    looks: int
    level: float
    error_rate: float
    again: bool
    used_up: bool
    n_kept: int
    result: Result | None
    notes: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """A discarded proposal is not shown to be worse: it is not shown to be better."""
        return "shown" if self.kept else "undecided"

    def to_dict(self) -> dict[str, Any]:
        names = ("proposal", "base", "kept", "look", "looks", "level", "error_rate", "again", "used_up", "n_kept")
        found = {name: plain(getattr(self, name)) for name in names}
        told = None if self.result is None else self.result.to_dict()
        return {"schema": 1, "verdict": self.verdict, **found, "result": told, "notes": list(self.notes)}

    def __str__(self) -> str:
        what = "kept" if self.kept else "discarded"
        end = " The items are used up: go on with fresh ones and a new ledger." if self.used_up else ""
        return (
            f"{what}: {self.proposal} against {self.base}, look {self.look:,} of {self.looks:,} at level "
            f"{self.level:.2g} ({self.n_kept:,} kept so far; a false keep in at most {self.error_rate:.3g} of such "
            f"searches).{end}"
        )


def judge_look(scores: Scores, names: tuple[str, ...], question: Question, path: Path, looks: int = LOOKS) -> Look:
    """Record the proposal `names[0]` against `names[1]`; the same answers again give the same verdict again."""
    looks = check_count("looks", looks)
    if looks > MOST_LOOKS:
        raise InputError(f"looks must be at most {MOST_LOOKS:,}; got {looks:,}.")
    if len(names) != 2 or scores.items is None or scores.plan.kind != "test_set":
        raise InputError("A ledger judges two trained models on items that are all kept.")
    alpha, margin = 1.0 - question.confidence_level, question.margin or 0.0
    about = LooksAbout(_items(scores), scores.loss, round(alpha, 12), looks, margin)
    mark = _digest(*(scores.only(name).losses.tobytes() for name in names))
    pvalue, exact = _pvalue(scores, names, question.but(margin=margin))
    with looks_file(path, about) as file:
        before = proposals(file)
        one = next((found for found in before if found.mark == mark), None)
        again = one is not None
        if one is None:
            if len(before) >= looks:
                raise InputError(
                    f"The items are used up: all {looks:,} looks of {path.name} are taken, and nothing was decided. Go "
                    "on with fresh items and a new ledger."
                )
            level = even_level(alpha, looks)
            one = Proposal(len(before) + 1, mark, names[0], names[1], level, pvalue, pvalue < level)
            add(file, one)
            before.append(one)
    kept = sum(found.kept for found in before)
    return Look(
        names[0],
        names[1],
        one.kept,
        one.look,
        looks,
        one.level,
        alpha,
        again,
        len(before) >= looks or (exact and fewest_better(one.level, scores.plan.n) is None),
        kept,
        ask(scores, names, question.but(margin=None)) if one.kept else None,
        _notes(one, exact, again),
    )


def _pvalue(scores: Scores, names: tuple[str, ...], question: Question) -> tuple[float, bool]:
    """Exact for right and wrong answers of items that stand alone; otherwise that of the method at hand."""
    gain = scores.only(names[0]).losses - scores.only(names[1]).losses
    gain = gain if scores.greater_is_better else -gain
    alone = scores.plan.groups is None and scores.runs is None
    if question.margin == 0.0 and scores.is_binary and alone and question.method == "auto":
        return float(sign_pvalue(int((gain > 0).sum()), int((gain < 0).sum()))), True
    if not gain.any() and question.margin == 0.0:
        return 1.0, False
    return float(ask(scores, names, question).details["noninferior_pvalue"]), False


def _notes(one: Proposal, exact: bool, again: bool) -> tuple[str, ...]:
    notes = ["The error rate holds for a search that is told keep or discard, and does not see these items' scores."]
    if not exact:
        notes.append("The p-value is that of a large-sample test, which at so small a level is an approximation.")
    if again:
        notes.append(f"These very answers were judged before, as look {one.look:,}: no further look was taken.")
    return tuple(notes)


def _items(scores: Scores) -> str:
    names = getattr(scores.plan.parts[0], "names", None)
    groups = b"" if scores.plan.groups is None else scores.plan.groups.tobytes()
    named = str(scores.plan.n) if names is None else "\x1f".join(map(str, np.asarray(names).tolist()))
    return _digest(named.encode("utf-8", "backslashreplace"), groups)


def _digest(*parts: bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()
