"""References as a page cites them: in a sentence, and as BibTeX; and text made safe for LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from errbar.refs import REFERENCES, REFS, Reference

PROCEEDINGS = ("NIPS", "NeurIPS", "ICML", "COLT", "PAKDD", "IEEE Workshop", "IEEE Symposium")
PUBLISHERS = ("Cambridge University Press",)
SPECIAL_IN_LATEX = {
    "\\": r"\textbackslash{}", "_": r"\_", "%": r"\%", "&": r"\&", "#": r"\#", "$": r"\$", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "\n": " ", "\r": " ",
}  # fmt: skip


def latex_text(text: str) -> str:
    r"""Every character as itself; letters beyond ASCII need a Unicode engine or inputenc, which is LaTeX's default.

    >>> print(latex_text("50 % of a_b & {c}"))
    50 \% of a\_b \& \{c\}
    """
    return "".join(SPECIAL_IN_LATEX.get(letter, letter) for letter in text)


@dataclass(frozen=True, slots=True)
class Cited:
    """References as a page has them: whole, in brackets behind a sentence, and as BibTeX entries, each once."""

    keys: tuple[str, ...]
    texts: list[str]
    named: str
    entries: list[str]

    @classmethod
    def of(cls, keys: Sequence[str] = ()) -> Cited:
        named = f" ({'; '.join(short(REFERENCES[key]) for key in keys)})" if keys else ""
        return cls(tuple(keys), [REFS[key] for key in keys], named, [*map(entry, dict.fromkeys(keys))])


def short(reference: Reference) -> str:
    """Surnames and year, for a sentence.

    >>> short(REFERENCES["nadeau2003"])
    'Nadeau and Bengio, 2003'
    """
    if reference.authors.startswith("The "):
        return f"{reference.authors}, {reference.year}"
    people = [_surname(name) for name in _people(reference.authors)]
    who = " and ".join(people) if len(people) <= 2 and "others" not in people else f"{people[0]} et al."
    return f"{who}, {reference.year}"


def entry(key: str) -> str:
    """The entry.

    >>> print(entry("wilson1927"))
    @article{wilson1927,
      author = {E. B. Wilson},
      title = {{Probable inference, the law of succession, and statistical inference}},
      journal = {Journal of the American Statistical Association},
      volume = {22},
      pages = {209--212},
      year = {1927},
    }
    """
    reference = REFERENCES[key]
    kind, place = _kind(reference)
    people = [reference.authors] if reference.authors.startswith("The ") else _people(reference.authors)
    fields = {
        "author": f"{{{people[0]}}}" if reference.authors.startswith("The ") else " and ".join(people),
        "title": f"{{{latex_text(reference.title)}}}",
        **({place: latex_text(reference.venue)} if reference.venue else {}),
        **({"volume": reference.volume} if reference.volume else {}),
        **({"number": reference.number} if reference.number else {}),
        **({"pages": reference.pages.replace("-", "--")} if reference.pages else {}),
        "year": str(reference.year),
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])


def _kind(reference: Reference) -> tuple[str, str]:
    if reference.volume:
        return "article", "journal"
    if reference.venue.startswith(PROCEEDINGS):
        return "inproceedings", "booktitle"
    if reference.venue.startswith(PUBLISHERS):
        return "book", "publisher"
    return "misc", "howpublished"


def _people(authors: str) -> list[str]:
    listed = authors.removesuffix(" et al.").replace(" and ", ", ").split(", ")
    return [*listed, "others"] if authors.endswith(" et al.") else listed


def _surname(name: str) -> str:
    """What follows the initials: `M. van der Laan` is van der Laan."""
    words = name.split()
    initials = sum(word.endswith(".") for word in words)
    return " ".join(words[initials:]) or name
