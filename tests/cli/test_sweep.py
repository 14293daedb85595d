"""`fuzz/sweep.py`: its calls are sound, it reaches what is public, and a sample of its wrong arguments is refused."""

import inspect

import pytest
from fuzz.sweep import EVERY, swept
from fuzz.verbs import ended, replayed

import errbar as eb

NOT_THERE = {"report"}  # writes a file; the fuzz reports every answer


@pytest.mark.parametrize(("called", "sound"), EVERY, ids=[f"{i} {called[:40]}" for i, (called, _) in enumerate(EVERY)])
def test_the_call_without_a_wrong_argument_is_answered(called, sound):
    words = ", ".join(f"{key}={value}" for key, value in sound.items())
    found = ended(called, f"{called}({words})")
    assert (found.outcome, found.why) == ("answer", "")


def test_every_public_function_is_swept():
    functions = {name for name in eb.__all__ if inspect.isfunction(getattr(eb, name))}
    assert functions - {called.removeprefix("eb.") for called, _ in EVERY} == NOT_THERE


def test_a_sample_of_wrong_arguments():
    assert [(one.case, one.why) for one in replayed(swept()[::811]) if one.why] == []
