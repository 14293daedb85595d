"""What an interval rests on, and what would change it, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from errbar.answers.guidance import GROUPS_SPLIT
from errbar.methods import METHODS
from errbar.types import Result

INDEPENDENT = "The examples are independent draws from the data the model will meet; no two belong together."
IN_GROUPS = "The groups are independent draws from the data the model will meet; items of a group may be alike."
UNSEEN = "The test examples had no part in training, tuning or choosing the model."
RUNS_APART = "Training runs are independent of each other, and run as further ones would be."
INSIDE = "Everything learnt from the data, tuning and preparation included, is learnt anew inside each training set."
BY_TARGET = {
    "model": "It says nothing about other training sets: the same algorithm trained again may do better or worse.",
    "proxy": "It says nothing about other training sets: it is for the mean of the models fitted here.",
    "procedure": "It is for training again on the same data: other training sets are in it only if each run had one.",
    "algorithm": "It is for training sets of this size; trained on more examples the algorithm usually errs less.",
    "algorithm at n": "It is for training on all of the data, whose error is estimated from smaller training sets.",
}
CHANGES = {
    "data": "Other data than these: shifted inputs, new groups, later times.",
    "loss": "Another loss or score: an algorithm that errs less often may still have larger errors.",
    "looks": "Looking several times and stopping when it suits: then only errbar's sequential intervals hold.",
}


def assumed(result: Result) -> list[str]:
    """What must be true for the interval to hold its level."""
    sentences = [drawn(result.notes, "n_groups" in result.details)]
    record = METHODS.get(result.method)
    if record is None:
        return [*sentences, UNSEEN]
    sentences += {"model": [UNSEEN], "procedure": [UNSEEN, RUNS_APART]}.get(record.target, [INSIDE])
    sentences.append(f"What is known of this method ({record.title}): {record.guarantee}.")
    if record.needs in ("losses", "binary_losses") and "known range" in record.guarantee:
        sentences.append("No loss can lie outside the range that was given.")
    return sentences


def drawn(notes: Sequence[str], clustered: bool) -> str:
    """What is independent: groups where whole groups were split or counted, else examples."""
    return IN_GROUPS if clustered or GROUPS_SPLIT in notes else INDEPENDENT


def would_change(result: Result, advice: str | None) -> list[str]:
    """What would move the answer, the most useful first: `advice`, if there is any."""
    record = METHODS.get(result.method)
    first = [] if advice is None else [advice]
    target = [] if record is None else [BY_TARGET[record.target]]
    looks = [CHANGES["looks"]] if result.method != "sequential" else []
    return [*first, *target, CHANGES["data"], CHANGES["loss"], *looks]
