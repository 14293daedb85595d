"""HELM's `per_instance_stats.json`, beside the `run_spec.json` that names the model -> rows.

An entry has `instance_id`, `train_trial_index` and `stats`, each with a name and a mean. Perturbed copies of an
instance are left out: they are not further answers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from errbar.errors import InputError
from errbar.tables.file_text import parsed, plain
from errbar.tables.log_row import LogRow
from errbar.tables.log_text import inside, must_be
from errbar.tables.source import Missing

_MODEL = re.compile(r",?\bmodel=[^,]*")
STATS = "per_instance_stats.json"


def is_helm(data: Any) -> bool:
    return (
        isinstance(data, list) and bool(data) and isinstance(data[0], dict) and {"instance_id", "stats"} <= {*data[0]}
    )


def helm_rows(name: str | None, path: Path, data: Any, missing: Missing, notes: list[str]) -> list[LogRow]:
    """`missing` is judged item by item later on: HELM counts nothing that could be compared."""
    del missing
    spec_file = path.parent / "run_spec.json"
    spec = parsed(spec_file.name, spec_file.read_bytes()) if spec_file.is_file() else {}
    model = name or inside(spec, "adapter_spec", "model")
    if not isinstance(model, str):
        raise InputError(f"{path.name} has no run_spec.json beside it that names the model: name it, name=path.")
    task = _MODEL.sub("", str(inside(spec, "name") or path.parent.name)).rstrip(":")
    rows, left = [], 0
    for place, entry in enumerate(data, start=1):
        where = f"{path.name}, entry {place}"
        if not isinstance(entry, dict) or not isinstance(entry.get("stats"), list):
            raise InputError(f"{where} is damaged: it needs instance_id and stats.")
        if entry.get("perturbation"):
            left += 1
            continue
        trial = entry.get("train_trial_index", 0)
        scores = dict(_stat(where, one) for one in entry["stats"] if not inside(one, "name", "perturbation"))
        item = must_be(str, where, "instance_id", entry.get("instance_id"))
        rows.append(LogRow(where, plain(model), plain(task), item, must_be(int, where, "trial", trial) + 1, scores))
    notes += [f"{path.name}: {left:,} answers to perturbed instances were left out."] if left else []
    return rows


def _stat(where: str, stat: Any) -> tuple[str, Any]:
    name, mean = inside(stat, "name", "name"), inside(stat, "mean")
    if mean is None and isinstance(stat, Mapping) and stat.get("count"):
        mean = stat.get("sum", 0) / stat["count"]
    return plain(must_be(str, where, "stat's name", name)), mean
