"""Scenes: drawn positions of nova that are played through the game, action by action.

    scene = Scene("R0 . . B0", order="B0 R0", sheets={"R0": {"weapons": ["pistol"]}}, says={"B0": "lethal 2"})
    scene.does("weapon_1", "at B0", "done").does("full_defence", dice=[ten(7, 8, 9, 10)])

A piece has the sheet that is given for it; without one 3 in every attribute, 2 in every ability, no weapons.
``order``: who acts first, second ...; so the last one declares first. An action is the name of its part and what it
is aimed at: ``run``, ``hex 3 0`` (column and row), ``at B0``, ``thing 0``, ``mode 2``, ``how vital``, ``done``; what
leaves no choice is not asked. Columns and rows count from the north-west of an open field.
"""

from typing import Any

import numpy as np

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.battlefield.poses import posed_offsets
from swarmzoo.envs.skirmish.nova import game
from swarmzoo.envs.skirmish.nova.actions import HOWS, PARTS
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.people import Sheet
from swarmzoo.envs.skirmish.nova.plan import plan_of
from tests.envs.skirmish.seeds import Die, generator_of

SLOTS = 4
NAMES = [name for name, _ in PARTS]
ATTRIBUTES = ("strength", "dexterity", "stamina", "wits", "charisma")
ABILITIES = ("brawl", "melee", "firearms", "athletics", "power", "might", "endurance", "medicine")
PLAIN = dict.fromkeys(ATTRIBUTES, 3) | dict.fromkeys(ABILITIES, 2) | {"willpower": 5}
HIT, MISS = (10, range(7, 11)), (10, range(1, 7))  # dice of successes, and of none
_UNIT = ("members", "henchmen", "all_henchmen")


def configured(drawing: str, sheets: dict | None = None, **options: Any) -> NovaConfig:
    """Return the configuration of a drawing: forces of the pieces that are in it, with sheets of their own."""
    names = sorted({word for word in drawing.split() if word[0] in "RB"} | set(sheets or {}))
    made, forces = [], [[], []]
    for name in names:
        given = dict((sheets or {}).get(name, {}))
        unit = {key: given.pop(key) for key in _UNIT if key in given}
        if "sheet" in given:
            unit["sheet"] = given.pop("sheet")
        else:
            unit["sheet"] = f"own_{name.lower()}"
            known = {key: value for key, value in PLAIN.items() if key in Sheet.model_fields}
            made.append({"name": unit["sheet"], **known, **given})
        forces["RB".index(name[0])].append(unit)
    rules = {"more_sheets": made, **options.pop("rules", {})}
    return NovaConfig.read({"forces": forces, "rules": rules, **options})


