"""Writes docs/methods/<name>.md for every method, and their index, from records, docstrings and kept results.

`--check` only compares.
"""

from __future__ import annotations

import csv
import inspect
import re
from functools import cache

import numpy as np

import errbar as eb
from errbar.bounds import BOUNDS, EVERY
from errbar.bounds.coverage import coverage_curve
from errbar.methods import METHODS as OF_SCORES
from errbar.methods import OF_DATASETS
from errbar.plans import PLANS
from errbar.refs import REFS
from errbar.types.coverage_words import YOUNGEST, coverage_words, measured_over
from errbar.types.measured import FOLDS, SMALL
from errbar.types.method import NEEDS_IN_WORDS, Method, said, unlabelled
from measured_record import SMALL_CELLS, rows_by
from renew import DOCS, RESULTS, renew
from typeset import typeset

FOLDER = DOCS / "methods"
METHODS = OF_SCORES | OF_DATASETS
TARGETS = {
    "model": "this trained model",
    "algorithm": "the algorithm at the training size of the splits",
    "algorithm at n": "the algorithm at all n examples",
    "proxy": "the proxy: the mean error of the models fitted",
    "procedure": "the training procedure, over new runs and new items",
    "data sets": "differences on further data sets like these",
}
GROUPS = {
    "An algorithm, from many fits": lambda m: m.target.startswith("algorithm"),
    "The models that cross-validation fitted": lambda m: m.target == "proxy",
    "A training procedure, from several runs": lambda m: m.target == "procedure",
    "Further data sets, from many": lambda m: m.target == "data sets",
    "A trained model, approximately": lambda m: m.target == "model" and not _proven(m),
    "A trained model, guaranteed": lambda m: m.target == "model" and _proven(m),
}
STUDIES = {"nadeau-bengio-regression": "regression", "nadeau-bengio-letters": "letters"}


def page(name: str) -> str:
    method = METHODS[name]
    summary, text, example = _of_bound(name) if name in EVERY else _parts(inspect.getdoc(method.fn) or "")
    known = said(method.fn, "In more words").rstrip(".")
    options = [f"- `{key}` ({option.default!r}): {option.doc}" for key, option in method.options.items()]
    exceptions = [f"- {key}: {why}" for key, why in method.exceptions.items()]
    lines = [
        f"# {name}",
        "",
        f"*{method.title}.* {summary}",
        "",
        "## Formula",
        "",
        _formula(text),
        "",
        "## When to use it",
        "",
        _linked(method.when, name),
        "",
        "## When not to",
        "",
        _linked(method.when_not, name),
        "",
        "## Target and guarantee",
        "",
        f"- **interval for**: [{TARGETS[method.target]}](../explain/three-targets.md)",
        f"- **guarantee**: {method.guarantee}",
        *([f"- **in more words**: {typeset(known)}"] if known else []),
        f"- **needs**: {NEEDS_IN_WORDS[method.needs]}, of {_COMPARES[method.compares]}",
        f"- **plans**: {', '.join(f'`{plan}`' for plan in method.plans)}",
        f"- **deviation from the paper**: {typeset(said(method.fn, 'Deviation'))}",
        "",
        "## How to call it",
        "",
        "```text",
        *_calls(method),
        "```",
        "",
        "## Measured coverage",
        "",
        *_measured(method),
        "",
        *(["## Options", "", *options, ""] if options else []),
        *(["## What does not hold", "", *exceptions, ""] if exceptions else []),
        "## Example",
        "",
        *_example(example),
        "",
        "## References",
        "",
        *(f"- {REFS[key]}" for key in method.references),
    ]
    return "\n".join(lines) + "\n"


def _parts(doc: str) -> tuple[str, str, str]:
    """The first line, the text without options and labelled prose, and the example."""
    summary, _, rest = re.sub(r"\nParameters\n-+\n(.+\n)+", "", unlabelled(doc)).partition("\n")
    head, prompt, example = rest.partition("Examples\n--------\n" if "Examples\n--------\n" in rest else ">>> ")
    return summary, head, example if prompt[0] == "E" else prompt + example


def _of_bound(name: str) -> tuple[str, str, str]:
    """The same of a bound: what it is, its formula with what the formula says, and its example in the verbs' hands."""
    bound = EVERY[name]
    said_first, _, rest = (bound.__doc__ or "").partition("\n\n")
    _, text, example = _parts("\n\n" + rest)
    formula, symbols, *more = [block for block in text.strip("\n").split("\n\n") if block]
    plan = eb.plans.holdout(50).build(100, random_state=0)
    r = eb.infer(eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan), method=name)
    return (
        f"{bound.title} interval for the {'share of errors' if bound.counts else 'mean loss'} of one trained model.",
        "\n\n".join([formula, symbols, said_first, *more]),
        f"{example.rstrip()}\n{IN_THE_VERBS.format(name=name)}\n{r.low:.4f} {r.high:.4f}",
    )


IN_THE_VERBS = """\
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({{"m": [1.0] * 5 + [0.0] * 45}}, plan=plan)
>>> r = eb.infer(scores, method="{name}")
>>> print(f"{{r.low:.4f}} {{r.high:.4f}}")"""
_COMPARES = {"one": "one model", "two": "two models", "either": "one model, or the difference of two"}


def _linked(text: str, own: str) -> str:
    """Names of other methods lead to their pages, and tables to theirs."""
    found = re.compile(r"`(\w+)`")
    methods = found.sub(lambda m: f"[`{m[1]}`]({m[1]}.md)" if m[1] in METHODS and m[1] != own else m[0], text)
    return methods.replace("fresh cells", "[fresh cells](../results/fresh.md)")


