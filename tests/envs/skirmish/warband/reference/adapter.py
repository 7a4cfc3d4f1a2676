"""Between the state of the kernels and the game of the reference: reading one as the other, naming actions by numbers.

Only this file knows how the kernels keep a game. A state is a record of ``state.py``; actions are numbered as the
game's page says.
"""

from typing import Any

from swarmzoo.envs.core.game import Game as Kernels
from swarmzoo.envs.skirmish.warband.config import SPELLS
from swarmzoo.envs.skirmish.warband.state import ACTING, FIELD, PICKING
from swarmzoo.envs.skirmish.warband.victory import ENDING_NAMES
from tests.envs.skirmish.warband.reference.dice import Draw
from tests.envs.skirmish.warband.reference.field import KINDS, Cell, Field, neighbours
from tests.envs.skirmish.warband.reference.game import Activation, Game
from tests.envs.skirmish.warband.reference.legal import Action
from tests.envs.skirmish.warband.reference.outline import order_of_others, sees_mirrored
from tests.envs.skirmish.warband.reference.people import Character, fresh

# The parts of the action space in their order, as the page names them; what each aims at.
PARTS = (
    ("end", "one"),
    ("pick", "own"),
    ("go", "disc"),
    ("charge", "foe"),
    ("strike", "foe"),
    ("power", "foe"),
    ("shoot", "foe"),
    ("aim_one", "foe"),
    ("aim_two", "foe"),
    ("taunt", "foe"),
    ("cover", "one"),
    ("breather", "one"),
    ("load", "one"),
    ("disengage", "one"),
    ("rally", "own"),
    ("order", "own"),
    ("bolt", "foe"),
    ("ward", "own"),
    ("haste", "own"),
    ("dread", "foe"),
)


# The direction in which each warband looks from its edge, 0 to 5 clockwise from east.
EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = range(6)
FRONTS = {2: (EAST, WEST), 3: (EAST, SOUTH_WEST, NORTH_WEST), 4: (SOUTH_EAST, NORTH_WEST, SOUTH_WEST, NORTH_EAST)}


