"""Model specs such as `sklearn.svm.SVC(C=10)`: parsed with ast, never evaluated."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable, Collection
from typing import Any

from errbar.errors import InputError

# Functions that build estimators; everything else in a spec must be a class.
FACTORIES = frozenset({"make_pipeline", "make_union", "make_column_transformer"})

Build = Callable[..., Any]


def parse_model(spec: str, allow_modules: Collection[str] = ()) -> Any:
    """The model a spec describes; names come from `sklearn` or the modules the user allowed."""
    roots = ("sklearn", *allow_modules)
    return _parse(spec, "model", lambda name: _estimator(name, roots, spec))


def parse_plan(spec: str) -> Any:
    """The plan a spec such as `kfold(10, n_repeats=5)` describes."""
    from errbar.check import check_name
    from errbar.plans import PLANS

    return _parse(spec, "plan", lambda name: PLANS[check_name("plan", name.removeprefix("plans."), PLANS)])


def _parse(spec: str, what: str, look_up: Callable[[str], Build]) -> Any:
    try:
        tree = ast.parse(spec.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InputError(
            f"The {what} {spec!r} cannot be read: write a dotted name with arguments in brackets."
        ) from None
    if not isinstance(tree, ast.Call):
        raise InputError(f"The {what} {spec!r} is not complete: write it with brackets, {spec.strip()}().")
    return _value(tree, spec, what, look_up)


def _value(node: ast.expr, spec: str, what: str, look_up: Callable[[str], Build]) -> Any:
    def deeper(inner: ast.expr) -> Any:
        return _value(inner, spec, what, look_up)

    match node:
        case ast.Call(func=func, args=args, keywords=keywords):
            build = look_up(_dotted(func, spec, what))
            if any(isinstance(arg, ast.Starred) for arg in args) or any(k.arg is None for k in keywords):
                raise InputError(f"The {what} {spec!r} uses * or **, which a spec cannot hold.")
            given = {str(k.arg): deeper(k.value) for k in keywords}
            try:
                return build(*map(deeper, args), **given)
            except InputError:
                raise
            except Exception as cause:
                raise InputError(f"The {what} {spec!r} cannot be built: {cause}") from cause
        case ast.List(elts=elements):
            return [deeper(e) for e in elements]
        case ast.Tuple(elts=elements):
            return tuple(deeper(e) for e in elements)
        case ast.Dict(keys=keys, values=values) if all(keys):
            return {deeper(k): deeper(v) for k, v in zip(keys, values, strict=True) if k is not None}
        case ast.Constant(value=value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
    raise InputError(f"The {what} {spec!r} holds {ast.unparse(node)!r}: only literals and nested specs are allowed.")


def _dotted(node: ast.expr, spec: str, what: str) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            return f"{_dotted(value, spec, what)}.{attr}"
    raise InputError(f"The {what} {spec!r} calls {ast.unparse(node)!r}: only dotted names can be called.")


def _estimator(name: str, roots: tuple[str, ...], spec: str) -> Build:
    """The class or pipeline maker called `name`, found by importing, below one of `roots` only."""
    root, *path = name.split(".")
    if root not in roots:
        hint = f" Allow it with --allow-module {root}." if path else " Write the full name, e.g. sklearn.svm.SVC()."
        raise InputError(f"{name!r} in the model {spec!r} is outside {', '.join(roots)}.{hint}")
    if any(part.startswith("_") for part in path):
        raise InputError(f"{name!r} in the model {spec!r} is private.")
    try:
        found: Any = importlib.import_module(root)
    except Exception as cause:  # a module the user allowed may raise anything
        raise InputError(f"The module {root!r} (model {spec!r}) cannot be imported: {cause}.") from cause
    for i, part in enumerate(path, start=1):
        if not hasattr(found, part):
            try:
                importlib.import_module(".".join([root, *path[:i]]))
            except ImportError:
                raise InputError(f"There is no {name!r} (model {spec!r}).") from None
        found = getattr(found, part)
    home = str(getattr(found, "__module__", "")).split(".")[0]
    if home not in roots or not (isinstance(found, type) or getattr(found, "__name__", "") in FACTORIES):
        raise InputError(f"{name!r} in the model {spec!r} is not a model class.")
    build: Build = found
    return build
