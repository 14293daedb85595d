"""The MCP server: what it refuses, and what it answers to the real client over stdio."""

import json
import sys

import pytest

from errbar.errors import InputError
from errbar.plugins import mcp_server


@pytest.mark.parametrize(
    "command, word, sentence",
    [
        *((name, word, "writes a file") for name in ("infer", "rank", "bound") for word in mcp_server.WRITES),
        ("rank", "--allow-module=os", "imports code"),
        ("infer", "--scores", "imports code"),
        ("infer", "--rep", "got --rep"),
        ("methods", "-h", "takes here no options; got -h"),
        ("infer", "--", "got --"),
    ],
)
def test_what_writes_or_imports_is_refused(command, word, sentence):
    with pytest.raises(InputError, match=sentence):
        mcp_server.check(command, ["table.csv", word, "x"])


def test_every_allowed_option_is_one_of_the_command():
    from typer.main import get_command

    from errbar.cli.main import app

    for command, words in mcp_server.ALLOWED.items():
        there = {flag for one in get_command(app).commands[command].params for flag in (*one.opts, *one.secondary_opts)}
        assert {f"--{word}" for word in words.split()} <= there


def test_a_command_that_takes_too_long_is_stopped(monkeypatch):
    monkeypatch.setattr(mcp_server, "SECONDS", 0.001)
    with pytest.raises(InputError, match="took longer than"):
        mcp_server.answer("methods", [])


def test_the_client_library_is_answered_over_stdio(tmp_path):
    pytest.importorskip("mcp", reason="mcp is not installed")
    import asyncio
    import os

    table = tmp_path / "with spaces.csv"
    rows = "".join(f"{i},{name},{i % 10 > (name == 'new'):d}\n" for name in ("new", "base") for i in range(300))
    table.write_text("id,model,right\n" + rows)
    ask = [str(table), "--item", "id", "--model-col", "model", "--correct-col", "right"]
    pair = ["--model", "new", "--versus", "base"]

    async def talk():
        from mcp import ClientSession, StdioServerParameters, stdio_client

        how = StdioServerParameters(
            command=sys.executable, args=["-m", "errbar.plugins.mcp_server"], env=dict(os.environ)
        )
        async with stdio_client(how) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            tools = await session.list_tools()
            calls = [
                ("errbar_bound", ["3", "100"]),
                ("errbar_infer", [*ask, *pair, "--margin", "0.05"]),
                ("errbar_infer", [*ask, "--model", "old"]),
                ("errbar_infer", [*ask, "--report", str(tmp_path / "page.html")]),
            ]
            return tools, [await session.call_tool(name, {"arguments": given}) for name, given in calls]

    tools, (bound, gate, unknown, refused) = asyncio.run(talk())
    assert {one.name for one in tools.tools} == {f"errbar_{name}" for name in mcp_server.COMMANDS}
    said = json.loads(bound.content[0].text)
    assert said["method"] == "clopper_pearson" and said["high"] == pytest.approx(0.0757, abs=5e-5)
    judged = json.loads(gate.content[0].text)
    assert judged["verdict"] == "refuted" and judged["exit_code"] == 1
    assert unknown.is_error and "old" in unknown.content[0].text
    assert refused.is_error and "--report writes a file" in refused.content[0].text
    assert not (tmp_path / "page.html").exists()
