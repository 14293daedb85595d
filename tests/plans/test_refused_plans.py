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


@pytest.mark.parametrize(
    ("recipe", "settings", "words"),
    [
        (plans.five_by_two, {"stratify": 1}, "stratify must be True or False; got 1"),
        (plans.kfold, {"stratify": "yes"}, "stratify must be True or False; got 'yes'"),
        (plans.holdout, {"stratify": None}, "stratify must be True or False; got None"),
        (plans.subsample, {"distinct": [1]}, r"distinct must be True or False; got \[1\]"),
        (plans.subsample, {"n_splits": None}, "n_splits must be a whole number; got None"),
        (plans.subsample, {"discard": 1.0}, "discard must be a share from 0 up to, but not including, 1; got 1.0"),
        (plans.bootstrap, {"n_splits": 49}, "n_splits must be at least 50; got 49"),
        (plans.pseudo_bootstrap, {"n_rounds": 1}, "n_rounds must be at least 2; got 1"),
        (plans.holdout, {"test_size": 1.5}, "test_size as a fraction must lie strictly between 0 and 1; got 1.5"),
        (plans.kfold, {"n_folds": 1}, "n_folds must be at least 2; got 1"),
        (plans.rolling, {"n_splits": 0}, "n_splits must be at least 1; got 0"),
        (plans.rolling, {"max_train": 0}, "max_train must be at least 1; got 0"),
        (plans.rolling, {"test_size": 1.5}, "test_size as a fraction must lie strictly between 0 and 1; got 1.5"),
        (plans.rolling, {"gap": -1}, "gap must be at least 0; got -1"),
        (plans.halvings, {"half_splits": 0}, "half_splits must be at least 1; got 0"),
    ],
)
def test_a_recipe_is_checked_where_it_is_made(recipe, settings, words):
    with pytest.raises(InputError, match=words):
        recipe(**settings)
