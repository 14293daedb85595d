"""No sentence on coverage that the committed tables contradict: every figure is computed again, every word has a bound."""

import re
from statistics import mean

import numpy as np
import pytest
from scipy.stats import beta
from tests.docs.claims import ROOT, average, coverages, figures, sentences, table, told
from tests.statistical.band import within

import errbar as eb
from errbar.bounds import BOUNDS
from errbar.bounds.coverage import coverage_curve
from errbar.lab.studies.bounds_claims import two_rules_failure
from errbar.methods import METHODS
from errbar.types.coverage_words import (
    MEASURED,
    WORDS,
    coverage_note,
    coverage_words,
    measured,
    measured_of_fits,
    measured_over,
    shallow_words,
)
from errbar.types.measured import BENCHMARK, FOLDS, FRESH, GROUPS, SHALLOW, SMALL, SUITE

NOT_KEPT = "In runs that are not kept here"
A_LOG = "what follows is a log, not a claim"


def naive():
    return f"{average('calibration', method='resampled_t'):.1%}".replace("%", " %")


def deviation():
    return f"{average('kfold-coverage', interval='mean ± SD', plan='10 folds'):.1%}".replace("%", " %")


def shallow(method):
    own = coverages("shallow", method=method)
    return [f"{mean(own):.3f}", f"{min(own):.3f}"]


def size_of_five_by_two_t():
    (row,) = [row for row in table("dietterich-gaussian") if (row["test"], row["level"]) == ("five_by_two_t", "0.1")]
    return f"{float(row['size']):.3f}"


def at_the_edge(cell, n):
    (covered,) = coverages("edges", cell=cell, n=n, method="default")
    return f"{covered:.2f}"


def flagged(n):
    """The largest coverage among n data sets whose exact interval lies below 95 %."""
    k = max(k for k in range(n) if beta.ppf(0.975, k + 1, n - k) < 0.95)
    return k / n


def printed_maurer_pontil():
    """Equation 41 of the survey with its own variance, divisor n; and the bound."""
    x, n, log = 0.1, 50, np.log(40)
    printed = x + np.sqrt(x * (1 - x)) * np.sqrt(2 * log / n) + 7 * log / (3 * (n - 1))
    return [f"{printed:.4f}", f"{float(BOUNDS['maurer_pontil'](x, n, 0.05)):.4f}"]


def tight_at_seven_of_200():
    return [f"{float(BOUNDS[name](7 / 200, 200, 0.05)):.4f}" for name in ("bentkus", "hoeffding_kl")]


def broken_by_two_rules():
    return [f"{100 * two_rules_failure(20):.1f} %"]


def jointly(losses, sizes):
    (row,) = [row for row in table("subgroups") if (row["losses"], row["sizes"]) == (losses, sizes)]
    return f"{float(row['subgroups_hold']):.2f}"


def natural_sizes(study, method, series=""):
    return sorted(
        f"{float(row['value']):.3f}"
        for row in table(f"nadeau-bengio-{study}")
        if (row["quantity"], row["setup"], row["method"]) == ("size", "natural", method)
        and row["n_splits"] == "15" and row["n_halvings"] in ("0", "10") and series in row["series"]
    )  # fmt: skip


def wider_than_the_grid(column):
    return f"{100 * (max(float(row[column]) for row in table('budget')) - 1):.0f} %"


def middle_of_tasks():
    """The smallest and the largest coverage of the interquartile mean with 2, 3, 5 and 10 runs."""
    held = {
        runs: [float(row["coverage"]) for row in table("aggregates") if (row["number"], row["runs"]) == ("iqm", runs)]
        for runs in ("2", "3", "5", "10")
    }
    return [f"{end(found):.2f}".removeprefix("0") for found in held.values() for end in (min, max)]


