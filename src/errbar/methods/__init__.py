"""Every method by name, and the default for each kind of plan: two literal tables."""

from errbar.methods import (
    bayes_t,
    calibrated_t,
    conservative_z,
    corrected_pseudo_bootstrap,
    corrected_t,
    cv_wald,
    five_by_two_f,
    five_by_two_t,
    five_by_two_t4,
    five_by_two_t5,
    holdout_t,
    kfold_t,
    mcnemar,
    nested_cv,
    pseudo_bootstrap,
    resampled_t,
)
from errbar.types import Method

METHODS: dict[str, Method] = {
    "holdout_t": holdout_t.METHOD,
    "mcnemar": mcnemar.METHOD,
    "resampled_t": resampled_t.METHOD,
    "corrected_t": corrected_t.METHOD,
    "conservative_z": conservative_z.METHOD,
    "pseudo_bootstrap": pseudo_bootstrap.METHOD,
    "corrected_pseudo_bootstrap": corrected_pseudo_bootstrap.METHOD,
    "five_by_two_t": five_by_two_t.METHOD,
    "five_by_two_t4": five_by_two_t4.METHOD,
    "five_by_two_t5": five_by_two_t5.METHOD,
    "five_by_two_f": five_by_two_f.METHOD,
    "kfold_t": kfold_t.METHOD,
    "cv_wald": cv_wald.METHOD,
    "nested_cv": nested_cv.METHOD,
    "bayes_t": bayes_t.METHOD,
    "calibrated_t": calibrated_t.METHOD,
}

# method="auto": by kind of plan only, never by the data
DEFAULTS: dict[str, str] = {
    "subsample": "corrected_t",
    "kfold": "corrected_t",
    "custom": "corrected_t",
    "holdout": "holdout_t",
    "halvings": "conservative_z",
    "five_by_two": "five_by_two_f",
    "pseudo_bootstrap": "corrected_pseudo_bootstrap",
    "nested": "nested_cv",
}
