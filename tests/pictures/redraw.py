"""Draw every picture small, the same on every machine. `python tests/pictures/redraw.py` replaces the baselines.

Look at each one that changed before you keep it: `git diff --stat tests/pictures/baseline`.
"""

import sys
from contextlib import contextmanager
from pathlib import Path

import matplotlib

HERE = Path(__file__).parent
BASELINE = HERE / "baseline"
VERSION = HERE / "baseline" / "matplotlib.txt"  # letters are drawn a little differently by each minor version
DPI = 50


def minor_version():
    return ".".join(matplotlib.__version__.split(".")[:2])


@contextmanager
def fixed_settings():
    """matplotlib's defaults whatever the user set, its own font, no hinting; put back afterwards."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({"font.family": "DejaVu Sans", "text.hinting": "none"})
        yield


def pictures():
    """name -> function giving a figure."""
    from tests.pictures.scenes import FIGURES, SCENES

    return {name: (lambda scene=scene: scene().figure) for name, scene in SCENES.items()} | FIGURES


def save(name, folder):
    """Draw one picture into `folder`; gives its path."""
    path = folder / f"{name}.png"
    with fixed_settings():
        pictures()[name]().savefig(path, dpi=DPI, metadata={"Software": None})
    return path


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parents[1]))
    BASELINE.mkdir(exist_ok=True)
    for old in BASELINE.glob("*.png"):
        old.unlink()
    for name in pictures():
        print(save(name, BASELINE))
    VERSION.write_text(minor_version() + "\n")
