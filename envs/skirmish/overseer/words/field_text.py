"""The field in plain text: two characters a hex, then the moment, all units, the letters.

  0         5
  . . 0!. . . . .        odd rows are shifted by half a hex
1  . a a+. .1. = .       0! overseer_0, pinned; a its Underlings, a+ its Specialist; 1 a height; o neutral Underlings
"""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.skirmish.battlefield.config import kinds_of
from swarmzoo.envs.skirmish.battlefield.maps import letters
from swarmzoo.envs.skirmish.battlefield.terrain import OFF, TERRAIN_LETTERS
from swarmzoo.envs.skirmish.overseer.config import OverseerConfig
from swarmzoo.envs.skirmish.overseer.plan import Plan
from swarmzoo.envs.skirmish.overseer.rule_numbers import OverseerGrounds
from swarmzoo.envs.skirmish.overseer.state import FIELD, NOBODY
from swarmzoo.envs.skirmish.overseer.words.headline import Names, counted, marks_of, question, side_line

_EVERY = 5
_MARGIN = 4
_MARKS = (
    ("panicked", "~"),
    ("frozen", "?"),
    ("pinned", "!"),
    ("engaged", "x"),
    ("running", ">"),
    ("in overwatch", "^"),
)
_MEN = "abcdefgh"
_NEUTRAL = "o"


def letter_of(names: Names, u: int) -> str:
    """Return the letter of a unit's Underlings; ``u`` one past the units: of the neutral ones."""
    return _MEN[names.number(u)] if u in names.units else _NEUTRAL


def field_text(s: np.void, config: OverseerConfig, plan: Plan, names: Names) -> str:
    """Return the field, the moment, the sides and the legend."""
    field = plan.field
    numbers = "".join(str(column).ljust(2 * _EVERY) for column in range(0, field.columns, _EVERY))
    lines = [" " * _MARGIN + numbers.rstrip()]
    for row in range(field.rows):
        number = str(row) if row % _EVERY == 0 else ""
        cells = (field.cell(column, row) for column in range(field.columns))
        lines.append((number.ljust(_MARGIN) + " " * (row % 2) + "".join(_hex(s, names, c) for c in cells)).rstrip())
    lines += ["", f"{config.scenario}, {question(s, names)}"]
    for side in range(len(plan.forces)):
        lines.append(side_line(s, names, side))
        lines += [f"  {_unit(s, plan, names, u)}" for u in names.units if names.side(u) == side]
    marks = ", ".join(f"{mark} {name}" for name, mark in _MARKS)
    lines += ["", f"ground: {letters(kinds_of(OverseerGrounds))}, a digit is a height"]
    lines.append(f"Overseers: their numbers, {marks}")
    lines.append("Underlings: + Specialist, - out of rank, ~ fleeing, 2 to 9 and * (ten) several in a hex, o neutral")
    return "\n".join([*lines, ""])


def _hex(s: np.void, names: Names, cell: int) -> str:
    if s["terrain"][cell] == OFF:
        return "  "
    i = int(s["occupant"][cell])
    if i < 0:
        return TERRAIN_LETTERS[s["terrain"][cell]] + (str(s["height"][cell]) if s["height"][cell] else " ")
    if i in names.units:
        words = marks_of(s, i)
        return str(names.number(i)) + next((mark for name, mark in _MARKS if name in words), " ")
    group = int(s["group"][i])
    return letter_of(names, group if group >= 0 else int(s["home"][i])) + _mark_of_men(s, i, group)


def _mark_of_men(s: np.void, i: int, group: int) -> str:
    """Return what matters most of a piece of Underlings."""
    if s["fleeing"][i]:
        return "~"
    if group < 0 or not s["ranked"][i]:
        return "-"
    if s["specialist"][group] == i:
        return "+"
    models = int(s["models"][i])
    return " " if models < 2 else str(models) if models < 10 else "*"


def _unit(s: np.void, plan: Plan, names: Names, u: int) -> str:
    """Return what is true of a unit."""
    if s["fate"][u] != FIELD:
        return f"{names.of(u)} is out of the field"
    column, row = plan.field.place(int(s["place"][u]))
    return ", ".join([f"{names.of(u)} at {column} {row}", *_of_swarm(s, names, u), *marks_of(s, u)])


def _of_swarm(s: np.void, names: Names, u: int) -> Iterator[str]:
    out = sum(int(s["models"][i]) for i in s["roll"][u][: s["enrolled"][u]] if not s["ranked"][i])
    yield f"Underlings {letter_of(names, u)}" if s["enrolled"][u] else "no Underlings"
    if out:
        yield f"{counted(out, 'Underling')} out of rank"
    if s["specialist"][u] != NOBODY:
        yield "a Specialist"
