"""A quick audit: the default method on data like yours, until its coverage is known well enough."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid

import errbar as eb
from errbar.audits import many_sets
from errbar.errors import InputError


def noisy_line(n):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(n, 3))
    return X, X.sum(axis=1) + rng.normal(size=n)


def test_it_asks_the_default_and_stops_when_it_knows(monkeypatch):
    monkeypatch.setattr(many_sets, "KNOWN", 0.12)  # sooner than for users
    monkeypatch.setattr(many_sets, "SECONDS", 1e9)
    found = eb.audit(LinearRegression(), *noisy_line(1200), quick=True, random_state=0)
    (row,) = found.rows
    assert row.method == "calibrated_t" and found.n == 300
    assert (row.coverage.high - row.coverage.low) / 2 <= 0.12 and found.n_sets < 200
    assert found.n_sets % many_sets.STEP == 0 and found.n_fits == found.n_sets * 316


def test_the_default_is_that_of_the_sets_it_draws(monkeypatch):
    """178 rows can only be audited in sets of 44, where calibrated_t is not the default."""
    monkeypatch.setattr(many_sets, "SECONDS", 0.0)
    found = eb.audit(LinearRegression(), *noisy_line(178), quick=True, random_state=0)
    assert (found.n, found.rows[0].method) == (44, "corrected_t")


def test_it_stops_when_its_time_is_over(monkeypatch):
    monkeypatch.setattr(many_sets, "SECONDS", 0.0)
    found = eb.audit(LinearRegression(), *noisy_line(400), quick=True, random_state=0, methods=["corrected_t"])
    assert found.n_sets == many_sets.STEP


def test_it_is_the_first_sets_of_a_long_one():
    X, y = noisy_line(400)
    how = {"random_state": 3, "methods": ["corrected_t"], "n": 100}
    quick = eb.audit(LinearRegression(), X, y, quick=True, n_sets=40, **how)
    long = eb.audit(LinearRegression(), X, y, n_sets=quick.n_sets, **how)
    assert quick.rows[0].coverage == long.rows[0].coverage and quick.rows[0].width == long.rows[0].width


def test_of_two_classifiers_it_counts_errors():
    X, y = noisy_line(240)
    labels = (y > 0).astype(int)
    found = eb.audit(GaussianNB(), X, labels, versus=NearestCentroid(), quick=True, n_sets=10, random_state=0)
    assert {row.method for row in found.rows} == {"corrected_wilson"} and found.n == 60


def test_what_it_cannot_count_is_refused():
    with pytest.raises(InputError, match="coverage alone"):
        eb.audit(LinearRegression(), *noisy_line(100), quick=True, moments=True)
    with pytest.raises(InputError, match="n must be"):
        eb.audit(LinearRegression(), *noisy_line(100), quick=True, n="many")
