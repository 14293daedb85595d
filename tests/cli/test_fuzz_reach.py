"""The fuzz reaches everything that users can type: every command and option, every verb and what it takes."""

import ast
import inspect
import random
from functools import cache

import pytest
import typer.main
from fuzz.calls import WEIGHTS, by_name, with_one_more
from fuzz.command_words import NOT_TRIED, VERBS, further

import errbar as eb
from errbar.cli.main import app

TEXTS = {"read": 500, "infer": 1500}  # of each strategy, where not
MOSTLY = 120
LONG = {"demo"}  # which fits for a minute and writes where it stands; its command line is tested by itself


def commands(group, words=()):
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*words, name))
        else:
            yield (*words, name), command


COMMANDS = dict(commands(typer.main.get_command(app)))


@cache
def texts():
    """Calls of every strategy, a line each; not while tests are collected, which every worker does."""
    return "\n".join(pick(random.Random(i)) for pick in WEIGHTS for i in range(TEXTS.get(pick.__name__, MOSTLY)))


@pytest.mark.parametrize("words", [words for words in COMMANDS if words[0] not in LONG], ids=" ".join)
def test_every_command_and_option_is_fuzzed(words):
    tried = [options for _, verb, _, options in VERBS if tuple(verb) == words]
    assert tried, f"add {' '.join(words)} to VERBS in fuzz/command_words.py"
    given = {name.strip() for options in (*tried, further(words)) for name in options}
    known = {
        max(one.opts, key=len)
        for one in COMMANDS[words].params
        if one.param_type_name == "option" and not set(one.opts) & NOT_TRIED
    }
    assert known - given == set(), f"options of {' '.join(words)} that are never given"


@cache
def given_by_name():
    """Verb -> what its calls are given by name."""
    found = {}
    for text in texts().splitlines():
        for node in ast.walk(ast.parse(text, mode="eval")):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                found.setdefault(node.func.attr, set()).update(word.arg for word in node.keywords)
    return found


FUNCTIONS = [name for name in eb.__all__ if inspect.isfunction(getattr(eb, name))]


@pytest.mark.parametrize("verb", [name for name in FUNCTIONS if name != "report"])
def test_every_verb_and_argument_is_fuzzed(verb):
    assert f"eb.{verb}(" in texts(), f"add a strategy for eb.{verb} to fuzz/asking.py or fuzz/fits.py"
    known = set(by_name(verb))
    assert len(known & given_by_name()[verb]) >= 0.8 * len(known), f"add to a strategy: {known - given_by_name()[verb]}"
    longer = (with_one_more(f"eb.{verb}(a)", random.Random(i)) for i in range(20 * len(known)))
    added = {word.arg for text in longer for word in ast.parse(text, mode="eval").body.keywords}
    assert added == known


def test_every_way_to_make_scores_plans_and_answers_is_fuzzed():
    makers = [f"eb.{kind.__name__}.{name}(" for kind in (eb.Scores, eb.Datasets) for name in vars(kind)
              if name.startswith("from_")]  # fmt: skip
    recipes = [f"eb.plans.{name}(" for name in eb.plans.__all__ if name in dir(eb.plans) and name.islower()]
    assert [text for text in (*makers, *recipes, "reported(", "eb.Sequential(") if text not in texts()] == []
    assert [name for name in eb.METHODS if repr(name) not in texts()] == []
