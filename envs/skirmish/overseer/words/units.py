"""The lines of units in the text of a position."""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.ranges import Ranges
from swarmzoo.envs.core.reading import quoted
from swarmzoo.envs.skirmish.battlefield.places import Places
from swarmzoo.envs.skirmish.overseer.plan import Plan
from swarmzoo.envs.skirmish.overseer.state import FATE_NAMES, FIELD, NOBODY, SHOCK_NAMES, STEADY
from swarmzoo.envs.skirmish.overseer.words.headline import Names

FLAGS = {
    "pinned": "pinned",
    "running": "running",
    "covers ground": "under_cover",
    "in overwatch": "watching",
    "unnerved": "unnerved",
}
NOT_FLAGS = {"no reaction": "swarm_reaction", "no own reaction": "own_reaction"}
NUMBERS = {
    "wounds": "wounds",
    "lost": "lost",
    "kept cover": "kept_cover",
    "aim": "aim",
    "shock left": "shock_left",
    "halved": "halved",
    "initiative": "initiative",
}
OTHERS = {"marks": "marked", "fears": "shocked_by"}
_FATES = FATE_NAMES[1:-1]


class Units:
    """Reads and writes what is true of units."""

    def __init__(self, plan: Plan, rules: np.ndarray, names: Names, places: Places, ranges: Ranges):
        self.plan, self.rules, self.names, self.places, self.ranges = plan, rules, names, places, ranges

    def write(self, s: np.void, blank: np.void) -> Iterator[str]:
        """Yield the line of every unit."""
        for u in self.names.units:
            yield f"{self.names.of(u)}: {', '.join(self._words(s, blank, u))}"

    def _words(self, s: np.void, blank: np.void, u: int) -> Iterator[str]:
        fate = int(s["fate"][u])
        yield f"at {self.places.write(s['place'][u])}" if fate == FIELD else FATE_NAMES[fate]
        for word, name in NUMBERS.items():
            if s[name][u] != self._usual(blank, name, u):
                yield f"{word} {s[name][u]}"
        yield from (word for word, name in FLAGS.items() if s[name][u])
        yield from (word for word, name in NOT_FLAGS.items() if not s[name][u])
        if s["shock"][u] != STEADY:
            yield SHOCK_NAMES[s["shock"][u]]
        yield from (f"{word} {self.names.of(s[name][u])}" for word, name in OTHERS.items() if s[name][u] != NOBODY)
        if s["feared"][u]:
            yield f"felt {' '.join(self.names.of(v) for v in self.names.units if s['feared'][u] >> v & 1)}"

    def _usual(self, blank: np.void, name: str, u: int) -> int:
        return int(self.rules[0]["lead_wounds"][u] if name == "wounds" else blank[name][u])

    def read(self, s: np.void, name: str, value: str, where: str) -> None:
        """Read the line of a unit."""
        u = self.names.read(name, where)
        s["fate"][u], s["wounds"][u] = FIELD, self.rules[0]["lead_wounds"][u]
        for field in NOT_FLAGS.values():
            s[field][u] = True
        for word in (piece.strip() for piece in value.split(",")):
            self._read_word(s, u, word, where)
        if s["fate"][u] == FIELD and s["place"][u] == NOBODY:
            raise GameError(f"{where}: {self.names.of(u)} is either 'at' a column and a row, or {' or '.join(_FATES)}")

    def _read_word(self, s: np.void, u: int, word: str, where: str) -> None:
        head, _, rest = word.rpartition(" ")
        if word.startswith("at "):
            s["place"][u] = self.places.read(word[3:], where)
        elif word in _FATES:
            s["fate"][u] = FATE_NAMES.index(word)
        elif word in FLAGS:
            s[FLAGS[word]][u] = True
        elif word in NOT_FLAGS:
            s[NOT_FLAGS[word]][u] = False
        elif head in NUMBERS:
            s[NUMBERS[head]][u] = self.ranges.number(NUMBERS[head], rest, where, u)
        elif word in SHOCK_NAMES:
            s["shock"][u] = SHOCK_NAMES.index(word)
        elif head in OTHERS:
            s[OTHERS[head]][u] = self.names.read(rest, where)
        elif word.startswith("felt "):
            s["feared"][u] = sum(1 << v for v in {self.names.read(name, where) for name in word.split()[1:]})
        else:
            known = ", ".join(("at", *_FATES, *FLAGS, *NOT_FLAGS, *NUMBERS, *SHOCK_NAMES, *OTHERS, "felt"))
            raise GameError(f"{where}: {quoted(word)} is not understood; known are {known}")
