"""Files, frames, logs -> Scores, Datasets, X and y; more rows than fit in memory."""

from errbar.errors import MissingExtraError

try:
    import duckdb  # noqa: F401
except ModuleNotFoundError:
    raise MissingExtraError("Tables, files and logs are read by DuckDB: pip install 'errbar[tables]'.") from None
