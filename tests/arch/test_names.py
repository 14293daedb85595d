"""One name, one thing: files, classes, and the names of methods."""

import ast
from collections import defaultdict
from functools import cache

from benchmarks.house import SRC, modules, namesakes

import errbar as eb

SAYS_NOTHING = ("verb", "table", "text", "question", "render", "utils", "helpers")
THE_VALUE = "types/question.py"  # what flows, not a file about questions

# where a method may be named: in its own rooms, in what advises it, in studies of it
ROOMS_OF_METHODS = ("methods", "bounds", "lab")
ADVICE = "answers/advice_rows.py"
# and these strings, each with the reason; the default values of signatures are free
NAMED_ELSEWHERE = {
    ("answers/advice_lines.py", "bayes_t"): "advice: the lines that go with its row",
    ("answers/advice_lines.py", "betting"): "advice: the lines that go with its row",
    ("answers/error_distribution.py", "corrected_t"): "the interval of an average, and the test set beside the paper's",
    ("answers/error_distribution.py", "resampled_t"): "the paper's own test",
    ("core/estimating_functions.py", "holdout_t"): "ratios that the papers give by the name of the procedure",
    ("core/estimating_functions.py", "resampled_t"): "ratios that the papers give by the name of the procedure",
    ("core/estimating_functions.py", "corrected_t"): "ratios that the papers give by the name of the procedure",
    ("ranking/across.py", "corrected_t"): "the default of `rank`, to see whether another was asked for",
    ("verbs/rank.py", "corrected_t"): "the default of `rank`, which scores of trained models have no splits for",
    ("cli/bound.py", "betting"): "the default of a command for losses that are not 0/1",
    ("cli/bound.py", "clopper_pearson"): "the default of a command",
    ("cli/rank.py", "corrected_t"): "the default of a command",
    ("core/paired_binary.py", "mid_p"): "a variant of McNemar's test, not the bound",
    ("run/shared/minkowski.py", "chebyshev"): "a distance, not the bound",
    ("verbs/sequential.py", "bernstein"): "limits over all looks, not the bound",
    ("verbs/sequential.py", "betting"): "limits over all looks, not the bound",
    ("show/ranking_axes.py", "normal"): "the weight of a font, not the bound",
}
MEASURED = "types/measured.py"  # written by docs/_make/measured_record.py from the committed tables, one row a method


def test_modules_that_share_a_file_name_are_one_thing():
    told = [f"{name}: {', '.join(where)}" for name, where in namesakes().items()]
    assert not told, "one file name, several things:\n" + "\n".join(told)


def test_no_file_name_says_nothing():
    found = [path.relative_to(SRC).as_posix() for path in modules() if path.stem in SAYS_NOTHING]
    assert found == [THE_VALUE]


def test_no_two_public_classes_share_a_name():
    homes = defaultdict(list)
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(path)
    told = [f"{name}: {', '.join(paths)}" for name, paths in sorted(homes.items()) if len(paths) > 1]
    assert not told, "one class name, several classes:\n" + "\n".join(told)


def test_methods_are_named_in_their_own_rooms():
    told = [f"{path}:{line}: {name!r}" for path, line, name in named() if (path, name) not in NAMED_ELSEWHERE]
    assert not told, "a literal method name outside methods/ and bounds/:\n" + "\n".join(told)


def test_every_exception_is_still_one():
    assert set(NAMED_ELSEWHERE) <= {(path, name) for path, _, name in named()}


@cache
def trees():
    return [(path.relative_to(SRC).as_posix(), ast.parse(path.read_text(encoding="utf-8"))) for path in modules()]


def named():
    """(file, line, method) of whole strings; plans are named as some methods are, and may be named anywhere."""
    names = set(eb.METHODS) - set(eb.plans.PLANS)
    for path, tree in trees():
        if path.split("/")[0] in ROOMS_OF_METHODS or path in (ADVICE, MEASURED):
            continue
        free = set(map(id, defaults(tree)))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and node.value in names and id(node) not in free:
                yield path, node.lineno, node.value


def defaults(tree):
    """The default values in the signatures of functions and the fields of classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            yield from (value for value in (*node.args.defaults, *node.args.kw_defaults) if value is not None)
        if isinstance(node, ast.ClassDef):
            yield from (field.value for field in node.body if isinstance(field, ast.AnnAssign) and field.value)
