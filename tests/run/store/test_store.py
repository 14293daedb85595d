"""The store: nothing is fitted twice, nothing wrong is ever read back."""

import json
import multiprocessing
import os
import pickle
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.ensemble import RandomForestClassifier, VotingClassifier
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.cli.main import run as command
from errbar.errors import InputError, StoreError
from errbar.run.store import file as store
from errbar.run.store import kept
from errbar.run.store.fingerprint import data_fingerprint, model_fingerprint, split_fingerprint
from errbar.run.store.patient import Patient
from errbar.run.store.prune import prune

RNG = np.random.default_rng(0)
X = RNG.normal(size=(80, 4))
Y = (X[:, 0] + RNG.normal(size=80) > 0).astype(int)
PLAN = eb.plans.subsample(12, 0.25)


class Counting(ClassifierMixin, BaseEstimator):
    """A tree that writes down every fit."""

    def __init__(self, log=None, depth=2, random_state=0):
        self.log = log
        self.depth = depth
        self.random_state = random_state

    def fit(self, X, y):
        with Path(self.log).open("a") as file:
            file.write("fit\n")
        self.tree_ = DecisionTreeClassifier(max_depth=self.depth, random_state=self.random_state).fit(X, y)
        self.classes_ = self.tree_.classes_
        return self

    def predict(self, X):
        return self.tree_.predict(X)


@pytest.fixture
def counted(tmp_path):
    """A model and how often it was fitted since the last question."""
    log = tmp_path / "log"
    log.touch()

    def fits():
        lines = len(log.read_text().split())
        log.write_text("")
        return lines

    return partial(Counting, str(log)), fits


@pytest.fixture
def file(tmp_path):
    return tmp_path / "runs.db"


SINGLY = LogisticRegression(class_weight="balanced")  # not computed for all splits together


def collect(model, file, plan=PLAN, **more):
    return eb.collect({"m": model}, X, Y, **{"plan": plan, "random_state": 3, "store": file} | more)


# -- what is found again --------------------------------------------------------------------------------------


def test_second_run_fits_nothing(counted, file):
    model, fits = counted
    first = eb.evaluate(model(), X, Y, plan=PLAN, random_state=3, store=file)
    assert fits() == 12
    second = eb.evaluate(model(), X, Y, plan=PLAN, random_state=3, store=str(file))
    assert fits() == 0
    assert (second.estimate, second.low, second.high, second.n_fits) == (first.estimate, first.low, first.high, 12)
    assert (first.details["resumed_splits"], second.details["resumed_splits"]) == (0, 12)
    assert second.details["fit_seconds"] == pytest.approx(first.details["fit_seconds"])


def test_more_splits_and_another_method_fit_only_what_is_missing(counted, file):
    model, fits = counted
    collect(model(), file)
    assert fits() == 12
    larger = collect(model(), file, eb.plans.subsample(20, 0.25))
    assert (fits(), larger.details["resumed_splits"]) == (8, 12)
    halvings = eb.plans.halvings(n_splits=15, n_halvings=2, test_size=0.25, half_splits=3)
    other = collect(model(), file, halvings)
    assert (fits(), other.details["resumed_splits"]) == (12, 15)
    assert other.items.tobytes() == collect(model(), None, halvings).items.tobytes()


def test_same_split_of_another_plan_is_found(counted, file):
    model, fits = counted
    collect(model(), file)
    fits()
    splits = list(PLAN.build(len(Y), random_state=3))
    reversed_order = eb.collect({"m": model()}, X, Y, cv=splits[::-1], random_state=8, store=file)
    assert (fits(), reversed_order.details["resumed_splits"]) == (0, 12)


def test_models_are_kept_apart_and_found_one_by_one(counted, file):
    model, fits = counted
    collect(model(), file)
    fits()
    both = eb.collect({"a": model(), "b": model(depth=1)}, X, Y, plan=PLAN, random_state=3, store=file)
    assert (fits(), both.details["resumed_fits"], both.details["resumed_splits"]) == (12, 12, 0)


def drawn_from(y, p):
    return np.abs(y - p) * np.random.rand()  # noqa: NPY002


@pytest.mark.parametrize("change", [{"random_state": 4}, {"loss": drawn_from}], ids=["seed", "a loss that draws"])
def test_any_other_question_is_fitted_anew(file, change):
    model = DecisionTreeClassifier(random_state=0)
    collect(model, file)
    again = collect(model, file, **change)
    assert again.details["resumed_splits"] == 0
    assert collect(model, file, **change).details["resumed_splits"] == 12


