"""Every link inside the built manual leads somewhere, no page asks the network for anything, and formulas are drawn.

python docs/_make/check_links.py docs/_build/html
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

# what a browser would fetch by itself; an <a href> to elsewhere is only followed by a reader
FETCHED = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("source", "src"), ("video", "src")}


class Page(HTMLParser):
    """The anchors of a page, and where it points."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = {"", "top"}
        self.links: list[tuple[str, str]] = []
        self.undrawn = undrawn(text)
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if value and (name == "id" or (tag == "a" and name == "name")):
                self.anchors.add(value)
            if value and (name in ("href", "src")):
                self.links.append((tag, value))


def undrawn(page: str) -> list[str]:
    """Formulas that a browser alone would not draw."""
    text = re.sub(r"<(pre|code|script)\b.*?</\1>", "", page, flags=re.DOTALL)
    left = re.findall(r"\\(?:frac|sqrt|bar|mathrm|hat|sum)\b", text)
    mathjax = ["formulas drawn by MathJax"] if re.search(r"<script[^>]*mathjax", page, re.IGNORECASE) else []
    return [*mathjax, *(f"formula left as TeX: {word!r}" for word in left)]


def built_pages(folder: Path) -> list[Path]:
    """Not what the theme keeps in its own folder."""
    return [path for path in sorted(folder.rglob("*.html")) if "_static" not in path.relative_to(folder).parts]


def problems(folder: Path) -> list[str]:
    """One sentence for every link that is broken, and every formula that is not drawn."""
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in built_pages(folder)}
    found = []
    for path, page in pages.items():
        found += [f"{path.relative_to(folder.resolve())}: {word}" for word in page.undrawn]
        for tag, link in page.links:
            sentence = _problem(path, tag, link, pages)
            if sentence:
                found.append(f"{path.relative_to(folder.resolve())}: {sentence}")
    return found


def _problem(path: Path, tag: str, link: str, pages: dict[Path, Page]) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        outside = parts.scheme != "data" and any(tag == fetched for fetched, _ in FETCHED)
        return f"<{tag}> fetches {link} from the network" if outside else ""
    where, anchor = urldefrag(link)
    target = (path.parent / unquote(where.partition("?")[0])).resolve() if where else path
    if target.is_dir():
        target /= "index.html"
    if not target.exists():
        return f"{link} is not there"
    if anchor and target in pages and unquote(anchor) not in pages[target].anchors:
        return f"{link}: no such place on that page"
    return ""


if __name__ == "__main__":
    built = Path(sys.argv[1])
    if not (built / "index.html").exists():
        sys.exit(f"{built} holds no built manual: run make docs.")
    broken = problems(built)
    if broken:
        sys.exit("\n".join(broken) + f"\n{len(broken)} broken links")
    sys.stdout.write(f"{len(built_pages(built))} pages, all local links lead somewhere: {built}/index.html\n")
