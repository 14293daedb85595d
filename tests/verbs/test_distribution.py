"""`eb.distribution`: the numbers, their intervals or the lack of them, scales, comparison, time, pictures, refusals."""

import json

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.tree import DecisionTreeRegressor

import errbar as eb
from errbar.core.spread import MEASURES

X, y = load_diabetes(return_X_y=True)
PLAIN = eb.distribution(LinearRegression(), X, y, n_splits=200, random_state=0)
RIDGE = eb.distribution(Ridge(), X, y, n_splits=200, random_state=0)


def test_the_distribution_is_that_of_the_split_errors():
    values = PLAIN.scores.per_split
    np.testing.assert_array_equal(PLAIN.values, values)
    assert len({tuple(test) for _, test in PLAIN.scores.plan}) == 200
    for name, measure in MEASURES.items():
        assert getattr(PLAIN, name) == float(measure(values))
    middle = float(np.median(values))
    assert PLAIN.cdf(middle) == 0.5 and PLAIN.cdf(values.min()) == 1 / 200 and PLAIN.cdf(np.inf) == 1
    np.testing.assert_array_equal(PLAIN.cdf([-1.0, values.max()]), [0.0, 1.0])
    np.testing.assert_allclose(PLAIN.quantile([0.25, 0.5]), np.quantile(values, [0.25, 0.5]))
    assert PLAIN.iqr == pytest.approx(float(PLAIN.quantile(0.75) - PLAIN.quantile(0.25)))
    with pytest.raises(eb.ErrbarError, match="between 0 and 1"):
        PLAIN.quantile(1.5)


def test_only_the_average_has_an_interval_and_the_notes_say_so():
    direct = eb.infer(PLAIN.scores, model="model", method="corrected_t", null=None)
    average, *others = PLAIN.measures
    assert (average.estimate, average.low, average.high) == (direct.estimate, direct.low, direct.high)
    assert all(other.low is None and other.high is None and other.noise > 0 for other in others)
    assert "Only the average has an interval" in PLAIN.notes[0]
    assert "111 test examples" in PLAIN.notes[1]


def test_the_logarithm_and_back():
    log = PLAIN.transformed()
    np.testing.assert_allclose(log.values, np.log1p(PLAIN.values))
    assert float(log.back(log.median)) == pytest.approx(PLAIN.median, rel=1e-4)  # 200 splits: between two of them
    assert float(log.back(log.quantile(0.0))) == pytest.approx(float(PLAIN.values.min()))
    assert log.average == pytest.approx(float(np.log1p(PLAIN.values).mean()))
    assert log.result.low < log.average < log.result.high
    assert any("log(1 + error)" in note for note in log.notes)
    assert PLAIN.transformed(1.0).median == PLAIN.median
    assert log.transformed(1.0).average == PLAIN.average


def test_box_cox_as_an_option():
    from scipy.stats import boxcox

    fitted = PLAIN.transformed("fit")
    assert fitted.power == pytest.approx(boxcox(1 + PLAIN.values)[1], abs=1e-3)
    np.testing.assert_allclose(fitted.back(fitted.values), PLAIN.values)
    with pytest.raises(eb.ErrbarError, match="power must be a finite number"):
        PLAIN.transformed("log")


def test_comparison_has_both_tests_and_says_which_to_believe():
    both = RIDGE.compare(PLAIN)
    differences = RIDGE.values - PLAIN.values
    assert both.corrected.estimate == pytest.approx(RIDGE.average - PLAIN.average)
    assert both.independent.se == pytest.approx(differences.std(ddof=1) / 200**0.5)
    assert both.independent.df == 199
    factor = 1 / 200 + both.a.scores.plan.ratio
    assert both.corrected.se == pytest.approx(differences.std(ddof=1) * factor**0.5)
    assert both.probability_greater == (differences > 0).mean() and both.probability_equal == 0
    assert "takes the splits for independent" in both.notes[0]
    back = PLAIN.compare(RIDGE)
    assert back.corrected.estimate == pytest.approx(-both.corrected.estimate)
    assert back.probability_greater == pytest.approx(1 - both.probability_greater)


