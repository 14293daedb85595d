"""What every method promises. A property that does not hold is declared in `Method.exceptions`, and then must fail.

The checks run on every kind of plan a method reads, for one model and for the difference of two, as the method allows.
"""

import json
import warnings
from functools import cache
from itertools import count, pairwise
from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.methods.series import (
    build,
    judged_alike,
    mapped,
    random_judged,
    random_losses,
    random_predictions,
    random_runs,
    renumbered,
    scored,
    trained_twice,
)

import errbar as eb
from errbar.errors import ErrbarError
from errbar.methods import METHODS, OF_RUNS

BINARY = ("binary_losses", "error_rates")
LEVELS = (0.5, 0.8, 0.95, 0.99)
CLOSE = {"rel": 1e-9, "abs": 1e-11}
# p-values by halving: one small sample a plan, plain for the first and almost without spread for the other
DEAR = ("betting_star", "bentkus", "blaker", "mid_p", "kfold_union", "kfold_average")
N = {name: 30 if name in DEAR else 60 for name in METHODS}


def ask(scores, name, **how):
    """The method's answer for a - b, or for a alone where it takes one model; 0 is tested unless said otherwise."""
    how.setdefault("null", 0.0)
    if how.pop("single", False) or METHODS[name].compares == "one":
        return eb.infer(scores, model="a", method=name, **how)
    return eb.infer(scores, model=how.pop("first", "a"), versus=how.pop("second", "b"), method=name, **how)


def once(scores, name, single=False):
    """`ask` about a sample as it is: answered once for all properties that look at this answer."""
    return _kept(scores, name, single)


@cache
def _kept(scores, name, single):
    return ask(scores, name, single=single)


@cache
def samples(name, seeds=(1,)):
    """The same objects for every property."""
    return tuple(fresh_samples(name, seeds))


def fresh_samples(name, seeds=(1,)):
    """Scores for every kind of plan; those that drift make splits differ more than their losses do."""
    record, n = METHODS[name], N[name]
    if record.needs == "predictions":
        yield from (random_predictions(name, n, seed) for seed in seeds)
        return
    if name == "ppi":  # few labels for the bets, and many for Student's law
        yield from (random_judged(n * seed, seed) for seed in (1, 2))
        return
    if name == OF_RUNS:
        yield from map(random_runs, seeds)
        return
    binary = record.needs in BINARY
    for place, kind in enumerate(record.plans):
        if name in DEAR:
            yield random_losses(build(kind, n, 1), 1, binary=binary, drift=0.98 * (place > 0))
            continue
        for seed in seeds:
            yield random_losses(build(kind, n, seed), seed, binary=binary)
        yield random_losses(build(kind, n, 3), 3, binary=binary, drift=0.98)


def singles(name):
    return (False, True) if METHODS[name].compares == "either" else (False,)


def same(first, second, sign=1.0, shift=0.0):
    """Estimate and interval agree, after a change of sign and place."""
    ends = (second.low, second.high) if sign > 0 else (second.high, second.low)
    moved = [sign * value + shift for value in (second.estimate, *ends)]
    assert [first.estimate, first.low, first.high] == pytest.approx(moved, nan_ok=True, **CLOSE)


# -- the properties ---------------------------------------------------------------------------------------------


def contains_estimate(name):
    for scores in samples(name):
        for single in singles(name):
            result = once(scores, name, single=single)
            assert result.low <= result.estimate <= result.high


def p_value(name):
    for scores in samples(name):
        for single in singles(name):
            result = once(scores, name, single=single)
            assert result.pvalue is not None and 0.0 <= result.pvalue <= 1.0


def nested(name):
    for scores in samples(name):
        result = once(scores, name)
        ends = [result.confidence_interval(level) for level in LEVELS]
        for inner, outer in pairwise(ends):
            assert isnan(inner.low) or outer.low <= inner.low <= inner.high <= outer.high


def level_by_level(name):
    """An interval asked for later is the one asked for at once."""
    for scores in samples(name):
        later = ask(scores, name, confidence_level=0.8).confidence_interval(0.99)
        at_once = ask(scores, name, confidence_level=0.99)
        assert [*later] == pytest.approx([at_once.low, at_once.high], nan_ok=True, rel=1e-12)


def shift(name):
    """One model's losses plus a constant move the answer by it; a difference does not notice."""
    if METHODS[name].needs in (*BINARY, "predictions"):
        return
    for scores in samples(name):
        moved = mapped(scores, 1.0, 3.0)
        for single in singles(name):
            by = 3.0 if single or METHODS[name].compares == "one" else 0.0
            same(ask(moved, name, single=single), once(scores, name, single=single), shift=by)


