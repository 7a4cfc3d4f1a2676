"""The lines of plans in the text of a position: what pieces have declared, in its order."""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.ranges import Ranges
from swarmzoo.envs.core.reading import index_of, quoted
from swarmzoo.envs.skirmish.battlefield.places import Places
from swarmzoo.envs.skirmish.nova.actions import PARTS, TAKE_COVER
from swarmzoo.envs.skirmish.nova.plan import Plan
from swarmzoo.envs.skirmish.nova.state import AT_HEX, AT_NOTHING, AT_PIECE, AT_THING, MOST_ACTIONS, NOBODY
from swarmzoo.envs.skirmish.nova.words.headline import Names

_KINDS = tuple(name for name, _ in PARTS[: TAKE_COVER + 1])
_FATES = ("planned", "taken", "lost", "aborted")
_OPEN = "begun"  # the action that is being declared, beyond those that are planned


class Planned:
    """Reads and writes what pieces have declared: ``run hex 4 4 taken; weapon_1 piece nova_1 mode 2; dodge``."""

    def __init__(self, plan: Plan, names: Names, ranges: Ranges):
        self.plan, self.names, self.ranges, self.places = plan, names, ranges, Places(plan.field)

    def write(self, s: np.void) -> Iterator[str]:
        """Yield a line for every piece that has declared something."""
        for i in self.names.pieces:
            count = int(s["num_planned"][i])
            begun = [k for k in range(count, MOST_ACTIONS) if s["plan_kind"][i, k]]
            entries = [self._entry(s, i, k) for k in range(count)] + [f"{self._entry(s, i, k)} {_OPEN}" for k in begun]
            if entries:
                yield f"{self.names.of(i)}: {'; '.join(entries)}"

    def _entry(self, s: np.void, i: int, k: int) -> str:
        words, what, aim = [_KINDS[s["plan_kind"][i, k]]], int(s["plan_what"][i, k]), int(s["plan_aim"][i, k])
        if what == AT_PIECE:
            words.append(f"piece {self.names.of(aim)}")
        elif what == AT_HEX:
            words.append(f"hex {self.places.write(aim)}")
        elif what == AT_THING:
            words.append(f"object {aim}")
        for name in ("mode", "how", "harder"):
            if s[f"plan_{name}"][i, k]:
                words.append(f"{name} {int(s[f'plan_{name}'][i, k])}")
        if s["plan_fate"][i, k]:
            words.append(_FATES[s["plan_fate"][i, k]])
        return " ".join(words)

    def read(self, s: np.void, i: int, value: str, where: str) -> None:
        """Read what a line says that a piece has declared."""
        entries = [words.split() for words in value.split(";") if words.strip()]
        if len(entries) > MOST_ACTIONS:
            raise GameError(f"{where}: {len(entries)} actions; at most {MOST_ACTIONS} can be declared")
        for k, words in enumerate(entries):
            s["num_planned"][i] += words[-1] != _OPEN
            self._read(s, i, k, [word for word in words if word != _OPEN], where)

    def _read(self, s: np.void, i: int, k: int, words: list[str], where: str) -> None:
        s["plan_kind"][i, k], rest = index_of(words[0] if words else "", _KINDS, where), words[1:]
        s["plan_what"][i, k], s["plan_aim"][i, k] = AT_NOTHING, NOBODY
        while rest:
            word, rest = rest[0], rest[1:]
            if word in _FATES:
                s["plan_fate"][i, k] = _FATES.index(word)
                continue
            used = 2 if word == "hex" else 1
            given, rest = rest[:used], rest[used:]
            if word == "piece":
                s["plan_what"][i, k], s["plan_aim"][i, k] = AT_PIECE, self.names.read(" ".join(given), where)
            elif word == "hex":
                s["plan_what"][i, k], s["plan_aim"][i, k] = AT_HEX, self.places.read(" ".join(given), where)
            elif word == "object":
                number = self.ranges.number("a_thing", " ".join(given), where)
                s["plan_what"][i, k], s["plan_aim"][i, k] = AT_THING, number
            elif word in ("mode", "how", "harder"):
                s[f"plan_{word}"][i, k] = self.ranges.number(f"plan_{word}", " ".join(given), where, (i, k))
            else:
                raise GameError(
                    f"{where}: unknown word {quoted(word)}; after an action come piece, hex or object, mode, how, "
                    f"harder, {', '.join(_FATES)}, {_OPEN}"
                )
