"""Settings every test shares: hypothesis draws the same examples on every machine."""

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")

collect_ignore_glob = ["tables/logs/*", "golden/*"]  # what wrote the logs and tables needs other packages
