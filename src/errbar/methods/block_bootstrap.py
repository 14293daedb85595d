r"""Bootstrap of losses in time order, in blocks of neighbours: the studentised mean.

.. math:: \bar L \pm q \sqrt{\hat\Omega / n}

Omega: the long-run variance of `diebold_mariano`; q: the quantile of the same ratio, of the error to its estimate, in
bootstrap samples. Each is n times drawn in blocks of neighbours from the losses with their ends joined.

Parameters
----------
n_draws : bootstrap samples
seed : which samples: the same seed gives the same ones
block_length : times in a block; None: Politis and White's automatic choice

Use it: Losses in time order, as for `diebold_mariano`, where they are skewed or their law should be their own.
Not for: Fewer than about fifty times, and seasons longer than a block. What happens with another training set.
In more words: asymptotic in the number of times; a note says where neighbours are so alike that too few are left.
Deviation: Not the percentiles of the mean, which are far too narrow for short series, but of its ratio to its standard
    error, with the same estimate in every sample (Gonçalves and Vogelsang).
References: politis1992, politis2004, patton2009, goncalves2011.

>>> import errbar as eb
>>> table = {"t": range(60), "loss": [(7 * i) % 11 / 10 for i in range(60)]}
>>> r = eb.infer(eb.Scores.from_table(table, time="t", loss="loss"), method="block_bootstrap")
>>> r.low < r.estimate < r.high
True
"""

from math import ceil

from errbar.check import check_count
from errbar.core.bootstrap import MOST_DRAWS
from errbar.core.circular_blocks import block_length as automatic_length
from errbar.core.circular_blocks import block_t
from errbar.errors import InputError
from errbar.methods.in_time import CLAIM, OF_TIMES, PLANS, time_notes
from errbar.types import Finding, Scores, method
from errbar.types.over_time import InTime


@method("Block bootstrap", PLANS, CLAIM, slow_from=20_000, **OF_TIMES)
def block_bootstrap(scores: Scores, *, n_draws: int = 2000, seed: int = 0, block_length: int | None = None) -> Finding:
    n_draws, seed = check_count("n_draws", n_draws, 200, MOST_DRAWS), check_count("seed", seed, at_least=0)
    series = InTime.of(scores)
    automatic = block_length is None
    length = ceil(automatic_length(series.residuals)) if automatic else check_count("block_length", block_length)
    if length > series.n // 2:
        raise InputError(f"block_length={length} is more than half of the {series.n} times; take shorter blocks.")
    law = block_t(series.mean, series.sums, series.counts, length, n_draws=n_draws, seed=seed)
    notes, details = time_notes(series, law.se**2 * series.n)
    few = n_draws < 1000 and f"Only {n_draws} draws: 1000 or more are advised."
    return Finding(law, [few, *notes], {"n_draws": n_draws, "block_length": length, **details})
