"""What a ledger could see at best: the chance that one gain is kept at its look, worked out and not simulated.

The world is that of `errbar lab run ledger`: 500 items, 30 % of them right, a proposal answers a fifth anew. `errbar
gate --ledger` takes the exact test; `mid` counts half of the chance of what was seen, `lot` draws that share by lot
and so spends all of its level; `best` is the most powerful test there is for a normal mean, which no rule with so many
looks alike can pass.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import binom, norm

from errbar.core.many_looks import even_level, sign_pvalue
from errbar.lab.studies.ledger import ALPHA, CHANGED, GAINS, ITEMS, RIGHT

LOOKS = (500, 100, 20)
TESTS = {"exact": "`errbar gate --ledger`", "mid": "mid-p", "lot": "by lot", "best": "best possible"}
STEP = np.sqrt(CHANGED * 2 * RIGHT * (1 - RIGHT) / ITEMS)

BOTH, WON = np.arange(ITEMS + 1)[:, np.newaxis], np.arange(ITEMS + 1)  # items that one model alone gets right
POSSIBLE = WON <= BOTH
PVALUES = np.where(POSSIBLE, sign_pvalue(np.minimum(WON, BOTH), BOTH - np.minimum(WON, BOTH)), 0.0)


def chance(gain: float, level: float, test: str) -> float:
    """Of being kept at one look."""
    if test == "best":
        return float(norm.sf(norm.isf(level) - gain))
    new = RIGHT + gain * STEP / CHANGED
    won, lost = (1 - RIGHT) * CHANGED * new, RIGHT * CHANGED * (1 - new)
    above = np.append(PVALUES[:, 1:], np.zeros((ITEMS + 1, 1)), axis=1)
    share = (level - above) / np.maximum(PVALUES - above, 1e-300)  # of what was seen that is to be kept
    kept = {"exact": level > PVALUES, "mid": share > 0.5, "lot": np.clip(share, 0.0, 1.0)}[test]
    seen = np.where(POSSIBLE, binom.pmf(WON, BOTH, won / (won + lost)), 0.0)
    return float(binom.pmf(BOTH[:, 0], ITEMS, won + lost) @ (kept * seen).sum(axis=1))


def rows() -> list[str]:
    """Lines of a Markdown table."""
    head = ["looks", "test", "false keep, at most", *(f"gain of {gain:g}" for gain in GAINS)]
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    for looks in LOOKS:
        level = even_level(ALPHA, looks)
        for test, name in TESTS.items():
            false = ALPHA if test == "best" else looks * chance(0.0, level, test)
            cells = [f"{looks}", name, f"{false:.3f}", *(f"{chance(gain, level, test):.4f}" for gain in GAINS)]
            lines.append(f"| {' | '.join(cells)} |")
    return lines
