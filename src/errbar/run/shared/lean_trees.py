"""Trees and forests, asked for by `shared="trees"`: grown by scikit-learn's own code, without what stands around it.

No sums are shared: every tree has its own splits. What is left out is what scikit-learn does again for each of them:
checks of rows and parameters, a clone and a task for every tree of a forest, labels made numbers. The same rows with
the same random state go to the same builder, so trees are the same to the last bit, and so is what they say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats, Indices
from errbar.plans.plan import Reader
from errbar.run.losses import Loss, Reads
from errbar.run.seeding import Seeding
from errbar.run.shared.gathered import Kind, Source, Step
from errbar.run.shared.match import class_path, suits
from errbar.run.shared.path import PathOutput, is_false, is_flag, is_none

Rows = NDArray[np.float32]
AT_ONCE = 16  # splits, so that a store and a progress bar hear of them now and then
LARGEST = 2.0**53  # of features: far from what single precision cannot hold
DEEPEST = np.iinfo(np.int32).max  # where no depth is asked for


class TreeKind(NamedTuple):
    """A class of scikit-learn's: as `details["path"]` reports it, what it learns, and what its trees try at a node.

    `splitter`: of the trees of a forest; None for a tree, which has a parameter of that name.
    """

    name: str
    kind: Kind
    splitter: str | None = None


KNOWN: Mapping[str, TreeKind] = {
    "sklearn.tree._classes.DecisionTreeClassifier": TreeKind("decision tree", "classification"),
    "sklearn.tree._classes.DecisionTreeRegressor": TreeKind("decision tree", "regression"),
    "sklearn.tree._classes.ExtraTreeClassifier": TreeKind("extra tree", "classification"),
    "sklearn.tree._classes.ExtraTreeRegressor": TreeKind("extra tree", "regression"),
    "sklearn.ensemble._forest.RandomForestClassifier": TreeKind("random forest", "classification", "best"),
    "sklearn.ensemble._forest.RandomForestRegressor": TreeKind("random forest", "regression", "best"),
    "sklearn.ensemble._forest.ExtraTreesClassifier": TreeKind("extra trees", "classification", "random"),
    "sklearn.ensemble._forest.ExtraTreesRegressor": TreeKind("extra trees", "regression", "random"),
}


def _whole(value: Any, least: int, most: float = np.inf) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool) and least <= int(value) <= most


def _real(value: Any, low: float, high: float) -> bool:
    """A number that is no whole one, above `low`, at most `high`."""
    return isinstance(value, Real) and not isinstance(value, Integral) and low < float(value) <= high


def _zero(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and float(value) == 0


def _is_max_features(value: Any) -> bool:
    if isinstance(value, str):
        return value in ("sqrt", "log2")
    return value is None or _whole(value, 1) or _real(value, 0, 1)


CRITERIA = {"classification": ("gini", "entropy", "log_loss"), "regression": ("squared_error", "absolute_error")}
OF_TREES: Mapping[str, Callable[[Any], bool]] = {
    "ccp_alpha": _zero,
    "class_weight": is_none,
    "criterion": lambda value: isinstance(value, str),
    "max_depth": lambda value: value is None or _whole(value, 1, DEEPEST),
    "max_features": _is_max_features,
    "max_leaf_nodes": lambda value: value is None or _whole(value, 2, DEEPEST),
    "min_impurity_decrease": lambda value: _zero(value) or _real(value, 0, np.finfo(np.float64).max),
    "min_samples_leaf": lambda value: _whole(value, 1, DEEPEST) or _real(value, 0, 0.5),
    "min_samples_split": lambda value: _whole(value, 2, DEEPEST) or _real(value, 0, 1),
    "min_weight_fraction_leaf": _zero,
    "monotonic_cst": is_none,
    "random_state": lambda value: value is None or _whole(value, 0, 2**32 - 1),
    "splitter": lambda value: isinstance(value, str) and value in ("best", "random"),
}
OF_FORESTS: Mapping[str, Callable[[Any], bool]] = {
    "bootstrap": is_flag,
    "max_samples": is_none,
    "n_estimators": lambda value: _whole(value, 1),
    "n_jobs": lambda value: value is None or (_whole(value, -DEEPEST) and value != 0),  # who works changes nothing
    "oob_score": is_false,
    "verbose": lambda value: _whole(value, 0, 0),
    "warm_start": is_false,
}


@dataclass(frozen=True, slots=True)
class Grower:
    """Grows trees, and asks them: what scikit-learn's classes do with rows that are checked already.

    `settings`: the parameters of the model; `splitter`: as in `TreeKind`.
    """

    kind: Kind
    settings: Mapping[str, Any]
    splitter: str | None

    def asked(self, train: tuple[Rows, Floats], test: Rows, n_classes: int, state: int) -> Floats:
        """Of a tree or a forest: test rows x classes, or x 1; `train`: rows, and a column of class codes or numbers."""
        generator = np.random.RandomState(state)
        if self.splitter is None:
            said: Floats = self._tree(*train, None, n_classes, generator).predict(test)
            return said
        n, n_trees, each = len(train[1]), int(self.settings["n_estimators"]), np.random.RandomState(0)
        total = np.zeros((len(test), n_classes))
        for _ in range(n_trees):
            own, weights = generator.randint(np.iinfo(np.int32).max), None
            each.seed(own)
            if self.settings["bootstrap"]:
                weights = np.bincount(each.randint(0, n, n), minlength=n).astype(np.float64)
                each.seed(own)
            total += self._tree(*train, weights, n_classes, each).predict(test)
        total /= n_trees
        return total

    def _tree(self, X: Rows, y: Floats, weights: Floats | None, n_classes: int, generator: Any) -> Any:
        from sklearn.tree._classes import CRITERIA_CLF, CRITERIA_REG, DENSE_SPLITTERS
        from sklearn.tree._tree import BestFirstTreeBuilder, DepthFirstTreeBuilder, Tree

        settings, (n, p), outputs = self.settings, X.shape, np.array([n_classes], dtype=np.intp)
        named = settings["criterion"]
        criterion = CRITERIA_REG[named](1, n) if self.kind == "regression" else CRITERIA_CLF[named](1, outputs)
        leaf, split = settings["min_samples_leaf"], settings["min_samples_split"]
        fewest = int(leaf) if isinstance(leaf, Integral) else ceil(leaf * n)
        parted = int(split) if isinstance(split, Integral) else max(2, ceil(split * n))
        kind = DENSE_SPLITTERS[self.splitter or settings["splitter"]]
        splitter = kind(criterion, tried(settings["max_features"], p), fewest, 0.0, generator, None)
        deepest = DEEPEST if settings["max_depth"] is None else settings["max_depth"]
        limits = (max(parted, 2 * fewest), fewest, 0.0, deepest)
        most, gain = settings["max_leaf_nodes"], settings["min_impurity_decrease"]
        builder = (
            DepthFirstTreeBuilder(splitter, *limits, gain)
            if most is None
            else BestFirstTreeBuilder(splitter, *limits, most, gain)
        )
        tree = Tree(p, outputs, 1)
        builder.build(tree, X, y, weights, None)
        return tree


def tried(max_features: Any, p: int) -> int:
    """How many of p features a node looks at."""
    if max_features is None:
        return p
    if isinstance(max_features, str):
        return max(1, int(np.sqrt(p) if max_features == "sqrt" else np.log2(p)))
    return int(max_features) if isinstance(max_features, Integral) else max(1, int(max_features * p))


@dataclass(frozen=True, eq=False, slots=True)
class TreePath:
    """`narrow`: all rows in single precision; `state`: of a split, as the model would have it."""

    grower: Grower
    reads: Reads
    narrow: Rows
    state: Callable[[int], int]

    def outputs(self, step: Step) -> PathOutput:
        batch, source, labels = step.batch, step.source, self.grower.kind == "classification"
        declined = np.zeros(len(batch.numbers), dtype=bool)
        if labels:  # of a few rows scikit-learn says that they look like numbers; probabilities have its own columns
            declined |= 2 * source.classes.size >= step.n_train
            declined |= (step.class_counts == 0).any(axis=1) & (self.reads == "predict_proba")
        columns = (source.classes.size,) if self.reads == "predict_proba" else ()
        said = np.zeros((*batch.test.shape, *columns), dtype=source.classes.dtype if labels and not columns else float)
        reader = Reader(source.cuts.plan)
        for place in np.flatnonzero(~declined):
            number = int(batch.numbers[place])
            train, test = reader[number][0], self.narrow.take(batch.test[place], axis=0)
            said[place] = (self._classified if labels else self._predicted)(source, train, test, self.state(number))
        return PathOutput(said, declined)

    def _predicted(self, source: Source, train: Indices, test: Rows, state: int) -> Floats:
        rows = self.narrow.take(train, axis=0), source.values.take(train)[:, np.newaxis]
        return self.grower.asked(rows, test, 1, state)[:, 0]

    def _classified(self, source: Source, train: Indices, test: Rows, state: int) -> NDArray[Any]:
        """Labels, or probabilities; a class that the training set misses is none of its own."""
        present, codes = np.unique(source.codes.take(train), return_inverse=True)
        rows = self.narrow.take(train, axis=0), codes.astype(np.float64)[:, np.newaxis]
        shares = self.grower.asked(rows, test, present.size, state)
        return shares if self.reads == "predict_proba" else source.classes[present[shares.argmax(axis=1)]]


def grows(model: Any) -> bool:
    return class_path(model) in KNOWN


def grown(model: Any, source: Source, metric: Loss, seed: int) -> tuple[str, TreePath] | None:
    """The name and the path of a model that `grows`, or None; `seed`: of the run."""
    growth, settings = KNOWN[class_path(model)], model.get_params(deep=False)
    allowed = OF_TREES if growth.splitter is None else {**OF_TREES, **OF_FORESTS}
    reads = ("predict", "predict_proba") if growth.kind == "classification" else ("predict",)
    if not all(name in allowed and allowed[name](value) for name, value in settings.items()):
        return None
    if settings["criterion"] not in CRITERIA[growth.kind] or metric.reads not in reads:
        return None
    if not suits(source, growth.kind) or not (source.largest < LARGEST).all():
        return None
    if growth.kind == "regression" and not np.isfinite(source.values).all():
        return None
    if tried(settings["max_features"], source.X.shape[1]) > source.X.shape[1] or not _is_as_known():
        return None
    plan, seeding, given = source.cuts.plan, Seeding.of(model, metric), settings["random_state"]

    def state(number: int) -> int:
        return seeding.states(plan, seed, number)["random_state"] if given is None else int(given)

    narrow = source.once("narrow", lambda: source.X.astype(np.float32))
    return growth.name, TreePath(Grower(growth.kind, settings, growth.splitter), metric.reads, narrow, state)


@lru_cache
def _is_as_known() -> bool:
    """Whether this scikit-learn puts its trees together as we do: a small forest, grown both ways."""
    from sklearn.ensemble import RandomForestClassifier

    generator = np.random.default_rng(0)
    X, codes = generator.normal(size=(40, 4)).astype(np.float32), generator.integers(3, size=40)
    model = RandomForestClassifier(3, random_state=1, n_jobs=1)
    try:
        own = Grower("classification", model.get_params(deep=False), "best")
        said = own.asked((X, codes.astype(np.float64)[:, np.newaxis]), X, 3, 1)
    except (AttributeError, ImportError, KeyError, TypeError, ValueError):  # private parts, which may be moved
        return False
    return np.array_equal(said, model.fit(X, codes).predict_proba(X))
