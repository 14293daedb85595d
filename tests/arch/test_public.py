"""What users can type stays as it is: every public name with its signature, and every command with its options.

python tests/arch/test_public.py      rewrites public.txt; a change of it is a change of the interface
"""

import ast
import importlib
import inspect
import re
from functools import cache, cached_property
from pathlib import Path

import errbar as eb

HERE = Path(__file__).parent
SNAPSHOT = HERE / "public.txt"
PROMISED = HERE / "promised.txt"  # what the documentation and other people's code rely on; `...`: and more


@cache
def public():
    """One line per callable, attribute and command."""
    lines = []
    for name in eb.__all__:
        if name not in ("METHODS", "bounds", "plans"):
            lines += lines_of(f"eb.{name}", getattr(eb, name))
    for room in (eb.plans, eb.bounds):
        short = room.__name__.replace("errbar", "eb")
        for name in sorted(room.__all__):
            lines += lines_of(f"{short}.{name}", getattr(room, name))
    lines += [f"eb.METHODS[{name!r}]" for name in eb.METHODS]
    return [*lines, *commands()]


def lines_of(name, value):
    if not callable(value):
        return [name]
    if not inspect.isclass(value):
        return [name + signature(value)]
    if issubclass(value, Exception):
        return [f"{name}({', '.join(base.__name__ for base in value.__bases__)})"]
    own = {key: one for base in reversed(value.__mro__[:-1]) for key, one in vars(base).items() if key[0] != "_"}
    shown = own | dict.fromkeys(getattr(value, "__dataclass_fields__", ()))
    return [name + signature(value), *(member(f"{name}.{key}", own.get(key)) for key in sorted(shown) if key[0] != "_")]


def member(name, value):
    """A method with its signature; a field or a property by name."""
    if isinstance(value, property | cached_property) or value is None:
        return name
    if isinstance(value, classmethod | staticmethod):
        value = value.__get__(None, object)
    return name + signature(value) if callable(value) else name


def signature(value):
    """Without annotations and private parameters."""
    try:
        found = inspect.signature(value)
    except ValueError:
        return "(...)"
    public = [one for key, one in found.parameters.items() if key[0] != "_"]
    plain = [one.replace(annotation=one.empty, default=shown(one.default)) for one in public]
    return str(found.replace(parameters=plain, return_annotation=found.empty))


class As(str):
    """A default as it is written."""

    __repr__ = str.__str__


def shown(default):
    if default is inspect.Parameter.empty:
        return default
    text = repr(default)
    return As(re.sub(r" at 0x[0-9a-f]+|<factory>", "", text) if text[0] == "<" else text)


def commands():
    from typer.main import get_command

    main = importlib.import_module("errbar.cli.main")
    return sorted(command_lines("errbar", get_command(main.app)))


def command_lines(name, command):
    if hasattr(command, "commands"):
        return [line for word, one in command.commands.items() for line in command_lines(f"{name} {word}", one)]
    words = []
    for one in command.params:
        if one.param_type_name == "argument":
            words.append((one.name or "").upper())
        elif one.name != "help":
            default = None if callable(one.default) else one.default
            flags = "/".join([*one.opts, *one.secondary_opts])
            words.append(flags if one.required or default in (None, False) else f"{flags}={default}")
    return [" ".join([name, *words])]


def test_public_names_and_signatures_are_those_of_the_snapshot():
    before, now = SNAPSHOT.read_text(encoding="utf-8").splitlines(), public()
    gone, new = sorted(set(before) - set(now)), sorted(set(now) - set(before))
    assert not gone and not new, "\n".join(
        ["the interface changed:", *(f"- {x}" for x in gone), *(f"+ {x}" for x in new)]
    )


def test_what_is_promised_is_there():
    broken = [told for line in PROMISED.read_text(encoding="utf-8").splitlines() for told in unkept(line)]
    assert not broken, "\n".join(broken)


def unkept(line):
    """What a promised line says that is not so: a name, an option of a command, a parameter in its order, a default."""
    name, _, arguments = line.partition("(")
    if line.startswith("errbar "):
        return lacking(line)
    if not arguments:
        return [] if name in {one.partition("(")[0] for one in public()} else [f"{line}: is not there"]
    value = eb
    for word in name.split(".")[1:]:
        value = getattr(value, word)
    promised = ast.parse(f"def f({arguments.replace(', ...)', ')')}: ...").body[0].args
    actual = inspect.signature(value).parameters
    told = [f"{line}: no {one.arg}" for one in (*promised.args, *promised.kwonlyargs) if one.arg not in actual]
    ordered = [one.arg for one in promised.args if one.arg in actual]
    if ordered != [key for key in actual if key in ordered]:
        told.append(f"{line}: in another order")
    pairs = [*zip(promised.args[len(promised.args) - len(promised.defaults) :], promised.defaults, strict=True)]
    pairs += [(one, default) for one, default in zip(promised.kwonlyargs, promised.kw_defaults, strict=True) if default]
    for one, default in pairs:
        if one.arg in actual and actual[one.arg].default != eval(ast.unparse(default), {}):
            told.append(f"{line}: {one.arg}={actual[one.arg].default!r}")
    return told


def lacking(line):
    verb, *words = re.split(r" (?=--|[A-Z])", line)
    command = next((one for one in public() if one.startswith(f"{verb} ")), "")
    there = {flag for word in command.split() for flag in word.partition("=")[0].split("/")}
    return [f"{line}: no {word}" for word in (*verb.split(), *words) if word not in there]


if __name__ == "__main__":
    SNAPSHOT.write_text("\n".join(public()) + "\n", encoding="utf-8")
