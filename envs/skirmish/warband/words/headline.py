"""Names, and a state in a few lines: the moment, and what is left of each warband."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.skirmish.warband.plan import Plan
from swarmzoo.envs.skirmish.warband.state import ACTING, CALM, FATE_NAMES, FIELD, MORALE_NAMES
from swarmzoo.envs.skirmish.warband.victory import ENDING_NAMES

SIDES = tuple(f"warband_{k}" for k in range(4))
COLOURS = ("red", "blue", "green", "violet")


class Names:
    """What the characters of a configuration are called: those of one name are numbered."""

    def __init__(self, plan: Plan):
        self._names: dict[int, str] = {}
        for side, roster in enumerate(plan.rosters):
            counts = Counter(character.name for character in roster)
            seen: Counter[str] = Counter()
            for k, character in enumerate(roster):
                seen[character.name] += 1
                number = f" {seen[character.name]}" if counts[character.name] > 1 else ""
                self._names[side * plan.slots + k] = f"{COLOURS[side]} {character.name}{number}"
        self.index = {name: i for i, name in self._names.items()}

    def of(self, i: int) -> str:
        """Return the name of a character."""
        return self._names.get(int(i), "nobody")

    def items(self) -> Iterator[tuple[int, str]]:
        """Yield number and name of everybody."""
        yield from self._names.items()


def question(s: np.void, plan: Plan, names: Names) -> str:
    """Return what is decided now, or how the game has ended."""
    if s["done"]:
        return f"the game is over: {outcome(s)}"
    side = COLOURS[s["actor"]]
    if s["stage"] == ACTING:
        points = counted(s["points"], "action point")
        return (
            f"turn {s['turn']}, {side}: {names.of(s['current'])} acts, {points}, {s['budget']} hexes of paid moves left"
        )
    return f"turn {s['turn']}, {side}: which character is activated?"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where it must be."""
    return f"{number} {noun}{'s' if number != 1 else ''}"


def outcome(s: np.void) -> str:
    """Return how a game has ended, and who has won."""
    return f"{ENDING_NAMES[s['ending']]}, {won(np.flatnonzero(s['winners']).tolist(), len(s['winners']))}"


def won(winners: list[int], sides: int) -> str:
    """Return which warbands have won, or that nobody has."""
    return f"{' and '.join(COLOURS[k] for k in winners)} won" if 0 < len(winners) < sides else "a draw"


def warband_line(s: np.void, plan: Plan, side: int) -> str:
    """Return how many of a warband are left, what has become of the others, tokens, turns at the centre, loot."""
    slots = slice(side * plan.slots, side * plan.slots + len(plan.rosters[side]))
    fates = np.bincount(s["fate"][slots], minlength=len(FATE_NAMES))
    parts = [f"{fates[FIELD]} of {len(plan.rosters[side])} left"]
    parts += [f"{fates[k]} {FATE_NAMES[k]}" for k in range(1, 4) if fates[k]]
    parts.append(f"{s['tokens'][side]} tokens in the bag")
    if s["centre"][side]:
        parts.append(f"{counted(s['centre'][side], 'turn')} at the centre")
    if s["purse"][side]:
        parts.append(counted(s["purse"][side], "loot token"))
    return f"{COLOURS[side]}: {', '.join(parts)}"


def marks_of(s: np.void, full: int, i: int) -> list[str]:
    """Return what is true of a character in words, what matters most first."""
    words = ["Stunned"] * bool(s["stunned"][i])
    words += [MORALE_NAMES[s["morale"][i]]] * bool(s["morale"][i] != CALM)
    words += ["Bloodied"] * (2 * int(s["star"][i]) <= int(full))
    words += ["prone"] * bool(s["prone"][i]) + ["in taken cover"] * bool(s["hugging"][i])
    words += ["warded"] * bool(s["ward"][i]) + ["hasted"] * bool(s["haste"][i])
    return words + ["unloaded"] * (not s["loaded"][i]) + ["has acted"] * bool(s["activated"][i])
