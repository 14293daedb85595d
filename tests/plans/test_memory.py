"""A plan holds no n_splits x n integers: building and walking it needs memory for a few splits only."""

import tracemalloc

import errbar as eb


def test_halvings_of_a_million_examples_stay_small():
    tracemalloc.start()
    try:
        plan = eb.plans.halvings(15, 10).build(10**6, random_state=0)
        trained = sum(train.size for train, _ in plan)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert trained == 15 * 900_000 + 300 * 400_000
    assert peak < 500e6
