"""Table 2 of Demsar (2006) as printed in the specification: 14 data sets, C4.5 with and without two settings."""

import numpy as np

MODELS = ("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf")
ROWS = """
adult .763 .768 .771 .798
breast-cancer .599 .591 .590 .569
breast-wisconsin .954 .971 .968 .967
cmc .628 .661 .654 .657
ionosphere .882 .888 .886 .898
iris .936 .931 .916 .931
bupa .661 .668 .609 .685
lung .583 .583 .563 .625
lymphography .775 .838 .866 .875
mushroom 1 1 1 1
tumor .940 .962 .965 .962
rheum .619 .666 .614 .669
voting .972 .981 .9751 .975
wine .957 .978 .946 .970
"""
LINES = [line.split() for line in ROWS.strip().splitlines()]
DATASETS = tuple(line[0] for line in LINES)
TABLE = np.array([[float(cell) for cell in line[1:]] for line in LINES])
VALUES = {name: dict(zip(MODELS, row, strict=True)) for name, row in zip(DATASETS, TABLE.tolist(), strict=True)}