def scale(name):
    if METHODS[name].needs in (*BINARY, "predictions"):
        return
    for scores in samples(name):
        for single in singles(name):
            one, ten = once(scores, name, single=single), ask(mapped(scores, 10.0, 0.0), name, single=single)
            same(ten, one, sign=10.0)
            assert one.se is None or ten.se == pytest.approx(10 * one.se, rel=1e-9)
            if one.null == 0:  # None where nothing is tested
                assert ten.pvalue == pytest.approx(one.pvalue, **CLOSE)


def swap(name):
    if METHODS[name].compares == "one":
        return
    for scores in samples(name):
        one, other = once(scores, name), ask(scores, name, first="b", second="a")
        same(one, other, sign=-1.0)
        assert one.pvalue is other.pvalue is None or one.pvalue == pytest.approx(other.pvalue, **CLOSE)


def agree(name, every=False):
    """The null value leaves the interval exactly where the p-value passes 1 - confidence_level.

    A null value is asked on each side in turn, from one sample to the next; on every side of every sample in the long
    run: a p-value of a bound is sixty intervals.
    """
    record = METHODS[name]
    if "p-value" in record.exceptions:
        return
    sides = ("two-sided",) if "one-sided" in record.exceptions else ("two-sided", "less", "greater")
    turn = count()
    for scores in samples(name):
        result = once(scores, name)
        reach = (0.0,) if isnan(result.low) else (0.2, -0.7, 1.3)
        near = [] if "any null" in record.exceptions else [result.estimate + r * _width(result) for r in reach]
        lowest, highest = (0.0, 1.0) if record.compares == "one" else (-1.0, 1.0)  # intervals end there, tests do not
        for null in (null for null in (0.0, *near) if lowest < null < highest):
            for side in sides if every else [sides[next(turn) % len(sides)]]:
                tested = ask(scores, name, null=null, alternative=side)
                if not 1e-7 < tested.pvalue < 1 - 1e-3:
                    continue
                inside = tested.confidence_interval(1 - tested.pvalue * (1 - 1e-4))
                outside = tested.confidence_interval(1 - tested.pvalue * (1 + 1e-4))
                assert inside.low <= null <= inside.high
                assert not outside.low <= null <= outside.high


def _width(result):
    return 1.0 if isnan(result.low) else (result.high - result.low) / 2


def one_sided(name):
    """At the same level a one-sided interval reaches less far on its side, and as far as it can on the other."""
    for scores in samples(name):
        both = once(scores, name)
        less, greater = (ask(scores, name, alternative=side) for side in ("less", "greater"))
        assert less.high <= both.high and greater.low >= both.low
        assert less.low <= both.low and greater.high >= both.high
        assert "p-value" in METHODS[name].exceptions or less.pvalue + greater.pvalue >= 1 - 1e-9


def any_null(name):
    for scores in samples(name):
        null = once(scores, name).estimate + 0.05
        tested = ask(scores, name, null=null)
        assert tested.null == null and 0.0 <= tested.pvalue <= 1.0


def row_order(name):
    for scores in samples(name):
        for single in singles(name):
            same(ask(renumbered(scores, 5), name, single=single), once(scores, name, single=single))


def split_order(name):
    """Random splits have no order: the replications of five_by_two, and the two halves in each, neither."""
    if METHODS[name].needs != "split_scores":
        return
    for scores in samples(name):
        kind, values = scores.plan.kind, scores.values
        if kind == "subsample":
            turned = values[:, ::-1]
        elif kind == "five_by_two":
            turned = values.reshape(2, 5, 2)[:, ::-1, ::-1].reshape(2, 10)
        else:
            continue
        plan, given = scores.plan, dict(zip(scores.names, values, strict=True))
        back = dict(zip(scores.names, turned, strict=True))
        same(
            ask(eb.Scores.from_splits(back, plan=plan, greater_is_better=False), name),
            ask(eb.Scores.from_splits(given, plan=plan, greater_is_better=False), name),
        )


def same_bytes(name):
    for scores, again in zip(fresh_samples(name), fresh_samples(name), strict=True):
        assert ask(scores, name).to_json() == ask(again, name).to_json()


def round_trip(name):
    for scores in samples(name):
        result = once(scores, name)
        there_and_back = eb.Result.from_dict(json.loads(result.to_json()))
        assert there_and_back.to_dict() == result.to_dict()


