r"""Conservative normal interval whose variance comes from resampling inside disjoint halves.

.. math:: \bar d \pm z \sqrt{\tfrac{1}{2M} \sum_{m=1}^M (\mu_{(m)} - \mu^c_{(m)})^2}

d_j: score of split j of all the data; M: random halvings; \mu_{(m)}, \mu^c_{(m)}: the same resampling mean
inside the two halves of halving m, with the same test size and floor(n/2) - n_2 training examples.

Use it: Cheap fits (300 and more) and the wish to err on the wide side: any metric, also AUC and F1.
Not for: Expensive fits, or fewer than a hundred examples: the halves it learns from are then very small.
In more words: heuristic, conservative: the halves are independent, so their difference has no hidden correlation, but
    they train on less than half the data, where results vary more.
Deviation: the halves may use another number of splits than the estimate; a note says what that does.
References: nadeau1999, nadeau2003.

>>> import errbar as eb
>>> plan = eb.plans.halvings(3, 4, half_splits=1).build(100, random_state=0)
>>> values = [.20, .24, .22, .21, .27, .25, .19, .30, .22, .18, .20]
>>> r = eb.infer(eb.Scores.from_splits({"m": values}, plan=plan, loss="error"), method="conservative_z")
>>> print(f"{r.estimate:.2f} {r.se:.10f} [{r.low:.10f}, {r.high:.10f}]")
0.22 0.0418330013 [0.1380088240, 0.3019911760]
"""

from math import inf, sqrt

from errbar.core.halvings import half_differences, halves_variance
from errbar.core.student import Student
from errbar.core.variance import mean_and_variance
from errbar.methods.corrected_t import NAIVE
from errbar.types import Finding, Scores, method

CLAIM = "heuristic: conservative if results vary less with more training data"


@method("Conservative Z", ("halvings",), CLAIM, instead_of=NAIVE)
def conservative_z(scores: Scores) -> Finding:
    full = len(scores.plan.parts[0])
    n_halvings = int(scores.plan.parts[1].labels()["halving"].max()) + 1
    halves = scores.per_split[full:].reshape(n_halvings, 2, -1)
    variance, half = float(halves_variance(half_differences(halves))), halves.shape[2]
    law = Student(mean_and_variance(scores.per_split[:full])[0], sqrt(variance), inf)
    notes = [
        "The variance is that of training on less than half the data, which is usually larger. The price "
        f"is fits: {full} for the estimate and 2 x {n_halvings} x {half} for its variance.",
        n_halvings < 10
        and f"Only {n_halvings} halvings: the variance itself is uncertain and z does not allow for that, so the "
        "interval may be too narrow; 10 or more are advised.",
        half < full and f"The halves use {half} splits and the estimate {full}: wider than needed.",
        half > full
        and f"The halves use {half} splits and the estimate only {full}: the variance is that of the longer "
        "average, so the interval may be too narrow.",
    ]
    return Finding(law, notes, {"n_halvings": n_halvings, "half_splits": half})
