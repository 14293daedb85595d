"""The built manual in a real browser: from disk, offline, on a phone and a desk, light and dark."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.reports.browser import Browser
from tests.reports.test_browser import CONTRAST

PAGES = ("index", "tutorial/ten-minutes", "howto/migrating", "methods/corrected_t", "gallery", "calculator")
CUT = """[...document.querySelectorAll("article pre, article .interval")].filter((e) => e.scrollWidth > e.clientWidth + 1)
  .map((e) => e.textContent.slice(0, 60))"""
FOUND = """new Promise((done) => { const look = () => { const found = [...document.querySelectorAll("#search-results li a")];
  if (found.length > 3 || performance.now() > 20000) done(found.map((a) => a.getAttribute("href"))); else setTimeout(look, 200); }; look(); })"""
ANSWER = "document.querySelector('form[data-kind={kind}] .answer').textContent"


def looked_at(browser: Browser, manual: Path) -> None:
    for name in PAGES:
        page = manual / f"{name}.html"
        for width in (390, 1280):
            browser.open(page, width=width, dark=width == 390)
            assert browser.run("document.documentElement.scrollWidth") <= width, (name, width)
            assert browser.run(CUT) == [], (name, width)
            worst, where = browser.run(CONTRAST)
            assert worst >= 4.5, (name, width, where)
            assert browser.complaints == [], name
            assert all(url.startswith(("file:", "data:")) for url in browser.requests), name


def calculated(browser: Browser, manual: Path) -> None:
    """By keyboard alone: a field is reached, a number typed, and the sentence follows; a bad one is named."""
    browser.open(manual / "calculator.html", width=390)
    assert "at most 6.47" in browser.run(ANSWER.format(kind="bound"))
    for _ in range(60):
        press(browser, "Tab")
        if browser.run("document.activeElement.name") == "errors":
            break
    assert browser.run("document.activeElement.name") == "errors" and browser.run("document.activeElement.value") == "7"
    assert browser.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    browser.run("document.activeElement.select()")
    browser.call("Input.insertText", {"text": "0"})
    assert "0 errors of 200" in browser.run(ANSWER.format(kind="bound"))
    browser.run("document.activeElement.select()")
    browser.call("Input.insertText", {"text": "201"})
    assert browser.run(ANSWER.format(kind="bound")) == "201 errors cannot be among 200 examples."
    assert browser.complaints == []


def copied(browser: Browser, manual: Path) -> str:
    """What the first button of the tutorial that stands on a session copies."""
    browser.open(manual / "tutorial" / "ten-minutes.html", width=1280)
    browser.run("""window.got = ""; navigator.clipboard.writeText = (t) => { window.got = t; return Promise.resolve(); };
      [...document.querySelectorAll("div.highlight")].find((e) => e.textContent.includes(">>>")).querySelector("button").click()""")
    return str(browser.run("window.got"))


def searched(browser: Browser, manual: Path, words: str) -> list[str]:
    """Where the manual's own search leads, best first."""
    address = (manual / "search.html").as_uri() + "?q=" + words.replace(" ", "+")
    page: Any = SimpleNamespace(as_uri=lambda: address)
    browser.open(page, width=1280)
    return [str(place) for place in browser.run(FOUND)]


def press(browser: Browser, key: str) -> None:
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", {"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": 9})
