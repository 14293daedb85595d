"""Command lines: every verb with its options, values right, odd or impossible, now and then a word astray."""

from __future__ import annotations

import random
from collections.abc import Callable

Strategy = Callable[[random.Random], str]

FILES = (
    "data.csv items.csv losses.csv wide.csv sets.csv folds.csv data.jsonl data.csv.gz data.parquet damaged.parquet "
    "empty.csv blank.csv header.csv one.csv noise.csv noise.json noise.eval mess.csv ragged.csv twice.csv constant.csv "
    "huge.csv text.csv latin.csv utf16.csv bom.csv escapes.csv nan.csv lists.jsonl deep.jsonl cut.jsonl data.bin "
    "x[1].csv samples_task.jsonl broken.csv.gz logs logs/a.json logs/b.json empty runs.db damaged.db nowhere.csv *.csv "
    "logs/*.json . /dev/null -"
).split()
COLUMNS = "x z t y id who right loss g a b set fold nowhere".split()
NUMBERS = (
    "0 1 2 3 5 10 30 100 -1 0.5 0.05 0.95 0.1 1.0 1e-300 1e300 5e-324 nan inf -inf 1e9 99999999999999999999 0x10 1_0 "
    "-0 0.999999999999 95 1e-12 ٣ ½"
).split()
TEXTS = [
    "",
    " ",
    "\x1b[31m",
    "[/x]",
    "[bold]",
    "\ud800",
    "\x00",
    "é",
    "模型",
    "x" * 300,
    "a,b",
    "--",
    "-",
    "'",
    '"',
    "%s",
    "{}",
    "{0.__class__}",
    "../x",
    "~",
    "$(touch pwned)",
    "`x`",
    "\n",
    "a\tb",
    "None",
    "True",
    "\u202e",
    "=",
    "--x",
    "1;2",
]
CHEAP = [
    "sklearn.naive_bayes.GaussianNB()",
    "sklearn.dummy.DummyClassifier()",
    "sklearn.dummy.DummyRegressor()",
    "sklearn.linear_model.Ridge()",
    "sklearn.linear_model.LinearRegression()",
    "sklearn.tree.DecisionTreeClassifier(max_depth=2)",
    "sklearn.neighbors.KNeighborsClassifier(n_neighbors=3)",
    "sklearn.pipeline.make_pipeline(sklearn.preprocessing.StandardScaler(), sklearn.naive_bayes.GaussianNB())",
]
SPECS = [
    "sklearn.svm.SVC(class_weight={[1]: 2})",
    "sklearn.pipeline.Pipeline('abc')",
    "sklearn.pipeline.Pipeline([])",
    "sklearn.pipeline.Pipeline([3, 4])",
    "sklearn.cluster.KMeans()",
    "sklearn.preprocessing.StandardScaler()",
    "sklearn.model_selection.KFold()",
    "sklearn.base.BaseEstimator()",
    "sklearn.svm.SVC(C=-1)",
    "sklearn.svm.SVC(C='a')",
    "sklearn.neighbors.KNeighborsClassifier(n_neighbors=1000)",
    "sklearn.pipeline.make_pipeline(1, 2)",
    "sklearn.tests.test_base.K()",
    "os.system('touch pwned')",
    "sklearn.svm.SVC",
    "sklearn.ensemble.VotingClassifier([])",
    "sklearn.dummy.DummyClassifier(strategy='constant', constant=7)",
    "sklearn.dummy.DummyRegressor(constant=[1, 2])",
    "sklearn.pipeline.Pipeline([('a', sklearn.svm.SVC())], memory='out')",
    "sklearn.multiclass.OneVsRestClassifier(3)",
    "sklearn.model_selection.GridSearchCV(sklearn.naive_bayes.GaussianNB(), {'var_smoothing': [1e-9]}, cv=2)",
    "sklearn.linear_model.LogisticRegression(max_iter=1)",
    "sklearn.svm.LinearSVC(max_iter=1)",
    "sklearn.gaussian_process.GaussianProcessRegressor()",
    "sklearn.isotonic.IsotonicRegression()",
    "sklearn.linear_model.MultiTaskLasso()",
    "sklearn.neighbors.NearestNeighbors()",
    "sklearn.mixture.GaussianMixture()",
]
PLANS = (
    "kfold(2)|kfold(3)|holdout()|five_by_two()|subsample(3)|halvings(2,2)|nested(3,1)|pseudo_bootstrap(2,2)|"
    "kfold(2,stratify=True)|holdout(0.5)|subsample(4,test_size=2)|subsample(3,distinct=True)|subsample(2,discard=0.4)"
).split("|")
ODD_PLANS = (
    "five_by_two(1)|kfold(1)|kfold(1000)|kfold(0)|kfold(-1)|kfold('a')|kfold|kfold()()|subsample(1000000000)|"
    "kfold(2,n_repeats=1000000000)|holdout(0)|holdout(1.0)|holdout(nan)|subsample(discard=1)|nested(2)|union()|"
    "halvings(1)|kfold(kfold(2))|kfold(**{})|subsample(test_size=1e-300)|subsample(2,test_size=True)|kfold(None)"
).split("|")
METHODS = (
    "auto corrected_t corrected_wilson naive_t conservative_z calibrated_t wilson clopper_pearson betting mcnemar "
    "holdout_t five_by_two_f five_by_two_t nested_cv kfold_t bernstein hoeffding jeffreys clustered_t sequential "
    "nothing pseudo_bootstrap wilcoxon sign_test paired_t empirical_bernstein blaker anderson"
).split()
LOSSES = "auto zero_one squared absolute log brier logistic linear_soft nothing".split()
SCORERS = "accuracy roc_auc neg_log_loss r2 f1 neg_mean_squared_error nothing balanced_accuracy".split()


