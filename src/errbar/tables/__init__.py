"""Files, frames, logs -> Scores, Datasets, X and y; more rows than fit in memory."""

from errbar.tables.inspect_log import read_inspect
from errbar.tables.lm_eval import read_lm_eval
from errbar.tables.read import from_table
from errbar.tables.vote_rows import from_preferences
from errbar.types.of_predictions import from_predictions

__all__ = ["from_predictions", "from_preferences", "from_table", "read_inspect", "read_lm_eval"]
