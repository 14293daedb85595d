"""The page of Nadeau and Bengio's tables, claims and figures, from the kept tables; `results_pages.py` writes it."""

from __future__ import annotations

import csv
import gzip
import json
from statistics import mean

from errbar.lab.studies.judgement import JudgedRow, JudgedTable
from errbar.lab.studies.nadeau_bengio import PAPERS, letters_claims
from errbar.lab.studies.resampling import SETUPS
from errbar.lab.studies.resampling_claims import claims, usual
from renew import RESULTS

TITLES = {
    "regression": "Regression: the mean against a line",
    "gaussians": "Two Gaussian classes: a tree against least squares",
    "letters": "Letters: a tree against one neighbour in six distorted metrics",
}
NUMBERS = {"regression": "Table 2", "gaussians": "Table 3", "letters": "Tables 4 and 5"}
KINDS = {"n_splits": int, "n_halvings": int, "n_sets": int, "value": float, "se": float}
WORDS = {"halves": "(n/2, n/2)", "thrown": "(n/2, n/10), 40 % thrown", "natural": "(9n/10, n/10)"}
STATISTICS = {
    "holdout_t": ("t-test", "mean of one test set", "S_L²/n2", "t(n2-1); z in 2003"),
    "resampled_t": ("resampled t", "mean of J splits", "S²/J", "t(J-1)"),
    "five_by_two_t": ("5x2cv t", "first of ten scores", "mean of five (difference)²/2", "t(5)"),
    "conservative_z": ("conservative Z", "mean of J splits", "mean of M (half difference)²/2", "z"),
    "pseudo_bootstrap": ("pseudo-bootstrap", "mean of J splits", "variance of R more such means", "t(R-1)"),
    "corrected_t": ("corrected resampled t", "mean of J splits", "(1/J + n2/n1) S²", "t(J-1)"),
    "corrected_pseudo_bootstrap": (
        "corrected pseudo-bootstrap",
        "mean of J splits",
        "(1 + J n2/n1) times it",
        "t(R-1)",
    ),
}
START = """---
html_theme.sidebar_secondary.remove: true
---

# Nadeau and Bengio's tables, claims and figures

Made from the kept tables of the [repeated studies](nadeau-bengio.md). The digits of the 2003 paper's text at hand are
masked, so its printed intervals cannot be set beside ours; where the parameters came from is told in the
[errata](../explain/errata.md). For your own learner and rows, `eb.audit(..., moments=True)` measures the same
quantities: [how](../howto/audit-your-data.md).

## Table 1: the seven statistics, and Var(estimate) / E(v)

Above 1 a method is liberal, below 1 conservative. *Implied*: what the measured rho says, (1 + J rho/(1 - rho)),
divided by (1 + J n2/n1) for the corrected ones. J = 15, M = 10, R = 15. Means over worlds and series.
"""
FIGURES = {
    "regression-power-first": "Regression, the mean's error: power at 10 % in four simulations and three set-ups.",
    "regression-power-comparison": "Regression, the difference: not symmetric, as the paper says.",
    "regression-splits-power-first": "Regression, the mean's error, natural sizes: J = 5, 10, 15, 25.",
    "regression-splits-power-comparison": "Regression, the difference, natural sizes: J = 5, 10, 15, 25.",
    "regression-halvings-power-comparison": "Regression, the difference: M = 5, 10, 20 halvings of conservative Z.",
    "gaussians-power-first": "Gaussians, the tree's error: power at 10 % in four simulations and three set-ups.",
    "gaussians-power-comparison": "Gaussians, the difference, with the pseudo-bootstrap.",
    "gaussians-splits-power-comparison": "Gaussians, the difference, natural sizes: J = 5, 10, 15, 25.",
    "gaussians-halvings-power-comparison": "Gaussians, the difference: M = 5, 10, 20 halvings of conservative Z.",
    "letters-power-neighbours": "Letters, the neighbour's error (mu_B): six metrics.",
    "letters-power-comparisons": "Letters, the difference: six metrics.",
    "letters-splits-power": "Letters, the difference, natural sizes: J = 5, 10, 15, 25 (conservative Z up to 15).",
    "letters-halvings-power": "Letters, the difference: M = 5, 10, 20 halvings of conservative Z.",
    "letters-real-power-halves": "Letters, the difference: real power (marks) and pseudo power (lines).",
    "letters-real-power-neighbours": "Letters, the neighbour's error: real power (marks) and pseudo power (lines).",
}


