"""Scores of every making, as text: from losses, splits, tables, predictions, votes, runs, judges and logs."""

from __future__ import annotations

import random
from collections.abc import Callable

from fuzz.odd import LOSSES, ODD_ARRAYS, ODD_PLANS, PLANS, SIZES, count, flag, given, name, number, odd_array, two_names
from fuzz.words import mostly, one

Made = tuple[str, str, tuple[str, ...]]  # the text of scores, the kind of their plan, the names of models
AB = ("'a'", "'b'")
COLUMNS = "'id' 'who' 'x' 'ok' 'g' 'fold' 'rep' 't' 'people' 'y' 'nowhere'".split()  # of `table`
BY_ANSWERS = one(
    "'mean'", "'pass@1'", "'pass@0'", "'pass@99'", "'pass^3'", "'pass@x'", "'x'", "3", "None", "'pass@10**9'"
)
TOOLS = "inspect lm-eval promptfoo helm deepeval mlflow openai-evals".split()
READERS = {"inspect": "read_inspect", "lm-eval": "read_lm_eval"}
BALLOT = {"a": "left", "b": "right", "winner": "won"}


def losses(rng: random.Random, plan: str) -> str:
    """Losses over a plan; now and then no such thing."""
    if rng.random() < 0.04:
        return odd_array(rng)
    return f"per({plan}, {rng.randrange(9)}, {rng.choice(LOSSES)!r})"


def values(rng: random.Random, size: str) -> str:
    if rng.random() < 0.05:
        return odd_array(rng)
    return f"values({rng.randrange(9)}, {size}, {rng.choice(LOSSES)!r})"


def built(rng: random.Random) -> tuple[str, str]:
    """A plan that is built, and its kind; or a test set."""
    if rng.random() < 0.3:
        return f"test_set({rng.choice(SIZES)})", "test_set"
    kind = rng.choice([*PLANS])
    text = rng.choice(PLANS[kind].split()) if rng.random() < 0.95 else rng.choice(ODD_PLANS)
    size = rng.choice(SIZES[6:] if rng.random() < 0.9 else SIZES)
    more = given(
        rng,
        groups=(0.08, one(f"np.arange({size}) // 2", f"np.arange({size}) // 2", "[1, 2]")),
        y=(0.8 if "stratify" in text else 0.02, one(f"np.arange({size}) % 2")),
    )
    return f"eb.plans.{text}.build({size}, random_state={rng.randrange(3)}{more})", kind


def of_losses(rng: random.Random) -> Made:
    plan, kind = built(rng)
    names = two_names(rng)[: rng.choice((1, 2, 2))]
    rows = ", ".join(f"{name}: {losses(rng, 'p')}" for name in names)
    loss = given(
        rng,
        loss=(
            0.3,
            mostly(one("'zero_one'", "'squared'", "'error'", "'x y'"), one("'accuracy'", "''", "3", "None"), 0.9),
        ),
    )
    edges = given(rng, loss_range=(0.4, mostly(one("(0, 1)", "(0, 1)", "(-5, 5)"), number, 0.85)))
    return f"eb.Scores.from_losses(plan=(p := {plan}), losses={{{rows}}}{loss}{edges})", kind, names


def of_splits(rng: random.Random) -> Made:
    size, names = rng.choice(SIZES), two_names(rng)[: rng.choice((1, 2, 2))]
    rows = ", ".join(f"{name}: {values(rng, size)}" for name in names)
    sizes = mostly(one("90", "9", "2", "1"), number, 0.9)
    more = given(
        rng,
        n_train=(0.9, sizes),
        n_test=(0.9, sizes),
        greater_is_better=(0.3, flag),
        loss=(
            0.9,
            mostly(one("'error'", "'zero_one'", "'accuracy'", "'rmse'"), one("'score'", "'x'", "3", "''"), 0.95),
        ),
    )
    return f"eb.Scores.from_splits({{{rows}}}{more})", "custom", names


