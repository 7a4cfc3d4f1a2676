"""Names, and a state in a few lines: the moment, what is asked, what is left of each side."""

from collections.abc import Callable

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.reading import quoted
from swarmzoo.envs.skirmish.overseer.actions import PARTS
from swarmzoo.envs.skirmish.overseer.plan import Plan
from swarmzoo.envs.skirmish.overseer.state import (
    AIMING,
    ALLOTTING,
    ATTACK_NAMES,
    BODY_ASKED,
    CHOOSING,
    EVADING,
    FATE_NAMES,
    FIELD,
    GOING,
    NOBODY,
    NOT_ALLOTTED,
    SHARING,
    SHOCK_NAMES,
    SPLITTING,
    STEADY,
    WATCHING,
)
from swarmzoo.envs.skirmish.overseer.victory import ENDING_NAMES

COLOURS = ("red", "blue", "green", "violet")
COMMAND_NAMES = {
    "move": "Move",
    "advance": "Tactical Advance",
    "run": "Run",
    "disengage": "Disengage",
    "cover_ground": "Cover Ground",
    "charge": "Charge",
    "fire": "Fire",
    "concentrate": "Concentrated Fire",
    "suppress": "Suppressing Fire",
    "support": "the Specialist's fire",
    "overwatch": "Overwatch",
    "mark": "Marked Attack",
    "assault": "Assault",
    "rally": "a rally",
    "shoot": "a shot of its own",
    "strike": "a blow of its own",
    "called": "a Called Shot",
    "aim": "Aim",
    "tend": "tending wounds",
    "work": "works",
}


