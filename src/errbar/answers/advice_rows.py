"""The table itself: situation -> method, plan, fits, why, and what it is not good for. Earlier rows are preferred."""

from __future__ import annotations

from dataclasses import dataclass
from sys import maxsize
from typing import Any

from errbar.answers.situation import Have, Kind, Situation
from errbar.types.coverage_words import measured, measured_over

LOSSES: tuple[Kind, ...] = ("0/1", "bounded", "unbounded")
WHOLE_SET: tuple[Kind, ...] = ("auc", "f1", "other")
ANY: tuple[Kind, ...] = (*LOSSES, *WHOLE_SET)
COUNTED = "corrected_wilson"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One situation and what to do in it.

    Parameters
    ----------
    situation : in words.
    method : a name from `METHODS`; None where the verb has a procedure of its own.
    plan : an expression for `errbar.plans` and `--plan`; None where nothing is fitted.
    fits : per model, what the plan costs.
    why, not_for : one sentence each.
    have, kinds, models, n, groups : what the question must be; `models` and `n` are the least and the most.
    proven : whether its coverage is proven for every n, which a question may insist on.
    """

    situation: str
    method: str | None
    why: str
    not_for: str
    have: Have
    plan: str | None = None
    fits: int = 0
    kinds: tuple[Kind, ...] = ANY
    models: tuple[int, int] = (1, maxsize)
    n: tuple[int, int] = (2, maxsize)
    groups: bool | None = None
    proven: bool = False

    def suits(self, question: Situation) -> bool:
        return (
            self.have == question.have
            and question.kind in self.kinds
            and self.models[0] <= question.n_models <= self.models[1]
            and self.n[0] <= question.n <= self.n[1]
            and self.groups in (None, question.groups)
            and (self.proven or not question.guarantee)
            and self.fits <= question.budget
        )


def _by_kind(situation: str, method: str, **fields: Any) -> tuple[Row, Row]:
    """The same row where errors are counted, with the method for them, and for every other loss or metric."""
    counted = Row(situation=f"{situation}, judged right or wrong", method=COUNTED, kinds=("0/1",), **fields)
    return counted, Row(
        situation=situation, method=method, kinds=tuple(kind for kind in ANY if kind != "0/1"), **fields
    )


TABLE: tuple[Row, ...] = (
    # trained models and fresh items: nothing is fitted
    Row(
        situation="one trained classifier, fresh test items",
        method="wilson",
        why="Near nominal on average, and its width is honest at 0 and at n errors.",
        not_for="A promise for every error rate: take clopper_pearson. How the model would do if trained again.",
        have="trained", kinds=("0/1",), models=(1, 1), groups=False,
    ),
    Row(
        situation="one trained classifier, and the limit must be guaranteed",
        method="clopper_pearson",
        why="At least nominal for every n and every error rate; no approximation.",
        not_for="The narrowest interval: it is a little wide on average. Items that come in groups.",
        have="trained", kinds=("0/1",), models=(1, 1), groups=False, proven=True,
    ),
    Row(
        situation="one trained classifier, items in groups",
        method="clustered_wilson",
        why="Items of a group count for what they are worth together; honest at 0 and at n errors.",
        not_for="Fewer than about ten groups: the interval is asymptotic in their number.",
        have="trained", kinds=("0/1",), models=(1, 1), groups=True,
    ),
    Row(
        situation="one trained model, a loss per item",
        method="holdout_t",
        why="The t interval of independent losses, each item once.",
        not_for="Small samples of very skewed losses. How the model would do if trained again.",
        have="trained", kinds=("bounded", "unbounded"), models=(1, 1), groups=False,
    ),
    Row(
        situation="two trained classifiers, the same test items",
        method="mcnemar",
        why="Only items on which they differ count; Tango's score keeps its level at any margin, groups are taken in.",
        not_for="Losses that are not 0/1. What happens with another training set.",
        have="trained", kinds=("0/1",), models=(2, 2),
    ),
    Row(
        situation="two trained models, the same test items",
        method="holdout_t",
        why="The t interval of the paired differences; what the two models share cancels.",
        not_for="Very few discordant items. What happens with another training set.",
        have="trained", kinds=LOSSES, models=(2, 2), groups=False,
    ),
    Row(
        situation="trained models, a loss per item, items in groups",
        method="clustered_t",
        why="Losses (or differences) are added up within groups first: groups are independent, items are not.",
        not_for="Fewer than about ten groups.",
        have="trained", kinds=LOSSES, models=(1, 2), groups=True,
    ),
    Row(
        situation="trained models, losses of a known range, and the limit must be guaranteed",
        method="betting",
        why="Holds for every law of losses in that range, and adapts to a small variance.",
        not_for="Losses without a known range (squared, log). The narrowest interval.",
        have="trained", kinds=("0/1", "bounded"), models=(1, 2), groups=False, proven=True,
    ),
    Row(
        situation="AUC of trained models",
        method="delong",
        why="The variance of the rank statistic itself, paired where there are two models; groups are taken in.",
        not_for="Scores from the folds of cross-validation. With fewer than about ten items of a class it is wide.",
        have="trained", kinds=("auc",), models=(1, 2),
    ),
    Row(
        situation="F1 of trained models",
        method="f1_delta",
        why="From the counts, so that it stays between 0 and 1 and has width at 1; two models by the delta method.",
        not_for="Two models and a handful of positives: the approximation is for many.",
        have="trained", kinds=("f1",), models=(1, 2),
    ),
    Row(
        situation="any other metric of trained models",
        method="bootstrap_bca",
        why="Redraws items (or groups) with the models held fixed, with bias and skewness taken out.",
        not_for="Very small test sets. What happens with another training set.",
        have="trained", kinds=WHOLE_SET, models=(1, 2),
    ),
    Row(
        situation="three or more trained models, the same test items",
        method="holdout_t",
        why="Paired differences, adjusted by Holm, and the set of models tied for best.",
        not_for="Reading single comparisons without the adjustment.",
        have="trained", kinds=LOSSES, models=(3, maxsize), groups=False,
    ),
    Row(
        situation="three or more trained models, items in groups",
        method="clustered_t",
        why="Paired differences added up within groups, adjusted by Holm, and the set of models tied for best.",
        not_for="Fewer than about ten groups.",
        have="trained", kinds=LOSSES, models=(3, maxsize), groups=True,
    ),
    # models that can be fitted again, most preferred first
    Row(
        situation="an algorithm, over 300 fits, losses that are not 0 or 1",
        method="calibrated_t",
        plan="halvings(15, 10)", fits=315,
        why=f"Measures the missing part of the variance on halves of the data: {measured('calibrated_t')}.",
        not_for="A proof: its constants come from simulation. Rare outliers, where no method holds its level.",
        have="data", kinds=("bounded", "unbounded"), models=(1, 1), n=(100, maxsize), groups=False,
    ),
    Row(
        situation="an algorithm, at most 500 examples, cheap fits, a metric of a whole test set",
        method="conservative_z",
        plan="halvings(15, 10)", fits=315,
        why=f"Disjoint halves are independent, so their difference hides no correlation; {measured('conservative_z')}.",
        not_for="A narrow interval: the halves train on less than half the data, where results vary more.",
        have="data", kinds=WHOLE_SET, models=(1, 1), n=(100, 500),
    ),
    *_by_kind(
        situation="two algorithms, 100 fits of each",
        method="corrected_t",
        plan="kfold(10, n_repeats=10)", fits=100,
        why="Paired over ten times ten folds; the variance is widened for the training data that folds share.",
        not_for=f"A guarantee: {measured_over('corrected_t', '10 x 10 folds')}.",
        have="data", models=(2, 2), n=(100, maxsize),
    ),
    Row(
        situation="two algorithms, and small differences do not matter",
        method="bayes_t",
        plan="kfold(10, n_repeats=10)", fits=100,
        why="The same fits read as a posterior: how likely better, worse, or equal within a ROPE you choose.",
        not_for="Use without a half-width of practical equivalence (the option rope) fixed beforehand.",
        have="data", models=(2, 2), n=(100, maxsize),
    ),
    *_by_kind(
        situation="one or two algorithms, about 25 fits of each",
        method="corrected_t",
        plan="subsample(25, 0.1)", fits=25,
        why="The best known price for 25 fits: paired splits, the variance widened for the data they share.",
        not_for=f"A guarantee: {measured('corrected_t')}.",
        have="data", models=(1, 2), n=(300, maxsize),
    ),
    *_by_kind(
        situation="one or two algorithms, fewer than 300 examples, about 25 fits of each",
        method="corrected_t",
        plan="subsample(25, 0.2)", fits=25,
        why="As with more data, but a fifth is tested: a tenth would be fewer than 30 examples.",
        not_for=f"A guarantee: {measured('corrected_t')}. The interval is for training on 0.8 n examples.",
        have="data", models=(1, 2), n=(50, 299),
    ),
    *_by_kind(
        situation="fewer than 50 examples",
        method="corrected_t",
        plan="subsample(25, 0.2)", fits=25,
        why="Test sets have fewer than ten examples; pairing and 25 splits get out of them what there is.",
        not_for="Any firm conclusion: collect more data before more splits.",
        have="data", n=(10, 49),
    ),
    *_by_kind(
        situation="three or more algorithms on one data set",
        method="corrected_t",
        plan="subsample(25, 0.1)", fits=25,
        why="All on the same splits, adjusted by Holm (all pairs or against a control), and the set tied for best.",
        not_for="Picking the smallest mean and testing it afterwards as if it had been chosen beforehand.",
        have="data", models=(3, maxsize), n=(300, maxsize),
    ),
    *_by_kind(
        situation="three or more algorithms on one data set of fewer than 300 examples",
        method="corrected_t",
        plan="subsample(25, 0.2)", fits=25,
        why="As with more data, but a fifth is tested: a tenth would be fewer than 30 examples.",
        not_for="Many models and few examples: after the adjustment little can be told apart.",
        have="data", models=(3, maxsize), n=(50, 299),
    ),
    Row(
        situation="an algorithm, at most 500 examples, cheap fits, a loss per example",
        method="nested_cv",
        plan="nested(5, n_repeats=10)", fits=150,
        why="Measures how far cross-validation is off instead of assuming it; for training on all n examples.",
        not_for=f"Metrics of a whole test set (AUC, F1). Expensive fits. A guarantee: {measured('nested_cv')}.",
        have="data", kinds=LOSSES, models=(1, 1), n=(50, 500),
    ),
    Row(
        situation="two algorithms, over 300 fits",
        method="calibrated_t",
        plan="halvings(15, 10)", fits=315,
        why=f"Measures the missing part of the variance on halves of the data: {measured('calibrated_t')}.",
        not_for="A proof: its constants come from simulation.",
        have="data", models=(2, 2), n=(100, maxsize),
    ),
    *_by_kind(
        situation="one or more algorithms, 10 to 24 fits of each",
        method="corrected_t",
        plan="kfold(10)", fits=10,
        why=f"Every example is tested once, the interval widened; {measured_over('corrected_t', '10 folds')}.",
        not_for="A narrow interval: ten scores know little of their own variance.",
        have="data", n=(100, maxsize),
    ),
    Row(
        situation="the mean error of the ten models fitted (the proxy), ten fits",
        method="cv_wald",
        plan="kfold(10)", fits=10,
        why="Valid for the models fitted here, if the learner is stable and n is large.",
        not_for=f"The algorithm. Unstable learners: {measured('cv_wald')}. Leave-one-out of these.",
        have="data", kinds=LOSSES, models=(1, 2), n=(100, maxsize), groups=False,
    ),
    *_by_kind(
        situation="one or more algorithms, 5 to 9 fits of each",
        method="corrected_t",
        plan="kfold(5)", fits=5,
        why="The fewest splits from which a variance can be guessed; widened for shared data.",
        not_for="A narrow interval: five scores know little of their own variance.",
        have="data", n=(50, maxsize),
    ),
    Row(
        situation="two algorithms, just ten fits of each",
        method="five_by_two_f",
        plan="five_by_two()", fits=10,
        why="All ten scores of five halvings in one F statistic, from ten fits.",
        not_for="More fits than ten, which buy more elsewhere; it trains on half the data. One-sided questions.",
        have="data", models=(2, 2), n=(50, maxsize),
    ),
    Row(
        situation="one fit, 5,000 examples or more, one classifier",
        method="wilson",
        plan="holdout(0.1)", fits=1,
        why="A tenth is test set enough; the interval is for the model that was trained.",
        not_for="The algorithm: one training set says nothing about the others.",
        have="data", kinds=("0/1",), models=(1, 1), n=(5000, maxsize), groups=False,
    ),
    Row(
        situation="one fit, 5,000 examples or more, two classifiers",
        method="mcnemar",
        plan="holdout(0.1)", fits=1,
        why="A tenth is test set enough; the interval is for the model that was trained.",
        not_for="The algorithm: one training set says nothing about the others.",
        have="data", kinds=("0/1",), models=(2, 2), n=(5000, maxsize), groups=False,
    ),
    Row(
        situation="one fit, 5,000 examples or more",
        method="holdout_t",
        plan="holdout(0.1)", fits=1,
        why="A tenth is test set enough; the interval is for the model that was trained.",
        not_for="The algorithm: one training set says nothing about the others.",
        have="data", kinds=("bounded", "unbounded"), models=(1, 2), n=(5000, maxsize), groups=False,
    ),
    Row(
        situation="one fit, fewer than 5,000 examples, one classifier",
        method="wilson",
        plan="holdout(1/3)", fits=1,
        why="One training set, one test set, and a plain interval for that one model.",
        not_for="The algorithm. Using the data well: a third of them is never trained on.",
        have="data", kinds=("0/1",), models=(1, 1), n=(30, 4999), groups=False,
    ),
    Row(
        situation="one fit, fewer than 5,000 examples, two classifiers",
        method="mcnemar",
        plan="holdout(1/3)", fits=1,
        why="One training set, one test set, and a plain interval for that one model.",
        not_for="The algorithm. Using the data well: a third of them is never trained on.",
        have="data", kinds=("0/1",), models=(2, 2), n=(30, 4999), groups=False,
    ),
    Row(
        situation="one fit, fewer than 5,000 examples",
        method="holdout_t",
        plan="holdout(1/3)", fits=1,
        why="One training set, one test set, and a plain interval for that one model.",
        not_for="The algorithm. Using the data well: a third of them is never trained on.",
        have="data", kinds=("bounded", "unbounded"), models=(1, 2), n=(30, 4999), groups=False,
    ),
    Row(
        situation="a classifier still to be trained, and the limit must be guaranteed",
        method="clopper_pearson",
        plan="holdout(1/3)", fits=1,
        why="No interval for an algorithm can be guaranteed from one data set; for one trained model it can.",
        not_for="The algorithm: the guarantee is for the model that was trained here.",
        have="data", kinds=("0/1",), models=(1, 1), n=(30, maxsize), groups=False, proven=True,
    ),
    Row(
        situation="models still to be trained, losses of a known range, and the limit must be guaranteed",
        method="betting",
        plan="holdout(1/3)", fits=1,
        why="No interval for an algorithm can be guaranteed from one data set; for trained models it can.",
        not_for="The algorithms: the guarantee is for the models that were trained here.",
        have="data", kinds=("0/1", "bounded"), models=(1, 2), n=(30, maxsize), groups=False, proven=True,
    ),
    # numbers that others made
    Row(
        situation="only the scores of K folds, as printed in a paper",
        method="corrected_t",
        why="The ratio of test to training size is all that is missing, and for K folds it is 1/(K - 1).",
        not_for="Two models whose folds are not known to be the same. The naive t over the folds.",
        have="folds", models=(1, 2), n=(5, maxsize),
    ),
    Row(
        situation="many data sets",
        method=None,
        why="Wilcoxon's signed ranks over data sets, adjusted by Holm, with a critical-difference diagram.",
        not_for="Folds or seeds of one data set in the place of data sets: they are refused.",
        have="datasets", models=(2, maxsize), n=(5, maxsize), groups=False,
    ),
    Row(
        situation="looking while the items arrive",
        method=None,
        why="A confidence sequence, and e-values for two classifiers, hold at every look: stop when you like.",
        not_for="Folds or splits of cross-validation, which share their data. A fixed number of items: it costs width.",
        have="stream", kinds=("0/1", "bounded"), models=(1, 2), groups=False, proven=True,
    ),
    Row(
        situation="looking while the items arrive, losses without a known range",
        method=None,
        why="An asymptotic confidence sequence: close to its level at every look, silent until the spread is known.",
        not_for="Rare large losses. Folds or splits of cross-validation, which share their data.",
        have="stream", kinds=("unbounded",), models=(1, 2), groups=False,
    ),
)  # fmt: skip
