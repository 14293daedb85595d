"""Command lines: every verb with its options, values right, odd or impossible, now and then a word astray."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import typer.main

from errbar.cli.main import app
from fuzz.made import TOOLS
from fuzz.words import (
    LOSSES,
    SCORERS,
    TEXTS,
    Strategy,
    column,
    drawing,
    file,
    level,
    log,
    method,
    model,
    mostly,
    number,
    one,
    page,
    plan,
    side,
    store,
    text,
)

edges = mostly(one("0 1", "-5 5"), one("1 0", "nan 1", "0", "0 1 2", "a b", "-inf inf"))  # two words
PAIRS = ("--loss-range", "--score-range", "--range")

# option -> (how often it is there, its value; None for a flag)
Options = dict[str, tuple[float, Strategy | None]]
FINISH: Options = {"--json": (0.3, None), "--plain": (0.1, None), "--report": (0.03, page)}
ASKED: Options = {"--confidence-level": (0.2, level), "--null": (0.15, number), "--alternative": (0.15, side)}
JUDGED: Options = {"--loss": (0.2, mostly(one(*LOSSES), text)), "--scoring": (0.1, mostly(one(*SCORERS), text))}
WORK: Options = {
    "--random-state": (0.5, mostly(one("0", "1"), number)),
    "--n-jobs": (0.05, mostly(one("1"), one("0", "x", "1.5"))),
    "--store": (0.08, store),
    "--allow-module": (0.03, mostly(one("json", "nowhere", "numpy", "subprocess"), text)),
}
SPLITTING: Options = {"--plan": (0.95, plan), "--groups": (0.1, column), "--drop": (0.2, column)}
GATE: Options = {
    "--margin": (0.15, mostly(one("0.05", "0.5", "0"), number)),
    "--undecided": (0.1, one("pass", "fail", "x")),
}
RANGES: Options = {"--greater-is-better": (0.1, None), "--lower-is-better": (0.1, None)}
TARGET: Options = {"--target": (0.97, mostly(one("y"), column, 0.85))}
MODEL: Options = {"--model": (0.98, model)}
SECOND: Options = {"--model ": (0.9, model)}
TABLE: Options = {
    "--y-true": (0.02, mostly(one("y", "right"), column)),
    "--y-pred": (0.02, column),
    "--y-score": (0.02, column),
    "--metric": (0.02, one("f1", "roc_auc", "x", "loss")),
    "--positive": (0.02, mostly(one("1", "0"), text)),
    "--time": (0.02, mostly(one("id", "t"), column)),
    "--repeat": (0.02, mostly(one("rep", "fold"), column)),
    "--run": (0.02, mostly(one("rep"), column)),
    "--reduce": (0.02, mostly(one("mean", "pass@2", "pass^2"), mostly(one("pass@0", "pass@99"), text))),
    "--judge": (0.02, mostly(one("loss", "right"), column)),
    "--labelled": (0.02, one("check", "random", "x")),
    "--loss-range": (0.04, edges),
    "--score-range": (0.02, edges),
    "--keep": (0.02, one("items", "sums", "auto", "x")),
    "--item": (0.9, mostly(one("id"), column)),
    "--model-col": (0.6, mostly(one("who"), column)),
    "--loss-col": (0.9, mostly(one("loss"), column)),
    "--correct-col": (0.3, mostly(one("right"), column)),
    "--score-col": (0.02, column),
    "--missing": (0.1, one("error", "drop", "x")),
    "--n-train": (0.02, number),
    "--n-test": (0.02, number),
    "--split": (0.08, mostly(one("fold"), column)),
    "--group": (0.15, mostly(one("g"), column)),
}

WEIGHED: Options = {
    "--positive": (0.06, mostly(one("1", "0"), text)),
    "--weight": (0.06, mostly(one("x", "w"), column)),
    "--timeout": (0.03, mostly(one("60"), number)),
}
EVALUATE = MODEL | TARGET | JUDGED | SPLITTING | ASKED | WORK | FINISH | {"--method": (0.4, method)}
SPREAD = {
    name: EVALUATE[name] for name in EVALUATE if name not in ("--method", "--alternative", "--null", "--plan")
} | {"--timeout": (0.03, mostly(one("60"), number))}
AUDIT = {name: EVALUATE[name] for name in EVALUATE if name not in ("--method", "--alternative", "--null", "--groups")}
SHORT: Options = {"--n-splits": (1.0, one("3", "5", "0", "-1", "x")), "--test-size": (0.4, number)}
SMALL: Options = {
    "--n": (1.0, mostly(one("12", "20"), number)),
    "--sets": (1.0, mostly(one("2", "3"), one("0", "-1", "x"))),
    "--methods": (1.0, mostly(one("corrected_t", "corrected_t,naive_t"), method)),
}
DRAWN: Options = {"--plot": (0.03, drawing)}
CHECKED: Options = {
    "--population": (0.1, one("auto", "rows", "bootstrap", "x")),
    "--difference": (0.1, number),
    "--differences": (0.05, mostly(one("0,0.1"), text)),
    "--moments": (0.05, None),
    "--plot-power": (0.02, drawing),
}
DESIGN: Options = {
    name: (share, number)
    for name, share in {
        "--half-width": 0.4,
        "--effect": 0.3,
        "--n": 0.2,
        "--sd": 0.4,
        "--error": 0.3,
        "--discordance": 0.15,
        "--correlation": 0.1,
        "--item-variance": 0.1,
        "--answer-variance": 0.1,
        "--answers": 0.1,
        "--cluster-size": 0.1,
        "--cluster-correlation": 0.1,
        "--test-size": 0.15,
        "--power": 0.2,
        "--confidence-level": 0.2,
        "--rho": 0.05,
        "--judged": 0.1,
        "--run-variance": 0.1,
        "--cell-variance": 0.1,
        "--budget": 0.1,
        "--n-params": 0.05,
        "--kurtosis": 0.05,
    }.items()
} | {"--json": (0.3, None), "--cost": (0.1, mostly(one("run=10,answer=1", "run=1,item=1,answer=1"), text))}
LABELS: Options = {
    "--half-width": (0.95, mostly(one("0.01", "0.05"), number)),
    "--correlation": (0.9, mostly(one("0.5", "0.9"), number)),
    "--error": (0.6, mostly(one("0.1", "0.2"), number)),
    "--judged": (0.6, mostly(one("1000", "10000"), number)),
}
SEEDS: Options = {
    "--run-variance": (0.95, mostly(one("0.01", "0.1"), number)),
    "--item-variance": (0.95, mostly(one("0.1", "0.2"), number)),
    "--cell-variance": (0.9, mostly(one("0.05"), number)),
    "--budget": (0.5, mostly(one("1000", "100"), number)),
    "--half-width": (0.5, mostly(one("0.05"), number)),
    "--cost": (0.8, mostly(one("run=10,answer=1", "run=1,item=1,answer=1"), text)),
}
BOUND: Options = (
    FINISH
    | RANGES
    | {
        "--method": (0.4, method),
        "--side": (0.3, mostly(one("upper", "lower", "two-sided"), text)),
        "--all": (0.15, None),
        "--confidence-level": (0.3, level),
        "--delta": (0.08, mostly(one("0.05", "0.01,0.05"), mostly(number, text))),
        "--plot": (0.02, drawing),
    }
)
IN_FILE: Options = {
    "--range": (0.1, edges),
    "--score-range": (0.05, edges),
    "--column": (0.6, mostly(one("loss"), column)),
    "--item": (0.1, column),
    "--score-col": (0.1, column),
}
LOGS: Options = {
    "--format": (0.1, mostly(one("auto", "inspect", "lm-eval", *TOOLS), one("table", "x", ""))),
    "--scorer": (0.1, mostly(one("success", "match", "all"), text)),
    "--filter": (0.03, mostly(one("none"), text)),
    "--mark": (0.03, mostly(one("C=1", "I=0"), mostly(one("C=nan", "C", "=1"), text))),
}
INFER = (
    TABLE
    | LOGS
    | ASKED
    | GATE
    | FINISH
    | RANGES
    | {
        "--model": (0.5, mostly(one("a", "b"), text)),
        "--versus": (0.4, mostly(one("b", "a"), text)),
        "--method": (0.3, method),
        "--sequential": (0.1, None),
        "--by": (0.08, mostly(one("g"), column)),
        "--correction": (0.04, one("holm", "fdr_bh", "none", "x")),
        "--weights": (0.04, mostly(one("equal", "0=1,1=2"), text)),
        "--pair-runs": (0.03, None),
        "--unpaired": (0.05, None),
        "--flipped": (0.06, None),
    }
)
RANKED: Options = {name: TABLE[name] for name in ("--item", "--model-col", "--loss-col", "--correct-col", "--score-col",
                                                   "--missing", "--n-train", "--n-test", "--split", "--group",
                                                   "--repeat", "--score-range", "--judge")}  # fmt: skip
RANK = (
    RANKED
    | LOGS
    | FINISH
    | DRAWN
    | RANGES
    | {
        "--dataset": (0.4, mostly(one("set"), column)),
        "--across": (0.2, one("wilcoxon", "rank_z", "nemenyi", "x")),
        "--control": (0.2, one("a", "b", "x")),
        "--correction": (0.2, one("holm", "none", "fdr_bh", "max_t", "x")),
        "--rope": (0.1, number),
        "--a": (0.05, mostly(one("left"), column)),
        "--b": (0.05, mostly(one("right"), column)),
        "--winner": (0.05, mostly(one("won"), column)),
        "--method": (0.2, method),
        "--confidence-level": (0.2, level),
        "--random-state": (0.3, one("0", "x")),
    }
)
ADVISE: Options = {
    "--n-models": (0.4, mostly(one("1", "2", "5"), number)),
    "--budget": (0.4, mostly(one("10", "25", "400"), number)),
    "--metric": (0.4, mostly(one("zero_one", "roc_auc", "squared"), text)),
    "--have": (0.4, one("data", "trained", "folds", "datasets", "stream", "x")),
    "--groups": (0.2, None),
    "--guarantee": (0.2, None),
    "--json": (0.3, None),
}

SHOWN = ASKED | {"--method": (0.3, method)}
ITEMS = {name: TABLE[name] for name in ("--item", "--model-col", "--loss-col")}
CHOSEN: Options = {"--model": (0.5, mostly(one("a", "b"), text)), "--versus": (0.3, mostly(one("b", "a"), text))}
LOOKS: Options = {
    "--ledger": (0.15, mostly(one("out.ledger"), one("data.csv", "empty", "", "/dev/full", "nowhere/x"))),
    "--looks": (0.1, number),
    "--log-format": (0.05, mostly(one("auto", *TOOLS), text)),
    "--format": (0.3, mostly(one("text", "json", "github", "markdown", "junit"), text, 0.95)),
}
GATED = (
    TABLE
    | CHOSEN
    | RANGES
    | LOOKS
    | {
        "--margin": (0.95, mostly(one("0.05", "0.5", "0"), number)),
        "--undecided": (0.3, one("pass", "fail", "x")),
        "--method": (0.1, method),
        "--confidence-level": (0.2, level),
        "--scorer": LOGS["--scorer"],
        "--filter": LOGS["--filter"],
        "--mark": LOGS["--mark"],
        "--json": (0.3, None),
    }
)
IN_LOGS: Options = {
    "--margin": (0.95, mostly(one("0.05", "0.5", "0"), number)),
    "--model": (0.97, mostly(one("a"), text, 0.95)),
    "--versus": (0.97, mostly(one("b"), text, 0.95)),
    "--scorer": (0.5, mostly(one("success"), text)),
    "--json": (0.3, None),
}
WON = (
    TABLE
    | LOGS
    | RANGES
    | FINISH
    | DRAWN
    | {
        "--baseline": (0.2, mostly(one("a", "b"), text)),
        "--method": (0.4, mostly(one("auto", "max_t", "tilted", "bonferroni", "bbc_cv"), text)),
        "--confidence-level": (0.2, level),
        "--alternative": (0.2, side),
        "--random-state": (0.2, mostly(one("0"), number)),
    }
)
NOISE = TABLE | CHOSEN | RANGES | FINISH | DRAWN | {"--confidence-level": (0.2, level)}
FITTED = TARGET | MODEL | JUDGED | SPLITTING | WORK | FINISH | DRAWN
WITHOUT_PLAN = {name: FITTED[name] for name in FITTED if name not in ("--plan", "--store", "--scoring")}
CURVE: Options = (
    FINISH
    | DRAWN
    | {
        "--truth": (0.97, mostly(one("right"), column)),
        "--probability": (0.95, mostly(one("loss"), column)),
        "--prediction": (0.05, mostly(one("right"), column)),
        "--kind": (0.8, mostly(one("roc", "precision_recall", "calibration", "confusion"), text)),
        "--positive": (0.3, mostly(one("1", "0"), text)),
        "--confidence-level": (0.2, level),
        "--n-bins": (0.2, number),
    }
)
SCORED: Options = (
    ASKED
    | FINISH
    | {
        "--truth": (0.97, mostly(one("right"), column)),
        "--prediction": (0.7, mostly(one("rep", "right"), column)),
        "--probability": (0.5, mostly(one("loss"), column)),
        "--scoring": (0.6, mostly(one(*SCORERS), text)),
        "--groups": (0.1, mostly(one("g"), column)),
        "--method": (0.3, method),
    }
)
SHARD: Options = {
    "--shard": (0.9, mostly(one("1/2", "2/2", "1/1", "3/8"), mostly(one("0/2", "3/2", "1/0", "1/99999999"), text))),
    "--store": (0.9, store),
    "--timeout": (0.03, mostly(one("60"), number)),
    "--method": (0.1, method),
    "--json": (0.3, None),
}
FIT = TARGET | MODEL | JUDGED | SPLITTING | {name: WORK[name] for name in WORK if name != "--store"} | SHARD
VOTES: Options = {
    "--a": (0.97, mostly(one("left"), column)),
    "--b": (0.97, mostly(one("right"), column)),
    "--winner": (0.97, mostly(one("won"), column)),
    "--group": (0.2, mostly(one("g"), column)),
    "--judge": (0.2, mostly(one("who"), column)),
    "--correction": (0.2, one("holm", "none", "fdr_bh", "x")),
    "--control": (0.1, one("m0", "x")),
    "--confidence-level": (0.2, level),
}
TASKS: Options = {
    "--dataset": (0.97, mostly(one("set"), column)),
    "--model-col": (0.97, mostly(one("who"), column)),
    "--loss-col": (0.9, mostly(one("loss"), column)),
    "--score-col": (0.1, column),
    "--run": (0.7, mostly(one("rep"), column)),
    "--missing": (0.1, one("error", "drop", "x")),
    "--over-tasks": (0.2, None),
    "--draws": (0.97, mostly(one("200", "500"), number)),
    "--confidence-level": (0.2, level),
    "--random-state": (0.3, mostly(one("0"), number)),
}
LAB: Options = {
    "--scale": (0.5, number),
    "--out": (0.3, page),
    "--random-state": (0.2, number),
    "--n-jobs": (0.1, number),
    "--store": (0.1, store),
    "--data": (0.1, file),
    "--json": (0.2, None),
}
STORED: Options = {"--json": (0.3, None), "--store": (0.1, store)}

# weight, verb, arguments before the options, options
VERBS: list[tuple[float, list[str], list[Strategy], Options]] = [
    (10, ["bound"], [mostly(one("0", "1", "3"), number), mostly(one("10", "100", "1000"), number)], BOUND),
    (6, ["bound"], [file], BOUND | IN_FILE),
    (14, ["design"], [one("items", "splits", "halvings", "items", "x")], DESIGN),
    (3, ["design"], [one("labels")], LABELS | {"--json": (0.3, None), "--confidence-level": (0.2, level)}),
    (3, ["design"], [one("seeds")], SEEDS | {"--json": (0.3, None), "--answers": (0.1, number)}),
    (10, ["advise"], [mostly(one("50", "300", "10000"), number)], ADVISE),
    (12, ["infer"], [mostly(one("items.csv"), mostly(one("wide.csv", "folds.csv"), file, 0.4), 0.7)], INFER),
    (3, ["infer"], [log], LOGS | CHOSEN | FINISH | GATE | {"--by": (0.1, one("topic", "task", "x"))}),
    (8, ["gate"], [mostly(one("items.csv"), mostly(one("wide.csv", "folds.csv"), file, 0.4), 0.7)], GATED),
    (3, ["gate"], [log], LOOKS | IN_LOGS),
    (6, ["winner"], [mostly(one("items.csv", "folds.csv"), file, 0.8)], WON),
    (5, ["sources"], [mostly(one("items.csv"), file, 0.8)], NOISE | {"--run": (0.9, mostly(one("rep"), column))}),
    (
        2,
        ["sources"],
        [mostly(one("data.csv"), file)],
        FITTED | {"--n-seeds": (1.0, mostly(one("2", "3"), one("0", "-1", "x", "2.5", "nan", "1e9", "10000000")))},
    ),
    (4, ["components"], [mostly(one("folds.csv", "items.csv"), file)], NOISE | {"--independent": (0.2, None)}),
    (1, ["components"], [mostly(one("data.csv"), file)], FITTED),
    (
        2,
        ["components"],
        [mostly(one("data.csv"), file)],
        WITHOUT_PLAN | {"--jackknife": (0.9, mostly(one("2", "3"), number))},
    ),
    (4, ["growth"], [mostly(one("folds.csv", "items.csv"), file)], NOISE | {"--method": (0.3, method)}),
    (2, ["growth"], [mostly(one("data.csv"), file)], FITTED | {"--versus": (0.1, model), "--method": (0.2, method)}),
    (6, ["curve"], [mostly(one("items.csv"), file, 0.9)], CURVE),
    (6, ["score"], [mostly(one("items.csv"), file, 0.9)], SCORED),
    (4, ["fit"], [mostly(one("data.csv"), file, 0.85)], FIT),
    (3, ["aggregate"], [mostly(one("sets.csv", "runs.csv"), file)], TASKS | RANGES | FINISH | DRAWN),
    (3, ["rank"], [mostly(one("votes.csv"), file)], VOTES | FINISH | DRAWN),
    (8, ["rank"], [mostly(one("sets.csv", "items.csv", "folds.csv"), file, 0.6)], RANK),
    (12, ["evaluate"], [mostly(one("data.csv", "data.jsonl"), file, 0.7)], EVALUATE | WEIGHED),
    (8, ["compare"], [mostly(one("data.csv"), file, 0.7)], EVALUATE | WEIGHED | SECOND | GATE),
    (3, ["rank"], [mostly(one("data.csv"), file, 0.8)], EVALUATE | WEIGHED | SECOND | DRAWN),
    (3, ["distribution"], [mostly(one("data.csv"), file, 0.8)], SPREAD | SHORT | DRAWN),
    (1.5, ["audit"], [mostly(one("data.csv"), file, 0.8)], AUDIT | SMALL | DRAWN | CHECKED),
    (3, ["store", "ls"], [store], STORED),
    (2, ["store", "info"], [store], STORED),
    (3, ["store", "merge"], [store, store], {"--into": (0.97, mostly(one("out.db"), store)), "--json": (0.3, None)}),
    (2, ["store", "prune"], [store], STORED | {"--run": (0.3, number), "--older-than": (0.3, number)}),
    (1, ["methods"], [], {"--json": (0.5, None), "--plain": (0.3, None)}),
    (2, ["methods"], [method], {"--json": (0.3, None), "--plain": (0.3, None)}),
    (1, ["verify"], [mostly(one("out.html"), file)], {"--json": (0.3, None)}),
    (0.5, ["completion"], [mostly(one("bash", "zsh", "fish"), text)], {}),
    (1, ["lab", "list"], [], {"--json": (0.5, None)}),
    (1, ["lab", "run"], [text], LAB),
    (
        0.2,
        ["lab", "figure"],
        [mostly(one("bounds-05"), text, 0.5)],
        {"--out": (1.0, one("out", "data.csv")), "--json": (0.2, None)},
    ),
    (1, [], [text], {"--help": (0.3, None)}),
]
EITHER = (
    ("--loss-col", "--correct-col", "--score-col", "--y-pred", "--y-score"),
    ("--loss", "--scoring"),
    ("--half-width", "--effect", "--n"),
    ("--sd", "--error", "--discordance", "--item-variance"),
    ("--column", "--score-col"),
    ("--all", "--method"),
    ("--dataset", "--item", "--split"),
    ("--greater-is-better", "--lower-is-better"),
)
WEIGHTS = [weight for weight, *_ in VERBS]
NOT_TRIED = {"--help", "--version"}


@cache
def further(verb: tuple[str, ...]) -> Options:
    """Options of a command that no table here has: a new one is tried at once, with a value of no particular kind."""
    tree: Any = typer.main.get_command(app)
    for word in verb:
        tree = getattr(tree, "commands", {}).get(word)
    listed = {name.strip() for _, words, _, options in VERBS if tuple(words) == verb for name in options}
    found = [one for one in getattr(tree, "params", ()) if one.param_type_name == "option"]
    names = {max(one.opts, key=len): one for one in found if not set(one.opts) & NOT_TRIED}
    return {
        name: (0.05, None if one.is_flag else mostly(number, text)) for name, one in names.items() if name not in listed
    }


def command(rng: random.Random) -> list[str]:
    """One command line."""
    _, verb, places, listed = rng.choices(VERBS, WEIGHTS)[0]
    options = listed | further(tuple(verb))
    words = [*verb, *(place(rng) for place in places)]
    less = 0.2 if rng.random() < 0.5 else 1.0  # half of them with few options, so that more come to an answer
    given = [name for name, (share, _) in options.items() if rng.random() < (share if share >= 0.5 else less * share)]
    for name in _apart(given, rng) if rng.random() < 0.85 else given:
        value = options[name][1] if name in options else None
        words += [name.strip()] if value is None else _given(name.strip(), value(rng), rng)
    return _shuffled(words, rng) if rng.random() < 0.08 else words


def _apart(names: list[str], rng: random.Random) -> list[str]:
    """Of options that exclude each other the first, in an order that changes."""
    kept: list[str] = []
    for name in rng.sample(names, len(names)):
        if not any({name, other} <= {*group} for group in EITHER for other in kept):
            kept.append(name)
    return kept


def _given(name: str, value: str, rng: random.Random) -> list[str]:
    if name in PAIRS:
        return [name, *value.split()]
    return [f"{name}={value}"] if rng.random() < 0.2 else [name, value]


def _shuffled(words: list[str], rng: random.Random) -> list[str]:
    """A word left out, doubled, replaced, or another option added."""
    words = [*words]
    at = rng.randrange(len(words))
    match rng.randrange(4):
        case 0:
            del words[at]
        case 1:
            words.insert(at, words[at])
        case 2:
            words[at] = rng.choice(TEXTS)
        case _:
            words.append(rng.choice(["--help", "--nothing", "-x", "extra", "--json", "--margin"]))
    long = "demo" in words or ("lab" in words and "run" in words and not any(text in words for text in TEXTS))
    return ["methods"] if long else words