def _calls(method: Method) -> list[str]:
    """With models to fit, where its plans are built from data; and with scores."""
    if method.name in OF_DATASETS:
        return [f'eb.rank({{"iris": scores, "wine": scores}}, method="{method.name}", rope=0.01)']
    fits = [kind for kind in method.plans if kind in PLANS][:1]
    two = method.compares == "two"
    verb = "eb.compare(a, b, X, y" if two else "eb.evaluate(model, X, y"
    series = ', model="a", versus="b"' if two else ""
    trained = "test_set" in method.plans
    return [
        *([f'eb.score(fitted, X, y{", versus=other" if two else ""}, method="{method.name}")'] if trained else []),
        *([f'{verb}, plan=eb.plans.{fits[0]}(), method="{method.name}")'] if fits and not trained else []),
        f'eb.infer(scores{series}, method="{method.name}")',
    ]


def _formula(head: str) -> str:
    """The formula as display math, then its symbols."""
    blocks = re.sub(
        r"\.\. math:: (.*(?:\n +\S.*)*)", lambda m: f"$$\n{' '.join(m[1].split())}\n$$", head.strip("\n")
    ).split("\n\n")
    return "\n\n".join(block if block.startswith("$$") else typeset(block) for block in blocks).strip()


def _example(example: str) -> list[str]:
    """Words before the first prompt are text, the rest is executed."""
    words, prompt, code = example.strip("\n").partition(">>>")
    return [*([words.strip(), ""] if words.strip() else []), "```python", prompt + code.rstrip(), "", "```"]


def _measured(method: Method) -> list[str]:
    """What the kept results say of nominal 95 % intervals; for limits from counts, the exact sum."""
    lines = []
    if method.coverage is not None:
        table, words = _where(method.name)
        lines.append(f"- {coverage_words(method.name)} [{words}](../results/{table}.md).")
    for folds in ("10 folds", "10 x 10 folds"):
        if (method.name, folds) in FOLDS:
            words = measured_over(method.name, folds)
            lines.append(f"- {words[0].upper()}{words[1:]} of [a smaller study](../results/calibration.md#over-folds).")
    for study, words in STUDIES.items():
        for setting, values in study_coverage(study).get(method.name, {}).items():
            lines.append(
                f"- [Nadeau and Bengio's {words}](../results/nadeau-bengio.md), {setting}: {np.mean(values):.1%} on "
                f"average, {min(values):.1%} at worst over {len(values)} series."
            )
    if method.name in BOUNDS:
        held = coverage_curve(method.name, 100, np.arange(1, 51) / 100, 0.05, side="two-sided")
        lines.append(
            f"- Exact, two-sided, 100 items with 0/1 losses: {held.mean():.1%} on average over error rates 0.01, 0.02, "
            f"..., 0.50, and {held.min():.1%} at worst."
        )
    if method.name in OF_DATASETS:
        return ["Probabilities of a model have no coverage of the kind that the studies measure."]
    return lines or ["Not in the reference studies yet: ask `eb.audit` how it does on data like yours."]


def _where(name: str) -> tuple[str, str]:
    """The page that has the cells of a method's record, and what it is called."""
    if name in YOUNGEST:
        return "schulz-kuempel", "The benchmark"
    if name not in SMALL:
        return "calibration", "The suite"
    return next(table for table in SMALL_CELLS if (name,) in rows_by(table, "method")), "The cells"


@cache
def study_coverage(study: str) -> dict[str, dict[str, list[float]]]:
    """method -> setting -> coverage in each series, at natural sizes and the most usual settings."""
    found: dict[str, dict[str, list[float]]] = {}
    with (RESULTS / f"{study}.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            usual = (row["n_splits"], row["n_halvings"]) in (("0", "0"), ("15", "0"), ("15", "10"), ("25", "0"))
            if row["quantity"] == "coverage" and row["setup"] == "natural" and usual:
                setting = "once" if row["n_splits"] == "0" else f"{row['n_splits']} splits"
                if row["n_halvings"] != "0":
                    setting += f", {row['n_halvings']} halvings"
                found.setdefault(row["method"], {}).setdefault(setting, []).append(float(row["value"]))
    return found


def _proven(method: Method) -> bool:
    return method.guarantee.startswith(("exact", "rigorous"))


def index() -> str:
    lines = [
        "---",
        "html_theme.sidebar_secondary.remove: true",
        "---",
        "",
        "# Methods",
        "",
        "Every method has one name, the same in Python, on the command line and here. If you do not know which to "
        "take, see [Which method?](../explain/which-method.md).",
        "",
    ]
    for title, belongs in GROUPS.items():
        lines += [f"## {title}", "", "| method | title | needs | what is known |", "|---|---|---|---|"]
        names = [name for name, method in METHODS.items() if belongs(method)]
        lines += [
            f"| [`{name}`]({name}.md) | {METHODS[name].title} | {NEEDS_IN_WORDS[METHODS[name].needs]} "
            f"| {METHODS[name].guarantee} |"
            for name in names
        ]
        lines += ["", "```{toctree}", ":hidden:", f":caption: {title}", "", *names, "```", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def main() -> None:
    wanted = {FOLDER / f"{name}.md": page(name) for name in METHODS} | {FOLDER / "index.md": index()}
    renew(wanted, gone={*FOLDER.glob("*.md")} - {*wanted})


if __name__ == "__main__":
    main()
