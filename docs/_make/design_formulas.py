"""Formulas for an interval from splits, or splits and halvings, each on all data sets of a cell at once."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import chi2
from scipy.stats import t as student


class Losses(NamedTuple):
    """One series of a cell: sets x J x n2 and sets x M x 2 x J' x n2, with where the examples are."""

    n: int
    tests: Any
    losses: Any
    half_tests: Any
    half_losses: Any
    members: Any
    truth: float
    comparison: bool
    binary: bool
    alike: Any  # of two learners: the correlation of their losses, at least 0; sets

    def has(self, n_splits: int, n_halvings: int, half_splits: int) -> bool:
        """Whether there are so many."""
        _, m, _, jh, _ = self.half_losses.shape
        return n_splits <= self.losses.shape[1] and n_halvings <= m and half_splits <= jh

    def first(self, n_splits: int, n_halvings: int, half_splits: int) -> Losses:
        """The same with fewer splits."""
        return self._replace(
            tests=self.tests[:, :n_splits],
            losses=self.losses[:, :n_splits],
            half_tests=self.half_tests[:, :n_halvings, :, :half_splits],
            half_losses=self.half_losses[:, :n_halvings, :, :half_splits],
            members=self.members[:, :n_halvings],
        )

    def sets(self, count: int) -> Losses:
        """The first data sets alone."""
        return self._replace(**{name: value[:count] for name, value in self._asdict().items() if np.ndim(value) > 0})


class Parts:
    """What the designs are made of: names as in src/errbar/core/calibrated.py, one number per data set."""

    def __init__(self, of: Losses) -> None:
        self.of = of
        sets, self.J, self.n2 = of.losses.shape
        self.M, self.Jh, self.h = of.half_losses.shape[1], of.half_losses.shape[3], of.members.shape[3]
        n = self.n = of.n
        self.n1, self.n1h = n - self.n2, self.h - self.n2
        where = of.half_tests.reshape(sets, -1).astype(np.int64) + n * np.arange(sets)[:, None]
        flat = of.half_losses.reshape(sets, -1)
        count = np.bincount(where.ravel(), minlength=sets * n).reshape(sets, n)
        total = np.bincount(where.ravel(), flat.ravel(), minlength=sets * n).reshape(sets, n)
        squares = np.bincount(where.ravel(), flat.ravel() ** 2, minlength=sets * n).reshape(sets, n)
        tested = np.maximum(count, 1)
        c = self.c = np.where(count > 0, total / tested, flat.mean(axis=1)[:, None])
        spread = np.where(count > 0, np.maximum(squares / tested - c**2, 0), 0.0)
        self.noise = (spread / np.maximum(count - 1, 1)).mean(axis=1)
        self.c2 = c.var(axis=1, ddof=1)
        self.explained = self.c2 - self.noise
        rows = np.arange(sets)[:, None, None]
        at = c[rows, of.tests]
        x, m = at.mean(axis=2), of.losses.mean(axis=2)
        self.means = m
        dx, dy = at - x[..., None], of.losses - m[..., None]
        below = (dx**2).sum(axis=(1, 2))
        slope = np.where(below > 0, (dx * dy).sum(axis=(1, 2)) / np.where(below > 0, below, 1), 0)
        self.slope = np.clip(slope, 0, 1.5)
        self.a = m - self.slope[:, None] * (x - c.mean(axis=1)[:, None])
        self.p, self.Sa, self.S2 = self.a.mean(axis=1), self.a.var(axis=1, ddof=1), m.var(axis=1, ddof=1)
        self.w = of.losses.var(axis=2, ddof=1).mean(axis=1)
        self.wh = of.half_losses.var(axis=4, ddof=1).mean(axis=(1, 2, 3))
        self.sigma2 = np.maximum(np.maximum(self.w, self.explained), 1 / n if of.binary else 0.0)
        split = self.half_means = of.half_losses.mean(axis=4)
        means = split.mean(axis=3)
        self.spread = split.var(axis=3, ddof=1).mean(axis=(1, 2)) if self.Jh > 1 else np.zeros(sets)
        ch = c[np.arange(sets)[:, None, None, None], of.members].mean(axis=3)
        self.D2 = (means[:, :, 0] - means[:, :, 1]) ** 2
        self.q = (self.D2 - (ch[:, :, 0] - ch[:, :, 1]) ** 2) / 2 + self.c2[:, None] / self.h
        self.v = np.maximum(0, self.q.mean(axis=1))
        centred = c - c.mean(axis=1)[:, None]
        var = (centred**2).mean(axis=1)
        safe = np.where(var > 0, var, 1)
        flat_skew = np.sign(0.5 - self.p) * np.sqrt(n) if of.binary else 0.0
        self.kurtosis = np.where(var > 0, (centred**4).mean(axis=1) / safe**2, 1.0)
        self.skew = np.where(var > 0, (centred**3).mean(axis=1) / safe**1.5, flat_skew)
        whs = np.where(self.wh > 0, self.wh, 1)
        self.u = np.where(self.wh > 0, np.clip(1 - self.explained / whs, 0, 1), 0.0)
        phi = (1 - self.n2 / n) / (1 - self.n2 / self.h)
        self.lasting = 1 + self.u * (phi**2 - 1)
        self.plain_kappa = np.where(self.wh > 0, (self.v - self.spread / self.Jh) / (whs / self.h), 1.0)
        self.plain_rv = np.where(self.wh > 0, self.q.var(axis=1, ddof=1) / self.M / (whs / self.h) ** 2, 0.0)
        self.kappa, self.rv = self.lasting * self.plain_kappa, self.lasting**2 * self.plain_rv


