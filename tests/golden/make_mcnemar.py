"""p-values of McNemar's test from statsmodels -> mcnemar.csv. Run: python tests/golden/make_mcnemar.py"""

import csv
from pathlib import Path

import statsmodels
from statsmodels.stats.contingency_tables import mcnemar

PAIRS = ((25, 11), (9, 2), (0, 6), (5, 5), (1, 0), (120, 97), (3, 14), (400, 400), (0, 60))


def main() -> None:
    with Path(__file__).with_name("mcnemar.csv").open("w", newline="") as file:
        file.write(f"# statsmodels {statsmodels.__version__}\n")
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["b", "c", "exact", "asymptotic", "continuity"])
        for b, c in PAIRS:
            table = [[50, b], [c, 50]]
            kinds = ({"exact": True}, {"exact": False, "correction": False}, {"exact": False, "correction": True})
            rows.writerow([b, c, *(repr(float(mcnemar(table, **kind).pvalue)) for kind in kinds)])


if __name__ == "__main__":
    main()
