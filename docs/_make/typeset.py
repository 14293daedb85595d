"""Symbols in the prose of docstrings (`s_d^2`, `\\mu_{(m)}`, `lambda_i`) as inline math for Markdown pages."""

from __future__ import annotations

import re

GREEK = "alpha|delta|epsilon|lambda|mu|sigma"
_COMMAND = r"\\(?:bar|hat) \w(?:_\w+)?|\\[a-z]+(?:\{[^}]*\})?(?:[\^_](?:\{[^}]*\}|\w))*"
_SUBSCRIPT = rf"(?:{GREEK}|[A-Za-z]\d{{0,2}})_(?:\{{[^}}]*\}}|\(\w\)|[A-Za-z]{{1,2}}|\d{{1,2}})(?:\^\d)?(?!\w)"
_POWER = r"[A-Za-z]\^\d"
_SYMBOL = re.compile(rf"`[^`]*`|\"[^\"]*\"|(?<![\w$\\])(?:{_COMMAND}|{_SUBSCRIPT}|{_POWER})")
_LONG_SUBSCRIPT = re.compile(r"_(\([^)]*\)|\w{2,})")
_DEFINED = re.compile(r"(^|;\s|\.\s)((?:[A-Za-z]{1,2}, )*[A-Za-z]{1,2})(?=: )")


def typeset(text: str) -> str:
    """Symbols with a subscript, a power or a LaTeX command, and single letters where they are defined.

    >>> typeset("d_j: score of split j; J: number of splits; s_d^2: variance, divisor J - 1, see `n_1`.")
    '$d_j$: score of split j; $J$: number of splits; $s_d^2$: variance, divisor J - 1, see `n_1`.'
    >>> typeset("O_rk, x_(i), lambda_i and p_a_better")
    '$O_{rk}$, $x_{(i)}$, $\\\\lambda_i$ and p_a_better'
    """
    defined = _DEFINED.sub(lambda m: m[1] + ", ".join(f"${letter}$" for letter in m[2].split(", ")), text)
    return _SYMBOL.sub(lambda m: m[0] if m[0][0] in '`"' else f"${_latex(m[0])}$", defined)


def _latex(symbol: str) -> str:
    named = re.sub(rf"^({GREEK})(?=_)", r"\\\1", symbol)
    return _LONG_SUBSCRIPT.sub(r"_{\1}", named)