# the start of a sentence -> the figures it must give, computed here; all others are refused
CLAIMS = {
    "Nominal 95 % intervals of that kind (25 splits) held": lambda s: [
        naive(),
        *(["60 %"] if "30 splits" in s else []),
    ],
    "The other usual bar, mean ± standard deviation over ten folds": lambda s: [deviation()],
    "its nominal 95 % intervals held the truth in": lambda s: [naive()],
    "The standard deviation itself": lambda s: [deviation()],
    "[Stumps and shallow trees]": lambda s: [*shallow("calibrated_t"), *shallow("corrected_t")],
    "For such learners `conservative_z` is the better choice": lambda s: shallow("conservative_z"),
    "About one error was seen: with 100 examples": lambda s: ["0.002", at_the_edge("rule, error 0.002", "100")],
    "naive Bayes on pixels was covered": lambda s: [f"{min(coverages('fresh', method='corrected_wilson')):.2f}"],
    "Its size at nominal 10 %": lambda s: [size_of_five_by_two_t()],
    "conservative even for ten independent Gaussian scores": lambda s: [size_of_five_by_two_t()],
    "with the paper's divisor n (equation 10) it is below the theorem": lambda s: printed_maurer_pontil(),
    "For losses in a range it does not: `bentkus`": lambda s: tight_at_seven_of_200(),
    "So skewed that all of these losses together": lambda s: [
        jointly("lognormal, sigma 1.5", "10, 10"),
        jointly("exponential, 1 in 20 ten times", "100, 100"),
    ],
    "corrected t is liberal in two regression comparisons": lambda s: [
        *reversed(natural_sizes("regression", "corrected_t", "-")[-2:]),
    ],
    "on letters, conservative Z at natural sizes": lambda s: [
        natural_sizes("letters", "conservative_z")[place] for place in (0, -1)
    ],
    "some learners break": lambda s: broken_by_two_rules(),
    "Nominal 95 % intervals of the interquartile mean held": lambda s: middle_of_tasks(),
    "from pilots of five runs on 100 items": lambda s: [
        wider_than_the_grid(name) for name in ("pilot_ratio_median", "pilot_ratio_90")
    ],
}  # "60 %": tests/statistical/test_exact_null.py simulates it and reads the README


def test_every_figure_on_coverage_is_computed_again():
    """One test of all sentences: to look for them takes seconds, and every worker collects tests."""
    assert told()
    wrong = {sentence: why for name, sentence in told() if (why := contradicted(name, sentence))}
    assert not wrong, wrong


def contradicted(name, sentence):
    """What a sentence says, and what it should; None where that is the same."""
    for start, expected in CLAIMS.items():
        if start in sentence:
            return None if figures(sentence) == expected(sentence) else (name, figures(sentence), expected(sentence))
    if name == "docs/explain/calibrated-interval.md":
        page = " ".join((ROOT / name).read_text(encoding="utf-8").split())
        if page.find(A_LOG) < page.find(sentence) < page.find("## Limits"):
            return None  # what was tried and not kept
        if NOT_KEPT in sentence:  # a warning needs no table; praise would
            return None if all(float(figure) < 0.93 for figure in figures(sentence)) else (name, "praise")
    if "with 200 data sets that takes a coverage" in sentence:
        told_at = pytest.approx([float(f) for f in figures(sentence)], abs=0.0051)
        return None if [flagged(200), flagged(1000)] == told_at else (name, figures(sentence))
    if "cries wolf" in sentence:
        walks = np.random.default_rng(1).choice((-1, 1), size=(4000, 500)).cumsum(axis=1)
        wolves = (np.abs(walks) > 1.959964 * np.sqrt(np.arange(1, 501)))[:, 9:].any(axis=1).sum()
        return None if within(wolves, 4000, 0.42) and figures(sentence) == ["42 %"] else (name, figures(sentence))
    return f"{name} gives a figure that no table is asked for. Use errbar.types.coverage_words, or CLAIMS."


def test_every_claim_is_still_made():
    assert [start for start in CLAIMS if not any(start in sentence for _, sentence in told())] == []


