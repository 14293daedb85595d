"""How often intervals for strengths hold, one by one, and ranks all at once: writes docs/results/votes.{csv,json,md}.

    python docs/_make/votes_coverage.py [SETS]

Votes on one prompt go together: a prompt has its own taste for every model. Sides are drawn by lot. The true strengths
are those that the fit gives of endless votes, since a mixture of tastes is no Bradley-Terry law itself.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from errbar.audits.summary import share
from errbar.core.arrays import Floats
from errbar.core.bradley_terry import strengths
from errbar.ranking.of_votes import rank_votes
from errbar.run.store.fingerprint import versions
from errbar.types.preferences import Preferences
from renew import RESULTS

SEED, LEVEL, SETS, VOTES = 61, 0.95, 300, 6  # votes on a prompt
TRUTH_VOTES = 240_000
APART = {
    "equal": np.zeros(5),
    "two equal pairs": np.array([0.5, 0.5, 0.0, -0.5, -0.5]),
    "apart": np.array([1.0, 0.5, 0.0, -0.5, -1.0]),
}
NAMES = tuple("abcde")


def draw(rng: np.random.Generator, beta: Floats, prompts: int, taste: float, ties: float) -> Preferences:
    prompt = np.repeat(np.arange(prompts), VOTES)
    first = rng.integers(0, 5, prompt.size)
    second = (first + rng.integers(1, 5, prompt.size)) % 5
    own = beta + taste * rng.normal(size=(prompts, 5))
    gap = own[prompt, first] - own[prompt, second]
    result = (rng.random(prompt.size) < 1 / (1 + np.exp(-gap))).astype(float)
    result[rng.random(prompt.size) < ties] = 0.5
    return Preferences(NAMES, first, second, result, (prompt,))


def rows(sets: int) -> Iterator[dict[str, Any]]:
    for number, (name, beta) in enumerate(APART.items()):
        for taste in (0.0, 1.0):
            for prompts, ties in ((40, 0.0), (150, 0.2)):
                cell = [SEED, number, int(taste), prompts, round(10 * ties)]
                many = draw(np.random.default_rng([*cell, 0]), beta, TRUTH_VOTES // VOTES, taste, ties)
                truth = strengths(many.first, many.second, many.result, 5).beta
                if name == "equal":
                    truth = np.zeros(5)
                rng, held, alone, ranks = np.random.default_rng([*cell, 1]), [], [], []
                places = [(1 + int((beta > b).sum()), 5 - int((beta < b).sum())) for b in beta]
                for _ in range(sets):
                    votes = draw(rng, beta, prompts, taste, ties)
                    found = rank_votes(votes, LEVEL)
                    order = [NAMES.index(one) for one in found.models]
                    held += list((found.low <= truth[order]) & (truth[order] <= found.high))
                    plain = rank_votes(Preferences(NAMES, votes.first, votes.second, votes.result), LEVEL)
                    order = [NAMES.index(one) for one in plain.models]
                    alone += list((plain.low <= truth[order]) & (truth[order] <= plain.high))
                    whole = [
                        low <= first and last <= high
                        for (low, high), (first, last) in
                        ((found.rank_intervals[one], places[i]) for i, one in enumerate(NAMES))
                    ]  # fmt: skip
                    ranks.append(all(whole))
                joint = share(np.array(ranks))
                row = {
                    "strengths": name, "taste_sd": taste, "prompts": prompts, "ties": ties, "sets": sets,
                    "by_prompt_holds": round(float(np.mean(held)), 4),
                    "votes_alone_holds": round(float(np.mean(alone)), 4),
                    "ranks_jointly": round(joint.value, 4), "ranks_low": round(joint.low, 4),
                    "ranks_high": round(joint.high, 4),
                }  # fmt: skip
                print(row, flush=True)  # noqa: T201
                yield row


PAGE = """# Votes between models

Five models, six votes on every prompt. How often the 95 % interval of a strength held the true one (mean over models),
clustered by prompt and as if votes knew nothing of each other; and in how many tables **every** model's rank interval
held all the ranks that it shares with its equals. `taste_sd`: how much prompts differ in whom they favour. {sets}
tables a row. Made by `{command}`: {{download}}`votes.csv`.

The lowest share by prompt is {lowest:.3f}, of votes alone {alone:.3f}; of ranks all at once {joint:.3f}.

| strengths | taste sd | prompts | ties | by prompt: holds | votes alone: holds | ranks all at once |
|---|---|---|---|---|---|---|
"""


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    found, command = list(rows(sets)), f"python docs/_make/votes_coverage.py {sets}"
    with (RESULTS / "votes.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(found[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)
    about = {"command": command, "seed": SEED, "versions": versions()}
    (RESULTS / "votes.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    shown = ("strengths", "taste_sd", "prompts", "ties", "by_prompt_holds", "votes_alone_holds", "ranks_jointly")
    lines = ["| " + " | ".join(str(row[name]) for name in shown) + " |" for row in found]
    told = {key: min(row[name] for row in found) for key, name in
            (("lowest", "by_prompt_holds"), ("alone", "votes_alone_holds"), ("joint", "ranks_jointly"))}  # fmt: skip
    (RESULTS / "votes.md").write_text(
        PAGE.format(sets=sets, command=command, **told) + "\n".join(lines) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
