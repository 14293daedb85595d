"""What to type for a row of the table, in Python and on the command line."""

from __future__ import annotations

from errbar.answers.advice_rows import Row
from errbar.answers.situation import METRICS, Situation

_COLUMNS = {
    "0/1": "--correct-col right",
    "bounded": "--loss-col loss",
    "unbounded": "--loss-col loss",
    "auc": "--y-true label --y-score score --metric roc_auc",
    "f1": "--y-true label --y-pred said --metric f1",
}
VERBS = ("evaluate", "compare", "rank")
SPEC = {
    "classifier": '"sklearn.naive_bayes.GaussianNB()"',
    "regressor": '"sklearn.linear_model.Ridge()"',
}
MORE_SPECS = {
    "classifier": ('"sklearn.neighbors.KNeighborsClassifier()"', '"sklearn.tree.DecisionTreeClassifier()"'),
    "regressor": ('"sklearn.neighbors.KNeighborsRegressor()"', '"sklearn.tree.DecisionTreeRegressor()"'),
}


def python_lines(row: Row, question: Situation) -> str:
    """The call, with names for what only the user has: model, a, b, X, y, groups, losses, table."""
    return _PYTHON[row.have](row, question)


def command_line(row: Row, question: Situation) -> str | None:
    """The same as a command, with `data.csv` and columns to be replaced; None where only Python can say it."""
    return _COMMAND[row.have](row, question)


def _verb(question: Situation) -> str:
    return VERBS[min(question.n_models, 3) - 1]


def _plan(row: Row, question: Situation) -> str:
    """With both classes in every test set, where the metric is undefined without them."""
    plan = str(row.plan)
    if question.kind not in ("auc", "f1") or question.groups:  # groups cannot be stratified
        return plan
    return plan[:-1] + ("" if plan.endswith("()") else ", ") + "stratify=True)"


def _loss_or_scoring(question: Situation) -> str:
    if question.metric == "zero_one":
        return ""
    if _is_scorer(question):
        return f'scoring="{question.metric}", '
    return "scoring=scorer, " if question.metric == "other" else f'loss="{question.metric}", '


def _is_scorer(question: Situation) -> bool:
    """Whether the metric has a name among scikit-learn's scorers."""
    return METRICS[question.metric] in ("auc", "f1", "other") and question.metric != "other"


def _fit(row: Row, question: Situation) -> str:
    models = ("model", "a, b", '{"a": a, "b": b, "c": c}')[min(question.n_models, 3) - 1]
    groups = "groups=groups, " if question.groups else ""
    options = 'options={"rope": 0.01}, ' if row.method == "bayes_t" else ""
    data = f"{models}, X, y, {_loss_or_scoring(question)}{groups}".rstrip()
    how = f'plan=eb.plans.{_plan(row, question)}, method="{row.method}", {options}random_state=0,'
    return f"eb.{_verb(question)}(\n    {data}\n    {how}\n)"


def _fit_command(row: Row, question: Situation) -> str | None:
    if question.metric == "other" or row.method == "bayes_t":  # a scorer of one's own; an option
        return None
    task = "regressor" if question.metric in ("squared", "absolute") else "classifier"
    specs = (SPEC[task], *MORE_SPECS[task])[: min(question.n_models, 3)]
    parts = ["errbar", _verb(question), "data.csv --target label", *(f"--model {spec}" for spec in specs)]
    if _is_scorer(question):
        parts.append(f"--scoring {question.metric}")
    elif question.metric != "zero_one":
        parts.append(f"--loss {question.metric}")
    if question.groups:
        parts.append("--groups patient")
    plan = _plan(row, question).replace("1/3", "0.3333")  # a spec holds literals, not sums
    return " ".join([*parts, f"--plan '{plan}' --method {row.method} --random-state 0"])


def _trained(row: Row, question: Situation) -> str:
    if question.n_models >= 3:
        group = ', group="group"' if question.groups else ""
        return (
            f'scores = eb.Scores.from_table("items.csv", item="item", model="model", loss="loss"{group})\n'
            f'eb.rank(scores, method="{row.method}")'
        )
    versus = "versus=other, " if question.n_models == 2 else ""
    groups = "groups=groups, " if question.groups else ""
    return f'eb.score(fitted, X, y, {versus}{_loss_or_scoring(question)}{groups}method="{row.method}")'


def _trained_command(row: Row, question: Situation) -> str | None:
    if question.kind == "other":
        return None
    what = _COLUMNS[question.kind] + (" --loss-range 0 1" if row.method == "betting" else "")
    names = "" if question.n_models == 1 else "--model-col model "
    pair = " --model new --versus old" if question.n_models == 2 else ""
    group = " --group group" if question.groups else ""
    verb = "rank" if question.n_models >= 3 else "infer"
    return f"errbar {verb} items.csv --item item {names}{what}{group}{pair} --method {row.method}"


def _folds(row: Row, question: Situation) -> str:
    sizes = f"n_train={question.n - 1}, n_test=1"
    if question.n_models == 1:
        scores = f'eb.Scores.from_splits({{"m": values}}, {sizes}, loss="error")'
        return f'eb.infer({scores}, method="{row.method}")'
    scores = f'eb.Scores.from_splits({{"a": values, "b": others}}, {sizes}, loss="error")'
    return f'eb.infer({scores}, model="a", versus="b", method="{row.method}")'


def _folds_command(row: Row, question: Situation) -> str:
    pair = " --model-col model --model new --versus old" if question.n_models == 2 else ""
    return (
        f"errbar infer folds.csv --split fold --loss-col loss{pair} "
        f"--n-train {question.n - 1} --n-test 1 --method {row.method}"
    )


def _datasets(_row: Row, _question: Situation) -> str:
    return "eb.rank(table, greater_is_better=False)  # errors: {data set: {model: number}}, or one row per data set"


def _datasets_command(_row: Row, _question: Situation) -> str:
    return "errbar rank table.csv --dataset dataset --lower-is-better --random-state 0"


def _stream(_row: Row, question: Situation) -> str:
    unbounded = ", loss_range=None" if question.kind == "unbounded" else ""
    settings = f"paired={question.n_models == 2}, binary={question.kind == '0/1'}{unbounded}"
    losses = "loss, other_loss" if question.n_models == 2 else "loss"
    return f"watch = eb.Sequential({settings})\nwatch.add({losses})  # item by item\nwatch.interval, watch.decided"


def _stream_command(_row: Row, question: Situation) -> str:
    column = _COLUMNS[question.kind] + (" --loss-range 0 1" if question.kind == "bounded" else "")
    pair = "--model-col model --model new --versus old " if question.n_models == 2 else ""
    return f"errbar infer items.csv --item item {pair}{column} --sequential"


_PYTHON = {"data": _fit, "trained": _trained, "folds": _folds, "datasets": _datasets, "stream": _stream}
_COMMAND = {
    "data": _fit_command,
    "trained": _trained_command,
    "folds": _folds_command,
    "datasets": _datasets_command,
    "stream": _stream_command,
}