def parts_of(losses: Losses, n_splits: int, n_halvings: int, half_splits: int) -> Parts:
    return Parts(losses.first(n_splits, n_halvings, half_splits))


Ends = tuple[Any, Any]
LEAST_FACTOR = 0.1  # of a difference whose halves say that training cancels what testing adds


def calibrated(
    of: Parts,
    *,
    floor: tuple[float, float] = (0.8, 0.5),
    lasting: str = "always",
    half_floor: str = "always",
    shrink: tuple[float, float] | None = None,
    form: str = "lean",
    least_df: float = 3.0,
    errors: float | None = None,
) -> Ends:
    """`calibrated_t`, with its pieces changed one at a time."""
    compared = of.of.comparison
    k0 = floor[compared]
    kappa, rv = of.kappa, of.rv
    if lasting == "never":
        kappa, rv = of.plain_kappa, of.plain_rv
    if lasting == "significant":  # only where the unexplained part is sure to add to the variance
        sure = of.plain_kappa - 1 > np.sqrt(of.plain_rv)
        kappa, rv = np.where(sure, of.kappa, of.plain_kappa), np.where(sure, of.rv, of.plain_rv)
    if shrink is not None:  # towards a prior of this mean and variance, by the noise of kappa
        mean, variance = shrink
        weight = variance / (variance + rv + 1e-12)
        kappa, rv = weight * kappa + (1 - weight) * mean, weight * rv
    k = np.maximum(kappa, k0)
    if errors is not None and compared:  # no floor but what the noise of kappa asks for
        k0 = LEAST_FACTOR
        k = np.maximum(kappa + errors * np.sqrt(rv), k0)
    if half_floor == "alike" and compared:
        k = np.maximum(kappa, 0.5 + 0.5 * (1 - of.of.alike))
    split = of.Sa / of.J
    data = k * of.sigma2 / of.n
    half = of.v / 2 - split
    if compared:
        if half_floor == "always":
            data = np.maximum(data, half)
        elif half_floor == "significant":
            sure = (of.v / 2 - split - data) > np.sqrt(of.q.var(axis=1, ddof=1) / of.M) / 2
            data = np.where(sure, np.maximum(data, half), data)
        elif half_floor == "alike":
            data = np.maximum(data, (1 - of.of.alike) * half)
    V = split + data
    relative = np.maximum(of.kurtosis - 1, 0) / of.n + np.where(kappa > k0, rv / k**2, 0.0)
    of_V = 2 * split**2 / (of.J - 1) + data**2 * relative
    df = np.where(of_V > 0, np.maximum(least_df, 2 * V**2 / np.where(of_V > 0, of_V, 1)), 1e6)
    t = student.ppf(0.975, df)
    if form == "wilson" and of.of.binary and not compared:
        return wilson(of.p, V, t, of.n)
    lean = np.zeros_like(V)
    if not compared and form != "straight":
        lean = np.clip(of.skew / np.sqrt(of.n) * (data / np.where(V > 0, V, 1)) ** 1.5, -1, 1) * np.sqrt(V)
    reach = t * np.sqrt(V + (t * lean / 2) ** 2)
    return of.p + t**2 * lean / 2 - reach, of.p + t**2 * lean / 2 + reach