def test_the_papers_one_sided_test():
    less = PLAIN.compare(RIDGE, alternative="less")
    two = PLAIN.compare(RIDGE)
    assert less.independent.pvalue == pytest.approx(two.independent.pvalue / 2)
    assert two.corrected.pvalue > 1e6 * two.independent.pvalue


def test_comparison_on_another_scale():
    both = RIDGE.transformed().compare(PLAIN.transformed())
    assert both.corrected.estimate == pytest.approx(RIDGE.transformed().average - PLAIN.transformed().average)
    assert both.probability_greater == RIDGE.compare(PLAIN).probability_greater
    with pytest.raises(eb.ErrbarError, match="one scale first"):
        RIDGE.compare(PLAIN.transformed())


def test_other_splits_or_losses_are_not_compared():
    other = eb.distribution(Ridge(), X, y, n_splits=200, random_state=1)
    with pytest.raises(eb.ErrbarError, match="different splits"):
        PLAIN.compare(other)
    absolute = eb.distribution(Ridge(), X, y, n_splits=200, loss="absolute", random_state=0)
    with pytest.raises(eb.ErrbarError, match="different losses"):
        PLAIN.compare(absolute)


def test_every_possible_split_leaves_no_noise():
    few = eb.distribution(LinearRegression(), X[:7, :2], y[:7], n_splits=21, test_size=2, random_state=0)
    assert few.n_possible == 21 and {m.noise for m in few.measures} == {0.0}
    assert few.to_dict()["n_possible"] == 21
    with pytest.raises(eb.ErrbarError, match="21 ways only"):
        eb.distribution(LinearRegression(), X[:7, :2], y[:7], n_splits=22, test_size=2)


def test_one_fit_beside_the_leave_out_estimate():
    found = RIDGE.algebraic
    assert found is not None and found.n_effective < 11
    assert set(found.estimates) == {"FPER", "GPE", "GEN"}
    assert PLAIN.algebraic is not None
    assert PLAIN.algebraic.estimates["FPE"] == pytest.approx(PLAIN.average, rel=0.05)
    lines = str(PLAIN).splitlines()
    (head,) = (place for place, line in enumerate(lines) if line.split()[:1] == ["FPE"])
    assert lines[head].split() == ["FPE", "FPER", "GPE", "NIC", "GEN", "leave-out"]
    assert lines[head + 1].split()[-1] == f"{PLAIN.average:.4g}"
    assert eb.distribution(DecisionTreeRegressor(max_depth=2), X, y, n_splits=5, random_state=0).algebraic is None
    assert eb.distribution(Ridge(), X, y, n_splits=5, loss="absolute", random_state=0).algebraic is None


def test_classifiers_and_scorers():
    data = load_iris(return_X_y=True)
    model = LogisticRegression(max_iter=500)
    errors = eb.distribution(model, *data, n_splits=20, random_state=0)
    assert errors.result.loss == "zero_one" and 0 <= errors.quantile(0.5) < 0.2
    accuracy = eb.distribution(model, *data, n_splits=20, scoring="accuracy", random_state=0)
    np.testing.assert_allclose(1 - accuracy.values, errors.values)
    ties = errors.compare(errors)
    assert ties.probability_equal == 1 and ties.corrected.pvalue == 1


def test_the_same_seed_gives_the_same_bytes_for_any_number_of_jobs():
    one, two = (
        eb.distribution(DecisionTreeRegressor(), X, y, n_splits=30, random_state=4, n_jobs=n_jobs).values
        for n_jobs in (1, 2)
    )
    assert one.tobytes() == two.tobytes()


def test_json():
    answer = json.loads(PLAIN.to_json())
    assert [row["name"] for row in answer["results"]] == list(MEASURES)
    assert answer["results"][0]["low"] == PLAIN.result.low and answer["results"][1]["low"] is None
    assert answer["values"] == PLAIN.values.tolist() and answer["n_possible"] is None
    assert answer["quantiles"]["0.5"] == PLAIN.median
    assert answer["algebraic"]["estimates"]["FPE"] == PLAIN.algebraic.estimates["FPE"]
    both = json.loads(RIDGE.compare(PLAIN).to_json())
    assert [row["method"] for row in both["results"]] == ["corrected_t", "resampled_t"]
    assert both["probability_greater"] == RIDGE.compare(PLAIN).probability_greater


