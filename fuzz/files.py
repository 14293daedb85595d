"""Small files of every kind for the command lines to name: good, odd and damaged."""

from __future__ import annotations

import gzip
import json
import os
import random
import sqlite3
from pathlib import Path

from fuzz.logs import MAKERS, write_log

GOOD = ("data.csv", "items.csv", "losses.csv", "wide.csv", "sets.csv", "folds.csv", "data.jsonl", "data.csv.gz")
PARQUET = ("data.parquet", "damaged.parquet")
About = dict[str, tuple[int, int]]
STORES = ("runs.db", "damaged.db", "other.db", "new.db")


def write_files(folder: Path) -> None:
    """The same bytes every time, into an empty folder."""
    rng = random.Random(7)
    for name, text in (_good(rng) | _odd(rng)).items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape"))
    (folder / "data.csv.gz").write_bytes(gzip.compress((folder / "data.csv").read_bytes(), mtime=0))
    (folder / "broken.csv.gz").write_bytes((folder / "data.csv.gz").read_bytes()[:60])
    (folder / "logs").mkdir()
    (folder / "logs" / "a.json").write_text(json.dumps(_inspect("a", rng)))
    (folder / "logs" / "b.json").write_text(json.dumps(_inspect("b", rng))[:300])
    for tool, _ in MAKERS.items():
        for model, odd in (("a", 0), ("b", 0)):
            write_log(folder / "logs" / "tools", tool, model, odd)
    (folder / "empty").mkdir()
    _parquet(folder)
    _stores(folder)


def kept(folder: Path) -> About:
    """Size and time of every file that no command may change."""
    found: About = {}
    for entry in os.scandir(folder):
        if entry.name.startswith(("out", *STORES)):
            continue
        if entry.is_dir():
            found |= kept(Path(entry.path))
        elif entry.is_file():
            about = entry.stat()
            found[entry.path] = (about.st_size, about.st_mtime_ns)
    return found


def _good(rng: random.Random) -> dict[str, str]:
    rows = [(rng.gauss(0, 1), rng.gauss(0, 1), rng.choice("abc"), rng.randrange(2)) for _ in range(30)]
    data = "\n".join(["x,z,t,y", *(f"{x:.3f},{z:.3f},{t},{y}" for x, z, t, y in rows)])
    lines = "\n".join(json.dumps({"x": x, "z": z, "y": y}) for x, z, _, y in rows)
    models = [("a", 0.7), ("b", 0.8), ("c", 0.6)]
    items = [
        f"{i},{m},{int(rng.random() < p)},{rng.random():.3f},{i // 5},{i % 2}" for i in range(40) for m, p in models
    ]
    wide = [f"{i},{rng.random():.3f},{rng.random():.3f}" for i in range(40)]
    sets = [f"d{d},{m},{rng.random():.3f}" for d in range(8) for m, _ in models]
    votes = [f"m{i % 3},m{(i + 1) % 3},{rng.choice(['a', 'b', 'tie'])},{i // 4},j{i % 2}" for i in range(40)]
    many = [f"{i},{i % 3},{rng.random():.3f},{rng.randrange(2)}" for i in range(30)]
    runs = [f"d{d},{m},{r},{rng.random():.3f}" for d in range(3) for m, _ in models for r in range(4)]
    folds = [f"{f},{m},{rng.random():.3f}" for f in range(10) for m, _ in models]
    return {
        "data.csv": data,
        "data.jsonl": lines,
        "items.csv": "\n".join(["id,who,right,loss,g,rep", *items]),
        "votes.csv": "\n".join(["left,right,won,g,who", *votes]),
        "many.csv": "\n".join(["id,rep,loss,right", *many]),
        "runs.csv": "\n".join(["set,who,rep,loss", *runs]),
        "wide.csv": "\n".join(["id,a,b", *wide]),
        "sets.csv": "\n".join(["set,who,loss", *sets]),
        "folds.csv": "\n".join(["fold,who,loss", *folds]),
        "losses.csv": "loss\n" + "\n".join(str(rng.randrange(2)) for _ in range(30)),
    }


