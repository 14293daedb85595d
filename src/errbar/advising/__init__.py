"""Which method? One literal table of situations, a pure function that picks its rows, and the lines to run."""

from errbar.advising.answer import Advice
from errbar.advising.question import Question
from errbar.advising.table import TABLE, Row
from errbar.advising.verb import advise

__all__ = ["TABLE", "Advice", "Question", "Row", "advise"]
