"""The lines of objects in the text of a position: ``wall at 4 5, structure 12``."""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.ranges import Ranges
from swarmzoo.envs.core.reading import index_of, quoted
from swarmzoo.envs.skirmish.battlefield.places import Places
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.plan import Plan
from swarmzoo.envs.skirmish.nova.rules import names_of
from swarmzoo.envs.skirmish.nova.state import MOST_THINGS, NOBODY


class ThingLines:
    """Reads and writes objects, in the order of their numbers."""

    def __init__(self, config: NovaConfig, plan: Plan, rules: np.ndarray, ranges: Ranges):
        self.plan, self.rules, self.ranges, self.places = plan, rules[0], ranges, Places(plan.field)
        self.kinds = names_of(config.rules, "things")

    def write(self, s: np.void) -> Iterator[str]:
        """Yield a line for every object, the broken ones included."""
        for n in range(int(s["num_objects"])):
            kind, place = self.kinds[s["object_kind"][n]], self.places.write(s["thing_at"][n])
            yield f"{kind} at {place}, structure {int(s['structure'][n])}"

    def read(self, s: np.void, words: str, where: str) -> None:
        """Read the line of an object; without ``structure`` it is whole."""
        n = int(s["num_objects"])
        if n == MOST_THINGS:
            raise GameError(f"{where}: more than {MOST_THINGS} objects")
        what, _, rest = words.partition(",")
        name, _, place = what.partition(" at ")
        kind = index_of(name.strip(), self.kinds, where)
        word, _, number = rest.strip().partition(" ")
        if word not in ("", "structure"):
            raise GameError(f"{where}: unknown word {quoted(word)}; an object is written 'wall at 4 5, structure 12'")
        s["object_kind"][n], s["thing_at"][n] = kind, self.places.read(place, where)
        whole = int(self.rules["object_structure"][kind])
        s["structure"][n] = self.ranges.number("structure", number, where, n) if word else whole
        s["num_objects"] += 1
        for cell in self._cells(s, n) if s["structure"][n] else ():
            if not self.plan.field.contains(*self.plan.field.place(cell)) or s["object"][cell] != NOBODY:
                raise GameError(f"{where}: the {name.strip()} reaches off the field, or into another object")
            s["object"][cell] = n
            s["object_hexes"][n] += 1

    def _cells(self, s: np.void, n: int) -> list[int]:
        """Return the cells of an object."""
        middle, far = int(s["thing_at"][n]), int(self.rules["thing_radius"][s["object_kind"][n]])
        steps = self.rules["disc"][int(self.rules["row"][middle]) & 1, 0, : 1 + 3 * far * (far + 1)]
        return [middle + int(step) for step in steps]

    def lay(self, s: np.void) -> None:
        """Make the hexes of objects what they are while these stand, where the field was not given."""
        for n in range(int(s["num_objects"])):
            for cell in self._cells(s, n) if s["structure"][n] else ():
                s["terrain"][cell] = self.rules["object_ground"][s["object_kind"][n]]
