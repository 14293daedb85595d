"""Text that users control, made safe for LaTeX."""

from __future__ import annotations

SPECIAL = {
    "\\": r"\textbackslash{}", "_": r"\_", "%": r"\%", "&": r"\&", "#": r"\#", "$": r"\$", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "\n": " ", "\r": " ",
}  # fmt: skip


def latex_text(text: str) -> str:
    r"""Every character as itself; letters beyond ASCII need a Unicode engine or inputenc, which is LaTeX's default.

    >>> print(latex_text("50 % of a_b & {c}"))
    50 \% of a\_b \& \{c\}
    """
    return "".join(SPECIAL.get(letter, letter) for letter in text)