def wilson(p: Any, V: Any, t: Any, n: int) -> Ends:
    """Wilson's interval at the number of examples that V is worth, at most n."""
    p = np.clip(p, 0, 1)
    safe = np.clip(p, 0.5 / n, 1 - 0.5 / n)
    size = n / np.maximum(1, V * n / (safe * (1 - safe)))
    middle = (p + t**2 / (2 * size)) / (1 + t**2 / size)
    reach = t / (1 + t**2 / size) * np.sqrt(p * (1 - p) / size + t**2 / (4 * size**2))
    return middle - reach, middle + reach


def straight(p: Any, V: Any, df: Any) -> Ends:
    reach = student.ppf(0.975, df) * np.sqrt(V)
    return p - reach, p + reach


def corrected(of: Parts) -> Ends:
    return straight(of.means.mean(axis=1), (1 / of.J + of.n2 / of.n1) * of.S2, of.J - 1)


def corrected_counted(of: Parts) -> Ends:
    p, V = of.means.mean(axis=1), (1 / of.J + of.n2 / of.n1) * of.S2
    if not of.of.binary:
        return corrected(of)
    if of.of.comparison:
        return straight(p, V + 2 / of.n**2, of.J - 1)
    return wilson(p, V, student.ppf(0.975, of.J - 1), of.n)


def conservative(of: Parts) -> Ends:
    V = of.D2.mean(axis=1) / 2
    reach = 1.959964 * np.sqrt(V)
    p = of.means.mean(axis=1)
    return p - reach, p + reach


def half_sampling(of: Parts) -> Ends:
    """The unbiased variance of a half's mean, without its splits' noise, halved and rescaled: no floor at all."""
    ratio = np.where(of.wh > 0, of.w / np.where(of.wh > 0, of.wh, 1), 1.0)
    data = np.maximum(of.v - of.spread / of.Jh, 0) / 2 * ratio
    V = of.Sa / of.J + data
    of_V = 2 * (of.Sa / of.J) ** 2 / (of.J - 1) + (ratio / 2) ** 2 * of.q.var(axis=1, ddof=1) / of.M
    return straight(of.p, V, np.maximum(3, 2 * V**2 / np.where(of_V > 0, of_V, 1e-300)))


