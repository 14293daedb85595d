"""Five models that are equally good by symmetry: how often is any difference seen, and does the tied set keep the best?

y = sum of 20 features / sqrt(20) + noise; model j is least squares on features 4j to 4j + 3 alone. Given the fitted
weights every model's risk is known, so the best of the models fitted is known too.
"""

import numpy as np
import pytest
from scipy.special import stdtr
from tests.statistical.band import binomial_band

import errbar as eb

MODELS, WIDTH, LEVEL = 5, 4, 0.95
NAMES = tuple(f"model {j}" for j in range(MODELS))


def fitted(rng, n, plan, extra=0.0):
    """Losses of every model in every split, and each model's mean risk over the splits; `extra` spoils model 0."""
    X = rng.normal(size=(n, MODELS, WIDTH))
    y = X.sum(axis=(1, 2)) / np.sqrt(MODELS * WIDTH) + rng.normal(size=n)
    noisy = extra * rng.normal(size=n)
    truth, losses, risks = 1 / np.sqrt(MODELS * WIDTH), [], []
    for train, test in plan:
        A = X[train].transpose(1, 0, 2)
        gram, right = A.transpose(0, 2, 1) @ A, A.transpose(0, 2, 1) @ y[train][:, None]
        weights = np.linalg.solve(gram, right)
        errors = y[test] - (X[test].transpose(1, 0, 2) @ weights)[:, :, 0]
        errors[0] += noisy[test]
        losses.append(errors**2)
        risks.append(((weights[:, :, 0] - truth) ** 2).sum(axis=1))
    by_model = {name: [block[j] for block in losses] for j, name in enumerate(NAMES)}
    return eb.Scores.from_losses(by_model, plan=plan), np.mean(risks, axis=0) + np.eye(MODELS)[0] * extra**2


def study(n, sets, recipe, **world):
    """Shares of data sets in which something happened."""
    count = {"holm": 0, "naive": 0, "first kept": 0, "best fitted kept": 0}
    for seed in range(sets):
        rng = np.random.default_rng([seed, n])
        scores, risk = fitted(rng, n, recipe.build(n, random_state=seed), **world)
        ranking = eb.rank(scores, random_state=seed)
        count["holm"] += bool((ranking.pairs.adjusted_pvalue < 1 - LEVEL).any())
        count["first kept"] += NAMES[1] in ranking.tied
        count["best fitted kept"] += NAMES[int(risk.argmin())] in ranking.tied
        if recipe.kind == "subsample":
            naive = eb.rank(scores, method="resampled_t", correction="none", random_state=seed)
            count["naive"] += bool((naive.pairs.pvalue < 1 - LEVEL).any())
    return count


def at_most(count, sets, probability):
    return count <= binomial_band(probability, sets)[1]


def at_least(count, sets, probability):
    return count >= binomial_band(probability, sets)[0]


def test_no_false_differences_and_the_best_is_kept():
    sets = 150
    count = study(100, sets, eb.plans.subsample(15, 0.2))
    assert at_most(count["holm"], sets, 0.05)
    assert at_least(count["naive"], sets, 0.7)  # the naive test sees something nearly always
    assert at_least(count["first kept"], sets, LEVEL)


@pytest.mark.slow
@pytest.mark.parametrize("n", [100, 300])
def test_family_wise_error_on_random_splits(n):
    sets = 2000
    count = study(n, sets, eb.plans.subsample(25, 0.1))
    print(n, {name: number / sets for name, number in count.items()})
    assert at_most(count["holm"], sets, 0.05)
    assert at_least(count["naive"], sets, 0.8)
    assert at_least(count["first kept"], sets, LEVEL)


@pytest.mark.slow
@pytest.mark.parametrize("n", [200, 500])
def test_folds_keep_the_best_of_the_fitted(n):
    sets = 2000
    count = study(n, sets, eb.plans.kfold(10))
    print(n, {name: number / sets for name, number in count.items()})
    assert at_most(count["holm"], sets, 0.05)
    assert at_least(count["best fitted kept"], sets, LEVEL)


