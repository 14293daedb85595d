"""Pass bands of seeded simulations: what a share of rejections may be if its probability is as claimed."""

from scipy.stats import binom


def binomial_band(probability, n, tail=1e-4):
    """Counts that a Binomial(n, probability) leaves with chance `tail` at most, on either side."""
    return binom.ppf(tail / 2, n, probability), binom.isf(tail / 2, n, probability)


def within(count, n, probability, highest=None):
    """Whether `count` of `n` agrees with a probability (or with one up to `highest`)."""
    low = binomial_band(probability, n)[0]
    high = binomial_band(highest or probability, n)[1]
    return low <= count <= high
