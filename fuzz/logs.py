"""Small logs of every tool that is read, sound or with something in them changed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

RIGHT = {"a": [1, 1, 0, 1, 1, 0, 1, 0], "b": [1, 0, 0, 1, 0, 0, 1, 1]}
ODD = (
    None,
    "",
    "x",
    -1,
    0,
    1e308,
    2**70,
    [],
    {},
    True,
    "\x1b[31m",
    "nan",
    [[1]],
    {"a": 1},
    "\ud800",
    "C",
    float("nan"),
)


def _inspect(model: str, right: list[int]) -> Any:
    samples = [
        {"id": i, "epoch": 1, "metadata": {"topic": f"t{i % 2}"}, "scores": {"match": {"value": "CI"[1 - ok]}}}
        for i, ok in enumerate(right)
    ]
    known = {"task": "t", "model": model, "dataset": {"samples": len(right)}, "config": {}}
    results = {"total_samples": len(right), "completed_samples": len(right), "scores": []}
    return {"version": 2, "status": "success", "eval": known, "results": results, "samples": samples}


def _lm_eval(model: str, right: list[int]) -> Any:  # noqa: ARG001
    return [
        {"doc_id": i, "filter": "none", "metrics": ["acc"], "acc": ok, "doc": {"q": i}} for i, ok in enumerate(right)
    ]


def _promptfoo(model: str, right: list[int]) -> Any:
    results = [
        {
            "success": bool(ok),
            "score": ok,
            "namedScores": {"tone": 0.5},
            "failureReason": 1 - ok,
            "provider": {"id": model},
            "prompt": {"raw": "Say", "label": "Say"},
            "promptIdx": 0,
            "testIdx": i,
            "vars": {"q": f"question {i}", "topic": f"t{i % 2}"},
        }
        for i, ok in enumerate(right)
    ]
    stats = {"successes": sum(right), "failures": len(right) - sum(right), "errors": 0}
    return {"evalId": "e", "results": {"version": 3, "results": results, "stats": stats}}


def _helm(model: str, right: list[int]) -> Any:  # noqa: ARG001
    return [
        {
            "instance_id": f"id{i}",
            "train_trial_index": 0,
            "stats": [{"name": {"name": "exact_match", "split": "test"}, "count": 1, "sum": ok, "mean": ok}],
        }
        for i, ok in enumerate(right)
    ]


def _deepeval(model: str, right: list[int]) -> Any:
    cases = [
        {
            "name": f"case {i}",
            "input": f"question {i}",
            "success": bool(ok),
            "metricsData": [{"name": "Correctness", "score": float(ok), "success": bool(ok), "error": None}],
        }
        for i, ok in enumerate(right)
    ]
    counts = {"testPassed": sum(right), "testFailed": len(right) - sum(right)}
    return {"testCases": cases, "hyperparameters": {"model": model}, **counts}


def _mlflow(model: str, right: list[int]) -> Any:  # noqa: ARG001
    rows = [[f"question {i}", "x", ok] for i, ok in enumerate(right)]
    return {"columns": ["inputs", "outputs", "exact_match/v1/score"], "data": rows}


def _openai_evals(model: str, right: list[int]) -> Any:
    lines: list[Any] = [{"spec": {"completion_fns": [model], "eval_name": "sums.dev.v0", "run_id": "r"}}]
    lines += [
        {"run_id": "r", "event_id": i, "sample_id": f"sums.{i}", "type": "match", "data": {"correct": bool(ok)}}
        for i, ok in enumerate(right)
    ]
    return [*lines, {"final_report": {"accuracy": sum(right) / len(right)}}]


MAKERS: dict[str, tuple[str, Callable[[str, list[int]], Any]]] = {
    "inspect": ("{}.json", _inspect),
    "lm-eval": ("samples_sums_2026-01-01T00-00-00.jsonl", _lm_eval),
    "promptfoo": ("{}.json", _promptfoo),
    "helm": ("per_instance_stats.json", _helm),
    "deepeval": ("{}.json", _deepeval),
    "mlflow": ("{}.json", _mlflow),
    "openai-evals": ("{}.jsonl", _openai_evals),
}


def write_log(home: Path, tool: str, model: str, odd: int) -> Path:
    """The log of one model, in a folder of its own; the same for the same `odd`."""
    form, make = MAKERS[tool]
    folder = home / tool / f"{model}{odd or ''}"
    path = folder / form.format(model)
    if path.exists():
        return path
    folder.mkdir(parents=True)
    if tool == "helm":
        (folder / "run_spec.json").write_text(json.dumps({"name": "x", "adapter_spec": {"model": f"org/{model}"}}))
    made = make(model, RIGHT[model])
    if odd:
        for _ in range(1 + odd % 3):
            _change(made, random.Random(f"{tool}/{model}/{odd}"))
    text = "\n".join(map(json.dumps, made)) if path.suffix == ".jsonl" else json.dumps(made)
    path.write_text(text if odd % 7 != 6 else text[: len(text) * 2 // 3], encoding="utf-8")
    return path


def _change(made: Any, rng: random.Random) -> None:
    """One thing in it, at any depth, left out or made odd."""
    inside = made
    while True:
        keys = [*inside] if isinstance(inside, dict) else [*range(len(inside))]
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(inside[key], dict | list) and rng.random() < 0.85:
            inside = inside[key]
        elif rng.random() < 0.4:
            del inside[key]
            return
        else:
            inside[key] = deepcopy(rng.choice(ODD))
            return