def test_text_is_for_people():
    text = str(RIDGE.compare(PLAIN))
    assert "corrected_t" in text and "a has the larger error in" in text
    assert "trimmed average" in str(PLAIN) and "fractiles" in str(PLAIN.transformed())


def test_pictures():
    pytest.importorskip("matplotlib")
    one, both = PLAIN.plot(), RIDGE.compare(PLAIN).plot()
    steps = [line for line in one.lines if line.get_drawstyle() == "steps-post"]
    assert len(steps) == 1 and np.all(np.diff(steps[0].get_ydata()) >= 0)
    assert [text.get_text() for text in both.get_legend().get_texts()][:2] == ["a", "b"]
    assert one.get_xlabel() == "error (squared)"
    assert PLAIN.transformed().plot().get_xlabel() == "log(1 + error (squared))"
    assert PLAIN.plot(both) is both
    constant = eb.Scores.from_losses(
        {"m": [[1.0, 1.0]] * 6}, plan=eb.plans.subsample(6, 2, distinct=True).build(8, random_state=0)
    )
    low, high = eb.ErrorDistribution(constant).plot().get_xlim()
    assert low < 1 < high


def test_from_scores_without_fitting():
    again = eb.ErrorDistribution(PLAIN.scores, 0.9)
    assert again.average == PLAIN.average and again.result.high < PLAIN.result.high
    with pytest.raises(eb.ErrbarError, match="at least two splits"):
        eb.ErrorDistribution(eb.Scores.from_splits([0.5], n_train=3, n_test=1, greater_is_better=False))


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"n_splits": 1}, "n_splits must be at least 2"),
        ({"n_splits": 2.5}, "n_splits must be a whole number"),
        ({"test_size": 1.5}, "test_size as a fraction"),
        ({"test_size": 442}, "at least one example"),
        ({"confidence_level": 95}, "0.95"),
        ({"loss": "hinge"}, "loss='hinge' is not known"),
    ],
)
def test_bad_settings_are_refused_before_any_fit(settings, says):
    with pytest.raises(eb.ErrbarError, match=says):
        eb.distribution(LinearRegression(), X, y, **settings)


# -- time ---------------------------------------------------------------------------------------------------------


def series(rng, n, correlation):
    inputs = rng.standard_normal((n, 10))
    for k in range(1, n):
        inputs[k] = correlation * inputs[k - 1] + (1 - correlation**2) ** 0.5 * inputs[k]
    return inputs


def test_random_splits_of_a_series_look_better_than_blocks():
    """Autocorrelated inputs: the error over blocks is larger, and nearer the truth, than over random splits."""
    model, rng = LinearRegression(fit_intercept=False), np.random.default_rng(0)
    averages = []
    for _ in range(60):
        inputs, noise = series(rng, 20, 0.6518), rng.standard_normal(20)
        random = eb.distribution(model, inputs, noise, n_splits=60, test_size=5, random_state=0)
        blocks = eb.distribution(
            model, inputs, noise, n_splits=4, test_size=1, groups=np.arange(20) // 5, random_state=0
        )
        truth = np.mean(
            [1 + (np.linalg.lstsq(inputs[a], noise[a], rcond=None)[0] ** 2).sum() for a, _ in random.scores.plan]
        )
        averages.append((random.transformed().average, blocks.transformed().average, np.log1p(truth)))
    random, blocks, truth = np.array(averages).T
    assert random.mean() < blocks.mean() - 0.1
    assert blocks.mean() < truth.mean()
    assert (random < truth).mean() > 0.9


def test_a_note_warns_of_rows_that_resemble_their_neighbours():
    rng = np.random.default_rng(0)
    inputs, noise = series(rng, 300, 0.6518), rng.standard_normal(300)
    model = LinearRegression()
    notes = eb.distribution(model, inputs, noise, n_splits=5, random_state=0).notes
    assert any("Neighbouring rows resemble each other" in note and "// block_length" in note for note in notes)
    order = rng.permutation(300)
    for quiet in (
        eb.distribution(model, inputs[order], noise[order], n_splits=5, random_state=0),
        eb.distribution(model, inputs, noise, n_splits=5, groups=np.arange(300) // 20, random_state=0),
    ):
        assert not any("Neighbouring rows" in note for note in quiet.notes)
