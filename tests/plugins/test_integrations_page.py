"""The Python of the how-to page, against the real libraries."""

import pytest
from tests.docs.pages import ROOT, blocks
from tests.plugins.test_pytest_gate import plugin

import errbar as eb

pytest_plugins = ["pytester"]

IN_PYTEST, IN_MLFLOW, IN_SKORE = blocks(ROOT / "docs" / "howto" / "integrations.md", "python")


def test_the_fixture(pytester):
    rows = "".join(f"{i},{name},{i % 10 > 0:d}\n" for name in ("new", "base") for i in range(400))
    (pytester.path / "scores.csv").write_text("id,model,right\n" + rows)
    pytester.makepyfile(test_page=IN_PYTEST)
    pytester.runpytest_inprocess("-p", "no:cacheprovider", *plugin()).assert_outcomes(passed=1)


def test_mlflow(tmp_path, monkeypatch):
    mlflow = pytest.importorskip("mlflow", reason="mlflow is not installed")
    from sklearn.datasets import load_breast_cancer
    from sklearn.naive_bayes import GaussianNB

    monkeypatch.chdir(tmp_path)
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path / 'runs.db'}")
    X, y = load_breast_cancer(return_X_y=True)
    there = {
        "mlflow": mlflow,
        "eb": eb,
        "model": GaussianNB().fit(X[:300], y[:300]),
        "X_test": X[300:],
        "y_test": y[300:],
    }
    exec(IN_MLFLOW, there)
    assert set(mlflow.last_active_run().data.metrics) == {f"errbar_{name}" for name in ("estimate", "low", "high")}


def test_skore():
    skore = pytest.importorskip("skore", reason="skore is not installed")
    from sklearn.datasets import load_breast_cancer
    from sklearn.naive_bayes import BernoulliNB, GaussianNB

    one, two = (
        skore.CrossValidationReport(m, *load_breast_cancer(return_X_y=True)) for m in (GaussianNB(), BernoulliNB())
    )
    there = {"report": one, "baseline": two}
    exec(IN_SKORE, there)
    assert there["scores"].names == ("new", "base")
    assert "ERRBAR001 - Difference within noise" in one.checks.available()
