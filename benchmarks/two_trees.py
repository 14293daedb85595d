"""Another copy of errbar's code against this one: `import errbar`, and what `eb.evaluate` adds to the bare loop.

    git worktree add /tmp/before COMMIT
    python benchmarks/two_trees.py /tmp/before

CPU times of fresh interpreters that take turns, so that what else the machine does hits both.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[1]
OVERHEAD = """
import time, sys
import numpy as np
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
import errbar as eb
assert eb.__file__.startswith(sys.argv[1]), eb.__file__
X, y = make_classification(2000, 16, n_informative=8, random_state=0)
plan = eb.plans.subsample(25, 0.1).build(len(y), random_state=0)
splits = list(plan)
for model in (DecisionTreeClassifier(random_state=0), RandomForestClassifier(20, random_state=0), SVC()):
    took = []
    for _ in range(3):
        start = time.process_time()
        eb.evaluate(model, X, y, plan=plan, random_state=0, shared=False)
        middle = time.process_time()
        [np.mean(clone(model).fit(X[a], y[a]).predict(X[b]) != y[b]) for a, b in splits]
        took.append((middle - start) / (time.process_time() - middle))
    print(sorted(took)[1])
"""
MODELS = ("decision tree", "random forest (20 trees)", "support vector machine")


def child(tree: Path, code: str) -> tuple[float, list[float]]:
    """CPU seconds of a fresh interpreter, and the numbers it prints."""
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    before = _used()
    told = subprocess.run(
        [sys.executable, "-c", code, str(tree)],
        env={**os.environ, **one, "PYTHONPATH": str(tree / "src")},
        check=True,
        capture_output=True,
        text=True,
    )
    return _used() - before, [float(line) for line in told.stdout.split()]


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def line(name: str, before: list[float], after: list[float]) -> None:
    told = (f"{statistics.median(some):7.3f} ({min(some):.3f} - {max(some):.3f})" for some in (before, after))
    print(f"{name:<52}{' | '.join(told)}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("before", type=Path, help="a checkout of another commit")
    options.add_argument("--repeats", type=int, default=15)
    given = options.parse_args()
    trees = given.before.resolve(), HERE
    for tree in trees:
        child(tree, "import errbar")  # compiled
    times: tuple[list[float], ...] = ([], [])
    for _ in range(given.repeats):
        bare, _ = child(HERE, "import numpy, scipy.special")
        for some, tree in zip(times, trees, strict=True):
            some.append(child(tree, "import errbar")[0] / bare)
    print(f"{'':<52}before                  | after")
    line("import errbar / import numpy, scipy.special", *times)
    ratios: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in MODELS}
    for _ in range(max(1, given.repeats // 3)):
        for place, tree in enumerate(trees):
            for name, found in zip(MODELS, child(tree, OVERHEAD)[1], strict=True):
                ratios[name][place].append(found)
    for name, (before, after) in ratios.items():
        line(f"evaluate / bare loop, {name}", before, after)


if __name__ == "__main__":
    main()
