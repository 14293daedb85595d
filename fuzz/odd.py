"""The words of calls: numbers, names, arrays, models and data; right, odd or impossible."""

from __future__ import annotations

import random
from collections.abc import Callable

import errbar as eb
from fuzz.words import mostly, one

Strategy = Callable[[random.Random], str]

NUMBERS = (
    "0|1|-1|2|3|0.5|0.05|0.1|0.95|-0.5|100|1e308|-1e308|1e-308|5e-324|1e300|1e17|nan|inf|-inf|10**30|-0.0|True|None|"
    "'a'|'0.5'|np.float32(0.5)|np.float64(0.25)|np.int8(3)|np.array(0.5)|np.array([0.5])|[0.5]|(0, 1)|1j|"
    "Fraction(1, 3)|Decimal('0.1')|object()|b'1'|0.999999999999|1e-12|"
    "10**6|10**9|10**12|-(10**9)"
).split("|")
NAMES = [
    "'a'",
    "'b'",
    "'a b'",
    "'a - b'",
    "'é'",
    "'模型'",
    "'\\x1b[31m'",
    "'[/x]'",
    "'<script>'",
    "''",
    "' '",
    "'x' * 300",
    "'\\ud800'",
    "'\\n'",
    "'a,b'",
    "'%s'",
    "'{}'",
    "'\\x00'",
    "1",
    "None",
    "('a',)",
    "True",
    "nan",
    "b'a'",
]
SIZES = "1 2 3 4 5 8 10 12 20 30 40".split()
LOSSES = (
    "uniform binary normal zeros ones constant rare common huge tiny ties lognormal outlier negative halves steps "
    "drift float32 booleans objects list"
).split()  # what `values` makes
ODD_ARRAYS = (
    "[]|np.array([])|[nan, 1.0]|[inf, 0.0]|['a', 'b']|[None, 1]|np.ones((3, 2))|np.ones((3, 1))|np.array(3.0)|5|'abc'|"
    "None|[[1, 2], [3]]|[1e308, 1e308]|np.array([1 + 2j])|np.array(['2020-01-01'], 'M8[D]')|{}|{'a': 1}|"
    "pd.Series([1.0, None])|[True, False]|range(4)|iter([1.0, 2.0])|np.ma.masked_array([1.0, 2.0], [True, False])|"
    "np.empty((0, 3))|[5e-324, 0.0]|[[]]|object()|[object()] * 3|[Decimal('0.1')] * 4|[10**400] * 4"
).split("|")
METHODS = ["auto", *eb.METHODS]
OF_COUNTS = sorted({*eb.bounds.BOUNDS} | {*eb.bounds.SAMPLE_BOUNDS})
BY_KIND = {
    "holdout": "holdout_t mcnemar clustered_t clustered_wilson bootstrap_bca wilson hoeffding betting anderson",
    "subsample": "corrected_t resampled_t corrected_wilson bayes_t pooled_t",
    "replacements": "replace_one corrected_t",
    "kfold": "corrected_t corrected_wilson kfold_t cv_wald bayes_t",
    "five_by_two": "five_by_two_t five_by_two_t4 five_by_two_t5 five_by_two_f corrected_t corrected_wilson kfold_t",
    "halvings": "conservative_z calibrated_t corrected_t",
    "pseudo_bootstrap": "pseudo_bootstrap corrected_pseudo_bootstrap corrected_t",
    "nested": "nested_cv cv_wald",
    "rolling": "diebold_mariano block_bootstrap corrected_t",
    "bootstrap": "oob bootstrap_632 bootstrap_632plus optimism corrected_t",
    "runs": "two_way_t holdout_t",
    "judged": "ppi holdout_t",
    "test_set": " ".join(METHODS),
    "custom": "corrected_t resampled_t corrected_wilson kfold_t bayes_t",
}
PLANS = {
    "holdout": "holdout() holdout(0.5) holdout(1) holdout(0.2,stratify=True)",
    "subsample": "subsample(2) subsample(5,0.3) subsample(3,1) subsample(4,0.25,distinct=True) subsample(3,discard=.3)",
    "kfold": "kfold(2) kfold(3) kfold(5) kfold(3,2) kfold(2,stratify=True)",
    "five_by_two": "five_by_two()",
    "bootstrap": "bootstrap(50) bootstrap(60)",
    "halvings": "halvings(2,2) halvings(3,2,0.3) halvings(2,3,half_splits=2)",
    "pseudo_bootstrap": "pseudo_bootstrap(2,2) pseudo_bootstrap(3,2,0.3)",
    "nested": "nested(3,1) nested(3,2) nested(4,1)",
    "replacements": "replacements(2) replacements(3,5) replacements(5,1)",
    "rolling": "rolling(2,1) rolling(3,2) rolling(2,0.1,1) rolling(3,1,max_train=4) rolling(4,1,0,2) rolling(5)",
}
ODD_PLANS = (
    "bootstrap(0)|bootstrap(10**12)|bootstrap('a')|replacements(0)|replacements(1)|replacements(3,10**12)|"
    "replacements('a')|replacements(2,0)|kfold(1)|kfold(0)|kfold(-1)|kfold('a')|kfold(None)|kfold(2.5)|kfold(1000)|kfold(2,10**12)|holdout(0)|holdout(1.0)|"
    "holdout(nan)|holdout(-1)|subsample(0)|subsample(10**12)|subsample(3,1e-300)|subsample(3,True)|subsample(2,0.9999)|"
    "halvings(1)|halvings(2,0)|nested(2)|nested(3,0)|five_by_two(1)|pseudo_bootstrap(1,1)|subsample(discard=1)|"
    "subsample(2,discard=nan)|kfold(True)|kfold('3')|subsample(1e3)|holdout('half')|kfold(n_folds=[2])|"
    "rolling(0)|rolling(10**12)|rolling(3,0)|rolling(3,1,-1)|rolling(3,1,10**9)|rolling(3,1,0,0)|rolling(2,nan)|"
    "rolling('a')|rolling(2,1,gap=0.5)|rolling(2,1,max_train='a')|rolling(10**30)|kfold(10**30)|subsample(2,10**30)"
).split("|")
OPTIONS = (
    "{'variant': 'exact'}|{'variant': 'x'}|{'critical': 'z'}|{'rope': 0.1}|{'rope': -1}|{'rope': nan}|{'seed': 1}|"
    "{'n_draws': 50}|{'n_draws': 0}|{'n_draws': 'a'}|{'variance': 'cr0'}|{'bias': 'package'}|{'prior': 'uniform'}|"
    "{'interval': 'wald'}|{}|[]|{'nothing': 1}|{1: 2}|'a'|{'seed': -1}|{'n_draws': 10**12}|{'rope': inf}|"
    "{'n_draws': 300, 'block_length': 3}|{'block_length': 10**12}|{'block_length': 0}|{'lag': 2}|{'lag': 10**12}|"
    "{'lag': -1}|{'variance': 'hln'}|{'variance': 'newey_west', 'lag': 1}|{'form': 'betting'}|{'form': 't'}|"
    "{'form': 'x'}|{'pair': 'runs'}|{'pair': 3}|{'fold_bound': 'hoeffding'}|{'origin': 1}|{'origin': nan}|"
    "{'spread': 1}|{'spread': -1}|{'spread': 1e308}|{'seed': 10**30}|{'n_draws': 10**6}|"
    "{'lag': 'a'}|{'n_draws': 250, 'seed': 3}"
).split("|")
CLASSIFIERS = (
    "NB()|DummyC()|KNN(3)|KNN(1000)|Tree(max_depth=2)|LogR(max_iter=3)|LDA()|Centroid()|scaled(NB())|scaled(KNN(1))|"
    "SVC()|DummyC(strategy='constant', constant=7)|RidgeC()"
).split("|")
REGRESSORS = "Ridge()|OLS()|DummyR()|KNNR(2)|TreeR(max_depth=2)|scaled(Ridge())|Lasso()|Ridge(alpha=0)".split("|")
ODD_MODELS = (
    "Pipeline(3)|Pipeline([])|Pipeline('abc')|Pipeline([3, 4])|Pipeline([('a', 3)])|Pipeline([('a', NB(), 2)])|"
    "Pipeline([('a', Scaler()), ('b',)])|Pipeline(None)|3|None|'NB'|NB|object()|Scaler()|scaled(3)|KNN('a')|KNN(0)|"
    "KNN(n_neighbors=None)|Ridge(alpha='x')|Ridge(alpha=nan)|DummyC(strategy=3)|LDA(priors=[1])|NB(priors='a')|"
    "lambda X: X|Odd('shape')|Odd('none')|Odd('nan')|Odd('text')|Odd('long')|Odd('exit')|Odd('raise')|Odd('type')|"
    "Odd('object')|Odd('two')|Centroid(metric=3)|OLS(fit_intercept='yes')|Voting([])|Grid(NB(), {})|Grid(3, {'a': [1]})"
).split("|")
DATA = "D(30) D(30) D(30) D(30) D(24) D(40) D(30) D(30) D(12) D(8) D(2)".split()  # features
ODD_X = (
    "[]|None|'abc'|3|np.ones(30)|np.ones((30, 0))|np.full((30, 2), nan)|np.full((30, 2), 1e308)|np.ones((29, 2))|"
    "pd.DataFrame({'a': ['x'] * 30})|np.array([['a', 'b']] * 30)|np.array([[object()] * 2] * 30)|D(30).tolist()|"
    "pd.DataFrame(D(30))|sparse(D(30))|D(30).astype('float32')|np.ones((30, 2, 2))|D(30) > 0|D(30) * 1e-300|D(30) + 1j|"
    "pd.DataFrame({'a': range(30), 1: range(30)})|np.ones((30, 2), 'M8[s]')|{'a': [1] * 30}|iter(D(30))"
).split("|")
ODD_Y = (
    "[]|None|np.zeros(30)|np.ones(29)|['a', 'b'] * 15|np.full(30, nan)|[None] * 30|np.arange(30)|np.ones((30, 2))|"
    "np.ones((30, 1))|np.full(30, 1e308)|pd.Series(['a', 'b'] * 15)|np.array([True, False] * 15)|'abc'|3|[0, 1.5] * 15|"
    "[0, 'a'] * 15|np.array(['2020'] * 30, 'M8[D]')|[[1], [0]] * 15|pd.Categorical(['a', 'b'] * 15)|[10**30, 0] * 15|"
    "[b'a', b'b'] * 15|pd.Series([0, 1] * 15, index=range(30, 60))|[5e-324, 0] * 15"
).split("|")
SCORING = (
    "'accuracy' 'roc_auc' 'neg_log_loss' 'r2' 'f1' 'nothing' 3 'neg_mean_squared_error' lambda*a:1.0 "
    "['accuracy','f1'] [] ['accuracy',3] {'a':'accuracy'} 'balanced_accuracy' 'average_precision'"
).split()
KNOWN_LOSSES = (
    "'auto' 'zero_one' 'squared' 'absolute' 'log' 'brier' 'x' None 3 lambda*a:1.0 lambda*a:a[0] ['zero_one','brier'] "
    "[] ['x'] ['squared','absolute'] 'hamming' 'squared[0]' lambda*a:None"
).split()
FIT_PARAMS = (
    "{'sample_weight': np.ones(30)}|{'sample_weight': np.zeros(30)}|{'sample_weight': [nan] * 30}|{'loss_weight': D(30)"
    "[:, 0] ** 2}|{'loss_weight': np.ones(30)}|{'loss_weight': -np.ones(30)}|{'loss_weight': np.zeros(30)}|{}|3|"
    "{'nothing': 1}|{1: 2}|{'sample_weight': [1, 2]}|{'sample_weight': 'a'}|{'loss_weight': np.full(30, 1e308)}|"
    "{'eval_set': 0.2}|{'loss_weight': values(1, 30, 'tiny')}"
).split("|")

number = one(*NUMBERS)
odd_array = one(*ODD_ARRAYS)
level = mostly(one("0.95", "0.9", "0.5", "0.99", "0.001", "0.999999"), number, 0.85)
side = mostly(one("'two-sided'", "'less'", "'greater'"), one("'x'", "None", "1", "''"), 0.95)
flag = mostly(one("True", "False", "None"), number, 0.9)
count = mostly(one(*SIZES), number, 0.85)
name = mostly(one(*NAMES[:5]), one(*NAMES), 0.8)
seed = mostly(one("0", "1", "2"), number, 0.95)


def given(rng: random.Random, **options: tuple[float, Strategy]) -> str:
    """`, name=value` for those that are there."""
    return "".join(f", {key}={value(rng)}" for key, (share, value) in options.items() if rng.random() < share)


def two_names(rng: random.Random) -> tuple[str, str]:
    return ("'a'", "'b'") if rng.random() < 0.8 else (name(rng), name(rng))
