"""The survey's soft losses: the logistic one with its alpha, read from its name and never evaluated."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression

import errbar as eb
from errbar.cli.main import run
from errbar.errors import InputError, UnknownNameError

rng = np.random.default_rng(0)
X = rng.normal(size=(80, 2))
Y = np.where(X[:, 0] + rng.normal(size=80) > 0, "yes", "no")
FITTED = LogisticRegression().fit(X[:40], Y[:40])


@pytest.mark.parametrize("alpha", [0.5, 1, 2, 1e3])
@pytest.mark.parametrize("spec", ["logistic(alpha={})", "logistic({})", " logistic( alpha = {} ) "])
def test_is_the_formula(alpha, spec):
    result = eb.score(FITTED, X[40:], Y[40:], loss=spec.format(alpha), method="betting")
    margin = np.where(Y[40:] == "yes", 1, -1) * FITTED.decision_function(X[40:])
    assert result.estimate == pytest.approx(np.mean(1 / (1 + np.exp(np.minimum(alpha * margin, 700)))), rel=1e-12)
    assert result.loss == ("logistic" if alpha == 1 else f"logistic(alpha={alpha:g})")
    assert 0 < result.high < 1  # a bound knows its range


def test_a_large_alpha_counts_errors():
    soft = eb.score(FITTED, X[40:], Y[40:], loss="logistic(alpha=1e9)").estimate
    assert soft == pytest.approx(eb.score(FITTED, X[40:], Y[40:], loss="zero_one").estimate, abs=1e-6)


def test_a_store_tells_alphas_apart(tmp_path):
    means = [
        eb.collect({"m": LinearDiscriminantAnalysis()}, X, Y, plan=eb.plans.kfold(4), random_state=0, loss=loss,
                   store=tmp_path / "kept.db").values.mean()
        for loss in ("logistic", "logistic(alpha=2)", "logistic(alpha=2.5)", "logistic(alpha=2)")
    ]  # fmt: skip
    assert means[1] == means[3] and len(set(means)) == 3


@pytest.mark.parametrize("loss", ["logistic(alpha=0)", "logistic(alpha=-1)", "logistic()", "logistic(alpha=nan)",
                                  "logistic(alpha=inf)", "logistic(alpha=__import__)", "logistic(alpha=1+1)"])  # fmt: skip
def test_an_alpha_that_is_none_is_refused_before_any_fit(loss):
    class Never(LogisticRegression):
        def fit(self, *_, **__):
            pytest.fail("fitted")

    with pytest.raises(InputError, match="must be a number above 0"):
        eb.evaluate(Never(), X, Y, loss=loss)


def test_no_other_loss_takes_it():
    with pytest.raises(UnknownNameError, match="linear_soft"):
        eb.evaluate(LogisticRegression(), X, Y, loss="linear_soft(alpha=2)")


def test_command_line(tmp_path, capsys):
    path = tmp_path / "data.csv"
    path.write_text("\n".join(["a,b,y", *(f"{a},{b},{y}" for (a, b), y in zip(X, Y, strict=True))]))
    model = ["--target", "y", "--model", "sklearn.linear_model.LogisticRegression()", "--plan", "kfold(5)"]
    asked = ["--random-state", "0", "--plain"]
    assert run(["evaluate", str(path), *model, "--loss", "logistic(alpha=2)", *asked]) == 0
    assert "a logistic loss (alpha = 2) of" in " ".join(capsys.readouterr().out.split())
    assert run(["evaluate", str(path), *model, "--loss", "logistic(alpha=zwei)", *asked]) == 2
    assert "must be a number above 0" in capsys.readouterr().err
