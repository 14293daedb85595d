"""Faults by the hundred, several cases at a time; count them, and print how to repeat what failed."""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from chaos.cases import SETTINGS, Case, Met, one_at_a_time, undisturbed
from chaos.clusters import DaskCluster, RayCluster, known
from chaos.nursery import Nursery
from chaos.runs import ENVIRONMENT, Broken

LAST_SECONDS = 400  # for the cases under way once enough faults were met

CLUSTERS = {"dask": DaskCluster, "ray": RayCluster}


def one_case(seed: int, number: int, folder: Path, clusters: dict[str, Any], nursery: Nursery) -> list[Met]:
    case = Case(seed, number, folder, clusters, nursery)
    with one_at_a_time(clusters, case.setting):
        case.find_cluster()
        try:
            return case.run(undisturbed(case.setting))
        except Exception as cause:  # of the harness itself: one case is lost, not all
            why = str(cause) if isinstance(cause, Broken) else traceback.format_exc()
            return [*case.found, Met(number, "none", False, case.setting.kind, case.where, "", 0.0, 0, 0, why)]


@contextmanager
def started(names: list[str], folder: Path) -> Iterator[dict[str, Any]]:
    found: dict[str, Any] = {}
    try:
        for name in names:
            if known(name):
                found[name] = CLUSTERS[name](folder)
                found[name].turn = threading.Lock()
            else:
                print(f"{name} is not installed: its part is left out", flush=True)
        yield found
    finally:
        for cluster in found.values():
            cluster.stop()


def main() -> int:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    asked = _arguments()
    seed = secrets.randbelow(2**32) if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)
    stop = time.monotonic() + asked.seconds if asked.faults is None else float("inf")
    found: list[Met] = []
    with tempfile.TemporaryDirectory(prefix="errbar-chaos-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with (
            closing(Nursery(os.environ | ENVIRONMENT, folder)) as nursery,
            started(asked.clusters, folder) as clusters,
            ThreadPoolExecutor(asked.at_once) as pool,
        ):
            numbers = iter(asked.case) if asked.case else iter(range(10**9))
            running: set[Any] = set()
            try:
                for number in numbers:
                    running.add(pool.submit(one_case, seed, number, folder, clusters, nursery))
                    if len(running) >= asked.at_once:
                        done, running = wait(running, return_when=FIRST_COMPLETED)
                        found += _told(done, seed)
                        print(f"{len(found)} faults, {sum(bool(met.why) for met in found)} failed", flush=True)
                    if time.monotonic() > stop or (asked.faults is not None and len(found) >= asked.faults):
                        break
            except KeyboardInterrupt:
                print("the cases under way are still waited for", flush=True)
            finally:
                with suppress(KeyboardInterrupt):  # asked again: what is known is told
                    found += _told(wait(running, timeout=LAST_SECONDS).done, seed)
                _print_counts(found, seed)
    return 1 if any(met.why for met in found) else 0


def _told(done: set[Any], seed: int) -> list[Met]:
    """The results; failures are printed as they come, with what repeats them."""
    found = [met for future in done for met in future.result()]
    for met in found:
        if met.why:
            print(f"FAILED {met.kind}, {met.where}: {met.why}", flush=True)
            print(f"       python -m chaos.campaign --seed {seed} --case {met.case}", flush=True)
    return found


def _print_counts(found: list[Met], seed: int) -> None:
    for title, of in (("where", lambda met: met.where), ("model", lambda met: met.kind)):
        columns = sorted({of(met) for met in found})
        counts = Counter((met.fault, of(met)) for met in found)
        print(f"\n{'fault / ' + title:<24}" + "".join(f"{name:>{len(name) + 2}}" for name in columns) + "   all")
        for fault in dict.fromkeys(met.fault for met in sorted(found, key=lambda met: (not met.kill, met.fault))):
            cells = "".join(f"{counts[fault, name]:>{len(name) + 2}}" for name in columns)
            print(f"{fault:<24}{cells}{sum(met.fault == fault for met in found):>6}")
    failed = [met for met in found if met.why]
    kills = sum(met.kill for met in found)
    ends = Counter(met.ended for met in found)
    unkept = Counter(met.unkept for met in found)
    print(f"\nended: {', '.join(f'{how or chr(63)} {n}' for how, n in ends.most_common())}")
    print(f"finished fits not kept, per fault: {', '.join(f'{n} x {k}' for k, n in sorted(unkept.items()))}")
    print(f"runs killed before they gave their workers anything to do, whose idle workers wait: {_idle(found)}")
    slowest = max((met.seconds for met in found), default=0.0)
    others = len(found) - kills
    words = f"{kills} kills and {others} other faults, seed {seed}: {len(failed)} failed, slowest {slowest:.0f} s"
    print(words, flush=True)


def _idle(found: list[Met]) -> int:
    return sum(met.idle for met in found)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, help="how many; else as many as --seconds allow")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--case", type=int, action="append", help=f"this one only (there are {len(SETTINGS)} settings)")
    parser.add_argument("--at-once", type=int, default=3)
    parser.add_argument("--clusters", nargs="*", choices=sorted(CLUSTERS), default=sorted(CLUSTERS))
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
