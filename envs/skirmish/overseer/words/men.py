"""The lines of Underlings in the text of a position, and those of rolls that are not in the order of the pieces."""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.ranges import Ranges
from swarmzoo.envs.core.reading import number_in, quoted
from swarmzoo.envs.skirmish.battlefield.places import Places
from swarmzoo.envs.skirmish.battlefield.rolls import NO_GROUP
from swarmzoo.envs.skirmish.overseer.plan import Plan
from swarmzoo.envs.skirmish.overseer.state import NOBODY
from swarmzoo.envs.skirmish.overseer.words.headline import Names

NEUTRAL = "neutral"
GONE, SPECIALIST = "gone", "Specialist"


class Men:
    """Reads and writes where Underlings are, and to whom they belong."""

    def __init__(self, plan: Plan, rules: np.ndarray, names: Names, places: Places, ranges: Ranges):
        self.plan, self.names, self.places, self.ranges = plan, names, places, ranges
        self._models, homes = rules[0]["squad"], rules[0]["squad_home"]
        first, self._pieces = plan.units, int(rules[0]["pieces"])
        self._units = first
        self._of = {home: [i for i in range(first, self._pieces) if homes[i] == home] for home in (*names.units, first)}

    def _name(self, home: int) -> str:
        return self.names.of(home) if home in self.names.units else NEUTRAL

    # Writing

    def write(self, s: np.void) -> Iterator[str]:
        """Yield a line for every unit that began with Underlings, and one for the neutral ones."""
        for home, pieces in self._of.items():
            if pieces:
                yield f"{self._name(home)}: {', '.join(self._piece(s, i, home) for i in pieces)}"

    def _piece(self, s: np.void, i: int, home: int) -> str:
        if s["place"][i] == NOBODY:
            return GONE
        words = [self.places.write(s["place"][i])]
        if s["models"][i] != self._models[i]:
            words.append(f"x{s['models'][i]}")
        group, side = int(s["group"][i]), int(s["side"][i])
        if group == NO_GROUP:
            words.append(f"loose {side}" if side != self._usual_side(home) else "loose")
        elif group != home:
            words.append(f"of {self.names.of(group)}")
        if group != NO_GROUP and s["specialist"][group] == i:
            words.append(SPECIALIST)
        return " ".join(words + ["fleeing"] * bool(s["fleeing"][i]))

    def _usual_side(self, home: int) -> int:
        return self.names.side(home) if home in self.names.units else NOBODY

    def write_rolls(self, s: np.void) -> Iterator[str]:
        """Yield the rolls that are not in the order of their pieces, by the numbers of pieces in all lines above."""
        for u in self.names.units:
            roll = s["roll"][u][: s["enrolled"][u]]
            if (np.diff(roll) < 0).any():
                yield f"{self.names.of(u)}: {' '.join(str(i - self._units) for i in roll)}"

    # Reading

    def begin(self, s: np.void) -> None:
        """Note of everybody to whom they belong at first; nobody is in the field."""
        for u in self.names.units:
            s["side"][u], s["home"][u], s["models"][u] = self.names.side(u), u, 1
        for home, pieces in self._of.items():
            s["side"][pieces], s["home"][pieces] = self._usual_side(home), home

    def read(self, s: np.void, name: str, value: str, where: str) -> None:
        """Read the line of the Underlings of a unit."""
        home = self._units if name == NEUTRAL else self.names.read(name, where)
        pieces, words = self._of[home], [word.strip() for word in value.split(",")]
        if len(pieces) != len(words):
            raise GameError(f"{where}: {name} began with {len(pieces)} pieces of Underlings, {len(words)} were given")
        for i, word in zip(pieces, words, strict=True):
            if word != GONE:
                self._read_piece(s, i, home, word.split(), where)

    def _read_piece(self, s: np.void, i: int, home: int, words: list[str], where: str) -> None:
        s["place"][i] = self.places.read(" ".join(words[:2]), where)
        s["models"][i], group, side = self._models[i], home if home in self.names.units else NO_GROUP, NOBODY
        rest, special = words[2:], False
        while rest:
            word = rest.pop(0)
            if word == "fleeing":
                s["fleeing"][i] = True
            elif word == "loose":
                group, side = NO_GROUP, self._usual_side(home)
                if rest and rest[0].lstrip("-").isdigit():
                    side = self.ranges.number("side", rest.pop(0), where, i)
            elif word == SPECIALIST:
                special = True
            elif word == "of" and rest:
                group = self.names.read(rest.pop(0), where)
            elif word.startswith("x"):
                s["models"][i] = number_in(word[1:], 1, int(self._models[i]), where)
            else:
                raise GameError(
                    f"{where}: {quoted(word)} is not understood; known are x2, loose, of, fleeing, Specialist"
                )
        s["group"][i], s["side"][i] = group, side if group == NO_GROUP else self.names.side(group)
        if special and group == NO_GROUP:
            raise GameError(f"{where}: a Specialist belongs to a unit, so it is not loose")
        if special:
            s["specialist"][group] = i

    def read_roll(self, s: np.void, name: str, value: str, where: str) -> None:
        """Read the order of a roll."""
        u = self.names.read(name, where)
        own = {i - self._units for i in np.flatnonzero(s["group"] == u) if i >= self._units}
        roll = [number_in(word, 0, self._pieces - self._units - 1, where) for word in value.split()]
        if sorted(roll) != sorted(own):
            raise GameError(f"{where}: a roll names the {len(own)} pieces of {name} by their numbers, each once")
        s["roll"][u][: len(roll)], s["enrolled"][u] = [i + self._units for i in roll], len(roll)

    def finish(self, s: np.void) -> None:
        """Enroll those who are in no roll yet, in the order of their pieces."""
        for u in self.names.units:
            if not s["enrolled"][u]:
                own = [int(i) for i in np.flatnonzero(s["group"] == u) if i >= self._units][: s["roll"].shape[1]]
                s["roll"][u][: len(own)], s["enrolled"][u] = own, len(own)
