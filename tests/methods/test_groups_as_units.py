"""calibrated_t and pooled_t over whole groups: plain loops over the formulas, sizes that differ, and what is refused."""

from math import sqrt
from statistics import fmean, variance

import numpy as np
import pytest
from scipy.stats import t
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from tests.methods.test_pooled_t import by_loops

import errbar as eb
from errbar.core.group_values import effective_groups, group_values
from errbar.errors import NeedsError
from errbar.methods import METHODS

SIZES = [1, 3, 2, 6] * 15
CODES = np.repeat(np.arange(60), SIZES)
EQUAL = np.arange(240) % 24


def data(codes, seed=0):
    """A line with a shift for each group: targets, and two classes."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(codes.size, 2))
    y = X[:, 0] + rng.normal(size=codes.size) + rng.normal(size=codes.max() + 1)[codes]
    return X, y, (y > 0).astype(int)


def by_split(scores, codes):
    """For each split its groups, and what each counts: by hand, one loss after another."""
    mean_size, found = codes.size / (max(codes) + 1), []
    for j, test in enumerate(scores.plan.tests()):
        losses = [float(value) for value in scores.in_split(j)]
        middle, values = fmean(losses), {}
        for row, loss in zip(test, losses, strict=True):
            values[codes[row]] = values.get(codes[row], middle) + (loss - middle) / mean_size
        found.append(dict(sorted(values.items())))
    return found


def calibrated_by_loops(n, splits, halvings, *, comparison=False, level=0.95):
    """Estimate, standard error, degrees of freedom and ends, as the specification writes them.

    `splits`: unit -> number for each split of all data; `halvings`: (members, splits) of both halves of each halving.
    """
    half_splits = [split for halves in halvings for _, inside in halves for split in inside]
    n_test, h = len(splits[0]), len(halvings[0][0][0])
    seen = {i: [split[i] for split in half_splits if i in split] for i in range(n)}
    overall = fmean(value for split in half_splits for value in split.values())
    c = [fmean(seen[i]) if seen[i] else overall for i in range(n)]
    middle, spread_of_c = fmean(c), variance(c)
    spreads = [max(fmean(v * v for v in seen[i]) - c[i] ** 2, 0) if seen[i] else 0 for i in range(n)]
    explained = spread_of_c - fmean(spreads[i] / max(len(seen[i]) - 1, 1) for i in range(n))
    above = below = 0.0
    for split in splits:
        x, m = fmean(c[i] for i in split), fmean(split.values())
        above += sum((c[i] - x) * (value - m) for i, value in split.items())
        below += sum((c[i] - x) ** 2 for i in split)
    slope = min(max(above / below, 0), 1.5)
    adjusted = [fmean(split.values()) - slope * (fmean(c[i] for i in split) - middle) for split in splits]
    w = fmean(variance(split.values()) for split in splits)
    w_half = fmean(variance(split.values()) for split in half_splits)
    q, spread = [], []
    for halves in halvings:
        means = [fmean(fmean(split.values()) for split in inside) for _, inside in halves]
        spread += [variance(fmean(split.values()) for split in inside) for _, inside in halves]
        of_c = [fmean(c[i] for i in members) for members, _ in halves]
        q.append(((means[0] - means[1]) ** 2 - (of_c[0] - of_c[1]) ** 2) / 2 + spread_of_c / h)
    v, per_half = max(0, fmean(q)), len(halvings[0][0][1])
    unstable = min(max(1 - explained / w_half, 0), 1)
    factor = 1 + unstable * (((1 - n_test / n) / (1 - n_test / h)) ** 2 - 1)
    kappa = factor * (v - fmean(spread) / per_half) / (w_half / h)
    of_kappa = factor**2 * variance(q) / len(halvings) / (w_half / h) ** 2
    floor = 0.5 if comparison else 0.8
    k = max(kappa, floor)
    split_part, data_part = variance(adjusted) / len(splits), k * max(w, explained) / n
    if comparison:
        data_part = max(data_part, v / 2 - split_part)
    total = split_part + data_part
    second, third, fourth = (fmean((value - middle) ** power for value in c) for power in (2, 3, 4))
    relative = (fourth / second**2 - 1) / n + (of_kappa / k**2 if kappa > floor else 0)
    df = max(3, 2 * total**2 / (2 * split_part**2 / (len(splits) - 1) + data_part**2 * relative))
    lean = min(max(third / second**1.5 / sqrt(n) * (data_part / total) ** 1.5, -1), 1) * sqrt(total)
    lean, quantile, estimate = 0 if comparison else lean, t.ppf((1 + level) / 2, df), fmean(adjusted)
    centre = estimate + quantile**2 * lean / 2
    reach = quantile * sqrt(total + (quantile * lean / 2) ** 2)
    return estimate, sqrt(total), df, centre - reach, centre + reach


@pytest.mark.parametrize("codes", [CODES, EQUAL], ids=["uneven", "equal"])
@pytest.mark.parametrize("comparison", [False, True], ids=["one", "two"])
def test_calibrated_t_as_plain_loops_say(codes, comparison):
    X, y, _ = data(codes)
    models = {"a": LinearRegression(), "b": LinearRegression(fit_intercept=False)}
    kept = eb.collect(models, X, y, groups=codes, plan=eb.plans.halvings(6, 5, 0.2, 5), random_state=0)
    series = kept.difference("a", "b") if comparison else kept.only("a")
    units, halves = by_split(series, codes), kept.plan.parts[1]
    halvings = [
        [(halves.halves(m)[half], units[6 + 10 * m + 5 * half :][:5]) for half in (0, 1)] for m in range(5)
    ]  # fmt: skip
    for level in (0.9, 0.95):
        r = eb.infer(series, method="calibrated_t", confidence_level=level)
        expected = calibrated_by_loops(codes.max() + 1, units[:6], halvings, comparison=comparison, level=level)
        assert (r.estimate, r.se, r.df) == pytest.approx(expected[:3], rel=1e-9)
        assert (r.low, r.high) == pytest.approx(expected[3:], rel=1e-9)


@pytest.mark.parametrize("comparison", [False, True], ids=["one", "two"])
def test_pooled_t_as_plain_loops_say(comparison):
    X, y, _ = data(CODES)
    models = {"a": LinearRegression(), "b": LinearRegression(fit_intercept=False)}
    kept = eb.collect(models, X, y, groups=CODES, plan=eb.plans.subsample(12, 0.2), random_state=0)
    series = kept.difference("a", "b") if comparison else kept.only("a")
    units = by_split(series, CODES)
    expected = by_loops(60, [list(one) for one in units], [list(one.values()) for one in units], comparison=comparison)
    law = METHODS["pooled_t"].fn(series).law
    assert (law.estimate, law.se, law.df, *law.interval(0.95, "two-sided")) == pytest.approx(expected, rel=1e-9)


def test_a_split_keeps_its_mean_and_equal_groups_count_by_their_mean():
    rng = np.random.default_rng(3)
    rows, splits = np.concatenate([rng.permutation(CODES.size)[:50] for _ in range(4)]), np.repeat(np.arange(4), 50)
    losses = rng.random(200)
    found = group_values(CODES, rows, splits, losses)
    for j in range(4):  # groups that are tested in part too
        assert found.values[found.splits == j].mean() == pytest.approx(losses[splits == j].mean(), rel=1e-12)
    whole = group_values(EQUAL, np.arange(240), np.zeros(240, dtype=int), losses := rng.random(240))
    assert whole.values == pytest.approx([losses[g == EQUAL].mean() for g in range(24)], rel=1e-12)
    assert effective_groups(EQUAL) == 24 and effective_groups(CODES) == pytest.approx(180**2 / (15 * 50))


HALVINGS, SPLITS = eb.plans.halvings(6, 5, 0.2, 5), eb.plans.subsample(25, 0.2)


@pytest.mark.parametrize(("method", "plan"), [("calibrated_t", HALVINGS), ("pooled_t", SPLITS)])
def test_examples_that_are_alike_add_nothing(method, plan):
    """Ten copies of every example, a group each: the law without the copies."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50, 2))
    y, codes, laws = X[:, 0] + rng.normal(size=50), np.repeat(np.arange(50), 10), []
    for inputs, targets, groups in ((X, y, None), (X[codes], y[codes], codes)):
        kept = eb.collect({"m": LinearRegression()}, inputs, targets, groups=groups, plan=plan, random_state=0)
        laws.append(METHODS[method].fn(kept).law)
    assert (laws[0].estimate, laws[0].se, laws[0].df) == pytest.approx((laws[1].estimate, laws[1].se, laws[1].df))


