"""Every record of the golden file: 60-digit values, met to 1e-13 (or exactly 0 where the value is 0)."""

import json
from pathlib import Path

import numpy as np
import pytest

from errbar import bounds
from errbar.bounds.kfold import xi

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "bounds.json").read_text())

# golden key -> (name, side, row of a two-sided answer)
SCENARIO1 = {
    "NOR": ("normal", "upper", None),
    "WIL": ("wilson", "upper", None),
    "CP": ("clopper_pearson", "upper", None),
    "CP_LOWER": ("clopper_pearson", "lower", None),
    "CP2_LO": ("clopper_pearson", "two-sided", 0),
    "CP2_HI": ("clopper_pearson", "two-sided", 1),
    "AC": ("agresti_coull", "upper", None),
    "JEF": ("jeffreys", "upper", None),
    "MIDP": ("mid_p", "upper", None),
    "BLAKER2_LO": ("blaker", "two-sided", 0),
    "BLAKER2_HI": ("blaker", "two-sided", 1),
}
SCENARIO2 = {
    "CHE": ("chebyshev", "upper", None),
    "CANTELLI": ("cantelli", "upper", None),
    "BER": ("bernstein", "upper", None),
    "CRF": ("chernoff", "upper", None),
    "CRF_TIGHT": ("chernoff_tight", "upper", None),
    "T_HOE": ("hoeffding_kl", "upper", None),
    "T_HOE_LOWER": ("hoeffding_kl", "lower", None),
    "HOE": ("hoeffding", "upper", None),
    "BEN": ("bentkus", "upper", None),
    "BEN_LOWER": ("bentkus", "lower", None),
}
VARIANCE = {
    "GUT": ("guttman", "upper", None),
    "GUT_SHARP": ("guttman_sharp", "upper", None),
    "MAU": ("maurer_pontil", "upper", None),
    "MAU_SHARP": ("maurer_pontil_sharp", "upper", None),
}
KFOLD = {
    "KCV_HOE": bounds.kfold_hoeffding,
    "KCV_CHE": bounds.kfold_chebyshev,
    "KCV_KL": bounds.kfold_kl,
}
# kept in the file for comparison, not ours to give: eq. 41 with the wrong variance, and Clopper-Pearson at delta / e
NOT_OURS = {"MAU_PAPER", "BENTKUS_E"}
NOT_VALUES = {"n", "k", "lhat", "delta", "s2_fraction", "s2", "m", "lbar", "xi"}


def column(records, key):
    return np.array([record[key] for record in records], dtype=float)


def means(records):
    return np.array([r["k"] / r["n"] if "k" in r else r["lhat"] for r in records])


def agree(ours, golden):
    wanted = np.clip(golden, 0.0, 1.0)
    np.testing.assert_allclose(ours, wanted, rtol=1e-13, atol=0.0)


def answer(how, records, **more):
    name, side, row = how
    limits = getattr(bounds, name)(means(records), column(records, "n"), column(records, "delta"), side=side, **more)
    return limits if row is None else limits[row]


def test_no_key_of_the_file_is_forgotten():
    known = {*SCENARIO1, *SCENARIO2, *VARIANCE, *KFOLD} | NOT_OURS | NOT_VALUES
    for part in ("scenario1", "scenario2", "scenario2_variance", "kcv"):
        assert {key for record in GOLDEN[part] for key in record} <= known


@pytest.mark.parametrize("key", SCENARIO1)
def test_binary(key):
    records = GOLDEN["scenario1"]
    agree(answer(SCENARIO1[key], records), column(records, key))


@pytest.mark.parametrize("key", SCENARIO2)
def test_bounded(key):
    records = GOLDEN["scenario2"]
    agree(answer(SCENARIO2[key], records), column(records, key))


def test_clopper_pearson_at_delta_over_e_is_the_easy_form_of_bentkus():
    records = [record for record in GOLDEN["scenario2"] if "BENTKUS_E" in record]
    ours = bounds.clopper_pearson(means(records), column(records, "n"), column(records, "delta") / np.e)
    agree(ours, column(records, "BENTKUS_E"))


@pytest.mark.parametrize("key", VARIANCE)
def test_with_a_variance(key):
    records = [record for record in GOLDEN["scenario2_variance"] if record[key] is not None]
    n = column(records, "n")
    agree(answer(VARIANCE[key], records, variance=column(records, "s2") * n / (n - 1)), column(records, key))


@pytest.mark.parametrize("key", VARIANCE)
def test_without_a_variance_the_losses_are_0_or_1(key):
    full = [r for r in GOLDEN["scenario2_variance"] if r["s2_fraction"] == 1.0 and r[key] is not None]
    agree(answer(VARIANCE[key], full), column(full, key))


@pytest.mark.parametrize("key", VARIANCE)
def test_one_loss_has_no_variance_and_bounds_nothing(key):
    name = VARIANCE[key][0]
    assert getattr(bounds, name)([0.0, 0.3, 1.0], 1, 0.05).tolist() == [1.0, 1.0, 1.0]
    assert getattr(bounds, name)([0.0, 0.3, 1.0], 1, 0.05, side="lower").tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("record", GOLDEN["kcv"], ids=lambda r: f"{r['m']}-{r['lbar']}-{r['delta']}")
def test_kfold(record):
    for key, bound in KFOLD.items():
        agree(bound([record["lbar"]] * 3, record["m"], record["delta"]), record[key])
    agree(xi(record["m"]) / 100.0, record["xi"] / 100.0)
