"""The call that made an answer, kept with it as code: data are named, everything else is written out."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from errbar.show.code import Code, code_or_name, described, joined
from errbar.show.data_hash import data_hash

P = ParamSpec("P")
R = TypeVar("R")

HOW = ("self", "cls", "n_jobs", "store", "progress")  # the answer is the same whatever they are
SEEDS = ("draws_seed", "n_draws_seed", "seed")
SEED = "random_state"
LONG = 40  # characters of an argument that gets a line of its own


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a call: its name, whether the call names it, and its code."""

    name: str
    named: bool
    value: Code

    def written(self) -> Code:
        return Code(f"{self.name}=") + self.value if self.named else self.value


@dataclass(frozen=True, slots=True)
class Call:
    """What is called, up to the opening bracket, and with what."""

    opening: Code
    arguments: tuple[Argument, ...]

    @property
    def code(self) -> Code:
        """The call as one expression."""
        return self.opening + joined([argument.written() for argument in self.arguments]) + Code(")")

    def seeded(self, seed: Any) -> Call:
        """The same with the seed that was drawn; without one where none was."""
        kept = [argument for argument in self.arguments if argument.name != SEED or seed is not None]
        written = [Argument(SEED, a.named, code_or_name(SEED, seed)) if a.name == SEED else a for a in kept]
        return Call(self.opening, tuple(written))

    def program(self, variable: str, remarks: Sequence[str] = ()) -> str:
        """Imports, what must be given, long arguments one by one, then the call."""
        lines, short = [], []
        for argument in self.arguments:
            value = argument.value
            if len(value.text) > LONG:
                lines.append(f"{argument.name} = {value.text}")
                value = Code(argument.name, value.modules, value.given)
            short.append(Argument(argument.name, argument.named, value))
        return program(Call(self.opening, tuple(short)).code, variable, lines=lines, remarks=remarks)


def program(code: Code, variable: str, *, lines: Sequence[str] = (), remarks: Sequence[str] = ()) -> str:
    """An expression as a whole program: what it needs first, its value under the name `variable`."""
    imports = ["import errbar as eb", *(f"import {module}" for module in sorted(set(code.modules)))]
    given = [f"# {name}: {what}" for name, what in code.given]
    told = ["", "# Yours, to be there first:", *given] if given else []
    remarked = [f"# {remark}" for remark in remarks]
    return "\n".join([*imports, *told, "", *remarked, *lines, f"{variable} = {code.text}"]) + "\n"


def recorded(verb: Callable[P, R]) -> Callable[P, R]:
    """Let `verb` keep its own call in the answer (`_call`): what it was given, and the seed that was drawn.

    For functions and constructors that are public names of errbar, and for methods of what these return.
    """
    parameters = list(inspect.signature(verb).parameters.values())
    draws = any(parameter.name == SEED for parameter in parameters)

    @wraps(verb)
    def told(*args: P.args, **kwargs: P.kwargs) -> R:
        given = {parameter.name: value for parameter, value in zip(parameters, args, strict=False)} | kwargs
        call, seed = _call(verb, parameters, given), given.get(SEED)
        answer = verb(*args, **kwargs)
        if draws and type(seed) is not int:
            call = call.seeded(_seed_of(answer, seed))
        object.__setattr__(answer, "_call", call)  # new, and nobody's yet
        return answer

    return told


def _call(verb: Callable[..., Any], parameters: Sequence[inspect.Parameter], given: Mapping[str, Any]) -> Call:
    opening = Code(f"eb.{verb.__qualname__}(")
    if parameters[0].name == "self":
        owner = given["self"]
        opening = code_or_name(type(owner).__name__.lower(), owner) + Code(f".{verb.__name__}(")
    arguments: list[Argument] = []
    skipped = False
    for parameter in parameters:
        name, default = parameter.name, parameter.default
        value = given.get(name, default)
        usual = value is default or (type(value) is type(default) and bool(value == default))
        if (usual and name != SEED) or name in HOW:
            skipped = skipped or usual
            continue
        written = _data(name, value) if _is_data(verb.__qualname__, name) else code_or_name(name, value)
        arguments.append(Argument(name, skipped or parameter.kind is parameter.KEYWORD_ONLY, written))
    return Call(opening, tuple(arguments))


def _is_data(verb: str, name: str) -> bool:
    return name in ("X", "y", "groups") or (verb == "score" and name in ("fitted", "versus"))


def _data(name: str, value: Any) -> Code:
    """Never written: the user's own, under the name of the parameter."""
    what = described(value)
    if name in ("fitted", "versus"):
        return Code(name, given=((name, f"the trained model {what}"),))
    known = data_hash(value)
    return Code(name, given=((name, what if known is None else f"{what}, sha256 {known}"),))


def _seed_of(answer: Any, given: Any) -> Any:
    """The seed that was drawn, where the answer keeps one."""
    details = getattr(answer, "details", None)
    if details is None:
        details = getattr(getattr(answer, "scores", None), "details", {})
    found = [details[name] for name in SEEDS if name in details]
    holders = (answer, *getattr(answer, "parts", ()))
    found += [seed for one in holders if (seed := getattr(one, "seed", None)) is not None]
    return found[0] if found else given
