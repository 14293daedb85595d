r"""Hierarchical model over many data sets: how differences of two models vary, each known as well as its scores tell.

.. math:: \hat d_i \mid \delta_i \sim t_{f_i}(\delta_i, s_i), \qquad \delta_i \sim t_\nu(\delta_0, \sigma_0), \qquad
   \nu - 1 \sim \mathrm{Gamma}(\alpha, \beta)

d_i, s_i, f_i: what data set i says of the difference, its standard error and degrees of freedom; of J folds or other
splits with the correlation n_test / (n_test + n_train) that the corrected t test allows for, the spread integrated out,
f = J - 2; of training runs Welch's; of runs x items those of `two_way_t`. delta_0, sigma_0, nu: the law of differences
over data sets, with flat priors on delta_0, sigma_0, alpha (1 to 2) and beta (0.01 to 0.1). By a Gibbs sampler that
needs no compiler (`core/hierarchical.py`); split R-hat and effective draws are told. The answer is how probable it is
that differences on further data sets fall most often below, inside or above the region of equivalence.

Parameters
----------
rope : half-width of the region of equivalence, in the units of the scores; 0 leaves none.

Use it: Two or more models on many data sets, with folds or training runs inside each, and a question about further
    data sets: which is practically better, or are they equivalent?
Not for: One data set, which says nothing of others (`corrected_t`, `two_way_t`); a table of one number for each data
    set, where `eb.rank(across="wilcoxon")` or the signed-rank posterior (`rope=`) answer.
In more words: probabilities under a hierarchical model, not error rates; on the example of baycomp's manual 0.084,
    0.039 and 0.878 against the published 0.0795, 0.0365 and 0.884 of Stan and 0.075, 0.031 and 0.893 by quadrature,
    within four Monte Carlo errors.
Deviation: the spread inside each data set is integrated out with a flat prior that has no upper end, where baycomp's
    ends at 1,000 times the spread seen; a data set without any spread is taken as spread over the region of
    equivalence.
References: corani2017, benavoli2017, yu2011.

Examples
--------
Eleven folds of each of six data sets, on all of which a is two points better, region one point:

>>> import errbar as eb
>>> folds = [0.81 + 0.002 * i for i in range(11)]
>>> sets = {f"set {i}": eb.Scores.from_splits({"a": folds, "b": [0.8] * 11}, n_train=90, n_test=10,
...                                           loss="accuracy", greater_is_better=True) for i in range(6)}
>>> ranking = eb.rank(sets, method="hierarchical_bayes", rope=0.01)
>>> ranking.pairs[0]["p_a_better"] > 0.9
True
"""

from errbar.errors import NeedsError
from errbar.methods.corrected_t import SPLITS
from errbar.types import Finding, Scores, method

TITLE, PLANS = "Hierarchical Bayes (many data sets)", (*SPLITS, "test_set")
CLAIM = "probabilities under a model, no error rates; agrees with baycomp's published example"
MANY = "hierarchical_bayes is for many data sets: eb.rank({data set: Scores}, method='hierarchical_bayes', rope=...)."


@method(TITLE, PLANS, CLAIM, needs="data_sets", target="data sets", compares="two")
def hierarchical_bayes(scores: Scores, *, rope: float = 0.0) -> Finding:  # noqa: ARG001
    """Of one data set nothing is known of others; `eb.rank` has many, and asks `ranking/hierarchy.py`."""
    raise NeedsError(MANY)
