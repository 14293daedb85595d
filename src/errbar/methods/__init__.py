"""Scores -> Finding. Every method by name, and the default for each kind of plan: literal tables."""

from importlib import import_module
from itertools import chain

from errbar.bounds import EVERY
from errbar.methods.hierarchical_bayes import hierarchical_bayes
from errbar.types import Method

FAMILIES = (
    ("holdout_t", "mcnemar"),
    ("resampled_t", "corrected_t", "corrected_wilson", "conservative_z"),
    ("pseudo_bootstrap", "corrected_pseudo_bootstrap"),
    ("five_by_two_t", "five_by_two_t4", "five_by_two_t5", "five_by_two_f"),
    ("kfold_t", "cv_wald", "nested_cv"),
    ("bayes_t", "calibrated_t", "pooled_t"),
    ("clustered_t", "clustered_wilson"),
    ("delong", "f1_delta", "cv_auc", "bootstrap_bca"),
    ("kfold_union", "kfold_hoeffding", "kfold_chebyshev", "kfold_kl", "kfold_average"),
    ("diebold_mariano", "block_bootstrap"),
    ("ppi", "two_way_t"),
    ("oob", "bootstrap_632", "bootstrap_632plus", "optimism", "replace_one"),
)
# a method's record has the name of its file
METHODS: dict[str, Method] = {name: getattr(import_module(f"{__name__}.{name}"), name) for name in chain(*FAMILIES)}
METHODS |= {name: bound.method for name, bound in EVERY.items()}

# Many data sets -> probabilities of every pair: no function of one Scores; `rank` asks it (method= or across=)
OVER_DATASETS = hierarchical_bayes.name
OF_DATASETS: dict[str, Method] = {OVER_DATASETS: hierarchical_bayes}

# method="auto": by the kind of plan and of loss only
DEFAULTS: dict[str, str] = {
    "subsample": "corrected_t",
    "kfold": "corrected_t",
    "custom": "corrected_t",
    "halvings": "conservative_z",
    "five_by_two": "five_by_two_f",
    "pseudo_bootstrap": "corrected_pseudo_bootstrap",
    "nested": "nested_cv",
    "rolling": "diebold_mariano",
    "bootstrap": "oob",
    "replacements": "replace_one",
}

# the same where errors are counted: 0/1 losses, or accuracies; other plans keep the method they are for
COUNTED_DEFAULTS: dict[str, str] = dict.fromkeys(("subsample", "kfold", "custom"), "corrected_wilson")

# one model where all splits are computed from shared statistics: halvings cost next to nothing there
MANY_FITS = "calibrated_t"
# what answers after fits of a given effort, where no method is named
BY_EFFORT = {"quick": "auto", "standard": MANY_FITS, "thorough": MANY_FITS}
# where a default method sees no spread at all in 0/1 losses over splits
COUNTING = "corrected_wilson"
# losses that are known to stand in time order, trained models' too
IN_TIME = DEFAULTS["rolling"]
# people's labels with a judge's scores beside them
WITH_JUDGE = "ppi"
# several training runs of each model on the same items
OF_RUNS = "two_way_t"
# subgroups at once: Wilson's interval fails at the high levels that many of them take, so errors are counted exactly
OF_SUBGROUPS: dict[str, str] = {"wilson": "clopper_pearson"}

# a fixed model's items, a hold-out's too: by what the scores are; items in groups take the second
FIXED_DEFAULTS: dict[str, tuple[str, str]] = {
    "0/1 losses": ("wilson", "clustered_wilson"),
    "losses": ("holdout_t", "clustered_t"),
    "0/1 difference": ("mcnemar", "mcnemar"),
    "difference": ("holdout_t", "clustered_t"),
    "roc_auc": ("delong", "delong"),
    "f1": ("f1_delta", "f1_delta"),
    "metric": ("bootstrap_bca", "bootstrap_bca"),
}
