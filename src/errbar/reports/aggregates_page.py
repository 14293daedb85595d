"""The page of runs on many tasks: interquartile means, chances of improvement, profiles."""

from __future__ import annotations

from errbar.answers.aggregates import Aggregate, Aggregates
from errbar.reports import paper
from errbar.reports.call_again import again
from errbar.reports.cited import Cited
from errbar.reports.forest import DrawnRow, Forest
from errbar.reports.origin import Origin, versions
from errbar.reports.page import Page, Table
from errbar.show.as_text import number, percent

CITED = ("agarwal2021",)
SHOWN = 11  # thresholds of the profiles


def aggregates_page(answer: Aggregates, origin: Origin) -> Page:
    """The best interquartile mean is the answer; the picture and the tables show all."""
    level, best = percent(answer.confidence_level), answer.models[0]
    sentence = (
        f"Over {len(answer.tasks)} tasks, {best} has the best interquartile mean of {answer.loss}: "
        f"{_told(answer.iqm[best])}."
    )
    headline, apart = f"{best} has the best interquartile mean over {len(answer.tasks)} tasks", _not_apart(answer)
    if apart:
        headline = f"{best} is ahead over {len(answer.tasks)} tasks, but not clearly"
    for_whom, *notes = answer.notes
    cited = Cited.of(CITED)
    rows = [
        (name, answer.n_runs[name], *(_told(found[name]) for found in (answer.iqm, answer.mean, answer.median)))
        for name in answer.models
    ]
    columns = ("model", "runs of a task", "interquartile mean", "mean of tasks", "median of tasks")
    table = Table(f"Scores over {len(answer.tasks)} tasks, {level} intervals", columns, rows)
    tables = [table, *_improvement(answer, level), _profiles(answer, level)]
    more = "More runs of every task narrow the intervals; with few of them they are too narrow as they stand."
    return Page(
        kind="Many tasks",
        headline=headline,
        sentence=sentence,
        what=sentence,
        sure=f"Each interval is at {level}, by itself, from a bootstrap of the runs within each task. {for_whom}",
        next=more,
        more=apart,
        picture=_forest(answer, level).picture(f"{sentence} Drawn: the interquartile mean of every model."),
        target=for_whom,
        assumed=["Scores of all tasks are on one scale.", "Runs are independent of each other."],
        changes=[more, "Other tasks: they are held fixed unless over_tasks=True (--over-tasks) draws them anew."],
        tables=tables,
        notes=notes,
        facts=origin.facts(answer) | {"Size": f"{len(answer.models)} models on {len(answer.tasks)} tasks"},
        settings={"score": answer.loss, "confidence level": level, **versions()},
        again=again([answer], origin.command),
        paper=paper.of_table(sentence, table, table.caption, cited),
        references=cited.texts,
        answer=answer.to_json(),
    )


def _not_apart(answer: Aggregates) -> list[str]:
    """Which models' intervals meet that of the first, if any do."""
    first, *others = answer.models
    one = answer.iqm[first]
    near = [name for name in others if answer.iqm[name].low <= one.high and one.low <= answer.iqm[name].high]
    return [f"The interval of {first} meets that of {', '.join(near)}."] if near else []


def _improvement(answer: Aggregates, level: str) -> list[Table]:
    rows = [(a, b, _told(one)) for (a, b), one in answer.improvement.items()]
    caption = "Chance that a run of one model is better than a run of another on a task"
    return [Table(caption, ("model", "better than", f"chance, {level} interval"), rows)] if rows else []


def _profiles(answer: Aggregates, level: str) -> Table:
    better = "above" if answer.greater_is_better else "below"
    step = max(1, (len(answer.thresholds) - 1) // (SHOWN - 1))
    rows = [
        (number(float(answer.thresholds[i]), 3), *(_at(answer.profiles[name], i) for name in answer.models))
        for i in range(0, len(answer.thresholds), step)
    ]
    return Table(f"Share of runs {better} a score, {level} at each", (answer.loss, *answer.models), rows)


def _at(profile: tuple[object, ...], place: int) -> str:
    return _told(Aggregate(*(float(one[place]) for one in profile)))  # type: ignore[index]


def _told(one: Aggregate) -> str:
    return f"{number(one.estimate, 3)} [{number(one.low, 3)}, {number(one.high, 3)}]"


def _forest(answer: Aggregates, level: str) -> Forest:
    rows = [
        DrawnRow(name, *answer.iqm[name], _told(answer.iqm[name]), f"{name}: interquartile mean {_told(found)}")
        for name, found in answer.iqm.items()
    ]
    return Forest(rows, f"interquartile mean of {answer.loss}", head=f"estimate, {level} interval")
