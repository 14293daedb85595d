"""Scores as text: what they are of, and the mean of each model, which is no error bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errbar.show.as_text import number

if TYPE_CHECKING:
    from errbar.types.scores import Scores

MOST = 20  # models with a line of their own


def scores_text(scores: Scores) -> str:
    """A line about all, then one for each model."""
    models = f"{len(scores.names)} model{'s' if len(scores.names) > 1 else ''}"
    splits, plan = len(scores.plan), scores.plan
    over = "trained already" if plan.kind == "test_set" else f"{splits} split{'s' if splits > 1 else ''} ({plan.kind})"
    size = f", {plan.n:,} examples" if plan.knows_counts or plan.kind == "test_set" else ""
    better = "greater is better" if scores.greater_is_better else "lower is better"
    width = max(map(len, scores.names[:MOST]))
    means = scores.values.mean(axis=1)
    lines = [f"{name:<{width}}  mean {number(mean)}" for name, mean in zip(scores.names[:MOST], means, strict=False)]
    more = [f"and {len(scores.names) - MOST} more"] if len(scores.names) > MOST else []
    return "\n".join([f"{scores.loss} of {models}, {over}{size}; {better}", *lines, *more])
