"""The command `errbar`, also as `python -m errbar`; one sentence where what it needs is not installed."""

import sys

from errbar.errors import MissingExtraError

NEEDED = ("typer", "rich", "click")


def main() -> None:
    """See `errbar.cli.main`."""
    try:
        from errbar.cli.main import main as command
    except ModuleNotFoundError as absent:
        if absent.name not in NEEDED:
            raise
        missing = absent.name
    except MissingExtraError:
        missing = "duckdb"
    else:
        return command()
    sys.stderr.write(f"errbar: the command needs {missing}: pip install 'errbar[cli,tables]'.\n")
    raise SystemExit(2)


if __name__ == "__main__":
    main()
