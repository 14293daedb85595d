"""A table in a PostgreSQL server, started here, through Ibis: the same scores as from the rows in memory."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from tests.tables.rows import LONG, WIDE, long_table, wide_table

import errbar as eb
from errbar.errors import InputError

pytestmark = pytest.mark.programs
ibis = pytest.importorskip("ibis", reason="Ibis is not installed: make test-logs does it")
pytest.importorskip("psycopg", reason="Ibis has no PostgreSQL here: make test-logs installs it")
FOLDERS = os.pathsep.join(map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)))


def program(name):
    found = shutil.which(name) or shutil.which(name, path=FOLDERS)
    return found or pytest.skip(f"PostgreSQL is not installed: there is no {name}")


@pytest.fixture(scope="module")
def server():
    """A cluster of its own that listens on a socket in its folder only; root may not run one."""
    root = os.geteuid() == 0
    user = next((one.pw_name for one in pwd.getpwall() if one.pw_name == "postgres"), "nobody") if root else None

    def run(*words):
        to = subprocess.DEVNULL  # the server inherits it
        subprocess.run([*map(str, words)], check=True, timeout=900, stdout=to, stderr=to, cwd=place, user=user)

    with TemporaryDirectory(prefix="errbar-pg-") as place:
        if user is not None:
            shutil.chown(place, user)
        data = Path(place) / "data"
        run(program("initdb"), "-D", data, "-U", "errbar", "-A", "trust", "-E", "UTF8", "--no-sync")
        settings = f"-c listen_addresses='' -c unix_socket_directories='{place}' -c fsync=off"
        control = (program("pg_ctl"), "-D", data, "-w", "-l", data / "log")
        run(*control, "-o", settings, "start")
        try:
            yield ibis.postgres.connect(host=place, user="errbar", database="postgres")
        finally:
            run(*control, "-m", "immediate", "stop")


@pytest.mark.parametrize("keep", ["items", "sums"])
@pytest.mark.parametrize("group", [None, "topic"])
@pytest.mark.parametrize("layout", ["long", "wide"])
def test_the_same_scores(server, layout, group, keep):
    table, asked = (long_table(), LONG) if layout == "long" else (wide_table(), WIDE)
    kept = server.create_table(f"{layout}_{group}_{keep}", table.sample(frac=1, random_state=1))
    ours, theirs = (eb.Scores.from_table(one, **asked, group=group, keep=keep).moments for one in (kept, table))
    assert (ours.n, ours.n_groups, ours.binary) == (theirs.n, theirs.n_groups, theirs.binary)
    assert ours.means == pytest.approx(theirs.means, rel=1e-12)
    assert ours.squares == pytest.approx(theirs.squares, rel=1e-10)
    if group is not None:
        assert ours.group_squares == pytest.approx(theirs.group_squares, rel=1e-10)


def test_an_answer(server):
    table = long_table(200)
    kept = server.create_table("an answer", table)
    one, other = (eb.infer(eb.Scores.from_table(t, **LONG), model="a", versus="b") for t in (kept, table))
    assert (one.low, one.high, one.pvalue) == pytest.approx((other.low, other.high, other.pvalue), rel=1e-12)


@pytest.mark.parametrize("keep", ["items", "sums"])
@pytest.mark.parametrize("bad", [np.nan, np.inf, None])
def test_what_is_missing_is_named(server, keep, bad):
    table = long_table()
    table.loc[(table["id"] == 7) & (table["who"] == "a"), "loss"] = bad
    kept = server.create_table(f"bad_{keep}_{bad}", table)
    with pytest.raises(InputError, match="'a' has a missing or infinite value for id 7"):
        eb.Scores.from_table(kept, **LONG, keep=keep)


def test_right_answers_and_predictions(server):
    table = long_table(80)
    table["right"], table["y"] = table["loss"] < 0.5, "yes"
    table["said"] = np.where(table["right"], "yes", "no")
    kept = server.create_table("right", table)
    for asked in ({"correct": "right"}, {"y_true": "y", "y_pred": "said"}):
        for keep in ("items", "sums"):
            one, other = (eb.Scores.from_table(t, item="id", model="who", keep=keep, **asked) for t in (kept, table))
            assert one.is_binary and one.moments.means.tolist() == other.moments.means.tolist()
