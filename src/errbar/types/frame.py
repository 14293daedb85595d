"""Columns to a pandas DataFrame, for those who have pandas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from errbar.errors import MissingExtraError


def frame(columns: Mapping[str, Any]) -> Any:
    try:
        import pandas
    except ImportError:
        raise MissingExtraError("to_frame() needs pandas: pip install 'errbar[pandas]'.") from None
    return pandas.DataFrame(dict(columns))
