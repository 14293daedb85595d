"""How numbers and missing values are spelled in text: one list for every table and data file."""

from __future__ import annotations

NUMBER = r"^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$"
DECIMAL_COMMA = r"^[-+]?[0-9.]*,[0-9]+([eE][-+]?[0-9]+)?$"
DATE = r"^[0-9]{1,4}([-/.])[0-9]{1,2}\1[0-9]{1,4}([ T].*)?$"

# small letters, without spaces around them
MISSING_WORDS = ("", "na", "n/a", "nan", "null", "none", "?", "-", "--", ".", "<na>", "#n/a")
MAYBE_LABELS = ("none", "-", "--", ".")  # of these, the ones that a class or a group may really be called
