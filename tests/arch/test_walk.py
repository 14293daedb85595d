"""The walk of one question: rooms call downwards only, change seldom, and nothing is checked twice."""

import inspect
from collections import defaultdict
from pathlib import Path

import pytest
from benchmarks.house import SRC, changes, contract, questions, room, trace

HEIGHT = {name: height for height, rooms in enumerate(reversed(contract())) for name in rooms}
HEIGHT["__init__"] = HEIGHT["__main__"] = len(HEIGHT)  # errbar itself stands above all rooms
MOST = {"compare": 21, "report": 40}  # changes of rooms, as `benchmarks/house.py` counts them; see CONTRIBUTING
QUESTIONS = {("verbs/compare.py", "compare"), ("answers/ask.py", "ask")}

# callbacks that may be called from below, each with the reason
CALLED_FROM_BELOW = {
    "show/call.py:recorded.<locals>.told -> verbs/compare.py:compare": "a decorator is part of what it stands on",
}


@pytest.fixture(scope="module")
def walks():
    """What is called from below, and every check with its question, arguments and place, of compare and of report."""
    with questions() as (compare, report):
        return {"compare": Walk(compare), "report": Walk(report)}


class Walk:
    def __init__(self, question):
        self.upward, self.checks, self.alive, self.steps = set(), defaultdict(list), [], {}
        trace(question, self.look)

    def look(self, frame, event, _):
        if event != "call":
            return
        self.steps.setdefault((frame.f_code.co_filename, frame.f_code.co_qualname))
        caller = ours(frame.f_back)
        if is_call_of_a_room(frame.f_code) and caller is not None and height(caller) < height(frame):
            self.upward.add(f"{place(caller)} -> {place(frame)}")
        if frame.f_code.co_name.startswith("check_") and (asked := question_of(frame)) is not None:
            arguments = given(frame)
            self.alive += [asked, *arguments]  # an id is of one object only while it lives
            key = place(frame), id(asked), tuple(map(as_key, arguments))
            self.checks[key].append(" < ".join(f"{place(one)}:{one.f_lineno}" for one in stack(frame.f_back)[:3]))


def is_call_of_a_room(code):
    """Not what a value brings along (methods, properties), nor the frames of generators, comprehensions and classes."""
    if code.co_name.startswith("<") and code.co_name != "<lambda>":
        return False
    if code.co_flags & inspect.CO_GENERATOR or not code.co_flags & inspect.CO_OPTIMIZED:
        return False
    of_value = code.co_argcount > 0 and code.co_varnames[0] in ("self", "cls")
    return not of_value and not code.co_name.startswith("__")


def ours(frame):
    """The nearest frame of errbar, this one or above."""
    while frame is not None and not frame.f_code.co_filename.startswith(str(SRC)):
        frame = frame.f_back
    return frame


def stack(frame):
    """The frames of errbar, the nearest first."""
    found = []
    while (frame := ours(frame)) is not None:
        found.append(frame)
        frame = frame.f_back
    return found


def question_of(frame):
    """The frame in which the question was asked first: the verb's, else that of `ask`."""
    asked = [one for one in stack(frame) if tuple(place(one).split(":")) in QUESTIONS]
    return asked[-1] if asked else None


def height(frame):
    return HEIGHT[room(Path(frame.f_code.co_filename))]


def place(frame):
    return f"{Path(frame.f_code.co_filename).relative_to(SRC).as_posix()}:{frame.f_code.co_qualname}"


def given(frame):
    code = frame.f_code
    return [frame.f_locals[name] for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]]


def as_key(value):
    """Equal for plain values that are equal; other values are told apart by identity."""
    if isinstance(value, tuple):
        return tuple(map(as_key, value))
    return (type(value), value) if value is None or isinstance(value, str | int | float) else id(value)


@pytest.mark.parametrize("name", ["compare", "report"])
def test_no_room_calls_a_higher_one(name, walks):
    upward = sorted(walks[name].upward - set(CALLED_FROM_BELOW))
    assert not upward, "a lower room calls a higher one:\n" + "\n".join(upward)


@pytest.mark.parametrize("name", ["compare", "report"])
def test_nothing_is_checked_twice_for_one_question(name, walks):
    twice = {key: places for key, places in walks[name].checks.items() if len(places) > 1}
    told = [f"{key[0]}, {len(places)} times: {'; '.join(places)}" for key, places in twice.items()]
    assert not told, "checked twice for one question:\n" + "\n".join(told)


@pytest.mark.parametrize("name", ["compare", "report"])
def test_rooms_change_no_more_often_than_they_did(name, walks):
    assert changes([Path(file) for file, _ in walks[name].steps]) <= MOST[name]


def test_what_is_called_from_below_still_is(walks):
    assert set(CALLED_FROM_BELOW) <= walks["compare"].upward | walks["report"].upward


def test_every_room_stands_in_the_contract():
    rooms = {room(path) for path in SRC.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert rooms == set(HEIGHT)
