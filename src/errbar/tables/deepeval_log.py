"""DeepEval's test run (`testCases` with `metricsData`), or what `evaluate` returns (`test_results`) -> rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from errbar.errors import InputError
from errbar.tables.file_text import plain
from errbar.tables.log_row import LogRow
from errbar.tables.log_text import check_count, inside, item_name, must_be
from errbar.tables.source import Missing

CASES = ("testCases", "test_results", "test_cases")


def _run(data: Any) -> Any:
    return inside(data, "testRunData") or data


def _cases(data: Any) -> Any:
    return next((data[key] for key in CASES if isinstance(inside(data, key), list)), None)


def is_deepeval(data: Any) -> bool:
    found = _cases(_run(data))
    return found is not None and all(isinstance(_metrics(one), list) for one in found[:1])


def _metrics(case: Any) -> Any:
    return next((case[key] for key in ("metricsData", "metrics_data") if key in case), None) if case else None


def deepeval_rows(name: str | None, path: Path, data: Any, missing: Missing, notes: list[str]) -> list[LogRow]:
    """Every metric's score, and under "metric/success" whether it reached its threshold."""
    run = _run(data)
    cases = _cases(run)
    counts = [inside(run, key) for key in ("testPassed", "testFailed")]
    if all(isinstance(count, int) for count in counts):
        notes += check_count(path.name, counts[0] + counts[1], len(cases), "test cases", drop=missing == "drop")
    model = name or inside(run, "hyperparameters", "model") or path.stem
    seen: Counter[str] = Counter()
    rows = []
    for place, case in enumerate(cases, start=1):
        where = f"{path.name}, test case {place}"
        if not isinstance(case, dict) or not isinstance(_metrics(case), list):
            raise InputError(f"{where} is damaged: it needs metricsData.")
        scores: dict[str, Any] = {"success": case.get("success")}
        for metric in _metrics(case):
            called = plain(must_be(str, where, "metric's name", inside(metric, "name")))
            failed = bool(inside(metric, "error"))
            scores[called] = None if failed else inside(metric, "score")
            scores[f"{called}/success"] = None if failed else inside(metric, "success")
        item = item_name(case.get("input"), case.get("expectedOutput", case.get("expected_output")))
        seen[item] += 1
        about = case.get("additionalMetadata") or case.get("additional_metadata") or {}
        rows.append(
            LogRow(
                where,
                plain(str(model)),
                "",
                item,
                seen[item],
                scores,
                about if isinstance(about, Mapping) else {},
                known={"success": True},
            )
        )
    return rows
