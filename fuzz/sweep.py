"""One wrong argument: sound calls of everything public, each argument in turn given everything it should not be.

Not drawn but complete, so there is no seed: `python -m fuzz --only sweep`.
"""

from __future__ import annotations

import inspect
from functools import cache
from pathlib import Path
from typing import Any

from fuzz.cases import Ended, Kind
from fuzz.odd import NAMES, NUMBERS, ODD_ARRAYS, ODD_MODELS, ODD_X, ODD_Y
from fuzz.verbs import CHUNK, replayed

SPLITS = (
    "eb.Scores.from_splits({'a': values(1, 20, 'uniform'), 'b': values(2, 20, 'uniform')}, n_train=90, n_test=9, "
    "loss='error')"
)
ITEMS = "eb.Scores.from_losses(plan=(p := test_set(30)), losses={'a': per(p, 1, 'binary'), 'b': per(p, 2, 'common')})"
SETS = "eb.Datasets.from_values(by_set({'a': values(0, 8, 'uniform'), 'b': values(1, 8, 'normal')}), loss='error')"
OVER_PLAN = (
    "eb.Scores.from_losses(plan=(p := eb.plans.subsample(5, 0.3).build(20, random_state=0)), "
    "losses={'a': per(p, 1, 'uniform'), 'b': per(p, 2, 'uniform')})"
)
TASKS = (
    "eb.Datasets.from_table(table(1, 30, 'uniform'), model='who', value='x', dataset='task', run='trial', "
    "greater_is_better=True)"
)
SAID = "eb.Scores.from_predictions(values(1, 30, 'binary'), {'a': values(2, 30, 'uniform')})"
RUNS = "eb.Scores.from_table(table(1, 30, 'uniform'), item='task', run='trial', model='who', loss='x')"
FITS = {"X": "D(40)", "y": "Y(D(40))", "random_state": "0"}
LONG_WORK = {"n_splits": "10**6", "n_sets": "10**6", "n_seeds": "100"}  # so many are asked for in earnest
NOT_SWEPT = {"n_jobs", "store", "path"}  # processes and files, which have tests of their own

