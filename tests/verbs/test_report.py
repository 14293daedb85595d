"""Pages: every kind of answer, nothing that users write gets out of its place, small files."""

import json
import re
from html.parser import HTMLParser
from itertools import pairwise

import numpy as np
import pytest

import errbar as eb
from errbar.plans.families import TestSet
from errbar.types import Plan

NASTY = "<script>alert(1)</script>"
NASTIEST = "\"'><img src=x onerror=alert(1)> $x_1$ \\end{table} --> </title></svg> {{ 7 * 7 }} & %"


class Outline(HTMLParser):
    """Tags with their attributes, headings in order, and the text of the page."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text = [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text.append(data)

    def named(self, *names):
        return [(tag, attrs) for tag, attrs in self.tags if tag in names]


def fixed_scores(names=("a", "b"), n=200):
    rng = np.random.default_rng(0)
    losses = {name: (rng.random(n) < 0.2 + 0.1 * i).astype(float) for i, name in enumerate(names)}
    return eb.Scores.from_losses(losses, plan=Plan("test_set", n, (TestSet(n),)), loss="zero_one")


def split_scores(names=("a", "b"), n_splits=15):
    plan = eb.plans.subsample(n_splits, 0.2).build(100, random_state=0)
    rng = np.random.default_rng(1)
    losses = {name: [(rng.random(20) < 0.2 + 0.1 * i).astype(float) for _ in plan] for i, name in enumerate(names)}
    return eb.Scores.from_losses(losses, plan=plan, loss="zero_one")


@pytest.fixture
def written(tmp_path):
    def write(answer, **more):
        eb.report(answer, tmp_path / "r.html", **more)
        return (tmp_path / "r.html").read_text(encoding="utf-8")

    return write


def said_scores():
    p = np.random.default_rng(0).random(200)
    return eb.Scores.from_predictions((np.random.default_rng(1).random(200) < p).astype(int), {"m": p})


def two_distributions():
    return [eb.ErrorDistribution(split_scores().only(name)) for name in "ab"]


def datasets():
    rng = np.random.default_rng(0)
    return eb.Datasets.from_values(
        {f"set {i}": {m: float(rng.random()) for m in "abc"} for i in range(8)}, greater_is_better=False
    )


ANSWERS = {
    "two models": lambda: eb.infer(fixed_scores(), model="a", versus="b"),
    "one model": lambda: eb.infer(split_scores(), model="a", null=None),
    "gate": lambda: eb.infer(fixed_scores(), model="a", versus="b", margin=0.1),
    "several methods": lambda: eb.Results([eb.bound(3, 100), eb.bound(3, 100, method="wilson")]),
    "read from a file": lambda: eb.Result.from_dict(eb.infer(split_scores(), model="a", null=None).to_dict()),
    "bound": lambda: eb.bound(3, 100),
    "subgroups": lambda: eb.infer(fixed_scores(), model="a", by=["north", "south of it"] * 100),
    "subgroups of a comparison": lambda: eb.infer(fixed_scores(), model="a", versus="b", by=["x", "y"] * 100),
    "curve": lambda: eb.curve(said_scores(), kind="roc"),
    "calibration": lambda: eb.curve(said_scores(), kind="calibration"),
    "sequential": lambda: eb.Sequential.over(fixed_scores(("a",)), confidence_level=0.95, null=None).result(),
    "winner": lambda: eb.winner(fixed_scores(("a", "b", "c"))),
    "winner over splits": lambda: eb.winner(split_scores(("a", "b", "c"))),
    "ranking": lambda: eb.rank(split_scores(("a", "b", "c")), random_state=0),
    "ranking over data sets": lambda: eb.rank(datasets(), random_state=0),
    "distribution": lambda: two_distributions()[0],
    "two distributions": lambda: two_distributions()[0].compare(two_distributions()[1]),
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_answer_has_a_page_that_stands_alone(written, kind):
    page = written(ANSWERS[kind](), data="some data")
    outline = Outline(page)
    assert outline.tags[0] == ("html", {"lang": "en"})
    headings = [int(tag[1]) for tag, _ in outline.named("h1", "h2", "h3")]
    assert headings.count(1) == 1 and headings[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(headings))
    drawings = [attrs for _, attrs in outline.named("svg")]
    assert len(drawings) in (2, 4)  # for wide and for narrow screens; of a comparison each model alone too
    assert all(attrs["role"] in ("img", "group") and attrs["aria-labelledby"] for attrs in drawings)
    assert all(
        attrs["aria-label"] for _, attrs in outline.tags if attrs.get("tabindex") == "0" and "data-says" in attrs
    )
    assert all(attrs["scope"] in ("row", "col") for _, attrs in outline.named("th"))
    assert len(outline.named("caption")) == len(outline.named("table")) > 0
    ids = [attrs["id"] for _, attrs in outline.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert not [attrs for tag, attrs in outline.tags if tag in ("img", "iframe", "object") or "src" in attrs]
    assert not re.findall(r"https?://(?!www\.w3\.org)", page)  # nothing to fetch
    for word in ("What the interval is for", "What was assumed", "What would change it", "To get the same again",
                 "For a paper", "LaTeX table", "BibTeX", "errbar 0.", "How sure", "What next"):  # fmt: skip
        assert word in page, word


def test_every_method_stands_in_the_table(written):
    page = written(eb.infer(fixed_scores(("a",)), null=None))
    assert all(f'<th scope="row">{name}</th>' in page for name in ("wilson", "clopper_pearson", "bentkus", "holdout_t"))
    assert '<th scope="row">corrected_t</th>' not in page  # needs splits


@pytest.mark.parametrize("name", [NASTY, NASTIEST])
def test_names_stay_text_everywhere(written, name):
    scores = split_scores((name, "b", "c"))
    pages = [
        written(eb.infer(scores, model=name, versus="b"), names=[name, "b"], data=name),
        written(eb.rank(scores, random_state=0), data=name),
        written(eb.ErrorDistribution(scores.only(name)), names=[name], data=name),
    ]
    clean = written(eb.infer(split_scores(), model="a", versus="b"), names=["a", "b"], data="d")
    for page in pages:
        outline = Outline(page)
        assert name in "".join(outline.text)
        assert not outline.named("img") and not [a for _, a in outline.tags if any(k.startswith("on") for k in a)]
        assert page.count("<script") == page.count("</script") == 2
        assert page[page.index("<script>") :] == clean[clean.index("<script>") :]  # nothing of the user's in it
        held = page[page.index('<script type="application/json" id="answer">') : page.index("<script>")]
        json.loads(held[held.index("{") : held.rindex("</script>")])
        assert held.count("<") == 2  # nothing in the JSON ends its element
        assert "49" not in name and ("{{ 7 * 7 }}" in name) == ("{{ 7 * 7 }}" in "".join(outline.text))
        for svg in re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL):
            assert not re.search(r"<(script|img)|<!--", svg)
        table = next(text for text in _copied(outline, page) if r"\begin{table}" in text)
        assert table.count(r"\end{table}") == 1 and not re.search(r"(?<!\\)[%#$_]", _cells(table))
    notebook = eb.rank(scores, random_state=0)._repr_html_() + eb.infer(scores, model=name, versus="b")._repr_html_()
    assert "<script" not in notebook and "<img" not in notebook


def _copied(outline, page):
    return [
        Outline(text).text and "".join(Outline(text).text)
        for text in re.findall(r"<pre.*?</pre>", page, flags=re.DOTALL)
    ]


def _cells(table):
    return "\n".join(line for line in table.split("\n") if line.startswith("  ") or "caption" in line)


def test_six_models_by_eight_methods_stay_small(tmp_path):
    names = [f"model {i}" for i in range(6)]
    scores = fixed_scores(names, 400)
    methods = ("wilson", "clopper_pearson", "blaker", "jeffreys", "mid_p", "agresti_coull", "hoeffding", "bentkus")
    found = [(name, eb.infer(scores, model=name, method=m, null=None)) for name in names for m in methods]
    page = tmp_path / "r.html"
    eb.report(eb.Results([r for _, r in found]), page, names=[name for name, _ in found])
    assert page.stat().st_size < 1_500_000
    assert Outline(page.read_text()).text and "model 5: bentkus" in page.read_text()
    eb.report(eb.rank(scores, method="auto", random_state=0), page)
    assert page.stat().st_size < 1_500_000


def test_what_is_no_answer_is_refused(tmp_path):
    with pytest.raises(eb.ErrbarError, match="A report shows what a verb returned"):
        eb.report("a string", tmp_path / "r.html")
    with pytest.raises(eb.ErrbarError, match="A report shows what a verb returned"):
        eb.report(eb.Results([]), tmp_path / "r.html")
    with pytest.raises(eb.ErrbarError, match="cannot be written"):
        eb.report(eb.bound(3, 100), tmp_path / "no" / "r.html")


def test_importing_errbar_imports_no_report():
    import subprocess
    import sys

    script = "import sys, errbar; errbar.bound(1, 9); assert not {'matplotlib', 'jinja2', 'rich'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_methods_that_ignore_groups_are_not_called_rigorous(written):
    rng = np.random.default_rng(2)
    rows = {
        "item": np.arange(60),
        "a": (rng.random(60) < 0.3).astype(float),
        "b": (rng.random(60) < 0.5).astype(float),
        "topic": np.arange(60) // 6,
    }
    pandas = pytest.importorskip("pandas")
    scores = eb.Scores.from_table(pandas.DataFrame(rows), item="item", loss=["a", "b"], group="topic")
    page = written(eb.infer(scores, model="a", versus="b"))
    assert "rigorous" not in page
    assert page.count("takes the items of a group as independent") > 5


def test_with_groups_the_page_does_not_claim_independent_examples():
    from sklearn.naive_bayes import GaussianNB

    from errbar.reports.assumptions import IN_GROUPS, INDEPENDENT, assumed
    from errbar.reports.ranking_page import _models

    rng = np.random.default_rng(0)
    groups = np.repeat(np.arange(30), 3)
    X, y = rng.normal(size=(90, 2)), rng.integers(0, 2, 90)
    plan = eb.plans.subsample(10, 0.3)
    alone, together = (eb.evaluate(GaussianNB(), X, y, plan=plan, groups=g, random_state=0) for g in (None, groups))
    assert assumed(alone)[0] == INDEPENDENT and assumed(together)[0] == IN_GROUPS
    models = {"a": GaussianNB(), "b": GaussianNB(var_smoothing=0.1)}
    ranking = eb.rank(models, X, y, plan=plan, groups=groups, random_state=0)
    assert _models(ranking)["assumed"][0] == IN_GROUPS
