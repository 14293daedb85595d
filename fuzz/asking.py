"""Calls of the verbs that never fit."""

from __future__ import annotations

import random

from fuzz.made import AB, columns, of_answers, of_items, of_log, of_predictions, scores, values, votes
from fuzz.odd import (
    BY_KIND,
    LOSSES,
    METHODS,
    NAMES,
    ODD_PLANS,
    OF_COUNTS,
    OPTIONS,
    PLANS,
    SIZES,
    count,
    flag,
    given,
    level,
    name,
    number,
    odd_array,
    seed,
    side,
)
from fuzz.words import mostly, one

OF_LOSSES = ("anderson", "betting", "betting_star")
CORRECTIONS = ("'holm'", "'none'", "'fdr_bh'", "'bonferroni'", "'max_t'", "'x'", "3")


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
    margin = given(
        rng,
        margin=(0.15, mostly(one("0.05", "0.5", "0", "1e-9"), number)),
        metric=(0.03, one("'error'", "'x'", "3", "'zero_one'")),
    )
    return f"eb.infer({text}{chosen(rng, names)}{asked(rng, kind)}{margin})"


def infer_by(rng: random.Random) -> str:
    """Every subgroup at once; or a model against another on other items."""
    if rng.random() < 0.25:
        one_model, kind, names = scores(rng)
        other = scores(rng)[0]
        if rng.random() < 0.7:
            one_model, other = (f"({of_items(rng, rng.choice(SIZES))}).only('a')" for _ in range(2))
            kind, names = "holdout", AB
        return f"eb.infer({one_model}, model={names[0]}, versus={other}{asked(rng, kind)})"
    size = mostly(one("30", "40", "60"), one(*SIZES))(rng)
    labels = one(
        f"np.arange({size}) % 3", f"['u', 'v'] * ({size} // 2)", f"np.arange({size}) % 2", f"values(3, {size}, 'ties')"
    )
    more = given(
        rng,
        by=(0.97, mostly(labels, mostly(one("{0: 'u', 1: 'v'}", "'g'"), odd_array), 0.9)),
        correction=(0.2, mostly(one(*CORRECTIONS[:4]), one(*CORRECTIONS))),
        weights=(
            0.2,
            mostly(one("'equal'", "{0: 1, 1: 2, 2: 1}"), one("{}", "'x'", "3", "{0: nan, 1: 1}", "{'u': -1}")),
        ),
    )
    question = asked(rng, "holdout") if rng.random() < 0.4 else ""
    return f"eb.infer({of_items(rng, size)}{chosen(rng, AB)}{question}{more})"


def of_scores(rng: random.Random) -> str:
    """What scores and answers can be asked besides."""
    text, kind, names = scores(rng)
    pair = f"{names[0]}, {names[-1]}"
    asks = one(
        f"does({text}, 'difference', {pair})",
        f"does({text}, 'flipped', {pair})",
        f"does({text}, 'first', {count(rng)})",
        f"does({text}, 'to_frame')",
        f"does({text}, 'join', {scores(rng)[0]})",
        f"does({text}, 'by', {one('None', repr('x'), '3')(rng)})",
        f"does({text}, 'only', {names[0]})",
        f"does(eb.infer({text}{chosen(rng, names)}{asked(rng, kind)}), 'with_method', {one(*map(repr, METHODS))(rng)})",
        f"does(eb.infer({text}{chosen(rng, names)}), 'confidence_interval', {level(rng)})",
        f"eb.rank(eb.Datasets.from_scores({{'d': {text}, 'e': {scores(rng)[0]}, 'f': {text}}}))",
    )
    return asks(rng)


def components(rng: random.Random) -> str:
    text, _, names = scores(rng)
    more = given(rng, independent=(0.1, flag), jackknife=(0.1, one("True", "3", "None", "'x'", "NB()")))
    return f"eb.components({text}{chosen(rng, names)}{more})"


def sources(rng: random.Random) -> str:
    text, _, names = of_answers(rng) if rng.random() < 0.8 else scores(rng)
    made = f"eb.sources({text}{given(rng, model=(0.9, one(names[0])), confidence_level=(0.2, level))})"
    if rng.random() < 0.25:
        cost = one(
            "{'run': 10, 'answer': 1}", "{'run': 1, 'item': 1, 'answer': 1}", "{}", "3", "{'run': nan, 'item': 1}"
        )
        more = given(rng, budget=(1.0, mostly(one("100", "1000"), number)), cost=(1.0, cost))
        return f"does({made}, 'plan'{more})"
    return f"does({made}, 'half_width', {count(rng)}, {count(rng)})" if rng.random() < 0.2 else made


