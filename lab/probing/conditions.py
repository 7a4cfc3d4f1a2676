"""Conditions on the measures of a rule set, as people write them: ``seat_advantage < 2%``, ``40 <= length <= 60``.

A condition is an interval of values that are wanted, ends included. What was measured has an interval too: the
condition holds where that lies inside, it fails where that lies outside, else nothing is decided.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from swarmzoo.envs.core.errors import GameError, nearest
from swarmzoo.lab.probing.verdict import Figure

Told = Literal["holds", "fails", "open"]
FORM = "write for instance 'seat_advantage < 0.02', 'length >= 40', '40 <= length <= 60' or 'drawn < 5%'"
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?%?"
_NAME = r"[^\s<>=][^<>=]*?"
_ONE = re.compile(rf"^({_NAME})\s*(<=|>=|<|>)\s*({_NUMBER})$", re.IGNORECASE)
_BOTH = re.compile(rf"^({_NUMBER})\s*(<=?)\s*({_NAME})\s*(<=?)\s*({_NUMBER})$", re.IGNORECASE)


@dataclass(frozen=True)
class Condition:
    """What is wanted of a measure: at least ``low``, at most ``high``."""

    text: str
    measure: str
    low: float = -math.inf
    high: float = math.inf

    def told(self, figure: Figure) -> Told:
        """Tell whether the condition holds for a measure, by its whole interval; without one by its value."""
        low = figure.value if figure.low is None else figure.low
        high = figure.value if figure.high is None else figure.high
        if not (math.isfinite(low) and math.isfinite(high)):
            return "open"
        if self.low <= low and high <= self.high:
            return "holds"
        return "fails" if high < self.low or low > self.high else "open"

    def missed(self, value: float) -> float:
        """Return by how much a value misses the condition, as a share of the nearest end; 0 where it does not."""
        if not math.isfinite(value):
            return 1.0
        ends = [abs(end) for end in (self.low, self.high) if math.isfinite(end) and end != 0]
        return max(self.low - value, value - self.high, 0.0) / (min(ends) if ends else 1.0)


def read_condition(text: str) -> Condition:
    """Return the condition that a text says; raise GameError for one that cannot be read."""
    found = _read(text)
    for end, words in ((found.low, "above 100%"), (-found.high, "below -100%")):
        if "%" in text and 1 < end < math.inf:
            raise GameError(f"condition {text!r}: no share is {words}")
    return found


def _read(text: str) -> Condition:
    plain = text.strip()
    if found := _ONE.match(plain):
        name, sign, end = found.groups()
        ends = {"high": _number(end)} if "<" in sign else {"low": _number(end)}
        return Condition(plain, name, **ends)
    if found := _BOTH.match(plain):
        low, _, name, _, high = found.groups()
        if _number(low) > _number(high):
            raise GameError(f"condition {text!r}: no number is at least {low} and at most {high}")
        return Condition(plain, name, _number(low), _number(high))
    raise GameError(f"condition {text!r} cannot be read: {FORM}")


def _number(text: str) -> float:
    return float(text.rstrip("%")) / (100 if text.endswith("%") else 1)


class UnknownMeasure(GameError):
    """A condition on something that is not measured; which names there are is known after the first games."""


def check_possible(conditions: Iterable[Condition]) -> None:
    """Raise GameError for conditions that exclude each other."""
    by_measure: dict[str, list[Condition]] = {}
    for one in conditions:
        by_measure.setdefault(one.measure, []).append(one)
    for name, ones in by_measure.items():
        low, high = max(ones, key=lambda one: one.low), min(ones, key=lambda one: one.high)
        if low.low > high.high:
            raise GameError(f"conditions {low.text!r} and {high.text!r}: no value of {name} meets both")


def check_measures(conditions: Iterable[Condition], known: Iterable[str]) -> None:
    """Raise UnknownMeasure for a condition on a measure that there is not."""
    names = list(known)
    for one in conditions:
        if one.measure not in names:
            raise UnknownMeasure(
                f"condition {one.text!r}: {one.measure!r} is not measured{nearest(one.measure, names)}"
            )