def of_predictions(rng: random.Random) -> Made:
    size, names = rng.choice(SIZES), two_names(rng)[: rng.choice((1, 2, 2))]
    outputs = ", ".join(f"{name}: {values(rng, size)}" for name in names)
    truth = f"values({rng.randrange(9)}, {size}, 'binary')" if rng.random() < 0.85 else values(rng, size)
    more = given(
        rng,
        metric=(0.6, mostly(one("'roc_auc'", "'f1'"), one("'x'", "mean_gap", "None", "lambda *a: nan"), 0.8)),
        positive=(0.2, mostly(one("1", "0", "True"), number)),
        greater_is_better=(0.3, flag),
        groups=(0.15, mostly(one(f"np.arange({size}) // 3", f"np.zeros({size})"), odd_array)),
    )
    return f"eb.Scores.from_predictions({truth}, {{{outputs}}}{more})", "test_set", names


def columns(rng: random.Random) -> str:
    return f"table({rng.randrange(9)}, {rng.choice(SIZES)}, {rng.choice(LOSSES)!r})"


def of_items(rng: random.Random, size: str) -> str:
    """Two fixed models on items of a test set."""
    rows = ", ".join(f"{one}: per(p, {rng.randrange(9)}, {rng.choice(LOSSES)!r})" for one in AB)
    return f"eb.Scores.from_losses(plan=(p := test_set({size})), losses={{{rows}}})"


def of_table(rng: random.Random) -> Made:
    column = mostly(one("'x'"), one("'ok'", "'g'", "'nowhere'", "'id'", "3", "['x']", "'fold'"), 0.8)
    what = rng.choice(("loss", "loss", "score", "correct"))
    more = given(
        rng,
        item=(0.9, one("'id'")),
        model=(0.9, one("'who'")),
        split=(0.15, one("'fold'")),
        group=(0.2, one("'g'", "'x'")),
        keep=(0.3, one("'items'", "'sums'", "'x'")),
        missing=(0.1, one("'drop'", "'x'")),
        loss_range=(0.2, one("(0, 1)", "(1, 0)", "3")),
        greater_is_better=(0.1, flag),
        n_train=(0.1, count),
        n_test=(0.1, count),
        time=(0.15, mostly(one("'id'", "'t'"), one("'x'", "'who'", "3"))),
        score_range=(0.1, one("(0, 1)", "(1, 0)", "3", "(nan, 1)")),
        models=(0.1, one("['a']", "['a', 'b']", "['z']", "'a'", "[]", "3")),
    )
    return f"eb.Scores.from_table({columns(rng)}, {what}={column(rng)}{more})", "test_set", ("'a'", "'b'")


def of_answers(rng: random.Random) -> Made:
    """Several answers per item, of which some must pass; or several training runs."""
    column = one("'x'", "'ok'", "'ok'", "'fold'")
    if rng.random() < 0.5:
        more = given(rng, reduce=(0.95, mostly(one("'mean'", "'pass@1'", "'pass@2'", "'pass^2'"), BY_ANSWERS)))
        more += given(rng, keep=(0.1, one("'items'", "'sums'")), group=(0.1, one("'g'")))
        which = f", repeat={mostly(one(chr(39) + 'rep' + chr(39)), one(*COLUMNS))(rng)}{more}"
        return (
            f"eb.Scores.from_table({columns(rng)}, item='g', model='who', correct={column(rng)}{which})",
            "test_set",
            AB,
        )
    more = given(rng, repeat=(0.2, one("'fold'", "'rep'")), group=(0.05, one("'fold'")), missing=(0.2, one("'drop'")))
    what = f"{rng.choice(('loss', 'loss', 'score', 'correct'))}={column(rng)}"
    which = mostly(one("item='g', run='rep'"), one("item='id', run='fold'", "item='g', run='g'", "run='rep'"))
    return f"eb.Scores.from_table({columns(rng)}, {which(rng)}, model='who', {what}{more})", "runs", AB


def of_judge(rng: random.Random) -> Made:
    """People's labels on some items, a judge's on all."""
    what = mostly(one("loss='people', judge='x'"), one("correct='ok', judge='ok'", "score='x', judge='people'"), 0.8)
    more = given(rng, labelled=(0.5, one("'check'", "'random'", "'x'")), loss_range=(0.5, one("(0, 1)", "(-5, 5)")))
    more += given(rng, group=(0.1, one("'g'")), keep=(0.05, one("'sums'")), model=(0.8, one("'who'")))
    return f"eb.Scores.from_table({columns(rng)}, item='id', {what(rng)}{more})", "judged", AB


