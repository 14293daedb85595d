"""The manual builds without warnings or network, and its links lead somewhere."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs.manual_in_browser import calculated, copied, looked_at, searched
from tests.reports.browser import Browser, find_browser

import check_links

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.slow  # `make docs` builds it in the same way, and looks at the same things
def test_the_manual(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "-d", tmp_path / "trees"]
    done = subprocess.run([*command, DOCS, tmp_path / "html"], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    manual = tmp_path / "html"
    assert check_links.problems(manual) == []
    pages = {path.relative_to(manual).as_posix(): path.read_text("utf-8") for path in check_links.built_pages(manual)}
    assert len(pages) > 60
    assert pages["methods/corrected_t.html"].count("<math") > 3
    assert pages["changes.html"].count("<li>") >= len(list((DOCS.parent / "changes").glob("*.md")))
    indexed(manual)
    if browser_path := find_browser():
        browser = Browser(browser_path)
        try:
            in_a_browser(browser, manual)
        finally:
            browser.close()


def in_a_browser(browser, manual):
    looked_at(browser, manual)
    calculated(browser, manual)
    code = copied(browser, manual)
    assert code.startswith("from sklearn.datasets import") and ">>>" not in code and "0.981" not in code
    places = searched(browser, manual, "confidence interval cross validation")
    assert any("ten-minutes" in place for place in places[:3]) and any("migrating" in place for place in places[:8])


def indexed(manual):
    """Every word of what people look for is in the index, and the pages that answer have them all."""
    index = json.loads(
        (manual / "searchindex.js").read_text("utf-8").removeprefix("Search.setIndex(").removesuffix(")")
    )

    def pages_with(word):
        found = [index[part].get(word, []) for part in ("terms", "titleterms")]
        return {index["docnames"][n] for one in found for n in (one if isinstance(one, list) else [one])}

    wanted = {
        "confid interval cross valid": ("tutorial/ten-minutes", "howto/migrating"),
        "imbalanc class": ("howto/imbalance",),
        "text classif": ("howto/text",),
        "xgboost": ("howto/boosters",),
        "time seri": ("howto/time-series",),
        "seed": ("howto/three-seeds",),
        "tune": ("howto/after-tuning",),
        "error rate": ("calculator", "howto/k-errors-of-n"),
    }
    for words, answers in wanted.items():
        both = set.intersection(*map(pages_with, words.split()))
        assert both.issuperset(answers), words


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('<a href="gone.html">x</a>', "gone.html is not there"),
        ('<a href="other.html#nowhere">x</a>', "no such place on that page"),
        ('<a href="#nowhere">x</a>', "no such place on that page"),
        ('<img src="https://example.org/x.png">', "from the network"),
        ('<script src="//example.org/x.js"></script>', "from the network"),
        ("<p>\\frac{1}{2}</p>", "formula left as TeX"),
        ('<script src="mathjax.js"></script>', "drawn by MathJax"),
    ],
)
def test_a_broken_link_is_found(tmp_path, body, words):
    (tmp_path / "index.html").write_text(body)
    (tmp_path / "other.html").write_text('<h1 id="here">y</h1>')
    (tmp_path / "mathjax.js").touch()
    (problem,) = check_links.problems(tmp_path)
    assert words in problem and problem.startswith("index.html")


def test_good_links_are_not_reported(tmp_path):
    (tmp_path / "index.html").write_text(
        '<a href="other.html#here">x</a> <a href="https://example.org">y</a> <a href="#top">z</a>'
    )
    (tmp_path / "other.html").write_text('<h1 id="here">y</h1>')
    assert check_links.problems(tmp_path) == []
