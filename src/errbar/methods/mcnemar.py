"""McNemar's test: two trained classifiers on the same test set."""

from __future__ import annotations

from types import MappingProxyType

from errbar.check import Alternative
from errbar.core.paired_binary import PairedBinary, Variant
from errbar.types import Method, Option, Result, Scores
from errbar.types.coverage import measured


def mcnemar(
    scores: Scores,
    *,
    confidence_level: float = 0.95,
    null: float | None = 0.0,
    alternative: Alternative = "two-sided",
    variant: Variant = "mid_p",
) -> Result:
    r"""McNemar's test of equal error rates, with Tango's score interval for their difference.

    .. math:: z = (b - c) / \sqrt{b + c}, \qquad \hat\delta = (b - c) / n_2

    b, c: test examples that only the first, only the second model gets wrong; n_2: test size. Given b + c, b is
    binomial with probability 1/2 where the error rates are equal; "exact" doubles its tail, "mid_p" counts half
    of the observed value, "asymptotic" refers z to the normal law, "continuity" moves |b - c| by one first.

    Target: these two trained models.  Guarantee: exact for "exact", near nominal for "mid_p".
    Needs: 0/1 losses of two models.

    Parameters
    ----------
    scores : the difference of two models' 0/1 losses on one split.
    confidence_level, alternative : of the interval and the test.
    null : 0 or None.
    variant : "mid_p", "exact", "asymptotic" or "continuity".

    Returns
    -------
    Result

    Deviation: the continuity correction never moves past b = c; without any disagreement p is 1.

    References
    ----------
    [mcnemar1947], [fagerland2013], [tango1998]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(40).build(100, random_state=0)
    >>> losses = {"a": [1.0] * 9 + [0.0] * 31, "b": [0.0] * 9 + [1.0] * 2 + [0.0] * 29}
    >>> r = eb.infer(eb.Scores.from_losses(losses, plan=plan), model="a", versus="b", method="mcnemar")
    >>> print(f"{r.pvalue:.8f}")
    0.03857422
    """
    m = scores.moments
    differ, gap = round(m.total_square), round(m.n * m.mean)  # b + c and b - c
    b, c = (differ + gap) // 2, (differ - gap) // 2
    notes = [
        "McNemar's test is about these two trained models: it says nothing about how the result "
        "would change with another training set.",
    ]
    if scores.plan.groups is not None:
        notes.append(
            "McNemar's test takes every test example as independent; examples of one group are not, "
            "so the test is liberal here."
        )
    return Result.of(
        scores,
        "mcnemar",
        PairedBinary(b, c, m.n, variant),
        target="model",
        confidence_level=confidence_level,
        null=null,
        alternative=alternative,
        notes=notes,
        details={"only_first_wrong": b, "only_second_wrong": c, "variant": variant},
    )


METHOD = Method(
    fn=mcnemar,
    title="McNemar",
    needs="binary_losses",
    plans=("holdout", "test_set"),
    target="model",
    guarantee=f"near nominal for these two models, silent about training; {measured('mcnemar')}",
    references=("mcnemar1947", "fagerland2013", "tango1998"),
    options=MappingProxyType(
        {"variant": Option("mid_p", ("mid_p", "exact", "asymptotic", "continuity"), "how the p-value is computed")}
    ),
    compares="two",
    exceptions=MappingProxyType(
        {
            "any null": "the conditional binomial law is known only where the error rates are equal",
            "agree": "the p-value is conditional on b + c, the interval inverts Tango's score; 'asymptotic' agrees",
        }
    ),
)