def one(*words: str) -> Strategy:
    return lambda rng: rng.choice(words)


def mostly(good: Strategy, odd: Strategy, share: float = 0.85) -> Strategy:
    return lambda rng: (good if rng.random() < share else odd)(rng)


def mutated(good: Strategy) -> Strategy:
    """A text with a character changed, left out or doubled."""

    def change(rng: random.Random) -> str:
        text = good(rng)
        at = rng.randrange(len(text) + 1)
        return (
            text[:at] + rng.choice(["", "(", ")", "'", ",", ".", "_", "\x1b", "[", "{", "*", "=", "0"]) + text[at + 1 :]
        )

    return change


text = one(*TEXTS)
number = mostly(one("0.1", "0.2", "10", "30", "100", "3"), mostly(one(*NUMBERS), text, 0.9), 0.6)
column = mostly(one(*COLUMNS), text, 0.92)
file = mostly(one(*FILES), text, 0.96)
model = mostly(one(*CHEAP), mostly(one(*SPECS), mostly(mutated(one(*CHEAP, *SPECS)), text, 0.8), 0.6), 0.7)
plan = mostly(one(*PLANS), mostly(one(*ODD_PLANS), mostly(mutated(one(*PLANS)), text, 0.8), 0.6), 0.75)
method = mostly(one(*METHODS), text, 0.95)
level = mostly(one("0.9", "0.95", "0.5", "0.99"), number)
page = mostly(
    one("out.html"), one("data.csv", "runs.db", "nowhere/out.html", "empty", "/dev/full", "", "out\udcff"), 0.6
)
drawing = mostly(
    one("out.png", "out.svg"), one("out.txt", "data.csv", "out.pdf", "nowhere/o.png", "/dev/full.png"), 0.6
)
store = mostly(one("new.db"), one("runs.db", "damaged.db", "other.db", "data.csv", "empty", "", "/dev/null"), 0.6)
side = mostly(one("two-sided", "less", "greater"), text)

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
    "--item": (0.9, mostly(one("id"), column)),
    "--model-col": (0.6, mostly(one("who"), column)),
    "--loss-col": (0.9, mostly(one("loss"), column)),
    "--correct-col": (0.3, mostly(one("right"), column)),
    "--score-col": (0.05, column),
    "--missing": (0.1, one("error", "drop", "x")),
    "--n-train": (0.04, number),
    "--n-test": (0.04, number),
    "--split": (0.08, mostly(one("fold"), column)),
    "--group": (0.15, mostly(one("g"), column)),
}