class Names:
    """What the units of a configuration are called: as the agents that lead them; their colours and leaders."""

    def __init__(self, plan: Plan):
        self._plan = plan
        self._names = {u: f"overseer_{k}" for k, u in enumerate(plan.unit_of)}
        self.index = {name: u for u, name in self._names.items()}

    @property
    def units(self) -> tuple[int, ...]:
        """The units that take part, in the order of their agents."""
        return tuple(self._names)

    def read(self, name: str, where: str) -> int:
        """Return the unit of a name; raise GameError with ``where`` there is another one."""
        if name not in self.index:
            raise GameError(f"{where}: unknown unit {quoted(name)}; the units are {', '.join(self.index)}")
        return self.index[name]

    def of(self, u: int) -> str:
        """Return the name of a unit."""
        return self._names.get(int(u), "nobody")

    def number(self, u: int) -> int:
        """Return the number of the agent that leads a unit."""
        return self._plan.unit_of.index(int(u))

    def side(self, u: int) -> int:
        """Return the side of a unit."""
        return int(u) // self._plan.slots

    def leader(self, u: int) -> str:
        """Return the profile of a unit's leader."""
        return self._plan.forces[self.side(u)][int(u) % self._plan.slots].leader

    def has_swarm(self, u: int) -> bool:
        """Tell whether a unit begins with Underlings, or may recruit some."""
        return self._plan.unit(int(u)).underlings > 0 or bool(self._plan.neutral)

    def whole(self, u: int) -> str:
        """Return a unit's name with its colour and its leader."""
        return f"{self.of(u)} ({COLOURS[self.side(u)]} {self.leader(u)})"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where it must be."""
    return f"{number} {noun}{'s' if number != 1 else ''}"


def question(s: np.void, names: Names) -> str:
    """Return what is decided now, or how the game has ended."""
    if s["done"]:
        return f"the game is over: {outcome(s)}"
    actor = int(s["actor"])
    ask = _QUESTIONS.get(int(s["stage"]))
    asked = "" if ask is None else f": {ask(s, names)}"
    return f"round {s['rounds']}, {names.whole(actor)}{asked}"


def _choose(s: np.void, names: Names) -> str:
    return f"{counted(int(s['halves']), 'Half Action')} left, which Command?"


def _go(s: np.void, names: Names) -> str:
    return f"{_commanded(s)}, where to?"


def _aim(s: np.void, names: Names) -> str:
    return f"{_commanded(s)}, at whom?"


def _body(s: np.void, names: Names) -> str:
    return f"{_commanded(s)}, the Overseer or the Specialist of {names.of(s['prey'])}?"


def _split(s: np.void, names: Names) -> str:
    return f"{_commanded(s)} at {_targets(s, names)}; at whom else?"


def _share(s: np.void, names: Names) -> str:
    return f"{counted(int(s['hits']), 'hit')} at {_targets(s, names)}; how many for {_target(s, names)}?"


def _evade(s: np.void, names: Names) -> str:
    return f"{_attack(s)} of {names.of(s['attacker'])}, {counted(_hits(s), 'hit')}; evade?"


def _allot(s: np.void, names: Names) -> str:
    body = "the Overseer" if s["body_hits"][0] == NOT_ALLOTTED else "the Specialist"
    return f"{counted(int(s['hits']), 'hit')} on {_target(s, names)}; how many on {body}?"


def _watch(s: np.void, names: Names) -> str:
    return f"{names.of(s['current'])} moves; fire from overwatch?"


_QUESTIONS: dict[int, Callable[[np.void, Names], str]] = {
    CHOOSING: _choose,
    GOING: _go,
    AIMING: _aim,
    BODY_ASKED: _body,
    SPLITTING: _split,
    SHARING: _share,
    EVADING: _evade,
    ALLOTTING: _allot,
    WATCHING: _watch,
}


def _commanded(s: np.void) -> str:
    return COMMAND_NAMES.get(PARTS[max(int(s["command"]), 0)][0], "a Command")


def _attack(s: np.void) -> str:
    return ATTACK_NAMES[s["attack"]]


def _target(s: np.void, names: Names) -> str:
    return names.of(s["targets"][s["target"]])


def _targets(s: np.void, names: Names) -> str:
    return ", ".join(names.of(v) for v in s["targets"][: s["num_targets"]])


def _hits(s: np.void) -> int:
    return int(s["hits_on"][s["target"]])


def outcome(s: np.void) -> str:
    """Return how a game has ended, and who has won."""
    return f"{ENDING_NAMES[s['ending']]}, {won(np.flatnonzero(s['winners']).tolist(), len(s['winners']))}"


def won(winners: list[int], sides: int) -> str:
    """Return which sides have won, or that nobody has."""
    return f"{' and '.join(COLOURS[k] for k in winners)} won" if 0 < len(winners) < sides else "even"


def side_line(s: np.void, names: Names, side: int) -> str:
    """Return what is left of a side's units, and what the scenario counts."""
    parts = [_unit_line(s, names, u) for u in names.units if names.side(u) == side]
    if s["held"][side]:
        parts.append(f"holds the ground for {counted(int(s['held'][side]), 'round')}")
    if s["escaped_us"][side]:
        parts.append(f"US {s['escaped_us'][side]} broke through")
    return f"{COLOURS[side]}: {'; '.join(parts)}"


def _unit_line(s: np.void, names: Names, u: int) -> str:
    name = f"{names.of(u)} {names.leader(u)}"
    if s["fate"][u] != FIELD:
        return f"{name} {FATE_NAMES[s['fate'][u]]}"
    us = f"US {s['us'][u]}, " if names.has_swarm(u) or s["enrolled"][u] else ""
    return f"{name}: {us}{counted(int(s['wounds'][u]), 'Wound')}"


def marks_of(s: np.void, u: int) -> list[str]:
    """Return what is true of a unit in words, what matters most first."""
    words = [SHOCK_NAMES[s["shock"][u]]] * bool(s["shock"][u] != STEADY)
    flags = {
        "pinned": s["pinned"][u],
        "engaged": s["touch"][u],
        "running": s["running"][u],
        "covers ground": s["under_cover"][u],
        "in overwatch": s["watching"][u],
        "aims": s["aim"][u],
        "marks": s["marked"][u] != NOBODY,
        "unnerved": s["unnerved"][u],
        "halved": s["halved"][u],
    }
    return words + [word for word, is_true in flags.items() if is_true]
