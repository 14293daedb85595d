"""A command that takes groups of options -> the same as typer reads it, every option by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache, wraps
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints

Command = Callable[..., None]


def flat(command: Command) -> Command:
    """`command` with the fields of a dataclass in the place of every parameter that is one, groups of groups too."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}
    options: list[Parameter] = []
    for one in signature(command).parameters.values():
        options += _options(groups[one.name], one.default) if one.name in groups else [_typed(one, hints[one.name])]

    @wraps(command)
    def called(**given: Any) -> None:
        command(**{name: _made(group, given) for name, group in groups.items()}, **given)

    called.__signature__ = Signature(options)  # type: ignore[attr-defined]
    called.__annotations__ = {option.name: option.annotation for option in options}
    return called


def _typed(parameter: Parameter, hint: Any) -> Parameter:
    return parameter.replace(annotation=hint)


def _options(group: Any, otherwise: Any) -> list[Parameter]:
    """The fields as options; their defaults are those of the group, or of the one that the command names."""
    found: list[Parameter] = []
    for field in fields(group):
        hint, default = _kinds(group)[field.name], _default(field, otherwise)
        one = Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=hint)
        found += _options(hint, default) if is_dataclass(hint) else [one]
    return found


def _made(group: Any, given: dict[str, Any]) -> Any:
    """The group, of what was given for its options, which is used up."""
    kinds = _kinds(group).items()
    return group(**{name: _made(kind, given) if is_dataclass(kind) else given.pop(name) for name, kind in kinds})


@cache
def _kinds(group: Any) -> dict[str, Any]:
    """Of each option of a group."""
    hints = get_type_hints(group, include_extras=True)
    return {field.name: hints[field.name] for field in fields(group)}


def _default(field: Field[Any], otherwise: Any) -> Any:
    if otherwise is not Parameter.empty:
        return getattr(otherwise, field.name)
    return Parameter.empty if field.default is MISSING else field.default
