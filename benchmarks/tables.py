"""A paired comparison with clustered standard errors from a Parquet table larger than memory.

Side by side with the bare DuckDB query that does the same aggregation, each in a process of its own: seconds (wall and
processor), their ratio, peak memory, and growth from the smallest to the largest table. The tables are made here, two
models in 100,000 groups, and deleted afterwards.

    python benchmarks/tables.py --rows 1e6 1e7           wide table (a column per model) and long (a row per model)
    python benchmarks/tables.py --rows 1e6 1e8 --layout wide
    python benchmarks/tables.py --rows 1e7 --engines     the same aggregation on other engines
"""

from __future__ import annotations

from ratio import Ratio, parser, report  # isort: skip  (sets one thread before NumPy is imported)

import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

GROUPS = 100_000
BYTES = {"wide": 20, "long": 11}  # per row in Parquet, about

MAKE = {
    "wide": "SELECT i AS item, (hash(i) % {groups})::INTEGER AS topic, random() AS a, random() AS b "
    "FROM range({rows}) t(i)",
    "long": "SELECT i // 2 AS item, CASE WHEN i % 2 = 0 THEN 'a' ELSE 'b' END AS model, "
    "(hash(i // 2) % {groups})::INTEGER AS topic, random() AS loss FROM range({rows}) t(i)",
}
SUMS = "count(*), sum(a), sum(b), sum(a * a), sum(a * b), sum(b * b)"
BARE = {
    "wide": f"SELECT topic, {SUMS} FROM '{{path}}' GROUP BY topic",
    "long": f"SELECT topic, {SUMS} FROM (SELECT item, any_value(topic) AS topic, "
    "sum(CASE WHEN model = 'a' THEN loss END) AS a, sum(CASE WHEN model = 'b' THEN loss END) AS b "
    "FROM '{path}' GROUP BY item) GROUP BY topic",
}


def make(folder: Path, layout: str, rows: int) -> Path:
    """A Parquet table of that many rows."""
    import duckdb

    need, free = rows * BYTES[layout] * 2, shutil.disk_usage(folder).free
    if free < need:
        raise SystemExit(f"{rows:.0e} rows need {need / 1e9:.1f} GB of disk; {free / 1e9:.1f} GB are free.")
    path = folder / f"{layout}_{rows}.parquet"
    with duckdb.connect() as connection:
        connection.execute("SELECT setseed(0.5)")
        query = MAKE[layout].format(groups=GROUPS, rows=rows)
        connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet, COMPRESSION zstd)")
    return path


def bare(path: str, layout: str) -> None:
    """The query alone, under the same memory limit."""
    import duckdb

    from errbar.tables.source import MEMORY_LIMIT

    with duckdb.connect() as connection, tempfile.TemporaryDirectory() as spill:
        connection.execute(f"SET memory_limit = '{MEMORY_LIMIT}'")
        connection.execute("SET temp_directory = ?", [spill])
        connection.execute("SET preserve_insertion_order = false")
        connection.execute(BARE[layout].format(path=path)).fetchnumpy()


def ours(source: object, layout: str) -> None:
    """From the table to the interval."""
    import errbar as eb

    columns = {"loss": ["a", "b"]} if layout == "wide" else {"model": "model", "loss": "loss", "models": ["a", "b"]}
    scores = eb.Scores.from_table(source, item="item", group="topic", keep="sums", **columns)
    result = eb.infer(scores, model="a", versus="b")
    assert result.method == "clustered_t" and result.details["n_groups"] > 0.99 * GROUPS


def polars(path: str, layout: str) -> None:
    import polars

    ours(polars.scan_parquet(path), layout)


def ibis(path: str, layout: str) -> None:
    import ibis

    ours(ibis.duckdb.connect().read_parquet(path), layout)


SIDES = {"bare": bare, "ours": ours, "polars": polars, "ibis": ibis}


def child(side: str, path: str, layout: str) -> None:
    import errbar.methods
    import errbar.tables  # noqa: F401

    wall, cpu = time.perf_counter(), time.process_time()
    SIDES[side](path, layout)
    seconds = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
    print(json.dumps(seconds | {"peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


def measure(side: str, path: Path, layout: str) -> dict[str, float]:
    command = [sys.executable, __file__, "--child", side, str(path), layout]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seen: dict[str, float] = json.loads(done.stdout)
    return seen


def side_by_side(path: Path, layout: str, sides: tuple[str, ...], repeats: int) -> dict[str, list[dict[str, float]]]:
    """All runs of each side; they take turns, after one run of the first that warms the disk's cache."""
    measure(sides[0], path, layout)
    seen: dict[str, list[dict[str, float]]] = {side: [] for side in sides}
    for _ in range(repeats):
        for side in sides:
            seen[side].append(measure(side, path, layout))
    return seen


def summary(name: str, values: list[float], goal: str) -> Ratio:
    return Ratio(name, statistics.median(values), min(values), max(values), goal)


def ratios(layouts: list[str], counts: list[int], sides: tuple[str, ...], repeats: int) -> Iterator[Ratio]:
    for layout in layouts:
        walls = {}
        for rows in counts:
            with tempfile.TemporaryDirectory() as folder:
                seen = side_by_side(make(Path(folder), layout, rows), layout, sides, repeats)
            for side in sides[1:]:
                name = f"{layout} table, {rows:,} rows, {side} / bare"
                for key in ("wall", "cpu"):
                    pairs = zip(seen[side], seen["bare"], strict=True)
                    yield summary(f"{name}, {key}", [one[key] / bare[key] for one, bare in pairs], "<= 1.5")
                yield summary(f"{name}, peak MB", [run["peak"] for run in seen[side]], "< 2000")
            walls[rows] = statistics.median(run["wall"] for run in seen["ours"])
            yield summary(f"{layout} table, {rows:,} rows, ours, seconds", [run["wall"] for run in seen["ours"]], "-")
        least, most = min(counts), max(counts)
        if most > least:
            growth = walls[most] / walls[least] / (most / least)
            yield summary(f"{layout} table, growth of linear, {least:,} to {most:,}", [growth], "<= 1.2")


def main() -> None:
    options = parser(__doc__)
    options.add_argument("--rows", nargs="+", type=float, default=[1e6, 1e7])
    options.add_argument("--layout", nargs="+", choices=("wide", "long"), default=["wide", "long"])
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--engines", action="store_true")
    options.add_argument("--child", nargs=3, metavar=("SIDE", "PATH", "LAYOUT"))
    given = options.parse_args()
    if given.child:
        child(*given.child)
        return
    sides = ("bare", "ours", "polars", "ibis") if given.engines else ("bare", "ours")
    report(ratios(given.layout, sorted(map(int, given.rows)), sides, given.repeats), given.csv)


if __name__ == "__main__":
    main()
