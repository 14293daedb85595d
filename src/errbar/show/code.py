"""Values as the Python code that makes them again; what cannot be written is named, with what it must be."""

from __future__ import annotations

import inspect
import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache, partial
from keyword import iskeyword
from os import PathLike
from textwrap import indent
from typing import Any

import numpy as np

LONGEST = 4000  # characters of one value in a recipe
MOST = 400  # numbers of one value in a recipe
BROAD = 88  # characters of a mapping on one line


class Unwritable(Exception):
    """Says why a value cannot be written as code."""


@dataclass(frozen=True, slots=True)
class Code:
    """An expression, the modules it needs, and the names that must be there before it: name -> what it must be."""

    text: str
    modules: tuple[str, ...] = ()
    given: tuple[tuple[str, str], ...] = ()

    def __add__(self, other: Code) -> Code:
        modules = tuple(dict.fromkeys(self.modules + other.modules))
        return Code(self.text + other.text, modules, tuple(dict.fromkeys(self.given + other.given)))


def joined(parts: list[Code], opening: str = "", closing: str = "", *, broad: int = 10**6) -> Code:
    """Parts between brackets; one a line where one line would be too broad."""
    flat = f"{opening}{', '.join(part.text for part in parts)}{closing}"
    if len(flat) > broad and parts:
        inner = indent("".join(f"{part.text},\n" for part in parts), "    ")
        flat = f"{opening}\n{inner}{closing}"
    whole = sum(parts, Code(""))
    return Code(flat, whole.modules, whole.given)


def code_or_name(name: str, value: Any) -> Code:
    """The value as code; where that cannot be, its name, and a word on what it must be."""
    if isinstance(value, Mapping) and 0 < len(value) <= MOST and all(isinstance(key, str) for key in value):
        return _mapping(name, value)
    try:
        _check_size(value)
        return _short_enough(code_of(value))
    except Unwritable as why:
        reason = str(why)
    except Exception as why:  # a user's object may raise anything, and an answer must not fail for its recipe
        reason = f"it cannot be looked at: {type(why).__name__}"
    return _placeholder(name, value, reason)


def _placeholder(name: str, value: Any, reason: str) -> Code:
    return Code(name, given=((name, f"{described(value)}{f' (not written here: {reason})' if reason else ''}"),))


def _check_size(value: Any) -> None:
    if _leaves(value) > MOST:
        raise Unwritable("too long")


def _leaves(value: Any) -> int:
    """About how many numbers there are to write."""
    if isinstance(value, np.ndarray):
        return value.size
    if isinstance(value, list | tuple | dict):
        inside = list(value.values()) if isinstance(value, dict) else value
        if inside and isinstance(inside[0], list | tuple | dict | np.ndarray) and len(inside) <= MOST:
            return sum(map(_leaves, inside))
        return len(inside)
    return 1


def code_of(value: Any) -> Code:
    """The expression that makes `value` again, or `Unwritable`."""
    made = getattr(getattr(value, "_call", None), "code", None)
    if isinstance(made, Code):  # an answer that knows its call
        return made
    for kind, write in WRITERS:
        if isinstance(value, kind):
            return write(value)
    if isinstance(value, type) or (callable(value) and hasattr(value, "__name__")):
        return _named(value)
    return _object(value)


def _object(value: Any) -> Code:
    if callable(getattr(value, "get_params", None)):
        return _estimator(value)
    module = type(value).__module__
    if module == "sklearn.metrics._scorer" and hasattr(value, "_score_func"):
        return _scorer(value)
    if module.startswith("sklearn."):  # splitters and selectors keep what they were given
        return _made(value, {name: _kept(value, name) for name in _defaults(type(value))})
    if is_dataclass(value):
        return _dataclass(value)
    raise Unwritable(f"{type(value).__name__} has no code of its own")


