"""The same bytes from one process, threads, processes and clusters; the data are written once and sent to nobody."""

import os
import pickle
import time
import warnings
from functools import partial
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
import sklearn
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.run.checked import check_data
from errbar.run.fit import Fit, Outcome
from errbar.run.one_thread import one_thread
from errbar.run.spread import parallel, shipment
from errbar.run.spread.batches import SECONDS, Batches
from errbar.run.warned import warned

RNG = np.random.default_rng(0)
X = RNG.normal(size=(120, 6))
Y = (X[:, 0] + RNG.normal(size=120) > 0).astype(int)
PLAN = eb.plans.subsample(40, 0.2)
MODELS = {"logistic": LogisticRegression(class_weight="balanced"), "tree": DecisionTreeClassifier()}


def collect(X=X, models=MODELS, plan=PLAN, **more):
    return eb.collect(models, X, Y, **{"plan": plan, "random_state": 1} | more)


def same(a, b):
    return a.items.tobytes() == b.items.tobytes() and a.notes == b.notes


LAYOUTS = {
    "rows": X,
    "columns": np.asfortranarray(X),
    "strided": np.repeat(X, 2, axis=1)[:, ::2],
    "float32": X.astype(np.float32),
    "sparse": scipy.sparse.csr_matrix(X),
    "pandas": pd.DataFrame(X, columns=list("abcdef")),
    "polars": pl.DataFrame(X, schema=list("abcdef")),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_processes_give_the_bytes_of_one(layout):
    table = LAYOUTS[layout]
    assert same(collect(table, shared=False), collect(table, shared=False, n_jobs=2))


@pytest.mark.parametrize("backend", ["threading", "loky", "multiprocessing"])
def test_backends_give_the_bytes_of_one(backend):
    models = MODELS | {"boosting": HistGradientBoostingClassifier(max_iter=3)}
    one = collect(models=models, plan=eb.plans.kfold(4))
    with joblib.parallel_config(backend=backend):
        assert same(collect(models=models, plan=eb.plans.kfold(4), n_jobs=2), one)


def test_multiprocessing_which_waits_for_the_dead_is_replaced(monkeypatch):
    asked = []

    class Parallel:
        def __init__(self, **settings):
            asked.append(settings.get("backend"))

        def __call__(self, calls):
            return (call(*arguments, **named) for call, arguments, named in calls)

    monkeypatch.setattr(joblib, "Parallel", Parallel)
    fit = lambda batch: Outcome([Fit(number, "m", np.zeros(1), 0.0, 0.0) for number, _ in batch])  # noqa: E731
    for backend in ("multiprocessing", "loky"):
        with joblib.parallel_config(backend=backend):
            assert len(list(parallel._through_joblib(fit, [(0, ("m",))], 2, "processes"))) == 1
    assert asked == ["loky", None]


def test_forest_with_its_own_jobs_gives_the_same_bytes():
    plan = eb.plans.kfold(4)
    one = collect(models={"m": RandomForestClassifier(20)}, plan=plan, loss="log")
    for n_jobs in (1, 2):
        forest = RandomForestClassifier(20, n_jobs=2)
        assert same(collect(models={"m": forest}, plan=plan, loss="log", n_jobs=n_jobs), one)


@pytest.mark.filterwarnings("ignore")
def test_warnings_are_counted_in_every_backend():
    models = {"m": LogisticRegression(max_iter=1)}
    one = collect(models=models)
    assert "40 times" in one.notes[0]
    for backend in ("threading", "loky"):
        with joblib.parallel_config(backend=backend):
            assert collect(models=models, n_jobs=2).notes == one.notes


class SeesFrames(ClassifierMixin, BaseEstimator):
    """Fits only if the step before it gives a DataFrame."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.column_ = X["a"].to_numpy().mean()
        return self

    def predict(self, X):
        return (X["a"].to_numpy() > self.column_).astype(int)


def test_settings_of_scikit_learn_reach_the_workers():
    models = {"m": make_pipeline(StandardScaler(), SeesFrames())}
    with sklearn.config_context(transform_output="pandas"):
        one = collect(LAYOUTS["pandas"], models=models)
        for backend in ("threading", "loky"):
            with joblib.parallel_config(backend=backend):
                assert same(collect(LAYOUTS["pandas"], models=models, n_jobs=2), one)


def test_data_are_written_once_and_tasks_are_small(monkeypatch):
    written, sent = [], []
    dump, through = joblib.dump, parallel._through_joblib

    def counting_dump(value, path):
        written.append(Path(path))
        return dump(value, path)

    def weighing(fit, shares, *rest):
        sent.append(len(pickle.dumps(fit)))
        return through(fit, shares, *rest)

    monkeypatch.setattr(joblib, "dump", counting_dump)
    monkeypatch.setattr(parallel, "_through_joblib", weighing)
    large = np.tile(X, (1, 200))  # over a megabyte
    collect(large, models={"m": LogisticRegression(max_iter=1000)}, n_jobs=2, plan=eb.plans.subsample(6, 0.2))
    assert len(written) == 1 and not written[0].parent.exists()
    assert max(sent) < 500


def test_workers_map_the_data(tmp_path):
    task = parallel.Task(MODELS, check_data(X, Y), PLAN.build(120), None, 0, {}, os.getpid())
    with shipment.shipped(task) as address:
        received = shipment._read(Path(address))
        base = received.data.X
        while base.base is not None and not isinstance(base, np.memmap):
            base = base.base
        assert isinstance(base, np.memmap) and not received.data.X.flags.writeable
        assert (received.data.X == X).all()
    assert not Path(address).exists()


def test_no_memory_folder_falls_back_to_the_disk(monkeypatch, tmp_path):
    monkeypatch.setattr(shipment, "MEMORY", tmp_path / "none")
    assert same(collect(n_jobs=2), collect())
    monkeypatch.setenv("JOBLIB_TEMP_FOLDER", str(tmp_path))
    assert same(collect(n_jobs=2), collect())
    assert list(tmp_path.iterdir()) == []


def test_trees_go_to_threads_and_others_to_processes(monkeypatch):
    seen = []
    through = parallel._through_joblib
    monkeypatch.setattr(parallel, "_through_joblib", lambda *a: seen.append(a[3]) or through(*a))
    plan = eb.plans.kfold(3)

    class Tree(DecisionTreeClassifier):
        pass

    trees = {"m": DecisionTreeClassifier()}
    said = [collect(models=models, plan=plan, n_jobs=2).details for models in (trees, MODELS, {"m": Tree()})]
    assert seen == ["threads", "processes", "processes"]
    assert [one["fitted_by"] for one in said] == ["2 threads", "2 processes", "2 processes"]
    assert collect(models=trees, plan=plan).details["fitted_by"] == "this process"


def test_nobody_fits_what_is_computed_together_or_kept(tmp_path):
    assert "fitted_by" not in collect(models={"m": GaussianNB()}).details
    models = {"m": DecisionTreeClassifier()}
    first, again = (collect(models=models, plan=eb.plans.kfold(3), store=tmp_path / "s.db") for _ in range(2))
    assert first.details["fitted_by"] == "this process" and "fitted_by" not in again.details


class Fails(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        raise ZeroDivisionError("by design")

    def predict(self, X):
        return X


@pytest.mark.parametrize("n_jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_failures_travel(n_jobs):
    with pytest.raises(eb.FitError, match="ZeroDivisionError: by design") as caught:
        collect(models={"m": Fails()}, n_jobs=n_jobs)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


class FailsFirst(ClassifierMixin, BaseEstimator):
    """Fails where row 0 is not learnt from; the others take their time, and say that they are finished."""

    def __init__(self, folder, seconds):
        self.folder = folder
        self.seconds = seconds

    def fit(self, X, y):
        if X[:, 0].min() > 0:
            raise ZeroDivisionError("by design")
        time.sleep(self.seconds)
        self.which_ = str(X[:, 0].sum())
        return self

    def predict(self, X):
        (Path(self.folder) / self.which_).touch()
        return np.zeros(len(X), dtype=int)


@pytest.mark.parametrize(("seconds", "waits"), [(0.02, True), pytest.param(600, False, marks=pytest.mark.slow)])
def test_what_was_under_way_when_a_fit_failed_may_end_soon(tmp_path, seconds, waits):
    """The first split fails at once, and no split before it is waited for: the others are kept if they end soon."""
    X, tests = np.arange(60.0)[:, np.newaxis], np.arange(60).reshape(12, 5)
    splits = [(np.setdiff1d(np.arange(60), test), test) for test in tests]
    model = FailsFirst(str(tmp_path), seconds)
    with pytest.raises(eb.FitError, match="ZeroDivisionError") as caught:
        eb.collect({"m": model}, X, np.arange(60) % 2, cv=splits, random_state=0, n_jobs=2)
    finished = len(list(tmp_path.iterdir()))
    assert (0 < finished < 11) == waits
    assert (0 if caught.value.scores is None else len(caught.value.scores.per_split)) == finished


def test_batches_follow_the_clock_and_share_the_rest_fairly():
    batches = Batches([(i, ("m",)) for i in range(1000)], 2)
    assert len(batches.next()) == 1
    fits = [Fit(i, "m", np.zeros(1), 0.0, 0.0) for i in range(10)]
    batches.learn(Outcome(fits, seconds=0.1))
    sizes = [len(batch) for batch in batches]
    assert sizes[0] == int(SECONDS / 0.01)
    assert sizes == sorted(sizes, reverse=True) and sizes[-1] == 1 and sum(sizes) == 999
    batches.again([(3, ("m",)), (4, ("m",))])
    assert batches.next() == [(3, ("m",))]


def test_long_fits_are_handed_in_one_by_one():
    batches = Batches([(i, ("a", "b")) for i in range(5)], 2)
    assert batches.next() == [(0, ("a",))]
    batches.learn(Outcome([Fit(0, "a", np.zeros(1), 0.0, 0.0)], seconds=2 * SECONDS))
    assert [batches.next() for _ in range(3)] == [[(0, ("b",))], [(1, ("a",))], [(1, ("b",))]]
    batches.again([(1, ("b",))])
    batches.learn(Outcome([Fit(0, "b", np.zeros(1), 0.0, 0.0)] * 99, seconds=0.0))
    assert [batches.next(), batches.next()] == [[(1, ("b",))], [(2, ("a", "b"))]]
    assert [*batches] == [[(i, (name,))] for i in (3, 4) for name in "ab"]


def test_limits_and_filters_are_given_back():
    from threadpoolctl import threadpool_info

    before = [pool["num_threads"] for pool in threadpool_info()], list(warnings.filters)
    with one_thread(), one_thread(), warned() as seen:
        assert {pool["num_threads"] for pool in threadpool_info()} <= {1}
        warnings.warn("a", UserWarning, stacklevel=1)
        warnings.warn("a", UserWarning, stacklevel=1)
    assert seen == [("UserWarning", "a")] * 2
    assert ([pool["num_threads"] for pool in threadpool_info()], list(warnings.filters)) == before


# -- clusters -------------------------------------------------------------------------------------------------


@pytest.fixture(params=[1, pytest.param(2, marks=pytest.mark.slow)])
def dask_client(request):
    distributed = pytest.importorskip("distributed", reason="dask is not installed: pip install errbar[dask]")
    with (
        distributed.LocalCluster(n_workers=request.param, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_dask_gives_the_bytes_of_one(dask_client):
    with joblib.parallel_config(backend="dask"):
        assert same(collect(), collect(n_jobs=1))
        with pytest.raises(eb.FitError, match="by design"):
            collect(models={"m": Fails()})


@pytest.mark.slow
@pytest.mark.parametrize("dask_client", [2], indirect=True)
def test_dask_worker_killed_three_times(dask_client, tmp_path):
    from tests.run.kill_target import Dies

    plan = eb.plans.subsample(200, 0.2)
    run = partial(eb.collect, X=X, y=Y.astype(float), plan=plan, random_state=1)
    with joblib.parallel_config(backend="dask"):
        scores = run({"m": Dies(str(tmp_path), 3)})
    assert (tmp_path / "died2").exists()
    assert same(scores, run({"m": Dies(str(tmp_path), 0)}))


@pytest.mark.slow
def test_ray_gives_the_bytes_of_one_and_survives(tmp_path, monkeypatch):
    ray = pytest.importorskip("ray", reason="ray is not installed: pip install errbar[ray]")
    from ray.util.joblib import register_ray
    from tests.run.kill_target import Dies

    root = Path(__file__).parents[3]
    path = os.pathsep.join((str(Path(eb.__file__).parents[1]), str(root)))
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": path}})
    register_ray()
    try:
        with joblib.parallel_config(backend="ray"):
            assert same(collect(), collect(n_jobs=1))
            run = partial(eb.collect, X=X, y=Y.astype(float), plan=PLAN, random_state=1)
            scores = run({"m": Dies(str(tmp_path), 3)})
    finally:
        ray.shutdown()
    assert (tmp_path / "died2").exists()
    assert same(scores, run({"m": Dies(str(tmp_path), 0)}))
