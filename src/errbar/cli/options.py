"""The options several commands share, spelled once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from errbar.cli.standard_input import spooled_path
from errbar.methods import METHODS

DataFile = Annotated[
    Path,
    typer.Argument(
        metavar="DATA",
        help="CSV, CSV.gz, Parquet or JSON lines; - is standard input.",
        show_default=False,
        callback=spooled_path,
    ),
]
Target = Annotated[str, typer.Option("--target", metavar="COL", help="The column to predict.", show_default=False)]
Models = Annotated[
    list[str],
    typer.Option(
        "--model",
        metavar="[NAME=]SPEC",
        help="e.g. 'LogisticRegression(C=0.1)', 'tree=DecisionTreeClassifier()'.",
        show_default=False,
    ),
]
MethodName = Annotated[
    str, typer.Option("--method", help="A name from `errbar methods`.", autocompletion=lambda: ["auto", *METHODS])
]
Loss = Annotated[
    str,
    typer.Option(
        help="zero_one, hamming, squared, absolute, log, brier, linear_soft, 'logistic(alpha=2)'; several: a,b."
    ),
]
Scoring = Annotated[
    str | None, typer.Option(help="A scikit-learn scorer such as roc_auc, instead of a loss; or several: roc_auc,f1.")
]
Scorer = Annotated[str | None, typer.Option(help="Which scorer or metric of a log; several: a,b or all.")]
Filter = Annotated[str | None, typer.Option(help="Which answer filter of lm-eval samples.")]
Marks = Annotated[
    list[str] | None, typer.Option(metavar="WORD=NUMBER", help="What a word in a log is worth.", show_default=False)
]
Positive = Annotated[
    str | None,
    typer.Option(metavar="LABEL", help="The label that counts for f1, recall, average_precision, ..."),
]
Weight = Annotated[
    str | None, typer.Option(metavar="COL", help="Weights of rows: of their losses, and of models that take weights.")
]
PlanSpec = Annotated[str | None, typer.Option("--plan", metavar="PLAN", help="e.g. 'kfold(10, n_repeats=5)'.")]
Effort = Annotated[
    str | None,
    typer.Option(metavar="quick|standard|thorough", help="Instead of a plan: about 25, 75 or 315 fits of each model."),
]
Groups = Annotated[str | None, typer.Option(metavar="COL", help="Keep rows with the same value together.")]
Drop = Annotated[list[str] | None, typer.Option(metavar="COL", help="Leave a column out.", show_default=False)]
Level = Annotated[float, typer.Option("--confidence-level", help="Of the interval.")]
Null = Annotated[float | None, typer.Option(help="Test this value.")]
Alternative = Annotated[str, typer.Option(help="two-sided, less or greater.")]
RandomState = Annotated[int | None, typer.Option("--random-state", help="The same number gives the same answer.")]
Jobs = Annotated[int | None, typer.Option("--n-jobs", help="Fits in parallel; -1 means every core.")]
Timeout = Annotated[
    float | None,
    typer.Option("--timeout", metavar="SECONDS", help="Set fits aside that take longer.", show_default=False),
]
Stop = Annotated[
    str | None, typer.Option("--stop", metavar="clear", help="Add splits only until the verdict is clear.")
]
HalfWidth = Annotated[
    float | None, typer.Option("--half-width", metavar="W", help="Add splits only until half the interval is W wide.")
]
AllowModule = Annotated[list[str] | None, typer.Option(metavar="NAME", help="Allow models from this module too.")]
PairRuns = Annotated[bool, typer.Option("--pair-runs", help="Runs of one name belong together.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Plain = Annotated[bool, typer.Option("--plain", help="Text without colours or drawing characters.")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it: .png, .svg or .pdf.")]
Report = Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a self-contained page.")]
Margin = Annotated[
    float | None,
    typer.Option(help="Gate: may the first model be worse by this? Exit 0 shown less, 1 shown more, 4 undecided."),
]
Undecided = Annotated[
    str | None, typer.Option(metavar="pass|fail", help="Let an undecided gate exit 0 (pass) or 1 (fail), not 4.")
]
ScoreCols = Annotated[
    list[str] | None,
    typer.Option("--score-col", metavar="COL", help="TABLE: scores, higher is better; one per model in a wide table."),
]
ScoreRange = Annotated[
    tuple[float, float] | None,
    typer.Option("--score-range", metavar="LOW HIGH", help="Smallest and largest possible score."),
]
Direction = Annotated[
    bool | None,
    typer.Option(
        "--greater-is-better/--lower-is-better", help="Which way the numbers count, where names do not say so."
    ),
]
Store = Annotated[Path | None, typer.Option("--store", metavar="FILE.db", help="Keep finished splits in this file.")]
