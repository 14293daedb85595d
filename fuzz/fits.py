"""Calls of the verbs that fit models."""

from __future__ import annotations

import random

from fuzz.asking import asked, ranked
from fuzz.odd import (
    CLASSIFIERS,
    DATA,
    FIT_PARAMS,
    KNOWN_LOSSES,
    NAMES,
    ODD_MODELS,
    ODD_PLANS,
    ODD_X,
    ODD_Y,
    PLANS,
    REGRESSORS,
    SCORING,
    flag,
    given,
    level,
    number,
    odd_array,
    seed,
)
from fuzz.words import mostly, one

POSITIVE = mostly(one("1", "0"), one("'a'", "3", "None", "[1]", "nan", "True"))


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
        params=(0.08, one(*FIT_PARAMS)),
        positive=(0.08, POSITIVE),
        store=(0.03, one("None", "3", "''", "'nowhere/at/all.db'", "b'a'", "[]")),
    )


ALIKE = {
    "scoring": (0.05, one(*SCORING)),
    "n_jobs": (0.02, one("1", "0", "'x'", "1.5")),
    "store": (0.03, one("None", "3", "''")),
    "shared": (0.1, flag),
    "progress": (0.03, flag),
    "timeout": (0.03, mostly(one("60"), number)),
    "groups": (0.05, mostly(one("np.arange(30) // 3", "['a', 'b'] * 15"), odd_array)),
}


def sources_of_model(rng: random.Random) -> str:
    """Seeds and splits of a model that is fitted."""
    model = mostly(
        one("Tree(max_depth=2, random_state=0)", "SGD(max_iter=3)", "TreeR(max_depth=1)"), one(*ODD_MODELS), 0.8
    )
    more = given(
        rng,
        n_seeds=(1.0, mostly(one("2", "3"), number)),
        plan=(1.0, mostly(one("eb.plans.subsample(2, 0.3)", "eb.plans.kfold(2)"), one("3", "eb.plans.holdout()"))),
        order=(0.3, flag),
        tuning=(0.2, mostly(one("{'max_depth': [1, 2]}", "{'alpha': [0.1, 1.0]}"), one("{}", "3", "{'x': []}"))),
        crossed=(0.2, flag),
        loss=(0.1, one(*KNOWN_LOSSES)),
        confidence_level=(0.2, level),
        random_state=(0.7, seed),
        n_jobs=(0.02, one("1", "'x'")),
        progress=(0.02, flag),
    )
    return f"eb.sources({model(rng)}, {data(rng, False)}{more})"


def jackknifed(rng: random.Random) -> str:
    """Parts of the variance of a model that is fitted again without some examples."""
    regress = rng.random() < 0.4
    more = given(
        rng,
        jackknife=(0.98, mostly(one("2", "3"), number)),
        model=(0.03, one("'a'", "'x'")),
        versus=(0.03, one("'a'", "'x'")),
        independent=(0.03, flag),
        loss=(0.1, one(*KNOWN_LOSSES)),
        groups=(0.1, one("np.arange(24) // 3", "[1]")),
        random_state=(0.5, seed),
        n_jobs=(0.02, one("1", "'x'")),
        progress=(0.02, flag),
    )
    return f"eb.components({fitted(rng, regress)}, {data(rng, regress)}{more})"


def posed(rng: random.Random) -> str:
    return asked(rng, "custom") if rng.random() < 0.4 else ""


def evaluate(rng: random.Random) -> str:
    regress = rng.random() < 0.4
    return f"eb.evaluate({fitted(rng, regress)}, {data(rng, regress)}{setup(rng)}{posed(rng)})"


def compare(rng: random.Random) -> str:
    regress = rng.random() < 0.4
    names = one("('l', 'r')", "['a', 'a']", "'ab'", "3", "('', 'b')", "('\\x1b', 'b')", "['x']")
    margin = given(rng, margin=(0.2, mostly(one("0.05", "0.5"), number)), names=(0.1, names))
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
    more = given(rng, missing=(0.02, one("'drop'", "'x'")), greater_is_better=(0.02, flag))
    return f"eb.rank({models(rng, regress)}, {data(rng, regress)}{setup(rng)}{ranked(rng)}{more})"


def distribution(rng: random.Random) -> str:
    regress = rng.random() < 0.4
    more = given(
        rng,
        n_splits=(1.0, mostly(one("3", "5"), one("0", "-1", "'x'", "1.5", "nan"))),
        random_state=(0.7, seed),
        test_size=(0.3, mostly(one("0.25", "2"), number)),
        confidence_level=(0.1, level),
        loss=(0.1, one(*KNOWN_LOSSES)),
        **ALIKE,
    )
    made = f"eb.distribution({fitted(rng, regress)}, {data(rng, regress)}{more})"
    if rng.random() < 0.15:
        other = f"eb.distribution({fitted(rng, regress)}, {data(rng, regress)}{more})"
        return f"does({made}, 'compare', {other}{given(rng, alternative=(0.4, one(chr(39) + 'less' + chr(39), '3')))})"
    return f"does({made}, 'transformed', {number(rng)})" if rng.random() < 0.15 else made


def score(rng: random.Random) -> str:
    regress = rng.random() < 0.4
    known = REGRESSORS if regress else [text for text in CLASSIFIERS if "constant=7" not in text and "1000" not in text]
    good = f"trained({rng.choice(known)}, {'T' if regress else 'Y'})"
    model = mostly(one(good), one(*ODD_MODELS, "NB()"), 0.92)
    versus = given(
        rng,
        versus=(0.4, model),
        loss=(0.1, one(*KNOWN_LOSSES)),
        groups=(0.1, one("np.arange(30) // 3", "[1]")),
        scoring=(0.15, one(*SCORING)),
        margin=(0.1, number),
        positive=(0.1, POSITIVE),
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
        differences=(0.1, one("[0, 0.1]", "[]", "3", "[nan]", "[10**9]")),
        moments=(0.1, flag),
        plan=(0.1, one("eb.plans.kfold(2)", "3", "eb.plans.holdout()")),
        loss=(0.1, one(*KNOWN_LOSSES)),
        **{key: ALIKE[key] for key in ("scoring", "n_jobs", "store", "shared", "progress")},
    )
    return f"eb.audit({models(rng, regress)}, {data(rng, regress)}{more})"
