"""What fits are for: a question, or methods that will be asked later; refused where these cannot answer."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from errbar.methods import METHODS
from errbar.methods.defaults import default_for_plan, whole_set_method
from errbar.methods.suits import Holding, check_asked, refuse, why_not
from errbar.plans.plan import Plan
from errbar.types import Method, Question


@dataclass(frozen=True, slots=True)
class Purpose:
    """A question that was checked, or methods for later; `comparing`: two models, one, or not said.

    `methods` are those that were named, and `read` the kinds of plan that each of them reads; without any the default
    will answer the question.
    """

    question: Question | None = None
    comparing: bool | None = None
    later: Sequence[Method] = ()
    methods: Sequence[Method] = field(init=False)
    read: Sequence[tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        question = self.question
        methods = self.later if question is None or question.method == "auto" else [METHODS[question.method]]
        object.__setattr__(self, "methods", methods)
        object.__setattr__(self, "read", [method.plans for method in methods])


def suiting(metric: Holding, plan: Plan, purpose: Purpose) -> Holding:
    """With what a scorer of a whole test set asks for; methods that cannot answer by it are refused."""
    methods = purpose.methods
    whole = not metric.items and (plan.kind == "holdout" or any(m.needs == "predictions" for m in methods))
    metric = replace(metric, said=whole)
    if not methods and purpose.question is not None:
        auto = default_for_plan(plan, metric.binary, metric.counted, purpose.comparing)
        methods = [METHODS[whole_set_method(metric.loss) if whole else auto]]
        check_asked(methods[0], purpose.question)
    for record in methods:
        refuse(why_not(record, metric, plan, purpose.comparing))
    return metric