@pytest.mark.parametrize(("method", "plan"), [("calibrated_t", HALVINGS), ("pooled_t", SPLITS)])
def test_no_error_at_all_is_known_from_groups_only(method, plan):
    """As if every group were one example."""
    codes = np.arange(480) % 48
    for value in (0.0, 1.0):
        ends = []
        for splits in (plan.build(480, random_state=0, groups=codes), plan.build(48, random_state=0)):
            losses = [[value] * len(test) for _, test in splits]
            law = METHODS[method].fn(eb.Scores.from_losses({"m": losses}, plan=splits)).law
            ends.append(law.interval(0.95, "two-sided"))
        assert ends[0] == pytest.approx(ends[1], rel=1e-12) and ends[0][0] < ends[0][1]


def test_refusals():
    X, _, y = data(CODES)
    few = np.arange(CODES.size) % 19
    with pytest.raises(NeedsError, match=r"worth at least 20 of equal size; these are worth 18\.9"):
        eb.evaluate(GaussianNB(), X, y, groups=few, plan=HALVINGS, method="calibrated_t")
    with pytest.raises(NeedsError, match="too seldom over groups"):
        eb.evaluate(GaussianNB(), X, y, groups=CODES, plan=SPLITS, method="pooled_t")
    with pytest.raises(NeedsError, match="one number per split"):
        eb.evaluate(
            GaussianNB(), X, y, groups=CODES, plan=HALVINGS, method="calibrated_t",
            scoring="roc_auc",
        )  # fmt: skip
