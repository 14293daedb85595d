"""K folds: the survey's average is broken by a learner with two rules; the four rigorous versions are not."""

import numpy as np
import pytest
from scipy.stats import binom

from errbar import bounds

M, DELTA = 20, 0.05
TRUTH = 1 - DELTA ** (1 / M) + 1e-6  # P(S), just above the limit of a fold without errors
RIGOROUS = {
    "union": lambda folds: bounds.kfold_union("clopper_pearson", folds, M, DELTA),
    "union of relative entropies": lambda folds: bounds.kfold_union("hoeffding_kl", folds, M, DELTA),
    "hoeffding": lambda folds: bounds.kfold_hoeffding(folds, M, DELTA),
    "chebyshev": lambda folds: bounds.kfold_chebyshev(folds, M, DELTA),
    "kl": lambda folds: bounds.kfold_kl(folds, M, DELTA),
}


def failure(bound):
    """P(bound < mean risk), summed over what the two folds of M points hold of the region S.

    The learner returns a rule that errs on S alone if it has seen S, and one that errs everywhere if it has not.
    """
    chance = binom.pmf(np.arange(M + 1), M, TRUTH)
    total = 0.0
    for a in range(M + 1):
        for b in range(M + 1):
            seen = (b > 0, a > 0)  # fold 1 is tested with the rule learnt on fold 2
            risk = np.mean([TRUTH if s else 1.0 for s in seen])
            folds = [k / M if s else 1.0 for k, s in zip((a, b), seen, strict=True)]
            total += chance[a] * chance[b] * (bound(folds) < risk - 1e-15)
    return total


@pytest.mark.parametrize("fold_bound", ["clopper_pearson", "hoeffding_kl", "bentkus"])
def test_the_average_fails_twice_as_often_as_it_says(fold_bound):
    missed = failure(lambda folds: bounds.kfold_average(fold_bound, folds, M, DELTA))
    assert missed == pytest.approx(2 * DELTA * (1 - DELTA), abs=1e-4)  # 0.095, not 0.05


@pytest.mark.parametrize("version", RIGOROUS)
def test_the_rigorous_versions_hold(version):
    assert failure(RIGOROUS[version]) <= DELTA


def test_clipping_comes_after_averaging():
    folds = [0.0, 0.99]
    assert bounds.kfold_hoeffding(folds, 10, 0.05) == pytest.approx(0.495 + np.sqrt(np.log(20) / 20))
    assert bounds.kfold_average("hoeffding", folds, 10, 0.05) < bounds.kfold_hoeffding(folds, 10, 0.05)


def test_unequal_folds_are_averaged_per_fold_and_count_with_the_smallest():
    folds, sizes = [0.1, 0.3, 0.2], [10, 30, 20]
    assert bounds.kfold_chebyshev(folds, sizes, 0.1) == bounds.kfold_chebyshev(folds, 10, 0.1)
    assert bounds.kfold_hoeffding(folds, sizes, 0.1) == pytest.approx(0.2 + np.sqrt(np.log(10) / 20))
    each = [float(bounds.clopper_pearson(x, m, 0.1 / 3)) for x, m in zip(folds, sizes, strict=True)]
    assert bounds.kfold_union("clopper_pearson", folds, sizes, 0.1) == pytest.approx(np.mean(each), rel=1e-14)


@pytest.mark.parametrize("m", [1, 2, 3, 17, 400, 10**5, 10**9])
def test_xi_against_its_sum_and_its_ceiling(m):
    from errbar.bounds.kfold import xi

    assert xi(m) <= 2 * np.sqrt(m) * (1 + 1e-12)
    if m <= 400:
        i = np.arange(m + 1)
        assert xi(m) == pytest.approx(binom.pmf(i, m, i / m).sum(), rel=1e-10)
    else:
        assert xi(m) == pytest.approx(np.sqrt(np.pi * m / 2) + 2 / 3, rel=1e-3)
