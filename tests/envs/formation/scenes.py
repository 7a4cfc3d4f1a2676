"""Scenes: positions of formation drawn as text, and a table to play them on.

    scene('''
    .  r1 .  .
     .  r0 .  b0
    ''', r0="spearman leader, formation 0", r1="spearman, formation 0, dazed", stage="step")

The drawing is the north-west corner of a field of 24 columns and 12 rows; the rest is open. ``r0`` is red's soldier 0,
``b3`` blue's 3; a letter of the position's text form is terrain. A soldier's keyword says what is not the default: a
swordsman of squad 0 (blue's: 2), facing east (blue: west); ``r0`` and ``b0`` lead. ``under=`` is terrain below
soldiers. Soldiers that are not drawn have fled, or are what their keyword says (``Downed, lies at 3 4``). The scenario
is the bridge, which ends only when a company is gone.
"""

from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.kernel import entry_point, kernel
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.formation import attributes, bodies, damage, dice, game, melee, missile, morale
from swarmzoo.envs.formation.actions import ACTION_NAMES
from swarmzoo.envs.formation.events import GAME_ENDED
from swarmzoo.envs.formation.state import FATE_NAMES, STAGE_NAMES
from swarmzoo.envs.formation.terrain import TERRAIN_LETTERS
from swarmzoo.envs.formation.words.restore import seed_entry

COLUMNS, ROWS, SIZE = 24, 12, 8
SIDES = {"r": "red", "b": "blue"}


class Scene:
    """A game at a drawn position."""

    def __init__(self, made: Game, text: str, seed: int):
        self.game, self.table = made, Table(made, 1)
        self.questions = Questions(made)
        self.table.arrange(everyone=True)
        self.table.seat(-1)
        self.table.arrange(illegal_action=0, pausing=True)
        self.table.states[:] = _position(made, text)
        if "rng:" not in text:
            seed_entry()(self.table.states, seed)
        self.table.look()
        self.since = 0

    @property
    def s(self) -> Any:
        """The state's record."""
        return self.table.states[0]

    @property
    def r(self) -> Any:
        """The rules' record."""
        return self.game.rules[0]

    def index(self, name: str) -> int:
        """Return the number of a soldier, r0 or b0."""
        return int(name[1:]) + (self.game.config.size if name[0] == "b" else 0)

    def name(self, i: int) -> str:
        """Return the name, r0 or b0, of a number."""
        size = self.game.config.size
        return f"r{i}" if i < size else f"b{i - size}"

    def can(self, name: str) -> set[str]:
        """Return the names of a soldier's legal actions."""
        mask = self.questions.mask(self.table.states, self.index(name))
        return {ACTION_NAMES[action] for action in np.flatnonzero(mask)}

    def why(self, name: str, action: str) -> str | None:
        """Return why an action is not legal, or None."""
        return self.questions.why_not(self.table.states, self.index(name), ACTION_NAMES.index(action))

    def does(self, **actions: str) -> "Scene":
        """Take an env step: these actions, everybody else stays."""
        chosen = np.zeros(self.game.room, np.int32)
        for name, action in actions.items():
            assert action in self.can(name), (
                f"{name} cannot {action}: {self.why(name, action)}; it can {self.can(name)}"
            )
            chosen[self.index(name)] = ACTION_NAMES.index(action)
        self.since = int(self.s["logged"])
        self.table.actions[0] = chosen
        self.table.step()
        return self

    def all_do(self, action: str, *names: str) -> "Scene":
        """Take an env step in which some soldiers do the same."""
        return self.does(**dict.fromkeys(names, action))

    def until(self, stage: str, most: int = 40) -> "Scene":
        """Let everybody stay until a stage is asked, or the game is over."""
        for _ in range(most):
            if self.stage == stage or self.s["done"]:
                return self
            self.does()
        raise AssertionError(f"{stage} was not reached; it is {self.stage}")

    @property
    def stage(self) -> str:
        """The stage that is asked."""
        return STAGE_NAMES[self.s["stage"]]

    def of(self, name: str, field: str) -> Any:
        """Return a soldier's field of the state."""
        return self.s[field][self.index(name)].item()

    def at(self, name: str) -> tuple[int, int] | None:
        """Return column and row of a soldier, or None."""
        cell = self.of(name, "place")
        return None if cell < 0 else self.game.words._plan.field.place(cell)

    def fate(self, name: str) -> str:
        """Return what has become of a soldier."""
        return FATE_NAMES[self.of(name, "fate")]

    def together(self, *names: str) -> bool:
        """Tell whether soldiers are in one formation."""
        formations = {self.of(name, "formation") for name in names}
        return len(formations) == 1 and formations != {-1}

    def told(self, code: int) -> list[tuple[int, int, int]]:
        """Return the events of a kind since before the last env step."""
        rows = [self.s["log"][k % len(self.s["log"])] for k in range(self.since, int(self.s["logged"]))]
        return [tuple(int(v) for v in row[1:]) for row in rows if row[0] == code]

    @property
    def winner(self) -> str:
        """Who has won: red, blue, nobody, or still played."""
        if not self.s["done"]:
            return "still played"
        assert self.told(GAME_ENDED) or True
        return {0: "red", 1: "blue", -1: "nobody"}[int(self.s["winner"])]

    def value(self, what: str, a: str, b: str = "r0", extra: int = 0) -> int:
        """Ask a kernel for a number about one or two soldiers: see PROBES."""
        return int(
            _probe()(self.table.states, self.game.rules, PROBES.index(what), self.index(a), self.index(b), extra)
        )

    def rolls(self, name: str, purpose: int, nth: int = 0, later: int = 0) -> int:
        """Return what a soldier rolls for a purpose of the dice, now or so many moments later."""
        self.s["moment"] += later
        rolled = self.value("dice", name, extra=4096 * purpose + nth)
        self.s["moment"] -= later
        return rolled


