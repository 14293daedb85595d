"""Files, frames, logs -> Scores, Datasets, X and y; more rows than fit in memory."""

from errbar.tables.any_log import read_log
from errbar.tables.inspect_log import read_inspect
from errbar.tables.lm_eval import read_lm_eval
from errbar.tables.read import from_table
from errbar.types.of_predictions import from_predictions

__all__ = ["from_predictions", "from_table", "read_inspect", "read_lm_eval", "read_log"]
