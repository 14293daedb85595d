"""What is random in a fit comes from (random_state, split) alone: the same for every model compared, on any worker.

A random state that a model leaves unset gets a value, wherever it is: a parameter, a splitter, a model in a grid.
Models and losses that may draw from the generators of the whole process find those seeded, and the caller finds them as
they were. Such generators belong to all threads, so only one fit at a time may use them.
"""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import reduce
from numbers import Number
from typing import Any, Literal, cast

import numpy as np

from errbar.plans.families import STREAMS
from errbar.run.losses import Loss, Score, UserLoss
from errbar.run.torch_seed import seeded_torch
from errbar.types import Plan

Step = tuple[Literal["parameter", "item", "attribute"], Any]
Path = tuple[Step, ...]

SHARED = "generators of the process"  # their seed, among the random states of a fit
UNSEEN = {"torch", "tensorflow", "jax"}  # once imported, a fit may have drawn from generators that are not looked at
_lock = threading.RLock()
_ours = np.random.MT19937()


@dataclass(frozen=True, slots=True)
class Seeding:
    """What a model leaves to chance.

    Parameters
    ----------
    names : the parameters that are unset random states, as `set_params` calls them.
    paths : the way to every other object with an unset random state: a splitter, a model in a grid of parameters.
    borrows : whether the model or the loss may draw from generators of the whole process.
    """

    names: tuple[str, ...]
    paths: tuple[Path, ...]
    borrows: bool

    @classmethod
    def of(cls, model: Any, *metrics: Loss | Score) -> Seeding:
        parameters = model.get_params(deep=True) if hasattr(model, "get_params") else {}
        names = sorted(
            name
            for name, value in parameters.items()
            if value is None and (name == "random_state" or name.endswith("__random_state"))
        )
        covered = {id(part) for part in (model, *parameters.values()) if hasattr(part, "get_params")}
        paths = tuple(_unset(model, (), covered, set()))
        return cls(tuple(names), paths, not (_draws_alone(model) and all(map(is_known, metrics))))

    def states(self, plan: Plan, seed: int, number: int) -> dict[str, int]:
        """A value for each of them from (seed, split): the same for every model compared."""
        places = (*self.names, *map(_spelled, self.paths))
        return dict(zip(places, _words(plan, seed, number, (), len(places)), strict=True)) if places else {}

    def shared_seed(self, plan: Plan, seed: int, number: int) -> int | None:
        """For the generators of the process; None where nobody draws from them."""
        return shared_seed(plan, seed, number) if self.borrows else None

    def set_states(self, model: Any, states: Mapping[str, int]) -> None:
        """Write the values into a clone of the model."""
        if self.names:
            model.set_params(**{name: states[name] for name in self.names})
        for path in self.paths:
            reduce(_step, path, model).random_state = states[_spelled(path)]


def shared_seed(plan: Plan, seed: int, number: int) -> int:
    """Of a split, for the generators of the process."""
    return _words(plan, seed, number, (1,), 1)[0]


def _words(plan: Plan, seed: int, number: int, more: tuple[int, ...], count: int) -> list[int]:
    part, place = plan.locate(number)  # not the bare number: a longer plan must not change earlier fits
    key = (STREAMS["fit"], STREAMS[part.kind], place, *more)
    return [int(word) for word in np.random.SeedSequence(seed, spawn_key=key).generate_state(count)]


class Drawn:
    """Whether a fit drew from the generators of the process, known once it is over."""

    def __init__(self) -> None:
        self.any = False


class Generators:
    """Python's and NumPy's generators of the whole process, while they are ours: for one fit after another."""

    def __init__(self) -> None:
        self._seed = -1
        self._first: tuple[int, ...] = ()  # what they begin with from that seed

    @contextmanager
    def seeded(self, seed: int) -> Iterator[Drawn]:
        """They start from `seed`. Who finds them there afterwards knows that nobody drew: reading a state is slow."""
        if seed != self._seed:
            _start(seed)
            self._seed, self._first = seed, _next()
        _start(seed)
        drawn, legacy = Drawn(), cast(Any, np.random)
        with seeded_torch(seed):
            try:
                yield drawn
            finally:
                untouched = legacy.get_bit_generator() is _ours and _next() == self._first
                drawn.any = not untouched or any(name in sys.modules for name in UNSEEN)