EVALUATE = MODEL | TARGET | JUDGED | SPLITTING | ASKED | WORK | FINISH | {"--method": (0.4, method)}
SPREAD = {name: EVALUATE[name] for name in EVALUATE if name not in ("--method", "--alternative", "--null", "--plan")}
AUDIT = {name: EVALUATE[name] for name in EVALUATE if name not in ("--method", "--alternative", "--null", "--groups")}
SHORT: Options = {"--n-splits": (1.0, one("3", "5", "0", "-1", "x")), "--test-size": (0.4, number)}
SMALL: Options = {
    "--n": (1.0, mostly(one("12", "20"), number)),
    "--sets": (1.0, mostly(one("2", "3"), one("0", "-1", "x"))),
    "--methods": (1.0, mostly(one("corrected_t", "corrected_t,naive_t"), method)),
}
DRAWN: Options = {"--plot": (0.03, drawing)}
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
    }.items()
} | {"--json": (0.3, None)}
BOUND: Options = (
    FINISH
    | RANGES
    | {
        "--method": (0.4, method),
        "--side": (0.3, mostly(one("upper", "lower", "two-sided"), text)),
        "--all": (0.15, None),
        "--confidence-level": (0.3, level),
    }
)
IN_FILE: Options = {
    "--column": (0.6, mostly(one("loss"), column)),
    "--item": (0.1, column),
    "--score-col": (0.1, column),
}
INFER = (
    TABLE
    | ASKED
    | GATE
    | FINISH
    | RANGES
    | {
        "--model": (0.5, mostly(one("a", "b"), text)),
        "--versus": (0.4, mostly(one("b", "a"), text)),
        "--method": (0.3, method),
        "--sequential": (0.1, None),
        "--format": (0.15, one("table", "inspect", "lm-eval", "x")),
        "--metric": (0.1, one("f1", "roc_auc", "x")),
        "--y-true": (0.03, column),
        "--y-pred": (0.03, column),
        "--y-score": (0.02, column),
        "--repeat": (0.03, column),
        "--keep": (0.1, one("items", "sums", "auto", "x")),
        "--positive": (0.05, text),
        "--scorer": (0.05, text),
    }
)
RANK = (
    TABLE
    | FINISH
    | DRAWN
    | RANGES
    | {
        "--dataset": (0.4, mostly(one("set"), column)),
        "--across": (0.2, one("wilcoxon", "rank_z", "nemenyi", "x")),
        "--control": (0.2, one("a", "b", "x")),
        "--correction": (0.2, one("holm", "none", "fdr_bh", "x")),
        "--rope": (0.1, number),
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

# weight, verb, arguments before the options, options
VERBS: list[tuple[float, list[str], list[Strategy], Options]] = [
    (10, ["bound"], [mostly(one("0", "1", "3"), number), mostly(one("10", "100", "1000"), number)], BOUND),
    (6, ["bound"], [file], BOUND | IN_FILE),
    (14, ["design"], [one("items", "splits", "halvings", "items", "x")], DESIGN),
    (10, ["advise"], [mostly(one("50", "300", "10000"), number)], ADVISE),
    (12, ["infer"], [mostly(one("items.csv"), mostly(one("wide.csv", "folds.csv"), file, 0.4), 0.7)], INFER),
    (8, ["rank"], [mostly(one("sets.csv", "items.csv", "folds.csv"), file, 0.6)], RANK),
    (12, ["evaluate"], [mostly(one("data.csv", "data.jsonl"), file, 0.7)], EVALUATE),
    (8, ["compare"], [mostly(one("data.csv"), file, 0.7)], EVALUATE | SECOND | GATE),
    (3, ["rank"], [mostly(one("data.csv"), file, 0.8)], EVALUATE | SECOND | DRAWN),
    (3, ["distribution"], [mostly(one("data.csv"), file, 0.8)], SPREAD | SHORT | DRAWN),
    (1.5, ["audit"], [mostly(one("data.csv"), file, 0.8)], AUDIT | SMALL | DRAWN),
    (3, ["store", "ls"], [store], {"--json": (0.3, None)}),
    (2, ["store", "info"], [store], {"--json": (0.3, None)}),
    (2, ["store", "prune"], [store], {"--json": (0.3, None), "--run": (0.3, number), "--older-than": (0.3, number)}),
    (1, ["methods"], [], {"--json": (0.5, None), "--plain": (0.3, None)}),
    (1, ["lab", "list"], [], {"--json": (0.5, None)}),
    (1, ["lab", "run"], [text], {"--scale": (0.5, number), "--out": (0.3, page)}),
    (0.2, ["lab", "figure"], [mostly(one("bounds-05"), text, 0.5)], {"--out": (1.0, one("out", "data.csv"))}),
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


def command(rng: random.Random) -> list[str]:
    """One command line."""
    _, verb, places, options = rng.choices(VERBS, WEIGHTS)[0]
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
