"""Writes docs/methods/<name>.md for every method from its record and docstring; `--check` only compares."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path

from errbar.methods import METHODS
from errbar.refs import REFS
from errbar.types.method import NEEDS_IN_WORDS, Method

FOLDER = Path(__file__).parent / "methods"


def page(name: str) -> str:
    method = METHODS[name]
    summary, _, rest = (inspect.getdoc(method.fn) or "").partition("\n")
    formula, _, example = rest.partition("Examples\n--------")
    formula = re.sub(r"\.\. math:: (.*)", r"$$\1$$", formula.partition("Parameters\n")[0])
    deviation = rest.partition("Deviation:")[2].partition("References\n")[0].strip()
    options = [f"- `{key}` ({option.default!r}): {option.doc}" for key, option in method.options.items()]
    exceptions = [f"- {key}: {why}" for key, why in method.exceptions.items()]
    lines = [
        f"# {name}",
        "",
        f"*{method.title}.* {summary}",
        "",
        formula.strip("\n"),
        "",
        f"- needs: {NEEDS_IN_WORDS[method.needs]}; plans: {', '.join(method.plans)}",
        f"- interval for: {method.target}",
        f"- what is known: {method.guarantee}",
        f"- deviation from the paper: {deviation}",
        *_seen(method),
        "",
        *(["## Options", "", *options, ""] if options else []),
        *(["## What does not hold", "", *exceptions, ""] if exceptions else []),
        "## Example",
        "",
        "```python" + example.rstrip() + "\n\n```",
        "",
        "## References",
        "",
        *(f"- {REFS[key]}" for key in method.references),
    ]
    return "\n".join(lines) + "\n"


def _seen(method: Method) -> list[str]:
    """What the calibration suite says, if it was asked."""
    seen = method.coverage
    if seen is None:
        return []
    return [
        f"- seen in the [calibration suite](../results/calibration.md): nominal 95 % intervals held in {seen.mean:.1%} "
        f"of {seen.intervals:,} data sets over {seen.cells} cells ({seen.intervals // seen.cells} a cell: a first look)"
    ]


def main() -> None:
    stale = []
    for name in METHODS:
        path = FOLDER / f"{name}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != page(name):
            stale.append(name)
            if "--check" not in sys.argv:
                FOLDER.mkdir(exist_ok=True)
                path.write_text(page(name), encoding="utf-8")
    extra = {path.stem for path in FOLDER.glob("*.md")} - set(METHODS)
    if "--check" in sys.argv and (stale or extra):
        sys.exit(f"docs/methods is not current: {', '.join([*stale, *sorted(extra)])}")


if __name__ == "__main__":
    main()
