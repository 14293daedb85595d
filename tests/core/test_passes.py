"""pass@k and pass^k are means over all choices of k of the n tries."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from errbar.core.passes import Tries
from errbar.errors import InputError


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_against_every_choice(k):
    rng = np.random.default_rng(k)
    for n in range(k, 8):
        tries = rng.random(n) < 0.5
        chosen = [[tries[i] for i in some] for some in combinations(range(n), k)]
        counts = np.array([float(n)]), np.array([float(tries.sum())])
        assert Tries("any", k)(*counts)[0] == pytest.approx(np.mean([any(some) for some in chosen]), abs=1e-15)
        assert Tries("all", k)(*counts)[0] == pytest.approx(np.mean([all(some) for some in chosen]), abs=1e-15)


def test_against_binomials_of_many_tries():
    n, c, k = 200, 37, 100
    found = Tries("any", k)(np.array([200.0]), np.array([37.0]))[0]
    assert found == pytest.approx(1 - comb(n - c, k) / comb(n, k), rel=1e-12)


@pytest.mark.parametrize("name", ["pass@0", "pass@", "pass^-1", "pass@1.5", "pass@1e3", "median", "", None, 2])
def test_other_names_are_refused(name):
    with pytest.raises(InputError, match=r"'mean', 'pass@k' or 'pass\^k'"):
        Tries.named(name)
