"""Between the state of the kernels and the game of the reference: what both tell of a position, and numbers of actions.

Only this file knows how the kernels keep a game.
"""

from typing import Any

from swarmzoo.envs.skirmish.battlefield.terrain import KINDS
from swarmzoo.envs.skirmish.overseer.actions import BODIES, PARTS, SHARES
from swarmzoo.envs.skirmish.overseer.state import ATTACK_NAMES, FATE_NAMES, SHOCK_NAMES
from tests.envs.skirmish.overseer.reference.game import Action, Game
from tests.envs.skirmish.overseer.reference.land import Cell, disc_cells
from tests.envs.skirmish.overseer.reference.people import STEADY, Piece, Unit
from tests.envs.skirmish.warband.reference.outline import order_of_others

STAGES = ("", "choosing", "going", "aiming", "calling", "splitting", "sharing", "evading", "allotting", "watching")
ROLLED = ("sharing", "evading", "allotting")
SHOWN_LEFT = ("fainted", "helpless")
Told = dict[str, Any]


class Adapter:
    """What is the same for all states of a configuration."""

    def __init__(self, plan: Any) -> None:
        self.plan, self.field = plan, plan.field
        self.cells = {self.field.cell(*place): place for place in self.field.places}
        self.numbers = list(self.cells)
        self.units = plan.sides * plan.slots

    def cell(self, number: int) -> Cell | None:
        """Return the place of a cell."""
        return self.cells.get(int(number))

    # what the kernels tell

    def kernels(self, s: Any, game: Game) -> Told:
        """Tell everything of a state that has a meaning."""
        told: Told = {"round": int(s["rounds"]), "land": [KINDS[k] for k in s["terrain"][self.numbers]]}
        told["heights"] = s["height"][self.numbers].tolist()
        for name in ("strength", "held"):
            told[name] = s[name].tolist()
        told["escaped"] = int(s["escaped_us"][0])
        present = {unit.index for unit in game.units}
        told["order"] = [u for u in s["order"].tolist() if u in present]
        for unit in game.units:
            told |= {f"unit {unit.index}, {key}": value for key, value in self.kernel_unit(s, unit.index).items()}
        for piece in game.pieces:
            told |= {f"piece {piece.number}, {key}": v for key, v in self.kernel_piece(s, piece.number).items()}
        return told if s["done"] else told | self.kernel_turn(s)

    def kernel_turn(self, s: Any) -> Told:
        """Tell of the turn and of what is carried out."""
        stage = STAGES[s["stage"]]
        told = {"stage": stage, "asked": int(s["actor"]), "current": int(s["current"]), "halves": int(s["halves"])}
        for name in ("swarm_attacked", "self_attacked", "concentrated", "rallied", "cornered"):
            told[name] = bool(s[name])
        if stage in (*ROLLED, "splitting"):
            told |= {"attack": ATTACK_NAMES[s["attack"]], "attacker": int(s["attacker"])}
            told["targets"] = s["targets"][: 1 if s["by_specialist"] else s["num_targets"]].tolist()
        if stage in ROLLED:
            told |= {"needed": int(s["needed"]), "rolled": int(s["rolled"])}
        return told

    def in_field(self, s: Any, u: int) -> int | None:
        """Return a unit if it is in the field."""
        return int(u) if u >= 0 and FATE_NAMES[s["fate"][u]] == "in the field" else None

    def kernel_unit(self, s: Any, u: int) -> Told:
        """Tell of a unit."""
        told: Told = {"fate": FATE_NAMES[s["fate"][u]], "wounds": int(s["wounds"][u])}
        told["initiative"] = int(s["initiative"][u])
        if self.in_field(s, u) is None:
            return told
        shock, roll = SHOCK_NAMES[s["shock"][u]], s["roll"][u][: s["enrolled"][u]]
        told |= {"cell": self.cell(s["place"][u]), "roll": (roll - self.units).tolist(), "us": int(s["us"][u])}
        told |= {"lost": int(s["lost"][u]), "aim": int(s["aim"][u]), "halved": int(s["halved"][u])}
        special = int(s["specialist"][u])
        told["specialist"] = special - self.units if special >= 0 and s["ranked"][special] else None
        for name in ("pinned", "running", "under_cover", "watching", "swarm_reaction", "own_reaction", "unnerved"):
            told[name] = bool(s[name][u])
        told |= {"kept_cover": int(s["kept_cover"][u]), "marked": self.in_field(s, s["marked"][u])}
        told["feared"] = {v for v in range(self.units) if int(s["feared"][u]) >> v & 1}
        told |= {"shock": shock, "shock_left": int(s["shock_left"][u]) if shock in SHOWN_LEFT else 0}
        told["shocked_by"] = None if shock == STEADY else self.in_field(s, s["shocked_by"][u])
        return told if s["done"] else told | self.kernel_sight(s, u)

    def kernel_sight(self, s: Any, u: int) -> Told:
        """Tell what a unit sees and touches."""
        foes = [v for v in range(self.units) if v // self.plan.slots != u // self.plan.slots]
        foes = [v for v in foes if self.in_field(s, v) is not None]
        told: Told = {"touch": {v for v in foes if int(s["touch"][u]) >> v & 1}}
        for v in foes:
            front = int(s["front"][u, v])
            told[f"front of {v}"] = None if front < 0 else self.cell(s["place"][front])
            told[f"in touch with {v}"] = int(s["in_touch"][u, v])
            told[f"cover of {v}"] = int(s["cover"][u, v])
        return told

    def kernel_piece(self, s: Any, number: int) -> Told:
        """Tell of a piece of Underlings."""
        i = number + self.units
        cell = self.cell(s["place"][i])
        told: Told = {"cell": cell, "models": int(s["models"][i])}
        if cell is None:
            return told
        group, side = int(s["group"][i]), int(s["side"][i])
        told |= {"unit": group if group >= 0 else None, "side": side if side >= 0 else None}
        return told | {"ranked": bool(s["ranked"][i]), "fleeing": bool(s["fleeing"][i])}

    # what the reference tells

    def reference(self, game: Game) -> Told:
        """Tell the same of a game."""
        told: Told = {"round": game.round, "land": [game.land.kinds[c] for c in self.cells.values()]}
        told["heights"] = [game.land.heights[c] for c in self.cells.values()]
        told |= {"strength": game.strength, "held": game.held, "escaped": game.escaped}
        told["order"] = [unit.index for unit in game.order]
        for unit in game.units:
            told |= {f"unit {unit.index}, {key}": v for key, v in self.reference_unit(game, unit).items()}
        for piece in game.pieces:
            told |= {f"piece {piece.number}, {key}": v for key, v in self.reference_piece(piece).items()}
        return told if game.winners is not None else told | self.reference_turn(game)

    def reference_turn(self, game: Game) -> Told:
        """Tell of the turn and of what is carried out."""
        turn, attack = game.turn, game.attack
        assert turn and game.asked
        told: Told = {"stage": game.stage, "asked": game.asked.index, "current": turn.unit.index, "halves": turn.halves}
        for name in ("swarm_attacked", "self_attacked", "concentrated", "rallied"):
            told[name] = getattr(turn, name)
        told["cornered"] = turn.is_cornered
        if game.stage in (*ROLLED, "splitting"):
            told |= {"attack": attack.kind, "attacker": attack.unit.index}
            told["targets"] = [one.index for one in attack.targets]
        if game.stage in ROLLED:
            told |= {"needed": attack.needed, "rolled": attack.rolled}
        return told

    def reference_unit(self, game: Game, unit: Unit) -> Told:
        """Tell of a unit."""
        told: Told = {"fate": unit.fate, "wounds": unit.wounds, "initiative": unit.initiative}
        if not unit.is_here:
            return told
        told |= {"cell": unit.cell, "roll": [piece.number for piece in unit.roll], "us": unit.us}
        told |= {"lost": unit.lost, "aim": unit.aim, "halved": unit.halved}
        told["specialist"] = unit.specialist.number if unit.specialist else None
        told |= {"pinned": unit.is_pinned, "running": unit.runs, "under_cover": unit.covers_ground}
        told |= {"watching": unit.watches, "swarm_reaction": unit.swarm_reaction, "own_reaction": unit.own_reaction}
        told |= {"unnerved": unit.is_unnerved, "kept_cover": unit.kept_cover, "feared": unit.feared}
        told["marked"] = unit.marked.index if unit.marked and unit.marked.is_here else None
        told |= {"shock": unit.shock, "shock_left": unit.shock_left if unit.shock in SHOWN_LEFT else 0}
        source = unit.shocked_by if unit.shock != STEADY else None
        told["shocked_by"] = source.index if source and source.is_here else None
        return told if game.winners is not None else told | self.reference_sight(game, unit)

    def reference_sight(self, game: Game, unit: Unit) -> Told:
        """Tell what a unit sees and touches."""
        foes = game.foes(unit)
        told: Told = {"touch": {foe.index for foe in foes if game.touches(unit, foe)}}
        for foe in foes:
            front = game.front(unit, foe)
            told[f"front of {foe.index}"] = front.cell if front else None
            told[f"in touch with {foe.index}"] = game.in_touch(unit, foe)
            told[f"cover of {foe.index}"] = game.swarm_cover(unit, foe)
        return told

    def reference_piece(self, piece: Piece) -> Told:
        """Tell of a piece of Underlings."""
        told: Told = {"cell": piece.cell, "models": piece.models}
        if piece.cell is None:
            return told
        told |= {"unit": piece.unit.index if piece.unit else None, "side": piece.side}
        return told | {"ranked": piece.in_rank, "fleeing": piece.flees}

    # actions

    def number(self, game: Game, action: Action) -> int:
        """Return the number of an action of the unit that is asked."""
        word, at = action
        first = 0
        for part, kind in PARTS:
            if part == word:
                return first + self._place(game, kind, at)
            first += self._many(kind)
        raise AssertionError(word)

    def _many(self, kind: str) -> int:
        foes, radius = self.plan.slots * (self.plan.sides - 1), self.plan.radius
        hexes = 1 + 3 * radius * (radius + 1)
        return {"one": 1, "foe": foes, "disc": hexes, "body": len(BODIES), "share": len(SHARES)}[kind]

    def _place(self, game: Game, kind: str, at: Any) -> int:
        unit = game.asked
        assert unit and unit.cell
        if kind == "foe":
            others = order_of_others(self.plan.sides, unit.side)
            return others.index(at.side) * self.plan.slots + at.index % self.plan.slots
        if kind == "disc":
            return disc_cells(unit.cell, game.poses[unit.side], self.plan.radius).index(at)
        return {"one": 0, "body": BODIES, "share": SHARES}[kind].index(at) if kind != "one" else 0  # type: ignore[attr-defined]
