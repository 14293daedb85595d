"""n, y, groups -> Plan; recipes such as `subsample(25, 0.1)` and the families they draw from."""

from errbar.plans.bootstrap import bootstrap
from errbar.plans.five_by_two import five_by_two
from errbar.plans.halvings import halvings
from errbar.plans.holdout import holdout
from errbar.plans.kfold import kfold
from errbar.plans.nested import nested
from errbar.plans.pseudo_bootstrap import pseudo_bootstrap
from errbar.plans.recipe import Recipe
from errbar.plans.replacements import replacements
from errbar.plans.rolling import rolling
from errbar.plans.subsample import subsample

PLANS: dict[str, type[Recipe]] = {
    "holdout": holdout,
    "subsample": subsample,
    "kfold": kfold,
    "five_by_two": five_by_two,
    "halvings": halvings,
    "pseudo_bootstrap": pseudo_bootstrap,
    "nested": nested,
    "rolling": rolling,
    "bootstrap": bootstrap,
    "replacements": replacements,
}

__all__ = [
    "PLANS",
    "Recipe",
    "bootstrap",
    "five_by_two",
    "halvings",
    "holdout",
    "kfold",
    "nested",
    "pseudo_bootstrap",
    "replacements",
    "rolling",
    "subsample",
]
