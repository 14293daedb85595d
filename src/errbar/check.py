"""The only validators. Each returns the checked value or raises one clear sentence."""

from __future__ import annotations

import difflib
from collections.abc import Hashable, Iterable, Mapping
from numbers import Integral, Real
from os import PathLike, fsencode
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from errbar.errors import InputError, UnknownNameError

Alternative = Literal["two-sided", "less", "greater"]
Range = tuple[float, float]  # lowest and highest, infinite where there is no end
Name = TypeVar("Name", bound=str)
LEAST_LEVEL, LEAST_OUTSIDE = 1e-6, 1e-9  # of confidence: six standard deviations on either side are within


def check_name(what: str, value: object, allowed: Iterable[str]) -> str:
    """`value` if it is one of `allowed`, else an error with the nearest name."""
    names = list(allowed)
    if isinstance(value, str) and value in names:
        return value
    near = difflib.get_close_matches(str(value), names, n=1, cutoff=0.5)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise UnknownNameError(f"{what}={value!r:.80} is not known.{hint} Choose from: {', '.join(names)}.")


def check_alternative(alternative: object) -> Alternative:
    return cast(Alternative, check_name("alternative", alternative, ("two-sided", "less", "greater")))


def check_level(confidence_level: object) -> float:
    """A confidence level strictly between 0 and 1."""
    if not isinstance(confidence_level, Real) or isinstance(confidence_level, bool):
        raise InputError(f"confidence_level must be a number between 0 and 1; got {confidence_level!r:.80}.")
    level = as_float(confidence_level)
    if not 0.0 < level < 1.0:
        hint = f" Did you mean {level / 100:g}?" if 1.0 < level < 100.0 else ""
        raise InputError(f"confidence_level must lie strictly between 0 and 1; got {level:g}.{hint}")
    if not LEAST_LEVEL <= level <= 1.0 - LEAST_OUTSIDE:
        edges = f"between {LEAST_LEVEL:g} and 1 - {LEAST_OUTSIDE:g}"
        raise InputError(f"confidence_level must lie {edges}: closer to 0 or 1 nothing is said; got {level!r}.")
    return level


def check_number(what: str, value: object) -> float:
    """A finite real number."""
    if not isinstance(value, Real) or isinstance(value, bool) or not np.isfinite(as_float(value)):
        raise InputError(f"{what} must be a finite number; got {value!r:.80}.")
    return float(value)


def as_float(value: Real) -> float:
    """Infinite where a whole number is larger than any float."""
    try:
        return float(value)
    except OverflowError:
        return np.inf


def check_model_names(names: Iterable[object]) -> tuple[str, ...]:
    """Texts that can be printed, which lone surrogates and what moves a cursor cannot."""
    given = tuple(names)
    for name in given:
        if not isinstance(name, str):
            raise InputError(f"Model names must be strings; got {list(given)!r:.80}.")
        if not name.isprintable():
            raise InputError(f"The model name {name!r:.80} has characters that cannot be printed: rename it.")
    return cast(tuple[str, ...], given)


def check_named(models: object) -> dict[str, Any]:
    """Models under their names, as users give them."""
    if not isinstance(models, Mapping) or not models:
        raise InputError("Give a mapping from name to model, with at least one model.")
    check_model_names(models)
    return dict(models)


def check_text(what: str, value: object) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise InputError(f"{what} must be a name: a text that can be printed and is not empty; got {value!r:.80}.")
    return value


def check_path(what: str, path: object) -> Path:
    """The name of a file that a system could have.

    >>> check_path("store", "runs.db").name
    'runs.db'
    """
    if not isinstance(path, str | PathLike) or not str(path):
        raise InputError(f"{what} must be the name of a file; got {path!r:.80}.")
    try:
        spelled = fsencode(path)
    except UnicodeEncodeError:
        spelled = b"\0"
    if b"\0" in spelled:
        raise InputError(f"{what}={str(path)!r:.80} is a name that no file can have.")
    return Path(path)


def check_range(what: str, low_high: object) -> Range:
    """Lowest and highest possible value, in this order."""
    edges = [check_number(what, edge) for edge in low_high] if isinstance(low_high, tuple | list) else []
    if len(edges) != 2 or not edges[0] < edges[1]:
        raise InputError(f"{what} must be (smallest, largest) with smallest < largest; got {low_high!r:.80}.")
    return edges[0], edges[1]


