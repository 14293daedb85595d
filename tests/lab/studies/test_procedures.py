"""The lab's procedures are the methods users call: same estimate, standard error, degrees of freedom and decision."""

import numpy as np
import pytest

import errbar as eb
from errbar.lab.studies.procedures import RULES, infer, procedures
from errbar.lab.studies.resampling import SETUPS, Resampling, ResamplingDesign
from errbar.lab.worlds.regression import SIMULATIONS

DESIGN, SETS = ResamplingDesign(25, 3, 10, 15), 4
WORLD = SIMULATIONS[0]


@pytest.fixture(scope="module")
def outcomes():
    one = Resampling(WORLD, DESIGN)
    values = np.stack([one(np.random.default_rng(seed)) for seed in range(SETS)])
    return {name: kept[:, 2] for name, kept in one.unpack(values).items()}  # mean - line


def library(procedure, o, i):
    """The Result of the library's method on the same numbers of data set i."""
    n, j, setup = WORLD.n, procedure.n_splits, procedure.setup
    n_train, n_test = SETUPS[setup].sizes(n)
    discard = round(1 - SETUPS[setup].kept, 6)
    splits = o[setup][i, :j]
    if procedure.method in ("resampled_t", "corrected_t"):
        scores = eb.Scores.from_splits({"d": splits}, n_train=n_train, n_test=n_test, greater_is_better=False)
    elif "pseudo" in procedure.method:
        plan = eb.plans.pseudo_bootstrap(j, DESIGN.n_rounds, n_test, discard=discard).build(n, random_state=0)
        rounds = np.repeat(o[f"{setup} rounds"][i], j)  # every split of a round at the round's mean
        scores = eb.Scores.from_splits({"d": np.concatenate([splits, rounds])}, plan=plan, greater_is_better=False)
    elif procedure.method == "conservative_z":
        means = o["half means"][i, DESIGN.half_grid.index(j), : procedure.n_halvings]
        plan = eb.plans.halvings(j, procedure.n_halvings, n_test if setup != "halves" else 20, half_splits=1)
        plan = plan.build(n, random_state=0)
        scores = eb.Scores.from_splits(
            {"d": np.concatenate([splits, means.ravel()])}, plan=plan, greater_is_better=False
        )
    elif procedure.method == "holdout_t":
        rng = np.random.default_rng(0)
        losses = rng.normal(size=n_test)
        losses = (losses - losses.mean()) / losses.std(ddof=1) * np.sqrt(o["holdout_variance"][i]) + o[setup][i, 0]
        plan = eb.plans.holdout(n_test).build(n, random_state=0)
        scores = eb.Scores.from_losses({"d": losses}, plan=plan)
    else:
        plan = eb.plans.five_by_two().build(n, random_state=0)
        scores = eb.Scores.from_splits({"d": o["ten"][i].ravel()}, plan=plan, greater_is_better=False)
    return eb.infer(scores, method=procedure.method, confidence_level=0.90)


@pytest.mark.parametrize("method", RULES)
def test_a_procedure_is_its_method(outcomes, method):
    chosen = [p for p in procedures(DESIGN) if p.method == method]
    assert chosen
    for procedure in chosen:
        found = infer(procedure, outcomes, DESIGN, WORLD.n)
        for i in range(SETS):
            result = library(procedure, outcomes, i)
            ours = (found.estimate[i], np.sqrt(found.variance[i]))
            assert ours == pytest.approx((result.estimate, result.se), rel=1e-9)
            assert found.df == (np.inf if result.df is None else result.df)
            assert found.half_widths(0.90)[i] == pytest.approx((result.high - result.low) / 2, rel=1e-9)
            null = result.estimate + 1.3 * result.se
            assert found.rejected(null, 0.90)[i] == (not result.low <= null <= result.high)


def test_the_holdout_reads_the_losses_of_its_own_split():
    """The variance kept is that of the first split's losses."""
    one = Resampling(WORLD, ResamplingDesign(15, 0, 5, 5))
    kept = one.unpack(one(np.random.default_rng(0))[np.newaxis])
    assert kept["holdout_variance"].shape == (1, 3) and (kept["holdout_variance"] > 0).all()


def test_fits_are_counted():
    fits = {
        (p.method, p.n_splits, p.n_halvings): p.fits for p in procedures(ResamplingDesign()) if p.setup == "natural"
    }
    assert fits["conservative_z", 15, 10] == 315 and fits["pseudo_bootstrap", 15, 0] == 240
    assert fits["corrected_t", 25, 0] == 25
