"""An answer -> one HTML page; a study -> a folder."""

from errbar.errors import MissingExtraError

try:
    import jinja2  # noqa: F401
    import matplotlib  # noqa: F401
except ModuleNotFoundError:
    raise MissingExtraError("A report needs matplotlib and jinja2: pip install 'errbar[plot]'.") from None
