"""The lines of pieces in the text of a position."""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.ranges import Ranges
from swarmzoo.envs.core.reading import index_of, quoted
from swarmzoo.envs.skirmish.battlefield.places import Places
from swarmzoo.envs.skirmish.nova.plan import Plan
from swarmzoo.envs.skirmish.nova.state import FATE_NAMES, FIELD, NOBODY
from swarmzoo.envs.skirmish.nova.words.headline import Names

_NUMBERS = (
    *("initiative", "lot", "aggravated", "lethal", "bashing", "stun", "stun_clock", "members", "gone_layers"),
    *("ablative", "maimed", "willpower", "dying", "beyond_help", "taken", "powered", "dazed", "daze_next", "stunned"),
    *("stun_next", "prone", "covered", "mobbed", "defended", "has_healed", "full", "sprinting"),
)
_LISTS = ("hl", "henchmen", "supports")


class Pieces:
    """Reads and writes how pieces are."""

    def __init__(self, plan: Plan, names: Names, ranges: Ranges):
        self.plan, self.names, self.ranges, self.places = plan, names, ranges, Places(plan.field)

    def write(self, s: np.void, blank: np.void) -> Iterator[str]:
        """Yield a line for every piece that takes part."""
        for i in self.names.pieces:
            words = list(self._words(s, blank, i))
            if words:
                yield f"{self.names.of(i)}: {', '.join(words)}"

    def _words(self, s: np.void, blank: np.void, i: int) -> Iterator[str]:
        for word, name in (("at", "place"), ("lies", "lies")):
            if s[name][i] != NOBODY:
                yield f"{word} {self.places.write(s[name][i])}"
        if s["fate"][i] != blank["fate"][i]:
            yield f"fate {FATE_NAMES[s['fate'][i]]}"
        for name in _NUMBERS:
            if s[name][i] != blank[name][i]:
                yield f"{name} {int(s[name][i])}"
        for name in _LISTS:
            if (s[name][i] != blank[name][i]).any():
                yield f"{name} {' '.join(str(int(v)) for v in s[name][i])}"
        if s["holding"][i] != NOBODY:
            yield f"holding {self.names.of(s['holding'][i])}"

    def read(self, s: np.void, i: int, value: str, where: str) -> None:
        """Read what a line says of a piece."""
        for words in filter(None, (word.strip() for word in value.split(","))):
            name, _, rest = words.partition(" ")
            self._read(s, i, name, rest.strip(), where)

    def _read(self, s: np.void, i: int, name: str, value: str, where: str) -> None:
        if name in ("at", "lies"):
            s["place" if name == "at" else "lies"][i] = self.places.read(value, where)
        elif name == "fate":
            s["fate"][i] = index_of(value, FATE_NAMES, where)
            s["place"][i] = NOBODY if s["fate"][i] != FIELD else s["place"][i]
        elif name in _NUMBERS:
            s[name][i] = self.ranges.number(name, value, where, i)
        elif name in _LISTS:
            self._read_list(s, i, name, value.split(), where)
        elif name == "holding":
            held = self.names.read(value, where)
            s["holding"][i], s["held_by"][held] = held, i
        else:
            known = ", ".join(("at", "lies", "fate", *_NUMBERS, *_LISTS, "holding"))
            raise GameError(f"{where}: unknown word {quoted(name)}; the words are {known}")

    def _read_list(self, s: np.void, i: int, name: str, words: list[str], where: str) -> None:
        size = s[name].shape[1]
        if len(words) > size:
            raise GameError(f"{where}: {name} has {size} numbers at most, {len(words)} were given")
        s[name][i] = 0
        for k, word in enumerate(words):
            s[name][i, k] = self.ranges.number(name, word, where, (i, k))
