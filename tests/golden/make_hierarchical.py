"""The hierarchical posterior by quadrature, no sampler: writes hierarchical.json.

    python tests/golden/make_hierarchical.py

hierarchical_sets.csv: differences of accuracy (J48 - naive Bayes, per cent) on 54 data sets, ten folds each: mean and
variance (divisor 9) of every data set, worked out from the scores in baycomp's documentation, whose published
probabilities for them, with a region of 1, are PUBLISHED (a run of Stan with some thousand draws).

Every data set's difference and spread are integrated out by Gauss and Legendre's rule; delta_0, log sigma_0 and
log(nu - 1) run over a grid. alpha and beta are integrated out by the same rule.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
from scipy import stats

HERE = Path(__file__).parent
ROPE, FOLDS = 1.0, 10
PUBLISHED = (0.0795, 0.0365, 0.884)
NODES = 80


def sets() -> tuple[np.ndarray, np.ndarray]:
    with (HERE / "hierarchical_sets.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    mean, variance = (np.array([float(row[name]) for row in rows]) for name in ("mean", "variance"))
    rho = 1.0 / FOLDS
    squares = (FOLDS - 1) * variance / (1.0 - rho)
    se = np.sqrt(squares * (1.0 + (FOLDS - 1) * rho) / FOLDS / (FOLDS - 2))
    return mean, np.where(se > 0, se, ROPE / 3.0**0.5)


def prior(log_nu: np.ndarray) -> np.ndarray:
    x, w = np.polynomial.legendre.leggauss(30)
    alpha, beta = 1.5 + x / 2.0, 0.055 + 0.045 * x
    value = np.exp(log_nu)[:, None, None]
    density = stats.gamma.pdf(value, alpha[:, None], scale=1.0 / beta) * value
    return np.log((density * w[:, None] * w).sum(axis=(1, 2)))


def density(x: np.ndarray, nu: float) -> np.ndarray:
    """Of Student's law; scipy.stats checks more than this loop has time for."""
    return stats.t.pdf(0.0, nu) * np.exp(-(nu + 1.0) / 2.0 * np.log1p(x * x / nu))


def main() -> None:
    mean, se = sets()
    u, w = np.polynomial.legendre.leggauss(NODES)
    u, w = (u + 1.0) / 2.0, w / 2.0
    centre = np.linspace(-2.5, 4.0, 44)
    spread = np.exp(np.linspace(np.log(0.3), np.log(9.0), 30))
    log_nu = np.linspace(-6.0, 5.5, 24)
    around = mean + se * stats.t.ppf(u, FOLDS - 2)[:, None]  # nodes x data sets, by what a data set says
    logs = np.empty((log_nu.size, spread.size, centre.size))
    for i, nu in enumerate(1.0 + np.exp(log_nu)):
        nodes = stats.t.ppf(u, nu)
        for j, sigma in enumerate(spread):
            wide = se > sigma  # there the law over data sets is the narrower of the two: its nodes are taken
            by_set = density((around[None, :, ~wide] - centre[:, None, None]) / sigma, nu) / sigma
            points = centre[:, None] + sigma * nodes  # centres x nodes
            gap = (points[:, :, None] - mean[wide]) / se[wide]
            by_law = density(gap, FOLDS - 2.0) / se[wide]
            whole = [np.log(np.einsum("cns,n->cs", one, w)).sum(axis=1) for one in (by_set, by_law)]
            logs[i, j] = whole[0] + whole[1]
        logs[i] += np.log(spread)[:, None]  # flat in sigma_0, and the grid is even in its logarithm
    logs += prior(log_nu)[:, None, None]
    weight = np.exp(logs - logs.max())
    weight /= weight.sum()
    nu, sigma, mu = np.meshgrid(1.0 + np.exp(log_nu), spread, centre, indexing="ij")
    below, above = stats.t.cdf((-ROPE - mu) / sigma, nu), stats.t.sf((ROPE - mu) / sigma, nu)
    regions = np.stack([below, 1.0 - below - above, above])
    most = regions.argmax(axis=0)
    found = {
        "most": [float(weight[most == side].sum()) for side in range(3)],
        "next": [float((weight * one).sum()) for one in regions],
        "delta0": float((weight * mu).sum()),
        "log_sigma0": float((weight * np.log(sigma)).sum()),
        "log_nu_minus_one": float((weight * np.log(nu - 1.0)).sum()),
        "at_the_edges": float(max(weight.sum(axis=(1, 2))[[0, -1]].max(), weight.sum(axis=(0, 2))[[0, -1]].max(),
                                  weight.sum(axis=(0, 1))[[0, -1]].max())),
        "published": PUBLISHED,
    }  # fmt: skip
    (HERE / "hierarchical.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(found)


if __name__ == "__main__":
    main()