def overlap_regression(of: Parts) -> Ends:
    """Half squared differences of half splits' means, by least squares on what two splits share in tests and training.

    Splits of disjoint halves share nothing; what two random splits of all data share is then put into the line.
    """
    sets = len(of.p)
    V = np.empty(sets)
    n_test, n_train = of.n2, of.n1h
    for s in range(sets):
        tested = np.zeros((of.M * 2 * of.Jh, of.n), dtype=np.float32)
        np.put_along_axis(tested, of.of.half_tests[s].reshape(-1, n_test).astype(np.int64), 1, axis=1)
        inside = np.zeros((of.M * 2, of.n), dtype=np.float32)
        np.put_along_axis(inside, of.of.members[s].reshape(-1, of.h).astype(np.int64), 1, axis=1)
        trained = np.repeat(inside, of.Jh, axis=0) - tested
        tests, trains, cross = tested @ tested.T, trained @ trained.T, tested @ trained.T
        upper = np.triu_indices(len(tested), 1)
        shared = np.stack(
            [np.ones(upper[0].size), tests[upper] / n_test, trains[upper] / n_train, (cross + cross.T)[upper] / n_test],
            axis=1,
        )
        means = of.half_means[s].ravel()
        gap = (means[upper[0]] - means[upper[1]]) ** 2 / 2
        line = np.linalg.lstsq(shared, gap, rcond=None)[0]
        here = np.array([0.0, of.n2 / of.n, of.n1 / of.n, 2 * of.n1 / of.n])  # of two random splits of all data
        V[s] = -line @ here
    ratio = np.where(of.wh > 0, of.w / np.where(of.wh > 0, of.wh, 1), 1.0)
    return straight(of.p, of.Sa / of.J + np.maximum(V * ratio, 0.5 * of.sigma2 / of.n), 2 * of.M)


def influence(of: Parts) -> Ends:
    """No halves: what training on an example does to adjusted split means, by inclusion in the J splits."""
    sets, n = len(of.p), of.n
    tested = np.zeros((sets, of.J, n), dtype=np.float32)
    np.put_along_axis(tested, of.of.tests.astype(np.int64), 1, axis=2)
    trained = 1 - tested
    share = of.n1 / n
    devs = of.a - of.p[:, None]
    slope = np.einsum("sjn,sj->sn", trained - share, devs) / (of.J * share * (1 - share))
    flow = (of.c - of.c.mean(axis=1)[:, None]) / n + slope * of.n1 / n / 1.0
    noise = of.Sa / (of.J * share * (1 - share)) * (of.n1 / n) ** 2 * n
    V = (flow**2).sum(axis=1) - noise
    return straight(of.p, of.Sa / of.J + np.maximum(V, 0.8 * of.sigma2 / n), of.J - 1)


class Crossed:
    """The factor from half means that are adjusted like the estimate, each halving by losses seen outside it.

    `kappa` and `rv` as in `Parts`; `tau2`: by how much adjusted split means vary more than their test examples explain,
    and `jumps`: whether that is beyond what 1 in 20 stable learners show.
    """

    def __init__(self, of: Parts) -> None:
        losses, n = of.of, of.n
        sets = len(of.p)
        base = n * np.arange(sets)[:, None]

        def sums(where: Any, values: Any) -> tuple[Any, Any]:
            place = (where.reshape(sets, -1).astype(np.int64) + base).ravel()
            flat = values.reshape(sets, -1)
            return (
                np.bincount(place, minlength=sets * n).reshape(sets, n),
                np.bincount(place, flat.ravel(), minlength=sets * n).reshape(sets, n),
            )

        own = [sums(losses.half_tests[:, m], losses.half_losses[:, m]) for m in range(of.M)]
        # training on all data is another level: only what a split does not explain by its mean goes in
        centred = losses.losses - losses.losses.mean(axis=(1, 2), keepdims=True)
        middle = losses.half_losses.mean(axis=(1, 2, 3, 4))
        whole = sums(losses.tests, centred + middle[:, None, None])
        count, total = (sum(part) + extra for part, extra in zip(zip(*own, strict=True), whole, strict=True))
        rows = np.arange(sets)[:, None, None, None]
        D, C, noise = [], [], []
        for m in range(of.M):
            seen, sum_of = count - own[m][0], total - own[m][1]
            c = np.where(seen > 0, sum_of / np.maximum(seen, 1), middle[:, None])
            at = c[rows, losses.half_tests[:, m]]  # sets x 2 x J' x n2
            x, y = at.mean(axis=3), losses.half_losses[:, m].mean(axis=3)
            dx, dy = at - x[..., None], losses.half_losses[:, m] - y[..., None]
            below = (dx**2).sum(axis=(1, 2, 3))
            b = np.clip(np.where(below > 0, (dx * dy).sum(axis=(1, 2, 3)) / np.where(below > 0, below, 1), 0), 0, 1.5)
            inside = c[np.arange(sets)[:, None, None], losses.members[:, m]].mean(axis=2)  # sets x 2
            a = y - b[:, None, None] * (x - inside[..., None])
            noise.append(a.var(axis=2, ddof=1).mean(axis=1))
            D.append(a.mean(axis=2)[:, 0] - a.mean(axis=2)[:, 1])
            C.append(b * (inside[:, 0] - inside[:, 1]))
        D, C = np.stack(D, axis=1), np.stack(C, axis=1)
        self.noise = np.stack(noise, axis=1).mean(axis=1)
        rest = D - C
        self.q = (D**2 - C**2) / 2 + of.explained[:, None] / of.h
        v = self.q.mean(axis=1) - self.noise / of.Jh
        scale = np.where(of.wh > 0, of.wh, 1) / of.h
        self.kappa = np.where(of.wh > 0, of.lasting * v / scale, 1.0)
        s2 = (rest**2).mean(axis=1)
        C2 = 2 * np.maximum(of.explained, 0) / of.h
        self.rv = np.where(of.wh > 0, of.lasting**2 * s2 * (s2 + 4 * C2) / 4 / of.M / scale**2, 0.0)
        at = of.c[np.arange(sets)[:, None, None], losses.tests]
        left = losses.losses - of.slope[:, None, None] * at
        self.w_left = left.var(axis=2, ddof=1).mean(axis=1)
        expected = self.w_left / of.n2
        self.tau2 = np.maximum(of.Sa - expected, 0)
        self.jumps = of.Sa * (of.J - 1) > expected * chi2.ppf(0.95, of.J - 1)