def winner(rng: random.Random) -> str:
    search = mostly(one("'grid'", "'several'", "'results'"), one("'failed'", "'unfitted'"))
    of_search = rng.random() < 0.15
    text = f"searched({search(rng)})" if of_search else scores(rng)[0]
    more = given(
        rng,
        baseline=(0.2, name),
        metric=(0.3 if of_search else 0.03, one("'f1'", "'accuracy'", "'x'", "3")),
        method=(0.6, mostly(one("'auto'", "'max_t'", "'tilted'", "'bonferroni'", "'bbc_cv'"), one("'x'", "3"), 0.95)),
        confidence_level=(0.3, level),
        alternative=(0.3, side),
        n_train=(0.4 if of_search else 0.02, count),
        n_test=(0.4 if of_search else 0.02, count),
        greater_is_better=(0.2 if of_search else 0.02, flag),
        random_state=(0.4, seed),
    )
    return f"eb.winner({text}{more})"


def curve(rng: random.Random) -> str:
    said = "uniform uniform ties binary booleans steps float32 list zeros tiny lognormal normal".split()
    size = mostly(one("12", "20", "30", "40"), one(*SIZES))(rng)
    outputs = ", ".join(
        f"{one}: values({rng.randrange(9)}, {size}, {rng.choice(said)!r})" for one in AB[: rng.choice((1, 2))]
    )
    text = f"eb.Scores.from_predictions(values({rng.randrange(9)}, {size}, 'binary'), {{{outputs}}})"
    text = text if rng.random() < 0.85 else rng.choice((of_predictions, scores))(rng)[0]
    kinds = "'roc' 'precision_recall' 'calibration' 'confusion'".split()
    more = given(
        rng,
        kind=(0.9, mostly(one(*kinds), one("'x'", "3", "None"), 0.95)),
        model=(0.9, mostly(one("'a'"), name)),
        confidence_level=(0.3, level),
        n_bins=(0.3, count),
    )
    return f"eb.curve({text}{more})"


def read(rng: random.Random) -> str:
    """Logs, as they are read."""
    return of_log(rng)[0]


def rank_votes(rng: random.Random) -> str:
    more = given(rng, across=(0.05, one("'nemenyi'")))
    return f"eb.rank({votes(rng)}{more}{ranked(rng)})"


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
        correction=(0.2, one(*CORRECTIONS)),
        metric=(0.03, one("'x'", "'error'", "3")),
        options=(0.03, one(*OPTIONS)),
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
    if rng.random() < 0.15:
        which = one(
            "dataset='fold', model='who', value='x'", "dataset='g', model='who', value='ok', item='id'", "value=3"
        )
        less = given(rng, loss=(0.4, one("'error'", "'x'")), missing=(0.3, one("'drop'")), split=(0.1, one("'rep'")))
        text = f"eb.Datasets.from_table({columns(rng)}, {which(rng)}{less}{given(rng, greater_is_better=(0.3, flag))})"
    return f"eb.rank({text}{more}{ranked(rng)})"


def aggregate(rng: random.Random) -> str:
    """Several runs on several tasks."""
    which = mostly(one("dataset='task', run='trial'"), one("dataset='g', run='rep'", "dataset='fold'", "run=3"))
    better = given(rng, greater_is_better=(0.9, mostly(one("True", "False"), flag)))
    table = f"eb.Datasets.from_table({columns(rng)}, model='who', value='x', {which(rng)}{better})"
    sets = f"eb.Datasets.from_values(by_set({{'a': {values(rng, '8')}, 'b': {values(rng, '8')}}}), loss='error')"
    text = mostly(one(table, sets), odd_array, 0.95)(rng)
    more = given(
        rng,
        over_tasks=(0.3, flag),
        thresholds=(0.3, mostly(one("[0.1, 0.5]"), mostly(number, odd_array))),
        confidence_level=(0.3, level),
        n_draws=(1.0, mostly(one("200", "500"), number)),
        random_state=(0.5, seed),
    )
    return f"eb.aggregate({text}{more})"


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
    if rng.random() < 0.15:
        less = given(rng, confidence_level=(0.3, level), null=(0.3, number), tuned_for=(0.2, count))
        return f"eb.Sequential.over({scores(rng)[0]}{less})"
    return f"looked(eb.Sequential(paired={pairing}{more}), {values(rng, size)}{second})"


