"""Model specs such as `sklearn.svm.SVC(C=10)`: parsed with ast, never evaluated."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

from errbar.cli.model_names import full_names, is_maker, is_model_class, near_names
from errbar.errors import ErrbarError, InputError
from errbar.show.sentence import short_names

CLOSED = frozenset({"tests", "externals", "conftest"})  # parts of libraries that hold no models
LARGEST = 1000  # bits of a whole number

# Arguments that name a file or folder: what is cached there is unpickled, and pickles run code.
PLACE = re.compile(
    r"(?:.*_)?(?:memory|cache|cachedir|path|paths|file|files|filename|filenames|folder|dir|directory|location|home)"
)
READS_FILES = {"input": ("file", "filename")}  # text vectorizers then open what the data name

Build = Callable[..., Any]


def parse_model(spec: str, allow_modules: Collection[str] = ()) -> Any:
    """The model a spec describes, under whatever name; classes come from `sklearn` or the modules the user allowed."""
    spec = _parts(spec)[1]
    roots = ("sklearn", *allow_modules)
    model = _parse(spec, "model", lambda name: _estimator(name, roots, spec))
    _check_whole(model, spec)
    return model


def names_of(specs: Sequence[str]) -> list[str]:
    """What each model is called: the name in `name=SPEC`, else the spec itself."""
    return [name or spec for name, spec in map(_parts, specs)]


def two_names(specs: Sequence[str]) -> tuple[str, ...] | None:
    """Names a comparison can use: short, and different."""
    return short_names(names_of(specs))


def _parts(spec: str) -> tuple[str, str]:
    """`tree=DecisionTreeClassifier(max_depth=3)` in two; without a name the first is empty."""
    name, equals, rest = spec.partition("=")
    named = equals and name.strip() and not set(name) & set("()[]{}'\"")
    return (name.strip(), rest.lstrip()) if named else ("", spec)


def parse_plan(spec: str) -> Any:
    """The plan a spec such as `kfold(10, n_repeats=5)` describes."""
    from errbar.check import check_name
    from errbar.plans import PLANS

    return _parse(spec, "plan", lambda name: PLANS[check_name("plan", name.removeprefix("plans."), PLANS)])


def _parse(spec: str, what: str, look_up: Callable[[str], Build]) -> Any:
    try:
        tree = ast.parse(spec.strip(), mode="eval").body
        if isinstance(tree, ast.Name | ast.Attribute):  # `SVC` is `SVC()`
            tree = ast.Call(func=tree, args=[], keywords=[])
        if isinstance(tree, ast.Call):
            return _value(tree, spec, what, look_up)
    except ErrbarError:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    raise InputError(f"The {what} {spec!r} cannot be read: write a dotted name with arguments in brackets.")


def _value(node: ast.expr, spec: str, what: str, look_up: Callable[[str], Build]) -> Any:
    def deeper(inner: ast.expr) -> Any:
        return _value(inner, spec, what, look_up)

    match node:
        case ast.Call(func=func, args=args, keywords=keywords):
            build = look_up(_dotted(func, spec, what))
            if any(isinstance(arg, ast.Starred) for arg in args) or any(k.arg is None for k in keywords):
                raise InputError(f"The {what} {spec!r} uses * or **, which a spec cannot hold.")
            return _built(build, [*map(deeper, args)], {str(k.arg): deeper(k.value) for k in keywords}, spec, what=what)
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            values = [deeper(e) for e in elements]
            return values if isinstance(node, ast.List) else tuple(values)
        case ast.Dict(keys=keys, values=held) if all(keys):
            return _dict([(deeper(k), deeper(v)) for k, v in zip(keys, held, strict=True) if k], spec, what)
        case ast.Constant(value=str() | float() | None as value):
            return value
        case ast.Constant(value=int() as value) if value.bit_length() <= LARGEST:  # True and False too
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float())):
            return -deeper(node.operand)
    raise InputError(f"The {what} {spec!r} holds {ast.unparse(node)!r}: only literals and nested specs are allowed.")


def _built(build: Build, args: list[Any], given: dict[str, Any], spec: str, *, what: str) -> Any:
    """What a class or maker gives of arguments that name no place; a refusal where it takes them not."""
    try:
        named = inspect.signature(build).bind(*args, **given).arguments
    except (TypeError, ValueError):  # the call itself says what is wrong, or has no signature
        named = given
    for name, value in (*named.items(), *given.items()):
        _check_no_place(name, value, spec, what)
    try:
        return build(*args, **given)
    except ErrbarError:
        raise
    except Exception as cause:
        raise InputError(f"The {what} {spec!r} cannot be built: {cause}") from cause


def _dict(pairs: list[tuple[Any, Any]], spec: str, what: str) -> dict[Any, Any]:
    """A dict; its keys may be names of arguments (`param_grid`), so they are held to the same."""
    for key, value in pairs:
        if isinstance(key, str):
            _check_no_place(key, value, spec, what)
    try:
        return dict(pairs)
    except TypeError as cause:  # a list for a key
        raise InputError(f"The {what} {spec!r} cannot be built: {cause}") from None


def _check_no_place(name: str, value: object, spec: str, what: str) -> None:
    """No argument, at whatever depth, names a file or folder: what lies there would be loaded."""
    last = name.rsplit("__", 1)[-1]
    texts = _texts(value)
    if (texts and PLACE.fullmatch(last.lower())) or any(text in READS_FILES.get(last, ()) for text in texts):
        raise InputError(
            f"The {what} {spec!r} gives {name}={value!r}: a spec names no files or folders, for what lies there would "
            "be loaded. Leave it out, or fit the model in Python."
        )


def _texts(value: object) -> list[str]:
    """Every text in a value."""
    if isinstance(value, str):
        return [value]
    inner = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [text for one in inner for text in _texts(one)]


def _check_whole(model: Any, spec: str) -> None:
    """Some classes take anything and fail when they are first looked at, e.g. `Pipeline('abc')`."""
    from sklearn.base import BaseEstimator, clone, is_classifier

    try:
        if isinstance(model, BaseEstimator):
            if hasattr(model, "_parameter_constraints"):  # which models of other modules need not have
                model._validate_params()  # what fit asks first
            is_classifier(model)
            getattr(model, "named_steps", None)
            clone(model)
        repr(model)
    except Exception as cause:
        why = f"{type(cause).__name__}: {cause}"
        raise InputError(f"The model {spec!r} cannot be used as it is built ({why}).") from cause


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
    if not path and root not in roots:
        root, *path = _full_name(name, spec).split(".")
    if root not in roots:
        hint = f" Allow it with --allow-module {root}."
        raise InputError(f"{name!r} in the model {spec!r} is outside {', '.join(roots)}.{hint}")
    if any(part.startswith("_") or part in CLOSED for part in path):
        raise InputError(f"{name!r} in the model {spec!r} is private.")
    found = _found(root, path, name, spec)
    home = str(getattr(found, "__module__", "")).split(".")
    if home[0] not in roots or CLOSED & {*home[1:]} or not (is_maker(found) or is_model_class(found)):
        raise InputError(f"{name!r} in the model {spec!r} is not a model class.")
    build: Build = found
    return build


def _full_name(name: str, spec: str) -> str:
    """Where scikit-learn has the one class that is called so."""
    places = full_names().get(name, ())
    if len(places) == 1:
        return places[0]
    if places:
        raise InputError(f"{name!r} in the model {spec!r} may be {' or '.join(places)}: write which.")
    raise InputError(
        f"{name!r} in the model {spec!r} is no model of scikit-learn.{_meant(name)} Others need their full name, e.g. "
        "xgboost.XGBClassifier() with --allow-module xgboost."
    )


def _meant(name: str) -> str:
    near = near_names(name)
    return f" Did you mean {' or '.join(near)}?" if near else ""


def _has(found: Any, part: str, name: str, spec: str) -> bool:
    try:
        return hasattr(found, part)
    except ImportError as cause:  # what is experimental says so
        why = str(cause).partition("\n")[0]
        raise InputError(f"{name!r} in the model {spec!r} cannot be used here: {why}") from cause


def _found(root: str, path: list[str], name: str, spec: str) -> Any:
    """What a dotted name leads to; modules on the way are imported."""
    try:
        found: Any = importlib.import_module(root)
    except Exception as cause:  # a module the user allowed may raise anything
        raise InputError(f"The module {root!r} (model {spec!r}) cannot be imported: {cause}.") from cause
    for i, part in enumerate(path, start=1):
        if not _has(found, part, name, spec):
            if not inspect.ismodule(found) or found.__name__ != ".".join([root, *path[: i - 1]]):
                raise InputError(f"There is no {name!r} (model {spec!r}).")
            try:
                importlib.import_module(".".join([root, *path[:i]]))
            except Exception:
                hint = _meant(name) if root == "sklearn" else ""
                raise InputError(f"There is no {name!r} (model {spec!r}).{hint}") from None
        found = getattr(found, part, None)
    return found
