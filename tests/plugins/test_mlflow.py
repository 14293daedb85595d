"""MLflow with a store in a file: what is logged, and the evaluator that it finds by its entry point."""

import json
from pathlib import Path

import pytest

import errbar as eb

mlflow = pytest.importorskip("mlflow", reason="mlflow is not installed")


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path / 'runs.db'}")
    mlflow.set_experiment(experiment_id=mlflow.create_experiment("e", artifact_location=(tmp_path / "kept").as_uri()))
    yield mlflow.MlflowClient()
    while mlflow.active_run():
        mlflow.end_run()


def test_the_estimate_both_ends_and_the_page_are_logged(store):
    from errbar.plugins.mlflow_log import log_result

    result = eb.bound(3, 100)
    with mlflow.start_run() as run:
        log_result(result, prefix="test set", names=["my model"])
    kept = store.get_run(run.info.run_id).data
    assert kept.metrics == {f"test set_{name}": getattr(result, name) for name in ("estimate", "low", "high")}
    assert kept.tags["test set.method"] == "clopper_pearson" and kept.tags["test set.target"] == result.target
    folder = Path(mlflow.artifacts.download_artifacts(run_id=run.info.run_id, artifact_path="test set"))
    assert "my model errs on 3.0 % of new examples" in (folder / "report.html").read_text(encoding="utf-8")
    assert eb.Result.from_dict(json.loads((folder / "result.json").read_text(encoding="utf-8"))) == result


@pytest.mark.parametrize("kind", ["classifier", "regressor"])
def test_the_evaluator_says_what_score_says(store, kind):
    import pandas as pd
    from sklearn.datasets import load_breast_cancer, load_diabetes
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    classifies = kind == "classifier"
    X, y = (load_breast_cancer if classifies else load_diabetes)(return_X_y=True, as_frame=True)
    model = (DecisionTreeClassifier if classifies else DecisionTreeRegressor)(max_depth=3, random_state=0)
    model.fit(X[:300], y[:300])
    table = pd.DataFrame({"label": y[300:], "said": model.predict(X[300:])})
    with mlflow.start_run():
        done = mlflow.models.evaluate(
            data=table,
            targets="label",
            predictions="said",
            model_type=kind,
            evaluators="errbar",
            evaluator_config={"confidence_level": 0.9, "page": False},
        )
    expected = eb.score(model, X[300:], y[300:], confidence_level=0.9)
    for name in ("estimate", "low", "high"):
        assert done.metrics[f"errbar_{name}"] == pytest.approx(getattr(expected, name), rel=1e-12)
    assert store.get_run(done.run_id).data.metrics == done.metrics


def test_it_joins_in_only_where_it_is_asked():
    from errbar.plugins.mlflow_evaluator import ErrbarEvaluator

    assert not ErrbarEvaluator.can_evaluate(model_type="classifier", evaluator_config={})
    assert not ErrbarEvaluator.can_evaluate(model_type="classifier", evaluator_config={"log_model_explainability": 0})
    assert ErrbarEvaluator.can_evaluate(model_type="classifier", evaluator_config={"confidence_level": 0.9})
    with pytest.raises(eb.ErrbarError, match="knows confidence_level, method"):
        ErrbarEvaluator().evaluate(model_type="classifier", dataset=None, run_id="", evaluator_config={"level": 1})
