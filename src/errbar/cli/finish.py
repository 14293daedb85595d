"""What becomes of an answer: JSON or lines on standard output, a picture, a page; and what errbar exits with."""

from __future__ import annotations

import json as as_json
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import typer

from errbar.check import check_name
from errbar.cli import options as o
from errbar.cli.terminal import Terminal, is_unicode
from errbar.errors import UNSEEN, InputError, printable
from errbar.types import Result, Results
from errbar.types.written import beside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from errbar.answers.context import Context

ARGUMENTS: ContextVar[tuple[str, ...]] = ContextVar("ARGUMENTS", default=())  # the command line that is running
READS: ContextVar[tuple[Path, ...]] = ContextVar("READS", default=())  # the files of data that it reads
PICTURES = (".png", ".svg", ".pdf")
PAGES = (".html", ".htm")


class Exit(IntEnum):
    """What errbar exits with; the last two are 128 and the signal's number."""

    DONE = 0
    REFUTED = 1
    BAD_INPUT = 2
    FAILED_FIT = 3
    UNDECIDED = 4
    INTERNAL_ERROR = 70
    INTERRUPTED = 130
    CLOSED_PIPE = 141


VERDICTS = {"shown": Exit.DONE, "refuted": Exit.REFUTED, "undecided": Exit.UNDECIDED}
READ_AS = {"pass": Exit.DONE, "fail": Exit.REFUTED}


def say(text: str = "") -> None:
    sys.stdout.write(printable(text) + "\n")


