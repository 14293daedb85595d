"""Standard errors from statsmodels, block lengths from arch -> time_order.json. Run: python tests/golden/make_time_order.py"""

import json
from pathlib import Path

import numpy as np
import statsmodels
import statsmodels.api as sm
from arch.bootstrap import optimal_block_length

import arch

SERIES = ((0.0, 40, 1), (0.5, 60, 2), (0.8, 120, 3), (-0.4, 50, 4))  # phi, n, seed
LAGS = (0, 1, 3, 6)


def hac(x, lags, kernel):
    """The standard error of a mean: ordinary least squares on a constant."""
    how = {"maxlags": lags, "kernel": kernel, "use_correction": False}
    variance = float(sm.OLS(x, np.ones(x.size)).fit(cov_type="HAC", cov_kwds=how).cov_params()[0, 0])
    return variance**0.5 if variance > 0 else None


def case(phi, n, seed):
    rng, x = np.random.default_rng(seed), np.empty(n)
    x[0] = rng.normal()
    for t in range(1, n):
        x[t] = phi * x[t - 1] + rng.normal()
    x = np.round(x + 0.3, 3)
    return {
        "losses": x.tolist(),
        "bartlett": [hac(x, lags, "bartlett") for lags in LAGS],
        "uniform": [hac(x, lags, "uniform") for lags in LAGS[:2]],
        "circular": float(optimal_block_length(x)["circular"].iloc[0]),
    }


if __name__ == "__main__":
    source = f"statsmodels {statsmodels.__version__} (HAC), arch {arch.__version__} (optimal_block_length)"
    kept = {"source": source, "lags": LAGS, "cases": [case(*one) for one in SERIES]}
    Path(__file__).with_name("time_order.json").write_text(json.dumps(kept) + "\n")
