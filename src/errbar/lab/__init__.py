"""A name, a scale -> a study with a known truth: table, claims, figures; STUDIES is the registry."""

from errbar.lab.studies import (
    bengio_grandvalet,
    bounds_figures,
    calibration,
    dietterich_gaussian,
    edges,
    fresh,
    gate,
    larsen_hansen,
    ledger,
    nadeau_bengio,
    schulz_kuempel,
    shallow,
)
from errbar.lab.study import Study

STUDIES: dict[str, Study] = {
    "nadeau-bengio-regression": nadeau_bengio.REGRESSION,
    "nadeau-bengio-gaussians": nadeau_bengio.GAUSSIANS,
    "nadeau-bengio-letters": nadeau_bengio.LETTERS,
    "bengio-grandvalet-1": bengio_grandvalet.FIRST,
    "bengio-grandvalet-2": bengio_grandvalet.SECOND,
    "bengio-grandvalet-3": bengio_grandvalet.THIRD,
    "bounds": bounds_figures.STUDY,
    "dietterich-gaussian": dietterich_gaussian.STUDY,
    "gate": gate.STUDY,
    "larsen-hansen": larsen_hansen.STUDY,
    "ledger": ledger.STUDY,
    "calibration": calibration.STUDY,
    "schulz-kuempel": schulz_kuempel.STUDY,
    "shallow": shallow.STUDY,
    "fresh": fresh.STUDY,
    "edges": edges.STUDY,
}
