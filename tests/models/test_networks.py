"""skorch networks: seeded by errbar, so that a run gives the same numbers twice."""

import numpy as np
import pytest

import errbar as eb

pytestmark = pytest.mark.models

rng = np.random.default_rng(0)
X = rng.normal(size=(120, 4)).astype(np.float32)
Y = (X[:, 0] > 0).astype(np.int64)


def network():
    torch, skorch = pytest.importorskip("torch"), pytest.importorskip("skorch")

    class Small(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))

        def forward(self, X):
            return self.layers(X)

    return skorch.NeuralNetClassifier(
        Small, criterion=torch.nn.CrossEntropyLoss, max_epochs=20, lr=0.5, verbose=0, train_split=None
    )


def test_a_network_gives_the_same_twice_and_learns():
    how = {"plan": eb.plans.kfold(3), "random_state": 0}
    first, second = (eb.collect({"m": network()}, X, Y, loss="zero_one", **how) for _ in range(2))
    assert np.array_equal(first.items, second.items)
    assert first.values.mean() < 0.3