@pytest.mark.parametrize("method", SUITE)
def test_the_one_sentence_says_what_the_table_says(method):
    """From the rows of the CSV file, not from the module that is generated from it."""
    own = coverages("calibration", method=method)
    below = mean(value < 0.93 for value in own)
    assert coverage_words(method) == (
        f"In the calibration suite nominal 95 % intervals of {method} covered {100 * mean(own):.1f} % on average over "
        f"{len(own)} cells, {100 * min(own):.1f} % in the worst; below 93 % in {100 * below:.0f} % of the cells."
    )
    assert measured(method) in METHODS[method].guarantee
    assert f"{100 * mean(own):.1f} % on average, {100 * min(own):.1f} % in the worst cell" in measured(method)


@pytest.mark.parametrize("method", FRESH)
def test_the_same_of_methods_younger_than_the_suite(method):
    own = coverages("fresh", method=method)
    assert method not in SUITE and f"In fresh cells nominal 95 % intervals of {method}" in coverage_words(method)
    assert f"{100 * mean(own):.1f} % on average, {100 * min(own):.1f} % in the worst cell" in measured(method)
    assert measured(method) in METHODS[method].guarantee


@pytest.mark.parametrize("method", SMALL)
def test_the_same_of_methods_with_more_fits_than_the_suite_pays_for(method):
    own = coverages("replace-one" if method == "replace_one" else "bootstrap-error", method=method)
    assert method not in SUITE and f"In small cells nominal 95 % intervals of {method}" in coverage_words(method)
    assert f"{100 * mean(own):.1f} % on average, {100 * min(own):.1f} % in the worst cell" in measured(method)
    assert measured(method) in METHODS[method].guarantee


FORMS = {
    "25 splits": ("subsample", 25),
    "75 splits": ("subsample", 75),
    "25-5-5": ("halvings", 75),
    "15-10-15": ("halvings", 315),
    "10 folds": ("kfold", 10),
}  # of the benchmark's table, whose methods are named "method/splits"


@pytest.mark.parametrize(
    ("method", "splits"),
    [(method, splits) for splits, how in FORMS.items() for method in METHODS if (method, *how) in BENCHMARK],
)
def test_the_same_of_the_benchmark(method, splits):
    plan, fits = FORMS[splits]
    own = [
        float(row["ER"])
        for row in table("schulz-kuempel")
        if row["form"] == f"{method}/{splits}" and row["metric"] != "roc_auc" and "groups" not in row["world"]
    ]
    seen = f"{100 * mean(own):.1f} % on average, {100 * min(own):.1f} % in the worst cell"
    assert len(own) == BENCHMARK[method, plan, fits].cells and seen in measured_of_fits(method, plan, fits)
    if method == "pooled_t":
        note = coverage_note(method, plan, once=False, n_fits=fits)
        assert f"from {fits} fits covered {100 * mean(own):.1f} % on average over {len(own)} cells" in note


FEWEST = {"calibrated_t": 20}  # groups of equal size that those at hand must be worth


@pytest.mark.parametrize(("method", "plan", "fits"), GROUPS)
def test_the_same_of_groups(method, plan, fits):
    own = []
    for row in table("schulz-kuempel"):
        known = row["form"].startswith(f"{method}/") and "groups" in row["world"] and row["used for design"] == "False"
        if not known or int(row["fits"]) != fits * (2 if " - " in row["learner"] else 1):
            continue
        if ("fold" in row["form"] or "parts" in row["form"]) != (plan == "kfold"):
            continue
        worth = int(row["world"].split()[-2]) * (100 / 156 if "uneven" in row["world"] else 1)
        own += [float(row["ER"])] if worth >= FEWEST.get(method, 0) else []
    note = coverage_note(method, plan, once=True, n_fits=fits, groups=True)
    assert note.startswith("In cells of examples in groups nominal 95 % intervals of ") and len(own) > 0
    assert f"covered {100 * mean(own):.1f} % on average over {len(own)} cells, {100 * min(own):.1f} % in" in note


