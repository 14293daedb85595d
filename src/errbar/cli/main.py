"""The command `errbar`: one short function per subcommand, and what each kind of failure exits with."""

from __future__ import annotations

import os
import sys
import traceback
import warnings

import typer

from errbar.cli import advise, audit, bound, demo, design, distribution, fit, infer, lab, methods, rank, store
from errbar.cli.command import ARGUMENTS
from errbar.errors import ErrbarError, ErrbarWarning, FitError

INTERRUPTED, CLOSED_PIPE = 130, 141  # exit codes: 128 and the signal's number

app = typer.Typer(
    name="errbar",
    help="Honest error bars for machine learning.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command()(demo.demo)
app.command()(fit.evaluate)
app.command()(fit.compare)
app.command()(infer.infer)
app.command()(bound.bound)
app.command()(distribution.distribution)
app.command()(audit.audit)
app.command()(rank.rank)
app.command()(design.design)
app.command()(methods.methods)
app.command()(advise.advise)
app.add_typer(lab.app, name="lab")
app.add_typer(store.app, name="store")


def main(arguments: list[str] | None = None) -> None:
    """Run and exit: 0 done, 2 bad input, 3 a model failed, 70 internal error, 130 interrupted, 141 closed pipe.

    A gate: 0 shown, 1 refuted, 4 undecided.
    """
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """The exit code of one command line."""
    warnings.showwarning = _one_line_warning  # type: ignore[assignment]
    ARGUMENTS.set(tuple(arguments))
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        return _closed_pipe()
    except SystemExit as leaving:  # typer and rich leave with 1 when nobody reads on: that is a gate's code
        if isinstance(leaving.__context__, BrokenPipeError):
            return _closed_pipe()
        return _fail(f"a model, loss or scorer called sys.exit({leaving.code!r}), and nothing was decided.", 3)


def _run(arguments: list[str]) -> int:
    try:
        code = app(args=arguments, prog_name="errbar", standalone_mode=False)
        if code == INTERRUPTED:  # typer turns Ctrl-C into a silent exit
            raise KeyboardInterrupt
        return code if isinstance(code, int) else 0
    except FitError as error:
        return _fail(str(error), 3)
    except ErrbarError as error:
        return _fail(str(error), 2)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        raise
    except Exception as error:
        if hasattr(error, "format_message"):  # typer's own usage errors
            message = error.format_message()
            return _fail(message, 2) if message else 2
        traceback.print_exc()
        return _fail(
            "internal error. Please report it with the lines above, the command, and the output of: pip freeze", 70
        )


def _closed_pipe() -> int:
    """Nobody reads any more: say nothing, also not when Python flushes at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return CLOSED_PIPE


def _fail(message: str, code: int) -> int:
    sys.stderr.write(f"errbar: {message}\n")
    return code


def _one_line_warning(message: Warning | str, category: type[Warning], *_: object) -> None:
    if issubclass(category, ErrbarWarning):
        return  # the result's notes say it
    sys.stderr.write(f"errbar: {category.__name__}: {message}\n")
