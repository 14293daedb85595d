"""Scores -> Finding. Every method by name, and the default for each kind of plan: literal tables."""

from errbar.bounds import EVERY
from errbar.methods import (
    bayes_t,
    block_bootstrap,
    bootstrap_632,
    bootstrap_632plus,
    bootstrap_bca,
    calibrated_t,
    clustered_t,
    clustered_wilson,
    conservative_z,
    corrected_pseudo_bootstrap,
    corrected_t,
    corrected_wilson,
    cv_auc,
    cv_wald,
    delong,
    diebold_mariano,
    f1_delta,
    five_by_two_f,
    five_by_two_t,
    five_by_two_t4,
    five_by_two_t5,
    hierarchical_bayes,
    holdout_t,
    kfold_average,
    kfold_chebyshev,
    kfold_hoeffding,
    kfold_kl,
    kfold_t,
    kfold_union,
    mcnemar,
    nested_cv,
    oob,
    optimism,
    pooled_t,
    ppi,
    pseudo_bootstrap,
    replace_one,
    resampled_t,
    two_way_t,
)
from errbar.types import Method

METHODS: dict[str, Method] = {
    "holdout_t": holdout_t.holdout_t,
    "mcnemar": mcnemar.mcnemar,
    "resampled_t": resampled_t.resampled_t,
    "corrected_t": corrected_t.corrected_t,
    "corrected_wilson": corrected_wilson.corrected_wilson,
    "conservative_z": conservative_z.conservative_z,
    "pseudo_bootstrap": pseudo_bootstrap.pseudo_bootstrap,
    "corrected_pseudo_bootstrap": corrected_pseudo_bootstrap.corrected_pseudo_bootstrap,
    "five_by_two_t": five_by_two_t.five_by_two_t,
    "five_by_two_t4": five_by_two_t4.five_by_two_t4,
    "five_by_two_t5": five_by_two_t5.five_by_two_t5,
    "five_by_two_f": five_by_two_f.five_by_two_f,
    "kfold_t": kfold_t.kfold_t,
    "cv_wald": cv_wald.cv_wald,
    "nested_cv": nested_cv.nested_cv,
    "bayes_t": bayes_t.bayes_t,
    "calibrated_t": calibrated_t.calibrated_t,
    "pooled_t": pooled_t.pooled_t,
    "clustered_t": clustered_t.clustered_t,
    "clustered_wilson": clustered_wilson.clustered_wilson,
    "delong": delong.delong,
    "f1_delta": f1_delta.f1_delta,
    "cv_auc": cv_auc.cv_auc,
    "bootstrap_bca": bootstrap_bca.bootstrap_bca,
    "kfold_union": kfold_union.kfold_union,
    "kfold_hoeffding": kfold_hoeffding.kfold_hoeffding,
    "kfold_chebyshev": kfold_chebyshev.kfold_chebyshev,
    "kfold_kl": kfold_kl.kfold_kl,
    "kfold_average": kfold_average.kfold_average,
    "diebold_mariano": diebold_mariano.diebold_mariano,
    "block_bootstrap": block_bootstrap.block_bootstrap,
    "ppi": ppi.ppi,
    "two_way_t": two_way_t.two_way_t,
    "oob": oob.oob,
    "bootstrap_632": bootstrap_632.bootstrap_632,
    "bootstrap_632plus": bootstrap_632plus.bootstrap_632plus,
    "optimism": optimism.optimism,
    "replace_one": replace_one.replace_one,
    **{name: bound.method for name, bound in EVERY.items()},
}

# Many data sets -> probabilities of every pair: no functions of one Scores; `rank` asks them (method= or across=)
OF_DATASETS: dict[str, Method] = {"hierarchical_bayes": hierarchical_bayes.hierarchical_bayes}

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
# many data sets with folds or runs inside
OVER_DATASETS = "hierarchical_bayes"
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
