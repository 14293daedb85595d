"""Writes pages of docs/results (PAGES, at the end) from the kept tables; `--check` only compares."""

from __future__ import annotations

import csv
import json
from statistics import mean

import ledger_limits
import nadeau_bengio_tables
import stratify
import weights
from renew import RESULTS, renew

STUDIES = {
    "nadeau-bengio-regression": "Regression: the mean against a line",
    "nadeau-bengio-gaussians": "Two Gaussian classes: a tree against least squares",
    "nadeau-bengio-letters": "Letters: a tree against nearest neighbours",
}
START = """---
html_theme.sidebar_secondary.remove: true
---

# Nadeau and Bengio's studies, repeated

How often nominal 95 % intervals held the truth, and how often tests at 10 % rejected a true null hypothesis, at the
natural training size of each method. Means and worst cases are over the series of a study (each algorithm, and each
pair). Every row of every setting is in the tables; their standard errors stand beside the values. The papers'
own tables, claims and figures are [on a page of their own](nadeau-bengio-tables.md).
"""

SHARES = """---
html_theme.sidebar_secondary.remove: true
---

# Bengio and Grandvalet's experiments, repeated

What the variance of a cross-validation error is made of, and how much of it two estimates see: `th1` takes all losses
for independent, `th2` looks at the means of the folds. Each value with its Monte-Carlo standard error.
"""
LARSEN = """# Larsen and Hansen's study, repeated

Linear models with 10 inputs on 20 autocorrelated examples: the error G over training sets, what 500 distinct splits of
one data set tell of it, and a smaller model beside the full one. Percentages are deviations from the truth; intervals
are 95 % and allow for the number of data sets. Made by `{command}`. The table: {{download}}`larsen-hansen.csv`. \
Why some
of the printed numbers do not come out is told under [errata](../explain/errata.md).

![Left: cumulative distributions of log(1 + G). Right: density of G](../pictures/larsen-hansen-figure-1.svg)

*Figure 1 of the paper. Left: the true distribution, and the median and quartiles of the distributions that leave-out
gives on {sets} data sets; dotted, the asymptotic law, which is far off with twice as many examples as weights. Right:
the density of G over {truth:,} training sets.*
"""
LARSEN_PICTURES = {
    "table": "Table 1 as ranges, quartiles and medians: errbar's beside the printed ones.",
    "comparison": "How often each test finds the smaller, worse model better, and Prob(G2 > G1), true and estimated.",
    "split": "The mean squared error of one hold-out estimate over the training size.",
}
SHALLOW = """# Stumps and shallow trees

One variable is chosen before another, and the whole tree changes: the instability of such learners hardly falls with
n, and intervals for the algorithm are weakest here. Coverage of nominal 95 % intervals (median width); bold: between
0.935 and 0.975. Made by `{command}`. The table: {{download}}`shallow.csv`. What follows from it is told under
[The calibrated interval](../explain/calibrated-interval.md).
"""
EDGES = """# The edges: few groups, few examples, few errors, few positives

What nominal 95 % intervals cover where data are scarce or models are nearly perfect: the default (`auto`), and beside \
it
what else could have been asked. Each share with its exact binomial 95 % interval, each width a median (for trained \
models a mean). Made by
`{command}`. The table: {{download}}`edges.csv`. Where a default is below 0.93 its result carries a note with the \
figure.
"""
EDGE_PARTS = {
    "groups": "Few groups of 20 examples, alike within (a line fitted to data with an intercept for each group; fixed "
    "classifiers whose error rate differs by group, correlation 0.2). The default tests every group once and takes the "
    "degrees of freedom from the groups; fewer than five are refused.",
    "few examples": "A line by least squares, a fixed classifier, and a cut between two normal classes learned from "
    "the data.",
    "few errors": "A fixed classifier, and a learned cut. `corrected_t` has Wilson's width here where no error at all "
    "was seen, which hides how it fails at the next one.",
    "differences": "Two fixed classifiers that rarely disagree.",
    "area under the curve": "Trained models, few positives; normal scores, or positives spread three times as far "
    "(wide).",
    "difference of areas": "Two trained models on the same items.",
    "area over folds": "`cv_auc`, which one asks for by name.",
    "F1": "A trained model, ten negatives for each positive.",
    "several answers": "Each item asked four times, answers alike within an item; the default counts items, not "
    "answers.",
    "items in groups": "A trained model's items in groups that are alike within.",
}
FRESH = """# Fresh cells

Classifiers on problems that shaped no method: coverage of nominal 95 % intervals (median width); bold: between 0.935 \
and
0.975. The [rule for defaults](calibration.md), asked of these cells, of those of the [edges](edges.md) where errors \
are few,
and of the classifiers of the [calibration suite](calibration.md), names {one} for one classifier and {two} for two; \
where
halvings compete, {free} for one. Of the cells of this page alone it would name {one_here} and {two_here}. Made by \
`{command}`.{note} The table: {{download}}`fresh.csv`.
"""
SUBGROUPS = """# Subgroups, all at once

How often *all* nominal 95 % intervals of `eb.infer(scores, by=...)` held together: those of the subgroups, those of
the gaps to the rest, and that of the largest gap. Subgroups of 10, 30 and 100 items in turn (two of them also of 10
and 10, and of 100 and 100), every other one with twice the mean of the first. {sets} data sets a cell. Lowest shares:
{lowest}.

- Right and wrong are counted exactly (`clopper_pearson`).
- Losses that have an end (0) take Student's law for the log of the mean, with a standard deviation, as a share of the
  mean, of at least that of all subgroups together, and of at least that of a lognormal law through the largest quarter
  of all losses: a small subgroup that has not met its large losses does not know its spread.
- Losses without an end (a difference of two models, say) have a standard deviation of at least that of all subgroups
  together, and reach further by the factor 1 + skewness / sqrt(n). None are refused for their skewness: a refusal that
  looks at the losses chooses data sets, those in which large losses were not seen.
- Subgroups with fewer than ten losses other than 0 are refused.
- The rule, and its one constant, were chosen with most of these worlds in sight; "inverse normal", the two after it and
  the last one were drawn afterwards.
- Where large losses are few and far off, it still falls short: the results say so where the skewness shows.

Made by `{command}`. The table, with exact binomial 95 % intervals:
{{download}}`subgroups.csv`.
"""
BANDS = """# Bands that hold a whole curve

How often the 95 % bands of `eb.curve` held the true curve at all of 99 points (whole), and at one point (mean and
lowest over the points), with their mean widths; for calibration all ten bins, and the expected calibration error.
{sets} data sets a cell. The bands of ROC and precision-recall curves hold for any number of items and any law of
the scores, and are wide for it. Over folds the truth is the curve of the mixture of all models fitted, which is known
for models of Gaussians; items that are judged several times count once. Made by `{command}`. The table, with exact
binomial 95 % intervals: {{download}}`bands.csv`.
"""
GATE = """# A gate's false passes

How often a gate at 95 % passes a new model that is worse by *exactly* the margin: 5 % is what was asked for. Largest
values over all cells of a row (`n`, margins, probabilities that only the base model is wrong, how alike the items of a
group are), and mean power where the two models are equally good. The default is [`mcnemar`](../methods/mcnemar.md); the
t gate is `holdout_t` (or `clustered_t`) as it would be without errbar's rule that zero spread decides nothing.
Independent items are enumerated, not simulated; elsewhere {sets:,} data sets a cell. Made by `{command}`. The table:
{{download}}`gate.csv`.
"""
GATE_WORDS = {
    "items": "independent items",
    "groups": "items in groups",
    "uneven": "uneven groups",
    "answers": "several answers per item",
}
EXPERIMENT_PICTURES = {
    "bengio-grandvalet-1": (("1", "The true variance (line), and what th1 and th2 take it for in the mean."),),
    "bengio-grandvalet-2": (
        ("n", "The parts of theta in its own units (log scale: parts side by side), by n."),
        ("folds", "The same by the number of folds."),
        ("shares-n", "The parts as shares of theta, by n, and what th1 and th2 see of it."),
        ("shares-folds", "The same by the number of folds."),
    ),
}
TIME_ORDER = """# Losses in time order

How often tests at 5 % reject a true mean, for series of losses whose neighbours are alike (size), and the median
width of the 95 % interval. `holdout_t` takes the losses as independent. A number is a lag-one correlation of a
first-order autoregression; the other series are none: a slow part (0.95) under noise, squares of a normal series,
and 0/1 losses. Where a slow part hides under noise, no method here keeps its size and no note warns. *Warned* is
the share of results with a note that too few independent times are left. Made by `{command}`, with {draws} draws of
the bootstrap. The table: {{download}}`time-order.csv`, with exact intervals of every share. How to ask is told
under [Losses in time order](../howto/time-series.md).
"""
RUNS = """# Three seeds each: training runs and items

How often tests at 5 % call two equal training procedures different (size), R training runs of each on the same n items.
*Share of runs* is the part of the difference's variance that runs make, *of cells* the part of the rest that a run on
an item makes and not the item. `items only` takes the runs' means item by item, as if these runs were the models meant;
Welch's t test takes the means of runs alone. Power is told for procedures three standard errors apart. *One model's
runs* is the size where all that runs add comes from one of the two models, *paired* where the runs of the two belong
together (for normal losses also how often one model's interval misses the truth), *one model* how often one model's
interval of 0/1 losses does where a quarter of them is 1, *rare* where one in twenty is. Welch's power is that of a test
that often rejects what is true. Made by `{command}`; {sets} sets of every row. The table: {{download}}`runs.csv`, with
exact intervals. How to ask is told under [Three seeds each](../howto/three-seeds.md).

{summary}

Two further rules were tried on the normal losses; sizes and powers are in the table. *Truncated*, used before, cuts
what runs add off at zero. *Satterthwaite* cuts nothing off and takes the textbook's degrees of freedom. The rule that
is used lets a quarter of the noise below zero through; it was chosen by quadrature over normal worlds, before these
sets were drawn. One series of runs (paired, or one model) has a rule of its own, beside the one it had before; it was
chosen on other sets, and rows with 100 or 400 items are of worlds that were not looked at for it.

{rules}
"""
EXPERIMENTS = {
    "bengio-grandvalet-1": (
        "Ten independent training and test sets",
        "The ideal that K folds are not. `th2` is unbiased, `th1` sees a part only, because the losses of one test set "
        "share the model that was trained.",
    ),
    "bengio-grandvalet-2": (
        "K folds, with and without outliers",
        "theta, the variance of the mean over K folds, and the shares in it of sigma2 (one loss), omega (two losses of "
        "a fold) and gamma (losses of two folds). No estimate from one run can be unbiased for all three.",
    ),
    "bengio-grandvalet-3": ("An unpruned tree on letters", "The same shares on real data."),
}


