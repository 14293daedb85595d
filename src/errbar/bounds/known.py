"""Every bound by name."""

from __future__ import annotations

from errbar.bounds.agresti_coull import agresti_coull
from errbar.bounds.anderson import anderson
from errbar.bounds.bentkus import bentkus
from errbar.bounds.bernstein import bernstein
from errbar.bounds.betting import betting
from errbar.bounds.betting_star import betting_star
from errbar.bounds.blaker import blaker
from errbar.bounds.bound import AnyBound, Bound, SampleBound
from errbar.bounds.cantelli import cantelli
from errbar.bounds.chebyshev import chebyshev
from errbar.bounds.chernoff import chernoff
from errbar.bounds.chernoff_tight import chernoff_tight
from errbar.bounds.clopper_pearson import clopper_pearson
from errbar.bounds.guttman import guttman
from errbar.bounds.guttman_sharp import guttman_sharp
from errbar.bounds.hoeffding import hoeffding
from errbar.bounds.hoeffding_kl import hoeffding_kl
from errbar.bounds.jeffreys import jeffreys
from errbar.bounds.maurer_pontil import maurer_pontil
from errbar.bounds.maurer_pontil_sharp import maurer_pontil_sharp
from errbar.bounds.mid_p import mid_p
from errbar.bounds.normal import normal
from errbar.bounds.wilson import wilson

EVERY: dict[str, AnyBound] = {
    bound.name: bound
    for bound in (
        normal,
        wilson,
        clopper_pearson,
        chebyshev,
        guttman,
        bernstein,
        maurer_pontil,
        chernoff,
        hoeffding_kl,
        hoeffding,
        cantelli,
        guttman_sharp,
        maurer_pontil_sharp,
        chernoff_tight,
        bentkus,
        betting,
        betting_star,
        anderson,
        blaker,
        jeffreys,
        mid_p,
        agresti_coull,
    )
}
BOUNDS = {name: bound for name, bound in EVERY.items() if isinstance(bound, Bound)}
SAMPLE_BOUNDS = {name: bound for name, bound in EVERY.items() if isinstance(bound, SampleBound)}
