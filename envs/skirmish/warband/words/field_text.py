"""The field in plain text: two characters a hex, then the moment, all warbands with their characters, the letters.

  0         5
  . . A!. . . . . .          odd rows are shifted by half a hex
1  . . b . .1. . $ .         A! the first warband's first character, Stunned; b the second's second; $ loot; 1 a height
"""

import numpy as np

from swarmzoo.envs.skirmish.battlefield.maps import letters
from swarmzoo.envs.skirmish.battlefield.terrain import OFF, TERRAIN_LETTERS
from swarmzoo.envs.skirmish.warband.config import WarbandConfig
from swarmzoo.envs.skirmish.warband.plan import Plan
from swarmzoo.envs.skirmish.warband.state import FIELD
from swarmzoo.envs.skirmish.warband.words.headline import Names, marks_of, question, warband_line

_EVERY = 5
_MARGIN = 4
_MARKS = (("Stunned", "!"), ("Fleeing", "~"), ("Shaken", "?"), ("prone", "_"), ("Bloodied", "-"))
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+=%@"
_THIRD, _FOURTH = "123456789&%@", "NOPQRSTUVWYZ"


def letters_of(side: int, k: int) -> str:
    """Return the letter of the k-th character: capitals, small letters, for the third and the fourth warband digits."""
    letter = _LETTERS[k]
    if side == 0:
        return letter
    if side == 1:
        return letter.lower()
    return (_THIRD if side == 2 else _FOURTH)[k]


def field_text(s: np.void, config: WarbandConfig, plan: Plan, names: Names) -> str:
    """Return the field, the moment, the warbands and the legend."""
    field = plan.field
    numbers = "".join(str(column).ljust(2 * _EVERY) for column in range(0, field.columns, _EVERY))
    lines = [" " * _MARGIN + numbers.rstrip()]
    for row in range(field.rows):
        number = str(row) if row % _EVERY == 0 else ""
        cells = (field.cell(column, row) for column in range(field.columns))
        lines.append((number.ljust(_MARGIN) + " " * (row % 2) + "".join(_hex(s, plan, c) for c in cells)).rstrip())
    lines += ["", f"{config.scenario}, {question(s, plan, names)}"]
    for side, roster in enumerate(plan.rosters):
        lines.append(warband_line(s, plan, side))
        lines += [f"  {_character(s, plan, names, side, k)}" for k in range(len(roster)) if _is_here(s, plan, side, k)]
    marks = ", ".join(f"{mark} {name}" for name, mark in _MARKS)
    return "\n".join([*lines, "", f"ground: {letters()}, a digit is a height, $ loot", f"characters: {marks}", ""])


def _is_here(s: np.void, plan: Plan, side: int, k: int) -> bool:
    return s["fate"][side * plan.slots + k] == FIELD


def _hex(s: np.void, plan: Plan, cell: int) -> str:
    if s["terrain"][cell] == OFF:
        return "  "
    i = int(s["occupant"][cell])
    if i >= 0:
        words = marks_of(s, plan.full_star[i], i)
        mark = next((mark for name, mark in _MARKS if name in words), " ")
        return letters_of(i // plan.slots, i % plan.slots) + mark
    second = "$" if s["loot"][cell] else str(s["height"][cell]) if s["height"][cell] else " "
    return TERRAIN_LETTERS[s["terrain"][cell]] + second


def _character(s: np.void, plan: Plan, names: Names, side: int, k: int) -> str:
    i = side * plan.slots + k
    column, row = plan.field.place(int(s["place"][i]))
    star = f"Star {s['star'][i]}/{plan.full_star[i]}"
    words = marks_of(s, plan.full_star[i], i)
    if s["aim_at"][i] >= 0:
        words.append(f"aims at {names.of(s['aim_at'][i])}")
    return ", ".join([f"{letters_of(side, k)} {names.of(i)} at {column} {row}", star, *words])