def _start(seed: int) -> None:
    legacy: Any = np.random
    random.seed(seed)
    legacy.set_bit_generator(_ours)  # the caller's may be of a kind that cannot be seeded anew
    legacy.seed(seed)


def _next() -> tuple[int, ...]:
    """128 bits of each."""
    return (random.getrandbits(128), *_ours.random_raw(4).tolist())


@contextmanager
def borrowed() -> Iterator[Generators]:
    """The generators are the caller's own again afterwards."""
    legacy: Any = np.random
    with _lock:
        pythons, before, bits = random.getstate(), legacy.get_state(legacy=False), legacy.get_bit_generator()
        try:
            yield Generators()
        finally:
            random.setstate(pythons)
            legacy.set_bit_generator(bits)
            legacy.set_state(before)


@contextmanager
def seeded(seed: int | None, generators: Generators | None = None) -> Iterator[Drawn]:
    """The generators of the process, or those that are ours already, start from `seed`; None: left alone.

    Code that has not drawn from them does not depend on the seed.
    """
    if seed is None:
        yield Drawn()
        return
    with nullcontext(generators) if generators is not None else borrowed() as ours, ours.seeded(seed) as drawn:
        yield drawn


def _unset(thing: Any, path: Path, covered: set[int], seen: set[int]) -> Iterator[Path]:
    """Where unset random states are that no parameter of the model names."""
    if id(thing) in seen or isinstance(thing, (type, str, bytes, Number, np.ndarray)):
        return
    seen.add(id(thing))
    steps: list[tuple[Step, Any]] = []
    if isinstance(thing, (list, tuple)):
        steps = [(("item", i), part) for i, part in enumerate(thing)]
    elif isinstance(thing, dict):
        steps = [(("item", key), part) for key, part in thing.items()]
    elif hasattr(thing, "get_params"):
        if _keeps_itself(thing):
            return
        parameters = thing.get_params(deep=False)
        if id(thing) not in covered and "random_state" in parameters and parameters["random_state"] is None:
            yield path
        steps = [(("parameter", name), part) for name, part in parameters.items()]
    elif callable(getattr(thing, "split", None)) and hasattr(thing, "__dict__"):
        if getattr(thing, "random_state", 0) is None and getattr(thing, "shuffle", True):
            yield path
        steps = [(("attribute", name), part) for name, part in vars(thing).items()]
    for step, part in steps:
        yield from _unset(part, (*path, step), covered, seen)


def _keeps_itself(model: Any) -> bool:
    """A frozen model is its own clone: the user's, not ours to seed."""
    from sklearn.base import BaseEstimator

    own = getattr(type(model), "__sklearn_clone__", BaseEstimator.__sklearn_clone__)
    return own is not BaseEstimator.__sklearn_clone__


def _step(thing: Any, step: Step) -> Any:
    kind, name = step
    if kind == "item":
        return thing[name]
    return thing.get_params(deep=False)[name] if kind == "parameter" else getattr(thing, name)


def _spelled(path: Path) -> str:
    return "/".join(str(name) for _, name in path)


def _draws_alone(thing: Any) -> bool:
    """Whether all its randomness is that of its random states: scikit-learn's own models with plain parameters."""
    if isinstance(thing, (list, tuple, set, frozenset)):
        return all(map(_draws_alone, thing))
    if isinstance(thing, dict):
        return all(map(_draws_alone, thing.values()))
    if thing is None or isinstance(thing, (str, bytes, Number, np.generic, np.ndarray, np.random.RandomState)):
        is_global = thing is np.random.mtrand._rand
        return not (is_global or (isinstance(thing, np.ndarray) and thing.dtype.hasobject))
    if not type(thing).__module__.startswith("sklearn.") or isinstance(thing, type):
        return False
    if hasattr(thing, "get_params"):
        parameters = thing.get_params(deep=False)
        hidden = "random_state" not in parameters and hasattr(thing, "random_state")  # SVR has one that nobody can set
        return not hidden and all(map(_draws_alone, parameters.values()))
    return callable(getattr(thing, "split", None)) and all(map(_draws_alone, vars(thing).values()))


def is_known(metric: Loss | Score) -> bool:
    """A loss of errbar's or a scorer of scikit-learn's, not a function of the user's."""
    if isinstance(metric, Loss):
        return not isinstance(metric.fn, UserLoss)
    function = getattr(metric.scorer, "_score_func", metric.scorer)
    return str(getattr(function, "__module__", "")).startswith("sklearn.")
