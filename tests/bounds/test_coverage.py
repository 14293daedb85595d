"""How often the bounds hold: exactly on 0/1 losses where they are tightest, by simulation on losses in between."""

import json
from math import isclose
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import binom, norm

from errbar import bounds
from errbar.errors import ErrbarError

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "coverage.json").read_text())
RIGOROUS = [name for name, record in bounds.BOUNDS.items() if record.rigorous]
GRID = np.arange(1, 2001) / 4000  # 2000 points to 1/2


def lowest(name, n, delta):
    """Lowest exact coverage of the upper limit over GRID, without calling `coverage`."""
    k = np.arange(n + 1)
    limits = getattr(bounds, name)(k / n, n, delta)
    return min(binom.pmf(k, n, truth)[truth <= limits].sum() for truth in GRID)


@pytest.mark.parametrize("figure", ["fig5", "fig6", "fig7", "fig8"])
def test_the_golden_figures(figure):
    for record in GOLDEN[figure]:
        for key, name in (("NOR", "normal"), ("WIL", "wilson"), ("CP", "clopper_pearson")):
            ours = bounds.coverage(name, record["n"], record["L"], record["delta"])
            assert ours == pytest.approx(record[key], abs=1e-13)


@pytest.mark.parametrize("name", RIGOROUS)
@pytest.mark.parametrize("n", [1, 2, 5, 14, 40])
@pytest.mark.parametrize("delta", [0.01, 0.05, 0.3, 0.8])
def test_rigorous_bounds_hold_even_where_they_are_tightest(name, n, delta):
    """Coverage is lowest just beyond a limit: the truths tried are those, and a grid."""
    for side in ("two-sided",) if name == "blaker" else ("upper", "lower", "two-sided"):
        limits = getattr(bounds, name)(np.arange(n + 1) / n, n, delta, side=side)
        edges = np.concatenate([np.nextafter(limits.ravel(), 0.0), np.nextafter(limits.ravel(), 1.0)])
        truths = np.unique(np.concatenate([edges, np.linspace(0, 1, 9)]))
        held = bounds.coverage_curve(name, n, truths, delta, side=side)
        assert held.min() >= 1 - delta - 1e-12, (side, truths[held.argmin()])


def test_clopper_pearson_wastes_nothing():
    """Just beyond the limit for k errors, exactly delta is missed."""
    limit = float(bounds.clopper_pearson(3 / 20, 20, 0.05))
    assert bounds.coverage("clopper_pearson", 20, limit * (1 + 1e-12), 0.05) == pytest.approx(0.95, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "n", "floor"),
    [("wilson", 10, 0.909), ("wilson", 200, 0.934), ("jeffreys", 200, 0.859), ("mid_p", 200, 0.901)],
)
def test_known_failures_of_the_approximations(name, n, floor):
    assert not bounds.BOUNDS[name].rigorous
    assert lowest(name, n, 0.05) == pytest.approx(floor, abs=6e-4)


def test_known_failure_of_the_normal_bound():
    assert not bounds.BOUNDS["normal"].rigorous
    assert bounds.coverage("normal", 10, 0.01, 0.05) == pytest.approx(0.0956, abs=5e-5)
    assert bounds.coverage("normal", 200, 0.0005, 0.05) < 0.1


def test_coverage_is_the_binomial_sum():
    k = np.arange(31)
    limits = bounds.hoeffding(k / 30, 30, 0.2)
    assert isclose(
        bounds.coverage("hoeffding", 30, 0.6, 0.2), binom.pmf(k, 30, 0.6)[limits >= 0.6].sum(), rel_tol=1e-12
    )


@pytest.mark.parametrize("truth", [0.0, 1.0])
def test_coverage_at_the_ends(truth):
    assert bounds.coverage("clopper_pearson", 10, truth, 0.05, side="two-sided") == 1.0


