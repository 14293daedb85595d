"""One question about many models, one of them or one pair at a time."""

from __future__ import annotations

from dataclasses import dataclass

from errbar.answers.ask import ask
from errbar.core.arrays import Indices
from errbar.methods import METHODS
from errbar.types import Question, Result, Scores


@dataclass(frozen=True, slots=True)
class Asking:
    """Called with one model or with two; `question` is the one put to pairs."""

    scores: Scores
    question: Question

    def __call__(self, model: str, versus: str | None = None) -> Result:
        """A method that only compares two leaves single models to the default of the plan."""
        if versus is not None:
            return ask(self.scores, self.scores.chosen(model, versus), self.question)
        method = self.question.method
        alone = method != "auto" and METHODS[method].compares == "two"
        question = self.question.but(null=None)
        return ask(
            self.scores,
            self.scores.chosen(model, None),
            question.but(method="auto", options=None) if alone else question,
        )

    def pairs(self, first: Indices, second: Indices) -> list[Result]:
        names = self.scores.names
        return [self(names[i], names[j]) for i, j in zip(first, second, strict=True)]
