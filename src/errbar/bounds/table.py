"""Every bound by name: one literal table."""

from __future__ import annotations

from errbar.bounds.record import Bound
from errbar.core import binomial, blaker, concentration, jeffreys, proportion
from errbar.core.bentkus import bentkus_lower, bentkus_upper
from errbar.core.relative_entropy import hoeffding_kl_lower, hoeffding_kl_upper

# fmt: off
BOUNDS: dict[str, Bound] = {
    "normal": Bound("Normal approximation", "proportion", False, "one", "NOR", "anguita2011",
                    proportion.normal_upper, proportion.normal_lower),
    "wilson": Bound("Wilson's score bound", "proportion", False, "one", "WIL", "wilson1927",
                    proportion.wilson_upper, proportion.wilson_lower),
    "clopper_pearson": Bound("Clopper and Pearson's exact bound", "errors", True, "one", "CP", "clopper1934",
                             binomial.clopper_pearson_upper, binomial.clopper_pearson_lower),
    "chebyshev": Bound("Chebyshev's bound", "mean", True, "two", "CHE", "anguita2011",
                       concentration.chebyshev_upper, concentration.chebyshev_lower),
    "guttman": Bound("Guttman's bound", "variance", True, "two", "GUT", "guttman1948",
                     concentration.guttman_upper, concentration.guttman_lower),
    "bernstein": Bound("Bernstein's bound", "mean", True, "one", "BER", "anguita2011",
                       concentration.bernstein_upper, concentration.bernstein_lower),
    "maurer_pontil": Bound("Maurer and Pontil's bound", "variance", True, "one", "MAU", "maurer2009",
                           concentration.maurer_pontil_upper, concentration.maurer_pontil_lower),
    "chernoff": Bound("Chernoff's bound", "mean", True, "one", "CRF", "anguita2011",
                      concentration.chernoff_upper, concentration.chernoff_lower),
    "hoeffding_kl": Bound("Hoeffding's bound, relative entropy form", "mean", True, "one", "T_HOE", "hoeffding1963",
                          hoeffding_kl_upper, hoeffding_kl_lower),
    "hoeffding": Bound("Hoeffding's bound", "mean", True, "one", "HOE", "hoeffding1963",
                       concentration.hoeffding_upper, concentration.hoeffding_lower),
    "cantelli": Bound("Cantelli's one-sided Chebyshev bound", "mean", True, "one", "CANTELLI", "anguita2011",
                      concentration.cantelli_upper, concentration.cantelli_lower),
    "guttman_sharp": Bound("Guttman's bound, sharper remark", "variance", True, "two", "GUT_SHARP", "guttman1948",
                           concentration.guttman_sharp_upper, concentration.guttman_sharp_lower),
    "maurer_pontil_sharp": Bound("Maurer and Pontil's bound before rounding", "variance", True, "one", "MAU_SHARP",
                                 "maurer2009", concentration.maurer_pontil_sharp_upper,
                                 concentration.maurer_pontil_sharp_lower),
    "chernoff_tight": Bound("Chernoff's bound, inverted exactly", "mean", True, "one", "CRF_TIGHT", "anguita2011",
                            concentration.chernoff_tight_upper, concentration.chernoff_tight_lower),
    "bentkus": Bound("Optimal convex-order bound of Bentkus and Pinelis", "mean", True, "one", "BEN", "bentkus2004",
                     bentkus_upper, bentkus_lower),
    "blaker": Bound("Blaker's exact interval", "errors", True, "both only", "BLAKER", "blaker2000",
                    blaker.blaker_upper, blaker.blaker_lower),
    "jeffreys": Bound("Jeffreys' posterior quantile", "errors", False, "one", "JEF", "brown2001",
                      jeffreys.jeffreys_upper, jeffreys.jeffreys_lower),
    "mid_p": Bound("Mid-p bound", "errors", False, "one", "MIDP", "brown2001",
                   binomial.mid_p_upper, binomial.mid_p_lower),
    "agresti_coull": Bound("Agresti and Coull's bound", "proportion", False, "one", "AC", "brown2001",
                           proportion.agresti_coull_upper, proportion.agresti_coull_lower),
}
# fmt: on
