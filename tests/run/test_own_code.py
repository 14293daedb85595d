"""Change the code: the store must not answer for what the code was before, wherever the change is made."""

import importlib
import sys
import time

import numpy as np
import pytest

import errbar as eb
from errbar.run.own_code import version_of
from errbar.run.store.fingerprint import model_fingerprint

MODEL = """
from sklearn.base import BaseEstimator, RegressorMixin
{imports}

class Own(RegressorMixin, BaseEstimator):
    def fit(self, X, y):
        {within}
        self.mean_ = {calls}(y).mean()
        return self

    def predict(self, X):
        return [self.mean_] * len(X)
"""
WAYS = {
    "import": ("import own_help", "", "own_help.scale"),
    "from import": ("from own_help import scale", "", "scale"),
    "import as": ("import own_help as h", "", "h.scale"),
    "inside a function": ("", "import own_help", "own_help.scale"),
    "from, inside a function": ("", "from own_help import scale", "scale"),
    "of a package": ("import own_pack.part", "", "own_pack.part.scale"),
    "from a package, inside": ("", "from own_pack import part", "part.scale"),
    "by its name": ("import own_help", "", "getattr(own_help, 'sca' + 'le')"),
    "out of a table": ("import own_help", "", "own_help.TABLE['scale']"),
    "through another module": ("import own_between", "", "own_between.call"),
}
HELP = """
import own_deep

FACTOR = {factor}
def scale(y):
    return {body}
class Unused:
    pass
TABLE = {{"scale": scale}}
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Writes the modules and gives the model as they define it now."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "own_pack").mkdir()
    (tmp_path / "own_pack" / "__init__.py").write_text("")
    (tmp_path / "own_between.py").write_text("import own_help\ndef call(y):\n    return own_help.scale(y)\n")

    def define(way, factor=1.0, body="y * FACTOR", deep="1"):
        for name in [name for name in sys.modules if name.startswith("own_")]:
            del sys.modules[name]
        imports, within, calls = WAYS[way]
        for place in (tmp_path / "own_help.py", tmp_path / "own_pack" / "part.py"):
            place.write_text(HELP.format(factor=factor, body=body))
        (tmp_path / "own_deep.py").write_text(f"def more():\n    return {deep}\n")
        (tmp_path / "own_model.py").write_text(MODEL.format(imports=imports, within=within or "pass", calls=calls))
        importlib.invalidate_caches()
        return importlib.import_module("own_model").Own()

    yield define
    for name in [name for name in sys.modules if name.startswith("own_")]:
        del sys.modules[name]


@pytest.mark.parametrize("way", WAYS)
def test_changed_code_is_fitted_anew(project, way, tmp_path):
    X, y = np.zeros((40, 1)), np.arange(40.0)

    def ask(**changes):
        scores = eb.collect({"m": project(way, **changes)}, X, y, plan=eb.plans.subsample(3, 0.2), random_state=0,
                            store=tmp_path / "runs.db")  # fmt: skip
        return scores.values[0].tolist(), scores.details["resumed_fits"]

    before, resumed = ask()
    assert resumed == 0 and ask() == (before, 3)
    for change in ({"factor": 2.0}, {"body": "y + FACTOR"}):
        after, resumed = ask(**change)
        assert resumed == 0 and after != before
        assert ask(**change) == (after, 3)
    assert ask() == (before, 3)


def test_code_that_other_code_calls_is_followed(project):
    body = "y * own_deep.more()"
    assert model_fingerprint("m", project("import", body=body)) == model_fingerprint("m", project("import", body=body))
    changed = project("import", body=body, deep="2")
    assert model_fingerprint("m", project("import", body=body)) != model_fingerprint("m", changed)


def test_a_comment_and_another_folder_change_nothing(project, tmp_path, monkeypatch):
    before = model_fingerprint("m", project("import"))
    assert model_fingerprint("m", project("import", body="y * FACTOR  # the same")) == before
    moved = tmp_path.rename(tmp_path.with_name(tmp_path.name + "-moved"))
    monkeypatch.syspath_prepend(str(moved))
    for name in [name for name in sys.modules if name.startswith("own_")]:
        del sys.modules[name]
    assert model_fingerprint("m", importlib.import_module("own_model").Own()) == before


def test_code_is_what_is_loaded_not_what_the_file_says_by_now(project, tmp_path):
    model = project("import")
    before = model_fingerprint("m", model)
    (tmp_path / "own_help.py").write_text(HELP.format(factor=7, body="y"))
    assert model_fingerprint("m", model) == before


def test_modules_that_import_each_other_and_functions_that_call_each_other_take_no_time(tmp_path, monkeypatch):
    """Forty functions, each calling all that come after it: 2^40 ways through them."""
    lines = ["import own_ring"]
    for i in range(40):
        calls = "".join(f" + f{j}(y) + own_ring.f{j}(y)" for j in range(i + 1, 40))
        lines.append(f"def f{i}(y):\n    return y{calls}\n")
    (tmp_path / "own_ring.py").write_text("import own_chain\nfrom own_chain import *\n")
    (tmp_path / "own_chain.py").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(str(tmp_path))
    chain = importlib.import_module("own_chain")
    start = time.process_time()
    assert model_fingerprint("m", chain.f0) == model_fingerprint("m", chain.f0)
    assert time.process_time() - start < 5


def test_whose_code_it_is(tmp_path, monkeypatch):
    assert version_of("numpy.linalg") == np.__version__ and version_of("json") == "python"
    assert version_of(__name__) is None and version_of("errbar.verbs.infer") == eb.__version__
    (tmp_path / "colorsys.py").write_text("")  # a name of the standard library
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    importlib.import_module("colorsys")
    version_of.cache_clear()
    try:
        assert version_of("colorsys") is None
    finally:
        del sys.modules["colorsys"]
        version_of.cache_clear()
