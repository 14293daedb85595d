"""Ratios, never absolute times: each script measures both sides in one run, one thread on both."""
