"""Logs that are not whole, damaged or hostile: one sentence that names the file, and no gigabytes."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

import errbar as eb
from errbar.errors import InputError
from errbar.types import zips

LOGS = Path(__file__).parent / "logs"
ARC = LOGS / "lm_eval/model-a/samples_arc_easy_2025-01-01T00-00-00.123456.jsonl"


def log():
    return json.loads((LOGS / "inspect_a.json").read_text())


def written(path, data):
    path.write_text(json.dumps(data))
    return path


def archived(path, data, compression=zipfile.ZIP_DEFLATED, head="header.json"):
    samples = data["samples"]
    with zipfile.ZipFile(path, "w", compression) as archive:
        archive.writestr(head, json.dumps({key: value for key, value in data.items() if key != "samples"}))
        for sample in samples:
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
    return path


def refused(read, *args, **kwargs):
    with pytest.raises(InputError) as error:
        read(*args, **kwargs)
    text = str(error.value)
    assert "\n" not in text and len(text) < 500 and text.endswith((".", "?"))
    return text


@pytest.mark.parametrize("status", ["error", "cancelled", "started"])
def test_unfinished_inspect_logs_are_refused(tmp_path, status):
    data = log()
    data |= {"status": status, "samples": data["samples"][:5]}
    for path in (written(tmp_path / "x.json", data), archived(tmp_path / "x.eval", data)):
        said = refused(eb.read_inspect, path)
        assert said.startswith(f"{path.name} is not finished (status '{status}'): it holds 5 samples of 12; ")
        scores = eb.read_inspect(path, missing="drop")
        assert scores.plan.n == 5 and any("5 samples of 12" in note for note in scores.notes)


def test_an_archive_without_a_header_was_never_finished(tmp_path):
    path = archived(
        tmp_path / "x.eval", {"eval": log()["eval"], "samples": log()["samples"]}, head="_journal/start.json"
    )
    assert "x.eval is not finished (status 'started'): it holds 12 samples" in refused(eb.read_inspect, path)


def test_counts_of_inspect_are_compared(tmp_path):
    data = log()
    data["samples"].pop(4)
    for missing in ("error", "drop"):
        said = refused(eb.read_inspect, written(tmp_path / "x.json", data), missing=missing)
        assert said == "x.json says it has 12 samples, and 11 can be read: it is damaged, or was changed."
    data["results"]["completed_samples"] = 11  # one failed, and the evaluation went on
    refused(eb.read_inspect, written(tmp_path / "x.json", data))
    scores = eb.read_inspect(written(tmp_path / "x.json", data), missing="drop")
    assert scores.plan.n == 11 and "x.json says it has 12 samples, and 11 can be read." in scores.notes


def test_ids_of_inspect_are_compared(tmp_path):
    data = log()
    data["eval"]["dataset"]["sample_ids"] = [sample["id"] for sample in data["samples"]]
    assert eb.read_inspect(written(tmp_path / "x.json", data)).plan.n == 12
    data["samples"][2]["id"] = 99
    assert "lists 12 sample ids, but holds no sample '3'" in refused(
        eb.read_inspect, written(tmp_path / "x.json", data)
    )


def test_no_flipped_bit_of_an_archive_changes_the_answer(tmp_path):
    """One bit at seventy places of an archive: the same answer or a refusal."""
    path = archived(tmp_path / "x.eval", log() | {"samples": [dict(s, events=[]) for s in log()["samples"]]})
    whole, right = path.read_bytes(), eb.read_inspect(path).items.tobytes()
    seen = {"same": 0, "refused": 0}
    for place in range(0, len(whole), max(1, len(whole) // 70)):
        torn = bytearray(whole)
        torn[place] ^= 1 << (place % 8)
        path.write_bytes(torn)
        try:
            assert eb.read_inspect(path).items.tobytes() == right
            seen["same"] += 1
        except InputError as error:
            assert "\n" not in str(error)
            seen["refused"] += 1
    assert seen["refused"] > 25


def test_counts_of_the_harness_are_compared(tmp_path):
    lines = ARC.read_text().splitlines(keepends=True)
    path = tmp_path / ARC.name
    results = tmp_path / "results_2025-01-01T00-00-00.123456.json"
    results.write_text(json.dumps({"n-samples": {"arc_easy": {"original": 2376, "effective": 6}}}))
    path.write_text("".join(lines))
    assert eb.read_lm_eval({"m": path}, metric="acc").plan.n == 6
    path.write_text("".join(lines[:4]))
    said = refused(eb.read_lm_eval, {"m": path}, metric="acc")
    assert "holds 4 documents, and the results beside it say 6: it is cut short" in said
    results.unlink()
    path.write_text("".join(lines[:2] + lines[4:]))
    notes = eb.read_lm_eval({"m": path}, metric="acc").notes
    assert any("doc_id goes from 0 to 5, but 2 of these are not there" in note for note in notes)
    path.write_text("".join(lines + lines[:1]))
    assert "several rows for one item" in refused(eb.read_lm_eval, {"m": path}, metric="acc")


def test_one_log_for_the_other(tmp_path):
    path = archived(tmp_path / "x.eval", log())
    assert "x.eval is an archive, as Inspect writes them" in refused(eb.read_lm_eval, path)
    assert "eb.read_lm_eval (--format lm-eval)" in refused(eb.read_inspect, ARC)
    one = tmp_path / "one.json"
    one.write_text(ARC.read_text().splitlines()[0])
    assert "eb.read_lm_eval (--format lm-eval)" in refused(eb.read_inspect, one)


def test_archives_that_unpack_to_far_more_than_they_are(tmp_path):
    path = tmp_path / "bomb.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps(log() | {"samples": None}))
        archive.writestr("samples/1_epoch_1.json", b" " * (zips.FREE_BYTES + 1))
    said = refused(eb.read_inspect, path)
    assert "bomb.eval holds a member 'samples/1_epoch_1.json' that unpacks from" in said


def test_compressed_tables_that_unpack_to_far_more_than_they_are(tmp_path):
    path = tmp_path / "bomb.csv.gz"
    with gzip.open(path, "wb") as file:
        file.write(b"id,loss\n")
        for _ in range(zips.FREE_BYTES // 2**20 + 1):
            file.write(b"1,0.5\n" * (2**20 // 6))
    path.rename(tmp_path / "bomb.jsonl.gz")
    said = refused(eb.Scores.from_table, tmp_path / "bomb.jsonl.gz", item="id", loss="loss")
    assert said.startswith("bomb.jsonl.gz unpacks from") and "more than 67,108,864 bytes" in said
    (tmp_path / "bomb.jsonl.gz").rename(path)
    said = refused(eb.Scores.from_table, path, item="id", loss="loss")
    assert said.startswith("bomb.csv.gz unpacks from") and said.endswith("Unpack it first if it is one.")


def test_counts_of_each_scorer_are_compared(tmp_path):
    data = log()
    scorer, n = next(iter(data["samples"][0]["scores"])), len(data["samples"])
    counted = [{"name": scorer, "scorer": scorer, "scored_samples": n, "unscored_samples": 0, "metrics": {}}]
    data["results"]["scores"] = counted
    assert eb.read_inspect(written(tmp_path / "x.json", data)).plan.n == n
    del data["samples"][3]["scores"][scorer]
    said = refused(eb.read_inspect, written(tmp_path / "x.json", data), missing="drop")
    assert said == (
        f"x.json says that '{scorer}' scored {n} samples, and {n - 1} with its score can be read: it is damaged, or "
        "was changed."
    )
    counted[0] |= {"scored_samples": n - 1, "unscored_samples": 1}
    assert eb.read_inspect(written(tmp_path / "x.json", data), missing="drop").plan.n == n - 1


def test_archives_of_too_many_members(tmp_path, monkeypatch):
    monkeypatch.setattr(zips, "MOST_MEMBERS", 5)
    said = refused(eb.read_inspect, archived(tmp_path / "x.eval", log()))
    assert said == "x.eval has 13 members; errbar reads archives of up to 5."


def test_json_that_is_nested_too_deeply(tmp_path):
    deep = "[" * 200_000 + "]" * 200_000
    path = tmp_path / "deep.json"
    path.write_text(deep)
    assert refused(eb.read_inspect, path) == "deep.json is nested too deeply to be read as JSON."
    lines = tmp_path / "samples_x.jsonl"
    lines.write_text(deep)
    assert "samples_x.jsonl, line 1 is nested too deeply" in refused(eb.read_lm_eval, lines)


@pytest.mark.parametrize(
    "change",
    [
        {"samples": [1]},
        {"samples": {"a": 1}},
        {"samples": [{"id": [1], "scores": {"match": {"value": "C"}}}]},
        {"samples": [{"id": 1, "epoch": [2], "scores": {"match": {"value": "C"}}}]},
        {"samples": [{"id": 1, "scores": ["match"]}]},
        {"samples": [{"id": 1, "scores": {"match": "C"}}]},
        {"samples": [{"id": 1, "metadata": [1], "scores": {"match": {"value": "C"}}}]},
        {"samples": [{"id": 1, "scores": {"match": {"value": [1]}}}]},
        {"samples": [{"id": 1, "scores": {"match": {"value": 10**400}}}]},
        {"eval": {"model": {"x": 1}, "task": "t"}, "samples": []},
        {"results": [1], "status": ["x"]},
    ],
)
def test_damaged_samples_are_one_sentence(tmp_path, change):
    refused(eb.read_inspect, written(tmp_path / "x.json", log() | {"results": None} | change))


@pytest.mark.parametrize(
    "line",
    ['{"doc_id": [1], "acc": 1}', '{"doc_id": 1, "metrics": 3}', '{"doc_id": 1, "metrics": ["acc"], "acc": "\\u001b[31m"}',
     '{"doc_id": 1, "metrics": ["acc"], "acc": 1' + "0" * 400 + "}", "[1]"],
)  # fmt: skip
def test_damaged_lines_are_one_sentence(tmp_path, line):
    path = tmp_path / "samples_x.jsonl"
    path.write_text(line + "\n")
    said = refused(eb.read_lm_eval, {"m": path})
    assert "\x1b" not in said


def test_halves_of_characters_in_names_do_not_crash(tmp_path):
    data = log()
    data["eval"]["model"] = "model \ud800"
    data["samples"][0]["id"] = "\udfff"
    scores = eb.read_inspect(written(tmp_path / "x.json", data))
    assert scores.names == ("model \\ud800",)


def saved(path):
    table = {"id": np.arange(40), "a": np.arange(40.0), "b": np.ones(40)}
    eb.Scores.from_table(table, item="id", loss=["a", "b"]).save(path)
    return path


def test_no_flipped_bit_of_saved_scores_is_a_raw_exception(tmp_path):
    path = saved(tmp_path / "s.npz")
    whole, right = path.read_bytes(), eb.Scores.load(path)
    for place in range(0, len(whole), 5):
        torn = bytearray(whole)
        torn[place] ^= 1 << (place % 8)
        path.write_bytes(torn)
        try:
            again = eb.Scores.load(path)
            assert again.items.tobytes() == right.items.tobytes() and again.names == right.names
        except InputError as error:
            assert "s.npz" in str(error)


def test_saved_scores_that_unpack_to_far_more_than_they_are(tmp_path, monkeypatch):
    monkeypatch.setattr(zips, "FREE_BYTES", 2**20)
    path = tmp_path / "bomb.npz"
    np.savez_compressed(path, values=np.zeros(2**18))
    assert "member 'values.npy' that unpacks from" in refused(eb.Scores.load, path)


def test_saved_scores_whose_header_promises_gigabytes(tmp_path):
    path = tmp_path / "lie.npz"
    text = b"{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999,), }".ljust(117) + b"\n"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("values.npy", b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text)
    assert "does not hold saved scores, or is damaged" in refused(eb.Scores.load, path)
