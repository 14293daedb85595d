"""Writes docs/reference/licences.md: what errbar needs, with each extra, and the licence that it says it is under.

    make licences

Read from the metadata of the environment it runs in, which must hold every extra. A package that is not there is
an error, and so is one whose licence cannot be told.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution, metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from renew import DOCS, renew

PAGE = """# Licences of what errbar needs

errbar itself is under the BSD 3-Clause licence. Below is what is installed with it, and the licence that each package
names in its own metadata; where it names none, the kind that the text it brings is of. `core` comes with every
installation, the rest with the extras that are named. Written by `make licences`.

## What errbar asks for itself

| package | licence | comes with |
|---|---|---|
{direct}

## What these ask for in turn

For Python {python} on {system}; other systems and later versions may need a few others.

| package | licence | comes with |
|---|---|---|
{further}
"""
APPROVED = "License :: OSI Approved :: "
SHORT = 60  # longer ones are the text of the licence, and not its name
NO_NAME = ("UNKNOWN", "DUAL LICENSE")
KNOWN = {
    "MIT": "Permission is hereby granted, free of charge, to any person obtaining a copy",
    "BSD": "Redistribution and use in source and binary forms, with or without modification, are permitted",
    "Apache 2.0": "Apache License Version 2.0, January 2004",
}


def wanted(name: str, extra: str) -> list[Requirement]:
    """What `name[extra]` asks for here; without an extra, what it always asks for."""
    try:
        requires = map(Requirement, distribution(name).requires or [])
    except PackageNotFoundError:
        sys.exit(f"{name} is not installed: every extra must be")
    return [one for one in requires if one.marker is None or one.marker.evaluate({"extra": extra})]


def gather(name: str, extra: str, by: str, found: dict[str, set[str]], seen: set[tuple[str, str]]) -> None:
    """Every package that `name[extra]` leads to, marked with the extra of errbar that asks for it."""
    for one in wanted(name, extra):
        key = canonicalize_name(one.name)
        if key != "errbar":
            found.setdefault(key, set()).add(by)
        for further in ("", *sorted(one.extras)):
            if (key, further) not in seen:
                seen.add((key, further))
                gather(key, further, by, found, seen)


def licence(name: str) -> str:
    """The expression, or the old field where it is a name, or the classifiers; else what its text is known by."""
    said = metadata(name)
    old = (said.get("License") or "").strip()
    short = "" if "\n" in old or len(old) >= SHORT or old.upper() in NO_NAME else old
    classes = [line.removeprefix(APPROVED) for line in said.get_all("Classifier", []) if line.startswith(APPROVED)]
    stated = said.get("License-Expression") or short or " or ".join(classes) or by_text(name, old)
    return re.sub(r"\s+", " ", stated).replace("|", "/")


def by_text(name: str, old: str) -> str:
    files = [
        one for one in distribution(name).files or [] if re.search(r"dist-info/.*licen[cs]e", str(one), re.IGNORECASE)
    ]
    text = " ".join(
        " ".join([old, *(one.read_text(encoding="utf-8") for one in files if not one.locate().is_dir())]).split()
    )
    found = [kind for kind, sentence in KNOWN.items() if sentence in text]
    if len(found) != 1:
        sys.exit(f"{name} names no licence, and its text is of no kind that is known here, or of several")
    return f"{found[0]}, by its text"


def rows(found: Mapping[str, set[str]]) -> str:
    return "\n".join(
        f"| {name} | {licence(name)} | {'core' if 'core' in by else ', '.join(sorted(by))} |"
        for name, by in sorted(found.items())
    )


def main() -> None:
    extras = [name for name in metadata("errbar").get_all("Provides-Extra", []) if name != "all"]
    asked: dict[str, set[str]] = {}
    found: dict[str, set[str]] = {}
    for by, extra in [("core", ""), *((name, name) for name in extras)]:
        direct = [canonicalize_name(one.name) for one in wanted("errbar", extra)]
        for name in direct:
            if name != "errbar":
                asked.setdefault(name, set()).add(by)
        gather("errbar", extra, by, found, set())
    direct_rows = rows({name: found[name] for name in asked})
    further = {name: by for name, by in found.items() if name not in asked}
    python = ".".join(map(str, sys.version_info[:2]))
    text = PAGE.format(direct=direct_rows, further=rows(further), python=python, system=sys.platform.capitalize())
    renew({DOCS / "reference" / "licences.md": text})


if __name__ == "__main__":
    main()
