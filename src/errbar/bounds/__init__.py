"""Mean, n, delta -> limits; one file per bound, which also gives its row of METHODS.

`errbar.bounds.<name>(mean, n, delta)` limits the true error of one trained model. All take `mean` (errors over n), `n`
and `delta` and broadcast; `side` is "upper", "lower" or "two-sided" (then lower and upper limit stand along the first
axis). `variance` is the unbiased variance of the losses, for those that read it; None means 0/1 losses. Values are in
[0, 1]. A bound knows whether it is rigorous: `wilson.rigorous`. `betting`, `betting_star` and `anderson` read the
losses themselves. `plot_coverage` draws how often bounds hold.
"""

from errbar.bounds.agresti_coull import agresti_coull
from errbar.bounds.anderson import anderson
from errbar.bounds.bentkus import bentkus
from errbar.bounds.bernstein import bernstein
from errbar.bounds.betting import betting
from errbar.bounds.betting_star import betting_star
from errbar.bounds.blaker import blaker
from errbar.bounds.bound import AnyBound, Bound, SampleBound
from errbar.bounds.cantelli import cantelli
from errbar.bounds.chebyshev import chebyshev
from errbar.bounds.chernoff import chernoff
from errbar.bounds.chernoff_tight import chernoff_tight
from errbar.bounds.clopper_pearson import clopper_pearson
from errbar.bounds.coverage import coverage, coverage_curve, coverage_monte_carlo, plot_coverage
from errbar.bounds.guttman import guttman
from errbar.bounds.guttman_sharp import guttman_sharp
from errbar.bounds.hoeffding import hoeffding
from errbar.bounds.hoeffding_kl import hoeffding_kl
from errbar.bounds.jeffreys import jeffreys
from errbar.bounds.kfold import kfold_average, kfold_chebyshev, kfold_hoeffding, kfold_kl, kfold_union
from errbar.bounds.maurer_pontil import maurer_pontil
from errbar.bounds.maurer_pontil_sharp import maurer_pontil_sharp
from errbar.bounds.mid_p import mid_p
from errbar.bounds.normal import normal
from errbar.bounds.wilson import wilson
from errbar.core.loss_laws import Bernoulli, Beta, ClippedNormal

# of a survey; sharper ones; of the losses themselves; and further ones of 0/1 losses
FAMILIES: tuple[tuple[AnyBound, ...], ...] = (
    (normal, wilson, clopper_pearson, chebyshev, guttman, bernstein, maurer_pontil, chernoff, hoeffding_kl, hoeffding),
    (cantelli, guttman_sharp, maurer_pontil_sharp, chernoff_tight, bentkus),
    (betting, betting_star, anderson),
    (blaker, jeffreys, mid_p, agresti_coull),
)
EVERY = {bound.name: bound for family in FAMILIES for bound in family}
BOUNDS = {name: bound for name, bound in EVERY.items() if isinstance(bound, Bound)}
SAMPLE_BOUNDS = {name: bound for name, bound in EVERY.items() if isinstance(bound, SampleBound)}

__all__ = [
    "BOUNDS",
    "SAMPLE_BOUNDS",
    "Bernoulli",
    "Beta",
    "Bound",
    "ClippedNormal",
    "agresti_coull",
    "anderson",
    "bentkus",
    "bernstein",
    "betting",
    "betting_star",
    "blaker",
    "cantelli",
    "chebyshev",
    "chernoff",
    "chernoff_tight",
    "clopper_pearson",
    "coverage",
    "coverage_curve",
    "coverage_monte_carlo",
    "guttman",
    "guttman_sharp",
    "hoeffding",
    "hoeffding_kl",
    "jeffreys",
    "kfold_average",
    "kfold_chebyshev",
    "kfold_hoeffding",
    "kfold_kl",
    "kfold_union",
    "maurer_pontil",
    "maurer_pontil_sharp",
    "mid_p",
    "normal",
    "plot_coverage",
    "wilson",
]
