/* The numbers of the calculator: limits for k errors of n, McNemar's test with Tango's interval, and how many items.
   The same formulas as errbar.bounds, errbar.core.paired_binary and errbar.core.design, in doubles; held against them
   by tests/docs/test_calculator.py. A classic script: it runs from a file on disk, in a page and in Node. */
"use strict";

const errbarNumbers = (() => {
  // ---- the normal law -----------------------------------------------------------------------------------------

  const polynomial = (x, coefficients) => coefficients.reduceRight((sum, c) => sum * x + c, 0);

  // Wichura's AS 241, accurate to 1e-16
  const MIDDLE = [
    [3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125, 45921.953931549871457,
     67265.770927008700853, 33430.575583588128105, 2509.0809287301226727],
    [1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867,
     39307.89580009271061, 28729.085735721942674, 5226.495278852545925],
  ];
  const OUTSIDE = [
    [1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504,
     1.27045825245236838258, 0.24178072517745061177, 0.0227238449892691845833, 7.7454501427834140764e-4],
    [1, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455, 0.14810397642748007459,
     0.0151986665636164571966, 5.475938084995344946e-4, 1.05075007164441684324e-9],
  ];
  const FAR = [
    [6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 0.29656057182850489123,
     0.026532189526576123093, 0.0012426609473880784386, 2.71155556874348757815e-5, 2.01033439929228813265e-7],
    [1, 0.59983220655588793769, 0.13692988092273580531, 0.0148753612908506148525, 7.868691311456132591e-4,
     1.8463183175100546818e-5, 1.4215117583164458887e-7, 2.04426310338993978564e-15],
  ];

  function normalQuantile(p) {
    const q = p - 0.5;
    if (Math.abs(q) <= 0.425) {
      const r = 0.180625 - q * q;
      return q * polynomial(r, MIDDLE[0]) / polynomial(r, MIDDLE[1]);
    }
    const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
    const [shift, [above, below]] = r <= 5 ? [1.6, OUTSIDE] : [5, FAR];
    const x = polynomial(r - shift, above) / polynomial(r - shift, below);
    return q < 0 ? -x : x;
  }

  // ---- the binomial law ---------------------------------------------------------------------------------------

  const LOG_TAU = Math.log(2 * Math.PI);

  /* ln n! less Stirling's formula, n a whole number [Loader 2000] */
  function stirlingError(n) {
    if (n <= 15) {
      let factorial = 1;
      for (let i = 2; i <= n; i++) factorial *= i;
      return n === 0 ? 0 : Math.log(factorial) - (n + 0.5) * Math.log(n) + n - LOG_TAU / 2;
    }
    const s = n * n;
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / s) / s) / s) / s) / n;
  }

  /* x ln(x / m) + m - x, without cancellation where x is near m */
  function deviance(x, m) {
    if (Math.abs(x - m) >= 0.1 * (x + m)) return x * Math.log(x / m) + m - x;
    const v = (x - m) / (x + m);
    let sum = (x - m) * v, term = 2 * x * v;
    for (let j = 1; ; j++) {
      term *= v * v;
      const next = sum + term / (2 * j + 1);
      if (next === sum) return next;
      sum = next;
    }
  }

  /* P(Bin(n, p) = k), with q = 1 - p given beside p */
  function binomialPoint(k, n, p, q) {
    if (k < 0 || k > n) return 0;
    if (p === 0) return k === 0 ? 1 : 0;
    if (q === 0) return k === n ? 1 : 0;
    if (k === 0) return Math.exp(p < 0.1 ? n * Math.log1p(-p) : n * Math.log(q));
    if (k === n) return Math.exp(q < 0.1 ? n * Math.log1p(-q) : n * Math.log(p));
    const exponent = stirlingError(n) - stirlingError(k) - stirlingError(n - k) - deviance(k, n * p) - deviance(n - k, n * q);
    return Math.exp(exponent + 0.5 * (Math.log(n / k / (n - k)) - LOG_TAU));
  }

  /* The continued fraction of the incomplete beta function, by Lentz */
  function betaFraction(a, b, x) {
    const tiny = 1e-300;
    let c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (Math.abs(d) < tiny ? tiny : d);
    let h = d;
    for (let m = 1; m < 1e6; m++) {
      for (const numerator of [m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                               -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))]) {
        d = 1 + numerator * d;
        c = 1 + numerator / c;
        d = 1 / (Math.abs(d) < tiny ? tiny : d);
        if (Math.abs(c) < tiny) c = tiny;
        h *= c * d;
      }
      if (Math.abs(c * d - 1) < 1e-16) break;
    }
    return h;
  }

  /* P(Bin(n, p) <= k) and P(Bin(n, p) > k); k and n whole numbers */
  function binomialTails(k, n, p, q = 1 - p) {
    if (k < 0) return [0, 1];
    if (k >= n) return [1, 0];
    const a = k + 1, b = n - k;  // P(X > k) is the incomplete beta function of p at (a, b)
    const front = a * b / (a + b) * binomialPoint(a, a + b, p, q);
    if (p < (a + 1) / (a + b + 2)) {
      const above = front * betaFraction(a, b, p) / a;
      return [1 - above, above];
    }
    const below = front * betaFraction(b, a, q) / b;
    return [below, 1 - below];
  }

  const atMost = (k, n, p) => binomialTails(k, n, p)[0];

  // ---- k errors of n ------------------------------------------------------------------------------------------

  /* Where `inside` stops to hold on the way from `from`, where it does, to `to`. */
  function edge(from, to, inside) {
    for (;;) {
      const middle = (from + to) / 2;
      if (middle === from || middle === to) return from;
      if (inside(middle)) from = middle; else to = middle;
    }
  }

  const clopperPearson = {
    upper: (k, n, delta) => (k >= n ? 1 : edge(0, 1, (p) => binomialTails(k, n, p)[0] >= delta)),
    lower: (k, n, delta) => (k <= 0 ? 0 : edge(1, 0, (p) => binomialTails(k - 1, n, p)[1] >= delta)),
  };

  function wilsonRoot(x, n, z) {
    const a = z * z / n;
    const half = x + 0.5 * (a + Math.sqrt(a * (a + 4 * x * (1 - x))));
    return z >= 0 ? half / (1 + a) : x * x / Math.max(half, 1e-300);
  }

  const wilson = {
    upper: (k, n, delta) => wilsonRoot(k / n, n, -normalQuantile(delta)),
    lower: (k, n, delta) => wilsonRoot(k / n, n, normalQuantile(delta)),
  };

  const METHODS = { clopper_pearson: clopperPearson, wilson };

  /* [low, high] as errbar.bound gives them: "upper" starts at 0, "lower" ends at 1. */
  function bound(k, n, level, method, side) {
    const limit = METHODS[method], delta = 1 - level;
    if (side === "upper") return [0, limit.upper(k, n, delta)];
    if (side === "lower") return [limit.lower(k, n, delta), 1];
    return [limit.lower(k, n, delta / 2), limit.upper(k, n, delta / 2)];
  }

  // ---- two models on the same items ---------------------------------------------------------------------------

  /* Variance of one item's difference, at its most likely value where the mean difference is delta [Tango 1998] */
  function tangoVariance(b, c, n, delta) {
    const linear = -b - c + (2 * n - b + c) * delta, constant = -c * delta * (1 - delta);
    const q = (Math.sqrt(Math.max(linear * linear - 8 * n * constant, 0)) - linear) / (4 * n);
    return Math.max(2 * q + delta * (1 - delta), 0);
  }

  /* Of no difference: McNemar's mid-p, given b + c [Fagerland 2013] */
  function midP(b, c) {
    const total = b + c;
    if (total === 0) return 1;
    if (b === c) return 0.5 + atMost(b - 1, total, 0.5);
    const k = Math.min(b, c);
    return Math.min(1, atMost(k, total, 0.5) + atMost(k - 1, total, 0.5));
  }

  /* b items that only the first model gets wrong, c that only the second does, among n. */
  function compare(b, c, n, level) {
    const estimate = (b - c) / n, z = -normalQuantile((1 - level) / 2);
    const accepted = (delta) => (b - c - n * delta) ** 2 <= z * z * n * tangoVariance(b, c, n, delta);
    const limit = (end) => (estimate === end ? end : edge(estimate, end, accepted));
    return { estimate, low: limit(-1), high: limit(1), pvalue: midP(b, c) };
  }

  // ---- how many items -----------------------------------------------------------------------------------------

  const MOST = 1e15, EXACT = 10000;

  function roundedUp(n) {
    if (!(n <= MOST)) throw new RangeError("That takes more than 1e15 items: ask for less.");
    return Math.max(1, Math.ceil(n * (1 - 1e-12)));
  }

  const twoSided = (level) => -normalQuantile((1 - level) / 2);

  const itemsForHalfWidth = (halfWidth, error, level) =>
    roundedUp(twoSided(level) ** 2 * (error * (1 - error) / halfWidth / halfWidth));

  const halfWidth = (n, error, level) => twoSided(level) * Math.sqrt(error * (1 - error) / n);

  /* Share of items on which exactly one of two models errs, whose errors are independent: the worst plausible case. */
  function discordanceOf(error, effect) {
    const other = error <= 0.5 ? error + effect : error - effect;
    return Math.max(error * (1 - other) + other * (1 - error), effect);
  }

  /* Chance that McNemar's mid-p test of n items sees the effect, by adding up all that can happen. */
  function mcnemarPower(effect, discordance, n, level) {
    const outside = (1 - level) / 2, mean = n * discordance;
    const around = 9 * Math.sqrt(mean * (1 - discordance)) + 10;
    const share = (discordance + effect) / (2 * discordance);
    const first = Math.max(0, Math.ceil(mean - around)), last = Math.min(n, Math.floor(mean + around));
    const unlikely = (k, d) => (atMost(k, d, 0.5) + atMost(k - 1, d, 0.5)) / 2 < outside;
    let few = -1;  // items of the rarer kind, at most, for the test to see it; grows with the number of those that differ
    if (unlikely(0, first)) {
      let none = Math.floor(first / 2) + 1;
      for (few = 0; none - few > 1;) {
        const middle = (few + none) >> 1;
        if (unlikely(middle, first)) few = middle; else none = middle;
      }
    }
    let power = 0;
    for (let d = first; d <= last; d++) {
      while (unlikely(few + 1, d)) few += 1;
      if (few >= 0) {
        power += binomialPoint(d, n, discordance, 1 - discordance) * (atMost(few, d, share) + atMost(few, d, 1 - share));
      }
    }
    return power;
  }

  function itemsForDifference(effect, discordance, power, level) {
    const reach = twoSided(level) * Math.sqrt(discordance) + normalQuantile(power) * Math.sqrt(discordance - effect * effect);
    let n = roundedUp(reach * reach / effect / effect);
    while (n < EXACT && mcnemarPower(effect, discordance, n, level) < power) n += 1;
    return n;
  }

  return { normalQuantile, atMost, bound, compare, itemsForHalfWidth, halfWidth, discordanceOf, mcnemarPower, itemsForDifference };
})();

if (typeof module !== "undefined") module.exports = errbarNumbers;