# what is called, and sound arguments; all others have a default
CALLS: list[tuple[str, dict[str, str]]] = [
    ("eb.infer", {"scores": SPLITS, "model": "'a'", "versus": "'b'"}),
    ("eb.infer", {"scores": ITEMS, "model": "'a'", "versus": "'b'"}),
    ("eb.infer", {"scores": ITEMS, "model": "'a'", "by": "np.arange(30) % 3"}),
    ("eb.growth", {"scores": SPLITS, "model": "'a'"}),
    ("eb.components", {"scores": OVER_PLAN, "model": "'a'"}),
    ("eb.sources", {"scores": RUNS, "model": "'a'"}),
    ("eb.winner", {"scores": ITEMS, "random_state": "0"}),
    ("eb.winner", {"scores": SPLITS, "random_state": "0"}),
    ("eb.curve", {"scores": SAID, "model": "'a'"}),
    ("eb.rank", {"models": SPLITS, "random_state": "0"}),
    ("eb.rank", {"models": ITEMS, "correction": "'max_t'", "random_state": "0"}),
    ("eb.rank", {"models": SETS, "random_state": "0"}),
    ("eb.aggregate", {"datasets": TASKS, "n_draws": "200", "random_state": "0"}),
    ("eb.bound", {"errors": "3", "n": "30"}),
    ("eb.advise", {"n": "100"}),
    ("eb.optimal_split", {"n": "100", "n_params": "3"}),
    ("eb.design", {"half_width": "0.05", "error": "0.1"}),
    ("eb.design", {"effect": "0.05", "sd": "1"}),
    ("eb.design", {"what": "'labels'", "half_width": "0.05", "error": "0.1", "correlation": "0.5"}),
    ("eb.design", {"what": "'splits'"}),
    (
        "eb.design",
        {
            "what": "'seeds'",
            "half_width": "0.05",
            "item_variance": "0.1",
            "run_variance": "0.1",
            "cell_variance": "0.1",
            "cost": "{'run': 9, 'item': 1, 'answer': 1}",
        },
    ),
    ("eb.design", {"what": ITEMS, "model": "'a'", "half_width": "0.05"}),
    ("eb.Sequential.over", {"scores": f"({ITEMS}).only('a')"}),
    ("eb.Scores.from_losses", {"losses": "{'a': per(test_set(30), 1, 'binary')}", "plan": "test_set(30)"}),
    (
        "eb.Scores.from_splits",
        {"values": "{'a': values(1, 20, 'uniform')}", "n_train": "90", "n_test": "9", "loss": "'error'"},
    ),
    ("eb.Scores.from_predictions", {"y_true": "values(1, 30, 'binary')", "outputs": "{'a': values(2, 30, 'uniform')}"}),
    (
        "eb.Scores.from_predictions",
        {"y_true": "values(1, 30, 'binary')", "outputs": "{'a': values(2, 30, 'binary')}", "metric": "'f1'"},
    ),
    ("eb.Scores.from_table", {"source": "table(1, 30, 'uniform')", "item": "'id'", "model": "'who'", "loss": "'x'"}),
    ("eb.Scores.from_preferences", {"table": "ballot(1, 30, 3)", "a": "'left'", "b": "'right'", "winner": "'won'"}),
    (
        "eb.Datasets.from_values",
        {"values": "by_set({'a': values(0, 8, 'uniform'), 'b': values(1, 8, 'normal')})", "loss": "'error'"},
    ),
    (
        "eb.Datasets.from_table",
        {
            "source": "table(1, 30, 'uniform')",
            "dataset": "'task'",
            "model": "'who'",
            "value": "'x'",
            "run": "'trial'",
            "loss": "'error'",
        },
    ),
    ("eb.Datasets.from_scores", {"scores": f"{{'d': {SPLITS}, 'e': {SPLITS}}}"}),
    ("eb.Result.from_dict", {"data": f"eb.infer({SPLITS}, model='a').to_dict()"}),
    ("eb.read_log", {"logs": "log('inspect', 'a', 0)"}),
    ("eb.read_log", {"logs": "log('openai-evals', 'a', 0)", "name": "'a'"}),
    ("eb.read_inspect", {"logs": "log('inspect', 'a', 0)"}),
    ("eb.read_lm_eval", {"samples": "log('lm-eval', 'a', 0)"}),
    ("eb.evaluate", {"model": "KNN(3)", **FITS, "plan": "eb.plans.kfold(3)"}),
    ("eb.compare", {"a": "KNN(3)", "b": "NB()", **FITS, "plan": "eb.plans.kfold(3)"}),
    ("eb.collect", {"models": "{'a': KNN(3)}", **FITS, "plan": "eb.plans.kfold(3)"}),
    ("eb.rank", {"models": "{'a': KNN(3), 'b': NB()}", **FITS, "plan": "eb.plans.kfold(3)"}),
    ("eb.score", {"fitted": "trained(NB(), Y)", "X": "D(30)", "y": "Y(D(30))"}),
    ("eb.distribution", {"model": "NB()", **FITS, "n_splits": "20"}),
    ("eb.audit", {"models": "NB()", **FITS, "n": "20", "n_sets": "2", "methods": "['corrected_t']"}),
    ("eb.sources", {"scores": "Tree(max_features=1)", **FITS, "n_seeds": "2", "plan": "eb.plans.kfold(3)"}),
    ("eb.bounds.wilson", {"mean": "0.1", "n": "30", "delta": "0.05"}),
    ("eb.bounds.maurer_pontil", {"mean": "0.1", "n": "30", "delta": "0.05", "variance": "0.1"}),
    ("eb.bounds.betting", {"losses": "values(1, 30, 'uniform')", "delta": "0.05"}),
    ("eb.bounds.kfold_union", {"name": "'hoeffding'", "fold_means": "[0.1, 0.2]", "m": "20", "delta": "0.05"}),
    ("eb.bounds.kfold_average", {"name": "'hoeffding'", "fold_means": "[0.1, 0.2]", "m": "20", "delta": "0.05"}),
    ("eb.bounds.kfold_kl", {"fold_means": "[0.1, 0.2]", "m": "20", "delta": "0.05"}),
    ("eb.bounds.coverage", {"name": "'wilson'", "n": "30", "L": "0.1", "delta": "0.05"}),
    ("eb.bounds.coverage_curve", {"name": "'wilson'", "n": "30", "L": "[0.1, 0.2]", "delta": "0.05"}),
    (
        "eb.bounds.coverage_monte_carlo",
        {"name": "'wilson'", "law": "eb.bounds.Beta(1, 3)", "n": "30", "delta": "0.05", "n_sets": "20"},
    ),
    ("eb.bounds.plot_coverage", {"names": "'wilson'", "n": "30"}),
    *((f"eb.plans.{name}", {}) for name in "holdout subsample kfold five_by_two halvings nested rolling".split()),
    *((f"eb.plans.{name}", {}) for name in "pseudo_bootstrap bootstrap replacements".split()),
    ("eb.plans.kfold(3).build", {"n": "30", "random_state": "0"}),
    ("eb.plans.subsample(3).build", {"n": "30", "random_state": "0"}),
    ("eb.plans.rolling(3).build", {"n": "30", "random_state": "0"}),
    (f"eb.infer({ITEMS}, model='a').confidence_interval", {"confidence_level": "0.9"}),
    (f"eb.infer({ITEMS}, model='a').with_method", {"method": "'wilson'"}),
    (f"({SPLITS}).first", {"n_splits": "5"}),
    (f"({SPLITS}).difference", {"a": "'a'", "b": "'b'"}),
    (
        f"({ITEMS}).join",
        {"other": "eb.Scores.from_losses(plan=(q := test_set(30)), losses={'c': per(q, 3, 'binary')})"},
    ),
    (f"eb.sources({RUNS}, model='a').plan", {"budget": "100", "cost": "{'run': 10, 'answer': 1}"}),
]

