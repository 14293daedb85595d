"""An Inspect archive of 480 samples of 1 MB: errbar beside `inspect_ai.analysis.samples_df`, each in its own process.

Processor seconds and peak memory, with all that is imported. The log is written here by Inspect's own recorder and
deleted afterwards. It needs Inspect: run it in the environment of `make test-logs`.

    python benchmarks/inspect_log.py --samples 480 --megabytes 1
"""

from __future__ import annotations

from ratio import Ratio, parser, report  # isort: skip  (sets one thread before NumPy is imported)

import json
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path


def make(path: str, samples: int, megabytes: float) -> None:
    """A finished log; every sample has a transcript of words that do not compress to nothing."""
    import random

    from inspect_ai.log import (
        EvalConfig,
        EvalDataset,
        EvalLog,
        EvalResults,
        EvalSample,
        EvalSpec,
        EvalStats,
        write_eval_log,
    )
    from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, ModelOutput
    from inspect_ai.scorer import Score

    rng = random.Random(0)
    words = [f"{rng.getrandbits(40):x}" for _ in range(5000)]
    size = int(megabytes * 1e6)

    def text() -> str:
        return " ".join(rng.choices(words, k=size // 10))[:size]

    made = [
        EvalSample(
            id=i,
            epoch=1,
            input=f"Say {i}",
            target=str(i),
            messages=[ChatMessageUser(content=f"Say {i}"), ChatMessageAssistant(content=text())],
            output=ModelOutput.from_content("mockllm/model", str(i)),
            scores={"match": Score(value="C" if rng.random() < 0.7 else "I", answer=str(i))},
            metadata={"topic": f"t{i % 20}"},
        )
        for i in range(1, samples + 1)
    ]
    about = EvalSpec(
        created="2026-01-01T00:00:00+00:00", task="sums", model="mockllm/model", config=EvalConfig(epochs=1),
        dataset=EvalDataset(name="sums", samples=samples, sample_ids=[one.id for one in made]),
    )  # fmt: skip
    results = EvalResults(total_samples=samples, completed_samples=samples)
    log = EvalLog(status="success", eval=about, results=results, stats=EvalStats(), samples=made)
    write_eval_log(log, path)


def errbar(path: str) -> None:
    import errbar as eb

    assert eb.infer(eb.read_log(path)).n


def inspect(path: str) -> None:
    from inspect_ai.analysis import samples_df

    assert len(samples_df(path, quiet=True))


SIDES = {"errbar": errbar, "inspect": inspect}


def child(side: str, path: str) -> None:
    SIDES[side](path)
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"cpu": used.ru_utime + used.ru_stime, "peak": used.ru_maxrss / 1024}))


def measure(side: str, path: Path) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, __file__, "--child", side, str(path)], capture_output=True, text=True, check=True
    )
    seen: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return seen


def ratios(samples: int, megabytes: float, repeats: int) -> Iterator[Ratio]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.eval"  # made in a process of its own: a child's peak begins with its parent's
        subprocess.run([sys.executable, __file__, "--make", str(path), str(samples), str(megabytes)], check=True)
        seen = {side: [] for side in SIDES}
        for _ in range(repeats):
            for side, runs in seen.items():
                runs.append(measure(side, path))
        size = path.stat().st_size / 1e6
    name = f"{samples} samples of {megabytes:g} MB ({size:.0f} MB on disk)"
    for key, goal in (("cpu", "<= 1.5"), ("peak", "<= 2")):
        values = [one[key] / other[key] for one, other in zip(seen["errbar"], seen["inspect"], strict=True)]
        yield Ratio(f"{name}, errbar / samples_df, {key}", statistics.median(values), min(values), max(values), goal)
        for side, runs in seen.items():
            own = [run[key] for run in runs]
            yield Ratio(
                f"{side}, {key} ({'s' if key == 'cpu' else 'MB'})", statistics.median(own), min(own), max(own), "-"
            )


def main() -> None:
    options = parser(__doc__)
    options.add_argument("--samples", type=int, default=480)
    options.add_argument("--megabytes", type=float, default=1.0)
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--make", nargs=3, metavar=("PATH", "SAMPLES", "MEGABYTES"))
    options.add_argument("--child", nargs=2, metavar=("SIDE", "PATH"))
    given = options.parse_args()
    if given.make:
        make(given.make[0], int(given.make[1]), float(given.make[2]))
        return
    if given.child:
        child(*given.child)
        return
    report(ratios(given.samples, given.megabytes, given.repeats), given.csv)


if __name__ == "__main__":
    main()