@pytest.mark.parametrize("metric", [{"loss": "brier"}, {"scoring": "f1"}, {"loss": lambda y, p: np.abs(y - p) * 1.0}])
def test_another_metric_is_worked_out_from_what_was_said(file, metric):
    model = DecisionTreeClassifier(random_state=0)
    collect(model, file)
    kept = collect(model, file, **metric)
    assert kept.details["resumed_splits"] == 12
    fresh = eb.collect({"m": model}, X, Y, plan=PLAN, random_state=3, **metric)
    assert kept.values.tobytes() == fresh.values.tobytes()


def test_other_data_are_fitted_anew(file):
    collect(SINGLY, file)
    moved = X.copy()
    moved[7, 2] = np.nextafter(moved[7, 2], 10)
    other = eb.collect({"m": LogisticRegression()}, moved, Y, plan=PLAN, random_state=3, store=file)
    assert other.details["resumed_splits"] == 0


def test_seeded_models_are_found_only_with_their_seed(counted, file):
    model, fits = counted
    splits = list(PLAN.build(len(Y), random_state=3))
    eb.collect({"m": model(random_state=None)}, X, Y, cv=splits, random_state=1, store=file)
    assert fits() == 12
    eb.collect({"m": model(random_state=None)}, X, Y, cv=splits, random_state=2, store=file)
    assert fits() == 12
    eb.collect({"m": model(random_state=None)}, X, Y, cv=splits, random_state=1, store=file)
    assert fits() == 0


def test_shared_results_and_fits_are_kept_apart(file):
    a = collect(Ridge(), file, loss="squared")
    assert collect(Ridge(), file, loss="squared").items.tobytes() == a.items.tobytes()
    assert collect(Ridge(), file, loss="squared", shared=False).details["resumed_splits"] == 0


@pytest.mark.filterwarnings("ignore")
def test_warnings_of_kept_fits_are_reported_again(file):
    model = LogisticRegression(max_iter=1)
    first, second = collect(model, file), collect(model, file)
    assert "12 times" in first.notes[0]
    assert first.notes == second.notes


def test_failure_keeps_what_was_finished(counted, file, tmp_path):
    _, fits = counted

    class Fails(Counting):
        def fit(self, X, y):
            if len(Path(self.log).read_text().split()) == 5:
                raise RuntimeError("no")
            return super().fit(X, y)

    failing = Fails(str(tmp_path / "log"))
    with pytest.raises(eb.FitError):
        collect(failing, file)
    assert fits() == 5
    assert store.entries(file)[0].splits == 5


# -- fingerprints ---------------------------------------------------------------------------------------------


def twice(x):
    return 2 * x


MODELS = [
    LogisticRegression(),
    LogisticRegression(C=0.5),
    LogisticRegression(C=np.float64(1.0)),
    make_pipeline(StandardScaler(), LogisticRegression()),
    GridSearchCV(LogisticRegression(), {"C": [1, 2]}, cv=KFold(3)),
    GridSearchCV(LogisticRegression(), {"C": [1, 2]}, cv=KFold(4)),
    RandomForestClassifier(random_state=np.random.RandomState(0)),
    RandomForestClassifier(random_state=np.random.RandomState(1)),
    VotingClassifier([("a", LogisticRegression()), ("b", DecisionTreeClassifier())]),
    FrozenEstimator(LogisticRegression().fit(X, Y)),
    FrozenEstimator(LogisticRegression().fit(X, 1 - Y)),
    FunctionTransformer(np.log1p),
    FunctionTransformer(np.expm1),
    FunctionTransformer(twice),
    FunctionTransformer(lambda x: 3 * x),
    FunctionTransformer(lambda x: 4 * x),
    FunctionTransformer(partial(np.power, 2)),
    Counting(depth=np.arange(3)),
    Counting(depth={"a": 1, 2: "b"}),
]


def test_models_have_their_own_fingerprints_and_clones_the_same():
    keys = [model_fingerprint("m", model) for model in MODELS]
    assert len(set(keys)) == len(keys)
    assert [model_fingerprint("m", clone(model)) for model in MODELS] == keys


def test_fingerprints_are_the_same_in_another_process():
    code = (
        "from tests.run.store import test_store as t; from errbar.run.store.fingerprint import model_fingerprint as m;"
        "print(*(m('m', model).hex() for model in t.MODELS), t.data_fingerprint(t.X, t.Y).hex())"
    )
    path = os.pathsep.join((str(Path(eb.__file__).parents[1]), str(Path(__file__).parents[3])))
    found = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [model_fingerprint("m", model).hex() for model in MODELS] + [data_fingerprint(X, Y).hex()]
    assert found.stdout.split() == here


