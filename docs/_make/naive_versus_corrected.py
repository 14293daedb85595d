"""Draws the picture at the top of the README from the demo's own numbers: the t interval that takes its 25 splits for
independent, and the one that allows for what they share."""

from __future__ import annotations

from matplotlib import rc_context

import errbar as eb
from errbar.cli.demo import MODELS
from errbar.cli.spec import parse_model
from errbar.run.bundled import breast_cancer
from errbar.show.intervals import new_axes
from renew import PICTURES

PICTURE = PICTURES / "naive-versus-corrected.svg"


def draw() -> None:
    X, y = breast_cancer()
    a, b = (parse_model(spec) for spec in MODELS)
    scores = eb.collect({"a": a, "b": b}, X, y, random_state=0)
    names = ("resampled_t", "corrected_t")
    results = eb.Results([eb.infer(scores, model="a", versus="b", method=name) for name in names])
    labels = ["naive: t·SD/√25", "corrected resampled t"]
    ax = results.plot(new_axes(width=7.2, height=2.0), labels=labels)
    ax.set_xlabel("error of logistic regression minus error of a random forest")
    with rc_context({"svg.hashsalt": "errbar"}):
        ax.figure.savefig(PICTURE, metadata={"Date": None})


if __name__ == "__main__":
    draw()