def check_count(what: str, value: object, at_least: int = 1, at_most: int | None = None) -> int:
    """A whole number that is at least `at_least`; one that sizes something in memory has an `at_most`."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise InputError(f"{what} must be a whole number; got {value!r:.80}.")
    if int(value) < at_least:
        raise InputError(f"{what} must be at least {at_least}; got {int(value)}.")
    if at_most is not None and int(value) > at_most:
        raise InputError(f"{what} must be at most {at_most:,}; got {value!r:.80}.")
    return int(value)


def check_mapping(what: str, value: object, such_as: str) -> Mapping[Any, Any]:
    """Anything with keys."""
    if not isinstance(value, Mapping):
        raise InputError(f"{what} must be a mapping such as {such_as}; got {value!r:.80}.")
    return value


def check_some_text(what: str, value: object) -> str | None:
    """A text, or None."""
    if value is not None and not isinstance(value, str):
        raise InputError(f"{what} must be a text; got {value!r:.80}.")
    return value


def check_columns(**named: object) -> None:
    """Each is a column's name, or None."""
    for what, name in named.items():
        if not isinstance(name, Hashable):
            raise InputError(f"{what} must name one column; got {name!r:.80}.")


def check_names(what: str, values: object) -> list[str]:
    """A list of texts."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable) or getattr(values, "shape", 1) == ():
        raise InputError(f"{what} is a list of names: {what}=[{values!r:.80}].")
    names: list[Any] = list(values)
    if not all(isinstance(name, str) for name in names):
        raise InputError(f"{what} is a list of names; got {values!r:.80}.")
    return names


def check_flag(what: str, value: object) -> bool:
    """True or False; numbers and words are not."""
    if not isinstance(value, bool | np.bool_):
        raise InputError(f"{what} must be True or False; got {value!r:.80}.")
    return bool(value)


def check_jobs(n_jobs: object) -> int | None:
    """How many fits run at once: a whole number other than 0 (negative: counted from all cores), or None."""
    if n_jobs is None:
        return None
    if not isinstance(n_jobs, Integral) or isinstance(n_jobs, bool) or int(n_jobs) == 0:
        raise InputError(f"n_jobs must be a whole number such as 2, or -1 for every core, or None; got {n_jobs!r:.80}.")
    return int(n_jobs)


def check_test_size(test_size: object) -> float:
    """A share of the data, or a whole number of examples."""
    if isinstance(test_size, bool) or not isinstance(test_size, Real):
        raise InputError(f"test_size must be a fraction between 0 and 1 or a count; got {test_size!r:.80}.")
    if not isinstance(test_size, Integral) and not 0.0 < float(test_size) < 1.0:
        raise InputError(f"test_size as a fraction must lie strictly between 0 and 1; got {float(test_size):g}.")
    return cast(float, test_size)


def check_discard(discard: object) -> float:
    """A share of the data that leaves some."""
    share = check_number("discard", discard)
    if not 0 <= share < 1:
        raise InputError(f"discard must be a share from 0 up to, but not including, 1; got {discard!r:.80}.")
    return share


def check_inside(what: str, value: object) -> float:
    """A share that is neither 0 nor 1."""
    share = check_number(what, value)
    if not 0.0 < share < 1.0:
        raise InputError(f"{what} must be a share between 0 and 1, neither of the two; got {share:g}.")
    return share


def check_share(what: str, value: object) -> float:
    """A share below 1."""
    share = check_number(what, value)
    if not 0.0 <= share < 1.0:
        raise InputError(f"{what} must be a share between 0 and 1; got {share:g}.")
    return share


def check_at_least(what: str, value: object, least: float | None = None) -> float:
    """A number that is at least `least`; above 0 where that is left out."""
    given = check_number(what, value)
    if (least is None and given <= 0.0) or (least is not None and given < least):
        raise InputError(f"{what} must be {'above 0' if least is None else f'at least {least:g}'}; got {given:g}.")
    return given


def refuse_given(why: str, **given: object) -> None:
    """Refuse the first setting that is not None; `why` has a place for its name.

    >>> refuse_given("{} is for seeds", budget=None)
    """
    for name, value in given.items():
        if value is not None:
            raise InputError(why.format(name))


def unless(default: object, value: object) -> object:
    """What was given; None where it is the default, which was perhaps not given at all."""
    alike = type(value) is type(default) or (isinstance(value, int | float) and isinstance(default, float))
    return None if alike and value == default else value


def check_finite(what: str, values: ArrayLike) -> NDArray[np.float64]:
    """A float array without NaN or infinity; the error names the first offender."""
    try:
        array = np.asarray(values)
        if array.dtype.kind in "cmM":
            raise InputError(f"{what} must be numbers; got {array.dtype.name} values.")
        array = array.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as cause:
        raise InputError(f"{what} must be numbers: {str(cause).rstrip('.')}.") from None
    bad = np.flatnonzero(~np.isfinite(array.ravel()))
    if bad.size:
        first = array.ravel()[bad[0]]
        raise InputError(f"{what} must be finite; {bad.size} of {array.size} are not (first: {first} at {bad[0]}).")
    return array
