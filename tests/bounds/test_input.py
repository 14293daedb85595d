"""Bad input: one clear sentence that names the argument and the value."""

import numpy as np
import pytest

from errbar import bounds
from errbar.errors import ErrbarError

NAMES = list(bounds.BOUNDS)
COUNTING = [name for name, record in bounds.BOUNDS.items() if record.reads == "errors"]


def refuse(call, *words):
    with pytest.raises(ErrbarError) as caught:
        call()
    message = str(caught.value)
    assert all(word in message for word in words), message
    assert message.endswith(".") and "\n" not in message


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("mean", "n", "delta", "words"),
    [
        (1.2, 5, 0.05, ("mean", "1.2")),  # k = 6 of 5
        (-0.1, 5, 0.05, ("mean", "-0.1")),
        (float("nan"), 5, 0.05, ("mean", "nan")),
        ([0.2, float("nan")], 5, 0.05, ("mean", "nan")),
        (0.2, 0, 0.05, ("n ", "0")),
        (0.2, -5, 0.05, ("n ", "-5")),
        (0.2, 5.5, 0.05, ("n ", "5.5")),
        (0.2, float("nan"), 0.05, ("n ", "nan")),
        (0.2, float("inf"), 0.05, ("n ", "inf")),
        (0.2, 5, 0.0, ("delta", "0.0")),
        (0.2, 5, 1.0, ("delta", "1.0")),
        (0.2, 5, 5, ("delta", "5")),
        (0.2, 5, -0.05, ("delta", "-0.05")),
        (0.2, 5, float("nan"), ("delta", "nan")),
        ("many", 5, 0.05, ("mean",)),
        ([0.2, 0.4], [5, 5, 5], 0.05, ("mean", "n")),
    ],
)
def test_numbers(name, mean, n, delta, words):
    refuse(lambda: getattr(bounds, name)(mean, n, delta, side="two-sided"), *words)


@pytest.mark.parametrize("name", NAMES)
def test_sides(name):
    refuse(lambda: getattr(bounds, name)(0.2, 5, 0.05, side="uper"), "side", "uper", "upper")


def test_blaker_has_two_sides_only():
    refuse(lambda: bounds.blaker(0.2, 5, 0.05, side="upper"), "two-sided", "clopper_pearson")


@pytest.mark.parametrize("name", COUNTING)
def test_a_fraction_of_an_error(name):
    refuse(lambda: getattr(bounds, name)(0.123, 10, 0.05, side="two-sided"), "whole", "0.123", "bentkus")
    refuse(lambda: getattr(bounds, name)([0.1, 0.25], [[10], [20]], 0.05, side="two-sided"), "whole", "0.25")


def test_rounding_is_no_fraction():
    n = np.arange(1, 2000)
    k = np.floor(n / 3)
    np.testing.assert_array_equal(
        bounds.clopper_pearson(k / n, n, 0.05), bounds.clopper_pearson(k / n * (1 + 1e-12), n, 0.05)
    )


@pytest.mark.parametrize("name", ["guttman", "guttman_sharp", "maurer_pontil", "maurer_pontil_sharp"])
def test_variances(name):
    refuse(lambda: getattr(bounds, name)(0.2, 5, 0.05, variance=-0.1), "variance", "-0.1")
    refuse(lambda: getattr(bounds, name)(0.2, 5, 0.05, variance=float("nan")), "variance", "nan")


@pytest.mark.parametrize("name", list(bounds.SAMPLE_BOUNDS))
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([0.1, 1.5], 0.05), ("range", "1.5")),
        (([-0.1, 0.5], 0.05), ("range", "-0.1")),
        (([0.1, float("nan")], 0.05), ("losses", "nan")),
        (([], 0.05), ("losses", "(0,)")),
        (([[0.1, 0.2]], 0.05), ("losses", "(1, 2)")),
        (([0.1], 0.0), ("delta", "0.0")),
        (([0.1], 1.5), ("delta", "1.5")),
    ],
)
def test_losses(name, arguments, words):
    refuse(lambda: getattr(bounds, name)(*arguments), *words)


@pytest.mark.parametrize("name", list(bounds.SAMPLE_BOUNDS))
def test_ranges(name):
    bound = getattr(bounds, name)
    refuse(lambda: bound([0.1], 0.05, range=(1, 0)), "range")
    refuse(lambda: bound([0.1], 0.05, side="both"), "side", "both")
    losses = np.random.default_rng(0).random(30)
    wide = bound(10 * losses - 4, 0.05, range=(-4, 6))
    assert wide == pytest.approx(10 * bound(losses, 0.05) - 4, rel=1e-9)
    low, high = bound(losses, 0.1, side="two-sided")
    assert low == bound(losses, 0.05, side="lower") and high == bound(losses, 0.05)


def test_every_bound_says_what_it_is():
    from errbar.refs import REFS

    for name, record in {**bounds.BOUNDS, **bounds.SAMPLE_BOUNDS}.items():
        assert set(record.method.references) <= set(REFS) and record.title and record.words, name
    assert len(bounds.BOUNDS) + len(bounds.SAMPLE_BOUNDS) == 22
