"""Settings every test shares: hypothesis draws the same examples on every machine, pictures are closed again."""

import sys

import pytest
from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")

collect_ignore_glob = ["tables/logs/*", "golden/*"]  # what wrote the logs and tables needs other packages


@pytest.fixture(autouse=True)
def _closed_pictures():
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
