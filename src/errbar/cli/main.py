"""The command `errbar`: one short function per subcommand, and what each kind of failure exits with."""

from __future__ import annotations

import io
import os
import re
import sys
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from errno import EDQUOT, EFBIG, EIO, ENOSPC, EPIPE
from functools import cache
from importlib import metadata
from itertools import pairwise, takewhile
from typing import Annotated, Any

import typer

from errbar.cli import (
    advise,
    aggregate,
    audit,
    bound,
    compare,
    completion,
    components,
    curve,
    demo,
    design,
    distribution,
    evaluate,
    fit_share,
    gate,
    growth,
    infer,
    lab,
    methods,
    rank,
    score,
    sources,
    store,
    verify,
    winner,
)
from errbar.cli.finish import ARGUMENTS, Exit, say
from errbar.cli.flags import in_flags, is_of_a_table
from errbar.cli.flat import flat
from errbar.errors import ErrbarError, ErrbarWarning, FitError, InputError, printable
from errbar.show.printable import brief, cut

LONGEST_WARNING = 160  # characters of a warning that a library gives
FULL = (ENOSPC, EDQUOT, EFBIG, EIO)  # nothing more can be written there


def first_sentence(command: Callable[..., object]) -> str:
    """What the list of commands says of one: whole, where a line would be cut.

    >>> first_sentence(evaluate.evaluate)
    'How well will a model do on new data?'
    """
    return re.split(r"(?<=[.?:;]) ", " ".join((command.__doc__ or "").split()), maxsplit=1)[0].rstrip(":;")


app = typer.Typer(
    name="errbar",
    help="Honest error bars for machine learning.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    demo.demo,
    evaluate.evaluate,
    compare.compare,
    fit_share.fit,
    infer.infer,
    gate.gate,
    score.score,
    curve.curve,
    bound.bound,
    distribution.distribution,
    components.components,
    growth.growth,
    sources.sources,
    audit.audit,
    rank.rank,
    aggregate.aggregate,
    winner.winner,
    design.design,
    verify.verify,
    methods.methods,
    advise.advise,
    completion.completion,
):
    app.command(short_help=first_sentence(command))(flat(command))
app.add_typer(lab.app, name="lab")
app.add_typer(store.app, name="store")


@cache
def commands() -> Any:
    """The whole of them, put together once: it takes longer than most refusals."""
    return typer.main.get_command(app)


def _say_version(wanted: bool) -> None:
    if wanted:
        say(f"errbar {metadata.version('errbar')}")
        raise typer.Exit(Exit.DONE)


Version = Annotated[
    bool, typer.Option("--version", help="Print the version and leave.", callback=_say_version, is_eager=True)
]


@app.callback()
def options(version: Version = False) -> None:
    """Honest error bars for machine learning."""


def main(arguments: list[str] | None = None) -> None:
    """Run and exit: 0 done, 2 bad input, 3 a model failed, 70 internal error, 130 interrupted, 141 closed pipe.

    A gate: 0 shown, 1 refuted, 4 undecided.
    """
    if completion.ASKED in os.environ:
        completion.complete(app)
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """The exit code of one command line."""
    warnings.showwarning = _one_line_warning  # type: ignore[assignment]
    ARGUMENTS.set(tuple(arguments))
    _ready_streams()
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        return _closed_pipe()
    except OSError as cause:
        _to_nowhere()
        return _fail(f"The answer cannot be written to standard output: {cause.strerror}.", Exit.BAD_INPUT)
    except SystemExit as leaving:  # typer and rich leave with 1 when nobody reads on: that is a gate's code
        if isinstance(leaving.__context__, BrokenPipeError):
            return _closed_pipe()
        return _fail(
            f"a model, loss or scorer called sys.exit({leaving.code!r}), and nothing was decided.", Exit.FAILED_FIT
        )


def _run(arguments: list[str]) -> int:
    try:
        _check_values(arguments)
        code = commands()(args=arguments, prog_name="errbar", standalone_mode=False)
        if code == Exit.INTERRUPTED:  # typer turns Ctrl-C into a silent exit
            raise KeyboardInterrupt
        return code if isinstance(code, int) else Exit.DONE
    except FitError as error:
        return _fail(_in_flags(error, arguments), Exit.FAILED_FIT)
    except ErrbarError as error:
        return _fail(_in_flags(error, arguments), Exit.BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted", Exit.INTERRUPTED)
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None and error.errno in (EPIPE, *FULL):
            raise  # of standard output, which has no name
        return _foreign(error)


def _called(arguments: list[str]) -> Any:
    """The command that the words name."""
    command = commands()
    for word in arguments:
        if not hasattr(command, "commands"):
            break
        command = command.commands.get(word, command)
    return command


def _check_values(arguments: list[str]) -> None:
    """`--ledger --json` means two options: no file is called --json by accident, and no answer goes another way."""
    options = {spelled: one for one in _called(arguments).params for spelled in one.opts if spelled.startswith("--")}
    for first, second in pairwise(takewhile(lambda word: word != "--", arguments)):
        if first in options and not getattr(options[first], "is_flag", False) and second in options:
            raise InputError(f"Option {first} needs a value; {second} is another option.")


def _in_flags(error: ErrbarError, arguments: list[str]) -> str:
    """The sentence in the options of the command that was called."""
    command = _called(arguments)
    flags = {one.name: one.opts[0] for one in command.params if one.opts[0].startswith("--")}
    said = brief(str(error), tuple(arguments))  # first: long texts take in_flags very long
    return in_flags(said, flags, of_a_table=is_of_a_table(error.__traceback__))


def _foreign(error: Exception) -> int:
    """An error that is not errbar's own: of the command line, the files, the memory; or what should not happen."""
    if hasattr(error, "format_message"):  # typer's own usage errors
        message = error.format_message()
        return _fail(message, Exit.BAD_INPUT) if message else Exit.BAD_INPUT
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return _fail(f"{error.strerror}: {error.filename!r}.", Exit.BAD_INPUT)
    if isinstance(error, UnicodeEncodeError) or "cannot encode str as UTF-8" in str(error):
        return _fail("a name on the command line is no text: it holds half of a surrogate pair.", Exit.BAD_INPUT)
    if isinstance(error, MemoryError):
        return _fail("this takes more memory than there is.", Exit.BAD_INPUT)
    with suppress(OSError):
        traceback.print_exc()
    return _fail(
        "internal error. Please report it with the lines above, the command, and the output of: pip freeze",
        Exit.INTERNAL_ERROR,
    )


def _ready_streams() -> None:
    """What standard output cannot spell becomes a question mark; what is closed swallows what it is told."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.StringIO())
        elif isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors="replace")


def _closed_pipe() -> int:
    """Nobody reads any more: say nothing."""
    _to_nowhere()
    return Exit.CLOSED_PIPE


def _to_nowhere() -> None:
    """Python, at its end, tries to write what is left: let it."""
    with suppress(io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, code: Exit) -> int:
    """The code, after a sentence on standard error, if that can be written to."""
    words = [part for word in ARGUMENTS.get() for part in (word, word.partition("=")[2])]
    with suppress(OSError):
        sys.stderr.write(f"errbar: {brief(message, tuple(words))}\n")
        sys.stderr.flush()
    return code


def _one_line_warning(message: Warning | str, category: type[Warning], *_: object) -> None:
    if issubclass(category, ErrbarWarning):
        return  # the result's notes say it
    said = cut(printable(" ".join(str(message).split())), LONGEST_WARNING)
    with suppress(OSError):
        sys.stderr.write(f"errbar: {category.__name__}: {said}\n")
