"""What the variance of a resampling estimate is made of: what one run can tell, and what it cannot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from errbar.errors import NeedsError
from errbar.types.answer import Answer, plain

EIGENVALUES = "Eigenvalues of the covariance of all losses, and what their vectors weigh:"


@dataclass(frozen=True, slots=True, repr=False)
class Components(Answer):
    """Unbiased estimates of the moments that these scores determine, and a statement of those they do not.

    Parameters
    ----------
    kind : kind of plan, which fixes the names of the moments.
    estimable : name -> unbiased estimate.
    not_estimable : what these scores cannot tell, in sentences.
    meaning : name -> what it is, in words.
    details : sizes, and numbers that rest on an assumption named in their key.
    """

    kind: str
    estimable: Mapping[str, float]
    not_estimable: tuple[str, ...]
    meaning: Mapping[str, str] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Every field as JSON-safe values."""
        return {
            "kind": self.kind,
            "estimable": plain(self.estimable),
            "not_estimable": list(self.not_estimable),
            "meaning": dict(self.meaning),
            "details": plain(self.details),
        }

    def plot(self, ax: Any = None) -> Any:
        """Draw the admissible (omega, gamma) of K-fold and what one run leaves open; returns the matplotlib axes."""
        from errbar.show.components import plot_region

        if "region" not in self.details:
            raise NeedsError("Only the components of K-fold losses have a region to draw.")
        low, high = (max(0.0, theta) ** 0.5 for theta in self.details["theta_range"])
        naive = max(0.0, self.details["variance_if_gamma_is_0"]) ** 0.5
        return plot_region(self.details["region"], self.details["seen"], (low, high), naive, ax)

    def __str__(self) -> str:
        rows = [f"{head}  {words}".rstrip() for head, words in (*self.lines, *self.eigen_lines)]
        if self.eigen_lines:
            rows.insert(len(self.lines), EIGENVALUES)
        return "\n".join([*rows, *self.not_estimable])

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Each estimate, and what it is."""
        width = max(map(len, self.estimable), default=0)
        return [
            (f"{name:<{width}}  {value:<11.6g}", self.meaning.get(name, "")) for name, value in self.estimable.items()
        ]

    @property
    def eigen_lines(self) -> list[tuple[str, str]]:
        """How many eigenvalues of each size, and which vectors belong to them; none without such a structure."""
        rows = []
        for one in self.details.get("eigenvalues", ()):
            low, high = one.get("range") or (one["value"], one["value"])
            size = f"{low:.6g}" if low == high else f"{low:.4g} to {high:.4g}"
            rows.append((f"{one['multiplicity']:>6} x {one['name']} = {size:<21}", str(one["vectors"])))
        return rows
