"""How far an archive may unpack: a few kilobytes can hold gigabytes of nothing."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from errbar.errors import InputError

MOST_MEMBERS = 500_000  # of an archive; an Inspect log has one per sample and epoch
FREE_BYTES = 64 * 2**20  # that a member may unpack to, however small it is packed
LARGEST_RATIO = 100  # of unpacked to packed, beyond that; text packs 3 to 30 times, losses that are all zero 1000 times
LARGEST_GZIP = 1032  # times that gzip can pack anything at all
PIECE = 2**20  # bytes
LARGEST_MEMBER = 4 * 2**30  # bytes of one member, unpacked


def check_gzip(path: Path) -> None:
    """Refuse a compressed table that unpacks to far more than it is; unpacked once, piece by piece, and counted."""
    packed = path.stat().st_size
    most, size = max(FREE_BYTES, LARGEST_RATIO * packed), 0
    if packed * LARGEST_GZIP <= most:
        return
    with gzip.open(path) as file:
        while piece := file.read(PIECE):
            size += len(piece)
            if size > most:
                raise InputError(
                    f"{path.name} unpacks from {packed:,} to more than {most:,} bytes: it is damaged, or no table. "
                    "Unpack it first if it is one."
                )


def check_members(name: str, members: Sequence[Any]) -> None:
    """Refuse an archive that unpacks to far more than it is; `members` are its ZipInfo's."""
    if len(members) > MOST_MEMBERS:
        raise InputError(f"{name} has {len(members):,} members; errbar reads archives of up to {MOST_MEMBERS:,}.")
    for member in members:
        size, packed = member.file_size, max(member.compress_size, 1)
        if size > LARGEST_MEMBER or (size > FREE_BYTES and size > LARGEST_RATIO * packed):
            raise InputError(
                f"{name} holds a member {member.filename[:80]!r} that unpacks from {packed:,} to {size:,} bytes: it is "
                "damaged, or no archive of this kind."
            )