@pytest.mark.parametrize(("method", "plan"), FOLDS)
def test_the_same_over_folds(method, plan):
    own = coverages("kfold-coverage", interval=method, plan=plan)
    assert f"{100 * mean(own):.1f} % on average, {100 * min(own):.1f} % in the worst" in measured_over(method, plan)
    if method in METHODS:
        note = coverage_note(method, "kfold", once=plan == "10 folds")
        suite = SUITE[method].plan == "kfold" and plan == "10 folds"
        assert note == coverage_words(method) if suite else f"Over {plan}" in note


def test_the_table_over_folds_comes_out_again_in_small():
    import kfold_coverage

    block = kfold_coverage.CellBlock("inputs", 100, ("least squares", "ridge"), "shared")
    for row in kfold_coverage.rows(block, "10 x 10 folds", 20):
        where = {name: str(row[name]) for name in ("problem", "learner", "n", "plan", "interval")}
        (kept,) = [one for one in table("kfold-coverage") if where.items() <= one.items()]
        assert within(round(20 * row["coverage"]), 20, float(kept["low"]), float(kept["high"])), row


@pytest.mark.parametrize("method", SHALLOW)
def test_the_same_of_shallow_trees(method):
    own = coverages("shallow", method=method)
    assert f"{100 * min(own):.1f} % to {100 * max(own):.1f} %" in shallow_words(method)


def words_in(text):
    """The longest ones: "far too narrow" is not also "too narrow"."""
    found = [word for word in WORDS if re.search(rf"(?<![\w_]){word}(?![\w_])", text, re.IGNORECASE)]
    return [word for word in found if not any(word != other and word in other for other in found)]


@pytest.mark.parametrize("method", METHODS)
def test_words_for_coverage_are_borne_out(method):
    said = words_in(METHODS[method].guarantee)
    if method in MEASURED:
        for word in said:
            assert WORDS[word](MEASURED[method]), f"{method} is called {word!r}; seen was {MEASURED[method]}"
        assert said or METHODS[method].guarantee.startswith("asymptotic")
    elif method in BOUNDS:
        rates = np.arange(1, 51) / 100
        held = np.concatenate([coverage_curve(method, n, rates, 0.05, side="two-sided") for n in (50, 100, 200)])
        checks = {"near nominal": 0.94 <= held.mean() <= 0.97}
        assert all(checks[word] for word in said), held.mean()
        if METHODS[method].guarantee.startswith(("exact", "rigorous")):
            assert held.min() >= 0.95 - 1e-9
    else:
        assert not said, f"{method} is called {said}, and no table measured it: say what is proven, or measure it"


@pytest.mark.parametrize("word", WORDS)
def test_a_word_has_two_sides(word):
    """A bound that every method keeps would say nothing."""
    assert {WORDS[word](seen) for seen in SUITE.values()} == {True, False}


def test_prose_calls_no_method_what_the_suite_did_not_see():
    for name, sentence in sentences():
        named = [method for method in MEASURED if re.search(rf"`{method}` is (?:\w+ )?", sentence)]
        for method in named:
            after = sentence.split(f"`{method}` is", 1)[1][:40]
            for word in words_in(after):
                assert WORDS[word](MEASURED[method]), (name, sentence)


def test_a_result_carries_the_sentence_once():
    plan = eb.plans.subsample(25, 0.1).build(300, random_state=0)
    values = np.random.default_rng(0).uniform(0.1, 0.3, 25)
    scores = eb.Scores.from_splits({"a": values}, plan=plan, loss="error")
    for method in ("corrected_t", "resampled_t"):
        notes = eb.infer(scores, method=method, null=None).notes
        assert notes.count(coverage_words(method)) == 1
    folds = eb.Scores.from_splits({"a": values[:10]}, plan=eb.plans.kfold(10).build(300, random_state=0), loss="error")
    assert any(
        note.startswith("Over 10 folds nominal") for note in eb.infer(folds, null=None, method="corrected_t").notes
    )
    assert not [note for note in eb.bound(3, 100).notes if "calibration" in note]


def test_a_method_without_rows_says_so():
    assert "has not measured my_t" in coverage_note("my_t", "subsample", once=False)
    assert measured("my_t") == "not in the calibration suite"
