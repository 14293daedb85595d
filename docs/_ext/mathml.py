"""Formulas as MathML, which browsers draw by themselves: no scripts, no fonts, no network, no LaTeX."""

from __future__ import annotations

import re
from unicodedata import category

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


def mathml(tex: str, display: str) -> str:
    """Signs such as ± and ≤ as operators, with the space the converter does not give; brackets as high as needed."""
    sized = re.sub(r"\\[bB]ig(?=[(\[])", r"\\left", re.sub(r"\\[bB]ig(?=[)\]])", r"\\right", tex))
    return re.sub(r"<mi>&#x([0-9A-F]+);</mi>", _operator, convert(sized, display=display))


def _operator(found: re.Match[str]) -> str:
    return f"<mo>&#x{found[1]};</mo>" if category(chr(int(found[1], 16))) == "Sm" else found[0]


def inline(translator: HTML5Translator, node: nodes.math) -> None:
    translator.body.append(mathml(node.astext(), "inline"))
    raise nodes.SkipNode


def block(translator: HTML5Translator, node: nodes.math_block) -> None:
    translator.body.append(f'<div class="formula">{mathml(node.astext(), "block")}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
