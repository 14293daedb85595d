"""The moments of an audit as rows of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errbar.show.as_text import number, percent

if TYPE_CHECKING:
    from errbar.answers.series_moments import SeriesMoments
    from errbar.answers.share import Share

HEAD = ("moment", "value", "95 % interval", "what it is")
MEANING = {
    "mu": "mean error at this training size",
    "s0": "variance of one loss",
    "s1": "variance of a split's mean",
    "s2": "covariance of two splits' means",
    "s3": "covariance of two losses of one test set",
    "rho": "s2 / s1",
}
SHARES = {"sigma2": "variance of one loss", "omega": "covariance in a fold", "gamma": "covariance between folds"}


def caption(moments: SeriesMoments) -> str:
    return (
        f"{moments.series}: moments of {moments.n_splits} random splits, {moments.n_train:,} trained on and "
        f"{moments.n_test:,} tested"
    )


def moment_rows(moments: SeriesMoments) -> list[tuple[str, str, str, str]]:
    """One row per moment, ratio and share, under HEAD."""
    rows = [_row(name, getattr(moments, name), what) for name, what in MEANING.items() if name != "rho"]
    rows.append(
        _row("rho", moments.rho, f"{MEANING['rho']}; rho0 = {number(moments.rho0, 3)} if training did not matter")
    )
    if moments.n_halvings:
        rows.append(_row("r", moments.r, f"correlation of squared half differences, {moments.n_halvings} halvings"))
    for method, ratio in moments.ratios.items():
        implied = moments.implied.get(method)
        said = "" if implied is None else f"; the moments imply {number(implied.value, 3)}"
        rows.append(_row(f"Var/E(v) {method}", ratio, f"above 1 liberal, below 1 conservative{said}"))
    folds = moments.folds
    if folds is not None:
        rows.append(_row("theta", folds.theta, f"variance of the mean over {folds.n_folds} folds"))
        for name, what in SHARES.items():
            share = getattr(folds, f"{name}_share")
            said = "" if share is None else f"; {_percents(share)} of theta"
            rows.append(_row(name, getattr(folds, name), f"{what}{said}"))
    return [row for row in rows if row[1] != "-" or row[0] in ("rho", "r")]


def moment_lines(moments: SeriesMoments) -> list[str]:
    """A table, and the remarks."""
    shown = [HEAD, *moment_rows(moments)]
    wide = [max(len(cells[i]) for cells in shown) for i in range(len(HEAD))]
    lines = [caption(moments)]
    lines += [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(cells, wide, strict=True)).rstrip() for cells in shown
    ]
    return [*lines, *moments.remarks]


def _row(name: str, share: Share | None, what: str) -> tuple[str, str, str, str]:
    if share is None:
        return name, "-", "-", what
    return name, number(share.value, 3), f"[{number(share.low, 3)}, {number(share.high, 3)}]", what


def _percents(share: Share) -> str:
    low, high = (f"{100 * edge:.0f}" for edge in (share.low, share.high))
    return f"{percent(round(share.value, 2))} [{low}, {high}]"