def table_of(study: str, *, curves: bool = False) -> JudgedTable:
    """The kept table of a study; with its power curves, if they are kept."""
    path = RESULTS / f"nadeau-bengio-{study}.csv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    packed = path.with_suffix(".power.csv.gz")
    if curves and packed.is_file():
        rows += csv.DictReader(gzip.decompress(packed.read_bytes()).decode("utf-8").splitlines())
    read = [{name: _read(name, text) for name, text in row.items()} for row in rows]
    return JudgedTable([JudgedRow(**row) for row in read])  # type: ignore[arg-type]


def _read(name: str, text: str) -> object:
    if name == "at":
        return float(text) if text else None
    return KINDS.get(name, str)(text)


def page() -> str:
    tables = {study: table_of(study) for study in TITLES}
    parts = [START, first_table(tables), splits_and_halvings(tables)]
    parts += [moments(study, table) for study, table in tables.items()]
    parts += [
        "## What the papers say, and what the tables give\n",
        *(verdicts(study, t) for study, t in tables.items()),
    ]
    return "\n".join([*parts, figures()])


def first_table(tables: dict[str, JudgedTable]) -> str:
    head = [f"{study}, {WORDS[setup]}" for study in tables for setup in SETUPS]
    lines = [
        "| statistic | estimate | v | critical value | " + " | ".join(head) + " |",
        "|" + "---|" * (4 + len(head)),
    ]
    for method, words in STATISTICS.items():
        cells = [_ratio(table, method, setup) for table in tables.values() for setup in SETUPS]
        lines.append(f"| [{words[0]}](../methods/{method}.md) | " + " | ".join([*words[1:], *cells]) + " |")
    for study, table in tables.items():
        lines += ["", _implied(study, table)] if table.where(quantity="implied ratio", method="holdout_t") else []
    return "\n".join(lines) + "\n"


def _ratio(table: JudgedTable, method: str, setup: str) -> str:
    found = usual(table, method, setup, "ratio")
    if not found:
        return ""
    measured = f"{mean(row.value for row in found):.2f}"
    if not method.endswith(("resampled_t", "corrected_t", "bootstrap")):
        return measured
    implied = []
    for row in found:
        place = {"world": row.world, "series": row.series, "setup": setup}
        rho, rho0 = (table.one(quantity=name, **place).value for name in ("rho", "rho0"))
        ratio = 1 + row.n_splits * rho / (1 - rho)
        implied.append(ratio / (1 + row.n_splits * rho0 / (1 - rho0)) if "corrected" in method else ratio)
    return f"{measured} ({mean(implied):.2f} implied)"


def _implied(study: str, table: JudgedTable) -> str:
    found = table.where(quantity="implied ratio", method="holdout_t", setup="halves")
    return (
        f"For the t-test the moments s0 and s3 imply (n2 s3 + s0 - s3)/(s0 - s3), in the {study} study at (n/2, n/2) "
        f"{mean(row.value for row in found):.2f} on average."
    )


def splits_and_halvings(tables: dict[str, JudgedTable]) -> str:
    lines = [
        "## How many splits, how many halvings",
        "",
        "The papers advise J = 15 (never fewer than 10) and M between 5 and 10. errbar takes 25 splits where only",
        "splits are fitted, and 15 splits with 10 halvings: size and power (at equal size, the farther distance) at",
        "natural sizes, means over worlds and series. Ten fits more than 15 still buy power. With 5 halvings tests are",
        "now and then liberal; 20 double the fits, for a little power at a size that is lower still.",
        "",
        "| study | method | J | M | size at 10 % | worst | width / width at J = 15, M = 10 | power |",
        "|" + "---|" * 8,
    ]
    for study, table in tables.items():
        for method in ("corrected_t", "conservative_z"):
            base = mean(row.value for row in usual(table, method, "natural", "width"))
            keys = sorted(
                {(r.n_splits, r.n_halvings) for r in table.where(method=method, setup="natural", quantity="size")}
            )
            for j, m in keys:
                place = {"method": method, "setup": "natural", "n_splits": j, "n_halvings": m}
                sizes = [row.value for row in table.where(quantity="size", **place)]
                width = mean(row.value for row in table.where(quantity="width", **place)) / base
                power = [row.value for row in table.where(quantity="adjusted power", **place)][1::2]
                shown = f"{mean(power):.3f}" if power else ""
                lines.append(
                    f"| {study} | [`{method}`](../methods/{method}.md) | {j} | {m or '-'} | {mean(sizes):.3f} "
                    f"| {max(sizes):.3f} | {width:.3f} | {shown} |"
                )
    return "\n".join(lines) + "\n"


