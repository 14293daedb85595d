"""`errbar demo`: two real models, data bundled with scikit-learn, the naive answer beside the honest one."""

from __future__ import annotations

from pathlib import Path

import errbar as eb
from errbar.cli import options as o
from errbar.cli.finish import check_report, say
from errbar.cli.fit import show
from errbar.cli.spec import parse_model
from errbar.errors import MissingExtraError

MODELS = (
    "sklearn.pipeline.make_pipeline(sklearn.preprocessing.StandardScaler(), sklearn.linear_model.LogisticRegression())",
    "sklearn.ensemble.RandomForestClassifier(n_estimators=50)",
)


def demo(json: o.Json = False, plain: o.Plain = False, report: o.Report = Path("report.html")) -> None:
    """The main job on bundled data: compare two models, print the answer, write report.html."""
    from errbar.reports.page import check_extra
    from errbar.run.bundled import breast_cancer

    tell = _nothing if json else say
    try:
        check_extra()
        check_report(report)
    except MissingExtraError as missing:
        tell(f"No report is written: {missing}\n")
        report = None
    X, y = breast_cancer()
    tell("scikit-learn's breast cancer data: 569 patients. Does logistic regression beat a random forest?\n")
    a, b = (parse_model(spec) for spec in MODELS)
    result = eb.compare(a, b, X, y, random_state=0, n_jobs=2)
    data = "breast cancer (bundled with scikit-learn)"
    show(result, MODELS, data=data, json=json, plain=plain, report=report, seeded=False)
    if report is not None:
        tell(f"\nThe same as a page: {report}")


def _nothing(_: str) -> None:
    """With --json only the object is printed."""
