"""Between the state of the kernels and the game of the reference: what both tell of a position, and numbers of actions.

Only this file knows how the kernels keep a game.
"""

from typing import Any

from swarmzoo.envs.skirmish.battlefield.terrain import KINDS
from swarmzoo.envs.skirmish.nova.actions import HOWS, PARTS
from swarmzoo.envs.skirmish.nova.state import AT_HEX, AT_PIECE, AT_THING, FATE_NAMES
from tests.envs.skirmish.nova.reference.game import Action, Game
from tests.envs.skirmish.nova.reference.ground import Cell, disc_cells
from tests.envs.skirmish.nova.reference.people import DYING, Deed, Piece
from tests.envs.skirmish.warband.reference.outline import order_of_others

STAGES = ("", "planning", "targeting", "mode", "how", "replacing", "defending", "powering", "maiming")
DEED_FATES = ("planned", "taken", "lost", "aborted")
ABSENT = "absent"
NUMBERS = {  # the same under other names
    **{name: name for name in ("stun", "stun_clock", "maimed", "willpower", "dying", "ablative", "members")},
    **{name: name for name in ("aggravated", "lethal", "bashing")},
}
IN_FIELD = ("taken", "stun_next", "defended", "initiative", "lot")
FLAGS = {
    "is_dazed": "dazed",
    "daze_next": "daze_next",
    "is_stunned": "stunned",
    "is_prone": "prone",
    "is_covered": "covered",
    "is_powered": "powered",
    "has_healed": "has_healed",
    "is_full": "full",
    "is_sprinting": "sprinting",
}
Told = dict[str, Any]