_POSITIONS: dict[tuple[Any, str], np.ndarray] = {}


def _position(made: Game, text: str) -> np.ndarray:
    """Return the state of a position; reading the same one again takes no time."""
    key = (made.config, text)
    if key not in _POSITIONS:
        _POSITIONS[key] = made.words.read_position(text, 1)
    return _POSITIONS[key]


PROBES = (
    "movement points",
    "melee defense",
    "melee defense without weapon",
    "missile evasion",
    "attack",
    "shot aimed",
    "shot unaimed",
    "protection",
    "roll",
    "die",
    "side",
    "clear",
    "sight",
    "panic",
    "calm",
    "strikes",
    "distance",
    "dice",
)


@kernel
def probe(s, r, what, a, b, extra):
    """Return a number about one or two soldiers."""
    if what == 0:
        return attributes.movement_points(s, r, a)
    if what == 1 or what == 2:
        return attributes.melee_defense(s, r, a, what == 1)
    if what == 3:
        return attributes.missile_evasion(s, r, a, extra)
    if what == 4:
        return melee.attack_value(s, r, a, b, bodies.distance(r, s.place[a], s.place[b]))
    if what == 5 or what == 6:
        return missile.shot_value(s, r, a, b, bodies.distance(r, s.place[a], s.place[b]), what == 5)
    if what == 7:
        return damage.protection(r, s.kind[a], extra, 0)
    if what == 8:
        return dice.roll(s, r, 0, s.place[a], extra)
    if what == 9:
        return dice.die(s, 0, s.place[a], extra)
    return probe_more(s, r, what, a, b, extra)


@kernel
def probe_more(s, r, what, a, b, extra):
    """Return the rest of the numbers."""
    if what == 10:
        return bodies.side_seen(r, s.place[a], s.facing[a], s.place[b])
    if what == 11:
        return int(melee.is_clear(s, r, int(s.place[a]), int(s.place[b])))
    if what == 12:
        return int(missile.sight_is_free(s, r, int(s.place[a]), int(s.place[b])))
    if what == 13:
        return morale.panic_modifiers(s, r, a, extra)
    if what == 14:
        return morale.calm_modifiers(s, r, a)
    if what == 15:
        return melee.find_strikes(s, r, a, False)
    if what == 16:
        return bodies.distance(r, s.place[a], s.place[b])
    return probe_dice(s, r, what, a, extra)


