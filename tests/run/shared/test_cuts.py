"""Test sets without training sets are those of the plan."""

import numpy as np
import pytest

import errbar as eb
from errbar.run.shared import cuts as splits
from errbar.run.shared.cuts import Cuts, batches, training_counts

PLANS = {
    "subsample": eb.plans.subsample(40, 0.2),
    "discarding": eb.plans.subsample(5, 0.2, discard=0.4),
    "stratified": eb.plans.halvings(4, 2, stratify=True),
    "halvings": eb.plans.halvings(4, 2),
    "nested": eb.plans.nested(4, 2),
    "replacements": eb.plans.replacements(4, 9),
    "five_by_two": eb.plans.five_by_two(),
    "holdout": eb.plans.holdout(),
}
y = np.arange(61) % 3


def one_by_one(cuts):
    """Number, cut and test examples of each split."""
    return [(cut.first + place, cut, test) for cut in cuts for place, test in enumerate(cut.test)]


def rebuilt(cut, test, n):
    parent = np.arange(n) if cut.parent.rows is None else cut.parent.rows
    return np.setdiff1d(parent, test) if cut.leaves else parent


@pytest.mark.parametrize("groups", [None, np.arange(61) // 2], ids=["examples", "groups"])
@pytest.mark.parametrize("name", PLANS)
def test_cuts_are_the_splits(name, groups):
    if groups is not None and name == "stratified":
        return
    plan = PLANS[name].build(61, random_state=1, y=y, groups=groups)
    cuts = one_by_one(Cuts(plan))
    assert [number for number, _, _ in cuts] == list(range(len(plan)))
    for (_, cut, tested), (train, test), alone in zip(cuts, plan, plan.tests(), strict=True):
        assert np.array_equal(tested, test) and np.array_equal(alone, test)
        assert np.array_equal(rebuilt(cut, tested, 61), train)


def test_explicit_and_chosen_splits():
    shuffled = eb.plans.kfold(5).build(61, random_state=0)
    plan = shuffled.chosen(np.array([1, 3]))
    for (_, cut, tested), (train, test) in zip(one_by_one(Cuts(plan)), plan, strict=True):
        assert cut.leaves and cut.parent.rows is None
        assert np.array_equal(tested, test) and np.array_equal(rebuilt(cut, tested, 61), train)


def test_batches_hold_the_wanted_splits_of_one_size(monkeypatch):
    monkeypatch.setattr(splits, "KEPT", 0)  # drawn again each time
    plan = eb.plans.nested(4, 3).build(61, random_state=0)
    cuts, wanted = Cuts(plan), set(range(0, len(plan), 2))
    found = list(batches(cuts, np.isin(np.arange(len(plan)), sorted(wanted)), lambda _: 4))
    assert sorted(number for batch in found for number in batch.numbers.tolist()) == sorted(wanted)
    for batch in found:
        assert len(batch.numbers) <= 4
        for number, test in zip(batch.numbers, batch.test, strict=True):
            assert np.array_equal(test, plan[int(number)][1])


def test_training_counts():
    plan = eb.plans.halvings(4, 2).build(61, random_state=0)
    for labels in (y, np.repeat([0, 1, 2], [3, 8, 50])):
        found = {
            cut.first + i: one for cut, counts in training_counts(Cuts(plan), labels) for i, one in enumerate(counts)
        }
        for number, (train, _) in enumerate(plan):
            counts = np.bincount(labels[train], minlength=3)
            assert np.array_equal(found[number], counts) if number in found else counts.min() > 0
        assert found
