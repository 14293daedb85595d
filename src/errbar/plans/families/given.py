"""Splits that came from elsewhere: as indices, as sizes, or as some of another part's; and what they amount to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from errbar.core.arrays import Indices
from errbar.errors import InputError
from errbar.plans.families.part import Part, Split, fold_labels


@dataclass(frozen=True, eq=False)
class Explicit:
    """Splits given as index arrays (scikit-learn splitters, iterables): kept as they came."""

    n: int
    splits: tuple[Split, ...]
    kind: str = "custom"
    n_folds: int | None = None  # set where the test sets are repeated partitions

    def __len__(self) -> int:
        return len(self.splits)

    def draw(self, i: int) -> Split:
        return self.splits[i]

    def walk(self, start: int = 0) -> Iterator[Split]:
        return iter(self.splits[start:])

    def sizes(self) -> tuple[Indices, Indices]:
        return (
            np.array([train.size for train, _ in self.splits], dtype=np.intp),
            np.array([test.size for _, test in self.splits], dtype=np.intp),
        )

    def labels(self) -> dict[str, Indices]:
        if self.n_folds is None:
            return {"split": np.arange(len(self))}
        return fold_labels(len(self), self.n_folds)


@dataclass(frozen=True, eq=False)
class Chosen:
    """Some splits of another part: what is left when a run stops half-way."""

    of: Part
    places: Indices
    kind: str = field(default="custom", init=False)

    @property
    def n(self) -> int:
        return self.of.n

    def __len__(self) -> int:
        return self.places.size

    def draw(self, i: int) -> Split:
        return self.of.draw(int(self.places[i]))

    def walk(self, start: int = 0) -> Iterator[Split]:
        return (self.draw(i) for i in range(start, len(self)))

    def sizes(self) -> tuple[Indices, Indices]:
        n_train, n_test = self.of.sizes()
        return n_train[self.places], n_test[self.places]

    def labels(self) -> dict[str, Indices]:
        return {name: values[self.places] for name, values in self.of.labels().items()}


@dataclass(frozen=True, eq=False)
class Sizes:
    """Splits of which only the sizes are known (scores brought from elsewhere); 0 stands for unknown."""

    n: int
    n_train: Indices
    n_test: Indices
    kind: str = "custom"

    def __len__(self) -> int:
        return self.n_train.size

    def draw(self, i: int) -> Split:
        raise InputError(f"Only the sizes of these splits are known, so split {i} cannot be rebuilt.")

    def walk(self, start: int = 0) -> Iterator[Split]:
        return (self.draw(i) for i in range(start, len(self)))

    def sizes(self) -> tuple[Indices, Indices]:
        return self.n_train, self.n_test

    def labels(self) -> dict[str, Indices]:
        return {"split": np.arange(len(self))}


def structure(splits: tuple[Split, ...], n: int) -> tuple[str, int | None]:
    """The kind of plan these splits amount to, and the folds per repeat where they are partitions."""
    if len(splits) == 1:
        return "holdout", None
    if all(train.max() < test.min() for train, test in splits):
        return "rolling", None
    if any(train.size + test.size != n for train, test in splits):
        return "custom", None
    seen, folds = np.zeros(n, dtype=bool), [0]
    for _, test in splits:
        if seen[test].any():
            break
        seen[test] = True
        folds[-1] += 1
        if seen.all():
            seen[:] = False
            folds.append(0)
    else:
        if folds.pop() == 0 and len(set(folds)) == 1:
            return "kfold", folds[0]
    return ("subsample", None) if len({test.size for _, test in splits}) == 1 else ("custom", None)