PAIR = {"model": "'a'", "versus": "'b'"}
MARGIN = {"confidence_level": "0.9", "alternative": "'less'", "margin": "0.05"}
COLUMNS = {"source": "table(1, 30, 'uniform')", "item": "'id'", "model": "'who'"}
# the same with other arguments beside: what is read only then, or checked in another order
WITH_OTHERS: list[tuple[str, dict[str, str]]] = [
    ("eb.infer", {"scores": SPLITS, **PAIR, "method": "'bayes_t'", "options": "{'rope': 0.1}"}),
    ("eb.infer", {"scores": SPLITS, **PAIR, "method": "'corrected_t'", **MARGIN}),
    ("eb.infer", {"scores": ITEMS, **PAIR, "method": "'mcnemar'", **MARGIN}),
    ("eb.infer", {"scores": ITEMS, "model": "'a'", "method": "'betting'", "null": "0.3", "alternative": "'less'"}),
    ("eb.infer", {"scores": ITEMS, "model": "'a'", "method": "'bootstrap_bca'", "options": "{'n_draws': 200}"}),
    ("eb.infer", {"scores": f"({ITEMS}).only('a')", "model": "'a'", "versus": f"({ITEMS}).only('b')"}),
    ("eb.infer", {"scores": ITEMS, **PAIR, "by": "np.arange(30) % 3", "correction": "'fdr_bh'", "weights": "'equal'"}),
    ("eb.infer", {"scores": RUNS, **PAIR, "method": "'two_way_t'", "options": "{'pair': 'runs'}"}),
    ("eb.infer", {"scores": SAID, "model": "'a'", "method": "'delong'", "options": "{'interval': 'wald'}"}),
    ("eb.growth", {"scores": SPLITS, **PAIR, "method": "'bayes_t'", "confidence_level": "0.9"}),
    ("eb.components", {"scores": OVER_PLAN, **PAIR, "independent": "False"}),
    ("eb.components", {"scores": "NB()", "jackknife": "3", "loss": "'zero_one'", **FITS}),
    ("eb.winner", {"scores": "searched('results')", "n_train": "20", "n_test": "10", "greater_is_better": "True"}),
    ("eb.winner", {"scores": ITEMS, "baseline": "'a'", "method": "'bonferroni'", "alternative": "'less'"}),
    ("eb.curve", {"scores": SAID, "model": "'a'", "kind": "'calibration'", "n_bins": "4"}),
    ("eb.curve", {"scores": SAID, "model": "'a'", "kind": "'precision_recall'", "confidence_level": "0.9"}),
    ("eb.rank", {"models": SPLITS, "control": "'a'", "method": "'resampled_t'", "confidence_level": "0.9"}),
    ("eb.rank", {"models": SETS, "across": "'wilcoxon'", "control": "'a'", "correction": "'fdr_bh'"}),
    ("eb.rank", {"models": SETS, "rope": "0.1", "random_state": "0"}),
    ("eb.rank", {"models": "eb.Scores.from_preferences(ballot(1, 60, 3), a='left', b='right', winner='won')"}),
    ("eb.aggregate", {"datasets": TASKS, "n_draws": "200", "over_tasks": "True", "thresholds": "[0.1, 0.5]"}),
    ("eb.bound", {"errors": "3", "n": "30", "method": "'blaker'", "side": "'two-sided'", "confidence_level": "0.9"}),
    ("eb.advise", {"n": "100", "effort": "'standard'"}),
    ("eb.advise", {"n": "100", "n_models": "2", "budget": "100", "metric": "'roc_auc'", "groups": "True"}),
    ("eb.advise", {"n": "100", "have": "'trained'", "guarantee": "True"}),
    ("eb.design", {"effect": "0.05", "error": "0.1", "correlation": "0.5", "cluster_size": "3", "power": "0.9"}),
    ("eb.design", {"half_width": "0.05", "item_variance": "0.1", "answer_variance": "0.1", "answers": "2"}),
    ("eb.design", {"effect": "0.05", "discordance": "0.1", "confidence_level": "0.9"}),
    ("eb.design", {"what": "'seeds'", "sources": f"eb.sources({RUNS}, model='a')", "half_width": "0.5",
                   "cost": "{'run': 9, 'answer': 1}"}),
    ("eb.design", {"what": ITEMS, **PAIR, "margin": "0.05", "power": "0.9"}),
    ("eb.Sequential", {"paired": "False", "loss_range": "(0, 1)", "null": "0.5", "tuned_for": "100"}),
    ("eb.Sequential", {"paired": "True", "binary": "True", "by": "'betting'", "largest_group": "3"}),
    ("eb.Scores.from_table", {**COLUMNS, "score": "'x'", "score_range": "(0, 1)", "group": "'g'", "keep": "'sums'"}),
    ("eb.Scores.from_table", {**COLUMNS, "loss": "'x'", "time": "'t'", "loss_range": "(0, 1)", "missing": "'drop'"}),
    ("eb.Scores.from_table", {**COLUMNS, "y_true": "'y'", "y_score": "'x'", "metric": "'roc_auc'", "positive": "1"}),
    ("eb.Scores.from_table", {**COLUMNS, "loss": "'x'", "split": "'fold'", "n_train": "20", "models": "['a', 'b']"}),
    ("eb.Scores.from_table", {**COLUMNS, "score": "'people'", "judge": "'x'", "labelled": "'random'"}),
    ("eb.Scores.from_table", {**COLUMNS, "item": "'task'", "correct": "'ok'", "repeat": "'trial'", "reduce": "'mean'"}),
    ("eb.Scores.from_preferences", {"table": "ballot(1, 30, 3)", "a": "'left'", "b": "'right'", "winner": "'won'",
                                    "group": "'prompt'", "judge": "'who'"}),
    ("eb.read_log", {"logs": "logs('inspect', 0)", "format": "'inspect'", "missing": "'drop'", "keep": "'items'"}),
    ("eb.evaluate", {"model": "KNN(3)", **FITS, "cv": "3", "scoring": "'f1'", "positive": "1", "null": "0.5"}),
    ("eb.evaluate", {"model": "NB()", **FITS, "effort": "'quick'", "loss": "['zero_one', 'brier']"}),
    ("eb.evaluate", {"model": "NB()", **FITS, "plan": "eb.plans.holdout(0.3)", "groups": "np.arange(40) // 4"}),
    ("eb.evaluate", {"model": "Tree(max_depth=2)", **FITS, "cv": "3", "params": "{'sample_weight': np.ones(40)}"}),
    ("eb.compare", {"a": "KNN(3)", "b": "NB()", **FITS, "cv": "3", "names": "('one', 'two')", **MARGIN}),
    ("eb.compare", {"a": "KNN(3)", "b": "NB()", **FITS, "plan": "eb.plans.subsample(6, 0.3)", "stop": "'clear'"}),
    ("eb.collect", {"models": "{'a': NB()}", **FITS, "methods": "['corrected_t', 'cv_wald']", "timeout": "20"}),
    ("eb.rank", {"models": "{'a': NB(), 'b': KNN(3)}", **FITS, "cv": "3", "scoring": "'roc_auc'", "control": "'a'"}),
    ("eb.score", {"fitted": "trained(NB(), Y)", "versus": "trained(KNN(3), Y)", "X": "D(30)", "y": "Y(D(30))",
                  **MARGIN}),
    ("eb.score", {"fitted": "trained(NB(), Y)", "X": "D(30)", "y": "Y(D(30))", "scoring": "'roc_auc'", "positive": "1",
                  "groups": "np.arange(30) // 3"}),
    ("eb.distribution", {"model": "NB()", **FITS, "n_splits": "20", "scoring": "'accuracy'",
                         "groups": "np.arange(40)"}),
    ("eb.audit", {"models": "NB()", "versus": "KNN(3)", **FITS, "n": "20", "n_sets": "2", "methods": "['corrected_t']",
                  "population": "'rows'", "confidence_level": "0.9"}),
    ("eb.sources", {"scores": "Tree(max_features=1)", **FITS, "n_seeds": "2", "order": "True", "crossed": "True"}),
    ("eb.bounds.wilson", {"mean": "[0.1, 0.2]", "n": "[30, 40]", "delta": "[0.05, 0.1]", "side": "'two-sided'"}),
    ("eb.bounds.betting", {"losses": "values(1, 30, 'uniform')", "delta": "0.05", "range": "(0, 2)",
                          "side": "'lower'"}),
    ("eb.plans.kfold", {"n_folds": "3", "n_repeats": "2", "stratify": "True"}),
    ("eb.plans.subsample", {"n_splits": "3", "test_size": "0.3", "distinct": "True", "stratify": "True"}),
    ("eb.plans.rolling", {"n_splits": "3", "test_size": "2", "gap": "1", "max_train": "10"}),
    ("eb.plans.kfold(3, stratify=True).build", {"n": "30", "y": "np.arange(30) % 2", "groups": "np.arange(30) // 3"}),
    ("eb.plans.rolling(3).build", {"n": "30", "groups": "np.arange(30) // 3"}),
]  # fmt: skip
EVERY = [*CALLS, *WITH_OTHERS]