def _odd(rng: random.Random) -> dict[str, str | bytes]:
    noise = bytes(rng.randrange(256) for _ in range(400))
    cells = ["1", "", "NA", "nan", "inf", "-inf", "1e308", "x", "1,5", '"', "\x00", "\x1b[31m", "[/x]", "é", "0"]
    mess = "\n".join(["x,z,y", *(",".join(rng.choice(cells) for _ in range(3)) for _ in range(30))])
    return {
        "empty.csv": "",
        "blank.csv": "\n\n\n",
        "header.csv": "x,z,t,y\n",
        "one.csv": "x,z,t,y\n1,2,a,0\n",
        "noise.csv": noise,
        "noise.json": noise,
        "noise.eval": b"PK\x03\x04" + noise,
        "mess.csv": mess,
        "ragged.csv": "x,y\n1,0\n2\n3,1,4\n" * 5,
        "twice.csv": "y,x,y\n" + "1,2,3\n" * 10,
        "constant.csv": "x,z,t,y\n" + "1,1,a,1\n" * 20,
        "huge.csv": "x,z,t,y\n" + "\n".join(f"{10.0**i},-1e308,a,{i % 2}" for i in range(-20, 20)),
        "text.csv": "loss,y\n" + "abc,0\ndef,1\n" * 10,
        "latin.csv": b"x,y,n\xe4me\n" + b"1,0,\xe9\n2,1,\xe8\n" * 10,
        "utf16.csv": "x,y\n1,0\n2,1\n".encode("utf-16"),
        "bom.csv": b"\xef\xbb\xbfx,y\n" + b"1,0\n2,1\n" * 10,
        "escapes.csv": "x,\x1b[31my,y\n" + "1,\x1b]0;t\x07,0\n2,[/x],1\n" * 10,
        "nan.csv": "loss\n" + "nan\n" * 10,
        "lists.jsonl": "\n".join(f'{{"x": {i}, "y": [{i % 2}]}}' for i in range(20)),
        "deep.jsonl": "[" * 3000 + "]" * 3000,
        "cut.jsonl": '{"x": 1, "y": 0}\n{"x": 2, "y',
        "data.bin": noise,
        "x[1].csv": "x,y\n1,0\n2,1\n" * 10,
        "samples_task.jsonl": "\n".join(
            json.dumps({"doc_id": i, "filter": "none", "metrics": ["acc"], "acc": i % 2, "doc": {"q": i}})
            for i in range(30)
        ),
    }


def _inspect(model: str, rng: random.Random) -> dict[str, object]:
    samples = [
        {"id": i, "epoch": 1, "scores": {"match": {"value": rng.choice("CI"), "answer": "x"}}} for i in range(20)
    ]
    return {
        "version": 2,
        "status": "success",
        "eval": {"task": "t", "model": model, "dataset": {"samples": 20}, "config": {}},
        "results": {"total_samples": 20, "completed_samples": 20, "scores": []},
        "samples": samples,
    }


def _parquet(folder: Path) -> None:
    import duckdb

    with duckdb.connect() as base:
        base.execute(f"copy (select * from read_csv('{folder}/data.csv')) to '{folder}/data.parquet' (format parquet)")
    whole = (folder / "data.parquet").read_bytes()
    (folder / "damaged.parquet").write_bytes(whole[: len(whole) // 2] + b"\x00" * 40 + whole[len(whole) // 2 + 40 :])


def _stores(folder: Path) -> None:
    (folder / "damaged.db").write_bytes(b"SQLite format 3\x00" + b"\x01" * 500)
    base = sqlite3.connect(folder / "other.db")
    base.execute("create table runs (a)")
    base.commit()
    base.close()
