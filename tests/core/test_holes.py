"""Holes in tables of runs x items: against least squares written out, and unbiased components."""

import numpy as np
import pytest

from errbar.core.holes import HoleCosts, filled, linked
from errbar.core.mean_squares import crossed


def mask(seed, runs=4, n=25, share=0.3):
    known = np.random.default_rng(seed).random((runs, n)) > share
    known[0, ~known.any(axis=0)] = True
    return known


def test_holes_are_filled_as_least_squares_says():
    rng, known = np.random.default_rng(0), mask(1)
    cells = np.where(known, rng.normal(size=known.shape), np.nan)
    run, item = np.nonzero(known)
    design = np.zeros((run.size, 4 + 25))
    design[np.arange(run.size), run] = design[np.arange(run.size), 4 + item] = 1.0
    effects = np.linalg.lstsq(design, cells[known], rcond=None)[0]
    expected = np.clip(effects[:4, None] + effects[4:], np.nanmin(cells), np.nanmax(cells))
    assert filled(cells, known)[~known] == pytest.approx(expected[~known])
    assert (filled(cells, known)[known] == cells[known]).all()


def test_a_full_table_costs_nothing():
    assert HoleCosts.of(np.ones((3, 9), dtype=bool)) == HoleCosts()
    few = np.ones((3, 9), dtype=bool)
    few[0, 0] = False
    cost = HoleCosts.of(few)
    assert cost.holes == 1 and cost.left == pytest.approx(16 / 15) and cost.run > 1 and cost.item > 1


def test_few_holes_in_a_long_table_cost_little():
    for seed in range(20):
        known = mask(seed, runs=3, n=200, share=0.05)
        cost = HoleCosts.of(known)
        assert 1 < cost.run < 1.2 and 1 < cost.item < 1.2
        cells = np.random.default_rng(seed).normal(size=known.shape)
        assert abs(filled(cells, known).mean() - cells.mean()) < 0.2


def test_runs_that_share_no_items_are_not_linked():
    assert linked(np.array([[True, True, False], [False, True, True]]))
    assert not linked(np.array([[True, True, False, False], [False, False, True, True]]))
    assert not linked(np.array([[True, False], [True, False]]))


def test_components_of_tables_with_holes_are_unbiased():
    rng, known, found = np.random.default_rng(2), mask(3), []
    for _ in range(600):
        cells = 0.5 * rng.normal(size=(4, 1)) + rng.normal(size=25) + 0.8 * rng.normal(size=(4, 25))
        squares, sources = crossed(filled(cells, known), None, 0.0, known)
        found.append([sum(w * squares.values[k] for k, w in one.items()) for one in sources.values()])
    seen = np.array(found)
    off = np.abs(seen.mean(axis=0) - [0.25, 1.0, 0.64]) / (seen.std(axis=0) / 600**0.5)
    assert (off < 4).all(), off
