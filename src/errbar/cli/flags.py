"""A message that speaks of arguments, as one writes them in Python -> the same in the options of the command."""

from __future__ import annotations

import re
from collections.abc import Mapping
from shlex import quote
from types import TracebackType

# untouched: a quoted text, a call, an option with its value or its name in brackets
WORD = re.compile(
    r"(?<![\w'\"])'[^'\n]*'|(?<!\w)\"[^\"\n]*\"|[\w.]+\((?:[^()]|\([^()]*\))*\)"
    r"|(?<![\w.=\[(/\\-])(?P<name>[a-z][a-z_]*)=(?!\S*[/\\])"
    r"(?P<value>'[^'\s]*'|\"[^\"\s]*\"|[\w.+-]*\w)?(?P<flag> \(--[\w-]+(?: [\w-]+)?\))?"
)
LISTED = re.compile(r"(\b(?:holds?|choose from|has): )")  # and then names, which are the user's
OF_TABLES = {
    "model": "model_col",
    "loss": "loss_col",
    "score": "score_col",
    "correct": "correct_col",
    "value": "score_col",
}
OTHER_NAMES = {"cv": "plan", "n_draws": "draws", "n_sets": "sets", "y_true": "truth", "y_score": "probability",
               "y_pred": "prediction", "labels": "name"}  # fmt: skip


def in_flags(message: str, flags: Mapping[str, str], *, of_a_table: bool = False) -> str:
    """`flags` are the options of the command by name; what is none of them stays as it is.

    >>> in_flags("Say which model=, or method='auto'.", {"model": "--model", "method": "--method"})
    'Say which --model, or --method auto.'
    """

    def told(found: re.Match[str]) -> str:
        name = found["name"]
        if found["flag"] is not None:  # it says itself what the option is called
            return found["flag"].strip(" ()")
        flag = None if name is None else _flag(name, flags, of_a_table)
        if flag is None:
            return found[0]
        value = (found["value"] or "").strip("'\"")
        return flag if value in ("", "True") else f"{flag} {quote(value)}"

    said, colon, names = LISTED.split(message, maxsplit=1) if LISTED.search(message) else (message, "", "")
    return WORD.sub(told, said) + colon + names


def _flag(name: str, flags: Mapping[str, str], of_a_table: bool) -> str | None:
    names = [OF_TABLES.get(name, name)] if of_a_table else []
    return next((flags[one] for one in (*names, name, OTHER_NAMES.get(name, name)) if one in flags), None)


def is_of_a_table(traceback: TracebackType | None) -> bool:
    """Whether whoever read the table raised the error: to it `model` is a column."""
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback is not None and str(traceback.tb_frame.f_globals.get("__name__", "")).startswith("errbar.tables.")
