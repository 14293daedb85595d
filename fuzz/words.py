"""The words of command lines: files, columns, numbers, specs and plans; right, odd or impossible."""

from __future__ import annotations

import random
from collections.abc import Callable

Strategy = Callable[[random.Random], str]

FILES = (
    "data.csv items.csv losses.csv wide.csv sets.csv folds.csv data.jsonl data.csv.gz data.parquet damaged.parquet "
    "empty.csv blank.csv header.csv one.csv noise.csv noise.json noise.eval mess.csv ragged.csv twice.csv constant.csv "
    "huge.csv text.csv latin.csv utf16.csv bom.csv escapes.csv nan.csv lists.jsonl deep.jsonl cut.jsonl data.bin "
    "x[1].csv samples_task.jsonl broken.csv.gz logs logs/a.json logs/b.json empty runs.db damaged.db nowhere.csv *.csv "
    "logs/*.json . /dev/null - votes.csv many.csv runs.csv logs/tools logs/tools/promptfoo/a0/a.json"
).split()
COLUMNS = "x z t y id who right loss g a b set fold rep left won nowhere".split()
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
    "kfold(2,stratify=True)|holdout(0.5)|subsample(4,test_size=2)|subsample(3,distinct=True)|subsample(2,discard=0.4)|"
    "rolling(2,1)|rolling(3,2,gap=1)|bootstrap(50)|replacements(3,4)"
).split("|")
ODD_PLANS = (
    "five_by_two(1)|kfold(1)|kfold(1000)|kfold(0)|kfold(-1)|kfold('a')|kfold|kfold()()|subsample(1000000000)|"
    "kfold(2,n_repeats=1000000000)|holdout(0)|holdout(1.0)|holdout(nan)|subsample(discard=1)|nested(2)|union()|"
    "halvings(1)|kfold(kfold(2))|kfold(**{})|subsample(test_size=1e-300)|subsample(2,test_size=True)|kfold(None)|rolling(0)|"
    "rolling(3,gap=-1)|rolling(1000000000)"
).split("|")
LOGS = [f"logs/tools/{tool}" for tool in "inspect lm-eval promptfoo helm deepeval mlflow openai-evals".split()]
METHODS = (
    "diebold_mariano block_bootstrap ppi two_way_t bootstrap_bca delong f1_delta kfold_union "
    "auto corrected_t corrected_wilson naive_t conservative_z calibrated_t pooled_t wilson clopper_pearson betting "
    "mcnemar holdout_t five_by_two_f five_by_two_t nested_cv kfold_t bernstein hoeffding jeffreys clustered_t "
    "sequential nothing pseudo_bootstrap wilcoxon sign_test paired_t empirical_bernstein blaker anderson"
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
log = mostly(one(*LOGS), file, 0.9)
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
