"""Where the time of a move goes: a view that measures what is asked of it."""

import time
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from swarmzoo.agents.view import Lookahead, View

LEAST = 0.01  # share of a move's time that is worth a word


def _measured(part: str, method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def measured(self: Any, *args: Any, **kwargs: Any) -> Any:
        began = time.perf_counter()
        try:
            return method(self, *args, **kwargs)
        finally:
            self.spent[part] += time.perf_counter() - began

    return measured


class MeasuredLookahead(Lookahead):
    """A game to try actions in, which adds up the seconds spent in it."""

    def __init__(self, game: Any, state: np.ndarray, spent: defaultdict[str, float]):
        super().__init__(game, state)
        self.spent = spent

    def copy(self) -> "MeasuredLookahead":
        """Return a copy."""
        return MeasuredLookahead(self.game, super().copy().state, self.spent)

    step = _measured("lookahead", Lookahead.step)
    mask = _measured("lookahead", Lookahead.mask)
    observation = _measured("lookahead", Lookahead.observation)
    pay = _measured("lookahead", Lookahead.pay)


class MeasuredView(View):
    """A view that adds up the seconds spent in its parts: names, reasons, text, lookahead."""

    def __init__(self, view: View, spent: defaultdict[str, float]):
        super().__init__(view.game, view._door, view.agents, view.observations, view.masks)
        self.spent = spent

    action_name = _measured("names", View.action_name)
    why_not = _measured("reasons", View.why_not)
    text = _measured("text", View.text)

    def clone(self, seed: int) -> Lookahead:
        """Return a determinised copy of the game."""
        began = time.perf_counter()
        made = MeasuredLookahead(self.game, self._door.world(self.game, self.side, seed), self.spent)
        self.spent["lookahead"] += time.perf_counter() - began
        return made


def shares(spent: defaultdict[str, float], total: float) -> str:
    """Return in words what parts of a time were spent in, the greatest first, the rest by the agent itself."""
    own = max(total - sum(spent.values()), 0.0)
    parts = [("its own code", own), *spent.items()]
    told = [(name, seconds / total) for name, seconds in parts if total > 0 and seconds / total >= LEAST]
    return ", ".join(f"{name} {share:.0%}" for name, share in sorted(told, key=lambda one: -one[1]))
