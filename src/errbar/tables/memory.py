"""How much memory there is -> bytes: that of the machine, or of the container it runs in.

What is free at the moment is not asked: the same table on the same machine is to be read the same way twice.
"""

from __future__ import annotations

import os
from pathlib import Path

GUESS = 4 * 2**30  # where the system does not say
LIMIT = Path("/sys/fs/cgroup/memory.max")


def memory(limit: Path = LIMIT) -> int:
    """The smaller of the two."""
    try:
        built_in = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # Windows
        built_in = GUESS
    try:
        return min(built_in, int(limit.read_text(encoding="ascii")))  # "max" where there is none
    except (OSError, ValueError):
        return built_in
