"""What an interval is for, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from errbar.types.scores import Scores

Target = Literal["algorithm", "algorithm at n", "model", "proxy", "procedure", "data sets"]


def target_words(target: Target, scores: Scores) -> str:
    """A phrase that names the estimand of `target` for these scores."""
    what = scores.loss if scores.greater_is_better else "mean loss" if _unnamed(target, scores) else "error"
    many = "difference in " + what + " between the two" if scores.is_difference else what + " of the"
    if target == "procedure":
        noun = "procedures" if scores.is_difference else "procedure"
        return f"the {many} training {noun}, over new runs and new items"
    if target == "model" and scores.plan.kind == "rolling":
        target = "proxy"
    if target == "model":
        if scores.plan.kind == "test_set" or not scores.plan.knows_counts:
            return f"the {many} trained models" if scores.is_difference else f"the {what} of this trained model"
        trained = f"trained on these {_size(scores)} examples"
        return f"the {many} models {trained}" if scores.is_difference else f"the {what} of the model {trained}"
    if target == "algorithm at n":
        noun = "algorithms" if scores.is_difference else "algorithm"
        return f"the {many} {noun} when trained on all {scores.plan.n:,} examples"
    size = f"trained on {_size(scores)} examples" if scores.plan.knows_counts else "trained on this training size"
    if target == "algorithm":
        noun = "algorithms" if scores.is_difference else "algorithm"
        return f"the {many} {noun} when {size}"
    mean = f"the mean {what} of the" if not scores.is_difference else f"the mean difference in {what} between the"
    return f"{mean} models fitted here ({size} each)"


def _unnamed(target: Target, scores: Scores) -> bool:
    """A trained model's losses that are neither counts of errors nor of a loss with a name."""
    return target == "model" and scores.loss == "loss" and not scores.is_binary and not scores.averaged


def _size(scores: Scores) -> str:
    sizes = scores.plan.n_train[: len(scores.plan.parts[0])]
    return f"{sizes[0]:,}" if (sizes == sizes[0]).all() else f"about {sizes.mean():,.0f}"
