"""Two models under the names somebody gave them: in the sentence, the page and the JSON; the numbers never change."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import errbar as eb
from errbar.errors import InputError

X = np.random.default_rng(0).normal(size=(80, 2))
Y = (X[:, 0] + 0.5 * np.random.default_rng(1).normal(size=80) > 0).astype(int)


def compared(a, b, **how):
    return eb.compare(a, b, X, Y, plan=eb.plans.subsample(8), random_state=0, progress=False, **how)


def test_names_and_mappings_say_the_same_and_change_no_number():
    plain = compared(GaussianNB(), DummyClassifier())
    by_names = compared(GaussianNB(), DummyClassifier(), names=("Bayes", "a guess"))
    by_mappings = compared({"Bayes": GaussianNB()}, {"a guess": DummyClassifier()})
    assert str(by_names) == str(by_mappings)
    assert "Bayes trained on" in str(by_names) and "than a guess;" in str(by_names)
    assert (plain.estimate, plain.low, plain.high) == (by_names.estimate, by_names.low, by_names.high)
    assert str(plain) == str(by_names).replace("Bayes", "a").replace("a guess", "b")


def test_names_swapped_with_the_models_tell_the_same_story():
    there = compared({"x y": GaussianNB()}, {"z": DummyClassifier()})
    back = compared({"z": DummyClassifier()}, {"x y": GaussianNB()})
    assert "x y trained on" in str(there) and "less often than z" in str(there)
    assert "z trained on" in str(back) and "more often than x y" in str(back)


def test_names_outlive_json_another_method_and_the_page(tmp_path):
    result = compared(GaussianNB(), DummyClassifier(), names=["<b>", "guess"])
    again = eb.Result.from_dict(result.to_dict())
    assert str(again) == str(result) and result.to_dict()["models"] == ["<b>", "guess"]
    assert "<b> trained on" in str(result.with_method("corrected_t"))
    eb.report(result, tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert "&lt;b&gt; trained on" in page and "<b> trained on" not in page
    assert "&lt;b&gt; trained on" in result._repr_html_()


@pytest.mark.parametrize("names", ["ab", ("a",), ("same", "same"), ("a", " "), (1, 2)])
def test_names_that_name_nothing_are_refused(names):
    with pytest.raises(InputError, match="names"):
        compared(GaussianNB(), DummyClassifier(), names=names)


def test_a_mapping_holds_one_model():
    with pytest.raises(InputError, match="a must be one model"):
        compared({"x": GaussianNB(), "y": GaussianNB()}, DummyClassifier())
