"""skore's reports: read as Scores, and checked through its own `checks.add`."""

import numpy as np
import pytest

import errbar as eb

skore = pytest.importorskip("skore", reason="skore is not installed")


@pytest.fixture(scope="module")
def data():
    from sklearn.datasets import make_classification

    return make_classification(300, n_informative=4, random_state=0)


def report(model, data, splitter=5):
    return skore.CrossValidationReport(model, *data, splitter=splitter)


@pytest.fixture(scope="module")
def reports(data):
    from sklearn.dummy import DummyClassifier
    from sklearn.linear_model import LogisticRegression

    models = {"one": LogisticRegression(), "two": LogisticRegression(C=2.0), "blind": DummyClassifier()}
    return {name: report(model, data) for name, model in models.items()}


def test_scores_are_those_of_the_report(reports, data):
    from errbar.plugins.skore_reports import read_reports

    scores = read_reports(reports)
    assert scores.names == ("one", "two", "blind") and scores.plan.kind == "kfold" and scores.plan.n == 300
    for name, row in zip(scores.names, scores.values, strict=True):
        own = reports[name].metrics.accuracy(aggregate=None)
        assert np.allclose(1 - row, np.asarray(own, dtype=float).ravel())
    assert eb.infer(scores, model="one", versus="blind").high < 0


def test_of_a_comparison_and_of_regressors(reports):
    from sklearn.datasets import load_diabetes
    from sklearn.linear_model import Ridge

    from errbar.plugins.skore_reports import read_reports

    both = skore.ComparisonReport({"one": reports["one"], "blind": reports["blind"]})
    assert read_reports(both.reports_).names == ("one", "blind")
    scores = read_reports({"ridge": report(Ridge(), load_diabetes(return_X_y=True))})
    assert scores.loss == "squared" and eb.infer(scores).low > 0


def test_the_check_speaks_where_nothing_is_shown(data):
    from sklearn.dummy import DummyClassifier
    from sklearn.linear_model import LogisticRegression

    from errbar.plugins.skore_reports import DifferenceWithinNoise

    for baseline, splitter, section in (
        (LogisticRegression(C=2.0), 5, "tip"),
        (DummyClassifier(), 5, "passed"),
        (DummyClassifier(), 4, "not_applicable"),
    ):
        fresh = report(LogisticRegression(), data)
        fresh.checks.add([DifferenceWithinNoise(report(baseline, data, splitter))])
        found = fresh.checks.summarize(fast_mode=True).frame().set_index("code").loc["ERRBAR001"]
        assert found["section"] == section
        if section == "tip":
            assert "this model" in found["explanation"] and "the baseline" in found["explanation"]


def test_what_cannot_be_compared_is_said(reports, data):
    from sklearn.linear_model import LogisticRegression

    from errbar.plugins.skore_reports import read_reports

    with pytest.raises(eb.ErrbarError, match="other splits"):
        read_reports({"a": reports["one"], "b": report(LogisticRegression(), data, 4)})
    with pytest.raises(eb.ErrbarError, match="by name"):
        read_reports(reports["one"])
    with pytest.raises(eb.ErrbarError, match="must be a CrossValidationReport"):
        read_reports({"a": data})
