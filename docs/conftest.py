"""The manual's doctests: the tutorial writes its files into a folder of its own, and pictures are closed again."""

import sys

import pytest


@pytest.fixture(autouse=True)
def _tidy(request, tmp_path, monkeypatch):
    if request.path.parent.name == "tutorial":
        monkeypatch.chdir(tmp_path)
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
