"""Names, and a state in a few lines: the moment, what is asked, what is left of each side."""

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.reading import quoted
from swarmzoo.envs.skirmish.nova.actions import PARTS, WEAPON_1, WEAPON_3
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.plan import Plan
from swarmzoo.envs.skirmish.nova.rules import names_of
from swarmzoo.envs.skirmish.nova.state import (
    DEFENDING,
    FATE_NAMES,
    FIELD,
    NOBODY,
    PLANNING,
    REPLACING,
    STAGE_NAMES,
)
from swarmzoo.envs.skirmish.nova.victory import ENDING_NAMES

COLOURS = ("red", "blue", "green", "violet")


class Names:
    """What the pieces of a configuration are called: as the agents that have them; the hostage by that word."""

    def __init__(self, config: NovaConfig, plan: Plan, rules: np.ndarray):
        self._config, self._plan, self._rules = config, plan, rules
        self._sheets, self._weapons = config.rules.named("sheets"), names_of(config.rules, "weapons")
        self._henchmen = names_of(config.rules, "henchmen")
        self.rounds = config.rounds
        self._names = {i: f"nova_{k}" for k, i in enumerate(plan.piece_of)}
        if plan.hostage is not None:
            self._names[plan.hostage] = "hostage"
        self.index = {name: i for i, name in self._names.items()}

    @property
    def pieces(self) -> tuple[int, ...]:
        """The pieces that take part in the game, in their order."""
        return tuple(sorted(self._names))

    def read(self, name: str, where: str) -> int:
        """Return the piece of a name; raise GameError with ``where`` there is another one."""
        if name not in self.index:
            raise GameError(f"{where}: unknown piece {quoted(name)}; the pieces are {', '.join(self.index)}")
        return self.index[name]

    def of(self, i: int) -> str:
        """Return the name of a piece."""
        return self._names.get(int(i), "nobody")

    def side(self, i: int) -> int:
        """Return the side of a piece."""
        return int(i) // self._plan.slots

    def sheet(self, s: np.void, i: int) -> str:
        """Return the name of a piece's sheet in this encounter."""
        unit = self._plan.units.get((int(s["encounter"]), int(i))) or self._plan.units.get((0, int(i)))
        return unit.sheet if unit else "nobody"

    def row(self, s: np.void, i: int) -> int:
        """Return the row of the rules that says who a piece is."""
        return int(s["encounter"]) * self._plan.pieces + int(i)

    def weapon(self, s: np.void, i: int, k: int) -> int:
        """Return the number of the k-th weapon of a piece's sheet, or NOBODY."""
        return int(self._rules[0]["weapons"][self.row(s, i), k])

    def weapon_name(self, number: int) -> str:
        """Return what a weapon is called, by its number; nothing for NOBODY."""
        return self._weapons[number].replace("_", " ") if number != NOBODY else "nothing"

    def layer(self, s: np.void, i: int, k: int) -> str:
        """Return what the k-th layer of a piece's armour is called."""
        sheet = self._sheets.get(self.sheet(s, i))
        worn = sheet.armour if sheet else ()
        return worn[k].replace("_", " ") if k < len(worn) else f"layer {k}"

    def henchmen(self, s: np.void, i: int, types: int) -> str:
        """Return what the types of a piece's henchmen are called, given as bits; nothing for none."""
        own = self._rules[0]["henchmen_type"][self.row(s, i)]
        return ", ".join(self._henchmen[own[k]].replace("_", " ") for k in range(len(own)) if types >> k & 1)

    def action(self, s: np.void, i: int, part: int, weapon: int | None = None) -> str:
        """Return a kind of action of a piece; of an attack with a weapon that one: as given, else as on the sheet."""
        if not WEAPON_1 <= part <= WEAPON_3:
            return PARTS[part][0].replace("_", " ")
        return self.weapon_name(self.weapon(s, i, part - WEAPON_1) if weapon is None else weapon)

    def is_person(self, s: np.void, i: int) -> bool:
        """Tell whether a piece is a nova or a baseline."""
        return self._sheets[self.sheet(s, i)].kind in ("nova", "baseline")

    def health(self, s: np.void, i: int) -> str:
        """Return what is left of a piece, in words."""
        if not self.is_person(s, i):
            kind = self._sheets[self.sheet(s, i)].kind
            if kind in ("gritty", "cinematic"):
                return counted(int(s["members"][i]), "member")
            return counted(int(s["hl"][i, 0]), "level")
        whole = int(self._rules[0]["levels"][self.row(s, i)]) + 1
        left = whole - int(s["aggravated"][i]) - int(s["lethal"][i]) - int(s["bashing"][i])
        words = [f"{max(left, 0)} of {counted(whole, 'level')}"]
        if s["stun"][i]:
            words.append(f"{counted(int(s['stun'][i]), 'level')} of stun")
        if s["henchmen"][i].any():
            words.append(f"{int(s['henchmen'][i].sum())} henchmen")
        return ", ".join(words)

    def count(self, s: np.void, i: int) -> int:
        """Return how many are left of a piece: henchmen, members of a squad, else its levels."""
        if not self.is_person(s, i):
            squad = self._sheets[self.sheet(s, i)].kind in ("gritty", "cinematic")
            return int(s["members"][i] if squad else s["hl"][i, 0])
        boxes = int(s["aggravated"][i]) + int(s["lethal"][i]) + int(s["bashing"][i])
        own = int(self._rules[0]["levels"][self.row(s, i)]) + 1 - boxes
        return int(s["henchmen"][i].sum()) or max(own, 0)

    def whole(self, s: np.void, i: int) -> str:
        """Return a piece's name with its colour and its sheet."""
        return f"{self.of(i)} ({COLOURS[self.side(i)]} {self.sheet(s, i)})"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where it must be."""
    return f"{number} {noun}{'s' if number != 1 else ''}"


def question(s: np.void, names: Names) -> str:
    """Return what is decided now, or how the game has ended."""
    if s["done"]:
        return f"the game is over: {outcome(s)}"
    stage, actor = int(s["stage"]), int(s["actor"])
    asked = f"round {s['rounds']} of {names.rounds}, {names.whole(s, actor)}: {STAGE_NAMES[stage]}"
    if stage >= DEFENDING:
        return f"{asked}; {names.of(s['attacker'])} attacks"
    if stage > PLANNING and stage != REPLACING:
        return f"{asked}; {names.action(s, actor, int(s['plan_kind'][actor, s['slot']]))}"
    return asked


def outcome(s: np.void) -> str:
    """Return how a game has ended, and who has won."""
    return f"{ENDING_NAMES[s['ending']]}, {won(np.flatnonzero(s['winners']).tolist(), len(s['winners']))}"


def won(winners: list[int], sides: int) -> str:
    """Return which sides have won, or that nobody has."""
    return f"{' and '.join(COLOURS[k] for k in winners)} won" if 0 < len(winners) < sides else "even"


def side_line(s: np.void, names: Names, side: int) -> str:
    """Return what is left of a side's pieces."""
    there = [i for i in names.pieces if names.side(i) == side]
    line = f"{COLOURS[side]}: {'; '.join(_piece_line(s, names, i) for i in there)}"
    return f"{line}; {counted(int(s['hits'][side]), 'hit')} on the hostage" if s["hits"][side] else line


def _piece_line(s: np.void, names: Names, i: int) -> str:
    name = f"{names.of(i)} {names.sheet(s, i)}"
    return f"{name} {FATE_NAMES[s['fate'][i]]}" if s["fate"][i] != FIELD else f"{name}: {names.health(s, i)}"


def marks_of(s: np.void, i: int) -> list[str]:
    """Return what is true of a piece in words, what matters most first."""
    flags = {
        "stunned": s["stunned"][i],
        "dazed": s["dazed"][i],
        "held": s["held_by"][i] != NOBODY,
        "holds": s["holding"][i] != NOBODY,
        "prone": s["prone"][i],
        "in cover": s["covered"][i],
        "full defence": s["full"][i],
        "sprints": s["sprinting"][i],
        "maimed": s["maimed"][i],
    }
    return [word for word, is_true in flags.items() if is_true]
