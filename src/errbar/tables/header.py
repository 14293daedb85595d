"""Two columns of one name: DuckDB renames the second, and nobody would know which was read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from errbar.errors import InputError
from errbar.tables.files import read_files


def check_header(connection: Any, path: str, names: Sequence[str]) -> None:
    """Refuse a CSV file whose columns were renamed on reading: a second target, called target_1, would be learnt from.

    `names` are the columns as read.
    """
    if not any(re.search(r"_\d+$", name) for name in names):
        return
    first = read_files(connection, "csv", [path], header=False, all_varchar=True).limit(1).fetchall()
    for given, name in zip(first[0] if first else (), names, strict=False):
        if given is not None and name != given and name.startswith(f"{given}_"):
            raise InputError(
                f"{path} has two columns named {given!r} (capital and small letters count as one): rename one."
            )
