"""Worlds: their truths are true, the papers' ties are ties, and a new one takes twenty lines."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pytest

from errbar.errors import InputError
from errbar.lab.studies.judgement import JudgedTable, study_world
from errbar.lab.studies.resampling import ResamplingDesign
from errbar.lab.worlds import gaussians as gaussians_world
from errbar.lab.worlds import regression as regression_world
from errbar.lab.worlds.inputs_with_outliers import InputsWorld
from errbar.lab.worlds.letters import LettersWorld
from errbar.lab.worlds.letters_data import load_letters
from errbar.lab.worlds.linear_splits import mean
from errbar.lab.worlds.many_splits import Splits


def simulated(world, algorithm, n_train, runs, rng):
    """Mean loss and standard error over fresh training and test sets."""
    losses, tested = [], 50
    everybody = np.arange(n_train + tested)[np.newaxis]
    splits = Splits(everybody, everybody[:, n_train:], everybody[:, :n_train])
    for _ in range(runs):
        losses.append(world.algorithms[algorithm](*world.sample(n_train + tested, rng), splits).mean())
    return np.mean(losses), np.std(losses, ddof=1) / np.sqrt(runs)


@pytest.mark.parametrize("world", regression_world.SIMULATIONS[:2], ids=lambda w: w.name)
@pytest.mark.parametrize("algorithm", ["mean", "line"])
def test_closed_forms_of_regression(world, algorithm):
    found, se = simulated(world, algorithm, 10, 2000, np.random.default_rng(5))
    assert abs(found - world.true_error(algorithm, 10)) < 4 * se


def test_regressions_one_and_three_are_ties_and_two_and_four_are_not():
    gaps = [w.true_error("mean", w.n // 2) - w.true_error("line", w.n // 2) for w in regression_world.SIMULATIONS]
    assert gaps[0] == pytest.approx(0, abs=1e-9) and gaps[2] == pytest.approx(0, abs=1e-9)
    assert gaps[1] == pytest.approx(72.72 - 65.306, abs=1e-3) and gaps[3] == pytest.approx(9.059 - 9.018, abs=1e-3)


def test_closed_form_of_least_squares_on_thirty_inputs():
    world = InputsWorld("no outliers", 60)
    found, se = simulated(world, "least squares", 60, 600, np.random.default_rng(6))
    assert abs(found - world.true_error("least squares", 60)) < 4 * se
    with pytest.raises(InputError, match="no closed form"):
        InputsWorld("outliers", 60, 0.05).true_error("least squares", 60)


def test_outliers_keep_the_noise_and_the_signal():
    x, y = InputsWorld("outliers", 100, 0.05).sample(200_000, np.random.default_rng(7))
    signal = np.sqrt(3 / (30 * 5.95)) * x.sum(axis=1)
    assert np.var(y - signal) == pytest.approx(1.0, abs=4 * 0.0146)  # standard errors from the fourth moments
    assert np.var(signal) == pytest.approx(3.0, abs=4 * 0.0437)


def test_the_error_of_a_rule_in_the_plane_is_exact():
    world, rng = gaussians_world.SIMULATIONS[1], np.random.default_rng(8)
    state = rng.bit_generator.state
    tree_error, line_error = world.risks(100, rng)
    rng.bit_generator.state = state
    x, y = world.sample(100, rng)
    new, label = world.sample(200_000, rng)
    tree, says = gaussians_world.TREE.fit(x.astype(np.float32), y)
    w = np.linalg.lstsq(np.column_stack([np.ones(100), x]), y, rcond=None)[0]
    for predicted, exact in (
        (says[tree.apply(new.astype(np.float32))], tree_error),
        (w[0] + new @ w[1:] > 0.5, line_error),
    ):
        assert abs(np.mean(predicted != label) - exact) < 4 * np.sqrt(exact / 200_000)


def test_the_second_gaussian_simulation_is_a_tie():
    world = gaussians_world.SIMULATIONS[1]
    rng = np.random.default_rng(9)
    risks = np.array([world.risks(100, rng) for _ in range(400)])
    gap = risks[:, 0] - risks[:, 1]
    assert abs(gap.mean()) < 0.002 + 4 * gap.std() / 20
    assert risks.mean(axis=0) == pytest.approx([0.1475, 0.1476], abs=0.005)


def test_letters_are_checked_before_they_are_believed(tmp_path):
    letters = load_letters()
    assert letters.x.shape == (20000, 16) and np.bincount(letters.y.astype(int))[0] == 789
    short = tmp_path / "letters.csv"
    short.write_text("a\n" + ",".join(["1"] * 16) + ",A\n" + ",".join(["1"] * 16) + ",B\n")
    with pytest.raises(InputError, match=r"expected 20000 x 16 .* got 2 x 16"):
        load_letters(short)
    with pytest.raises(InputError, match="cannot be read"):
        load_letters(tmp_path / "nothing.csv")


def test_the_errors_on_letters_are_the_papers():
    world, rng = LettersWorld(load_letters()), np.random.default_rng(10)
    found = np.mean([world.risks(150, rng) for _ in range(40)], axis=0)
    assert found == pytest.approx([0.688, 0.536, 0.588, 0.629, 0.664, 0.688, 0.778], abs=0.02)


@dataclass(frozen=True)
class Skewed:
    """A world of one's own: exponential values, judged by their mean."""

    name: str = "skewed"
    n: int = 40

    @property
    def algorithms(self) -> Mapping:
        return {"mean": mean}

    @property
    def pairs(self) -> tuple:
        return ()

    def sample(self, n, rng):
        return np.zeros((n, 1)), rng.exponential(size=n)

    def true_error(self, algorithm, n_train):
        return 1 + 1 / n_train


def test_a_new_world_takes_twenty_lines():
    table = JudgedTable(study_world(Skewed(), ResamplingDesign(15, 0, 5, 15), 60))
    assert table.one(method="corrected_t", setup="natural", quantity="size", n_splits=15).value < 0.5
    assert table.one(setup="halves", quantity="truth").value == 1.05


def test_bundled_letters_that_were_changed_are_refused(tmp_path, monkeypatch):
    from errbar.lab.worlds import letters_data

    other = tmp_path / "letter.csv.gz"
    other.write_bytes(letters_data.BUNDLED.read_bytes()[:-1])
    monkeypatch.setattr(letters_data, "BUNDLED", other)
    with pytest.raises(InputError, match="were changed"):
        load_letters()
