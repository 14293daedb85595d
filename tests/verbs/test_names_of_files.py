"""Names that no file can have, wherever errbar takes one."""

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import errbar as eb
from errbar.errors import InputError, StoreError

SCORES = eb.Scores.from_splits({"a": [0.1, 0.2, 0.3]}, n_train=9, n_test=3, loss="error")
X = np.random.default_rng(0).normal(size=(30, 2))
ODD = ["\0", "a\0b.db", "\ud800", "x" * 300, "", 3, b"a", object(), ["a"], True, None]
TAKES = {
    "save": SCORES.save,
    "load": eb.Scores.load,
    "report": lambda path: eb.report(eb.infer(SCORES), path),
    "store": lambda path: eb.evaluate(GaussianNB(), X, X[:, 0] > 0, cv=3, store=path),
}


@pytest.mark.parametrize("name", ODD, ids=lambda name: repr(name)[:12])
@pytest.mark.parametrize("take", TAKES)
def test_such_a_name_is_refused_in_a_sentence(take, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if take == "store" and name is None:
        pytest.skip("None is no store")
    with pytest.raises((InputError, StoreError)) as refused:
        TAKES[take](name)
    assert str(refused.value).isprintable() and list(tmp_path.iterdir()) == []


def test_scores_are_kept_in_files():
    with pytest.raises(InputError, match="not a file"):
        SCORES.save("/dev/null")