class Adapter:
    """What is the same for all states of a configuration."""

    def __init__(self, kernels: Kernels) -> None:
        self.kernels, self.config = kernels, kernels.config
        self.plan = kernels.words._plan  # type: ignore[attr-defined]
        self._discs: dict[tuple[Cell, int], list[Cell]] = {}
        self.slots, self.radius = self.plan.slots, self.plan.radius
        field = self.plan.field
        every = [(x, y) for y in range(field.rows) for x in range(field.columns) if field.contains(x, y)]
        self.cells = {field.cell(x, y): (x, y) for x, y in every}

    # The game of the reference

    def beginning(self, s: Any, draw: Draw) -> Game:
        """Return the game that a state began with: its ground and loot, and everybody fresh in their places."""
        game = self._game(s, draw, self.ground(s))
        for who, i in zip(game.people, self._numbers(), strict=True):
            who.cell = self._cell(s["place"][i])
        return game

    def game(self, s: Any, draw: Draw, ground: Field) -> Game:
        """Return the game of a state, on a ground that is known, which goes on with some random numbers."""
        game = self._game(s, draw, ground)
        for who, i in zip(game.people, self._numbers(), strict=True):
            self._read(s, i, who, game.people)
        game.turn = int(s["turn"])
        game.bag = [w for w in range(self.config.warbands) for _ in range(s["tokens"][w])]
        game.drawn = int(s["actor"]) if s["stage"] == PICKING else None
        game.broken = [bool(b) for b in s["broken"]]
        game.half_lost = [bool(b) for b in s["half_out"]]
        game.tokens, game.turns_held = s["purse"].tolist(), s["centre"].tolist()
        game.active = self._activation(s, game.people) if s["stage"] == ACTING else None
        return game

    def _game(self, s: Any, draw: Draw, ground: Field) -> Game:
        rosters = enumerate(map(self.config.roster_of, range(self.config.warbands)))
        people = [fresh(self.config.rules, w, k, entry) for w, roster in rosters for k, entry in enumerate(roster)]
        game = Game(self.config, ground, people, draw, self.number)
        game.loot = {cell: int(s["loot"][c]) for c, cell in self.cells.items() if s["loot"][c]}
        return game

    def _size(self, warband: int) -> int:
        return len(self.config.roster_of(warband))

    def _numbers(self) -> list[int]:
        return [w * self.slots + k for w in range(self.config.warbands) for k in range(self._size(w))]

    def _person(self, people: list[Character], number: int) -> Character | None:
        found = dict(zip(self._numbers(), people, strict=True))
        return found.get(int(number))

    def ground(self, s: Any) -> Field:
        """Return the ground of a state."""
        kinds = {cell: KINDS[s["terrain"][c]] for c, cell in self.cells.items()}
        heights = {cell: int(s["height"][c]) for c, cell in self.cells.items()}
        return Field(kinds, heights, self.config.rules.ground)

    def _read(self, s: Any, i: int, who: Character, people: list[Character]) -> None:
        who.mallet, who.star, who.cell = int(s["mallet"][i]), int(s["star"][i]), self._cell(s["place"][i])
        who.is_out, who.has_acted = bool(s["fate"][i] != FIELD), bool(s["activated"][i])
        who.is_stunned, who.courage = bool(s["stunned"][i]), int(s["morale"][i])
        who.was_bloodied, who.is_prone = bool(s["bloodied"][i]), bool(s["prone"][i])
        who.hugs_cover, who.is_loaded = bool(s["hugging"][i]), bool(s["loaded"][i])
        who.aims_at, who.aim = self._person(people, s["aim_at"][i]), int(s["aim"][i])
        who.taunted_by = self._person(people, s["taunted_by"][i])
        who.has_ward, who.has_haste = bool(s["ward"][i]), bool(s["haste"][i])
        who.order_given, who.order_works = bool(s["order"][i] & 1), bool(s["order"][i] & 2)
        who.scrolls = [spell for k, spell in enumerate(SPELLS) if int(s["scrolls"][i]) >> k & 1]

    def _cell(self, number: int) -> Cell:
        return self.cells.get(int(number), (-1000, -1000))

    def _activation(self, s: Any, people: list[Character]) -> Activation:
        who = self._person(people, s["current"])
        assert who
        return Activation(
            who,
            int(s["points"]),
            int(s["budget"]),
            bool(s["moved"]),
            bool(s["charged"]),
            bool(s["ordered_now"]),
            bool(s["getting_away"]),
        )

    # Comparing

    def differences(self, s: Any, game: Game) -> list[str]:
        """List what differs between a state and a game."""
        if bool(s["done"]) != game.is_over:
            return [f"done: kernels {bool(s['done'])}, reference {game.is_over}"]
        theirs = self.game(s, game.draw, game.ground)
        found = self._end_differs(s, game) if game.is_over else self._decision_differs(theirs, game)
        for name in ("turn", "bag", "broken", "tokens", "turns_held", "loot", "half_lost"):
            found += self._different(name, getattr(theirs, name), getattr(game, name))
        for one, other in zip(theirs.people, game.people, strict=True):
            found += self._different(self.name(other), self._sheet(one), self._sheet(other))
        return found

    def _end_differs(self, s: Any, game: Game) -> list[str]:
        won = [int(pay == max(game.pay)) for pay in game.pay]
        found = self._different("ending", ENDING_NAMES[s["ending"]], game.ending)
        return found + self._different("winners", s["winners"].tolist(), won)

    def _decision_differs(self, theirs: Game, game: Game) -> list[str]:
        found = self._different("drawn", theirs.drawn, game.drawn)
        return found + self._different("active", self._told(theirs.active), self._told(game.active))

    def _different(self, what: str, theirs: Any, ours: Any) -> list[str]:
        if isinstance(theirs, dict) and isinstance(ours, dict):
            keys = [key for key in {**theirs, **ours} if theirs.get(key) != ours.get(key)]
            return [f"{what}, {key}: kernels {theirs.get(key)}, reference {ours.get(key)}" for key in keys]
        return [] if theirs == ours else [f"{what}: kernels {theirs}, reference {ours}"]

    def name(self, who: Character | None) -> str:
        """Return a character's name."""
        return f"{who.warband}.{who.slot} {who.entry.name}" if who else "nobody"

    def _told(self, active: Activation | None) -> dict[str, Any] | None:
        return None if active is None else vars(active) | {"who": self.name(active.who)}

    def _sheet(self, who: Character) -> dict[str, Any]:
        """Return what must be equal; what was the case with those who are out matters no more."""
        if who.is_out:
            return {"is_out": True}
        told = {name: value for name, value in vars(who).items() if name != "entry"}
        aimed, taunter = (one if one and not one.is_out else None for one in (who.aims_at, who.taunted_by))
        told["aim"] = who.aim if aimed else 0
        return told | {"aims_at": self.name(aimed), "taunted_by": self.name(taunter)}

    # Actions

    def number(self, game: Game, warband: int, action: Action) -> int:
        """Return the number of an action of a warband."""
        word, at = action
        first = 0
        for part, kind in PARTS:
            if part == word:
                return first + self._place(game, warband, kind, at)
            first += self._many(kind)
        raise AssertionError(word)

    def _many(self, kind: str) -> int:
        foes = self.slots * (self.config.warbands - 1)
        return {"one": 1, "own": self.slots, "foe": foes, "disc": 1 + 3 * self.radius * (self.radius + 1)}[kind]

    def _place(self, game: Game, warband: int, kind: str, at: Any) -> int:
        if kind == "one":
            return 0
        if kind == "own":
            return int(at.slot)
        if kind == "foe":
            return order_of_others(self.config.warbands, warband).index(at.warband) * self.slots + int(at.slot)
        assert game.active
        return self.disc(game.active.who.cell, warband).index(at)

    def disc(self, middle: Cell, warband: int) -> list[Cell]:
        """List the hexes around a hex, ring by ring, each clockwise from the front, or the other way in a mirror."""
        if (middle, warband) not in self._discs:
            front, is_mirrored = FRONTS[self.config.warbands][warband], sees_mirrored(self.config.warbands, warband)
            self._discs[middle, warband] = self._rings(middle, front, -1 if is_mirrored else 1)
        return self._discs[middle, warband]

    def _rings(self, middle: Cell, front: int, sense: int) -> list[Cell]:
        cells, corner = [middle], middle
        for ring in range(1, self.radius + 1):
            corner = here = neighbours(corner)[front]
            for side in range(6):
                for _ in range(ring):
                    cells.append(here)
                    here = neighbours(here)[(front + sense * (2 + side)) % 6]
        return cells
