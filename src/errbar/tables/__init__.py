"""Rows -> Scores: tables made elsewhere, read by an engine that works through more rows than fit in memory."""

from errbar.tables.predictions import from_predictions
from errbar.tables.read import from_table

__all__ = ["from_predictions", "from_table"]
