"""How many to hold out: the printed digits, the optimum table, simulation, refusals."""

import numpy as np
import pytest

import errbar as eb
from errbar.core.split_sizes import exact_mse, leading_mse


def test_the_exact_error_to_the_printed_digits():
    assert exact_mse(100, np.array([20, 40, 70]), 5).round(4).tolist() == [0.0481, 0.0442, 0.0777]


@pytest.mark.parametrize(
    ("p", "n", "exact", "leading"),
    [
        (5, 50, 22, 22.4), (5, 100, 31, 31.6), (5, 200, 44, 44.7), (5, 1000, 99, 100.0), (5, 10_000, 316, 316.2),
        (10, 100, 42, 44.7), (10, 1000, 138, 141.4), (10, 10_000, 444, 447.2),
    ],
)  # fmt: skip
def test_the_optimum_table(p, n, exact, leading):
    found = eb.optimal_split(n, p)
    assert found.exact and (found.n_train, found.n_test) == (exact, n - exact)
    assert round(found.leading_order, 1) == leading
    everywhere = exact_mse(n, np.arange(p + 4, n), p)
    assert found.mse == everywhere.min() == everywhere[exact - p - 4]


def test_the_exact_error_is_that_of_a_simulation():
    """N = 30, p = 4, N_t = 15, 40,000 hold-outs: within 4 standard errors."""
    rng, n, p, n_train = np.random.default_rng(0), 30, 4, 15
    X, noise = rng.standard_normal((40_000, n, p)), rng.standard_normal((40_000, n))
    train = X[:, :n_train]
    w = np.linalg.solve(train.transpose(0, 2, 1) @ train, train.transpose(0, 2, 1) @ noise[:, :n_train, np.newaxis])
    estimate = ((noise[:, n_train:] - (X[:, n_train:] @ w)[..., 0]) ** 2).mean(axis=1)
    squares = (estimate - 1 - (w[..., 0] ** 2).sum(axis=1)) ** 2
    expected = float(exact_mse(n, np.array([n_train]), p)[0])
    assert abs(squares.mean() - expected) < 4 * squares.std() / 200


def test_other_noise_uses_the_leading_order():
    flat = eb.optimal_split(1000, 5, kurtosis=1.8)  # uniform noise
    assert not flat.exact and flat.n_train == round((4 * 5 / 0.8 * 1000) ** 0.5)
    assert flat.mse == leading_mse(1000, flat.n_train, 5, 1.8)
    assert eb.optimal_split(1000, 5, kurtosis=6.0).n_train < 99 < flat.n_train  # heavier tails need more to test on


def test_it_says_what_it_optimises():
    found = eb.optimal_split(100, 5)
    assert "not for building" in found.notes[0] and "Gaussian inputs" in found.notes[1]
    assert str(found).startswith("Train on 31 and hold out 69 of 100 examples (exact).")
    assert found.test_size == pytest.approx(0.69)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((100, 5, 1.0), "kurtosis must be above 1"),
        ((100, 0), "n_params must be at least 1"),
        ((10, 9), "too few to hold any out"),
        ((100, 90, 1.5), "too few to hold any out"),
        ((100.5, 5), "n must be a whole number"),
    ],
)
def test_refusals(arguments, says):
    with pytest.raises(eb.ErrbarError, match=says):
        eb.optimal_split(*arguments)
    with pytest.raises(eb.ErrbarError, match="n_train above n_params"):
        exact_mse(100, np.array([8]), 5)