def test_using_a_model_does_not_change_its_fingerprint(tmp_path):
    model = Counting(str(tmp_path / "log"))
    before = model_fingerprint("m", model)
    pickle.dumps(model)  # leaves a mark on the class
    model.fit(X, Y)
    assert model_fingerprint("m", model) == before


def test_own_code_is_known_by_what_it_does():
    def define(factor, body):
        space = {"BaseEstimator": BaseEstimator, "RegressorMixin": RegressorMixin, "FACTOR": factor}
        exec(f"class Own(RegressorMixin, BaseEstimator):\n    def fit(self, X, y):\n        {body}\n", space)
        space["Own"].__module__ = "notebook"
        return model_fingerprint("m", space["Own"]())

    keys = {define(*at) for at in ((1, "return FACTOR"), (2, "return FACTOR"), (1, "return -FACTOR"))}
    assert len(keys) == 3
    assert define(1, "return FACTOR") in keys


@pytest.mark.parametrize("thing", [threading.Lock(), sys.stderr], ids=["lock", "file"])
def test_what_cannot_be_told_apart_is_refused(thing):
    with pytest.raises(InputError, match=r"store= must tell models apart.*Counting\(depth=...\)"):
        model_fingerprint("m", Counting(depth=thing))


def test_data_fingerprints():
    frame = pd.DataFrame({"a": X[:, 0], "b": ["x", "y"] * 40, "c": pd.Categorical(["u", "v"] * 40)})
    missing = frame.assign(d=pd.array([1, None] * 40, dtype="Int64"))
    tables = [
        X, np.asfortranarray(X), X.astype(np.float32), X.astype(object), frame, frame[["b", "a"]],
        frame.rename(columns={"a": "z"}), missing, missing.fillna({"d": 2}), scipy.sparse.csr_matrix(X),
        scipy.sparse.csr_array(X), pl.DataFrame({"a": X[:, 0], "b": ["x", None] * 40}),
        pl.DataFrame({"a": X[:, 0], "b": ["x", ""] * 40}),
    ]  # fmt: skip
    keys = [data_fingerprint(table, Y) for table in tables]
    assert len(set(keys)) == len(keys)
    copies = [table.copy() if hasattr(table, "copy") else table.clone() for table in tables]
    copies[1] = np.asfortranarray(X)
    assert [data_fingerprint(table, Y) for table in copies] == keys
    assert data_fingerprint(X, Y) != data_fingerprint(X, Y.astype(float)) != data_fingerprint(X, Y.astype(str))


def test_split_fingerprints_know_order_and_seed():
    a, b, c = np.array([0, 1, 2]), np.array([3, 4]), np.array([4, 3])
    keys = [
        split_fingerprint(5, a, b, {}), split_fingerprint(6, a, b, {}), split_fingerprint(5, b, a, {}),
        split_fingerprint(5, a, c, {}), split_fingerprint(5, a, b, {"random_state": 1}),
    ]  # fmt: skip
    assert len(set(keys)) == len(keys)


# -- a bad file is one clear error ----------------------------------------------------------------------------


def test_not_a_store(file, tmp_path):
    file.write_text("a,b\n1,2\n" * 2000)
    with pytest.raises(StoreError, match="not a store"):
        collect(SINGLY, file)
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE mine (a)")
    connection.close()
    before = other.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        collect(SINGLY, other)
    assert other.read_bytes() == before
    for nowhere in (tmp_path, tmp_path / "no" / "folder.db"):
        with pytest.raises(StoreError, match="cannot be opened"):
            collect(SINGLY, nowhere)
    with pytest.raises(InputError, match="name of a file"):
        collect(SINGLY, True)


def test_other_schema(file):
    collect(SINGLY, file)
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="schema 99; this errbar reads schema 1"):
        collect(SINGLY, file)