def bound(rng: random.Random) -> str:
    many = mostly(one("0", "1", "3", "10", "2.5"), number, 0.85)
    size = mostly(one("1", "10", "100", "1000", "10**6"), number, 0.9)
    more = given(
        rng,
        method=(0.7, mostly(one(*map(repr, OF_COUNTS)), one("'x'", "3", "'ppi'"), 0.95)),
        confidence_level=(0.3, level),
        side=(0.4, one("'upper'", "'lower'", "'two-sided'", "'x'", "None")),
    )
    return f"eb.bound({many(rng)}, {size(rng)}{more})"


def raw_bound(rng: random.Random) -> str:
    kind = rng.choice([one for one in OF_COUNTS if one not in OF_LOSSES])
    if rng.random() < 0.15:
        delta = level(rng)
        means = f"{values(rng, rng.choice(('2', '3', '5', '10')))}, {count(rng)}, {delta}"
        named = one(*map(repr, ("bentkus", "hoeffding_kl", "hoeffding", "chebyshev", "auto", "x")))(rng)
        kinds = (
            "kfold_chebyshev({})",
            "kfold_hoeffding({})",
            "kfold_kl({})",
            "kfold_union({}, {})",
            "kfold_average({}, {})",
        )
        form = rng.choice(kinds)
        return f"eb.bounds.{form.format(means) if form.count('{') == 1 else form.format(named, means)}"
    if rng.random() < 0.2:
        kind = rng.choice(OF_LOSSES)
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
    what = mostly(one("'items'", "'splits'", "'halvings'", "'labels'", "'seeds'"), one("'x'", "None", "3"), 0.95)
    small = mostly(one("0.01", "0.05", "0.1", "0.3"), number, 0.85)
    kind = what(rng)
    if kind == "'labels'":
        more = given(
            rng,
            half_width=(0.95, small),
            correlation=(0.9, mostly(one("0.5", "0.9", "0.99"), number)),
            judged=(0.6, mostly(one("1000", "10000"), number)),
            confidence_level=(0.2, level),
            **{rng.choice(("sd", "error")): (0.9, small)},
        )
        return f"eb.design('labels'{more})"
    if kind == "'seeds'":
        found = f"eb.sources({of_answers(rng)[0]}, model='a')"
        variances = {} if rng.random() < 0.3 else {f"{key}_variance": (0.9, small) for key in ("run", "item", "cell")}
        more = given(
            rng,
            sources=(0.9 if not variances else 0.05, mostly(one(found), one("3", "'x'", "{}"))),
            **variances,
            half_width=(0.5, small),
            budget=(0.5, mostly(one("100", "1000"), number)),
            cost=(
                0.5,
                one("{'run': 10, 'answer': 1}", "{'run': 1, 'answer': 0.1}", "{}", "3", "{'run': nan, 'item': 1}"),
            ),
            n=(0.1, count),
            answers=(0.1, count),
            answer_variance=(0.1, small),
            confidence_level=(0.2, level),
        )
        return f"eb.design('seeds'{more})"
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
        rho=(0.03, small),
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
        effort=(0.2, one("'quick'", "'standard'", "'thorough'", "'x'", "2")),
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
    name = mostly(one(*map(repr, OF_COUNTS)), one("'x'", "3"), 0.95)
    more = given(rng, side=(0.3, one("'upper'", "'lower'", "'two-sided'", "'x'")))
    if rng.random() < 0.2:
        return f"eb.bounds.coverage_curve({name(rng)}, {count(rng)}, [0.1, {number(rng)}], {level(rng)}{more})"
    if rng.random() < 0.2:
        law = one(
            "eb.bounds.Beta(1, 3)",
            "eb.bounds.Bernoulli(0.1)",
            "eb.bounds.ClippedNormal(0.5, 1)",
            "3",
            "eb.bounds.Beta(nan, -1)",
        )
        less = given(rng, n_sets=(1.0, mostly(one("20"), number)), random_state=(0.3, seed))
        return f"eb.bounds.coverage_monte_carlo({name(rng)}, {law(rng)}, {count(rng)}, {level(rng)}{less})"
    return (
        f"eb.bounds.coverage({name(rng)}, {count(rng)}, {mostly(one('0.1', '0.5'), number)(rng)}, {level(rng)}{more})"
    )


def report(rng: random.Random) -> str:
    answer = rng.choice((infer, rank_datasets, rank_scores, bound, growth, winner, curve, rank_votes, sources))(rng)
    if rng.random() < 0.2:
        return f"plotted({answer})"
    more = given(
        rng,
        names=(0.2, one("['a']", "['a', 'b']", "3", "[]", "['<b>', '\\x00']")),
        data=(0.2, one("'d'", "'<script>'", "3")),
    )
    return f"reported({answer}{more})"
