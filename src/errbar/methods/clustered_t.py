r"""t interval for the mean loss of items that come in groups.

.. math:: \bar L \pm t_{G-1} \sqrt{\frac{G}{G-1} \frac{1}{n^2} \sum_c \Big(\sum_{i \in c} (L_i - \bar L)\Big)^2}

L_i: loss of item i, or difference of two models on it; c: groups, G of them; n: items. Without groups every item
is its own, and this is the plain t interval.

Parameters
----------
variance : which variance of the mean of grouped items
    "cr1" (above), "cr0" (without G/(G-1)) or "miller" (the independent variance plus the products of items in one
    group); the last two go with the normal law, as in the papers.

Use it: Trained models and items that come in groups: several questions to a passage, several rows of a patient.
Not for: Fewer than about ten groups. 0/1 losses near 0 or 1: take `clustered_wilson`.
In more words: for new groups like these.
Deviation: Miller's evaluation paper uses the normal law and its own variance; "cr1" with Student's law is less liberal
    where groups are few.
References: miller2024, liang1986.

>>> import errbar as eb
>>> s, g = [1, 1, 0, 1, 1, 0, 0, 0, 1, 0], [0, 0, 0, 1, 1, 2, 2, 2, 3, 3]
>>> scores = eb.Scores.from_table({"i": range(10), "loss": s, "g": g}, item="i", loss="loss", group="g")
>>> print(f"{eb.infer(scores, method='clustered_t').se:.10f}")
0.2160246899
"""

from math import inf, sqrt
from typing import Any, Literal

import numpy as np

from errbar.core.clustered import ONE_GROUP, ClusterSums
from errbar.core.student import Student
from errbar.types import Finding, Scores, method


def one_group(scores: Scores) -> str | None:
    """What speaks against groups, where there is but one of them."""
    n_groups = group_count(scores).get("n_groups") if scores.sums is None else scores.sums.n_groups
    return ONE_GROUP if n_groups is not None and n_groups < 2 else None


def group_count(scores: Scores) -> dict[str, float]:
    """How many groups the items come in, if in any."""
    groups = scores.item_groups
    return {} if groups is None else {"n_groups": int(np.unique(groups).size)}


IN_GROUPS: dict[str, Any] = {"needs": "losses", "target": "model", "in_groups": True, "refuses": one_group}
PLANS = ("holdout", "test_set")


@method("Cluster-robust t", PLANS, "asymptotic in the number of groups", instead_of=("holdout_t",), **IN_GROUPS)
def clustered_t(scores: Scores, *, variance: Literal["cr1", "cr0", "miller"] = "cr1") -> Finding:
    sums = scores.moments.in_clusters
    squared = {"cr1": sums.cr1, "cr0": sums.cr0, "miller": sums.miller}[variance]
    law = Student(sums.mean, sqrt(squared), sums.n_clusters - 1 if variance == "cr1" else inf)
    return Finding(law, group_notes(scores, sums), group_details(sums))


def group_notes(scores: Scores, sums: ClusterSums) -> list[str | bool]:
    if scores.moments.n_groups is None:
        return ["No groups are known: every item is taken as independent."]
    few = f"Only {sums.n_clusters} groups: the interval is liberal where there are few; 40 or more are advised."
    return [sums.n_clusters < 20 and few]


def group_details(sums: ClusterSums) -> dict[str, float]:
    return {"n_groups": sums.n_clusters, "independent_se": sqrt(sums.clt), "design_effect": sums.design_effect}
