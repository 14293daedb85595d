"""Logs of every known tool, in the layouts that the tools document, read by one function."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

import errbar as eb
from errbar.errors import InputError

LOGS = Path(__file__).parent / "logs"
RIGHT = {"a": [1, 1, 0, 1, 1, 0], "b": [1, 0, 0, 1, 0, 0]}


def promptfoo(model):
    results = [
        {
            "success": bool(right),
            "score": right,
            "namedScores": {"tone": 0.5},
            "failureReason": 0 if right else 1,
            "provider": {"id": model},
            "prompt": {"raw": "Say {{q}}", "label": "Say {{q}}"},
            "promptIdx": 0,
            "testIdx": i,
            "vars": {"q": f"question {i}", "topic": "even" if i % 2 else "odd"},
            "testCase": {"vars": {}, "assert": [{"type": "equals", "value": i}]},
        }
        for i, right in enumerate(RIGHT[model])
    ]
    good = sum(RIGHT[model])
    stats = {"successes": good, "failures": 6 - good, "errors": 0}
    return {
        "evalId": "eval-1",
        "results": {"version": 3, "timestamp": "2026-01-01", "results": results, "stats": stats},
    }


def helm(model):
    del model
    return [
        {
            "instance_id": f"id{i}",
            "train_trial_index": 0,
            "stats": [{"name": {"name": "exact_match", "split": "test"}, "count": 1, "sum": right, "mean": right}],
        }
        for i, right in enumerate(RIGHT["a"])
    ]


def deepeval(model):
    cases = [
        {
            "name": f"case {i}",
            "input": f"question {i}",
            "success": bool(right),
            "metricsData": [{"name": "Correctness", "score": float(right), "success": bool(right), "error": None}],
        }
        for i, right in enumerate(RIGHT[model])
    ]
    good = sum(RIGHT[model])
    return {"testCases": cases, "testPassed": good, "testFailed": 6 - good, "hyperparameters": {"model": model}}


def mlflow(model):
    data = [[f"question {i}", "x", right] for i, right in enumerate(RIGHT[model])]
    return {"columns": ["inputs", "outputs", "exact_match/v1/score"], "data": data}


def openai_evals(model):
    lines = [{"spec": {"completion_fns": [model], "eval_name": "sums.dev.v0", "run_id": "r"}}]
    lines += [
        {"run_id": "r", "event_id": i, "sample_id": f"sums.{i}", "type": "match", "data": {"correct": bool(right)}}
        for i, right in enumerate(RIGHT[model])
    ]
    return [*lines, {"final_report": {"accuracy": sum(RIGHT[model]) / 6}}]


def written(path, data):
    lines = path.suffix == ".jsonl"
    path.write_text("\n".join(map(json.dumps, data)) if lines else json.dumps(data), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("make", "end", "scorer"),
    [
        (promptfoo, "json", "success"),
        (deepeval, "json", "success"),
        (mlflow, "json", None),
        (openai_evals, "jsonl", None),
    ],
)
def test_two_models_are_matched(tmp_path, make, end, scorer):
    paths = {name: written(tmp_path / f"{name}.{end}", make(name)) for name in "ab"}
    scores = eb.read_log(paths, scorer=scorer)
    assert scores.names == ("a", "b") and scores.plan.n == 6 and scores.greater_is_better
    assert [scores.values[0, 0], scores.values[1, 0]] == pytest.approx([4 / 6, 2 / 6])
    assert scores.flipped("a", "b").better == 2
    assert "accuracy" in str(eb.infer(scores, model="a")) or scores.loss == "exact_match"


def test_helm_names_the_model_beside(tmp_path):
    path = written(tmp_path / "per_instance_stats.json", helm("a"))
    with pytest.raises(InputError, match=r"run_spec\.json"):
        eb.read_log(path)
    spec = {"name": "sums:model=org_a", "adapter_spec": {"model": "org/a"}}
    written(tmp_path / "run_spec.json", spec)
    scores = eb.read_log(tmp_path)
    assert scores.names == ("org/a",) and scores.values[0, 0] == pytest.approx(4 / 6)
    assert any("run_spec.json" in note for note in scores.notes)


def test_an_error_of_a_provider_is_no_wrong_answer(tmp_path):
    data = promptfoo("a")
    data["results"]["results"][0] |= {"failureReason": 2, "success": False, "error": "timeout"}
    path = written(tmp_path / "results.json", data)
    with pytest.raises(InputError):
        eb.read_log(path, scorer="success")
    assert eb.read_log(path, scorer="success", missing="drop").plan.n == 5


@pytest.mark.parametrize("make", [promptfoo, deepeval])
def test_cut_logs_are_refused(tmp_path, make):
    data = make("a")
    cases = data["results"]["results"] if make is promptfoo else data["testCases"]
    del cases[-1]
    with pytest.raises(InputError, match="says it has 6"):
        eb.read_log(written(tmp_path / "x.json", data), scorer="success")


def test_an_unfinished_record_is_refused(tmp_path):
    path = written(tmp_path / "x.jsonl", openai_evals("a")[:-1])
    with pytest.raises(InputError, match="no final_report"):
        eb.read_log(path)
    assert eb.read_log(path, missing="drop").plan.n == 6


def test_a_damaged_file_in_a_folder_is_refused(tmp_path):
    written(tmp_path / "a.json", promptfoo("a"))
    (tmp_path / "b.json").write_text('{"results": {"resul', encoding="utf-8")
    with pytest.raises(InputError, match=r"b\.json is not JSON"):
        eb.read_log(tmp_path, scorer="success")


def test_errors_list_the_keys(tmp_path):
    path = written(tmp_path / "x.json", {"rows": [{"id": 1, "checks": {"ok": True}}], "when": 1})
    with pytest.raises(InputError, match="the keys rows, when"):
        eb.read_log(path)
    with pytest.raises(InputError, match=r"no 'okay' at rows\[\].checks; there it has the keys ok"):
        eb.read_log(path, fields={"score": "rows[].checks.okay"})


def test_nested_fields(tmp_path):
    rows = [{"id": i, "checks": {"ok": bool(right)}} for i, right in enumerate(RIGHT["a"])]
    path = written(tmp_path / "x.json", {"about": {"model": "my model"}, "rows": rows})
    fields = {"item": "rows[].id", "score": "rows[].checks.ok", "model": "about.model"}
    scores = eb.read_log(path, fields=fields)
    assert scores.names == ("my model",) and scores.values[0, 0] == pytest.approx(4 / 6)


def test_two_runs_of_one_model_need_names(tmp_path):
    first, second = (written(tmp_path / f"{name}.json", promptfoo("a")) for name in ("first", "second"))
    with pytest.raises(InputError, match="before=FILE after=FILE"):
        eb.read_log([first, second], scorer="success")
    assert eb.read_log([f"before={first}", f"after={second}"], scorer="success").names == ("after", "before")


def test_the_newest_run_of_a_task_counts(tmp_path):
    source = next((LOGS / "lm_eval" / "model-a").iterdir())
    folder = tmp_path / "model-a"
    folder.mkdir()
    old = source.read_text(encoding="utf-8")
    (folder / "samples_arc_easy_2025-01-01T00-00-00.1.jsonl").write_text(old, encoding="utf-8")
    new = [json.dumps(json.loads(line) | {"acc": 1.0}) for line in old.splitlines()]
    (folder / "samples_arc_easy_2025-02-01T00-00-00.1.jsonl").write_text("\n".join(new), encoding="utf-8")
    scores = eb.read_log(tmp_path, scorer="acc")
    assert scores.values[0, 0] == 1.0
    assert any("the newest is read, samples_arc_easy_2025-02-01" in note for note in scores.notes)


def test_summaries_are_read_in_place_of_samples(tmp_path):
    data = json.loads((LOGS / "inspect_a.json").read_text(encoding="utf-8"))
    samples = data.pop("samples")
    path = tmp_path / "x.eval"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", json.dumps(data))
        archive.writestr("summaries.json", json.dumps(samples))
        for sample in samples:
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", "a transcript that nobody parses")
    whole = eb.read_inspect(LOGS / "inspect_a.json")
    assert np.array_equal(eb.read_inspect(path).items, whole.items)
    with pytest.raises(InputError, match="is not JSON"):
        eb.read_inspect(path, group="not in the summaries")


def test_several_scorers_are_several_metrics():
    scores = eb.read_log(LOGS / "lm_eval", scorer="all")
    assert scores.metrics == ("acc", "acc_norm")
    with pytest.raises(InputError, match="the logs hold acc, acc_norm"):
        eb.read_log(LOGS / "lm_eval")


def test_words_of_ones_own(tmp_path):
    rows = [{"id": i, "grade": word} for i, word in enumerate(["agree", "disagree", "agree"])]
    path = written(tmp_path / "x.json", rows)
    scores = eb.read_log(
        path,
        fields={"item": "[].id", "score": "[].grade"},
        marks={"agree": 4, "disagree": 2},
        score_range=(1, 5),
        greater_is_better=True,
    )
    assert scores.values[0, 0] == pytest.approx(10 / 3) and scores.loss == "grade"
