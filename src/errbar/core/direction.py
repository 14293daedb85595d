"""Which way numbers count. A direction is said by the user or known from an exact name; it is never guessed.

Names are compared without regard to case and to the signs between their words: "Log-Loss", "log loss" and "log_loss"
are one name. Parts of names say nothing: "accuracy_drop" is not "accuracy".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from errbar.errors import InputError

CHOICES = (
    "greater_is_better=True (--greater-is-better) for scores such as accuracy, or greater_is_better=False "
    "(--lower-is-better) for losses such as errors"
)

# scikit-learn's scorers: greater is better, the neg_ ones too
SCORERS = """
    accuracy adjusted_mutual_info_score adjusted_rand_score average_precision balanced_accuracy completeness_score
    d2_absolute_error_score d2_brier_score d2_log_loss_score explained_variance f1 f1_macro f1_micro f1_samples
    f1_weighted fowlkes_mallows_score homogeneity_score jaccard jaccard_macro jaccard_micro jaccard_samples
    jaccard_weighted matthews_corrcoef mutual_info_score neg_brier_score neg_log_loss neg_max_error
    neg_mean_absolute_error neg_mean_absolute_percentage_error neg_mean_gamma_deviance neg_mean_poisson_deviance
    neg_mean_squared_error neg_mean_squared_log_error neg_median_absolute_error neg_negative_likelihood_ratio
    neg_root_mean_squared_error neg_root_mean_squared_log_error normalized_mutual_info_score
    positive_likelihood_ratio precision precision_macro precision_micro precision_samples precision_weighted r2
    rand_score recall recall_macro recall_micro recall_samples recall_weighted roc_auc roc_auc_ovo
    roc_auc_ovo_weighted roc_auc_ovr roc_auc_ovr_weighted top_k_accuracy v_measure_score
"""
SCORES = """
    acc accuracies accuracy_score balanced_accuracy_score top_1_accuracy top1_accuracy top_5_accuracy top5_accuracy
    acc_norm acc_mutual_info acc_bytes exact exact_match em quasi_exact_match prefix_exact_match contains mc1 mc2
    prompt_level_strict_acc prompt_level_loose_acc relaxed_accuracy anls
    pass_at_1 pass_1 pass_rate win_rate winrate success_rate hit_rate
    correct is_correct right is_right passed success solved
    auc auroc roc_auc_score pr_auc auprc average_precision_score ap mean_average_precision f1_score macro_f1 micro_f1
    fbeta precision_score recall_score sensitivity specificity tpr tnr true_positive_rate true_negative_rate
    mcc cohen_kappa cohen_kappa_score kappa r2_score explained_variance_score jaccard_score iou miou mean_iou dice
    ndcg ndcg_score dcg mrr bleu sacrebleu chrf rouge rouge1 rouge2 rougel rougelsum rouge_1 rouge_2 rouge_l meteor
    bertscore bert_score comet log_likelihood loglikelihood psnr ssim
"""
LOSSES = """
    zero_one hamming squared absolute log brier logistic linear_soft
    loss losses error errors err error_rate err_rate misclassification misclassification_rate wrong is_wrong mistake
    mistakes failed failure_rate cost regret risk
    mse rmse mae mape smape msle rmsle medae mean_squared_error root_mean_squared_error mean_absolute_error
    mean_absolute_percentage_error mean_squared_log_error root_mean_squared_log_error median_absolute_error max_error
    squared_error absolute_error mean_poisson_deviance mean_gamma_deviance mean_tweedie_deviance deviance
    mean_pinball_loss pinball_loss quantile_loss zero_one_loss hamming_loss hinge_loss hinge huber huber_loss
    log_loss logloss logistic_loss brier_score brier_score_loss brier_loss cross_entropy crossentropy
    cross_entropy_loss nll negative_log_likelihood nll_loss perplexity ppl word_perplexity byte_perplexity
    target_perplexity bits_per_byte bpb wer cer ter word_error_rate character_error_rate ece
    expected_calibration_error calibration_error fid fpr fnr false_positive_rate false_negative_rate
"""
# words that most people use for "more is better", and some do not: no loss without saying so, and no score either
UNSURE = """
    score scores rating ratings grade grades points likert reward rewards return returns quality utility credit
    preference satisfaction helpfulness probability confidence likelihood similarity
"""
GREATER, LOWER, SCORE_LIKE = (frozenset(words.split()) for words in (SCORERS + SCORES, LOSSES, UNSURE))


def normal_name(name: str) -> str:
    """
    >>> normal_name(" Log-Loss "), normal_name("pass@1"), normal_name("F1 (macro)")
    ('log_loss', 'pass_1', 'f1_macro')
    """
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def known_direction(name: str) -> bool | None:
    """Whether greater is better, where the name alone says so.

    >>> known_direction("Accuracy"), known_direction("RMSE"), known_direction("score"), known_direction("accuracy drop")
    (True, False, None, None)
    """
    word = normal_name(name)
    return True if word in GREATER or re.fullmatch(r"pass_(at_)?[0-9]+", word) else False if word in LOWER else None


def direction_of(what: str, name: str | None, greater_is_better: bool | None) -> bool:
    """What was said, else what the name says; else a sentence that names both choices."""
    said = check_direction(greater_is_better)
    known = known_direction(name) if said is None and name is not None else said
    if known is None:
        called = "" if name is None else f", and the name {name!r} does not tell"
        raise InputError(f"Say whether greater or lower is better in {what}{called}: {CHOICES}.")
    return known


def check_loss_names(names: Iterable[str], greater_is_better: bool | None, *, instead: str) -> bool:
    """Numbers that are given as losses: lower is better unless said; refused where a name sounds like a score."""
    said = check_direction(greater_is_better)
    for name in names:
        if said is None and normal_name(name) in GREATER | SCORE_LIKE:
            raise InputError(
                f"{name!r} is given as a loss, where lower is better, and sounds like a score, where higher is better: "
                f"use {instead}, or say greater_is_better=False (--lower-is-better)."
            )
    return bool(said)


def check_score_names(names: Iterable[str], greater_is_better: bool | None, *, instead: str) -> bool:
    """Numbers that are given as scores: greater is better unless said; refused where a name sounds like a loss."""
    said = check_direction(greater_is_better)
    for name in names:
        if said is None and normal_name(name) in LOWER:
            raise InputError(
                f"{name!r} is given as a score, where higher is better, and sounds like a loss, where lower is better: "
                f"use {instead}, or say greater_is_better=True (--greater-is-better) or greater_is_better=False "
                "(--lower-is-better)."
            )
    return True if said is None else said


def check_direction(greater_is_better: bool | None) -> bool | None:
    """
    >>> check_direction(None) is None, check_direction(True)
    (True, True)
    """
    if greater_is_better is None or isinstance(greater_is_better, (bool, np.bool_)):
        return None if greater_is_better is None else bool(greater_is_better)
    raise InputError(f"greater_is_better must be True, False or None; got {greater_is_better!r:.80}.")
