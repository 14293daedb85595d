"""The skill's commands are those of errbar: each is run as it is written. The action's script is run too."""

import json
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from errbar.cli.main import run

ROOT = Path(__file__).parents[2]
SKILL = (ROOT / "skills" / "errbar" / "SKILL.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^ *errbar (.+)$", SKILL, re.MULTILINE)


def test_its_head_names_and_describes_it():
    head = re.match(r"---\nname: (\S+)\ndescription: (.+)\n---\n", SKILL)
    assert head and head[1] == "errbar" and len(head[2]) < 1024
    assert len(COMMANDS) == 5


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_runs(line, tmp_path, monkeypatch, capfd):
    rows = "".join(f"{i},{name},{i % 10 > 0:d}\n" for name in ("new", "base") for i in range(400))
    (tmp_path / "scores.csv").write_text("id,model,right\n" + rows)
    monkeypatch.chdir(tmp_path)
    assert run(shlex.split(line)) == 0
    said = capfd.readouterr().out
    assert json.loads(said) if "--json" in line else "shown: new is worse than base by less than 5 points" in said


@pytest.mark.skipif(os.name == "nt", reason="the action runs in bash")
@pytest.mark.parametrize(
    "code, undecided, left", [(0, "fail", 0), (1, "pass", 1), (4, "fail", 4), (4, "pass", 0), (2, "pass", 2)]
)
def test_the_action_hands_on_the_verdict(tmp_path, code, undecided, left):
    """With a command in errbar's place that says how it was called; its names hold what a shell would obey."""
    text = (ROOT / ".github/actions/errbar-gate/action.yml").read_text(encoding="utf-8")
    script = re.sub(r"^ {8}", "", text.split("run: |\n")[1], flags=re.MULTILINE)
    (tmp_path / "errbar").write_text(f'#!/bin/sh\nprintf "%s;" "$@"\nexit {code}\n')
    (tmp_path / "errbar").chmod(0o755)
    given = {"TABLE": "my scores.csv", "MODEL": "a $(touch x)", "VERSUS": "b", "MARGIN": "0.01", "UNDECIDED": undecided}
    paths = {"RUNNER_TEMP": ".", "GITHUB_STEP_SUMMARY": "summary", "GITHUB_OUTPUT": "output"}
    more = {"ARGUMENTS": "--item=the id\n--model-col=m\n", "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    line = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    done = subprocess.run(line, cwd=tmp_path, env=given | paths | more, capture_output=True, text=True, check=False)
    assert done.returncode == left, done.stderr
    called = "gate;my scores.csv;--model=a $(touch x);--versus=b;--margin=0.01;--item=the id;--model-col=m;--format;markdown;"
    assert done.stdout == (tmp_path / "summary").read_text() == called
    assert (tmp_path / "output").read_text() == f"exit-code={code}\n" and not (tmp_path / "x").exists()
