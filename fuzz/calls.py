"""Calls of the Python verbs as text: every verb, with values right, odd or impossible. A text is a case to keep."""

from __future__ import annotations

import random
from collections.abc import Callable

from fuzz.words import mostly, one

Strategy = Callable[[random.Random], str]

NUMBERS = (
    "0|1|-1|2|3|0.5|0.05|0.1|0.95|-0.5|100|1e308|-1e308|1e-308|5e-324|1e300|1e17|nan|inf|-inf|10**30|-0.0|True|None|"
    "'a'|'0.5'|np.float32(0.5)|np.float64(0.25)|np.int8(3)|np.array(0.5)|np.array([0.5])|[0.5]|(0, 1)|1j|"
    "Fraction(1, 3)|Decimal('0.1')|object()|b'1'|0.999999999999|1e-12"
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
METHODS = (
    "auto holdout_t mcnemar resampled_t corrected_t corrected_wilson conservative_z pseudo_bootstrap "
    "corrected_pseudo_bootstrap five_by_two_t five_by_two_t4 five_by_two_t5 five_by_two_f kfold_t cv_wald nested_cv "
    "bayes_t calibrated_t clustered_t clustered_wilson delong f1_delta cv_auc bootstrap_bca normal wilson "
    "clopper_pearson chebyshev guttman bernstein maurer_pontil chernoff hoeffding_kl hoeffding cantelli guttman_sharp "
    "maurer_pontil_sharp chernoff_tight bentkus betting betting_star anderson blaker jeffreys mid_p agresti_coull"
).split()
BY_KIND = {
    "holdout": "holdout_t mcnemar clustered_t clustered_wilson bootstrap_bca wilson hoeffding betting anderson",
    "subsample": "corrected_t resampled_t corrected_wilson bayes_t",
    "kfold": "corrected_t corrected_wilson kfold_t cv_wald bayes_t",
    "five_by_two": "five_by_two_t five_by_two_t4 five_by_two_t5 five_by_two_f corrected_t corrected_wilson kfold_t",
    "halvings": "conservative_z calibrated_t corrected_t",
    "pseudo_bootstrap": "pseudo_bootstrap corrected_pseudo_bootstrap corrected_t",
    "nested": "nested_cv cv_wald",
    "test_set": " ".join(METHODS),
    "custom": "corrected_t resampled_t corrected_wilson kfold_t bayes_t",
}
PLANS = {
    "holdout": "holdout() holdout(0.5) holdout(1) holdout(0.2,stratify=True)",
    "subsample": "subsample(2) subsample(5,0.3) subsample(3,1) subsample(4,0.25,distinct=True) subsample(3,discard=.3)",
    "kfold": "kfold(2) kfold(3) kfold(5) kfold(3,2) kfold(2,stratify=True)",
    "five_by_two": "five_by_two()",
    "halvings": "halvings(2,2) halvings(3,2,0.3) halvings(2,3,half_splits=2)",
    "pseudo_bootstrap": "pseudo_bootstrap(2,2) pseudo_bootstrap(3,2,0.3)",
    "nested": "nested(3,1) nested(3,2) nested(4,1)",
}
ODD_PLANS = (
    "kfold(1)|kfold(0)|kfold(-1)|kfold('a')|kfold(None)|kfold(2.5)|kfold(1000)|kfold(2,10**12)|holdout(0)|holdout(1.0)|"
    "holdout(nan)|holdout(-1)|subsample(0)|subsample(10**12)|subsample(3,1e-300)|subsample(3,True)|subsample(2,0.9999)|"
    "halvings(1)|halvings(2,0)|nested(2)|nested(3,0)|five_by_two(1)|pseudo_bootstrap(1,1)|subsample(discard=1)|"
    "subsample(2,discard=nan)|kfold(True)|kfold('3')|subsample(1e3)|holdout('half')|kfold(n_folds=[2])"
).split("|")
OPTIONS = (
    "{'variant': 'exact'}|{'variant': 'x'}|{'critical': 'z'}|{'rope': 0.1}|{'rope': -1}|{'rope': nan}|{'seed': 1}|"
    "{'n_draws': 50}|{'n_draws': 0}|{'n_draws': 'a'}|{'variance': 'cr0'}|{'bias': 'package'}|{'prior': 'uniform'}|"
    "{'interval': 'wald'}|{}|[]|{'nothing': 1}|{1: 2}|'a'|{'seed': -1}|{'n_draws': 10**12}|{'rope': inf}"
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
SCORING = "'accuracy' 'roc_auc' 'neg_log_loss' 'r2' 'f1' 'nothing' 3 'neg_mean_squared_error' lambda*a:1.0".split()
KNOWN_LOSSES = "'auto' 'zero_one' 'squared' 'absolute' 'log' 'brier' 'x' None 3 lambda*a:1.0 lambda*a:a[0]".split()

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


def losses(rng: random.Random, plan: str) -> str:
    """Losses over a plan; now and then no such thing."""
    if rng.random() < 0.04:
        return odd_array(rng)
    return f"per({plan}, {rng.randrange(9)}, {rng.choice(LOSSES)!r})"


def values(rng: random.Random, size: str) -> str:
    if rng.random() < 0.05:
        return odd_array(rng)
    return f"values({rng.randrange(9)}, {size}, {rng.choice(LOSSES)!r})"


def built(rng: random.Random) -> tuple[str, str]:
    """A plan that is built, and its kind; or a test set."""
    if rng.random() < 0.3:
        return f"test_set({rng.choice(SIZES)})", "test_set"
    kind = rng.choice([*PLANS])
    text = rng.choice(PLANS[kind].split()) if rng.random() < 0.95 else rng.choice(ODD_PLANS)
    size = rng.choice(SIZES[6:] if rng.random() < 0.9 else SIZES)
    more = given(
        rng,
        groups=(0.08, one(f"np.arange({size}) // 2", f"np.arange({size}) // 2", "[1, 2]")),
        y=(0.8 if "stratify" in text else 0.02, one(f"np.arange({size}) % 2")),
    )
    return f"eb.plans.{text}.build({size}, random_state={rng.randrange(3)}{more})", kind


def of_losses(rng: random.Random) -> tuple[str, str, tuple[str, ...]]:
    plan, kind = built(rng)
    names = two_names(rng)[: rng.choice((1, 2, 2))]
    rows = ", ".join(f"{name}: {losses(rng, 'p')}" for name in names)
    loss = given(
        rng,
        loss=(
            0.3,
            mostly(one("'zero_one'", "'squared'", "'error'", "'x y'"), one("'accuracy'", "''", "3", "None"), 0.9),
        ),
    )
    edges = given(rng, loss_range=(0.4, mostly(one("(0, 1)", "(0, 1)", "(-5, 5)"), number, 0.85)))
    return f"eb.Scores.from_losses(plan=(p := {plan}), losses={{{rows}}}{loss}{edges})", kind, names


def of_splits(rng: random.Random) -> tuple[str, str, tuple[str, ...]]:
    size, names = rng.choice(SIZES), two_names(rng)[: rng.choice((1, 2, 2))]
    rows = ", ".join(f"{name}: {values(rng, size)}" for name in names)
    sizes = mostly(one("90", "9", "2", "1"), number, 0.9)
    more = given(
        rng,
        n_train=(0.9, sizes),
        n_test=(0.9, sizes),
        greater_is_better=(0.3, flag),
        loss=(
            0.9,
            mostly(one("'error'", "'zero_one'", "'accuracy'", "'rmse'"), one("'score'", "'x'", "3", "''"), 0.95),
        ),
    )
    return f"eb.Scores.from_splits({{{rows}}}{more})", "custom", names


def of_predictions(rng: random.Random) -> tuple[str, str, tuple[str, ...]]:
    size, names = rng.choice(SIZES), two_names(rng)[: rng.choice((1, 2, 2))]
    outputs = ", ".join(f"{name}: {values(rng, size)}" for name in names)
    truth = f"values({rng.randrange(9)}, {size}, 'binary')" if rng.random() < 0.85 else values(rng, size)
    more = given(
        rng,
        metric=(0.6, mostly(one("'roc_auc'", "'f1'"), one("'x'", "mean_gap", "None", "lambda *a: nan"), 0.8)),
        positive=(0.2, mostly(one("1", "0", "True"), number)),
        greater_is_better=(0.3, flag),
        groups=(0.15, mostly(one(f"np.arange({size}) // 3", f"np.zeros({size})"), odd_array)),
    )
    return f"eb.Scores.from_predictions({truth}, {{{outputs}}}{more})", "test_set", names


def of_table(rng: random.Random) -> tuple[str, str, tuple[str, ...]]:
    size, loss = rng.choice(SIZES), one(*LOSSES)
    table = f"table({rng.randrange(9)}, {size}, {loss(rng)!r})"  # columns id, who (a, b), x, ok, g, fold, y, said
    column = mostly(one("'x'"), one("'ok'", "'g'", "'nowhere'", "'id'", "3", "['x']", "'fold'"), 0.8)
    what = rng.choice(("loss", "loss", "score", "correct"))
    more = given(
        rng,
        item=(0.9, one("'id'")),
        model=(0.9, one("'who'")),
        split=(0.15, one("'fold'")),
        group=(0.2, one("'g'", "'x'")),
        keep=(0.3, one("'items'", "'sums'", "'x'")),
        missing=(0.1, one("'drop'", "'x'")),
        loss_range=(0.2, one("(0, 1)", "(1, 0)", "3")),
        greater_is_better=(0.1, flag),
        n_train=(0.1, count),
        models=(0.1, one("['a']", "['a', 'b']", "['z']", "'a'", "[]", "3")),
    )
    return f"eb.Scores.from_table({table}, {what}={column(rng)}{more})", "test_set", ("'a'", "'b'")


def scores(rng: random.Random) -> tuple[str, str, tuple[str, ...]]:
    pick = rng.choices((of_losses, of_splits, of_predictions, of_table), (10, 6, 3, 1))[0]
    text, kind, names = pick(rng)
    if rng.random() < 0.02:
        text = rng.choice(ODD_ARRAYS)
    if rng.random() < 0.02:
        text = f"saved({text})"
    return text, kind, names


def asked(rng: random.Random, kind: str) -> str:
    pick = mostly(
        one(*map(repr, [*BY_KIND[kind].split(), "auto"])), mostly(one(*map(repr, METHODS)), number, 0.95), 0.7
    )
    return given(
        rng,
        method=(0.7, pick),
        confidence_level=(0.25, level),
        alternative=(0.25, side),
        null=(0.3, mostly(one("0", "0.5", "0.1"), number)),
        options=(0.12, one(*OPTIONS)),
    )


def chosen(rng: random.Random, names: tuple[str, ...]) -> str:
    text = f", model={names[0]}" if len(names) > 1 or rng.random() < 0.2 else ""
    if len(names) > 1 and rng.random() < 0.7:
        text += f", versus={names[1]}"
    return text if rng.random() < 0.95 else given(rng, model=(0.5, name), versus=(0.5, name))


def infer(rng: random.Random) -> str:
    text, kind, names = scores(rng)
    margin = given(rng, margin=(0.15, mostly(one("0.05", "0.5", "0", "1e-9"), number)))
    return f"eb.infer({text}{chosen(rng, names)}{asked(rng, kind)}{margin})"


def components(rng: random.Random) -> str:
    text, _, names = scores(rng)
    return f"eb.components({text}{chosen(rng, names)})"


def growth(rng: random.Random) -> str:
    text, _, names = scores(rng)
    more = given(
        rng,
        method=(0.5, one("'corrected_t'", "'resampled_t'", "'kfold_t'", "'bayes_t'", "'x'", "3")),
        confidence_level=(0.3, level),
    )
    return f"eb.growth({text}{chosen(rng, names)}{more})"


def rank_scores(rng: random.Random) -> str:
    text, _, _ = scores(rng)
    return f"eb.rank({text}{ranked(rng)})"


def ranked(rng: random.Random) -> str:
    return given(
        rng,
        control=(0.2, name),
        correction=(0.2, one("'holm'", "'none'", "'fdr_bh'", "'bonferroni'", "'x'", "3")),
        confidence_level=(0.2, level),
        method=(0.2, mostly(one("'corrected_t'", "'auto'"), one(*map(repr, METHODS)))),
    )


def rank_datasets(rng: random.Random) -> str:
    n_sets, models = rng.choice(SIZES), rng.sample(NAMES[:6], rng.choice((1, 2, 3, 4)))
    kind = rng.choice(LOSSES)
    rows = ", ".join(
        f"{one}: {values(rng, n_sets) if rng.random() < 0.1 else f'values({i}, {n_sets}, {kind!r})'}"
        for i, one in enumerate(models)
    )
    make = mostly(
        one("eb.Datasets.from_values(by_set({{{}}}){})"), one("{{{}}}", "eb.Datasets.from_values({{{}}}{})"), 0.9
    )
    text = make(rng).format(
        rows,
        given(
            rng,
            loss=(0.8, one("'error'", "'accuracy'", "'x'")),
            greater_is_better=(0.3, flag),
            missing=(0.1, one("'drop'", "'x'")),
        ),
    )
    more = given(rng, across=(0.4, one("'wilcoxon'", "'rank_z'", "'nemenyi'", "'x'")), rope=(0.15, number))
    return f"eb.rank({text}{more}{ranked(rng)})"


def sequential(rng: random.Random) -> str:
    size = rng.choice(SIZES)
    pairing = rng.choice(("True", "False", "False"))
    more = given(
        rng,
        binary=(0.2, flag),
        loss_range=(0.4, mostly(one("(0, 1)", "None", "(-5, 5)"), number)),
        confidence_level=(0.3, level),
        null=(0.3, mostly(one("0", "0.5"), number)),
        tuned_for=(0.1, count),
    )
    second = f", {values(rng, size)}" if pairing == "True" or rng.random() < 0.05 else ""
    return f"looked(eb.Sequential(paired={pairing}{more}), {values(rng, size)}{second})"


def bound(rng: random.Random) -> str:
    many = mostly(one("0", "1", "3", "10", "2.5"), number, 0.85)
    size = mostly(one("1", "10", "100", "1000", "10**6"), number, 0.9)
    more = given(
        rng,
        method=(0.7, mostly(one(*map(repr, METHODS[24:])), one("'x'", "3"), 0.95)),
        confidence_level=(0.3, level),
        side=(0.4, one("'upper'", "'lower'", "'two-sided'", "'x'", "None")),
    )
    return f"eb.bound({many(rng)}, {size(rng)}{more})"


def raw_bound(rng: random.Random) -> str:
    kind = rng.choice([*METHODS[24:36], "bentkus", "blaker", "jeffreys", "mid_p", "agresti_coull"])
    if rng.random() < 0.2:
        kind = rng.choice(("anderson", "betting", "betting_star"))
        more = given(
            rng, range=(0.3, one("(0, 1)", "(0, 2)", "(1, 0)", "3")), side=(0.4, one("'upper'", "'lower'", "'x'"))
        )
        return f"eb.bounds.{kind}({values(rng, rng.choice(SIZES))}, {level(rng)}{more})"
    mean = mostly(one("0.0", "0.1", "0.5", "1.0", "[0.1, 0.2]", "np.array([0.0, 1.0])"), number)
    more = given(
        rng, variance=(0.4, mostly(one("0.1", "0.0", "0.25"), number)), side=(0.4, one("'upper'", "'lower'", "'x'"))
    )
    return f"eb.bounds.{kind}({mean(rng)}, {mostly(one('10', '100', '7'), number)(rng)}, {level(rng)}{more})"


def design(rng: random.Random) -> str:
    what = mostly(one("'items'", "'splits'", "'halvings'"), one("'x'", "None", "3"), 0.95)
    small = mostly(one("0.01", "0.05", "0.1", "0.3"), number, 0.85)
    kind = what(rng)
    if kind != "'items'":
        more = given(
            rng, n=(0.3, mostly(one("25", "100"), number)), test_size=(0.4, small), confidence_level=(0.3, level)
        )
        return f"eb.design({kind}{more})"
    aim, spread = rng.choice(("half_width", "effect", "n")), rng.choice(("sd", "error", "discordance", "item_variance"))
    target = one("100", "1000") if aim == "n" else one("0.01", "0.05", "0.1")
    more = given(
        rng,
        **{aim: (0.97, mostly(target, number, 0.85)), spread: (0.95, small)},
        correlation=(0.1, small),
        answer_variance=(0.1, mostly(small, one("(0.1, 0.2)"))),
        answers=(0.1, mostly(count, one("(2, 3)"))),
        cluster_size=(0.1, count),
        cluster_correlation=(0.1, small),
        power=(0.2, level),
        confidence_level=(0.2, level),
    )
    return f"eb.design('items'{more})"


def advise(rng: random.Random) -> str:
    size = mostly(one("10", "50", "300", "10000", "10**9"), number, 0.9)
    more = given(
        rng,
        n_models=(0.4, count),
        budget=(0.4, count),
        metric=(0.4, one("'zero_one'", "'roc_auc'", "'f1'", "'x'", "3")),
        have=(0.4, one("'data'", "'trained'", "'folds'", "'datasets'", "'stream'", "'x'")),
        groups=(0.2, flag),
        guarantee=(0.2, flag),
    )
    return f"eb.advise({size(rng)}{more})"


def plans(rng: random.Random) -> str:
    text = rng.choice(rng.choice([*PLANS.values()]).split()) if rng.random() < 0.6 else rng.choice(ODD_PLANS)
    more = given(
        rng,
        random_state=(0.6, seed),
        y=(0.2, mostly(one("[0, 1] * 10", "np.zeros(20)"), odd_array)),
        groups=(0.2, mostly(one("np.arange(20) // 4", "np.zeros(20)", "['a', 'b'] * 10"), odd_array)),
    )
    return f"eb.plans.{text}.build({mostly(one('20'), count, 0.8)(rng)}{more})"


def optimal_split(rng: random.Random) -> str:
    return f"eb.optimal_split({count(rng)}, {count(rng)}{given(rng, kurtosis=(0.4, number))})"


def coverage(rng: random.Random) -> str:
    name = mostly(one(*map(repr, METHODS[24:])), one("'x'", "3"), 0.95)
    more = given(rng, side=(0.3, one("'upper'", "'lower'", "'two-sided'", "'x'")))
    return (
        f"eb.bounds.coverage({name(rng)}, {count(rng)}, {mostly(one('0.1', '0.5'), number)(rng)}, {level(rng)}{more})"
    )


def fitted(rng: random.Random, regress: bool) -> str:
    good = one(*REGRESSORS) if regress else one(*CLASSIFIERS)
    return mostly(good, one(*ODD_MODELS), 0.93)(rng)


def data(rng: random.Random, regress: bool) -> str:
    X = mostly(one(*DATA), one(*ODD_X), 0.95)(rng)
    y = mostly(one(f"{'T' if regress else 'Y'}({X})" if X in DATA else "Y(D(30))"), one(*ODD_Y), 0.95)(rng)
    return f"{X}, {y}"


def setup(rng: random.Random) -> str:
    plan = mostly(
        lambda rng: "eb.plans." + rng.choice(rng.choice([*PLANS.values()]).split()),
        mostly(lambda rng: "eb.plans." + rng.choice(ODD_PLANS), one("3", "'kfold'", "None"), 0.7),
        0.9,
    )
    cv = one(
        "3", "2", "1", "KFold(3)", "[([0, 1, 2], [3, 4])]", "'a'", "nan", "TimeSeriesSplit(2)", "LeaveOneOut()", "[]"
    )
    what = f", plan={plan(rng)}" if rng.random() < 0.85 else f", cv={cv(rng)}"
    return what + given(
        rng,
        loss=(0.12, one(*KNOWN_LOSSES)),
        scoring=(0.06, one(*SCORING)),
        random_state=(0.7, seed),
        shared=(0.3, flag),
        groups=(0.05, mostly(one("np.arange(30) // 3", "np.zeros(30)", "['a', 'b'] * 15"), odd_array)),
        n_jobs=(0.02, one("1", "0", "'x'", "1.5")),
        progress=(0.03, flag),
        timeout=(0.03, mostly(one("60"), number)),
    )


def posed(rng: random.Random) -> str:
    return asked(rng, "custom") if rng.random() < 0.4 else ""


def evaluate(rng: random.Random) -> str:
    regress = rng.random() < 0.4
    return f"eb.evaluate({fitted(rng, regress)}, {data(rng, regress)}{setup(rng)}{posed(rng)})"


def compare(rng: random.Random) -> str:
    regress = rng.random() < 0.4
    margin = given(rng, margin=(0.2, mostly(one("0.05", "0.5"), number)))
    both = f"{fitted(rng, regress)}, {fitted(rng, regress)}"
    return f"eb.compare({both}, {data(rng, regress)}{setup(rng)}{posed(rng)}{margin})"


def models(rng: random.Random, regress: bool) -> str:
    many = rng.choice((1, 2, 2, 3))
    names = ["'a'", "'b'", "'c'"] if rng.random() < 0.85 else rng.sample(NAMES, 3)
    text = ", ".join(f"{name}: {fitted(rng, regress)}" for name in names[:many])
    return f"{{{text}}}" if rng.random() < 0.97 else one("{}", "None", "[NB()]", "NB()", "'ab'")(rng)


def collect(rng: random.Random) -> str:
    regress = rng.random() < 0.4
    more = given(
        rng, methods=(0.1, one("['corrected_t']", "['x']", "'corrected_t'", "[]", "['nested_cv', 'corrected_t']"))
    )
    return f"eb.collect({models(rng, regress)}, {data(rng, regress)}{setup(rng)}{more})"


def rank_models(rng: random.Random) -> str:
    regress = rng.random() < 0.4
    return f"eb.rank({models(rng, regress)}, {data(rng, regress)}{setup(rng)}{ranked(rng)})"


def distribution(rng: random.Random) -> str:
    regress = rng.random() < 0.4
    more = given(
        rng,
        n_splits=(1.0, mostly(one("3", "5"), one("0", "-1", "'x'", "1.5", "nan"))),
        random_state=(0.7, seed),
        test_size=(0.3, mostly(one("0.25", "2"), number)),
        confidence_level=(0.1, level),
        loss=(0.1, one(*KNOWN_LOSSES)),
    )
    return f"eb.distribution({fitted(rng, regress)}, {data(rng, regress)}{more})"


def score(rng: random.Random) -> str:
    regress = rng.random() < 0.4
    known = REGRESSORS if regress else [text for text in CLASSIFIERS if "constant=7" not in text and "1000" not in text]
    good = f"trained({rng.choice(known)}, {'T' if regress else 'Y'})"
    model = mostly(one(good), one(*ODD_MODELS, "NB()"), 0.92)
    versus = given(
        rng, versus=(0.4, model), loss=(0.1, one(*KNOWN_LOSSES)), groups=(0.1, one("np.arange(30) // 3", "[1]"))
    )
    return f"eb.score({model(rng)}, {data(rng, regress)}{versus}{asked(rng, 'holdout')})"


def audit(rng: random.Random) -> str:
    regress = rng.random() < 0.4
    more = given(
        rng,
        n=(1.0, mostly(one("12", "20"), number)),
        n_sets=(1.0, mostly(one("2", "3"), one("0", "-1", "'x'"))),
        methods=(1.0, one("['holdout_t']", "['corrected_t']", "['x']", "'holdout_t'", "[]")),
        random_state=(0.7, seed),
        population=(0.2, one("'rows'", "'bootstrap'", "'x'")),
        versus=(0.2, one("NB()", "'a'", "3")),
        difference=(0.1, number),
        confidence_level=(0.1, level),
    )
    return f"eb.audit({models(rng, regress)}, {data(rng, regress)}{more})"


def report(rng: random.Random) -> str:
    answer = rng.choice((infer, rank_datasets, rank_scores, bound, growth))(rng)
    more = given(
        rng,
        names=(0.2, one("['a']", "['a', 'b']", "3", "[]", "['<b>', '\\x00']")),
        data=(0.2, one("'d'", "'<script>'", "3")),
    )
    return f"reported({answer}{more})"


WEIGHTS: dict[Strategy, float] = {
    infer: 40,
    components: 4,
    growth: 4,
    rank_scores: 5,
    rank_datasets: 5,
    sequential: 5,
    bound: 5,
    raw_bound: 5,
    design: 6,
    advise: 4,
    plans: 5,
    optimal_split: 1,
    coverage: 1,
    evaluate: 3,
    compare: 3,
    collect: 1.5,
    rank_models: 1,
    distribution: 0.7,
    score: 2,
    audit: 0.1,
    report: 0.05,
}


def call(rng: random.Random) -> tuple[str, str]:
    """The verb, and the text of one call."""
    pick = rng.choices([*WEIGHTS], [*WEIGHTS.values()])[0]
    return pick.__name__, pick(rng)
