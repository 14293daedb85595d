"""A paired comparison, with or without clustered standard errors, from a Parquet table larger than memory.

Side by side with the bare DuckDB query that does the same aggregation, each in a process of its own: seconds (wall and
processor), their ratio, peak memory, and growth from the smallest to the largest table. The tables are made here, two
models in 100,000 groups, and deleted afterwards.

The bare query of a wide table never looks at the items' names, and without `item=` (`--ids none`) errbar does not
either. With it, errbar makes sure that no item stands there twice and counts twice: "distinct" is the bare query
together with that look, a count of the distinct names, and what errbar is to be held against. To read the names alone
takes half as long as the bare paired query of a wide table where they are numbers, and twice as long where they are
text, so that 1.3 of the query without them cannot be had there.

What both sides import is imported before the clock starts, and both have answered once for a table of forty rows.

    python benchmarks/tables.py --rows 1e6 1e7           wide table (a column per model) and long (a row per model)
    python benchmarks/tables.py --rows 1e7 --layout wide --ids none --groups no yes
    python benchmarks/tables.py --rows 1e7 --ids text --groups no
    python benchmarks/tables.py --rows 1e7 --keep auto   what a user gets who asks for nothing
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
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path

GROUPS = 100_000
BYTES = {"wide": 24, "long": 15}  # per row in Parquet, about

ID = {"none": "{i}", "number": "{i}", "text": "'question-' || md5(({i})::VARCHAR)[:12] || '-' || ({i})"}
MAKE = {
    "wide": "SELECT {id} AS item, (hash(i) % {groups})::INTEGER AS topic, random() AS a, random() AS b "
    "FROM range({rows}) t(i)",
    "long": "SELECT {id} AS item, CASE WHEN i % 2 = 0 THEN 'a' ELSE 'b' END AS model, "
    "(hash(i // 2) % {groups})::INTEGER AS topic, random() AS loss FROM range({rows}) t(i)",
}
SUMS = "count(*), sum(a), sum(b), sum(a * a), sum(a * b), sum(b * b)"
PIVOT = (
    "(SELECT item, any_value(topic) AS topic, sum(CASE WHEN model = 'a' THEN loss END) AS a, "
    "sum(CASE WHEN model = 'b' THEN loss END) AS b FROM '{path}' GROUP BY item)"
)


@dataclass(frozen=True)
class Case:
    """What kind of table, and what is asked of it."""

    layout: str
    ids: str = "number"
    groups: str = "yes"
    keep: str = "sums"

    def __str__(self) -> str:
        grouped = "clustered" if self.groups == "yes" else "paired"
        return f"{self.layout} table, {grouped}, {self.ids} ids" + (", keep=auto" * (self.keep == "auto"))

    @property
    def query(self) -> str:
        rows = "'{path}'" if self.layout == "wide" else PIVOT
        if self.groups == "no":
            return f"SELECT {SUMS} FROM {rows.replace('any_value(topic) AS topic, ', '')}"
        return f"SELECT topic, {SUMS} FROM {rows} GROUP BY topic"


def make(folder: Path, case: Case, rows: int) -> Path:
    """A Parquet table of that many rows."""
    import duckdb

    need, free = rows * BYTES[case.layout] * 2, shutil.disk_usage(folder).free
    if free < need:
        raise SystemExit(f"{rows:.0e} rows need {need / 1e9:.1f} GB of disk; {free / 1e9:.1f} GB are free.")
    path = folder / f"{case.layout}_{rows}.parquet"
    with duckdb.connect() as connection:
        connection.execute("SELECT setseed(0.5)")
        number = ID[case.ids].format(i="i" if case.layout == "wide" else "i // 2")
        query = MAKE[case.layout].format(groups=GROUPS, rows=rows, id=number)
        connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet, COMPRESSION zstd)")
    return path


def bare(path: str, case: Case, *more: str) -> None:
    """The query alone, under the same memory limit."""
    import duckdb

    from errbar.tables.source import MEMORY_LIMIT

    with duckdb.connect() as connection, tempfile.TemporaryDirectory() as spill:
        connection.execute(f"SET memory_limit = '{MEMORY_LIMIT}'")
        connection.execute("SET temp_directory = ?", [spill])
        connection.execute("SET preserve_insertion_order = false")
        for query in (case.query, *more):
            connection.execute(query.format(path=path)).fetchnumpy()


def distinct(path: str, case: Case) -> None:
    bare(path, case, "SELECT count(*) FROM (SELECT DISTINCT item FROM '{path}')")


def ours(source: object, case: Case) -> None:
    """From the table to the interval."""
    import errbar as eb

    wide = case.layout == "wide"
    columns = {"loss": ["a", "b"]} if wide else {"model": "model", "loss": "loss", "models": ["a", "b"]}
    group = "topic" if case.groups == "yes" else None
    item = None if case.ids == "none" else "item"
    scores = eb.Scores.from_table(source, item=item, group=group, keep=case.keep, **columns)
    eb.infer(scores, model="a", versus="b")


def polars(path: str, case: Case) -> None:
    import polars

    ours(polars.scan_parquet(path), case)


def ibis(path: str, case: Case) -> None:
    import ibis

    ours(ibis.duckdb.connect().read_parquet(path), case)


SIDES = {"bare": bare, "distinct": distinct, "ours": ours, "polars": polars, "ibis": ibis}


def child(side: str, path: str, case: Case) -> None:
    import errbar.methods
    import errbar.tables  # noqa: F401

    with tempfile.TemporaryDirectory() as folder:
        SIDES[side](str(make(Path(folder), case, 40)), case)
    wall, cpu = time.perf_counter(), time.process_time()
    SIDES[side](path, case)
    seconds = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
    print(json.dumps(seconds | {"peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


def measure(side: str, path: Path, case: Case) -> dict[str, float]:
    command = [sys.executable, __file__, "--child", side, str(path), json.dumps(asdict(case))]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seen: dict[str, float] = json.loads(done.stdout)
    return seen


def side_by_side(path: Path, case: Case, sides: tuple[str, ...], repeats: int) -> dict[str, list[dict[str, float]]]:
    """All runs of each side; they take turns, after one run of the first that warms the disk's cache."""
    measure(sides[0], path, case)
    seen: dict[str, list[dict[str, float]]] = {side: [] for side in sides}
    for _ in range(repeats):
        for side in sides:
            seen[side].append(measure(side, path, case))
    return seen


