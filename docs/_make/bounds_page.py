"""Writes docs/results/bounds.md, the survey's figures and statements, and draws them; `--check` only compares."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from errbar.bounds import BOUNDS
from errbar.lab.studies.bounds_claims import BOUNDED, DELTA, SHORT, SIZES, claims
from errbar.lab.studies.bounds_figures import FURTHER, PANELS, caption, draw
from errbar.refs import REFS
from renew import PICTURES, RESULTS, renew

PAGE = RESULTS / "bounds.md"
START = """---
html_theme.sidebar_secondary.remove: true
---

# The survey of test-error bounds, repeated

{survey}

Its twenty figures, by its own numbers and on its own axes, and its statements beside what exact sums give. Nothing here
is simulated but the losses of one Beta law among the statements. All of it again, with the curves in a table:

```shell
errbar lab run bounds --out bounds
```

One figure is `errbar lab figure bounds-01`; with bounds that came after the survey, `errbar lab figure bounds-01-ours`.
Sizes and levels of your own: `errbar bound 25% 12,40,200 --delta .01,.05,.1 --all --plot limits.png`.
"""
NAMES = """## Names

| survey | equations | errbar | guaranteed |
|---|---|---|---|
{rows}

Where a formula is not as printed, the [errata](../explain/errata.md#anguita-et-al) say so.
"""
CLAIMS = """## Statements

Where the survey speaks of every n and every observed error, all {pairs:,} pairs of n from 10 to 200 and errors up to
half of n were asked.

| the survey says | exact | verdict |
|---|---|---|
{rows}

Beyond the statements:

- *Similar* is meant of predicted values: the gap between them shrinks. The margins do not become one: T_HOE adds
  {ratio:.3f} times what CP adds to half errors at n = 1,000,000, delta = 5 %.
- MAU and GUT read the variance of the losses, and the survey draws them at the largest one, where that cannot help. At
  1 % of it, 25 % observed, MAU is below every other bound from n = {calm} on (`errbar lab figure bounds-far-bounded`).
- What errbar recommends: [`clopper_pearson`](../methods/clopper_pearson.md) where a count needs a guarantee and
  [`wilson`](../methods/wilson.md) where it does not, as the survey; [`betting`](../methods/betting.md) for losses in a
  known range, and [`bentkus`](../methods/bentkus.md) where only their mean is known, which the survey does not have.
- Over K folds: [`kfold_union`](../methods/kfold_union.md), [`kfold_kl`](../methods/kfold_kl.md) and two more hold;
  equation 51, [`kfold_average`](../methods/kfold_average.md), does not.
"""
FIGURES = """## The figures

1 to 8: 0/1 losses. CP counts errors, so at 25 % its limit stands at the sizes that 4 divides. 9 to 16: losses between 0
and 1, at the largest variance they can have; only 0/1 losses have it, so coverage is a sum over the binomial law (the
survey draws normal losses, which leave the range). Figure 15 is at a true error of 1 %, as its caption says; the
survey's text says 0 %. 17 to 20: the best of both for 0/1 losses.
"""
OWN = """## Of our own

{rows}
"""


def page() -> str:
    names = [
        f"| {short} | {equations} | [`{name}`](../methods/{name}.md) | {'yes' if BOUNDS[name].rigorous else 'no'} |"
        for name, (short, equations) in SHORT.items()
    ]
    asked = [f"| {one.claim} | {one.measured} | {one.verdict} |" for one in claims()]
    parts = [
        START.format(survey=REFS["anguita_survey"]),
        NAMES.format(rows="\n".join(names)),
        CLAIMS.format(rows="\n".join(asked), pairs=sum(int(n) // 2 + 1 for n in SIZES), ratio=_ratio(), calm=_calm()),
        FIGURES,
    ]
    for number, panel in PANELS.items():
        parts.append(
            f"**Figure {number}.** {caption(panel)}\n\n"
            f"```{{image}} ../pictures/{picture(number).name}\n:alt: {caption(panel)}\n:width: 560px\n```\n"
        )
    own = [f"- `errbar lab figure {name}`: {caption(panel)}" for name, panel in FURTHER.items()]
    return "\n".join([*parts, OWN.format(rows="\n".join(own))])


def _ratio() -> float:
    """What T_HOE adds to half errors over what CP adds, n = 1e6."""
    tight, exact = (float(BOUNDS[name](0.5, 10**6, DELTA)) - 0.5 for name in ("hoeffding_kl", "clopper_pearson"))
    return tight / exact


def _calm() -> int:
    """The n from which on MAU at 1 % of the largest variance is below all others, 25 % observed."""
    n = np.arange(12, 401, 4)
    mine = BOUNDS["maurer_pontil"](0.25, n, DELTA, variance=0.01 * 0.1875 * n / (n - 1))
    gut = BOUNDS["guttman"](0.25, n, DELTA, variance=0.01 * 0.1875 * n / (n - 1))
    others = [BOUNDS[name](0.25, n, DELTA) for name in (*BOUNDED, "bentkus", "cantelli") if name != "maurer_pontil"]
    below = mine < np.min([gut, *others], axis=0)
    return int(n[np.flatnonzero(~below).max() + 1])


def picture(number: int) -> Path:
    return PICTURES / f"bounds-{number:02d}.png"


def main() -> None:
    missing = [number for number in PANELS if not picture(number).exists()]
    if "--check" not in sys.argv:
        for number in PANELS:
            draw(number).savefig(picture(number), dpi=90, metadata={"Software": None})
    elif missing:
        sys.exit(f"not drawn: {', '.join(map(str, missing))}; `make pages` draws them")
    renew({PAGE: page()})


if __name__ == "__main__":
    main()
