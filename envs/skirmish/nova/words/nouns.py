"""What pieces, hexes, objects and actions are called in sentences."""

import numpy as np

from swarmzoo.envs.skirmish.nova.actions import DRAG, RUN, SPRINT
from swarmzoo.envs.skirmish.nova.plan import Plan
from swarmzoo.envs.skirmish.nova.rule_numbers import NovaRules
from swarmzoo.envs.skirmish.nova.rules import names_of
from swarmzoo.envs.skirmish.nova.state import AT_HEX, AT_PIECE, AT_THING
from swarmzoo.envs.skirmish.nova.words.headline import Names

WAYS = (RUN, SPRINT, DRAG)  # lead to a hex; everything else is aimed at something


class Nouns:
    """The nouns of one configuration."""

    def __init__(self, plan: Plan, names: Names, rules: NovaRules):
        self.plan, self.names, self._things = plan, names, names_of(rules, "things")

    def who(self, i: int) -> str:
        """Return the name of a piece in a sentence."""
        name = self.names.of(i)
        return f"the {name}" if name == "hostage" else name

    def hex(self, cell: int) -> str:
        """Return a hex by its column and row."""
        return " ".join(map(str, self.plan.field.place(cell)))

    def kind(self, s: np.void, n: int) -> str:
        """Return what kind of object one is."""
        return self._things[s["object_kind"][n]].replace("_", " ")

    def thing(self, s: np.void, n: int) -> str:
        """Return what an object is, and where."""
        if not 0 <= n < s["num_objects"]:
            return "an object"
        return f"the {self.kind(s, n)} at {self.hex(int(s['thing_at'][n]))}"

    def aim(self, s: np.void, what: int, number: int) -> str:
        """Return what an action is aimed at."""
        if what == AT_PIECE:
            return self.who(number)
        if what == AT_HEX:
            return self.hex(number)
        return self.thing(s, number) if what == AT_THING else ""


def toward(part: int | None, aim: str) -> str:
    """Return where an action goes, or at what it is aimed; nothing for an action without an aim."""
    return f" {'to' if part in WAYS else 'at'} {aim}" if aim else ""
