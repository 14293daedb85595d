"""Every error errbar raises on purpose, and the one warning it gives."""

from __future__ import annotations

import re
import warnings
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from errbar.types import Scores

# Control characters but tab and line feed, lone surrogates, and what turns the direction of writing or ends a line
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def escaped(unseen: re.Match[str]) -> str:
    r"""As one would type it.

    >>> printable("\x1b[31mred\n")
    '\\x1b[31mred\n'
    """
    return unseen[0].encode("unicode_escape", "surrogatepass").decode("ascii")


printable = partial(UNSEEN.sub, escaped)  # text with what cannot be seen written as an escape; lines and tabs stay


class ErrbarError(ValueError):
    """Something in the call is wrong; the message says what is allowed and what to do."""

    def __init__(self, message: str = "") -> None:
        super().__init__(printable(message).replace("\n", "\\n"))


class InputError(ErrbarError):
    """Data, losses or numbers that cannot be used."""


class UnknownNameError(ErrbarError):
    """A method, loss, plan or option nobody has heard of."""


class NeedsError(ErrbarError):
    """A method whose needs the plan or the scores do not meet."""


class FitError(ErrbarError):
    """A model failed in one split; `scores` holds what the finished splits gave (or None)."""

    def __init__(self, message: str, scores: Scores | None = None) -> None:
        super().__init__(message)
        self.scores = scores


class StoreError(ErrbarError):
    """The file of finished splits cannot be read or written; nothing wrong was read from it."""


class MissingExtraError(ErrbarError):
    """An optional dependency is not installed."""


class ErrbarWarning(UserWarning):
    """Something the user should know, but that does not stop the work."""


class ErrbarDeprecationWarning(FutureWarning):
    """A name or a parameter that will go; the sentence says when, and what to write instead."""


def deprecated(what: str, instead: str, gone_in: str) -> None:
    """Warn the caller of a public function that `what` goes in version `gone_in`.

    tests/arch/test_deprecated.py finds every call, and fails once that version has come.
    """
    warnings.warn(f"{what} goes in errbar {gone_in}: {instead}", ErrbarDeprecationWarning, stacklevel=3)