class Scene:
    """A game at a drawn position."""

    def __init__(
        self,
        drawing: str,
        *,
        order: str = "",
        says: dict[str, str] | None = None,
        plans: dict[str, str] | None = None,
        things: str = "",
        ground: dict[tuple[int, int], str] | None = None,
        head: str = "",
        sheets: dict[str, dict[str, Any]] | None = None,
        **options: Any,
    ):
        """``says``: of pieces, as positions say it; ``things``: objects, a line each; ``head``: lines at the top."""
        config = configured(drawing, sheets, **options)
        self.game, self.plan = game(**config.model_dump()), plan_of(config)
        self.pieces = {f"{'RB'[i // SLOTS]}{i % SLOTS}": i for i in self.plan.piece_of}
        if self.plan.hostage is not None:
            self.pieces["H"] = self.plan.hostage
        text = self._text(drawing, order.split(), says or {}, plans or {}, things, ground or {}, head)
        self.table, self.questions = Table(self.game, 1), Questions(self.game)
        self.table.arrange(illegal_action=0, pausing=True)
        self.table.states[:] = self.game.words.read_position(text, 1)
        self.table.look()
        self.since = 0

    def _text(self, drawing: str, order: list, says: dict, plans: dict, things: str, ground: dict, head: str) -> str:
        rows = [line.split() for line in drawing.splitlines() if line.strip()]
        places = {
            word: (column, row) for row, line in enumerate(rows) for column, word in enumerate(line) if word != "."
        }
        order = order or [name for name in self.pieces if name != "H"]
        first = order[-1]
        given = {
            "rounds": "1",
            "stage": "declare an action",
            "actor": self._agent(first),
            "current": self._agent(first),
            "order": " ".join(map(self._agent, order)),
            "nth": "1",
        }
        given |= dict(line.split(": ") for line in head.splitlines() if line.strip())
        lines = [f"{key}: {value}" for key, value in given.items()]
        if ground:
            lines += ["field:", *self._rows(ground)]
        lines += ["objects:", *(line.strip() for line in things.splitlines() if line.strip())] if things else []
        lines.append("pieces:")
        for name in self.pieces:
            words = ["at {} {}".format(*places[name])] if name in places else []
            lines.append(f"{self._agent(name)}: {', '.join(filter(None, [*words, says.get(name, '')]))}")
        lines += ["plans:", *(f"{self._agent(name)}: {words}" for name, words in plans.items())] if plans else []
        return "\n".join(lines)

    def _rows(self, ground: dict[tuple[int, int], str]) -> list[str]:
        field = self.plan.field
        return [
            " ".join(
                ground.get((column, row), ".") if field.contains(column, row) else "_"
                for column in range(field.columns)
            )
            for row in range(field.rows)
        ]

    def _agent(self, name: str) -> str:
        """Return what the text of a position calls a piece."""
        return "hostage" if name == "H" else f"nova_{self.plan.piece_of.index(self.pieces[name])}"

    @property
    def s(self) -> Any:
        """The state's record."""
        return self.table.states[0]

    @property
    def actor(self) -> str:
        """The piece that decides."""
        return next(name for name, i in self.pieces.items() if i == int(self.s["actor"]))

    def of(self, name: str, field: str) -> Any:
        """Return a piece's field of the state."""
        found = self.s[field][self.pieces[name]]
        return found.item() if found.shape == () else found.tolist()

    def where(self, name: str) -> tuple[int, int] | None:
        """Return column and row of a piece, or None."""
        cell = self.of(name, "place")
        return None if cell < 0 else self.plan.field.place(cell)

    # What can be done

    @property
    def kinds(self) -> set[str]:
        """The parts of which an action is legal now."""
        first = np.array(self.plan.actions.first)[: len(NAMES)]
        return {NAMES[int(np.searchsorted(first, a, "right")) - 1] for a in np.flatnonzero(self._mask)}

    @property
    def goals(self) -> set[tuple[int, int]]:
        """The hexes at which the action can be aimed."""
        begin = self.plan.actions.index("hex")
        return {place for k, place in enumerate(self._disc) if self._mask[begin + k]}

    def can(self, action: str) -> bool:
        """Tell whether an action is legal."""
        return bool(self._mask[self._number(action)])

    def why(self, action: str) -> str | None:
        """Return why an action is not legal, or None."""
        return self.questions.why_not(self.table.states, self._asked, self._number(action))

    @property
    def _asked(self) -> int:
        return self.plan.piece_of.index(int(self.s["actor"]))

    @property
    def _mask(self) -> np.ndarray:
        return self.questions.mask(self.table.states, self._asked)

    @property
    def _disc(self) -> list[tuple[int, int]]:
        """The hexes of the disc about the one who decides, as its side counts them."""
        i = int(self.s["actor"])
        cell = int(self.s["place"][i])
        offsets = posed_offsets(self.plan.field, self.plan.radius)[self.plan.field.place(cell)[1] & 1]
        return [self.plan.field.place(cell + int(o)) for o in offsets[self.plan.fronts[i // SLOTS]]]

    def _number(self, action: str) -> int:
        name, *rest = action.split()
        if name == "hex":
            return self.plan.actions.index(name, self._disc.index((int(rest[0]), int(rest[1]))))
        if name in ("at", "mate"):
            return self.plan.actions.index(name, self.pieces[rest[0]] % SLOTS)
        if name == "how":
            return self.plan.actions.index(name, HOWS.index(rest[0]))
        if name in ("abort_dodge", "abort_parry"):
            return self.plan.actions.index(name, ("point", "roll").index(rest[0]))
        return self.plan.actions.index(name, int(rest[0]) if rest else 0)

    # What is done

    def does(self, *actions: str, dice: list[Die] | None = None) -> "Scene":
        """Take actions; the dice fall from the first one on."""
        self.since = int(self.s["logged"])
        if dice is not None:
            self.table.states["rng"][0] = generator_of(dice)
        for action in actions:
            assert self.can(action), f"{self.actor} cannot {action}: {self.why(action)}; legal: {self.kinds}"
            self.table.actions[0, self._asked] = self._number(action)
            self.table.step()
        return self

    def told(self, code: int) -> list[list[int]]:
        """Return the numbers of the events of a kind in the last actions."""
        log = self.s["log"]
        rows = [log[k % len(log)] for k in range(self.since, int(self.s["logged"]))]
        return [row[1:].tolist() for row in rows if row[0] == code]

    @property
    def story(self) -> list[str]:
        """The sentences of the last actions."""
        return self.game.words.log(self.table.states, self.since)[0]
