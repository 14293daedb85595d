"""An MCP server over the command line: `python -m errbar.plugins.mcp_server`.

Each tool runs one command of errbar that reads and answers, in a process of its own with `--json` and a time limit.
Nothing is written and no module of the user's is imported: options are taken from a list of those that only read.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

from errbar.errors import InputError, MissingExtraError

SECONDS = 120
VERDICTS = (0, 1, 4)  # what a gate exits with: shown, refuted, undecided
WRITES = ("--report", "--plot", "--store", "--out", "--ledger")
IMPORTS = ("--allow-module", "--scores", "--target")
COMMANDS = {
    "infer": "Error bars for a table of scores or an evaluation log. arguments: FILE --item COL --model-col COL and "
    "one of --correct-col, --loss-col, --score-col; --model A --versus B compares; --margin M makes it a gate.",
    "bound": "A limit for the true error rate of a trained model. arguments: ERRORS N, e.g. 3 100.",
    "rank": "Who is best, and who cannot be told from the best, from a table of scores. arguments: FILE --item COL "
    "--model-col COL --correct-col COL.",
    "design": "How many test items a difference takes. arguments: --effect 0.02 --discordance 0.1.",
    "advise": "Which method to use. arguments: N, e.g. 500 --n-models 2.",
    "methods": "Every method: what it needs, what its interval is for, what is known of it. No arguments.",
}
ALLOWED = {
    "infer": "item model-col loss-col score-col correct-col y-true y-pred y-score metric positive group time split "
    "repeat n-train n-test model versus method confidence-level null alternative margin undecided loss-range "
    "score-range greater-is-better lower-is-better missing keep by sequential format scorer filter",
    "bound": "method side confidence-level delta all column item range score-col score-range greater-is-better "
    "lower-is-better",
    "rank": "control method correction dataset model-col loss-col score-col correct-col item split n-train n-test "
    "score-range greater-is-better lower-is-better missing across rope confidence-level",
    "design": "half-width effect n sd error discordance correlation item-variance answer-variance answers cluster-size "
    "cluster-correlation test-size rho power confidence-level n-params kurtosis",
    "advise": "n-models budget metric have groups guarantee",
    "methods": "",
}


def answer(command: str, arguments: list[str]) -> dict[str, Any]:
    """What the command says, with its exit code; its own sentence where it refuses."""
    check(command, arguments)
    line = [sys.executable, "-m", "errbar", command, *arguments, "--json"]
    how: dict[str, Any] = {"capture_output": True, "text": True, "encoding": "utf-8", "stdin": subprocess.DEVNULL}
    try:
        done = subprocess.run(line, timeout=SECONDS, check=False, **how)
    except subprocess.TimeoutExpired:
        raise InputError(f"errbar {command} took longer than {SECONDS} seconds and was stopped.") from None
    if done.returncode not in VERDICTS or not done.stdout:
        raise InputError(
            done.stderr.strip().removeprefix("errbar: ") or f"errbar {command} left with {done.returncode}."
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found | {"exit_code": done.returncode}


def check(command: str, arguments: list[str]) -> None:
    """Refuse what writes, fits or imports, and every option that is not known to do none of it.

    >>> check("bound", ["3", "100", "--report", "page.html"])
    Traceback (most recent call last):
    errbar.errors.InputError: --report writes a file, and this server only reads: leave it out.
    """
    allowed = {f"--{word}" for word in ALLOWED[command].split()}
    for word in arguments:
        if not word.startswith("-") or re.fullmatch(r"-\.?\d.*", word):  # a negative number is a value
            continue
        name = word.partition("=")[0]
        if name in WRITES:
            raise InputError(f"{name} writes a file, and this server only reads: leave it out.")
        if name in IMPORTS:
            raise InputError(f"{name} fits models or imports code, and this server only reads scores: leave it out.")
        if name not in allowed:
            known = ", ".join(sorted(allowed)) or "no options"
            raise InputError(f"errbar {command} takes here {known}; got {name}.")


def server() -> Any:
    """With one tool for each command that reads."""
    try:
        from mcp.server import MCPServer
    except ImportError:
        raise MissingExtraError("The MCP server needs mcp 2: pip install 'errbar[mcp]'.") from None
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations

    made = MCPServer("errbar", instructions="Honest error bars: ask before you claim that one model beats another.")

    def tool(command: str) -> None:
        def run(arguments: list[str]) -> dict[str, Any]:
            try:
                return answer(command, arguments)
            except InputError as refused:
                raise ToolError(str(refused)) from None

        reads = ToolAnnotations(read_only_hint=True, open_world_hint=False)
        made.tool(name=f"errbar_{command}", description=COMMANDS[command], annotations=reads)(run)

    for command in COMMANDS:
        tool(command)
    return made


def main() -> None:
    try:
        made = server()
    except MissingExtraError as absent:
        sys.stderr.write(f"errbar: {absent}\n")
        raise SystemExit(2) from None
    made.run("stdio")


if __name__ == "__main__":
    main()
