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

    @property
    def names(self) -> tuple[str, ...]:
        """All models, those included that left a race."""
        return self.everyone.names

    @property
    def everyone(self) -> Scores:
        """The splits that all models have in common."""
        return self.scores.stages[0] if self.scores.stages else self.scores

    def n_splits(self, model: str) -> int:
        return len(self._of(model, None).plan)

    def _of(self, model: str, versus: str | None) -> Scores:
        """The most splits that the models have in common; where one is unknown, those of all that stayed."""
        asked = {model, versus} - {None}
        stages = (self.scores, *reversed(self.scores.stages))
        return next((stage for stage in stages if asked <= set(stage.names)), self.scores)

    def __call__(self, model: str, versus: str | None = None) -> Result:
        """A method that only compares two leaves single models to the default of the plan."""
        scores = self._of(model, versus)
        if versus is not None:
            return ask(scores, scores.chosen(model, versus), self.question)
        method = self.question.method
        alone = method != "auto" and METHODS[method].compares == "two"
        question = self.question.but(null=None)
        return ask(
            scores,
            scores.chosen(model, None),
            question.but(method="auto", options=None) if alone else question,
        )

    def pairs(self, first: Indices, second: Indices) -> list[Result]:
        names = self.names
        return [self(names[i], names[j]) for i, j in zip(first, second, strict=True)]
