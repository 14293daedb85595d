"""A search that judges hundreds of proposals on the same items: how often it keeps one that is no better.

Each loop starts from a model and makes 500 proposals, each a change to the answers on a fifth of the items. A proposal
is judged against the incumbent, the last one that was kept. No effect: its answers are as often right in the
population. Beside the ledger's rule stand the greedy one, which keeps whatever looks better, and others it was chosen
from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrik, ndtr, stdtr

from errbar.core.arrays import Floats
from errbar.core.many_looks import even_level, falling_level, invested_level, sign_pvalue
from errbar.lab.study import Claim, Findings, How, Row, Study, stated

ALPHA = 0.05
LOOKS = 500
LOOPS = 400
ITEMS = 500
RIGHT = 0.3  # share of right answers at the start
CHANGED = 0.2  # share of items a proposal answers anew
GAINS = (1.0, 2.0, 3.0, 4.0, 5.0)  # of the proposals that are better, in standard errors of the first difference
EVERY = 100  # one in so many proposals is better
CHOSEN = "even"
Kept = list[list[int]]


def levels(rule: str, look: int, kept: Kept) -> Floats:
    """The level of each loop at a look."""
    if rule == "falling":
        return np.full(len(kept), falling_level(ALPHA, LOOKS, look))
    if rule == "investing":
        return np.array([invested_level(ALPHA, LOOKS, look, own) for own in kept])
    return np.full(len(kept), {"greedy": 0.5, "each at 5 %": ALPHA}.get(rule, even_level(ALPHA, LOOKS)))


def keeps(rule: str, look: int, kept: Kept, seen: tuple[Floats, Floats, Floats]) -> NDArray[np.bool_]:
    """Which loops keep the proposal; `seen`: gain in the items, its standard error, the p-value."""
    gain, se, pvalue = seen
    if rule == "greedy":
        return np.asarray(gain > 0)
    if rule == "ladder":
        return np.asarray((gain > se) & (se > 0))  # one standard error, without a parameter [blum2015]
    level = levels(rule, look, kept)
    if rule == "e-values":
        return np.asarray(_e_value(gain / np.maximum(se, 1e-12)) >= 1.0 / level)
    return np.asarray(pvalue < level)


def _e_value(z: Floats, spread: float = 10.0) -> Floats:
    """The mean likelihood ratio over half-normal gains of variance `spread`, in squared standard errors."""
    share = spread / (1.0 + spread)
    return np.asarray(2.0 / np.sqrt(1.0 + spread) * np.exp(share * z * z / 2.0) * ndtr(z * np.sqrt(share)))


RULES = ("greedy", "each at 5 %", "ladder", "even", "falling", "investing", "e-values")


def run(how: How) -> Findings:
    """400 loops of 500 proposals a row at full scale."""
    loops = how.share(LOOPS, 10)
    rows: list[Row] = []
    for rule in RULES:
        rows.append(answers_row(rule, None, loops, how.seed))
        how.tell(f"{rule}: no effect")
    rows += [grades_row(rule, loops, how.seed) for rule in ("greedy", CHOSEN)]
    for rule in ("greedy", "ladder", "even", "falling", "investing", "e-values"):
        rows += [answers_row(rule, gain, loops, how.seed) for gain in GAINS]
        how.tell(f"{rule}: gains")
    rows += [attack_row(rule, seen, loops, how.seed) for rule in ("greedy", CHOSEN) for seen in ("scores", "verdicts")]
    return Findings(rows, claims(rows))


def answers_row(rule: str, gain: float | None, loops: int, seed: int) -> Row:
    """Right and wrong answers; the p-value is the exact one of the items that only one of two gets right."""
    rng = np.random.default_rng([seed, 1, 0 if gain is None else round(10 * gain)])
    held = rng.random((loops, ITEMS)) < RIGHT
    right = np.full(loops, RIGHT)
    step = np.sqrt(CHANGED * 2 * RIGHT * (1 - RIGHT) / ITEMS)  # one standard error, as a share of right answers
    kept: Kept = [[] for _ in range(loops)]
    false, true, better = np.zeros(loops, int), np.zeros(loops, int), 0
    for look in range(1, LOOKS + 1):
        gains = 0.0 if gain is None or look % EVERY else gain * step
        better += gains > 0
        anew = rng.random((loops, ITEMS)) < CHANGED
        chance = right + gains / CHANGED
        new = np.where(anew, rng.random((loops, ITEMS)) < chance[:, None], held)
        won, lost = (new & ~held).sum(axis=1), (held & ~new).sum(axis=1)
        seen = ((won - lost) / ITEMS, np.sqrt(won + lost) / ITEMS, sign_pvalue(won, lost))
        took = keeps(rule, look, kept, seen)
        for loop in np.flatnonzero(took):
            kept[loop].append(look)
        held = np.where(took[:, None], new, held)
        right = np.where(took, right + gains, right)
        if gains > 0:
            true += took
        else:
            false += took
    return _row("answers", rule, loops, false, gain=gain, kept_gains=true.mean() / better if better else None,
                seen_gain=float((held.mean(axis=1) - RIGHT).mean() / step),
                true_gain=float((right - RIGHT).mean() / step))  # fmt: skip


def grades_row(rule: str, loops: int, seed: int) -> Row:
    """Skewed grades between 0 and 1, no effect, by the t test: most answers are nearly right, a few far from it."""
    rng = np.random.default_rng([seed, 2])
    held = rng.beta(4.0, 0.5, (loops, ITEMS))
    kept: Kept = [[] for _ in range(loops)]
    false = np.zeros(loops, int)
    for look in range(1, LOOKS + 1):
        new = np.where(rng.random((loops, ITEMS)) < CHANGED, rng.beta(4.0, 0.5, (loops, ITEMS)), held)
        gain = new - held
        mean, se = gain.mean(axis=1), gain.std(axis=1, ddof=1) / np.sqrt(ITEMS)
        took = keeps(rule, look, kept, (mean, se, stdtr(ITEMS - 1, -mean / se)))
        held = np.where(took[:, None], new, held)
        false += took
    return _row("grades", rule, loops, false)


def attack_row(rule: str, sees: str, loops: int, seed: int) -> Row:
    """Guesses by coins, and at the end a vote of those that scored well, or were kept: no better on new items."""
    rng = np.random.default_rng([seed, 3])
    false = np.zeros(loops, int)
    for loop in range(loops):
        truth = rng.random(ITEMS) < 0.5
        guesses = rng.random((LOOKS, ITEMS)) < 0.5
        held, votes = guesses[0], np.zeros(ITEMS)
        kept: Kept = [[]]
        for look in range(1, LOOKS + 1):
            new = guesses[look - 1] if look < LOOKS else votes > 0
            won, lost = ((new == truth) & (held != truth)).sum(), ((held == truth) & (new != truth)).sum()
            seen = [np.array([x]) for x in ((won - lost) / ITEMS, np.sqrt(won + lost) / ITEMS, sign_pvalue(won, lost))]
            took = bool(keeps(rule, look, kept, (seen[0], seen[1], seen[2]))[0])
            good = (new == truth).mean() > 0.5 if sees == "scores" else took
            votes += np.where(new, 1.0, -1.0) * (1.0 if good else -1.0)
            held = new if took else held
            false[loop] += took
    return _row(f"attack that sees {sees}", rule, loops, false)


def _row(setting: str, rule: str, loops: int, false: NDArray[Any], **more: float | None) -> Row:
    found = {"gain": None, "kept_gains": None, "seen_gain": None, "true_gain": None} | more
    return {
        "setting": setting,
        "rule": rule,
        "loops": loops,
        "looks": LOOKS,
        "items": ITEMS,
        "loops_with_false_keep": float((false > 0).mean()),
        "false_keeps": float(false.mean()),
        **found,
    }


def most_allowed(loops: int) -> float:
    """5 %, and what chance adds to it once in 10,000 tables."""
    return (float(bdtrik(1 - 1e-4, loops, ALPHA)) + 1) / loops


def claims(rows: Sequence[Row]) -> list[Claim]:
    """The chosen rule keeps its rate, the greedy one does not; what gains it sees."""
    mine = [row for row in rows if row["rule"] == CHOSEN and not row["setting"].endswith("scores")]
    worst = max(float(row["loops_with_false_keep"]) for row in mine)
    greedy = next(row for row in rows if row["rule"] == "greedy" and row["gain"] is None)
    return [
        stated(
            "the ledger's rule: a false keep in at most 5 % of loops and chance",
            f"largest {worst:.3f}",
            all(float(row["loops_with_false_keep"]) <= most_allowed(int(row["loops"])) for row in mine),
        ),
        stated(
            "keeping whatever looks better keeps proposals of no effect in every loop",
            f"{greedy['loops_with_false_keep']:.3f} of loops",
            float(greedy["loops_with_false_keep"]) > 0.99,
        ),
    ]


STUDY = Study("Hundreds of proposals judged on the same items", ("blum2015", "ramdas2017"), run, 240, keeps=False)