def crossed(
    of: Parts,
    *,
    floor: float = 0.8,
    prior: tuple[float, float] = (1.0, 0.25),
    jump: float = 0.0,
    form: str = "lean",
    cross: bool = True,
) -> Ends:
    """One algorithm: the crossed factor, drawn towards a prior; a difference: `calibrated_t` as it is."""
    if of.of.comparison:
        return calibrated(of)
    by = Crossed(of)
    kappa, rv = (by.kappa, by.rv) if cross else (of.kappa, of.rv)
    weight = prior[1] / (prior[1] + rv + 1e-12)
    k = np.maximum(weight * kappa + (1 - weight) * prior[0], floor)
    split = of.Sa / of.J
    data = k * of.sigma2 / of.n + jump * np.where(by.jumps, by.tau2, 0) * of.n2 / of.n1
    V = split + data
    relative = np.maximum(of.kurtosis - 1, 0) / of.n + weight * rv / k**2
    of_V = 2 * split**2 / (of.J - 1) + data**2 * relative
    df = np.where(of_V > 0, np.maximum(3, 2 * V**2 / np.where(of_V > 0, of_V, 1)), 1e6)
    t = student.ppf(0.975, df)
    if form == "wilson" and of.of.binary:
        return wilson(of.p, V, t, of.n)
    lean = np.clip(of.skew / np.sqrt(of.n) * (data / np.where(V > 0, V, 1)) ** 1.5, -1, 1) * np.sqrt(V)
    reach = t * np.sqrt(V + (t * lean / 2) ** 2)
    return of.p + t**2 * lean / 2 - reach, of.p + t**2 * lean / 2 + reach


