"""n, a seed -> Part; families of splits that are rebuilt one by one from a seed and a number."""

from __future__ import annotations

from errbar.plans.families.bags import Bags, Everything
from errbar.plans.families.distinct import LARGEST, Distinct, n_subsets
from errbar.plans.families.folds import FoldPairs, Folds
from errbar.plans.families.given import Chosen, Explicit, Sizes, structure
from errbar.plans.families.halves import Halves
from errbar.plans.families.part import BLOCK, STREAMS, Held, Part, Split, stream
from errbar.plans.families.random_splits import Subsample
from errbar.plans.families.replaced import Replaced
from errbar.plans.families.test_set import TestSet
from errbar.plans.families.windows import Windows

__all__ = [
    "BLOCK", "LARGEST", "STREAMS", "Bags", "Chosen", "Distinct", "Everything", "Explicit", "FoldPairs", "Folds",
    "Halves", "Held", "Part", "Replaced", "Sizes", "Split", "Subsample", "TestSet", "Windows", "holding", "n_subsets",
    "stream", "structure",
]  # fmt: skip


def holding(part: Part) -> Subsample | Folds | FoldPairs | Halves | Replaced | None:
    """The part, where it can name its test sets alone (`held`), which is most of the work; exact classes only."""
    if isinstance(part, Subsample | Folds | FoldPairs | Halves | Replaced) and type(part).__module__.startswith(
        __name__
    ):
        return part
    return None
