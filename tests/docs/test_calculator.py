"""The calculator's JavaScript gives errbar's numbers, on thousands of cases. Node runs it; without Node nothing is shown."""

import json
import shutil
import subprocess

import numpy as np
import pytest
from tests.docs.pages import ROOT

import errbar as eb
from errbar.core.paired_binary import PairedBinary

NUMBERS = ROOT / "docs" / "_static" / "calculator-numbers.js"
ASK = """
const numbers = require(process.argv[1]);
const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(asked.map(([name, ...given]) => numbers[name](...given))));
"""
LEVELS = (0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 0.999999)


def asked(questions):
    """What the script of the page answers to [function, argument, ...]."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node: install the package `nodejs`")
    done = subprocess.run(
        [node, "-e", ASK, str(NUMBERS)], input=json.dumps(questions), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def counts(rng, many):
    """k and n: all small ones, then random ones up to a million, near the ends more often than not."""
    small = [(k, n) for n in range(1, 13) for k in range(n + 1)]
    for _ in range(many):
        n = int(10 ** rng.uniform(1, 6))
        k = rng.binomial(n, rng.choice([0.0, 1.0, 0.001, 0.02, rng.random()]))
        small.append((int(k), n))
    return small


@pytest.mark.parametrize("method", ["clopper_pearson", "wilson"])
@pytest.mark.parametrize("side", ["upper", "lower", "two-sided"])
def test_limits_of_k_errors_among_n(method, side):
    rng = np.random.default_rng(0)
    cases = [(k, n, float(rng.choice(LEVELS))) for k, n in counts(rng, 900)]
    found = np.array(asked([["bound", k, n, level, method, side] for k, n, level in cases]))
    k, n, level = np.array(cases).T
    wanted = getattr(eb.bounds, method)(k / n, n, 1 - level, side=side)
    ends = {"upper": (found[:, 1],), "lower": (found[:, 0],), "two-sided": tuple(found.T)}[side]
    for end, limit in zip(ends, np.atleast_2d(wanted), strict=True):
        np.testing.assert_allclose(end, limit, rtol=1e-10, atol=1e-13)
    for (errors, items, one), (low, high) in list(zip(cases, found, strict=True))[::50]:
        r = eb.bound(errors, items, method=method, confidence_level=one, side=side)
        assert (low, high) == pytest.approx((r.low, r.high), rel=1e-10, abs=1e-13)


def test_two_models_from_four_counts():
    rng = np.random.default_rng(1)
    cases = [(b, c, n, 0.95) for n in range(1, 9) for b in range(n + 1) for c in range(n + 1 - b)]
    for _ in range(1500):
        n = int(10 ** rng.uniform(1, 6))
        b = rng.binomial(n, rng.choice([0.0, 0.001, 0.05, rng.random()]))
        cases.append((int(b), int(rng.binomial(n - b, rng.choice([0.0, 0.001, 0.05, 0.5]))), n, rng.choice(LEVELS)))
    found = asked([["compare", *case] for case in cases])
    for (b, c, n, level), seen in zip(cases, found, strict=True):
        law = PairedBinary(b, c, n)
        wanted = (law.estimate, *law.interval(level, "two-sided"), law.test(0.0, "two-sided")[1])
        got = tuple(seen[name] for name in ("estimate", "low", "high", "pvalue"))
        assert got == pytest.approx(wanted, rel=1e-10, abs=1e-13), (b, c, n, level)


def test_two_models_by_the_call_that_the_page_shows():
    for both, first, second, neither in ((10, 25, 11, 54), (0, 0, 0, 30), (3, 7, 0, 40)):
        a = np.repeat([1, 1, 0, 0], [both, first, second, neither])
        b = np.repeat([1, 0, 1, 0], [both, first, second, neither])
        table = {"item": np.arange(len(a)), "A": a, "B": b}
        scores = eb.Scores.from_table(table, item="item", loss=["A", "B"])
        r = eb.infer(scores, model="A", versus="B", null=0)
        (seen,) = asked([["compare", first, second, len(a), 0.95]])
        got = tuple(seen[name] for name in ("estimate", "low", "high", "pvalue"))
        assert r.method == "mcnemar"
        assert got == pytest.approx((r.estimate, r.low, r.high, r.pvalue), rel=1e-10, abs=1e-13)


def test_items_for_one_model():
    rng = np.random.default_rng(2)
    cases = [(10 ** rng.uniform(-4, -0.5), rng.uniform(0.001, 0.999), rng.choice(LEVELS)) for _ in range(1000)]
    found = asked([["itemsForHalfWidth", *case] for case in cases])
    assert found == [eb.design(half_width=h, error=p, confidence_level=level).n for h, p, level in cases]
    sizes = [(int(10 ** rng.uniform(0.4, 7)), p, level) for _, p, level in cases]
    found = asked([["halfWidth", *size] for size in sizes])
    wanted = [eb.design(n=n, error=p, confidence_level=level).half_width for n, p, level in sizes]
    assert found == pytest.approx(wanted, rel=1e-12)


def test_items_for_two_models():
    """Whole numbers, those that are held against the exact power of the test among them."""
    rng = np.random.default_rng(3)
    questions, wanted = [], []
    for _ in range(150):
        share = rng.uniform(0.02, 0.9)
        effect = share * rng.uniform(0.1, 0.95)
        power, level = rng.choice([0.5, 0.8, 0.9]), rng.choice([0.9, 0.95, 0.99])
        questions.append(["itemsForDifference", effect, share, power, level])
        wanted.append(eb.design(effect=effect, discordance=share, power=power, confidence_level=level).n)
    assert asked(questions) == wanted
    assert min(wanted) < 50 and max(wanted) > 1000


def test_items_for_two_models_whose_errors_are_independent():
    rng = np.random.default_rng(4)
    cases = [(rng.uniform(0.02, 0.6), rng.uniform(0.03, 0.2)) for _ in range(40)]
    shares = asked([["discordanceOf", *case] for case in cases])
    found = asked(
        [["itemsForDifference", gap, share, 0.8, 0.95] for (_, gap), share in zip(cases, shares, strict=True)]
    )
    assert found == [eb.design(effect=gap, error=error).n for error, gap in cases]
