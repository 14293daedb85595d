"""Writes docs/explain/which-method.md from the table that `eb.advise` reads; `--check` only compares."""

from __future__ import annotations

from errbar.answers.advice_rows import TABLE, Row
from errbar.answers.situation import HAVE
from renew import DOCS, renew

PAGE = DOCS / "explain" / "which-method.md"
START = """---
html_theme.sidebar_secondary.remove: true
---

# Which method?

The choice depends on what you have, how many models there are, how often you can afford to fit each, and what you
measure; never on the data, or looking would choose the answer. Ask for it:

```python
>>> import errbar as eb
>>> advice = eb.advise(1000, n_models=2, budget=25, metric="roc_auc")
>>> advice.method, advice.plan, advice.fits
('corrected_t', 'subsample(25, 0.1)', 25)
>>> print(advice.python)
eb.compare(
    a, b, X, y, scoring="roc_auc",
    plan=eb.plans.subsample(25, 0.1, stratify=True), method="corrected_t", random_state=0,
)

```

or on the command line, with why, what it is not good for, and the lines to run:

```sh
errbar advise 1000 --n-models 2 --budget 25 --metric roc_auc
errbar advise 200 --have trained --guarantee --json
```

If you name no method and no plan, `method="auto"` takes the defaults, which follow from
[one rule](../results/calibration.md) and three tables. 25 random splits are read by `corrected_wilson` where answers \
are
right or wrong, and by `corrected_t` elsewhere; with `groups`, every group is tested once, in 25 parts at most. For \
one model
of 100 to 2,000 examples whose splits errbar computes together (least squares, ridge, naive Bayes, discriminant \
analysis,
centroids, neighbours), `eb.evaluate` takes `calibrated_t`: its 315 fits then cost next to nothing. If you give a \
plan, its
kind decides.

Within a table, the first row that suits is the one to follow; later ones suit too.
"""
TITLES = {
    "trained": "You have trained models and test items",
    "data": "You have data and can fit",
    "folds": "You have fold scores and nothing else",
    "datasets": "You have results on many data sets",
    "stream": "You look while items arrive",
}
END = """## What errbar refuses, or warns about

- the naive t over splits or folds: only by its own name, with "none: far too narrow" beside it;
- fewer than ten examples are refused by every verb that fits, fewer than five groups by every default;
- fewer than two splits are refused, fewer than ten bring a note, and so do test sets below ten examples;
- few groups and few examples bring a note with the coverage that was [measured there](../results/edges.md);
- an interval for cross-validation of the models fitted (the proxy) is never called one for the algorithm;
- rows in groups: a method that takes no notice of them says so in `notes`;
- folds, repeats or seeds of one data set in the place of data sets;
- looking while running over the folds of cross-validation.
"""


def page() -> str:
    parts = [START]
    for have, title in TITLES.items():
        rows = [row for row in TABLE if row.have == have]
        head = f'## {title}\n\n`have="{have}"`: {HAVE[have]}.\n'
        if any(row.plan for row in rows):
            table = ["| situation | method | plan | fits of each | why | not good for |", "|---|---|---|---|---|---|"]
            table += [f"| {_start(row)} | `{row.plan}` | {row.fits} | {row.why} | {row.not_for} |" for row in rows]
        else:
            table = ["| situation | method | why | not good for |", "|---|---|---|---|"]
            table += [f"| {_start(row)} | {row.why} | {row.not_for} |" for row in rows]
        parts.append(head + "\n" + "\n".join(table) + "\n")
    return "\n".join([*parts, END])


def _start(row: Row) -> str:
    verb = {"datasets": "`eb.rank`", "stream": "`eb.Sequential`"}
    method = verb[row.have] if row.method is None else f"[`{row.method}`](../methods/{row.method}.md)"
    return f"{row.situation} | {method}"


if __name__ == "__main__":
    renew({PAGE: page()})