@cache
def swept() -> list[list[str]]:
    """Every case: [what is called, the call]."""
    found = []
    for called, sound in EVERY:
        for name in arguments(called):
            for odd in _odd(name):
                given = {**sound, name: odd}
                words = ", ".join(f"{key}={value}" for key, value in given.items())
                found.append([called.rpartition(".")[2] if called.startswith("(") else called, f"{called}({words})"])
    return found


def arguments(called: str) -> list[str]:
    from fuzz.namespace import NAMESPACE

    taken: Any = eval(called, {**NAMESPACE})
    kinds = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
    parameters = inspect.signature(taken).parameters.values()
    return [one.name for one in parameters if one.kind not in kinds and one.name not in NOT_SWEPT]


def _odd(name: str) -> list[str]:
    more = {"X": ODD_X, "y": ODD_Y, "model": ODD_MODELS, "a": ODD_MODELS, "fitted": ODD_MODELS, "models": ODD_MODELS}
    every = [*dict.fromkeys([*NUMBERS, *ODD_ARRAYS, *NAMES, *more.get(name, ())])]
    return [one for one in every if one != LONG_WORK.get(name)]


def chunk(seed: int, number: int) -> list[Ended]:  # noqa: ARG001 - nothing is drawn
    return replayed(swept()[number * CHUNK : (number + 1) * CHUNK])


SWEEP = Kind("wrong arguments", chunk, replayed, CHUNK, Path(__file__).with_name("verbs.txt"))