def test_a_curve_is_its_points():
    truths = np.array([[0.0, 0.03], [0.4, 1.0]])
    curve = bounds.coverage_curve("wilson", 25, truths, 0.1, side="lower")
    points = [bounds.coverage("wilson", 25, float(truth), 0.1, side="lower") for truth in truths.ravel()]
    assert curve.shape == (2, 2) and curve.ravel().tolist() == points


def test_bad_questions_are_refused():
    for wrong in ({"L": 1.2}, {"n": 0}, {"delta": 0.0}, {"name": "clopper"}, {"name": "betting"}):
        with pytest.raises(ErrbarError):
            bounds.coverage(**({"name": "wilson", "n": 10, "L": 0.1, "delta": 0.05} | wrong))


LAWS = [bounds.Bernoulli(0.05), bounds.Beta(1.0, 3.0), bounds.Beta(0.2, 0.2), bounds.ClippedNormal(0.02, 0.1)]


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_the_true_mean_of_each_law(law):
    draws = law.draw(np.random.default_rng(0), (400_000,))
    assert draws.min() >= 0.0 and draws.max() <= 1.0
    assert draws.mean() == pytest.approx(law.mean, abs=5 * draws.std() / np.sqrt(draws.size))


def test_the_mean_of_the_clipped_normal_is_that_after_clipping():
    law = bounds.ClippedNormal(0.02, 0.1)
    integral = quad(lambda x: x * norm.pdf(x, 0.02, 0.1), 0, 1)[0] + norm.sf(1, 0.02, 0.1)
    assert law.mean == pytest.approx(integral, rel=1e-10)
    assert law.mean > 0.02


@pytest.mark.parametrize("law", LAWS, ids=str)
@pytest.mark.parametrize(
    "name", [*(n for n in RIGOROUS if bounds.BOUNDS[n].reads in ("mean", "variance")), "betting", "anderson"]
)
def test_rigorous_bounds_hold_on_losses_in_between(name, law):
    share, se = bounds.coverage_monte_carlo(name, law, 25, 0.1, n_sets=300, random_state=5)
    assert share * 300 >= binom.ppf(1e-4, 300, 0.9)
    assert se == pytest.approx(np.sqrt(share * (1 - share) / 300))


def test_simulation_repeats_itself():
    first, again = (
        bounds.coverage_monte_carlo("betting", LAWS[1], 10, 0.1, n_sets=50, random_state=3) for _ in range(2)
    )
    assert first == again
    counted = bounds.coverage_monte_carlo("hoeffding", bounds.Bernoulli(0.3), 20, 0.3, n_sets=4000, random_state=1)
    assert counted[0] == pytest.approx(bounds.coverage("hoeffding", 20, 0.3, 0.3), abs=4 * counted[1])


def test_one_loss_leaves_bounds_of_the_variance_without_a_say():
    assert bounds.coverage_monte_carlo("maurer_pontil", bounds.Beta(1, 3), 1, 0.05, n_sets=10) == (1.0, 0.0)


def test_counts_that_cannot_occur_are_left_out_and_nothing_else():
    """Wilson's limits in closed form: the same sum over all counts of 40,000 examples, by SciPy."""
    n, z = 40_000, float(norm.isf(0.05))
    x = np.arange(n + 1) / n
    upper = (x + z * z / (2 * n) + z * np.sqrt(x * (1 - x) / n + z * z / (4 * n * n))) / (1 + z * z / n)
    truths = [0.0, 1e-5, 0.2, 0.999]
    direct = [binom.pmf(np.arange(n + 1), n, truth)[truth <= upper].sum() for truth in truths]
    assert np.allclose(bounds.coverage_curve("wilson", n, truths, 0.05), direct, rtol=1e-9, atol=0)


def test_more_counts_than_one_waits_for():
    with pytest.raises(ErrbarError, match="counts of errors, and at most 45,000 are looked at: take a smaller n"):
        bounds.coverage("blaker", 10**7, 0.5, 0.05)
