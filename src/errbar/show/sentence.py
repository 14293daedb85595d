"""The answer in one plain sentence: in the units of the loss, and for the target of the interval."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor, inf, isfinite, log10
from typing import TYPE_CHECKING

from errbar.core.direction import known_direction
from errbar.show.as_text import number, percent
from errbar.show.subgroup_sentence import gap_sentence, inside

if TYPE_CHECKING:
    from errbar.types.result import Result

LOSS_WORDS = {
    "zero_one": "error rate",
    "squared": "mean squared error",
    "absolute": "mean absolute error",
    "log": "log loss",
    "brier": "Brier score",
    "logistic": "logistic loss",
    "linear_soft": "linear soft loss",
    "loss": "mean loss",
    "score": "mean score",
    "roc_auc": "ROC AUC",
    "f1": "F1",
    "r2": "R2 score",
    "acc": "accuracy",
    "correct": "accuracy",
}
UNNAMED = "fitted"  # the only model of `eb.score`
LONGEST = 48  # characters of a name inside a sentence


@dataclass(frozen=True, slots=True)
class Unit:
    """How numbers of a loss or score are spoken: shares in per cent, their differences in points, the rest as it is."""

    factor: float
    word: str
    decimals: int | None

    @classmethod
    def of(cls, result: Result) -> Unit:
        """Two digits of the interval's half-width are worth saying."""
        factor = 100.0 if is_rate(result) else 1.0
        word = "" if factor == 1.0 else " points" if is_difference(result) or is_gap(result) else " %"
        edges = [edge for edge in drawn_ends(result) if isfinite(edge)]
        half = factor * max((abs(edge - result.estimate) for edge in edges), default=0.0)
        if half <= 1e-12 * factor * abs(result.estimate):  # none, but for rounding
            return cls(factor, word, None)
        return cls(factor, word, min(8, max(1 if factor == 100.0 else 0, 1 - floor(log10(half)))))

    def bare(self, value: float) -> str:
        scaled = self.factor * value
        if not isfinite(scaled) or self.decimals is None:
            return number(scaled)
        text = f"{scaled:,.{self.decimals}f}"
        return text.removeprefix("-") if float(text.replace(",", "")) == 0.0 else text

    def __call__(self, value: float) -> str:
        return self.bare(value) + self.word


AS_IT_IS = Unit(1.0, "", None)


def shared_unit(results: Sequence[Result]) -> Unit:
    """Shares on one axis, told as finely as the narrowest interval asks for; all else as it is."""
    units = [Unit.of(result) for result in results]
    if len({unit.word for unit in units}) > 1 or not units[0].word:
        return AS_IT_IS
    return replace(units[0], decimals=max((u.decimals for u in units if u.decimals is not None), default=None))


def width_words(result: Result, width: float) -> str:
    """A width of its interval, shares in points."""
    unit = shared_unit([result])
    return f"{number(unit.factor * width, 3)}{' points' if unit.word else ''}"


def in_unit(loss: str, unit: Unit) -> str:
    """A loss with the unit of its axis: `error rate, %`."""
    return f"{loss_name(loss)}, {unit.word.strip()}" if unit.word else loss


def is_rate(result: Result) -> bool:
    """Whether the mean is a share: of errors, or of what is right."""
    return result.loss == "zero_one" or result.details.get("n_errors") is not None or result._counts_errors


def counts_errors(result: Result) -> bool:
    """Whether the mean is the share of errors."""
    return is_rate(result) and not result.details.get("greater_is_better")


def is_difference(result: Result) -> bool:
    return re.match(r"the (mean )?difference in .* between the ", result.target) is not None


def is_gap(result: Result) -> bool:
    """Between a subgroup and the rest, or another one."""
    return result.details.get("gap") is not None


def is_comparison(result: Result) -> bool:
    """A difference of two models; that of a model between subgroups is another."""
    return is_difference(result) and not is_gap(result) and len(result._names) != 1


def drawn_ends(result: Result) -> tuple[float, float]:
    """The interval; a side that was not asked for is open, wherever the range of the loss ends."""
    low, high = result.low, result.high
    if result.alternative == "two-sided":
        return low, high
    computed = result.details.get("unclipped", (low, high))
    if is_difference(result) or not (isfinite(computed[0]) and isfinite(computed[1])):
        return (-inf, high) if result.alternative == "less" else (low, inf)
    return low, high


def is_shown(result: Result) -> bool:
    """For a difference: whether no difference is excluded; of subgroups by the interval, as p is adjusted."""
    if "subgroup" in result.details:
        return not result.low <= 0.0 <= result.high
    if result.pvalue is not None and result.null == 0.0:
        return result.pvalue < 1 - result.confidence_level
    return not result.low <= 0.0 <= result.high