def test_truncated_or_corrupted_files_never_give_wrong_losses(file, tmp_path):
    model = LogisticRegression()
    wanted = collect(model, file, loss="log")
    sound = file.read_bytes()
    rng, errors = np.random.default_rng(1), 0
    for case in range(60):
        damaged = tmp_path / f"damaged{case}.db"
        if case % 3 == 0:
            damaged.write_bytes(sound[: rng.integers(1, len(sound))])
        else:
            data = np.frombuffer(sound, dtype=np.uint8).copy()
            where = rng.integers(100, len(sound) - 64)
            data[where : where + (64 if case % 3 == 1 else 1)] ^= rng.integers(1, 256, dtype=np.uint8)
            damaged.write_bytes(data.tobytes())
        try:
            scores = collect(model, damaged, loss="log")
        except StoreError:
            errors += 1
        else:
            assert scores.items.tobytes() == wanted.items.tobytes()
    assert errors > 20


def test_changed_rows_are_noticed_and_pruned(file):
    model = LogisticRegression()
    collect(model, file)
    connection = sqlite3.connect(file)
    connection.execute("UPDATE fits SET fit_seconds = fit_seconds + 1 WHERE rowid = 4")
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="does not match its checksum"):
        collect(model, file)
    assert not store.info(file)["sound"]
    assert prune(file) == {"removed_runs": 0, "removed_fits": 1}
    assert collect(model, file).details["resumed_splits"] == 11
    assert store.info(file)["sound"]


def test_a_locked_store_delays_keeping_and_not_the_answer(file, monkeypatch):
    collect(SINGLY, file)
    monkeypatch.setattr(store, "WAIT_SECONDS", 0.1)
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    with pytest.warns(eb.ErrbarWarning, match="locked by another process.* not kept there") as seen:
        scores = collect(LogisticRegression(C=2.0), file)
    assert len(seen) == 1 and any("Finished fits not kept there: 12; the answer has" in note for note in scores.notes)
    assert scores.items.tobytes() == collect(LogisticRegression(C=2.0), None).items.tobytes()
    connection.execute("ROLLBACK")
    connection.close()
    assert collect(LogisticRegression(C=2.0), file).details["resumed_splits"] == 0
    assert collect(LogisticRegression(C=2.0), file).details["resumed_splits"] == 12


@pytest.fixture
def patient(file):
    made = Patient(file)
    yield made
    made.close()


def rows(*names):
    return [(b"run", "{}", [store.StoredRow(name, np.ones(3), 0.0, 0.0, ()) for name in names])]


def n_rows(file):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT count(*) FROM fits").fetchone()[0]


def test_what_waited_is_kept_when_the_store_is_free_again(file, patient, monkeypatch):
    monkeypatch.setattr(store, "WAIT_SECONDS", 0.05)
    patient.check_writable()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        patient.keep(rows(b"a"))
        assert "not kept there: 1;" in patient.notes()[0]
        other.execute("ROLLBACK")
    patient.keep(rows(b"b"))
    assert (patient.notes(), n_rows(file)) == ([], 2)


def test_workers_keep_what_they_finish_whatever_becomes_of_the_driver(file, monkeypatch):
    with monkeypatch.context() as context:
        context.setattr(kept.Writer, "put", lambda *_: None)  # as of a driver that was killed before it could keep
        by_two = collect(SINGLY, file, n_jobs=2)
    again = collect(SINGLY, file)
    assert again.details["resumed_splits"] == 12
    assert again.items.tobytes() == by_two.items.tobytes()


def test_a_worker_on_another_machine_leaves_the_store_to_the_driver(file, monkeypatch):
    monkeypatch.setattr(kept, "this_machine", lambda: "another one")
    with monkeypatch.context() as context:
        context.setattr(kept.Writer, "put", lambda *_: None)
        collect(SINGLY, file, n_jobs=2)
    assert n_rows(file) == 0
    collect(SINGLY, file, n_jobs=2)
    assert n_rows(file) == 12


def test_what_workers_wrote_reaches_the_disk_with_the_driver(file, patient, monkeypatch):
    synced = []
    monkeypatch.setattr("errbar.run.store.patient.os.fsync", lambda journal: synced.append(journal.name))
    patient.keep(rows(b"a"))
    assert synced == []  # SQLite itself waits for the disk where something is new
    patient.keep(rows(b"a"))
    assert synced == [f"{file}-wal"]


def test_a_full_disk_is_tried_again(file, patient, monkeypatch):
    def full(*_):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as context:
        context.setattr("errbar.run.store.patient.write", full)
        patient.keep(rows(b"a"))
        assert "disk is full" in patient.notes()[0]
    patient.close()
    assert (patient.notes(), n_rows(file)) == ([], 1)


@pytest.mark.parametrize("replaced", [False, True])
def test_a_store_removed_during_a_run_is_told_and_made_anew(file, patient, replaced):
    patient.keep(rows(b"a"))
    file.unlink()
    if replaced:
        store.connect(file, create=True).close()
    patient.keep(rows(b"b"))
    assert "was removed during the run: what it had kept until then is gone." in patient.notes()[0]
    assert n_rows(file) == 1


