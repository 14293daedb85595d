"""When to use each method, and when not: what `method_pages.py` prints. A test holds the names against METHODS."""

USES: dict[str, tuple[str, str]] = {
    "holdout_t": (
        "One trained model (or two) and a test set that had no part in training: any loss, any n from a few dozen up.",
        "As a statement about the algorithm: one training set says nothing about the others. For 0/1 losses with few "
        "errors take `wilson`, for small samples of very skewed losses `betting` or `bootstrap_bca`.",
    ),
    "mcnemar": (
        "Two trained classifiers and the same test items, above all when few items tell them apart; a gate with any "
        "margin; items in groups, or with several answers each.",
        "Losses that are not right or wrong (take `holdout_t`, in groups `clustered_t`), or a question about what "
        "happens with another training set.",
    ),
    "resampled_t": (
        "Never for a conclusion. It is here to be drawn beside an honest interval.",
        "Always: it takes overlapping splits for independent ones, and more splits make it worse.",
    ),
    "corrected_t": (
        "The first choice for an algorithm or two with 25 fits or more of each: any metric, any n, from nothing but "
        "one score per split. With K folds of a paper's table it needs only K.",
        "Where the level must be guaranteed. With some 315 cheap fits `calibrated_t` and `conservative_z` held their "
        "level in more of the cells that were measured.",
    ),
    "corrected_wilson": (
        "The first choice for classifiers judged right or wrong, one or two, with 25 fits of each: the price of "
        "`corrected_t`, an interval inside the range, and width where few errors or none were seen.",
        "Losses that are not 0 or 1 and metrics of a whole test set (`corrected_t`), or where the level must be "
        "guaranteed: it assumes, as `corrected_t` does, that splits correlate as those of a fixed rule. Learners that hang "
        "on single examples break that: naive Bayes on pixels was covered 0.45 ([fresh cells](../results/fresh.md)).",
    ),
    "conservative_z": (
        "Cheap fits (300 and more) and the wish to err on the wide side: any metric, also AUC and F1.",
        "Expensive fits, or fewer than a hundred examples: the halves it learns from are then very small.",
    ),
    "pseudo_bootstrap": (
        "Never for a conclusion; it is kept because the paper studies it.",
        "Always: rounds on the same data cannot see how results vary with the data.",
    ),
    "corrected_pseudo_bootstrap": (
        "To repeat published results that used it.",
        "Otherwise `corrected_t` gives about the same interval for a tenth of the fits.",
    ),
    "five_by_two_t": (
        "To repeat published results that used Dietterich's test.",
        "New work: its estimate is one of ten scores, so it wastes nine. It trains on half the data. `five_by_two_f` "
        "and `corrected_t` read all scores.",
    ),
    "five_by_two_t4": (
        "To see what the 5x2cv test becomes when its reference law is exact for independent Gaussian scores.",
        "New work: real scores are not independent, and the estimate is one of ten scores.",
    ),
    "five_by_two_t5": (
        "As `five_by_two_t4`, with the mean of the first pair as estimate.",
        "New work: real scores are not independent, and the estimate reads two of ten scores.",
    ),
    "five_by_two_f": (
        "Two algorithms and just ten fits of each.",
        "More fits than ten; one-sided questions (F has no direction); a statement about training on all the data, as "
        "every fit sees half of it.",
    ),
    "kfold_t": (
        "Never for a conclusion. It is here to be drawn beside an honest interval.",
        "Always: folds share most of their training data, and repeats make it worse.",
    ),
    "cv_wald": (
        "The mean error of the very models that cross-validation fitted, for a stable learner and many examples.",
        "The algorithm, of which it does not speak. Leave-one-out of an unstable learner.",
    ),
    "nested_cv": (
        "At most some 500 examples and 150 cheap fits, with a loss per example: it measures how far cross-validation "
        "is off instead of assuming it, and speaks of training on all n examples.",
        "Metrics of a whole test set (AUC, F1), and expensive fits.",
    ),
    "bayes_t": (
        "Two algorithms, and a difference below some size does not matter: it gives the probability that one is "
        "better, or that they are practically equal.",
        "One model. A half-width of practical equivalence chosen after looking. It is no better calibrated than "
        "`corrected_t`, whose fits it reads.",
    ),
    "calibrated_t": (
        "Some 315 cheap fits, and an interval wanted that holds its level without being wide: it measures the missing part of "
        "the variance on halves of the data.",
        "Where a proof is asked for: its constants come from simulation. Fewer than about a hundred examples.",
    ),
    "clustered_t": (
        "Trained models and items that come in groups: several questions to a passage, several rows of a patient.",
        "Fewer than about ten groups. 0/1 losses near 0 or 1: take `clustered_wilson`.",
    ),
    "clustered_wilson": (
        "The error rate of one trained classifier over items in groups, or over several answers per item, also when it made "
        "no error at all.",
        "Fewer than about ten groups. Two models: take `clustered_t`.",
    ),
    "delong": (
        "The area under the ROC curve of one or two trained models on one test set, with or without groups, also when the "
        "ranking is perfect.",
        "Scores of cross-validation: take `cv_auc`, or `corrected_t` with "
        '`scoring="roc_auc"`. With fewer than about ten items of either class it is wide.',
    ),
    "f1_delta": (
        "F1 of one or two trained models on one test set, also when every label is right.",
        "Two models and a handful of positives: the difference is rough there.",
    ),
    "cv_auc": (
        "The mean area under the ROC curve of the models that cross-validation fitted.",
        'The algorithm: read that way it is too narrow; take `corrected_t` with `scoring="roc_auc"`.',
    ),
    "bootstrap_bca": (
        "Any metric of trained models that has no method of its own, with or without groups; skewed losses.",
        "Test sets below some fifty items: it tends to be too narrow there. What happens with another training set.",
    ),
    "normal": (
        "Never for a conclusion: it is what a textbook's error bar is, kept for comparison.",
        "Few errors: at 0 or n errors its width is zero.",
    ),
    "wilson": (
        "The error rate of one trained classifier: the default. Honest at 0 and at n errors.",
        "Where the level must hold for every error rate: take `clopper_pearson` or `blaker`. Items in groups: "
        "`clustered_wilson`.",
    ),
    "clopper_pearson": (
        "k errors among n, and the limit must be right: at least nominal, whatever the error rate.",
        "The narrowest interval; `blaker` is inside it and just as exact, two-sided. Losses that are not 0/1.",
    ),
    "chebyshev": (
        "To see how much later inequalities gained.",
        "Any other purpose: `bentkus` is never looser and just as rigorous.",
    ),
    "guttman": (
        "To repeat the survey; it reads variance as well as mean.",
        "New work: `guttman_sharp` is never looser, and `betting` usually tighter, under the same assumption.",
    ),
    "bernstein": (
        "A rigorous limit in closed form for losses in a known range.",
        "Where a computer is at hand: `bentkus` is never looser.",
    ),
    "maurer_pontil": (
        "A rigorous limit in closed form when the variance of the losses is far below its maximum.",
        "Small n, where its last term rules; `maurer_pontil_sharp` and `betting` are usually tighter.",
    ),
    "chernoff": (
        "A rigorous limit in closed form for small mean losses.",
        "Means that are not small; where a computer is at hand `chernoff_tight` and `bentkus` are tighter.",
    ),
    "hoeffding_kl": (
        "A rigorous limit from the mean alone that is simple to check.",
        "The last few per cent: `bentkus` is tighter.",
    ),
    "hoeffding": (
        "A rigorous limit one can compute by hand.",
        "Mean losses far from one half: `hoeffding_kl` has the same assumption and is never looser.",
    ),
    "cantelli": (
        "The one-sided form of Chebyshev's inequality, where only that can be used.",
        "Any other purpose: `bentkus` is never looser.",
    ),
    "guttman_sharp": (
        "Guttman's inequality with nothing wasted.",
        "New work: `betting` is usually tighter under the same assumption.",
    ),
    "maurer_pontil_sharp": (
        "A rigorous limit in closed form that adapts to a small variance.",
        "The tightest limit: `betting` has the same assumption and usually gives less.",
    ),
    "chernoff_tight": (
        "A rigorous limit in closed form for small mean losses.",
        "Means that are not small; `bentkus` is tighter.",
    ),
    "bentkus": (
        "A guarantee for losses in a known range when only their mean and number are known.",
        "0/1 losses (`clopper_pearson` is exact there), or losses at hand with small variance (`betting`).",
    ),
    "betting": (
        "A guarantee for losses in a known range, with the losses at hand: it adapts to a small variance.",
        "Losses without a range (squared, log). Arrays whose order you chose after seeing the losses.",
    ),
    "betting_star": (
        "As `betting`, when its last few per cent are worth more computing.",
        "Very long lists of losses; otherwise as `betting`.",
    ),
    "anderson": (
        "A guarantee from the whole distribution of the losses, in any order; no bets.",
        "Large n: `betting` is usually tighter there.",
    ),
    "blaker": (
        "A two-sided exact interval for k errors among n: inside `clopper_pearson`, at least nominal all the same.",
        "One-sided limits, for which `clopper_pearson` is the counterpart.",
    ),
    "jeffreys": (
        "An interval for an error rate that is near nominal on average, with a Bayesian reading.",
        "Where the level must hold for every error rate.",
    ),
    "mid_p": (
        "An interval for an error rate near nominal on average, between the exact and the approximate ones.",
        "Where the level must hold for every error rate.",
    ),
    "agresti_coull": (
        "An interval for an error rate that can be computed by hand and is a little conservative.",
        "Few errors: `wilson` is narrower there.",
    ),
}
