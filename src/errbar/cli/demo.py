"""`errbar demo`: two real models, data bundled with scikit-learn, the naive answer beside the honest one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import errbar as eb
from errbar.cli.finish import Finish, say
from errbar.cli.result_lines import show_result
from errbar.cli.spec import parse_model
from errbar.errors import MissingExtraError

MODELS = (
    "sklearn.pipeline.make_pipeline(sklearn.preprocessing.StandardScaler(), sklearn.linear_model.LogisticRegression())",
    "sklearn.ensemble.RandomForestClassifier(n_estimators=50)",
)

PAGE = Finish(report=Path("report.html"))  # written unless said otherwise


def demo(*, finish: Finish = PAGE) -> None:
    """The main job on bundled data: compare two models, print the answer, write report.html."""
    from errbar.run.bundled import breast_cancer

    tell = _nothing if finish.json else say
    try:
        finish.check()
    except MissingExtraError as missing:
        tell(f"No report is written: {missing}\n")
        finish = replace(finish, report=None)
    X, y = breast_cancer()
    tell("scikit-learn's breast cancer data: 569 patients. Does logistic regression beat a random forest?\n")
    a, b = (parse_model(spec) for spec in MODELS)
    result = eb.compare(a, b, X, y, random_state=0, n_jobs=2)
    show_result(result, MODELS, finish, data="breast cancer (bundled with scikit-learn)")


def _nothing(_: str) -> None:
    """With --json only the object is printed."""