def of_labels(rng: random.Random) -> Made:
    """A table of labels and what models said."""
    what = one("y_pred='ok'", "y_pred='y'", "y_score='x'", "y_score='who'")
    more = given(
        rng,
        item=(0.9, one("'id'")),
        model=(0.9, one("'who'")),
        metric=(0.5, one("'f1'", "'roc_auc'", "'x'", "'zero_one'")),
        positive=(0.4, mostly(one("1", "0"), number)),
    )
    return f"eb.Scores.from_table({columns(rng)}, y_true={one(*COLUMNS)(rng)}, {what(rng)}{more})", "test_set", AB


def of_log(rng: random.Random) -> Made:
    """The logs of a tool, sound or with something changed at random."""
    tool, odd = rng.choice(TOOLS), rng.choice((0, 0, 0, *range(1, 40)))
    path = mostly(one(f"log({tool!r}, 'a', {odd})", f"logs({tool!r}, {odd})"), one("3", "[]", "'nowhere'", "{}"), 0.95)
    more = given(
        rng,
        scorer=(
            0.9 if tool in ("promptfoo", "deepeval") else 0.2,
            mostly(one("'success'", "'all'"), one("'match'", "'x'", "['success']", "3", "'Correctness'", "'tone'")),
        ),
        filter=(0.1, one("'none'", "'x'", "3")),
        group=(0.15, one("'task'", "'topic'", "'x'", "3")),
        reduce=(0.1, BY_ANSWERS),
        models=(0.1, one("['a']", "['z']", "'a'", "[]")),
        missing=(0.3, mostly(one("'drop'"), one("'x'"))),
        keep=(0.1, one("'sums'", "'items'", "'x'")),
        greater_is_better=(0.1, flag),
        score_range=(0.1, one("(0, 1)", "(1, 0)", "3")),
    )
    if tool in READERS and rng.random() < 0.5:
        return f"eb.{READERS[tool]}({path(rng)}{_without(more, tool)})", "test_set", AB
    more += given(
        rng,
        format=(0.3, mostly(one(repr(tool)), one(*map(repr, TOOLS), "'x'", "3"))),
        name=(0.05, name),
        fields=(0.1, one("{'item': 'rows[].id', 'score': 'rows[].ok'}", "{'score': 'x'}", "{}", "3", "{'x': 'y'}")),
        marks=(0.1, one("{'C': 1, 'I': 0}", "{'C': nan}", "{}", "3", "{'C': 'x'}")),
    )
    return f"eb.read_log({path(rng)}{more})", "test_set", AB


def _without(more: str, tool: str) -> str:
    """What the reader of one tool does not have, left out; lm-eval calls its scorers metrics."""
    kept = [word for word in more.split(", ") if not word.startswith("reduce=" if tool == "lm-eval" else "filter=")]
    return ", ".join(kept).replace("scorer=", "metric=" if tool == "lm-eval" else "scorer=")


def votes(rng: random.Random) -> str:
    """Two models at a time."""
    table = f"ballot({rng.randrange(9)}, {rng.choice(SIZES)}, {rng.choice((1, 2, 3, 5))})"
    table = table if rng.random() < 0.95 else odd_array(rng)
    column = one("'left'", "'right'", "'won'", "'prompt'", "'nowhere'", "3")
    which = [f"{key}={mostly(one(repr(usual)), column, 0.95)(rng)}" for key, usual in BALLOT.items()]
    more = given(rng, group=(0.3, one("'prompt'", "'won'", "'x'")), judge=(0.2, one("'who'", "'left'", "3")))
    return f"eb.Scores.from_preferences({table}, {', '.join(which)}{more})"


def scores(rng: random.Random) -> Made:
    pick = rng.choices([*HOW], [*HOW.values()])[0]
    text, kind, names = pick(rng)
    if rng.random() < 0.02:
        text = rng.choice(ODD_ARRAYS)
    if rng.random() < 0.02:
        text = f"saved({text})"
    return text, kind, names


HOW: dict[Callable[[random.Random], Made], float] = {
    of_losses: 10,
    of_splits: 6,
    of_predictions: 3,
    of_table: 2,
    of_answers: 1.5,
    of_judge: 1,
    of_labels: 0.5,
    of_log: 0.5,
}