def loss_words(result: Result) -> str:
    if counts_errors(result):
        return "error rate"
    name = loss_name(result.loss)
    unknown = name == result.loss and known_direction(name) is None
    return f"mean {name}" if unknown and result.details.get("greater_is_better") else name


def loss_name(loss: str) -> str:
    """A known name in words, with its setting if it has one; any other as it stands."""
    plain, bracket, setting = loss.partition("(alpha=")
    if bracket and plain in LOSS_WORDS:
        return f"{LOSS_WORDS[plain]} (alpha = {setting.removesuffix(')')})"
    return LOSS_WORDS.get(loss, loss)


def short_name(spec: str) -> str:
    """A spec without its modules: `make_pipeline(StandardScaler(), SVC(C=10))`."""
    return re.sub(r"\b(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_]\w*\()", "", spec.strip())


def short_names(specs: Sequence[str]) -> tuple[str, ...] | None:
    """All of them short, where they are still different."""
    names = tuple(map(short_name, specs))
    return names if len({*names}) == len(names) else None


def in_sentence(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names as they stand in a sentence; where one is too long, letters that a list explains."""
    names = tuple(map(short_name, names))
    if all(len(name) <= LONGEST for name in names) and len(set(names)) == len(names):
        return names
    return ("a", "b") if len(names) == 2 else tuple("the model" for _ in names)


def sentence(result: Result, names: tuple[str, ...] = ()) -> str:
    """The answer in one plain sentence; `names` are the model's, or those of the two compared: its own if left out."""
    unit, names = Unit.of(result), names or result._names
    if is_gap(result):
        return gap_sentence(result, _quantity(result, names), unit)
    claim, joint = _claim(result, names, unit)
    return f"On data like these, {claim}{joint} {interval_words(result, unit)}{_test(result, unit)}."


def claim_sentence(result: Result, names: tuple[str, ...] = ()) -> str:
    """What was found, without how sure it is."""
    if is_gap(result):
        return f"{gap_sentence(result, _quantity(result, names or result._names), Unit.of(result)).split(';')[0]}."
    return f"On data like these, {_claim(result, names or result._names, Unit.of(result))[0]}."


def sure_sentence(result: Result) -> str:
    """How sure it is, and of what: the interval, the test, the target."""
    unit = Unit.of(result)
    said = interval_words(result, unit)
    return f"{said[0].upper()}{said[1:]}{_test(result, unit).replace(';', ',', 1)}, for {result.target}."


def headline(result: Result, names: tuple[str, ...] = ()) -> str:
    """The answer in as few words as one can remember."""
    names, unit = names or result._names, Unit.of(result)
    if is_difference(result):
        a, b = in_sentence(names) if len(names) == 2 else ("a", "b")
        if not is_shown(result):
            return f"No difference is shown between {a} and {b}"
        return f"{a} {_differs(result, unit)} than {b}"
    named = in_sentence(names)[0] if names else "the algorithm" if "algorithm" in result.target else "this model"
    low, high = drawn_ends(result)
    limit = {"less": ("at most", high), "greater": ("at least", low)}.get(result.alternative)
    if limit is not None and isfinite(limit[1]):
        word, value = limit
        said = f"errs on {word} {unit(value)} of new examples" if counts_errors(result) else ""
        said = said or f"has {_article(loss_words(result))} of {word} {unit(value)}"
        return f"{named} {said}"
    if counts_errors(result):
        return f"{named} errs on {unit(result.estimate)} of new examples"
    return f"{named} has {_article(loss_words(result))} of {unit(result.estimate)}"


def scale_words(result: Result, names: tuple[str, ...] = ()) -> str:
    """What an axis of such numbers measures, and in which unit."""
    names = names or result._names
    what = loss_words(result)
    if is_comparison(result):
        a, b = in_sentence(names) if len(names) == 2 else ("a", "b")
        what += f", {a} \N{MINUS SIGN} {b}"
    elif is_difference(result) or is_gap(result):
        what += ", difference"
    return what + {" %": " (%)", " points": " (points)"}.get(Unit.of(result).word, "")


def _claim(result: Result, names: tuple[str, ...], unit: Unit) -> tuple[str, str]:
    """What is found, and what stands between it and the interval."""
    where = inside(result) if result.details.get("subgroup") is not None else ""
    if not is_difference(result):
        return where + _single(result, in_sentence(names)[0] if names else "", unit), ";"
    a, b = in_sentence(names) if len(names) == 2 else ("a", "b")
    if is_shown(result):
        return where + _shown(result, a, b, unit), ";"
    return where + _not_shown(result, a, b, unit), ","


def _quantity(result: Result, names: tuple[str, ...]) -> str:
    """What is compared between subgroups."""
    if is_difference(result):
        a, b = in_sentence(names) if len(names) == 2 else ("a", "b")
        return f"the {loss_words(result)} of {a} minus that of {b}"
    return f"the {loss_words(result)}{f' of {in_sentence(names)[0]}' if names else ''}"


def _single(result: Result, name: str, unit: Unit) -> str:
    proxy, one_model, trained = _target(result.target)
    if proxy:
        subject = f"the models fitted here{f' with {name}' if name else ''}, {trained} each,"
    elif one_model and not trained:
        named = name and name != UNNAMED and not name.startswith("the ")
        subject = (
            "this trained model" if not named else name if name.startswith("model") else f"the trained model {name}"
        )
    else:
        subject = f"{name or ('the model' if one_model else 'the algorithm')} {trained}".rstrip()
    if counts_errors(result):
        says = f"{'err' if proxy else 'errs'} on {unit(result.estimate)} of new examples"
    else:
        says = f"{'have' if proxy else 'has'} {_article(loss_words(result))} of {unit(result.estimate)}"
    return f"{subject} {says}"


def _shown(result: Result, a: str, b: str, unit: Unit) -> str:
    subject, other = _subjects(result, a, b)
    many = _target(result.target)[0]
    return f"{subject} {_differs(result, unit, many=many)} than {other}"


def _not_shown(result: Result, a: str, b: str, unit: Unit) -> str:
    proxy, one_model, trained = _target(result.target)
    if proxy:
        between = f"the models fitted here with {a} and with {b}, {trained} each"
    elif one_model and not trained:
        between = f"the trained models {a} and {b}"
    else:
        between = f"{a} and {b} {trained}".rstrip()
    return f"no difference is shown between {between}: {a} {_differs(result, unit)}"


def _subjects(result: Result, a: str, b: str) -> tuple[str, str]:
    proxy, one_model, trained = _target(result.target)
    if proxy:
        return f"the models fitted here with {a}, {trained} each, on average", f"those with {b}"
    if one_model and not trained:
        return f"the trained model {a}", f"the trained model {b}"
    return f"{a} {trained}".rstrip(), b


def _differs(result: Result, unit: Unit, *, many: bool = False) -> str:
    size, less = unit(abs(result.estimate)), result.estimate < 0
    if counts_errors(result):
        return f"{'err' if many else 'errs'} {size} {'less' if less else 'more'} often"
    return f"{'have' if many else 'has'} {_article(loss_words(result))} that is {size} {'lower' if less else 'higher'}"


def interval_words(result: Result, unit: Unit | None = None) -> str:
    """The interval as one says it: of a difference in the direction of the estimate, of a limit as a limit."""
    unit = Unit.of(result) if unit is None else unit
    level = percent(result.confidence_level)
    low, high = drawn_ends(result)
    if not isfinite(low) and not isfinite(high):
        return f"no {level} interval yet"
    if not is_difference(result):
        if result.alternative == "less":
            return f"with {level} confidence at most {unit(high)}"
        if result.alternative == "greater":
            return f"with {level} confidence at least {unit(low)}"
        return f"{level} interval {unit(low)} to {unit(high)}"
    return _difference_words(result, unit, level)


def _difference_words(result: Result, unit: Unit, level: str) -> str:
    low, high = drawn_ends(result)
    less, more = ("less", "more") if counts_errors(result) else ("lower", "higher")
    if not isfinite(low) or not isfinite(high):
        edge = high if isfinite(high) else low
        most = (edge >= 0) == isfinite(high)
        return (
            f"with {level} confidence at {'most' if most else 'least'} {unit(abs(edge))} {more if edge >= 0 else less}"
        )
    if low < 0 < high:
        return f"{level} interval from {unit(-low)} {less} to {unit(high)} {more}"
    near, far = sorted((abs(low), abs(high)))
    return f"{level} interval {unit.bare(near)} to {unit(far)}"


def _test(result: Result, unit: Unit) -> str:
    if result.pvalue is None:
        return ""
    against = "" if result.null == 0.0 and is_difference(result) else f" against {unit(result.null or 0.0)}"
    return f"; p {'<' if result.pvalue < 1e-4 else '='} {number(max(result.pvalue, 1e-4), 3)}{against}"


def _target(target: str) -> tuple[bool, bool, str]:
    """Whether it is the proxy, whether it is one trained model, and "trained on 512 examples" where it says so."""
    found = re.search(r"trained on (?:this training size|(?:these |all |about )?[\d,.]+ examples)", target)
    one_model = "trained model" in target or "trained on these" in target
    return "models fitted here" in target, one_model, found[0] if found else ""


def _article(words: str) -> str:
    spelled = words.startswith(("F1", "R2", "MSE", "MAE", "RMSE"))  # letter by letter: an eff, an ar, an em
    return f"{'an' if words[0].lower() in 'aeio' or spelled else 'a'} {words}"