def test_a_store_whose_folder_is_gone_is_told(tmp_path):
    folder = tmp_path / "away"
    folder.mkdir()
    patient = Patient(folder / "runs.db")
    shutil.rmtree(folder)
    patient.keep(rows(b"a"))
    patient.close()
    assert ["removed during" in note or "cannot be opened" in note for note in patient.notes()] == [True, True]


def test_a_read_only_store_is_refused_before_any_fit(counted, file, monkeypatch):
    model, fits = counted
    collect(SINGLY, file)

    def read_only(path, *, create):
        return sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None, check_same_thread=False)

    monkeypatch.setattr("errbar.run.store.patient.connect", read_only)
    with pytest.raises(StoreError, match="cannot be written: it is read-only"):
        collect(model(), file)
    assert fits() == 0
    assert collect(SINGLY, file).details["resumed_splits"] == 12  # all there: nothing to write


def test_full_disk(file):
    plan = eb.plans.subsample(120, 0.5)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, limits[1]))  # no file of this process may grow further
    try:
        with pytest.warns(eb.ErrbarWarning, match=r"disk.* not kept there"):
            assert len(collect(SINGLY, file, plan, loss="log").plan) == 120
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert store.info(file)["sound"]
    resumed = collect(SINGLY, file, plan, loss="log")
    assert 0 < resumed.details["resumed_splits"] < 120
    assert resumed.items.tobytes() == collect(SINGLY, None, plan, loss="log").items.tobytes()


def test_read_only_file(file):
    collect(SINGLY, file)
    file.chmod(0o444)
    if os.access(file, os.W_OK):
        pytest.skip("this user may write anything")
    with pytest.raises(StoreError, match="read-only"):
        collect(LogisticRegression(C=2.0), file)


LONG = eb.plans.subsample(50, 0.25)


def _collected(file, started, queue):
    started.set()
    queue.put(collect(SINGLY, file, LONG).items.tobytes())


@pytest.mark.slow  # the stateful tests interleave two writers; shards are merged in tests/cli/test_shards.py
def test_two_processes_on_one_store(file):
    context = multiprocessing.get_context("spawn")
    started, queue = context.Event(), context.Queue()
    process = context.Process(target=_collected, args=(file, started, queue))
    process.start()
    assert started.wait(timeout=120)
    found = {collect(SINGLY, file, LONG).items.tobytes(), queue.get(timeout=120)}
    process.join()
    assert found == {collect(SINGLY, None, LONG).items.tobytes()}
    assert [entry.splits for entry in store.entries(file)] == [50]
    assert store.info(file)["sound"]


# -- looking in and cleaning up -------------------------------------------------------------------------------


def test_ls_info_prune(file, capsys):
    collect(LogisticRegression(solver="newton-cg"), file)
    collect(LogisticRegression(C=2.0, solver="newton-cg"), file)
    assert command(["store", "ls", str(file), "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["results"]
    assert [(row["model"], row["splits"], row["usable"]) for row in listed] == [
        ("LogisticRegression(solver='newton-cg')", 12, True),
        ("LogisticRegression(C=2.0, solver='newton-cg')", 12, True),
    ]
    assert command(["store", "ls", "--store", str(file)]) == 0
    assert "predictions" in capsys.readouterr().out
    assert command(["store", "info", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["fits"] == 24
    assert command(["store", "info", str(file)]) == 0
    assert "sound" in capsys.readouterr().out
    assert command(["store", "prune", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"removed_runs": 0, "removed_fits": 0}
    assert command(["store", "prune", str(file), "--run", "1"]) == 0
    assert [entry.id for entry in store.entries(file)] == [2]
    assert command(["store", "prune", str(file), "--older-than", "0"]) == 0
    assert store.entries(file) == []
    assert command(["store", "ls", str(file.with_name("none.db"))]) == 2
    assert command(["store", "ls"]) == 2


def test_prune_removes_what_other_versions_fitted(file, monkeypatch):
    with monkeypatch.context() as changed:
        changed.setattr(eb, "__version__", "0.0.0")
        collect(SINGLY, file)
    assert collect(SINGLY, file).details["resumed_splits"] == 0
    assert [entry.usable for entry in store.entries(file)] == [False, True]
    assert prune(file) == {"removed_runs": 1, "removed_fits": 12}