# -- the tied set of models that are equally good -------------------------------------------------------------------


def alike(k, n, recipe, seeds):
    """Sets x models x splits: mean squared errors of k least-squares fits, each on two features of its own."""
    rng = np.random.default_rng([seeds[0], k, n])
    X = rng.normal(size=(len(seeds), k, n, 2))
    y = X.sum(axis=(1, 3)) / np.sqrt(2 * k) + rng.normal(size=(len(seeds), n))
    plans = [list(recipe.build(n, random_state=seed)) for seed in seeds]
    rows, values = np.arange(len(seeds))[:, None], []
    for splits in zip(*plans, strict=True):
        train, test = (np.stack(part) for part in zip(*splits, strict=True))
        A, target = X[rows, :, train].transpose(0, 2, 1, 3), y[rows, train]
        right = np.einsum("skni,sn->ski", A, target)
        weights = np.linalg.solve(A.transpose(0, 1, 3, 2) @ A, right[..., None])[..., 0]
        guess = np.einsum("stki,ski->skt", X[rows, :, test], weights)
        values.append(((y[rows, test][:, None] - guess) ** 2).mean(axis=2))
    return np.stack(values, axis=2), len(plans[0][0][0]), len(plans[0][0][1])


def left_out(k, recipe, sets, n=100):
    """Shares of data sets in which any of k equal models, and in which a given one, is not in the tied set.

    Holm shows nothing where the largest |t| is below its first step; only the other sets are ranked.
    """
    first, second = np.triu_indices(k, 1)
    any_ = each = ranked = 0
    for start in range(0, sets, 50):
        values, n_train, n_test = alike(k, n, recipe, range(start, min(start + 50, sets)))
        d = values[:, first] - values[:, second]
        t = d.mean(axis=2) / np.sqrt((1 / d.shape[2] + n_test / n_train) * d.var(axis=2, ddof=1))
        for i in np.flatnonzero((2 * stdtr(d.shape[2] - 1, -np.abs(t)).min(axis=1) * first.size < 0.06) | (start == 0)):
            rows = {f"m{j}": row for j, row in enumerate(values[i])}
            scores = eb.Scores.from_splits(rows, n_train=n_train, n_test=n_test, greater_is_better=False)
            missing = k - len(eb.rank(scores).tied)
            any_, each, ranked = any_ + (missing > 0), each + missing / k, ranked + 1
    assert ranked >= min(sets, 50)  # the first fifty in any case: the short cut would show
    return any_ / sets, each / sets


def test_five_splits_and_twelve_equal_models():
    """Before: one of them left out in .59 of the sets, a given one in .098."""
    any_, each = left_out(12, eb.plans.subsample(5, 0.2), 400)
    assert any_ <= binomial_band(0.05, 400)[1] / 400 and each <= 0.06


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["kfold", "subsample"])
@pytest.mark.parametrize("n_splits", [3, 5, 10, 25])
@pytest.mark.parametrize("k", [2, 5, 12, 30])
def test_equal_models_stay_in_the_tied_set(k, n_splits, kind):
    recipe = eb.plans.kfold(n_splits) if kind == "kfold" else eb.plans.subsample(n_splits, 0.2)
    any_, each = left_out(k, recipe, 2000)
    print(f"{kind} | {n_splits} | {k} | {any_:.4f} | {each:.4f}")
    assert each <= 0.06 and any_ <= binomial_band(0.05, 2000)[1] / 2000


@pytest.mark.slow
def test_one_model_that_is_worse_leaves_the_level_of_the_others_alone():
    sets = 2000
    count = study(200, sets, eb.plans.subsample(25, 0.1), extra=0.8)
    print({name: number / sets for name, number in count.items()})
    assert at_least(count["first kept"], sets, LEVEL)