def moments(study: str, table: JudgedTable) -> str:
    about = json.loads((RESULTS / f"nadeau-bengio-{study}.json").read_text(encoding="utf-8"))
    lines = [
        f"## {NUMBERS[study]}. {TITLES[study]}",
        "",
        f"mu, rho and r with 95 % intervals from {table.rows[0].n_sets:,} data sets; made by `{about['command']}`.",
        "",
        "| simulation | series | set-up | mu | true mu | rho | rho0 | r |",
        "|" + "---|" * 8,
    ]
    for row in table.where(quantity="mu"):
        place = {"world": row.world, "series": row.series}
        inside = place | {"setup": row.setup}
        rho, rho0, truth = (table.one(quantity=name, **inside) for name in ("rho", "rho0", "truth"))
        r = _interval(table.one(quantity="r", **place)) if row.setup == "halves" else ""
        lines.append(
            f"| {row.world} | {row.series} | {WORDS[row.setup]} | {_interval(row)} | {truth.value:.4g} "
            f"| {_interval(rho)} | {rho0.value:.3f} | {r} |"
        )
    if table.where(quantity="s0"):
        lines += [
            "",
            "The moments themselves:",
            "",
            "| simulation | series | set-up | s0 | s1 | s2 | s3 |",
            "|" + "---|" * 7,
        ]
        for row in table.where(quantity="s0"):
            place = {"world": row.world, "series": row.series, "setup": row.setup}
            cells = [_interval(table.one(quantity=name, **place), 3) for name in ("s0", "s1", "s2", "s3")]
            lines.append(f"| {row.world} | {row.series} | {WORDS[row.setup]} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _interval(row: JudgedRow, figures: int = 4) -> str:
    low, high = row.value - 1.96 * row.se, row.value + 1.96 * row.se
    return (
        f"[{low:.{figures}g}, {high:.{figures}g}]"
        if abs(row.value) >= 1 or figures == 3
        else f"[{low:.3f}, {high:.3f}]"
    )


def verdicts(study: str, table: JudgedTable) -> str:
    found = letters_claims(table) if study == "letters" else claims(table, PAPERS[study])
    lines = [f"### {TITLES[study]}", "", "| verdict | the papers | measured |", "|---|---|---|"]
    lines += [f"| {claim.verdict} | {claim.claim} | {claim.measured} |" for claim in found]
    return "\n".join(lines) + "\n"


def figures() -> str:
    shown = [(name, words) for name, words in FIGURES.items() if (RESULTS / "nadeau-bengio" / f"{name}.png").is_file()]
    lines = [
        "## Figures",
        "",
        "Drawn by `python docs/_make/nadeau_bengio_figures.py` from the kept tables; `errbar lab run` draws these and",
        "more, in all three studies. Grey: the level, and up to where a share is not significantly above it. Dotted:",
        "the true value.",
    ]
    for name, words in shown:
        lines += ["", f"{words}{_made(name)}", "", f"![{words}](nadeau-bengio/{name}.png)"]
    return "\n".join(lines) + "\n"


def _made(name: str) -> str:
    """Where the curves come from another run than the table."""
    about = RESULTS / f"nadeau-bengio-{name.partition('-')[0]}.power.json"
    if not about.is_file():
        return ""
    return f" Curves by `{json.loads(about.read_text(encoding='utf-8'))['command']}`."
