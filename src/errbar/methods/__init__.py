"""Scores -> Finding. Every method by name, and the default for each kind of plan: literal tables."""

from errbar.bounds import EVERY
from errbar.methods.bayes_t import bayes_t
from errbar.methods.block_bootstrap import block_bootstrap
from errbar.methods.bootstrap_632 import bootstrap_632
from errbar.methods.bootstrap_632plus import bootstrap_632plus
from errbar.methods.bootstrap_bca import bootstrap_bca
from errbar.methods.calibrated_t import calibrated_t
from errbar.methods.clustered_t import clustered_t
from errbar.methods.clustered_wilson import clustered_wilson
from errbar.methods.conservative_z import conservative_z
from errbar.methods.corrected_pseudo_bootstrap import corrected_pseudo_bootstrap
from errbar.methods.corrected_t import corrected_t
from errbar.methods.corrected_wilson import corrected_wilson
from errbar.methods.cv_auc import cv_auc
from errbar.methods.cv_wald import cv_wald
from errbar.methods.delong import delong
from errbar.methods.diebold_mariano import diebold_mariano
from errbar.methods.f1_delta import f1_delta
from errbar.methods.five_by_two_f import five_by_two_f
from errbar.methods.five_by_two_t import five_by_two_t
from errbar.methods.five_by_two_t4 import five_by_two_t4
from errbar.methods.five_by_two_t5 import five_by_two_t5
from errbar.methods.hierarchical_bayes import hierarchical_bayes
from errbar.methods.holdout_t import holdout_t
from errbar.methods.kfold_average import kfold_average
from errbar.methods.kfold_chebyshev import kfold_chebyshev
from errbar.methods.kfold_hoeffding import kfold_hoeffding
from errbar.methods.kfold_kl import kfold_kl
from errbar.methods.kfold_t import kfold_t
from errbar.methods.kfold_union import kfold_union
from errbar.methods.mcnemar import mcnemar
from errbar.methods.nested_cv import nested_cv
from errbar.methods.oob import oob
from errbar.methods.optimism import optimism
from errbar.methods.pooled_t import pooled_t
from errbar.methods.ppi import ppi
from errbar.methods.pseudo_bootstrap import pseudo_bootstrap
from errbar.methods.replace_one import replace_one
from errbar.methods.resampled_t import resampled_t
from errbar.methods.two_way_t import two_way_t
from errbar.types import Method

FAMILIES: tuple[tuple[Method, ...], ...] = (
    (holdout_t, mcnemar),
    (resampled_t, corrected_t, corrected_wilson, conservative_z, pseudo_bootstrap, corrected_pseudo_bootstrap),
    (five_by_two_t, five_by_two_t4, five_by_two_t5, five_by_two_f),
    (kfold_t, cv_wald, nested_cv),
    (bayes_t, calibrated_t, pooled_t),
    (clustered_t, clustered_wilson),
    (delong, f1_delta, cv_auc, bootstrap_bca),
    (kfold_union, kfold_hoeffding, kfold_chebyshev, kfold_kl, kfold_average),
    (diebold_mariano, block_bootstrap),
    (ppi, two_way_t),
    (oob, bootstrap_632, bootstrap_632plus, optimism, replace_one),
)
METHODS: dict[str, Method] = {record.name: record for family in FAMILIES for record in family}
METHODS |= {name: bound.method for name, bound in EVERY.items()}

# Many data sets -> probabilities of every pair: no functions of one Scores; `rank` asks them (method= or across=)
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

# a fixed model's items, a hold-out's too: by what the scores are, and whether the items come in groups
_FIXED = {
    "0/1 losses": ("wilson", "clustered_wilson"),
    "losses": ("holdout_t", "clustered_t"),
    "0/1 difference": ("mcnemar", "mcnemar"),
    "difference": ("holdout_t", "clustered_t"),
    "roc_auc": ("delong", "delong"),
    "f1": ("f1_delta", "f1_delta"),
    "metric": ("bootstrap_bca", "bootstrap_bca"),
}
FIXED_DEFAULTS = {(what, grouped): _FIXED[what][grouped] for what in _FIXED for grouped in (False, True)}
