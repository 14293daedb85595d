"""Evaluation logs of Inspect AI and per-sample files of lm-evaluation-harness, made in their format."""

from __future__ import annotations

import json
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import errbar as eb
from errbar.errors import InputError, UnknownNameError

LOGS = Path(__file__).parent / "logs"
A = [0, 1, 0, 0, 0.5, 0, 1, 0, 0, 0, 1, 0]
B = [0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0]


def log(name="a"):
    return json.loads((LOGS / f"inspect_{name}.json").read_text())


def test_inspect_logs():
    scores = eb.read_inspect(str(LOGS / "inspect_*.json"))
    assert scores.names == ("provider/model-a", "provider/model-b")
    assert scores.plan.n == 12
    assert sorted(scores.items[0]) == sorted(A) and sorted(scores.items[1]) == sorted(B)
    result = eb.infer(scores, model="provider/model-a", versus="provider/model-b")
    assert result.estimate == pytest.approx(sum(a - b for a, b in zip(A, B, strict=True)) / 12)


def test_inspect_groups_and_names_of_ones_own():
    logs = {"new": LOGS / "inspect_a.json", "base": LOGS / "inspect_b.json"}
    scores = eb.read_inspect(logs, group="topic")
    assert scores.names == ("base", "new")
    assert eb.infer(scores, model="new", versus="base").details["n_groups"] == 3


def test_inspect_epochs_are_averaged(tmp_path):
    data = log()
    again = [dict(sample, epoch=2, scores={"match": {"value": "I"}}) for sample in data["samples"]]
    data["samples"] += again
    data["results"] |= {"total_samples": 24, "completed_samples": 24}
    path = tmp_path / "epochs.json"
    path.write_text(json.dumps(data))
    scores = eb.read_inspect(path)
    assert scores.plan.n == 12
    assert scores.values[0, 0] == pytest.approx((sum(A) / 12 + 1) / 2)
    assert any("2 answers were averaged" in note for note in scores.notes)


def test_inspect_archives_hold_the_same(tmp_path):
    data = log()
    samples = data.pop("samples")
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("_journal/start.json", json.dumps(data))
        archive.writestr("header.json", json.dumps(data))
        for sample in samples:
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
    assert eb.read_inspect(path).values[0, 0] == pytest.approx(sum(A) / 12)


def test_inspect_scorers_and_dictionary_scores(tmp_path):
    data = log()
    for sample in data["samples"]:
        sample["scores"]["judge"] = {"value": {"tone": 0.5, "fact": 1}}
    path = tmp_path / "two.json"
    path.write_text(json.dumps(data))
    with pytest.raises(InputError, match="Say which scorer=; the logs hold judge, match"):
        eb.read_inspect(path)
    with pytest.raises(InputError, match="scorer='judge/tone'"):
        eb.read_inspect(path, scorer="judge")
    with pytest.raises(InputError, match=r"the name 'tone' does not tell.*=True .*=False"):
        eb.read_inspect(path, scorer="judge/tone")
    tone = eb.read_inspect(path, scorer="judge/tone", greater_is_better=True)
    assert (tone.values[0, 0], tone.loss, tone.greater_is_better) == (0.5, "tone", True)
    with pytest.raises(UnknownNameError, match="scorer='jugde'"):
        eb.read_inspect(path, scorer="jugde")


def test_inspect_samples_without_a_score_are_missing(tmp_path):
    data = log()
    data["samples"][3]["scores"] = None
    data["samples"][5]["scores"]["match"]["value"] = float("nan")  # Inspect's sign for: not scored
    path = tmp_path / "holes.json"
    path.write_text(json.dumps(data))
    with pytest.raises(InputError, match="missing or infinite value for sample popularity/4; sample popularity/6"):
        eb.read_inspect(path)
    assert eb.read_inspect(path, missing="drop").plan.n == 10


def test_inspect_refuses_what_is_no_log(tmp_path):
    for text, words in (("{}", "not an evaluation log"), ("nope", "not JSON"), ("[1]", "not an evaluation log")):
        path = tmp_path / "x.json"
        path.write_text(text)
        with pytest.raises(InputError, match=words):
            eb.read_inspect(path)
    data = log()
    data["samples"][0]["scores"]["match"]["value"] = "maybe"
    path.write_text(json.dumps(data))
    with pytest.raises(InputError, match="'maybe', which is no number"):
        eb.read_inspect(path)


def test_lm_eval_samples():
    with pytest.raises(InputError, match="Say which metric=; the samples hold acc, acc_norm"):
        eb.read_lm_eval(str(LOGS / "lm_eval/*/samples_*.jsonl"))
    scores = eb.read_lm_eval(str(LOGS / "lm_eval/*/samples_*.jsonl"), metric="acc", group="doc.subject")
    assert scores.names == ("model-a", "model-b")
    result = eb.infer(scores, model="model-a", versus="model-b")
    assert result.estimate == pytest.approx(-2 / 6)
    assert result.details["n_groups"] == 2


def test_lm_eval_documents_are_matched_by_what_they_say(tmp_path):
    source = LOGS / "lm_eval/model-b/samples_arc_easy_2025-01-01T00-00-00.123456.jsonl"
    lines = [json.loads(line) for line in source.read_text().splitlines()]
    lines[2]["doc_hash"] = "f" * 64
    path = tmp_path / "model-c" / source.name
    path.parent.mkdir()
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    first = LOGS / "lm_eval/model-a" / source.name
    with pytest.raises(InputError, match=r"arc_easy/2 \(ffffffff"):
        eb.read_lm_eval([first, path], metric="acc")


def test_lm_eval_filters_and_damaged_lines(tmp_path):
    source = LOGS / "lm_eval/model-b/samples_arc_easy_2025-01-01T00-00-00.123456.jsonl"
    lines = [json.loads(line) for line in source.read_text().splitlines()]
    both = lines + [dict(line, filter="strict", acc=0.0) for line in lines]
    path = tmp_path / "samples_arc_easy.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in both))
    with pytest.raises(InputError, match="Say which filter=; the samples hold none, strict"):
        eb.read_lm_eval({"m": path}, metric="acc")
    assert eb.read_lm_eval({"m": path}, metric="acc", filter="strict").values[0, 0] == 1.0
    path.write_text('{"doc_id": 1, "acc": 1.0}\n{"doc_id"\n')
    with pytest.raises(InputError, match="line 2 is not JSON"):
        eb.read_lm_eval({"m": path})
    path.write_text('{"acc": 1.0}\n')
    with pytest.raises(InputError, match="no doc_id"):
        eb.read_lm_eval({"m": path})


@pytest.mark.skipif(sys.version_info < (3, 14) and find_spec("backports") is None, reason="no Zstandard in zip files")
def test_archives_written_by_inspect_itself():
    """Zstandard archives of version 0.3.285 (make.py beside them); Inspect's own accuracies are 22/24 and 10/24."""
    scores = eb.read_inspect(str(LOGS / "inspect_archives" / "*.eval"), group="topic")
    assert scores.names == ("mockllm/good", "mockllm/poor")
    np.testing.assert_allclose(scores.values[:, 0], (2 / 24, 14 / 24), rtol=1e-12)
    result = eb.infer(scores, model="mockllm/poor", versus="mockllm/good")
    assert result.method == "mcnemar" and result.n == 12 and result.details["n_groups"] == 4
