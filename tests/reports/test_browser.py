"""Reports and pages of the manual in a real browser: from disk, offline, three widths, light and dark, on paper.

`make test-browser` runs them and fails without Chromium; `make test` skips them where there is none.
"""

import os
import re
from pathlib import Path

import numpy as np
import pytest
from tests.reports.browser import Browser, find_browser

import errbar as eb
from errbar.plans.families import TestSet
from errbar.types import Plan

NAME = "<script>alert(1)</script>"

SEEN = """(() => {
  const shown = (e) => { const b = e.getBoundingClientRect(); return b.width > 50 && b.height > 20 && b.left >= 0 && b.right <= innerWidth + 1; };
  const pictures = [...document.querySelectorAll("figure.answer svg")].filter((e) => e.getBoundingClientRect().width > 0);
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
    if (!(own || glyphs) || ["SCRIPT", "STYLE", "title"].includes(e.tagName) || box.width === 0 || box.right < 0) continue;
    const drawn = glyphs || e.tagName === "text";
    const colour = parse(drawn ? getComputedStyle(e).fill : getComputedStyle(e).color);
    const [a, b] = [light(colour), light(behind(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < worst) { worst = ratio; where = e.tagName + ": " + e.textContent.trim().slice(0, 40); }
  }
  return [worst, where];
})()"""


@pytest.fixture(scope="module")
def browser():
    path = find_browser()
    if path is None and os.environ.get("ERRBAR_BROWSER"):
        pytest.fail("ERRBAR_BROWSER is set and there is no Chromium: install the package `chromium`")
    if path is None:
        pytest.skip("no Chromium: install the package `chromium`")
    found = Browser(path)
    yield found
    found.close()


MANUAL = Path(__file__).parents[2] / "docs" / "_build" / "html"
BY_HAND = 70  # presses of the Tab key: more than a page takes


def losses_of(*rates, n=300):
    rng = np.random.default_rng(0)
    losses = {name: (rng.random(n) < rate).astype(float) for name, rate in rates}
    return eb.Scores.from_losses(losses, plan=Plan("test_set", n, (TestSet(n),)), loss="zero_one")


def split_scores():
    rng = np.random.default_rng(0)
    rows = {f"a model with a long name {i}": rng.normal(0.2 + 0.1 * i, 0.05, 25) for i in range(6)}
    return eb.Scores.from_splits(rows, n_train=90, n_test=10, greater_is_better=False)


def over_splits():
    plan = eb.plans.subsample(15, 0.2).build(100, random_state=0)
    rng = np.random.default_rng(1)
    losses = {name: [(rng.random(20) < rate).astype(float) for _ in plan] for name, rate in (("a", 0.2), ("b", 0.3))}
    return eb.Scores.from_losses(losses, plan=plan, loss="zero_one")


def of_two():
    return eb.infer(losses_of((NAME, 0.2), ("b", 0.35)), model=NAME, versus="b")


def of_splits():
    """A comparison as most people make it: two models over random splits."""
    from sklearn.datasets import load_iris
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    X, y = load_iris(return_X_y=True)
    two = GaussianNB(), DecisionTreeClassifier(max_depth=1, random_state=0)
    return eb.compare(*two, X, y, names=["naive Bayes", "stump"], plan=eb.plans.subsample(10, 0.2), random_state=0)


def of_datasets():
    sets = {f"set {i}": {m: (7 * i + 3 * j) % 11 / 10 for j, m in enumerate("abcd")} for i in range(8)}
    return eb.rank(sets, greater_is_better=True)


def of_distributions():
    one, two = (eb.ErrorDistribution(over_splits().only(name)) for name in "ab")
    return one.compare(two)


def of_curve():
    p = np.random.default_rng(0).random(200)
    said = eb.Scores.from_predictions((np.random.default_rng(1).random(200) < p).astype(int), {"m": p})
    return eb.curve(said, kind="roc")


