"""Plans that nobody can mean are refused in a sentence, before memory goes."""

import pytest

from errbar import plans
from errbar.errors import InputError


@pytest.mark.parametrize(
    "recipe",
    [
        plans.subsample(10**9),
        plans.subsample(10**30),
        plans.kfold(2, n_repeats=10**9),
        plans.nested(3, n_repeats=10**18),
        plans.halvings(15, n_halvings=10**9),
        plans.pseudo_bootstrap(15, n_rounds=10**20),
    ],
)
def test_more_splits_than_can_be_counted(recipe):
    with pytest.raises(InputError, match=r"is more than 100,000,000 splits, each with a fit: take fewer\."):
        recipe.build(100, random_state=0)


@pytest.mark.parametrize("recipe", [plans.five_by_two(1), plans.kfold(5, stratify="yes"), plans.holdout(stratify=None)])
def test_stratify_is_true_or_false(recipe):
    with pytest.raises(InputError, match="stratify must be True or False; got"):
        recipe.build(100, random_state=0, y=[0, 1] * 50)


def test_distinct_is_true_or_false():
    with pytest.raises(InputError, match=r"distinct must be True or False; got \[1\]"):
        plans.subsample(5, distinct=[1]).build(100, random_state=0)
