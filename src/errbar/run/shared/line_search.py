"""How far to go along a direction: the search of More and Thuente, as MINPACK-2 and SciPy's L-BFGS-B have it.

A length is taken where the loss falls by a thousandth of what its slope at the start promises, and where the slope is
at most nine tenths of that one. Until then the next length is that of the smallest value of a cubic, or of a parabola,
through the losses and slopes seen, kept inside the interval that must hold it.
"""

from __future__ import annotations

from math import copysign, sqrt

FALL, SLOPE = 1e-3, 0.9
NARROW = 0.1  # of the largest length: an interval that is not searched further
LONGEST = 1e10
Tried = tuple[float, float, float]  # a length, the loss there, and its slope


class LineSearch:
    """`promised`: the slope at the start; `length`: what is tried first. Losses are counted from that at the start."""

    def __init__(self, promised: float, length: float) -> None:
        self.promised, self.length = promised, length
        self.best, self.other = (0.0, 0.0, promised), (0.0, 0.0, promised)  # length, loss, slope
        self.bracketed, self.early, self.over = False, True, False  # over: there is no room for another length
        self.width, self.width_before = LONGEST, 2 * LONGEST
        self.low, self.high = 0.0, 5 * length

    def next(self, loss: float, slope: float) -> float:
        """The next length to be tried, after one that was not good enough."""
        asked = FALL * self.promised
        if self.early and loss <= asked * self.length and slope >= 0:
            self.early = False
        if self.early and asked * self.length < loss <= self.best[1]:  # search what the loss falls beyond that
            best, other = (_tilted(one, -asked) for one in (self.best, self.other))
            *ends, length = self._step(best, other, loss - self.length * asked, slope - asked)
            self.best, self.other = (_tilted(one, asked) for one in ends)
        else:
            self.best, self.other, length = self._step(self.best, self.other, loss, slope)
        self.length = self._inside(length, self.best[0], self.other[0])
        return self.length

    def _inside(self, length: float, best: float, other: float) -> float:
        """The length, or the middle of an interval that shrinks too slowly, or the best where there is no more room."""
        if not self.bracketed:
            self.low, self.high = length + 1.1 * (length - best), length + 4.0 * (length - best)
            return min(max(length, 0.0), LONGEST)
        if abs(other - best) >= 0.66 * self.width_before:
            length = best + 0.5 * (other - best)
        self.width_before, self.width = self.width, abs(other - best)
        self.low, self.high = min(best, other), max(best, other)
        self.over = self.high - self.low <= NARROW * self.high or not self.low < length < self.high
        return best if self.over else length

    def _step(self, best: Tried, other: Tried, loss: float, slope: float) -> tuple[Tried, Tried, float]:
        """The best, the other end of the interval, and the next length."""
        (x, fx, dx), at = best, self.length
        turned = slope * copysign(1.0, dx) < 0
        if loss > fx:  # higher: the smallest value lies before
            cubic = x + _cubic((x, fx, dx), (at, loss, slope), at < x) * (at - x)
            parabola = x + dx / ((fx - loss) / (at - x) + dx) / 2 * (at - x)
            length = cubic if abs(cubic - x) <= abs(parabola - x) else cubic + (parabola - cubic) / 2
            self.bracketed = True
            return best, (at, loss, slope), length
        straight = at + slope / (slope - dx) * (x - at) if slope != dx else LONGEST
        if turned:  # lower, and rising: it lies between
            cubic = at + _cubic((at, loss, slope), (x, fx, dx), at > x) * (x - at)
            length = cubic if abs(cubic - at) > abs(straight - at) else straight
            self.bracketed = True
            return (at, loss, slope), best, length
        now = (at, loss, slope)
        return now, other, self._beyond(best, other, now, straight)

    def _beyond(self, best: Tried, other: Tried, now: Tried, straight: float) -> float:
        """Lower, and still falling."""
        (x, fx, dx), (at, loss, slope), y = best, now, other[0]
        forward = at > x
        if abs(slope) >= abs(dx):  # the slope does not shrink
            if not self.bracketed:
                return self.high if forward else self.low
            return at + _cubic(now, other, at > y) * (y - at)
        theta = 3.0 * (fx - loss) / (at - x) + dx + slope
        size = max(abs(theta), abs(dx), abs(slope))
        gamma = size * sqrt(max(0.0, (theta / size) ** 2 - dx / size * (slope / size)))
        gamma = -gamma if forward else gamma
        share = (gamma - slope + theta) / (gamma + (dx - slope) + gamma)
        cubic = at + share * (x - at) if share < 0 and gamma != 0 else self.high if forward else self.low
        nearer = abs(cubic - at) < abs(straight - at)
        if not self.bracketed:
            return min(max(straight if nearer else cubic, self.low), self.high)
        length, edge = cubic if nearer else straight, at + 0.66 * (y - at)
        return min(edge, length) if forward else max(edge, length)


def _cubic(one: Tried, two: Tried, negative: bool) -> float:
    """Where the cubic through both is smallest, as a share of the way from the first to the second."""
    (a, fa, da), (b, fb, db) = one, two
    theta = 3.0 * (fa - fb) / (b - a) + da + db
    size = max(abs(theta), abs(da), abs(db))
    gamma = size * sqrt(max(0.0, (theta / size) ** 2 - da / size * (db / size)))
    gamma = -gamma if negative else gamma
    return (gamma - da + theta) / (gamma - da + gamma + db)


def _tilted(one: Tried, slope: float) -> Tried:
    length, loss, own = one
    return length, loss + length * slope, own + slope