def summary(name: str, values: list[float], goal: str) -> Ratio:
    return Ratio(name, statistics.median(values), min(values), max(values), goal)


def ratios(cases: list[Case], counts: list[int], engines: tuple[str, ...], repeats: int) -> Iterator[Ratio]:
    for case in cases:
        named = case.layout == "wide" and case.ids != "none"
        sides = ("bare", "ours", *(("distinct",) if named else ()), *engines)
        walls = {}
        for rows in counts:
            with tempfile.TemporaryDirectory() as folder:
                seen = side_by_side(make(Path(folder), case, rows), case, sides, repeats)
            for side in sides[1:]:
                name = f"{case}, {rows:,} rows, {side} / bare"
                goal = "-" if side == "distinct" or (named and side == "ours") else "<= 1.3"
                for key in ("wall", "cpu"):
                    pairs = zip(seen[side], seen["bare"], strict=True)
                    yield summary(f"{name}, {key}", [one[key] / bare[key] for one, bare in pairs], goal)
            if named:
                pairs = zip(seen["ours"], seen["distinct"], strict=True)
                name = f"{case}, {rows:,} rows, ours / distinct, cpu"
                yield summary(name, [one["cpu"] / other["cpu"] for one, other in pairs], "<= 1.3")
            for side in sides:
                yield summary(f"{case}, {rows:,} rows, {side}, peak MB", [run["peak"] for run in seen[side]], "< 2000")
                walls[side, rows] = statistics.median(run["wall"] for run in seen[side])
                yield summary(f"{case}, {rows:,} rows, {side}, seconds", [run["wall"] for run in seen[side]], "-")
        least, most = min(counts), max(counts)
        if most > least:
            growth = walls["ours", most] / walls["ours", least] / (most / least)
            yield summary(f"{case}, growth of linear, {least:,} to {most:,}", [growth], "<= 1.2")


def main() -> None:
    options = parser(__doc__)
    options.add_argument("--rows", nargs="+", type=float, default=[1e6, 1e7])
    options.add_argument("--layout", nargs="+", choices=("wide", "long"), default=["wide", "long"])
    options.add_argument("--ids", nargs="+", choices=("number", "text", "none"), default=["number"])
    options.add_argument("--groups", nargs="+", choices=("yes", "no"), default=["yes"])
    options.add_argument("--keep", nargs="+", choices=("sums", "auto"), default=["sums"])
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--engines", action="store_true")
    options.add_argument("--child", nargs=3, metavar=("SIDE", "PATH", "CASE"))
    given = options.parse_args()
    if given.child:
        side, path, case = given.child
        child(side, path, Case(**json.loads(case)))
        return
    engines = ("polars", "ibis") if given.engines else ()
    cases = [Case(*one) for one in product(given.layout, given.ids, given.groups, given.keep)]
    report(ratios(cases, sorted(map(int, given.rows)), engines, given.repeats), given.csv)


if __name__ == "__main__":
    main()
