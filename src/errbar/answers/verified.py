"""An answer as JSON holds it, computed again from the scores it came from: is it the same?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isclose, isfinite
from typing import Any

from errbar.answers.ask import ask
from errbar.answers.counted import Counts, of_counts
from errbar.check import check_name
from errbar.errors import InputError
from errbar.methods import METHODS
from errbar.methods.suits import asked
from errbar.types import Question, Result, Scores
from errbar.types.answer import Answer, plain, restored

CLOSE = 1e-9  # relative: what another machine's last bits may move, and no one's finger
NUMBERS = (
    "estimate", "low", "high", "confidence_level", "pvalue", "statistic", "se", "df", "null",
    "n", "n_train", "n_test", "n_splits", "n_fits",
)  # fmt: skip
WORDS = ("method", "alternative", "loss", "target", "verdict")
NOT_ASKED = ("seconds", "resumed")  # details that tell how a fit went, not what it gave


@dataclass(frozen=True, repr=False)
class Verified(Answer):
    """What `errbar verify` found.

    Parameters
    ----------
    differences : what the answer says and the scores do not: field, said, found.
    compared : how many values were compared.
    largest : the largest relative difference among numbers that are called the same.
    """

    differences: tuple[tuple[str, Any, Any], ...]
    compared: int
    largest: float

    @property
    def same(self) -> bool:
        return not self.differences

    def __add__(self, other: Verified) -> Verified:
        return Verified(
            self.differences + other.differences, self.compared + other.compared, max(self.largest, other.largest)
        )

    def to_dict(self) -> dict[str, Any]:
        rows = [{"field": field, "said": plain(said), "found": plain(found)} for field, said, found in self.differences]
        return {"same": self.same, "compared": self.compared, "largest": self.largest, "differences": rows}

    def __str__(self) -> str:
        if self.same:
            how = "to the last digit" if self.largest == 0.0 else f"up to rounding ({self.largest:.0e} relative)"
            return f"The same: {self.compared} values were computed again and agree {how}."
        told = [
            f"  {field}: the answer says {said!r}, the scores give {found!r}" for field, said, found in self.differences
        ]
        many = (
            f"{len(told)} of {self.compared} values differ" if len(told) > 1 else f"1 of {self.compared} values differs"
        )
        return "\n".join([f"NOT the same: {many}.", *told])


def verify_result(said: Mapping[str, Any], scores: Scores | None, where: str = "") -> Verified:
    """One result; without scores only limits of counted errors, which say what was counted."""
    found = _again(restored(dict(said)), scores).to_dict()
    pairs = [(name, said.get(name), found[name]) for name in (*NUMBERS, *WORDS)]
    own, theirs = said.get("details") or {}, found["details"]
    pairs += [(f"details.{name}", own[name], theirs[name]) for name in own if name in theirs and _is_asked(name, own)]
    return compare_values([(where + name, one, other) for name, one, other in pairs])


def compare_values(pairs: list[tuple[str, Any, Any]]) -> Verified:
    """Which of (name, said, found) differ."""
    differences, largest = [], 0.0
    for name, one, other in pairs:
        away = _distance(one, other)
        if away > CLOSE:
            differences.append((name, one, other))
        else:
            largest = max(largest, away)
    return Verified(tuple(differences), len(pairs), largest)


def _distance(one: Any, other: Any) -> float:
    """Relative, between numbers; else 0 where they are equal."""
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (one, other))
    if one == other:
        return 0.0
    if not numbers or not (isfinite(one) and isfinite(other)):
        return float("inf")
    if isclose(one, other, rel_tol=0.0, abs_tol=1e-300):
        return 0.0
    return float(abs(one - other) / max(abs(one), abs(other)))


def _is_asked(name: str, details: Mapping[str, Any]) -> bool:
    value = details[name]
    simple = isinstance(value, bool | int | float | str) or value is None
    return simple and not any(word in name for word in NOT_ASKED)


def _again(said: Mapping[str, Any], scores: Scores | None) -> Result:
    """The same question, put to the scores or the counts."""
    details = said.get("details") or {}
    if scores is None:
        if details.get("errors") is None or details.get("side") is None or said.get("n") is None:
            raise InputError("This answer does not hold what it was computed from: name its scores too.")
        return of_counts(
            Counts.of(details["errors"], said["n"], said["confidence_level"], details["side"]), said["method"]
        )
    if details.get("subgroup") is not None:
        raise InputError("Subgroups cannot be verified yet: the labels of their items are not in the scores.")
    if said.get("method") not in METHODS:
        raise InputError(
            f"{said.get('method')!r} is no method that reads kept scores; verify takes those of `errbar methods`."
        )
    margin = details.get("margin") if said.get("verdict") is not None else None
    question = Question(
        said["method"], said["confidence_level"], said["null"], said["alternative"], details.get("options"), margin
    )
    return ask(_by_metric(scores, str(said.get("loss"))), _names(said, scores), asked(question))


def _by_metric(scores: Scores, loss: str) -> Scores:
    return scores if scores.loss == loss or not scores.others else scores.by(check_name("metric", loss, scores.metrics))


def _names(said: Mapping[str, Any], scores: Scores) -> tuple[str, ...]:
    """The models the answer is about: those it names, where the scores know them; else all that there are."""
    named = tuple(map(str, said.get("models") or ()))
    many = 2 if "difference" in str(said.get("target")) and not scores.is_difference else 1
    if named and set(named) <= set(scores.names):
        return named
    if len(scores.names) != many:
        raise InputError(
            f"The answer is about {' and '.join(map(repr, named)) or 'models without names'}; the scores are of "
            f"{', '.join(map(repr, scores.names))}."
        )
    return scores.names