def described(value: Any) -> str:
    """What a value is, in a few words: its kind and size."""
    kind, shape = type(value).__name__, getattr(value, "shape", None)
    if isinstance(shape, tuple) and shape:
        return f"{kind} of {' x '.join(map(str, shape))}"
    names = getattr(value, "names", None)
    if isinstance(names, tuple) and names:
        return f"{kind} of {', '.join(map(repr, names[:6]))}{', ...' if len(names) > 6 else ''}"
    if isinstance(value, list | tuple | Mapping):
        return f"{kind} of {len(value)}"
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a user's object may raise anything
        return kind
    return kind if " at 0x" in text else text if len(text) <= 120 else f"{text[:117]}..."


def _short_enough(code: Code) -> Code:
    if len(code.text) > LONGEST:
        raise Unwritable("too long")
    return code


def _mapping(name: str, value: Mapping[str, Any]) -> Code:
    """Entry by entry: a model that cannot be written does not hide the others."""
    parts = []
    for i, (key, item) in enumerate(value.items(), 1):
        free = key.isidentifier() and not iskeyword(key) and key not in ("eb", "X", "y", "groups")
        own = key if free else f"{name}_{i}"
        parts.append(Code(f"{key!r}: ") + code_or_name(own, item))
    try:
        return _short_enough(joined(parts, "{", "}", broad=BROAD))
    except Unwritable as why:
        return _placeholder(name, value, str(why))


def _float(value: float) -> Code:
    return Code(repr(value) if math.isfinite(value) else f'float("{value}")')


def _scalar(value: np.generic) -> Code:
    plain = value.item()
    if isinstance(plain, bool | int | float | str) and np.asarray(plain).dtype.kind == value.dtype.kind:
        if value.dtype.itemsize == 8 or isinstance(plain, bool | str):
            return code_of(plain)
        return Code(f"numpy.{value.dtype.name}({plain!r})", ("numpy",))
    raise Unwritable(f"a {value.dtype} number")


def _array(value: np.ndarray[Any, Any]) -> Code:
    if type(value) is not np.ndarray or value.dtype.kind not in "biufUO" or value.size > MOST:
        raise Unwritable("")
    items = code_of(value.tolist())
    usual = np.asarray(value.tolist()).dtype == value.dtype
    return Code("numpy.array(", ("numpy",)) + items + Code(")" if usual else f", dtype={value.dtype.name!r})")


def _sequence(brackets: str) -> Callable[[Any], Code]:
    def write(values: Any) -> Code:
        closing = f",{brackets[1]}" if brackets == "()" and len(values) == 1 else brackets[1]
        return joined([code_of(value) for value in values], brackets[0], closing)

    return write


def _set(values: Any) -> Code:
    if not values:
        return Code("set()")
    return joined([code_of(value) for value in sorted(values, key=repr)], "{", "}")


def _dict(values: Mapping[Any, Any]) -> Code:
    return joined([code_of(key) + Code(": ") + code_of(value) for key, value in values.items()], "{", "}")


def _refused(value: Any) -> Code:
    raise Unwritable(f"{type(value).__name__} has a state that cannot be written")


def _partial(value: partial[Any]) -> Code:
    parts = [code_of(value.func), *map(code_of, value.args)]
    parts += [Code(f"{name}=") + code_of(item) for name, item in value.keywords.items()]
    return Code("", ("functools",)) + joined(parts, "functools.partial(", ")")


WRITERS: tuple[tuple[Any, Callable[[Any], Code]], ...] = (
    ((bool, int, str, bytes, type(None), range, slice), lambda value: Code(repr(value))),
    (np.generic, _scalar),
    (float, _float),
    (np.ndarray, _array),
    (PathLike, lambda value: Code(repr(str(value)))),
    (list, _sequence("[]")),
    (tuple, _sequence("()")),
    ((set, frozenset), _set),
    (dict, _dict),
    (partial, _partial),
    ((np.random.RandomState, np.random.Generator), _refused),
)