def pooled(
    of: Parts,
    *,
    k: float = 1.1,
    by_instability: float = 0.0,
    jump: float = 2.0,
    seen: bool = False,
    form: str = "lean",
    of_two: float | None = None,
) -> Ends:
    """Splits of all data alone, no halves: the variance of losses pooled within splits, the estimate balanced."""
    losses, n, sets = of.of, of.n, len(of.p)
    tests, values = losses.tests, losses.losses
    J, n2 = values.shape[1:]
    place = (tests.reshape(sets, -1).astype(np.int64) + n * np.arange(sets)[:, None]).ravel()
    count = np.bincount(place, minlength=sets * n).reshape(sets, n)
    total = np.bincount(place, values.ravel(), minlength=sets * n).reshape(sets, n)
    squares = np.bincount(place, values.ravel() ** 2, minlength=sets * n).reshape(sets, n)
    m = values.mean(axis=2)
    middle = m.mean(axis=1)
    rows = np.arange(sets)[:, None, None]
    others = count[rows, tests] - 1
    at = np.where(others > 0, (total[rows, tests] - values) / np.maximum(others, 1), middle[:, None, None])
    c = np.where(count > 0, total / np.maximum(count, 1), middle[:, None])
    x = at.mean(axis=2)
    dx, dy = at - x[..., None], values - m[..., None]
    below = (dx**2).sum(axis=(1, 2))
    b = np.clip(np.where(below > 0, (dx * dy).sum(axis=(1, 2)) / np.where(below > 0, below, 1), 0), 0, 1)
    p = middle + b * (c.mean(axis=1) - middle)
    a = m - b[:, None] * (x - x.mean(axis=1)[:, None])
    Sa, w = a.var(axis=1, ddof=1), values.var(axis=2, ddof=1).mean(axis=1)
    left = (dy - b[:, None, None] * dx).var(axis=2, ddof=1).mean(axis=1)
    tau2 = np.maximum(Sa - left / n2, 0)
    jumps = Sa * (J - 1) > left / n2 * chi2.ppf(0.95, J - 1)
    twice = count > 1
    own = np.where(twice, (squares - count * c**2) / np.maximum(count - 1, 1), 0).sum(axis=1) / np.maximum(
        twice.sum(axis=1), 1
    )
    u = np.clip(own / np.where(w > 0, w, 1), 0, 1)
    sigma2 = np.maximum(w, 1 / n if losses.binary else 0.0)
    factor = (of_two if of_two is not None and losses.comparison else k) + by_instability * u
    size = (count > 0).sum(axis=1) if seen else n
    split, data = Sa / J, factor * sigma2 / size + jump * np.where(jumps, tau2, 0) * n2 / (n - n2)
    V = split + data
    centred = c - c.mean(axis=1)[:, None]
    var = (centred**2).mean(axis=1)
    safe = np.where(var > 0, var, 1)
    kurtosis = np.where(var > 0, (centred**4).mean(axis=1) / safe**2, 1.0)
    flat_skew = np.sign(0.5 - p) * np.sqrt(n) if losses.binary else 0.0
    skew = np.where(var > 0, (centred**3).mean(axis=1) / safe**1.5, flat_skew)
    of_V = 2 * split**2 / (J - 1) + data**2 * np.maximum(kurtosis - 1, 0) / n
    df = np.where(of_V > 0, np.maximum(3, 2 * V**2 / np.where(of_V > 0, of_V, 1)), 1e6)
    t = student.ppf(0.975, df)
    if form == "wilson" and losses.binary and not losses.comparison:
        return wilson(p, V, t, n)
    if losses.comparison or form == "straight":
        return p - t * np.sqrt(V), p + t * np.sqrt(V)
    lean = np.clip(skew / np.sqrt(n) * (data / np.where(V > 0, V, 1)) ** 1.5, -1, 1) * np.sqrt(V)
    reach = t * np.sqrt(V + (t * lean / 2) ** 2)
    return p + t**2 * lean / 2 - reach, p + t**2 * lean / 2 + reach


def fast_bootstrap(of: Parts, means: Any) -> Ends:
    """Cai et al.: the variance between bootstrap samples, less what the splits within them add."""
    within = means.var(axis=2, ddof=1).mean(axis=1)
    between = means.mean(axis=2).var(axis=1, ddof=1)
    V = np.maximum(between - within / means.shape[2], 0.0)
    return straight(of.p, of.Sa / of.J + V, means.shape[1] - 1)


