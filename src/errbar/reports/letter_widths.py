"""How wide a text is in a picture whose letters the reader's own machine draws: an estimate, on the safe side."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

NARROW, BROAD = frozenset("iljtfrI.,:;!|'()[]{}\" 1-"), frozenset("mwMW%@")
OF_SIZE = {"narrow": 0.38, "usual": 0.58, "broad": 0.9, "full": 1.05}


def width_of(text: str, size: float) -> float:
    """In pixels, for letters of `size` pixels of a usual sans serif face."""
    return size * sum(map(_share, text))


def _share(letter: str) -> float:
    if combining(letter):
        return 0.0
    if east_asian_width(letter) in "WF":
        return OF_SIZE["full"]
    if letter in NARROW:
        return OF_SIZE["narrow"]
    return OF_SIZE["broad" if letter in BROAD else "usual"] + (0.08 if letter.isupper() else 0.0)


def lines_of(text: str, size: float, room: float) -> list[str]:
    """The text in lines no wider than `room`, broken between words, inside a word only where it is too long itself."""
    lines, line = [], ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if width_of(joined, size) <= room:
            line = joined
            continue
        if line:
            lines.append(line)
        *whole, line = _pieces(word, size, room)
        lines += whole
    return [*lines, line] if line or not lines else lines


def _pieces(word: str, size: float, room: float) -> list[str]:
    pieces, piece = [], ""
    for letter in word:
        if piece and width_of(piece + letter, size) > room:
            pieces.append(piece)
            piece = ""
        piece += letter
    return [*pieces, piece]
