"""`make fuzz`: command lines and calls nobody would write, seeds printed, failures kept."""

from __future__ import annotations

import argparse
import secrets
import sys

from fuzz.cases import run_many
from fuzz.commands import COMMANDS
from fuzz.questions import QUESTIONS
from fuzz.sweep import SWEEP, swept
from fuzz.verbs import VERBS

SHARES = {COMMANDS: (0.2, 0.5), VERBS: (0.8, 0.5)}  # of the cases, and of the seconds where those are given


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, help="how many in all; else as many as --seconds allow")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--processes", type=int, default=2, choices=(1, 2))
    parser.add_argument("--only", choices=("commands", "verbs", "questions", "sweep"))
    asked = parser.parse_args()
    seed = secrets.randbelow(2**32) if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)
    if asked.only == "sweep":
        return 1 if any(one.why for one in run_many(SWEEP, seed, asked.processes, len(swept()), 0.0)) else 0
    wanted = {"commands": [COMMANDS], "verbs": [VERBS], "questions": [QUESTIONS], None: [*SHARES]}[asked.only]
    failed = 0
    for kind in wanted:
        cases, seconds = SHARES[kind] if len(wanted) > 1 else (1.0, 1.0)
        many = None if asked.cases is None else round(cases * asked.cases)
        failed += sum(bool(one.why) for one in run_many(kind, seed, asked.processes, many, seconds * asked.seconds))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
