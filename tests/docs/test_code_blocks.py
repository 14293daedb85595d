"""Every piece of Python in the manual is executed: as a doctest, or here where it needs a stand-in."""

import re
import sys
import types
from contextlib import nullcontext

import joblib
import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from tests.docs.pages import PAGES, ROOT, blocks

import errbar as eb
from errbar.cli.demo import MODELS
from errbar.cli.spec import parse_model
from errbar.run.bundled import breast_cancer

WITH_STAND_INS = "howto/many-machines.md"  # a scheduler on other machines
WITH_TORCH = "howto/fit-many.md"
WITH_OTHERS = "howto/integrations.md"  # run by tests/plugins where the other libraries are installed


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT / "docs")))
def test_every_python_block_is_a_doctest(path):
    if path in (ROOT / "docs" / WITH_STAND_INS, ROOT / "docs" / WITH_OTHERS):
        return
    for code in blocks(path, "python"):
        if path == ROOT / "docs" / WITH_TORCH and code.startswith("import torch"):
            continue
        assert code.startswith(">>> "), f"not executed: {code.splitlines()[0]}"
        assert code.endswith("\n\n"), "doctest would take the closing fence for output: leave an empty line before it"
    for language in ("py", "python3", "pycon", "ipython"):
        assert not blocks(path, language), f"write ```python, not ```{language}"


def test_doctests_are_collected_from_the_manual():
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert "--doctest-glob='*.md'" in settings and re.search(r'testpaths = \[.*"docs"', settings)


@pytest.mark.parametrize("number", [0, 1, 2], ids=["dask", "ray", "jobqueue"])
def test_the_cluster_blocks_run_against_stand_ins(number, monkeypatch):
    """The lines of the page, with an empty scheduler and joblib's backend left alone; the verb is the real one."""
    asked = []
    nothing = types.SimpleNamespace
    modules = {
        "distributed": nothing(Client=lambda address: None),
        "dask_jobqueue": nothing(SLURMCluster=lambda **_: nothing(adapt=lambda minimum, maximum: None)),
        "ray": nothing(init=lambda address: None),
        "ray.util": nothing(),
        "ray.util.joblib": nothing(register_ray=lambda: None),
    }
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(joblib, "parallel_config", lambda backend: asked.append(backend) or nullcontext())
    rng = np.random.default_rng(0)
    scope = {"a": GaussianNB(), "b": KNeighborsClassifier(), "X": rng.normal(size=(60, 2)), "y": np.arange(60) % 2}
    found = blocks(ROOT / "docs" / WITH_STAND_INS, "python")
    assert len(found) == 3
    exec(found[number], scope)
    assert scope["result"].method == "corrected_wilson" and asked == [["dask", "ray", "dask"][number]]


def test_the_networks_side_by_side_learn_something():
    pytest.importorskip("torch")
    (code,) = (code for code in blocks(ROOT / "docs" / WITH_TORCH, "python") if code.startswith("import torch"))
    scope = {}
    exec(code, scope)
    X = np.random.default_rng(0).normal(size=(80, 3))
    nets, order = scope["Nets"](steps=100, random_state=0), np.arange(80)
    said = nets.fit_many(X, X[:, 0], [order[:60], order[20:]], [order[60:], order[:20]])
    assert [one.shape for one in said] == [(20,), (20,)]
    assert np.mean((said[0] - X[60:, 0]) ** 2) < 0.5 * np.mean(X[60:, 0] ** 2)
    alone = nets.fit_many(X, X[:, 0], [order[20:]], [order[:20]])
    np.testing.assert_allclose(said[1], alone[0], atol=1e-3)


@pytest.mark.slow  # fifty fits, half of them forests
def test_the_block_of_the_readme_gives_the_answer_it_shows():
    (code,) = blocks(ROOT / "README.md", "python")
    shown = " ".join(line.removeprefix("# ") for line in code.splitlines() if line.startswith("# "))
    (call,) = re.findall(r"^print\((eb\..*)\)$", code, re.MULTILINE)
    X, y = breast_cancer()
    a, b = (parse_model(spec) for spec in MODELS)
    result = eval(call, {"eb": eb, "model_a": a, "model_b": b, "X": X, "y": y})
    number = re.compile(r"-?\d+\.\d+")
    assert number.sub("x", str(result)) == number.sub("x", shown)
    less, lowest, highest, _ = map(float, number.findall(shown))  # in points, the first two of them less
    near = pytest.approx((result.estimate, result.low, result.high), abs=result.se / 2)  # other forests elsewhere
    assert (-less / 100, -lowest / 100, highest / 100) == near