class Adapter:
    """What is the same for all states of a configuration."""

    def __init__(self, plan: Any) -> None:
        self.plan, self.field = plan, plan.field
        self.cells = {self.field.cell(*place): place for place in self.field.places}
        self.numbers = list(self.cells)

    def cell(self, number: int) -> Cell | None:
        """Return the place of a cell."""
        return self.cells.get(int(number))

    # what the kernels tell

    def kernels(self, s: Any, game: Game) -> Told:
        """Tell everything of a state that has a meaning."""
        told: Told = {"round": int(s["rounds"]), "land": [KINDS[k] for k in s["terrain"][self.numbers]]}
        told["heights"] = s["height"][self.numbers].tolist()
        told["structure"] = s["structure"][: s["num_objects"]].tolist()
        told["points"], told["encounter"] = int(s["points"]), int(s["encounter"])
        told["hits"] = s["hits"][:2].tolist()
        there = {piece.index: piece for piece in game.pieces}
        told["absent"] = [i for i in range(self.plan.pieces) if FATE_NAMES[s["fate"][i]] == ABSENT]
        for i, piece in there.items():
            told |= {f"piece {i}, {key}": value for key, value in self.kernel_piece(s, piece).items()}
        if s["done"]:
            return told
        told["order"] = s["order"][: s["num_order"]].tolist()
        told |= {"stage": STAGES[s["stage"]], "asked": int(s["actor"]), "current": int(s["current"])}
        return told

    def kernel_piece(self, s: Any, piece: Piece) -> Told:
        """Tell of a piece."""
        i = piece.index
        told: Told = {"fate": FATE_NAMES[s["fate"][i]], "cell": self.cell(s["place"][i])}
        told |= {name: int(s[theirs][i]) for name, theirs in NUMBERS.items()}
        told["is_beyond_help"] = bool(s["beyond_help"][i]) and told["fate"] == DYING
        told["gone"] = {layer for layer in range(3) if int(s["gone_layers"][i]) >> layer & 1}
        told["levels"] = s["hl"][i][: len(piece.levels)].tolist()
        told["henchmen"] = s["henchmen"][i][: len(piece.henchmen)].tolist()
        told["supports"] = s["supports"][i][: len(piece.henchmen)].tolist()
        for name in ("holding", "held_by"):
            told[name] = int(s[name][i]) if s[name][i] >= 0 else None
        if told["cell"] is None:
            told["lies"] = self.cell(s["lies"][i])
            return told
        told |= {name: bool(s[theirs][i]) for name, theirs in FLAGS.items()}
        told |= {name: int(s[name][i]) for name in IN_FIELD}
        told["mobbed"] = {side for side in range(self.plan.sides) if int(s["mobbed"][i]) >> side & 1}
        told["plan"] = [self.kernel_deed(s, i, k) for k in range(s["num_planned"][i])]
        return told

    def kernel_deed(self, s: Any, i: int, k: int) -> tuple[Any, ...]:
        """Tell of an action that was declared."""
        what, aim = int(s["plan_what"][i, k]), int(s["plan_aim"][i, k])
        at = self.cell(aim) if what == AT_HEX else aim if what in (AT_PIECE, AT_THING) else None
        fate = DEED_FATES[s["plan_fate"][i, k]]
        kind = PARTS[s["plan_kind"][i, k]][0]
        return kind, at, int(s["plan_mode"][i, k]), HOWS[s["plan_how"][i, k]], fate, bool(s["plan_harder"][i, k])

    # what the reference tells

    def reference(self, game: Game) -> Told:
        """Tell the same of a game."""
        told: Told = {"round": game.round, "land": [game.land.kinds[c] for c in self.cells.values()]}
        told["heights"] = [game.land.heights[c] for c in self.cells.values()]
        told["structure"] = [thing.structure for thing in game.things]
        told["points"], told["encounter"], told["hits"] = game.points, game.encounter, game.hits
        there = {piece.index for piece in game.pieces}
        told["absent"] = [i for i in range(self.plan.pieces) if i not in there]
        for piece in game.pieces:
            told |= {f"piece {piece.index}, {key}": value for key, value in self.reference_piece(piece).items()}
        if game.winners is not None:
            return told
        assert game.asked and game.current
        told["order"] = [piece.index for piece in game.order]
        told |= {"stage": game.stage, "asked": game.asked.index, "current": game.current.index}
        return told

    def reference_piece(self, piece: Piece) -> Told:
        """Tell of a piece."""
        told: Told = {"fate": piece.fate, "cell": piece.cell}
        told |= {name: getattr(piece, name) for name in NUMBERS}
        told |= {
            "is_beyond_help": piece.is_beyond_help and piece.fate == DYING,
            "gone": piece.gone,
            "levels": piece.levels,
        }
        told |= {"henchmen": piece.henchmen, "supports": piece.supports}
        for name in ("holding", "held_by"):
            other = getattr(piece, name)
            told[name] = None if other is None else other.index
        if piece.cell is None:
            told["lies"] = piece.lies
            return told
        told |= {name: bool(getattr(piece, name)) for name in FLAGS}
        told |= {name: getattr(piece, name) for name in IN_FIELD} | {"mobbed": piece.mobbed}
        told["plan"] = [self.reference_deed(deed) for deed in piece.plan]
        return told

    def reference_deed(self, deed: Deed) -> tuple[Any, ...]:
        """Tell of an action that was declared."""
        aim = {"at": "index", "mate": "index", "thing": "number"}.get(deed.what)
        at = getattr(deed.aim, aim) if aim else deed.aim
        return deed.kind, at, deed.mode, deed.how, deed.fate, deed.is_replaced

    # actions

    def thing_slot(self, game: Game, side: int, number: int) -> int:
        """Return the slot of an object: of scattered ones and their images a side counts the nearest to it first."""
        first, sides = len(self.plan.things), self.plan.sides
        if number < first or not game.config.symmetric or game.config.map is not None:
            return number
        group, place = divmod(number - first, sides)
        return first + group * sides + [side, *order_of_others(sides, side)].index(place)

    def number(self, game: Game, action: Action) -> int:
        """Return the number of an action of the piece that is asked."""
        word, at = action
        asked = game.asked
        assert asked and asked.cell
        if word == "at":
            others = order_of_others(self.plan.sides, asked.side)
            k = others.index(at.side) * self.plan.slots + at.index % self.plan.slots
        elif word == "mate":
            k = at.index % self.plan.slots
        elif word == "hex":
            k = disc_cells(asked.cell, game.poses[asked.side], self.plan.radius).index(at)
        elif word == "how":
            k = HOWS.index(at)
        else:
            k = self.thing_slot(game, asked.side, at.number) if word == "thing" else at or 0
        return int(self.plan.actions.index(word, k))