def print_json(data: dict[str, Any]) -> None:
    """One line; only what standard output can spell, and nothing that a terminal would obey."""
    text = as_json.dumps(data, allow_nan=False, ensure_ascii=not is_unicode(sys.stdout))
    sys.stdout.write(UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n")


@dataclass(frozen=True, kw_only=True)
class Finish:
    """The options that say what becomes of an answer."""

    json: o.Json = False
    plain: o.Plain = False
    report: o.Report = None

    def check(
        self, plot: Path | None = None, *, reads: Iterable[Path | str] = (), keeps: Iterable[Path | str] = ()
    ) -> None:
        """Before anything is read or fitted: can the picture and the page be written, and over nothing that is read?"""
        check_picture(plot)
        check_report(self.report)
        data = [*reads]
        check_apart({"report": self.report, "picture": plot}, [*data, *keeps])
        READS.set(tuple(path for path in map(Path, data) if _is_file(path)))

    def show(self, found: dict[str, Any], lines: Callable[[Terminal], None]) -> None:
        """The one or the other on standard output."""
        if self.json:
            print_json(found)
        else:
            lines(Terminal.of(self.plain))

    def write(
        self, answer: Any, names: Iterable[str] = (), *, data: str, seed: object = None, context: Context | None = None
    ) -> None:
        """The page, if it is asked for; it holds the command that made it, with the seed that was drawn.

        `context`: what stands beside the answer, where it is there already.
        """
        if self.report is not None:
            from errbar.reports.origin import Origin
            from errbar.reports.page_of import page_of

            origin = Origin(data, command_line(seed), READS.get(), context)
            page_of(answer, tuple(names), origin).write(self.report)
            if not self.json and self.report.is_file():  # no pipe: whoever reads it wants the page alone
                say(f"\nThe same as a page: {self.report}")

    def draw(self, answer: Any, path: Path | None, how: str = "plot") -> None:
        """The picture `--plot` asks for, if it does; `how` names the answer's method that draws it."""
        if path is None:
            return
        with _writing("picture", path):
            import matplotlib

            matplotlib.use("agg")  # a file needs no window, whatever the settings say
            figure = getattr(answer, how)().figure
            with beside(path) as place:
                figure.savefig(place, format=path.suffix[1:].lower(), dpi=200)
        if not self.json and path.is_file():
            say(f"\nThe same as a picture: {path}")


@dataclass(frozen=True, kw_only=True)
class InPicture:
    """Where a picture of the answer goes."""

    plot: o.Plot = None


@dataclass(frozen=True, kw_only=True)
class DrawnFinish(Finish, InPicture):
    """The same of an answer that can be drawn."""

    def check(
        self, plot: Path | None = None, *, reads: Iterable[Path | str] = (), keeps: Iterable[Path | str] = ()
    ) -> None:
        super().check(plot or self.plot, reads=reads, keeps=keeps)

    def draw(self, answer: Any, path: Path | None = None, how: str = "plot") -> None:
        super().draw(answer, path or self.plot, how)


@dataclass(frozen=True, kw_only=True)
class Gate:
    """A margin to be judged, and how its verdict is told by the exit code."""

    margin: o.Margin = None
    undecided: o.Undecided = None

    def check(self) -> None:
        """Before anything is read or fitted."""
        if self.undecided is None:
            return
        check_name("undecided", self.undecided, READ_AS)
        if self.margin is None:
            raise InputError("--undecided says what a gate exits with: name the --margin too.")

    def leave(self, result: Result | Results) -> None:
        """Exit with the verdict's code; without a margin, which several metrics cannot share, do nothing."""
        if isinstance(result, Results) or result.verdict is None:
            return
        raise typer.Exit(self.code(result.verdict))

    def leave_all(self, results: Sequence[Result]) -> None:
        """The same for several metrics, each of which must be shown: no level is lost by asking for all."""
        if results[0].verdict is not None:
            raise typer.Exit(self.code(joint_verdict([str(result.verdict) for result in results])))

    def code(self, verdict: str) -> Exit:
        if verdict == "undecided" and self.undecided is not None:
            return READ_AS[self.undecided]
        return VERDICTS[verdict]


def joint_verdict(verdicts: Sequence[str]) -> str:
    """Of several gates that all must open.

    >>> joint_verdict(["shown", "undecided"]), joint_verdict(["shown", "undecided", "refuted"])
    ('undecided', 'refuted')
    """
    return "refuted" if "refuted" in verdicts else "undecided" if "undecided" in verdicts else "shown"


def check_picture(path: Path | None) -> None:
    if path is None:
        return
    from errbar.show.intervals import new_axes

    new_axes()
    if path.suffix.lower() not in PICTURES:
        raise InputError(f"The picture {path} must end in {', '.join(PICTURES[:-1])} or {PICTURES[-1]}.")
    _check_place("picture", path)


def check_report(path: Path | None) -> None:
    if path is None:
        return
    import errbar.reports  # noqa: F401 - says what is missing

    if os.path.isdir(path):  # noqa: PTH112 (says no to a name that is too long)
        raise InputError(f"The report {path} is a folder: name a file in it, e.g. {path / 'report.html'}.")
    if _is_file(path) and path.suffix.lower() not in PAGES:  # somebody's data, maybe
        raise InputError(f"The report would be written over {path}: name a file that ends in {' or '.join(PAGES)}.")
    _check_place("report", path)


def check_apart(written: Mapping[str, Path | None], reads: Iterable[Path | str | None]) -> None:
    """No file that is written is one that is read, or kept, or another one that is written."""
    kept = [Path(one) for one in reads if one is not None]
    for what, path in written.items():
        if path is None:
            continue
        over = next((one for one in kept if _are_one(path, one)), None)
        if over is not None:
            raise InputError(f"The {what} would be written over {over}, which is read or kept: name another file.")
        kept.append(path)


def _are_one(path: Path, other: Path) -> bool:
    """Whether writing the one changes the other: a file, a link to it, what a pattern finds, a log in a folder."""
    try:
        if other.is_dir():
            inside = other.resolve() in path.resolve().parents
            return inside and path.exists() and path.suffix.lower() not in (*PICTURES, *PAGES)
        if other.exists() and path.exists():
            return path.samefile(other) and path.is_file()
        return path.resolve() == other.resolve() or PurePath(path.resolve()).match(str(other.absolute()))
    except (OSError, ValueError):  # no name for a file: whoever reads it says so
        return False


def command_line(seed: object) -> str | None:
    """As one would type it again, to the same answer; None where errbar was not called from a command line."""
    given = ARGUMENTS.get()
    if not given:
        return None
    said = any(word.split("=")[0] == "--random-state" for word in given)
    drawn = () if seed is None or said else ("--random-state", str(seed))
    return f"errbar {shlex.join((*given, *drawn))}"


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # no name for a file: whoever reads it says so
        return False


def _check_place(what: str, path: Path) -> None:
    """Whether a file can be opened for writing there; it is left as it was."""
    with _writing(what, path):
        if not path.resolve().parent.is_dir():
            raise InputError(f"There is no folder for the {what} {path}.")
        there = path.exists()
        if there and not path.is_file() and not path.is_dir():
            return  # a pipe or a device: opening and closing it would tell its reader that all is said
        path.open("ab").close()
        if not there:
            path.unlink()


@contextmanager
def _writing(what: str, path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as cause:
        raise InputError(f"The {what} cannot be written to {path}: {cause.strerror}.") from None
