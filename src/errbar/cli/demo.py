"""`errbar demo`: two real models, data bundled with scikit-learn, the naive answer beside the honest one."""

from __future__ import annotations

from pathlib import Path

from errbar import api
from errbar.cli import options as o
from errbar.cli.fit import show
from errbar.cli.output import say
from errbar.cli.spec import parse_model
from errbar.errors import MissingExtraError

MODELS = (
    "sklearn.pipeline.make_pipeline(sklearn.preprocessing.StandardScaler(), sklearn.linear_model.LogisticRegression())",
    "sklearn.ensemble.RandomForestClassifier(n_estimators=50)",
)


def demo(plain: o.Plain = False) -> None:
    """The main job on bundled data: compare two models, print the answer, write report.html."""
    from errbar.reporting.page import check_extra
    from errbar.run.bundled import breast_cancer

    X, y = breast_cancer()
    say("scikit-learn's breast cancer data: 569 patients. Does logistic regression beat a random forest?\n")
    a, b = (parse_model(spec) for spec in MODELS)
    scores = api.collect({"a": a, "b": b}, X, y, random_state=0, n_jobs=2)
    result = api.infer(scores, model="a", versus="b")
    report: Path | None = Path("report.html")
    try:
        check_extra()
    except MissingExtraError as missing:
        say(f"No report is written: {missing}\n")
        report = None
    data = "breast cancer (bundled with scikit-learn)"
    show(result, MODELS, data=data, json=False, plain=plain, report=report, seeded=False)
    if report is not None:
        say(f"\nThe same as a page: {report}")
