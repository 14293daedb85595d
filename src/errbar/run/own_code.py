"""Whose code it is: installed with a version, or the user's own, which may change from one run to the next."""

from __future__ import annotations

import dis
import importlib
import importlib.util
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

INSTALLED = {"site-packages", "dist-packages"}


@cache
def version_of(module: str | None) -> str | None:
    """The version of the installed package a module belongs to; None for code of the user's own."""
    package = (module or "").partition(".")[0]
    top = sys.modules.get(package)
    file = getattr(top, "__file__", None) or next(iter(getattr(top, "__path__", ())), None)
    if package in sys.stdlib_module_names and (file is None or _is_stdlib(file)):
        return "python"
    if file is None or not (package == "errbar" or INSTALLED & set(Path(file).parts)):
        return None
    version = getattr(top, "__version__", None)
    return _distribution(package) if version is None else str(version)


def _is_stdlib(file: str) -> bool:
    """A file of the user's own may be called random.py."""
    places = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    return not INSTALLED & set(Path(file).parts) and any(Path(file).is_relative_to(place) for place in places)


def _distribution(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def names_in(code: CodeType) -> set[str]:
    """Every name the code and the functions inside it look up."""
    return set(code.co_names).union(*(names_in(part) for part in code.co_consts if isinstance(part, CodeType)))


def imported_by(function: FunctionType) -> list[ModuleType]:
    """The user's own modules that a function imports when it is called; it would import them anyway."""
    package = str(function.__globals__.get("__package__") or "")
    wanted = dict.fromkeys(_wanted(function.__code__, package))
    return [module for name in wanted if (module := _own_module(name)) is not None]


def _wanted(code: CodeType, package: str) -> Iterator[str]:
    """Absolute names of modules, and of what is taken from them, which may be modules too."""
    before: list[Any] = []
    for step in dis.get_instructions(code):
        if step.opname == "IMPORT_NAME":
            level, names = before[-2:]
            with suppress(ImportError):
                name = importlib.util.resolve_name("." * level + step.argval, package) if level else step.argval
                parts = name.split(".")
                yield from (".".join(parts[:i]) for i in range(1, len(parts) + 1))
                yield from (f"{name}.{one}" for one in names or () if one != "*")
        before.append(step.argval)
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _wanted(part, package)


def _own_module(name: str) -> ModuleType | None:
    if name not in sys.modules and not _is_ours_to_import(name.partition(".")[0]):
        return None
    try:
        module = sys.modules.get(name) or importlib.import_module(name)
    except Exception:  # not a module, or one that cannot be imported here: the fit will say so
        return None
    return module if version_of(name) is None else None


def _is_ours_to_import(package: str) -> bool:
    if package in sys.modules:
        return version_of(package) is None
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return False
    return spec is not None and spec.origin is not None and not INSTALLED & set(Path(spec.origin).parts)


def code_of(module: ModuleType) -> list[tuple[str, Any]]:
    """The functions and classes a module of the user's own defines, by name; of a compiled one, the file's bytes."""
    file = getattr(module, "__file__", None)
    if file is not None and file.endswith(tuple(EXTENSION_SUFFIXES)):
        with suppress(OSError):
            return [("file", Path(file).read_bytes())]
    own = [
        (name, thing)
        for name, thing in vars(module).items()
        if isinstance(thing, (FunctionType, type)) and getattr(thing, "__module__", None) == module.__name__
    ]
    return sorted(own, key=lambda one: one[0])