def degenerate(name):
    """Losses without any spread, and two models that never differ: defined, and without a warning."""
    record = METHODS[name]
    if record.needs == "predictions":
        return  # tests/methods/test_delong.py and test_f1_delta.py: perfect and useless rankings
    for kind in record.plans:
        plan = build(kind, N[name], 1)
        size = int(plan.n_test.sum())
        for a, b in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)):
            scores = scored(plan, np.full(size, a), np.full(size, b))
            scores = judged_alike(size, a, b) if name == "ppi" else scores
            scores = trained_twice(scores) if name == OF_RUNS else scores
            for single in singles(name):
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    result = ask(scores, name, single=single)
                expected = a if single or record.compares == "one" else a - b
                assert result.low <= result.estimate <= result.high
                assert result.estimate == pytest.approx(expected, abs=1e-12)
                assert result.low <= expected <= result.high
                if "p-value" not in record.exceptions:
                    assert 0.0 <= result.pvalue <= 1.0
                    assert expected != 0 or result.pvalue == 1.0


SECONDS_LONG = {(said, name) for said in ("agree", "any null", "degenerate") for name in ("blaker", "betting_star")}
PROPERTIES = {
    "contains estimate": contains_estimate,
    "p-value": p_value,
    "nested": nested,
    "level by level": level_by_level,
    "shift": shift,
    "scale": scale,
    "swap": swap,
    "agree": agree,
    "one-sided": one_sided,
    "any null": any_null,
    "row order": row_order,
    "split order": split_order,
    "same bytes": same_bytes,
    "round trip": round_trip,
    "degenerate": degenerate,
}


# -- the contract -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", METHODS)
def test_exceptions_name_properties_of_the_contract(name):
    assert set(METHODS[name].exceptions) <= set(PROPERTIES)
    assert all(METHODS[name].exceptions.values())


@pytest.mark.parametrize(
    ("said", "name"),
    [
        pytest.param(said, name, marks=[pytest.mark.slow] if (said, name) in SECONDS_LONG else [])
        for said in PROPERTIES
        for name in METHODS
    ],
)
def test_contract(said, name):
    if said in METHODS[name].exceptions:
        with pytest.raises((AssertionError, ErrbarError)):
            PROPERTIES[said](name)
    else:
        PROPERTIES[said](name)


@pytest.mark.slow
@pytest.mark.parametrize("name", METHODS)
def test_p_values_agree_with_intervals_on_every_side(name):
    agree(name, every=True)


@pytest.mark.parametrize(
    ("name", "key", "choice"),
    [(n, key, c) for n, m in METHODS.items() for key, option in m.options.items() for c in option.choices or ()],
)
def test_every_choice_of_every_option_is_used(name, key, choice):
    for scores in samples(name, seeds=(1,)):
        result = ask(scores, name, options={key: choice})
        assert result.low <= result.estimate <= result.high
        wider = result.confidence_interval(0.99)
        assert wider.low <= result.low and result.high <= wider.high


# -- random shapes ----------------------------------------------------------------------------------------------


@st.composite
def shapes(draw, name):
    kind = draw(st.sampled_from(METHODS[name].plans))
    n, seed = draw(st.integers(2 * N[name] // 3, 3 * N[name] // 2)), draw(st.integers(0, 10**6))
    if METHODS[name].needs == "predictions":
        return random_predictions(name, n, seed)
    if name == "ppi":
        return random_judged(n, seed)
    if name == OF_RUNS:
        return random_runs(seed, n)
    binary = METHODS[name].needs in BINARY
    return random_losses(build(kind, n, seed), seed, binary=binary, drift=draw(st.sampled_from((0.0, 0.5))))


@pytest.mark.parametrize("name", METHODS)
@settings(max_examples=3)
@given(data=st.data())
def test_random_shapes(name, data):
    holds_for_any_shape(name, data)


@pytest.mark.slow
@pytest.mark.parametrize("name", METHODS)
@settings(max_examples=60)
@given(data=st.data())
def test_many_random_shapes(name, data):
    holds_for_any_shape(name, data)


def holds_for_any_shape(name, data):
    """Nested intervals, p-value and interval together, and rows without an order, for any shape."""
    record = METHODS[name]
    scores, level = data.draw(shapes(name)), data.draw(st.floats(0.3, 0.98))
    result = ask(scores, name, confidence_level=level)
    wider = result.confidence_interval((1 + level) / 2)
    assert isnan(result.low) or wider.low <= result.low <= result.high <= wider.high
    if "row order" not in record.exceptions:
        same(ask(renumbered(scores, 1), name, confidence_level=level), result)
    if not {"agree", "p-value"} & record.exceptions.keys() and abs(result.pvalue - (1 - level)) > 1e-6:
        assert (result.pvalue < 1 - level) == (not result.low <= 0.0 <= result.high)
