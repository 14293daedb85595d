"""Inspect's own program with its mock model: logs of every kind that is met, written into a folder.

python inspect_runs.py FOLDER
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from inspect_ai import Epochs, Task
from inspect_ai import eval as evaluate
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import Score, Target, accuracy, includes, match, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate, solver


@scorer(metrics=[mean(), stderr()])
def length():
    async def score(state: TaskState, target: Target) -> Score:
        return Score(value=len(state.output.completion) / 4, explanation="in quarters of a line")

    return score


@scorer(metrics={"form": [mean()], "sense": [accuracy()]})
def rubric():
    async def score(state: TaskState, target: Target) -> Score:
        return Score(value={"form": 1.0, "sense": "I" if state.output.completion == "no" else "C"})

    return score


@solver
def fails_at(number: int):
    async def solve(state: TaskState, generate):
        if state.sample_id == number:
            raise ValueError("the sandbox went away")
        return await generate(state)

    return solve


def model(name: str, share: float, seed: int):
    """A mock that repeats the number it is asked for in a share of its answers."""
    rng = random.Random(seed)

    def answer(messages, tools, tool_choice, config):
        said = messages[-1].text.split()[-1] if rng.random() < share else "no"
        output = ModelOutput.from_content(f"mockllm/{name}", said)
        output.usage = ModelUsage(input_tokens=3, output_tokens=1, total_tokens=4)
        return output

    return get_model(f"mockllm/{name}", custom_outputs=answer, memoize=False)


def samples(n: int, first: int = 1) -> MemoryDataset:
    return MemoryDataset(
        [
            Sample(
                id=i,
                input=f"Say {i}",
                target=str(i),
                metadata={"topic": "odd" if i % 2 else "even", "where": {"place": i % 4, "notes": "x" * 2000}},
            )
            for i in range(first, first + n)
        ]
    )


def run(folder: Path, who: tuple[str, float, int], task: str = "sums", n: int = 40, how=None, **settings):
    made = Task(dataset=samples(n), name=task, **({"solver": generate(), "scorer": match()} | (how or {})))
    evaluate(made, model=model(*who), log_dir=str(folder), display="none", max_samples=1, **settings)


def main(root: Path) -> None:
    good, poor = ("good", 0.9, 1), ("poor one", 0.5, 2)
    for who in (good, poor):
        run(root / "plain logs", who)
        run(root / "epochs", who, how={"epochs": Epochs(4, "mean")})
        run(root / "tasks", who)
        run(root / "tasks", who, task="words", n=20, how={"scorer": includes()})
    run(root / "scorers", good, how={"scorer": [match(), includes(), length(), rubric()]})
    run(root / "json", good, log_format="json")
    for seed in (3, 4):
        run(root / "again", ("good", 0.9, seed))
    run(root / "again", poor)
    run(root / "errors", good, how={"solver": fails_at(7)}, fail_on_error=False)
    run(root / "stopped", good, how={"solver": fails_at(7)})
    run(root / "limit", good, limit=10)
    run(root / "unscored", good, score=False)
    run(root / "one item", good, n=1)
    run(root / "all right", ("good", 1.0, 1))
    run(root / "all right", ("poor one", 1.0, 1))
    run(root / "all wrong", ("good", 0.0, 1))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