FORMULAS: dict[str, Any] = {
    "calibrated_t": calibrated,
    "conservative_z": conservative,
    "floor 0.9, 0.6": partial(calibrated, floor=(0.9, 0.6)),
    "floor 1.0, 0.8": partial(calibrated, floor=(1.0, 0.8)),
    "floor 1.0, 1.0": partial(calibrated, floor=(1.0, 1.0)),
    "instability lasts nowhere": partial(calibrated, lasting="never"),
    "instability lasts where significant": partial(calibrated, lasting="significant"),
    "kappa shrunk to 1, variance 0.1": partial(calibrated, shrink=(1.0, 0.1)),
    "kappa shrunk to 1.1, variance 0.25": partial(calibrated, shrink=(1.1, 0.25)),
    "kappa shrunk to 1, variance 0.5": partial(calibrated, shrink=(1.0, 0.5)),
    "half floor where significant": partial(calibrated, half_floor="significant"),
    "half floor never": partial(calibrated, half_floor="never"),
    "half floor never, floor 0.8, 0.8": partial(calibrated, half_floor="never", floor=(0.8, 0.8)),
    "half floor never, floor 1, 1": partial(calibrated, half_floor="never", floor=(1.0, 1.0)),
    "floors that know how alike two are": partial(calibrated, half_floor="alike"),
    "Wilson's form with kappa": partial(calibrated, form="wilson"),
    "no skewness": partial(calibrated, form="straight"),
    "at least 8 degrees of freedom": partial(calibrated, least_df=8.0),
    "unbiased half-sampling": half_sampling,
    "differences by kappa and its error": partial(calibrated, half_floor="never", errors=1.0),
    "differences by kappa and twice its error": partial(calibrated, half_floor="never", errors=2.0),
}
HALF_FORMULAS: dict[str, Any] = {
    "crossed factor, shrunk to 1, variance 0.25": crossed,
    "crossed factor, and jumps": partial(crossed, jump=2.0),
    "factor shrunk to 1, variance 0.1, and jumps": partial(crossed, cross=False, prior=(1.0, 0.1), jump=2.0),
    "overlap regression": overlap_regression,
}  # one algorithm; the first three leave differences as they are
WHOLE_FORMULAS: dict[str, Any] = {
    "corrected_t": corrected,
    "corrected_wilson": corrected_counted,
    "influence by inclusion": influence,
    **{
        f"pooled, factor {k:g} + {u:g} u, jumps x {jump:g}{'' if form == 'lean' else ', ' + form}": partial(
            pooled, k=k, by_instability=u, jump=jump, form=form, seen=True
        )
        for k, u, jump, form in (
            (1.0, 0.0, 0.0, "lean"),
            (1.0, 0.0, 2.0, "lean"),
            (1.1, 0.0, 2.0, "lean"),
            (1.2, 0.0, 2.0, "lean"),
            (1.0, 0.3, 2.0, "lean"),
            (1.0, 0.5, 0.0, "lean"),
            (1.0, 0.5, 1.0, "lean"),
            (1.0, 0.5, 2.0, "lean"),
            (1.0, 0.5, 2.0, "wilson"),
            (1.0, 0.5, 2.0, "straight"),
            (1.0, 0.7, 2.0, "lean"),
            (1.05, 0.5, 2.0, "lean"),
        )
    },
}  # splits of all data alone
FULL = ((25, 5, 5), (10, 5, 5))  # splits - halvings - splits of each half: every formula
ALLOTMENTS = (
    *FULL, (20, 5, 5), (15, 6, 5), (15, 3, 10), (15, 10, 3), (35, 4, 5), (45, 3, 5), (35, 10, 2), (25, 10, 5),
    (15, 10, 10),
)  # fmt: skip
EVERYWHERE = ("calibrated_t", "conservative_z", "kappa shrunk to 1, variance 0.1")
SPLITS_ALONE = (10, 25, 50)