def _named(value: Any) -> Code:
    """A class or function by the public name it can be imported under."""
    name, home = getattr(value, "__qualname__", value.__name__), getattr(value, "__module__", None)
    home = "numpy" if home is None and isinstance(value, np.ufunc) else home
    if name == "<lambda>" or "<locals>" in name:
        unnamed = f"{name.rpartition('.')[2]} has no name to import"
        raise Unwritable(unnamed if "lambda" in name else f"{value.__name__} is defined inside a function")
    if home in (None, "__main__"):
        raise Unwritable(f"{name} is defined in the script itself")
    if home == "builtins":
        return Code(name)
    parts = home.split(".")
    public = [".".join(parts[:i]) for i in range(len(parts), 0, -1) if not any(p.startswith("_") for p in parts[:i])]
    for module in (*public, home):
        found: Any = sys.modules.get(module)
        for step in name.split("."):
            found = getattr(found, step, None)
        if found is value:
            return Code(f"{module}.{name}", (module,))
    raise Unwritable(f"{name} cannot be imported from {home}")


def _estimator(model: Any) -> Code:
    try:
        params = dict(model.get_params(deep=False))
    except Exception:  # any model may raise anything
        raise Unwritable(f"{type(model).__name__} does not tell its parameters") from None
    if type(model).__name__ == "FrozenEstimator" or params.get("prefit") is True or params.get("cv") == "prefit":
        raise Unwritable("it holds a model that is trained already")
    return _made(model, params)


def _made(value: Any, params: Mapping[str, Any]) -> Code:
    """The class called with the parameters that are not its defaults."""
    kind: type = type(value)
    defaults = _defaults(kind)
    otherwise = None if any(p.kind is p.VAR_KEYWORD for p in _parameters(kind)) else ...
    parts = []
    for name, given in params.items():
        default = defaults.get(name, otherwise)
        if given is default:
            continue
        written = code_of(given)
        if default is ... or default is inspect.Parameter.empty or _differs(written, default):
            parts.append(Code(f"{name}=") + written)
    return _named(type(value)) + joined(parts, "(", ")")


def _differs(written: Code, default: Any) -> bool:
    try:
        return written.text != code_of(default).text
    except Unwritable:
        return True


@lru_cache(maxsize=64)
def _parameters(kind: type) -> tuple[inspect.Parameter, ...]:
    try:
        return tuple(inspect.signature(kind).parameters.values())
    except (TypeError, ValueError):
        raise Unwritable(f"{kind.__name__} does not tell its parameters") from None


def _defaults(kind: type) -> dict[str, Any]:
    return {p.name: p.default for p in _parameters(kind) if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)}


def _kept(value: Any, name: str) -> Any:
    kept = {**getattr(value, "cvargs", {}), **vars(value)}
    if name not in kept:
        raise Unwritable(f"{type(value).__name__} does not keep its {name}")
    return kept[name]


def _scorer(scorer: Any) -> Code:
    parts = [code_of(scorer._score_func)]
    parts += [Code(f"response_method={scorer._response_method!r}")] if hasattr(scorer, "_response_method") else []
    parts += [Code("greater_is_better=False")] if scorer._sign < 0 else []
    parts += [Code(f"{name}=") + code_of(value) for name, value in scorer._kwargs.items()]
    return Code("", ("sklearn.metrics",)) + joined(parts, "sklearn.metrics.make_scorer(", ")")


def _dataclass(value: Any) -> Code:
    if any(not f.init for f in fields(value)):
        raise Unwritable(f"{type(value).__name__} holds more than it was made with")
    parts = [Code(f"{f.name}=") + code_of(getattr(value, f.name)) for f in fields(value)]
    kind = _named(type(value))
    if kind.text.startswith("errbar.plans."):
        kind = Code(f"eb.plans.{type(value).__name__}")
    return kind + joined(parts, "(", ")")
