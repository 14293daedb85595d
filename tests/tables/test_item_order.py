"""Methods that need an order of the items take one that cannot know the losses: by the items' names, never their rows."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import errbar as eb
from errbar.cli.main import app
from errbar.plans.families import TestSet
from errbar.types.blind_order import blind_order

N = 60
NAMINGS = {
    "zero padded": lambda i: f"subject/{i:03d}",
    "as they come": lambda i: f"subject {i}",
    "integers": int,
    "descending": lambda i: f"{N - i:03d}-{i * 2654435761 % 2**32:08x}",
}


def strata():
    """Losses that rise with the number of the item."""
    rng = np.random.default_rng(5)
    return np.clip(np.linspace(0.05, 0.65, N) + 0.1 * rng.normal(size=N), 0.0, 1.0)


def table(naming, order, losses=None):
    names = [NAMINGS[naming](i) for i in range(N)]
    losses = strata() if losses is None else losses
    return {"id": [names[i] for i in order], "m": ["a"] * N, "loss": losses[order]}


def scores(naming, order=None):
    rows = np.arange(N) if order is None else order
    return eb.Scores.from_table(table(naming, rows), item="id", model="m", loss="loss", loss_range=(0.0, 1.0))


@pytest.mark.parametrize("method", ["betting", "betting_star"])
@pytest.mark.parametrize("naming", NAMINGS)
def test_rows_in_any_order_give_the_same_answer_around_the_estimate(method, naming):
    shuffled = np.random.default_rng(0).permutation(N)
    one, other = (eb.infer(scores(naming, order), method=method) for order in (None, shuffled))
    assert one.to_json() == other.to_json()
    assert one.low < one.estimate < one.high


def test_sorted_losses_no_longer_turn_a_limit_below_the_estimate():
    """Issue T3: a guaranteed upper limit of 20.4 % for an error of 34.9 %."""
    at_most = eb.infer(scores("zero padded"), method="betting", alternative="less")
    assert at_most.estimate < at_most.high
    assert eb.bounds.betting(strata(), 0.05) < at_most.estimate  # the order of the names, fed as it is


def test_numbers_and_their_text_are_one_name():
    as_text = table("integers", np.arange(N)) | {"id": [str(i) for i in range(N)]}
    read = eb.Scores.from_table(as_text, item="id", model="m", loss="loss", loss_range=(0.0, 1.0))
    assert eb.infer(read, method="betting").low == pytest.approx(eb.infer(scores("integers"), method="betting").low)


def test_names_survive_a_file(tmp_path):
    for naming in NAMINGS:
        read = scores(naming)
        read.save(tmp_path / "s.npz")
        again = eb.Scores.load(tmp_path / "s.npz")
        assert eb.infer(again, method="betting").to_json() == eb.infer(read, method="betting").to_json()


def test_any_text_can_name_an_item():
    odd = ["", " ", "a b", "ä", "\ud800", "'", "x" * 10_000]
    assert sorted(blind_order(odd)) == list(range(len(odd)))


def test_items_without_names_are_shuffled_by_their_places():
    plan = eb.Plan("test_set", N, (TestSet(N),))
    rising = eb.Scores.from_losses({"m": strata()}, plan=plan, loss_range=(0.0, 1.0))
    r = eb.infer(rising, method="betting")
    assert r.low < r.estimate < r.high
    by_place = strata()[blind_order(range(N))]
    assert (r.low, r.high) == tuple(eb.bounds.betting(by_place, 1 - 0.95, side="two-sided"))


def test_bets_won_against_the_mean_itself_move_out_to_it():
    plan = eb.Plan("test_set", N, (TestSet(N),))
    found = np.empty(N)
    found[blind_order(range(N))] = np.sort(strata())  # an order that knows the key: the worst there is
    scores = eb.Scores.from_losses({"m": found}, plan=plan, loss_range=(0.0, 1.0))
    r = eb.infer(scores, method="betting")
    low, high = r.details["unclipped"]
    assert high < r.estimate == r.high and r.low <= low
    assert eb.infer(scores, method="betting", null=(high + r.estimate) / 2).pvalue >= 0.05  # interval and test agree
    assert eb.infer(scores, method="betting", null=r.estimate + 0.05).pvalue < 0.05


def test_a_table_sorted_by_name_is_no_order_of_arrival():
    watch = [eb.Sequential.over(scores("zero padded", order)) for order in (None, np.arange(N)[::-1])]
    assert watch[0].interval == watch[1].interval
    sorted_by_name = eb.Sequential(paired=False)
    sorted_by_name.extend(strata())
    assert watch[0].interval != sorted_by_name.interval


def test_the_command_line_does_not_follow_the_rows(tmp_path):
    order = np.random.default_rng(1).permutation(N)
    answers = []
    for rows in (np.arange(N), order):
        columns = table("zero padded", rows)
        lines = [f"{name},{loss!r}" for name, loss in zip(columns["id"], columns["loss"].tolist(), strict=True)]
        path = tmp_path / "judge_losses.csv"
        path.write_text("\n".join(["id,loss", *lines]))
        for named in (["--item", "id"], ["--column", "loss"]):
            for side in ("upper", "two-sided"):
                said = CliRunner().invoke(app, ["bound", str(path), *named, "--side", side, "--json"])
                assert said.exit_code == 0, said.output
                r = json.loads(said.stdout)
                assert r["low"] <= r["estimate"] < r["high"]
                answers.append((r["low"], r["high"]))
    assert answers[:2] == answers[4:6]  # named rows: the same, whatever their order
    path.write_text("id,loss\na,0.5\na,0.25\n")
    said = CliRunner().invoke(app, ["bound", str(path), "--item", "id"])
    assert said.exit_code != 0