def bengio_grandvalet() -> str:
    return "\n".join([SHARES, *(experiment(study, *words) for study, words in EXPERIMENTS.items())])


def experiment(study: str, title: str, words: str) -> str:
    about = json.loads((RESULTS / f"{study}.json").read_text(encoding="utf-8"))
    with (RESULTS / f"{study}.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    errors = {name: _error_of(name, rows[0]) for name in rows[0]}
    shown = [name for name in rows[0] if name not in errors.values()]
    lines = [
        f"## {title}",
        "",
        f"{words} Made by `{about['command']}`. The table: {{download}}`{study}.csv`.",
        "",
        "| " + " | ".join(name.replace("_over_", " / ").replace("_", " ") for name in shown) + " |",
        "|" + "---|" * len(shown),
    ]
    for row in rows:
        cells = [_short(row[name]) + (f" ± {_short(row[errors[name]], 1)}" if errors[name] else "") for name in shown]
        lines.append("| " + " | ".join(cells) + " |")
    for name, says in EXPERIMENT_PICTURES.get(study, ()):
        lines += ["", f"![{says}](../pictures/bengio-grandvalet-{name}.svg)", "", f"*{says}*"]
    return "\n".join(lines) + "\n"


def larsen_hansen() -> str:
    """The claims with their verdicts, the pictures, and every part of the table."""
    from errbar.lab.studies.larsen_hansen_claims import larsen_hansen_claims

    about, rows = _kept("larsen-hansen")
    sets = {row["part"]: row["sets"] for row in rows if row["measure"] == "average" and row["sets"]}
    start = {"sets": sets["table 1, percent"], "truth": int(sets["truth of G"]), "command": about["command"]}
    lines = [LARSEN.format(**start), "## What the paper says", "", "| claim | measured | |", "|---|---|---|"]
    lines += [f"| {claim.claim} | {claim.measured} | {claim.verdict} |" for claim in larsen_hansen_claims(rows)]
    lines += ["", '"(ours)" marks what the paper does not say.', ""]
    for name, words in LARSEN_PICTURES.items():
        lines += [f"![{words}](../pictures/larsen-hansen-{name}.svg)", "", f"*{words}*", ""]
    for part in dict.fromkeys(row["part"] for row in rows):
        lines += [f"## {part[0].upper()}{part[1:]}", "", "| | | measured | 95 % interval | printed |", "|" + "---|" * 5]
        for row in (row for row in rows if row["part"] == part):
            between = f"{_short(row['low'])} to {_short(row['high'])}" if row["low"] else ""
            cells = (row["case"], row["measure"].replace("_", " "), _short(row["measured"]), between, row["printed"])
            lines.append("| " + " | ".join(cells) + " |")
        lines.append("")
    return "\n".join(lines)


def _error_of(name: str, columns: dict[str, str]) -> str:
    """The column with the standard error of this one, or nothing."""
    wanted = (f"{name}_se", f"{name.partition('_over_')[0]}_se")
    return next((column for column in wanted if column in columns and column != name), "")


def _short(text: str, figures: int = 3) -> str:
    try:
        return f"{float(f'{float(text):.{figures}g}'):g}" if "." in text else text
    except ValueError:  # a name
        return text


def nadeau_bengio() -> str:
    return "\n".join([START, *(section(study, title) for study, title in STUDIES.items())])


def section(study: str, title: str) -> str:
    about = json.loads((RESULTS / f"{study}.json").read_text(encoding="utf-8"))
    with (RESULTS / f"{study}.csv").open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["setup"] == "natural"]
    values: dict[tuple[str, int, int], dict[str, list[float]]] = {}
    for row in rows:
        key = (row["method"], int(row["n_splits"]), int(row["n_halvings"]))
        if row["quantity"] in ("coverage", "size", "fits"):
            values.setdefault(key, {}).setdefault(row["quantity"], []).append(float(row["value"]))
    lines = [
        f"## {title}",
        "",
        f"{max(int(row['n_sets']) for row in rows):,} data sets a series; made by `{about['command']}`. The table: "
        f"{{download}}`{study}.csv`.",
        "",
        "| method | splits | halvings | fits | coverage | worst | size at 10 % | worst |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for (method, splits, halvings), seen in sorted(values.items()):
        lines.append(
            f"| [`{method}`](../methods/{method}.md) | {splits or '-'} | {halvings or '-'} | {seen['fits'][0]:.0f} "
            f"| {mean(seen['coverage']):.3f} | {min(seen['coverage']):.3f} | {mean(seen['size']):.3f} "
            f"| {max(seen['size']):.3f} |"
        )
    return "\n".join(lines) + "\n"


def _kept(study: str) -> tuple[dict[str, str], list[dict[str, str]]]:
    about = json.loads((RESULTS / f"{study}.json").read_text(encoding="utf-8"))
    with (RESULTS / f"{study}.csv").open(newline="", encoding="utf-8") as file:
        return about, list(csv.DictReader(file))


def edges() -> str:
    """A table for each part."""
    about, rows = _kept("edges")
    lines = [EDGES.format(command=about["command"])]
    for part in dict.fromkeys(row["part"] for row in rows):
        lines += [f"## {part.capitalize()}", "", *([EDGE_PARTS[part], ""] if part in EDGE_PARTS else [])]
        lines += ["| cell | n | method | sets | coverage | width | truth | |", "|" + "---|" * 8]
        for row in rows:
            if row["part"] == part:
                share = f"{float(row['coverage']):.3f} ({row['low']} to {row['high']})" if row["coverage"] else "-"
                before, after = ("cell", "n", "method", "sets"), ("width", "truth", "note")
                cells = [*(row[name] for name in before), share, *(row[name] for name in after)]
                lines.append("| " + " | ".join(cells) + " |")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def fresh() -> str:
    from errbar.lab.studies.calibration import SPLITS_AND_HALVES, chosen
    from errbar.lab.studies.fresh import counted, differences, one_model

    about, rows = _kept("fresh")
    every, here = counted(rows, _kept("edges")[1], _kept("calibration")[1]), counted(rows, [], [])
    found = {"one": chosen(one_model(every)), "two": chosen(differences(every))}
    found |= {"free": chosen(one_model(every), SPLITS_AND_HALVES)}
    found |= {"one_here": chosen(one_model(here)), "two_here": chosen(differences(here))}
    named = {what: f"`{name}`" for what, name in found.items()}
    note = f" {about['note']}" if "note" in about else ""
    return _side_by_side(FRESH.format(command=about["command"], note=note, **named), rows)


def shallow() -> str:
    about, rows = _kept("shallow")
    return _side_by_side(SHALLOW.format(command=about["command"]), rows)


def _side_by_side(start: str, rows: list[dict[str, str]]) -> str:
    """Every cell, the methods side by side."""
    methods = list(dict.fromkeys(row["method"] for row in rows))
    cells: dict[tuple[str, ...], dict[str, str]] = {}
    for row in rows:
        bold = "**" if row["in_band"] == "True" else ""
        shown = f"{bold}{float(row['coverage']):.3f}{bold} ({float(row['width']):.3g})"
        cells.setdefault((row["problem"], row["learner"], row["n"], row["sets"]), {})[row["method"]] = shown
    lines = [
        start,
        "| problem | learner | n | sets | " + " | ".join(f"[`{m}`](../methods/{m}.md)" for m in methods) + " |",
        "|" + "---|" * (4 + len(methods)),
    ]
    for cell, found in cells.items():
        lines.append("| " + " | ".join((*cell, *(found.get(method, "") for method in methods))) + " |")
    return "\n".join(lines) + "\n"


def time_order() -> str:
    """Every series and length, the methods side by side."""
    about, rows = _kept("time-order")
    methods = list(dict.fromkeys(row["method"] for row in rows))
    heads = [f"[`{method}`](../methods/{method}.md) | width" for method in methods]
    lines = [
        TIME_ORDER.format(command=about["command"], draws=about["draws"]),
        "| series | times | " + " | ".join(heads) + " | warned |",
        "|" + "---|" * (3 + 2 * len(methods)),
    ]
    for world, n in dict.fromkeys((row["world"], row["n"]) for row in rows):
        own = {row["method"]: row for row in rows if (row["world"], row["n"]) == (world, n)}
        cells = [f"{float(own[m]['size']):.3f} | {float(own[m]['width']):.3g}" for m in methods]
        lines.append(f"| {world} | {n} | " + " | ".join(cells) + f" | {float(own[methods[1]]['warned']):.2f} |")
    return "\n".join(lines) + "\n"


def runs() -> str:
    """Every world, `two_way_t` beside the naive test and Welch's."""
    about, rows = _kept("runs")
    said, rules = [], []
    for count in sorted({row["runs"] for row in rows}, key=int):
        own = [row for row in rows if row["runs"] == count]
        normal = [row for row in own if row["losses"] == "normal"]
        said.append(
            f"- {count} runs: `two_way_t` {_span(own, 'two_way_t')}, items only {_span(own, 'items_only')}, "
            f"Welch {_span(own, 'welch')}; one model's runs {_span(own, 'one_sided_runs')}, "
            f"paired {_span(own, 'paired')}{_one_model(own)}"
        )
        rules.append(
            f"- {count} runs: truncated {_span(own, 'truncated')}, Satterthwaite {_span(own, 'satterthwaite')}; mean "
            f"power {_mean(own, 'power_truncated')} and {_mean(own, 'power_satterthwaite')}, of the rule used "
            f"{_mean(normal, 'power_two_way_t')}, of Welch {_mean(normal, 'power_welch')}; paired before "
            f"{_span(own, 'paired_before')}, mean power {_mean(own, 'power_paired_before')}, now "
            f"{_mean(own, 'power_paired')}"
        )
    told = {"summary": "\n".join(said), "rules": "\n".join(rules)}
    lines = [
        RUNS.format(command=about["command"], sets=max(int(row["sets"]) for row in rows), **told),
        "| losses | runs | items | share of runs | of cells | [`two_way_t`](../methods/two_way_t.md) | items only "
        "| Welch | power | Welch's | one model's runs | paired | one model | rare |",
        "|" + "---|" * 14,
    ]
    columns = ("losses", "runs", "items", "run_share", "cell_share", "two_way_t", "items_only", "welch")
    more = ("power_two_way_t", "power_welch", "one_sided_runs", "paired", "one_model", "one_model_rare")
    for row in rows:
        cells = [*(row[name] for name in columns), *(row[name] or "-" for name in more)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _one_model(rows: list[dict[str, str]]) -> str:
    if not any(row["one_model"] for row in rows):
        return ""
    return f", one model {_span(rows, 'one_model')}, rare {_span(rows, 'one_model_rare')}"


def _span(rows: list[dict[str, str]], name: str) -> str:
    values = [float(row[name]) for row in rows if row[name]]
    return f"{min(values):.3f} to {max(values):.3f}"


def _mean(rows: list[dict[str, str]], name: str) -> str:
    values = [float(row[name]) for row in rows if row[name]]
    return f"{sum(values) / len(values):.3f}"


def gate() -> str:
    """The largest rate of false passes by setting and margin, and by setting and size."""
    about = json.loads((RESULTS / "gate.json").read_text(encoding="utf-8"))
    with (RESULTS / "gate.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    lines = [GATE.format(command=about["command"], sets=max(int(row["sets"]) for row in rows))]
    for by in ("margin", "n"):
        lines += [
            f"| | {by} | cells | false passes, at most | t gate's, at most | t gate above 0.055 | power | t gate's, "
            "where it is valid | default's there |",
            "|" + "---|" * 9,
        ]
        for setting, words in GATE_WORDS.items():
            for value in sorted({row[by] for row in rows if row["setting"] == setting}, key=float):
                lines.append(_gate_line(words, value, [r for r in rows if r["setting"] == setting and r[by] == value]))
        lines.append("")
    return "\n".join(lines)


def _gate_line(words: str, value: str, rows: list[dict[str, str]]) -> str:
    def column(name: str, among: list[dict[str, str]]) -> list[float]:
        return [float(row[name]) for row in among]

    valid = [row for row in rows if float(row["t_false_pass"]) <= 0.055]
    both = [f"{mean(column(name, valid)):.3f}" if valid else "-" for name in ("t_power", "power")]
    return (
        f"| {words} | {value} | {len(rows)} | {max(column('false_pass', rows)):.3f} "
        f"| {max(column('t_false_pass', rows)):.3f} | {len(rows) - len(valid)} | {mean(column('power', rows)):.3f} "
        f"| {both[0]} | {both[1]} |"
    )


def joint(name: str, start: str) -> str:
    """Every row of a table of what holds at once."""
    about = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    with (RESULTS / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = [column for column in rows[0] if not column.endswith(("_low", "_high")) and column != "sets"]
    head = [f"| {' | '.join(column.replace('_', ' ') for column in columns)} |", "|" + "---|" * len(columns)]
    body = [f"| {' | '.join(row[column] or '-' for column in columns)} |" for row in rows]
    said = {"command": about["command"], "sets": rows[0]["sets"]}
    if "{lowest}" in start:
        low = min((row for row in rows if row["subgroups_hold"]), key=lambda row: float(row["subgroups_hold"]))
        many = [row for row in rows if row["subgroups_hold"] and int(row["subgroups"]) >= 5]
        least = min(many, key=lambda row: float(row["subgroups_hold"]))
        said["lowest"] = f"{_told(low)}; of 5 to 50 subgroups {_told(least)}"
    return "\n".join([start.format(**said), *head, *body, ""])


def _told(row: dict[str, str]) -> str:
    return f"{float(row['subgroups_hold']):.3f} ({row['losses']}, {row['subgroups']} subgroups)"


LEDGER = """# Hundreds of proposals on the same items

A search makes 500 proposals, each a change to a fifth of the answers, and judges each on the same 500 items against the
last one that was kept. How often does it keep one that is no better? `even` is the rule of `errbar gate --ledger`: each
look has a 500th of 5 %, by an exact test; `greedy` keeps whatever looks better; `ladder` asks for one standard error;
`falling` spends more at the beginning; `investing` (LORD++) earns level with each keep; `e-values` asks for an e-value
in place of a p-value. Of the rules that hold 5 % `even` sees most: that is why it was chosen.

Gains are in standard errors of the first difference; one proposal in 100 has one. A gain of one standard error is
hardly ever seen by any rule that holds its rate: 500 proposals of no effect reach three by luck. `kept gains` is the
share of real gains that were kept, `seen gain` what the search would report at the end, `true gain` what it has.

An attack that sees the scores, and lets those that scored well vote, fits the items under every rule; one that is told
keep or discard does not. {loops} loops a row. Made by `{command}`. The table: {{download}}`ledger.csv`.
"""

LIMITS = """
## What could be seen at best

The chance that one gain, in standard errors, is kept at its look, worked out from the binomial law
(`docs/_make/ledger_limits.py`). Among 500 looks at 5 % in all, the most powerful test there is keeps a gain of one
standard error three times in a thousand: no rule that treats the looks alike can do better. The exact test gives away
some of it, because counts come in steps. Two tests that give away less were tried: `mid-p` has no proof, and `by lot`
lets a coin decide, for one gain in a thousand more; neither was taken. What helps is fewer looks, and more items: a
gain of one standard error among 500 items is one of two among 2,000.
"""


def ledger() -> str:
    about = json.loads((RESULTS / "ledger.json").read_text(encoding="utf-8"))
    with (RESULTS / "ledger.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = [column for column in rows[0] if column not in ("loops", "looks", "items")]
    head = [f"| {' | '.join(column.replace('_', ' ') for column in columns)} |", "|" + "---|" * len(columns)]
    body = [f"| {' | '.join(row[column] or '-' for column in columns)} |" for row in rows]
    said = LEDGER.format(command=about["command"], loops=rows[0]["loops"])
    return "\n".join([said, *head, *body, LIMITS, *ledger_limits.rows(), ""])


PAGES = {
    "ledger": ledger,
    "subgroups": lambda: joint("subgroups", SUBGROUPS),
    "bands": lambda: joint("bands", BANDS),
    "weights": lambda: weights.page(*_kept("weights")),
    "stratify": lambda: stratify.page(*_kept("stratify")),
    "nadeau-bengio": nadeau_bengio,
    "nadeau-bengio-tables": nadeau_bengio_tables.page,
    "bengio-grandvalet": bengio_grandvalet,
    "larsen-hansen": larsen_hansen,
    "shallow": shallow,
    "edges": edges,
    "fresh": fresh,
    "gate": gate,
    "time-order": time_order,
    "runs": runs,
}


if __name__ == "__main__":
    renew({RESULTS / f"{name}.md": text() for name, text in PAGES.items()})