@kernel
def probe_dice(s, r, what, a, extra):
    """Return what a soldier rolls for a purpose, where it stands or lies: the purpose times 4096, and the number."""
    cell = s.place[a] if s.place[a] >= 0 else s.lies_at[a]
    return dice.roll(s, r, extra // 4096, cell, extra % 4096)


def _probe_entry(states, rules, what, a, b, extra):
    return probe(states[0], rules[0], what, a, b, extra)


@cache
def _probe() -> Any:
    return entry_point(_probe_entry, "formation_probe", {"probe": probe})


def scene(
    drawing: str,
    *,
    stage: str = "orders",
    active: str = "red",
    under: dict[str, str] | None = None,
    formations: dict[int, str] | None = None,
    rules: dict[str, Any] | None = None,
    scenario: str = "bridge",
    seed: int = 1,
    lines: str = "",
    **soldiers: str,
) -> Scene:
    """Return the game at a drawn position: see the module's text. ``lines`` are further lines of its text form."""
    made = game(scenario=scenario, size=SIZE, columns=COLUMNS, rows=ROWS, rules=rules or {})
    terrain = [["."] * COLUMNS for _ in range(ROWS)]
    places: dict[str, tuple[int, int]] = {}
    for row, line in enumerate(drawing.strip("\n").splitlines()):
        for column, token in enumerate(line.split()):
            if token in TERRAIN_LETTERS:
                terrain[row][column] = token
            else:
                places[token] = (column, row)
                terrain[row][column] = (under or {}).get(token, ".")
    unknown = {name for name, words in soldiers.items() if name not in places and not _is_out(words)}
    assert not unknown, f"{unknown} are not drawn"
    text = [f"stage: {stage}", f"active: {active}", "triggers: 7 7 7 7", lines, "field:"]
    text += [" ".join(row) for row in terrain]
    text.append("soldiers:")
    for letter, side in SIDES.items():
        for k in range(SIZE):
            text.append(f"{side}_{k}: {_soldier(letter, k, places, soldiers.get(f'{letter}{k}', ''))}")
    text.append("formations:")
    listed = {int(f) for words in soldiers.values() for f in _formations_of(words)} | set(formations or {})
    for f in sorted(listed):
        text.append(f"{f}: {_spelled((formations or {}).get(f, ''))}")
    return Scene(made, "\n".join(text), seed)


def _soldier(letter: str, k: int, places: dict[str, tuple[int, int]], words: str) -> str:
    """Return a soldier's line."""
    role, *rest = [word.strip() for word in words.split(",")] if words else [""]
    if role.split(" ")[0] not in ("swordsman", "spearman", "axeman", "archer", "crossbowman", "guide"):
        rest, role = ([role, *rest] if role else rest), "swordsman" + (" leader" if k == 0 else "")
    if not any(word.startswith("squad") for word in rest):
        rest.append(f"squad {2 * int(letter == 'b')}")
    if not any(word.startswith("points") for word in rest):
        rest.append("points 5")
    if not any(word.startswith("quick") for word in rest):
        rest.append("quick 1")
    name = f"{letter}{k}"
    if name in places:
        rest.append(f"at {places[name][0]} {places[name][1]}")
    elif not _is_out(words):
        rest.append("fled")
    rest = [_spelled(word) for word in rest]
    return ", ".join([role, *rest])


def _is_out(words: str) -> bool:
    """Tell whether a soldier's words say how it left the field."""
    return any(word.strip() in FATE_NAMES[1:] for word in words.split(","))


def _formations_of(words: str) -> list[str]:
    return [word.split()[-1] for word in words.split(",") if word.strip().startswith("formation ")]


def _spelled(words: str) -> str:
    """Write the names of soldiers in full."""
    return " ".join(
        f"{SIDES[word[0]]}_{word[1:]}" if word[:1] in SIDES and word[1:].isdigit() else word
        for word in words.split(" ")
    )
