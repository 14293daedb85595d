"""Where the texts of a picture stand: no two overlap, none leaves the page."""

from itertools import combinations

from matplotlib.backends.backend_agg import FigureCanvasAgg


def texts(ax):
    """Every text of the axes that is seen, with the box it takes."""
    canvas = FigureCanvasAgg(ax.figure)
    canvas.draw()
    renderer = canvas.get_renderer()
    seen = [*ax.texts, ax.title, ax._left_title, ax._right_title]
    if ax.get_legend() is not None:
        seen += ax.get_legend().get_texts()
    for some in (ax, *ax.child_axes):
        if some.axison:
            for axis in (some.xaxis, some.yaxis):
                low, high = sorted(axis.get_view_interval())
                ticks = zip(axis.get_majorticklocs(), axis.get_majorticklabels(), strict=True)
                seen += [axis.label, *(label for place, label in ticks if low <= place <= high)]
    shown = [text for text in seen if text.get_text().strip() and text.get_visible()]
    return [(text.get_text(), text.get_window_extent(renderer)) for text in shown]


def assert_readable(ax):
    boxes = texts(ax)
    for (one, a), (other, b) in combinations(boxes, 2):
        assert not a.padded(-0.5).overlaps(b.padded(-0.5)), f"{one!r} and {other!r} overlap"
    page = ax.figure.bbox.padded(1.0)
    for text, box in boxes:
        inside = page.x0 <= box.x0 and box.x1 <= page.x1 and page.y0 <= box.y0 and box.y1 <= page.y1
        assert inside, f"{text!r} leaves the page"
