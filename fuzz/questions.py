"""Sound scores, every method, and questions at the ends of what can be asked: levels next to 0 and to 1, endless nulls,
and options of any size.

Random calls are seldom sound and extreme at once; here all scores are sound, and each is put to every method, and
to the other verbs that read scores.
"""

from __future__ import annotations

import contextlib
import random
import warnings
from collections.abc import Iterator
from pathlib import Path

import errbar as eb
from fuzz.cases import Ended, Kind
from fuzz.made import scores
from fuzz.odd import METHODS, NUMBERS, given
from fuzz.verbs import replayed
from fuzz.words import mostly, one

CHUNK = 400
LEVELS = "5e-324 1e-308 1e-6 0.001 0.01 0.1 0.5 0.6 0.95 0.99 0.999999 1-1e-9 1-2**-53".split()
CORRECTIONS = "'holm' 'none' 'fdr_bh' 'bonferroni' 'max_t'".split()
SIDES = "'two-sided' 'less' 'greater'".split()
NULLS = "0 0.5 1 -1 5e-324 -5e-324 1e308 -1e308 1e-12 0.1".split()
SIZES = [number for number in NUMBERS if number != "10**6"]  # as many draws as that may take their time
MARGINS = "0.05 0.5 1e-9 5e-324 1e308 0.999".split()


def chunk(seed: int, number: int) -> list[Ended]:
    rng = random.Random(f"questions/{seed}/{number}")
    calls: list[list[str]] = []
    while len(calls) < CHUNK:
        text, _, names = scores(rng)
        able = [*_that_answer(text, names)]
        calls += [["infer", f"eb.infer({text}{_question(rng, method, names)})"] for method in able]
        calls += _of_other_verbs(rng, text, names) if able else []
    return replayed(calls[:CHUNK])


def _question(rng: random.Random, method: str, names: tuple[str, ...]) -> str:
    versus = (0.75, one(*names[1:])) if len(names) > 1 else (0.0, one("None"))
    return given(
        rng,
        model=(1.0 if len(names) > 1 else 0.0, one(names[0])),
        versus=versus,
        method=(1.0, one(repr(method))),
        confidence_level=(0.8, one(*LEVELS)),
        alternative=(0.6, one(*SIDES)),
        null=(0.5, mostly(one(*NULLS), one("None"), 0.9)),
        margin=(0.4, one(*MARGINS)),
        options=(0.4, lambda rng: _options(rng, method)),
    )


def _of_other_verbs(rng: random.Random, text: str, names: tuple[str, ...]) -> list[list[str]]:
    """One of each, about the same scores."""
    each, pair, level = one(*names), (0.6, one(names[-1])), (0.7, one(*LEVELS))
    one_or_two = given(rng, model=(1.0 if len(names) > 1 else 0.0, each), versus=pair, confidence_level=level)
    size, margin = rng.choice(("10", "20", "30", "40")), given(rng, margin=(0.5, one(*MARGINS)))
    seed = (0.3, one("0", "1"))
    asks = {
        "rank": given(
            rng, confidence_level=level, correction=(0.6, one(*CORRECTIONS)), control=(0.3, each), random_state=seed
        ),
        "winner": given(rng, confidence_level=level, baseline=(0.3, each), random_state=seed),
        "components": given(rng, model=(0.5, each)),
        "sources": given(rng, model=(0.5, each), confidence_level=level),
        "growth": one_or_two,
        "curve": given(
            rng,
            model=(0.5, each),
            kind=(0.8, one("'roc'", "'precision_recall'", "'reliability'")),
            confidence_level=level,
        ),
        "infer": f"{one_or_two}{margin}, by=np.arange({size}) % 3",
    }
    calls = [[verb, f"eb.{verb}({text}{words})"] for verb, words in asks.items()]
    asked = f"eb.infer({text}{one_or_two}{margin})"
    return [
        *calls,
        ["report", f"reported({asked})"],
        ["infer", f"does({asked}, 'confidence_interval', {rng.choice(LEVELS)})"],
    ]


def _options(rng: random.Random, method: str) -> str:
    """Some of those the method has, chosen among what it takes or numbers of any size."""
    known = {} if method == "auto" else eb.METHODS[method].options
    some = {name: option for name, option in known.items() if rng.random() < 0.6}
    named = [f"{name!r}: {one(*map(repr, option.choices or ()), *SIZES)(rng)}" for name, option in some.items()]
    return f"{{{', '.join(named)}}}"


def _that_answer(text: str, names: tuple[str, ...]) -> Iterator[str]:
    """The methods that answer a plain question, each three times."""
    from fuzz.namespace import NAMESPACE, home

    with warnings.catch_warnings(), contextlib.suppress(BaseException), contextlib.chdir(home()):
        warnings.simplefilter("ignore")
        made = eval(text, {**NAMESPACE})
        for method in ("auto", *METHODS):
            with contextlib.suppress(Exception):
                eb.infer(made, model=eval(names[0]) if len(names) > 1 else None, method=method)
                yield from [method] * 3


QUESTIONS = Kind("questions", chunk, replayed, CHUNK, Path(__file__).with_name("verbs.txt"))
