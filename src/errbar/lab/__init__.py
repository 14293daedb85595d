"""The lab: studies with a known truth, one name each. STUDIES is the registry."""

from errbar.lab.study import Study

STUDIES: dict[str, Study] = {}
