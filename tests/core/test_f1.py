"""F1 by the delta method: reference numbers, and influence values against the closed form."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from errbar.core.f1 import f1, f1_se, f1_values


def test_reference_numbers():
    assert f1(45, 12, 9) == pytest.approx(0.8108108108, abs=1e-9)
    assert f1_se(45, 12, 9) == pytest.approx(0.0405388953, abs=1e-9)


@given(st.integers(1, 40), st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_influence_values_give_the_closed_form(tp, fp, fn, tn):
    truth = np.repeat([True, False, True, False], [tp, fp, fn, tn])
    said = np.repeat([True, True, False, False], [tp, fp, fn, tn])
    f, h = f1_values(truth, said)
    assert f == pytest.approx(f1(tp, fp, fn), abs=1e-12)
    assert h.sum() == pytest.approx(0.0, abs=1e-9 * h.size)
    assert np.sqrt((h**2).sum()) / h.size == pytest.approx(f1_se(tp, fp, fn), abs=1e-12)
