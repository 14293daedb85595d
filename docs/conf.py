"""The manual: Sphinx with the PyData theme and MyST Markdown. Builds without a network; formulas become MathML."""

import sys
from pathlib import Path

import errbar

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "errbar"
author = "The errbar developers"
version = release = errbar.__version__
project_copyright = author

extensions = [
    "myst_parser",
    "sphinx_design",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "mathml",
    "docstrings",
    "changes",
    "command_help",
    "doctest_blocks",
]
exclude_patterns = ["_build"]
nitpicky = True
default_role = "literal"  # docstrings write `name` as Markdown does

myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3

autosummary_generate = False  # every name is documented on a page of docs/reference; the tables only link
autodoc_typehints = "none"  # the parameters say in words what they take
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_param = False

html_math_renderer = "mathml"
html_theme = "pydata_sphinx_theme"
html_title = f"errbar {release}"
html_static_path = ["_static"]
html_css_files = ["manual.css"]
html_js_files = ["copy.js"]
html_show_sourcelink = False
html_copy_source = False
html_context = {"default_mode": "auto"}  # light or dark as the reader's system is
html_theme_options = {
    "logo": {"text": "errbar"},
    "navbar_align": "left",
    "header_links_before_dropdown": 9,
    "navigation_with_keys": False,
    "show_prev_next": False,
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars = {page: [] for page in ("index", "changes", "calculator", "gallery", "tutorial/*")}  # no siblings
