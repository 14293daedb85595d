"""The report in a real browser: from disk, offline, on a phone and a desk, light and dark; one browser for all."""

import numpy as np
import pytest
from tests.reports.browser import Browser, find_browser

import errbar as eb
from errbar.plans.families import TestSet
from errbar.types import Plan

NAME = "<script>alert(1)</script>"

SEEN = """(() => {
  const shown = (e) => { const b = e.getBoundingClientRect(); return b.width > 50 && b.height > 20 && b.left >= 0 && b.right <= innerWidth + 1; };
  const pictures = [...document.querySelectorAll("figure svg")].filter((e) => e.getBoundingClientRect().width > 0);
  return {sentence: shown(document.querySelector("h1")), pictures: pictures.length, picture: pictures.every(shown),
          wide: document.documentElement.scrollWidth, inner: innerWidth};
})()"""

# WCAG contrast of every element that has text of its own against the first opaque background behind it
CONTRAST = """(() => {
  const parse = (c) => c.match(/[\\d.]+/g).map(Number);
  const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const behind = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] === 1) return c; } return [255, 255, 255]; };
  let worst = 99, where = "";
  for (const e of document.querySelectorAll("body *")) {
    const box = e.getBoundingClientRect();
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    const glyphs = e.tagName === "g" && e.querySelector(":scope > use");
    if (!(own || glyphs) || ["SCRIPT", "STYLE", "title"].includes(e.tagName) || box.width === 0) continue;
    const colour = parse(glyphs ? getComputedStyle(e).fill : getComputedStyle(e).color);
    const [a, b] = [light(colour), light(behind(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < worst) { worst = ratio; where = e.tagName + ": " + e.textContent.trim().slice(0, 40); }
  }
  return [worst, where];
})()"""


@pytest.fixture(scope="module")
def browser():
    path = find_browser()
    if path is None:
        pytest.skip("no Chromium: install the package `chromium`")
    found = Browser(path)
    yield found
    found.close()


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    rng = np.random.default_rng(0)
    losses = {name: (rng.random(300) < rate).astype(float) for name, rate in ((NAME, 0.2), ("b", 0.35))}
    scores = eb.Scores.from_losses(losses, plan=Plan("test_set", 300, (TestSet(300),)), loss="zero_one")
    path = tmp_path_factory.mktemp("report") / "r.html"
    eb.report(eb.infer(scores, model=NAME, versus="b"), path, names=[NAME, "b"], data="items")
    return path


@pytest.fixture(scope="module")
def ranked(tmp_path_factory):
    rng = np.random.default_rng(0)
    rows = {f"a model with a long name {i}": rng.normal(0.2 + 0.1 * i, 0.05, 25) for i in range(6)}
    path = tmp_path_factory.mktemp("report") / "ranked.html"
    eb.report(
        eb.rank(eb.Scores.from_splits(rows, n_train=90, n_test=10, greater_is_better=False), random_state=0), path
    )
    return path


@pytest.mark.parametrize("width", [360, 1280])
def test_it_opens_offline_and_fits(browser, page, ranked, width):
    for path in (page, ranked):
        browser.open(path, width=width)
        seen = browser.run(SEEN)
        assert seen["sentence"] and seen["pictures"] == 1 and seen["picture"], seen
        assert seen["wide"] <= seen["inner"] == width, seen
        assert browser.requests == [path.as_uri()], "only the file itself"
        assert browser.complaints == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_stands_out(browser, page, ranked, dark):
    for path in (page, ranked):
        browser.open(path, width=1280, dark=dark)
        background = browser.run("getComputedStyle(document.body).backgroundColor")
        assert background == ("rgb(22, 24, 28)" if dark else "rgb(255, 255, 255)")
        worst, where = browser.run(CONTRAST)
        assert worst >= 4.5, where


def test_copying_the_latex_table(browser, page):
    """Once through the clipboard's own interface, once through a selection where there is none."""
    browser.open(page, width=1280)
    find = "[...document.querySelectorAll('button')].find((b) => b.dataset.name === 'LaTeX table')"
    browser.run(f"""window.got = []; navigator.clipboard.writeText = (t) => {{ window.got.push(t); return Promise.resolve(); }};
                    {find}.click(); new Promise((r) => setTimeout(r, 50))""")
    (copied,) = browser.run("window.got")
    assert copied.startswith(r"\begin{table}") and copied.endswith(r"\end{table}")
    assert browser.run(f"{find}.textContent") == "Copied"
    fallback = f"""Object.defineProperty(navigator, "clipboard", {{value: undefined}}); window.got = [];
      document.addEventListener("copy", () => window.got.push(getSelection().toString())); {find}.click(); window.got"""
    assert browser.run(fallback) == [copied]


def test_the_keyboard_reaches_every_button_and_the_focus_shows(browser, page):
    browser.open(page, width=1280)
    assert browser.run("document.querySelectorAll('button').length") == 5
    key = {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
    met = []
    for _ in range(12):
        for kind in ("keyDown", "keyUp"):
            browser.call("Input.dispatchKeyEvent", {"type": kind, **key})
        met.append(browser.run("document.activeElement.dataset.name || document.activeElement.tagName"))
        outline = browser.run("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid" or met[-1] == "BODY"
    assert {"Python", "Paragraph", "LaTeX table", "BibTeX"} <= set(met)


def test_names_are_text_and_it_prints(browser, page):
    browser.open(page, width=1280)
    assert NAME in browser.run("document.querySelector('h1').textContent.replace(/\\u00a0/g, ' ')")
    assert browser.run("document.scripts.length") == 1
    assert browser.print_to_pdf().startswith(b"%PDF")
