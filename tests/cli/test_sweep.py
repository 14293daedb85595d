"""`fuzz/sweep.py`: its calls are sound, it reaches what is public, and a sample of its wrong arguments is refused."""

import inspect

import pytest
from fuzz.sweep import EVERY, arguments, swept
from fuzz.verbs import ended, replayed

import errbar as eb

NOT_THERE = {"report"}  # writes a file; the fuzz reports every answer


@pytest.mark.parametrize(("called", "sound"), EVERY, ids=[f"{i} {called[:40]}" for i, (called, _) in enumerate(EVERY)])
def test_the_call_without_a_wrong_argument_is_answered(called, sound):
    found = ended(called, _call(called, sound))
    assert (found.outcome, found.why) == ("answer", "")


def test_every_public_function_is_swept():
    functions = {name for name in eb.__all__ if inspect.isfunction(getattr(eb, name))}
    assert functions - {called.removeprefix("eb.") for called, _ in EVERY} == NOT_THERE


def test_a_sample_of_wrong_arguments():
    assert [(one.case, one.why) for one in replayed(swept()[::811]) if one.why] == []


UNREAD = {
    "progress",
    "random_state",
}  # nothing is drawn and nothing takes long: whatever they are, the answer is the same


@pytest.mark.slow
def test_nothing_that_is_given_is_left_unread():
    """An argument that may be any object at all is not looked at; y is for plans that stratify."""
    found = [
        (called, name)
        for called, sound in EVERY
        for name in arguments(called)
        if name not in UNREAD
        and not (name == "y" and called.endswith(".build"))
        and ended(called, _call(called, sound | {name: "object()"})).outcome == "answer"
    ]
    assert found == []


def _call(called, given):
    return f"{called}({', '.join(f'{key}={value}' for key, value in given.items())})"