ANSWERS = {
    "comparison": of_two,
    "comparison over splits": of_splits,
    "gate": lambda: eb.infer(losses_of(("new", 0.2), ("old", 0.2)), model="new", versus="old", margin=0.05),
    "ranking": lambda: eb.rank(split_scores(), random_state=0),
    "ranking over data sets": of_datasets,
    "distributions": of_distributions,
    "bound": lambda: eb.bound(3, 100),
    "table": lambda: eb.Results([eb.bound(3, 100), eb.bound(3, 100, method="hoeffding")]),
    "subgroups": lambda: eb.infer(losses_of(("m", 0.2)), by=["east", "a rather long name of a subgroup", "west"] * 100),
    "curve": of_curve,
}


EVERYTHING = bool(os.environ.get("ERRBAR_BROWSER"))  # `make test-browser`; else the two pages people see most
KINDS = [*ANSWERS] if EVERYTHING else ["comparison over splits", "ranking"]
WIDTHS = [390, 768, 1280] if EVERYTHING else [390, 1280]


class Written(dict):
    """Pages by the kind of answer, each written when it is looked at first."""

    def __init__(self, folder):
        super().__init__()
        self.folder = folder

    def __missing__(self, kind):
        self[kind] = self.folder / f"{len(self)}.html"
        eb.report(ANSWERS[kind](), self[kind], data="items")
        return self[kind]


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    return Written(tmp_path_factory.mktemp("reports"))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("kind", KINDS)
def test_it_opens_offline_and_fits(browser, pages, kind, width):
    browser.open(pages[kind], width=width)
    seen = browser.run(SEEN)
    assert seen["sentence"] and seen["pictures"] == 1 and seen["picture"], seen
    assert seen["wide"] <= seen["inner"] == width, seen
    assert browser.requests == [pages[kind].as_uri()], "only the file itself"
    assert browser.complaints == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_text_stands_out(browser, pages, kind, dark):
    browser.open(pages[kind], width=1280, dark=dark)
    background = browser.run("getComputedStyle(document.body).backgroundColor")
    assert background == ("rgb(22, 24, 28)" if dark else "rgb(255, 255, 255)")
    worst, where = browser.run(CONTRAST)
    assert worst >= 4.5, where


def test_no_text_of_a_picture_leaves_it_or_covers_another(browser, pages):
    """Names beside bars, numbers beside names: at both widths every text of a picture has its own place."""
    apart = """(() => { const bad = []; for (const svg of document.querySelectorAll("svg.forest")) {
      const frame = svg.getBoundingClientRect(); if (!frame.width) continue;
      const boxes = [...svg.querySelectorAll("text")].map((t) => [t.textContent, t.getBoundingClientRect()]);
      for (const [i, [text, b]] of boxes.entries()) {
        if (b.left < frame.left - 3 || b.right > frame.right + 3) bad.push(text + " leaves");
        for (const [other, c] of boxes.slice(i + 1))
          if (b.left < c.right - 1 && c.left < b.right - 1 && b.top < c.bottom - 3 && c.top < b.bottom - 3) bad.push(text + " on " + other);
      } } return bad; })()"""
    for kind in ("comparison over splits", "ranking", "subgroups", "distributions", "table")[: 5 if EVERYTHING else 2]:
        for width in (390, 1280):
            browser.open(pages[kind], width=width)
            assert browser.run(apart) == [], (kind, width)


