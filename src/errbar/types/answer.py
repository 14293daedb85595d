"""What every answer can do, and its values as JSON has them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np


class Shown:
    """What is shown of an answer: `str` is all of it in words, `repr` a line of that, a notebook shows the words."""

    __slots__ = ()

    def __repr__(self) -> str:
        from errbar.show.as_text import first_line

        return f"<{type(self).__name__}: {first_line(str(self))}>"

    def _repr_html_(self) -> str:
        from errbar.show.results_html import words_html

        return words_html(str(self))


class Answer(Shown):
    """A frozen answer; `to_dict` is its own, JSON follows from it."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Every field as JSON-safe values."""
        return {one.name: plain(getattr(self, one.name)) for one in fields(self)}  # type: ignore[arg-type]

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), allow_nan=False, ensure_ascii=False)


def plain(value: Any) -> Any:
    """As JSON has it: NaN is null, infinities are text."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value)
    return value


def restored(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: restored(item) for key, item in value.items()}
    if isinstance(value, list):
        return [restored(item) for item in value]
    if value in ("Infinity", "-Infinity", "NaN"):
        return float(value)
    return value
