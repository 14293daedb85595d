"""The kept table of many looks: a part simulated again, and what the page says of it."""

import csv
from pathlib import Path

from errbar.lab.studies.ledger import CHOSEN, LOOPS, answers_row, claims, most_allowed

KEPT = Path(__file__).parents[3] / "docs" / "results" / "ledger.csv"


def kept():
    with KEPT.open(newline="", encoding="utf-8") as file:
        return [
            row
            | {
                "gain": float(row["gain"]) if row["gain"] else None,
                "loops_with_false_keep": float(row["loops_with_false_keep"]),
            }
            for row in csv.DictReader(file)
        ]


def test_the_kept_table_says_what_is_claimed():
    assert [claim.verdict for claim in claims(kept())] == ["reproduced", "reproduced"]
    assert all(int(row["loops"]) == LOOPS and int(row["looks"]) == 500 for row in kept())


def test_the_chosen_rule_sees_most_of_those_that_hold_their_rate():
    """Greedy and the ladder keep proposals of no effect in every loop, and are out."""
    rows = [row for row in kept() if row["gain"] is not None]
    holds = {row["rule"] for row in rows} - {
        row["rule"] for row in rows if row["loops_with_false_keep"] > most_allowed(LOOPS)
    }
    assert holds == {"even", "falling", "investing", "e-values"}
    for gain in (1.0, 2.0, 3.0, 4.0, 5.0):
        power = {row["rule"]: float(row["kept_gains"]) for row in rows if row["gain"] == gain and row["rule"] in holds}
        assert max(power, key=power.get) == CHOSEN


def test_a_few_loops_again():
    assert answers_row(CHOSEN, None, 20, 5)["loops_with_false_keep"] <= most_allowed(20)
    assert answers_row("greedy", None, 5, 5)["loops_with_false_keep"] == 1.0