def test_copying_every_text(browser, pages):
    """Once through the clipboard's own interface, once through a selection where there is none."""
    browser.open(pages["comparison"], width=1280)
    count = browser.run("document.querySelectorAll('button').length")
    browser.run("""window.got = []; navigator.clipboard.writeText = (t) => { window.got.push(t); return Promise.resolve(); };
                   document.querySelectorAll('button').forEach((b) => b.click()); new Promise((r) => setTimeout(r, 50))""")
    copied = browser.run("window.got")
    shown = browser.run(
        "[...document.querySelectorAll('button')].map((b) => document.getElementById(b.dataset.copies).textContent)"
    )
    assert len(copied) == count >= 10 and copied == shown
    table = next(text for text in copied if text.startswith(r"\begin{table}"))
    assert table.endswith(r"\end{table}")
    assert browser.run("[...document.querySelectorAll('button')].every((b) => b.textContent === 'Copied')")
    find = "[...document.querySelectorAll('button')].find((b) => b.dataset.name === 'LaTeX table')"
    fallback = f"""Object.defineProperty(navigator, "clipboard", {{value: undefined}}); window.got = [];
      document.addEventListener("copy", () => window.got.push(getSelection().toString())); {find}.click(); window.got"""
    assert browser.run(fallback) == [table]


def test_the_keyboard_reaches_every_button_and_row_and_the_focus_shows(browser, pages):
    browser.open(pages["comparison over splits"], width=1280)
    key = {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
    met, said = [], set()
    for _ in range(BY_HAND):
        for kind in ("keyDown", "keyUp"):
            browser.call("Input.dispatchKeyEvent", {"type": kind, **key})
        here = browser.run("(() => { const e = document.activeElement; return [e.dataset.name || e.dataset.says || e.tagName, "
                           "getComputedStyle(e).outlineStyle, e.tagName === 'g']; })()")  # fmt: skip
        met.append(here[0])
        if here[2]:
            said.add(browser.run("document.activeElement.closest('figure').querySelector('.readout').textContent"))
            assert here[0] in said  # what a row says is shown beside the picture
        assert here[1] == "solid" or here[2] or here[0] == "BODY", here
        if here[0] == "BODY" and len(met) > 5:
            break
    buttons = set(browser.run("[...document.querySelectorAll('button')].map((b) => b.dataset.name)"))
    rows = set(browser.run("[...document.querySelectorAll('.wide g[tabindex]')].map((g) => g.dataset.says)"))
    assert buttons | rows <= set(met) and len(rows) >= 4


def test_the_pointer_reads_a_curve(browser, pages):
    browser.open(pages["distributions"], width=1280)
    said = browser.run("""(() => { const svg = document.querySelector("svg.steps"), box = svg.getBoundingClientRect();
      svg.dispatchEvent(new PointerEvent("pointermove", {clientX: box.left + box.width / 2, clientY: box.top + 50, bubbles: true}));
      return svg.closest("figure").querySelector(".readout").textContent; })()""")
    assert re.fullmatch(r"a: at most [\d.]+ % in \d+ % of splits; b: at most [\d.]+ % in \d+ % of splits", said), said


def test_names_are_text(browser, pages):
    browser.open(pages["comparison"], width=1280)
    assert NAME in browser.run("document.querySelector('h1').textContent.replace(/\\u00a0/g, ' ')")
    assert browser.run("document.scripts.length") == 2
    assert browser.run("JSON.parse(document.getElementById('answer').textContent).models[0]") == NAME


@pytest.mark.parametrize(
    ("kind", "most"), [("comparison over splits", 2), ("ranking", 3), ("subgroups", 3)][: None if EVERYTHING else 1]
)
def test_it_prints_on_few_pages(browser, pages, kind, most):
    browser.open(pages[kind], width=1280, dark=True)
    pdf = browser.print_to_pdf()
    assert pdf.startswith(b"%PDF")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= most


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", ["index.html", "methods/corrected_t.html"])
def test_pages_of_the_manual(browser, name, width):
    path = MANUAL / name
    if not path.exists():
        pytest.skip("the manual is not built: make docs")
    browser.open(path, width=width)
    assert browser.run("document.documentElement.scrollWidth") <= width
    assert all(url.startswith(("file://", "data:")) for url in browser.requests), browser.requests
    assert browser.complaints == []
    for dark in (False, True):
        browser.look(width=width, dark=dark)
        worst, where = browser.run(CONTRAST)
        assert worst >= 4.5, (dark, where)
