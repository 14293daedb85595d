"""What a venue asks of error bars, answered: the NeurIPS checklist and the items of TRIPOD+AI."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata

from errbar.methods import METHODS
from errbar.reports.cited import Cited
from errbar.reports.page import Block
from errbar.show.as_text import number, percent
from errbar.show.sentence import loss_words, sentence
from errbar.types import Result
from errbar.types.method import OF_SPLITS

VARIES = {
    "model": "the draw of test examples, for models as they were trained; not the training set, nor seeds",
    "proxy": "the draw of test examples, for the mean of the models fitted here; not the training sets, nor seeds",
    "procedure": "the draws of training runs (seeds) and of test examples; not the training set",
    "algorithm": "the draws of training sets of this size and of test examples; seeds as far as models drew their own",
    "algorithm at n": "the draws of the data set and of test examples; seeds as far as models drew their own",
}


def checklists(result: Result, names: tuple[str, ...], assumed: Sequence[str]) -> list[Block]:
    """Two texts, one for each list."""
    return [
        Block("NeurIPS checklist: experiment statistical significance", neurips(result, assumed)),
        Block("TRIPOD+AI: methods, performance, limitations", tripod(result, names, assumed)),
    ]


def neurips(result: Result, assumed: Sequence[str]) -> str:
    """Which variability, how computed, what is assumed, what kind of bar."""
    level = percent(result.confidence_level)
    return " ".join(
        [
            f"[Yes] Error bars are {_sided(result)}{level} confidence intervals, not standard deviations or standard "
            f"errors, for {result.target}.",
            f"Variability: {_varies(result)}.",
            f"Computed by {_method(result)} from {_from(result)}, with errbar {metadata.version('errbar')}.",
            f"Assumed: {' '.join(assumed[:2])}",
            "The bars are limits, so they need not be symmetric, and they do not leave the range of the metric.",
        ]
    )


def tripod(result: Result, names: tuple[str, ...], assumed: Sequence[str]) -> str:
    """Methods, results and limitations, as the reporting guideline for prediction models orders them."""
    size = "" if result.n is None else f" of {result.n:,} examples"
    if result.n_fits and result.n_train is not None:
        parted = (
            f"The data{size} were split {result.n_splits} times into {number(result.n_train, 6)} for training and "
            f"{number(result.n_test, 6)} for testing (internal validation)."
        )
    elif result.n_fits:
        parted = f"Models were fitted and tested over {result.n_splits} splits (internal validation)."
    else:
        parted = f"Trained models were evaluated on test data{size} that had no part in training."
    limits = [*result.notes[:3]] or list(assumed[:1])
    return "\n".join(
        [
            f"Analytical methods: {parted} Performance measure: {loss_words(result)}. Uncertainty: "
            f"{percent(result.confidence_level)} interval by {_method(result)}.",
            f"Model performance: {sentence(result, names)} The interval is for {result.target}.",
            f"Limitations: {' '.join(limits)}",
        ]
    )


def _sided(result: Result) -> str:
    return "" if result.alternative == "two-sided" else "one-sided "


def _varies(result: Result) -> str:
    record = METHODS.get(result.method)
    said = VARIES["model" if record is None else record.target]
    return said.replace("test examples", "groups of test examples") if "n_groups" in result.details else said


def _method(result: Result) -> str:
    record = METHODS.get(result.method)
    return result.method if record is None else f"{record.title}{Cited.of(record.references).named}"


def _from(result: Result) -> str:
    record = METHODS.get(result.method)
    if record is not None and record.needs in OF_SPLITS:
        return f"the scores of {result.n_splits} splits"
    size = "" if result.n is None else f"{result.n:,} "
    return f"the losses of {size}test examples{'' if result.n_splits == 1 else f' over {result.n_splits} splits'}"
