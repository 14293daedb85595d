"""Text from users and their files as a terminal may show it: nothing in it moves the cursor or changes a colour."""

from __future__ import annotations

import re

from errbar.errors import printable

LONGEST = 80  # characters of a text that an error repeats
MOST = 2000  # characters of an error
QUOTED = re.compile(rf"(?<![^\s(=\[{{,:])(?P<mark>['\"])((?:(?!(?P=mark)).){{{LONGEST + 1},}})(?P=mark)")
UNBROKEN = re.compile(rf"\S{{{LONGEST + 1},}}")


def cut(text: str, longest: int = LONGEST) -> str:
    """Beginning and end of a long text.

    >>> cut("abcdefghij", 7)
    'ab...ij'
    """
    kept = (longest - 3) // 2
    return text if len(text) <= longest else f"{text[:kept]}...{text[-kept:]}"


def brief(message: str, given: tuple[str, ...] = ()) -> str:
    """An error in one line: of what was given, and of whatever else is quoted, long texts are cut."""
    for text in sorted(given, key=len, reverse=True):
        if len(text) > LONGEST:
            for form in (repr(text)[1:-1], text):
                message = message.replace(form, cut(form))
    message = QUOTED.sub(lambda found: f"{found['mark']}{cut(found[2])}{found['mark']}", message)
    message = UNBROKEN.sub(lambda found: cut(found[0]), printable(" ".join(message.split("\n"))))
    return cut(message, MOST)
