"""The field in plain text: two characters a hex, then the moment, all pieces, the letters.

  0         5
  . . 0!. . . . .        odd rows are shifted by half a hex
1  . @ @ . .1. = .       0! nova_0, stunned; @ an object; 1 a height
"""

import numpy as np

from swarmzoo.envs.skirmish.battlefield.config import kinds_of
from swarmzoo.envs.skirmish.battlefield.maps import letters
from swarmzoo.envs.skirmish.battlefield.objects import NO_OBJECT
from swarmzoo.envs.skirmish.battlefield.terrain import OFF, TERRAIN_LETTERS
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.plan import Plan
from swarmzoo.envs.skirmish.nova.rules import names_of
from swarmzoo.envs.skirmish.nova.state import ESCAPED, FATE_NAMES, FIELD, NOBODY, SURRENDERED
from swarmzoo.envs.skirmish.nova.words.declared import Declared
from swarmzoo.envs.skirmish.nova.words.headline import COLOURS, Names, marks_of, question

_EVERY = 5
_MARGIN = 4
MARKS = (("stunned", "!"), ("dazed", "?"), ("held", "x"), ("holds", "+"), ("prone", "-"), ("in cover", "^"))
_OBJECT, _HOSTAGE = "@", "H"


def letter_of(names: Names, i: int) -> str:
    """Return the letter of a piece: the number of its agent, or H for the hostage."""
    name = names.of(i)
    return _HOSTAGE if name == "hostage" else name.rpartition("_")[2]


def mark_of(s: np.void, i: int) -> str:
    """Return the mark of what matters most about a piece; nothing where nothing does."""
    words = marks_of(s, i)
    return next((mark for name, mark in MARKS if name in words), "")


def field_text(s: np.void, config: NovaConfig, plan: Plan, names: Names, declared: Declared) -> str:
    """Return the field, the moment, the pieces, what they have declared, the objects and the legend."""
    field = plan.field
    numbers = "".join(str(column).ljust(2 * _EVERY) for column in range(0, field.columns, _EVERY))
    lines = [" " * _MARGIN + numbers.rstrip()]
    for row in range(field.rows):
        number = str(row) if row % _EVERY == 0 else ""
        cells = (field.cell(column, row) for column in range(field.columns))
        lines.append((number.ljust(_MARGIN) + " " * (row % 2) + "".join(_hex(s, names, c) for c in cells)).rstrip())
    lines += ["", f"{config.scenario}, {question(s, names)}"]
    for side in range(plan.sides):
        lines.append(COLOURS[side])
        lines += [f"  {_piece(s, plan, names, i)}" for i in names.pieces if names.side(i) == side]
    plans = [f"  {names.of(i)}: {words}" for i, words in declared.lines(s)]
    lines += ["declared, the first to act first", *plans] if plans else ["nothing is declared"]
    things = _things(s, config, plan)
    marks = ", ".join(f"{mark} {name}" for name, mark in MARKS)
    lines += ["", f"objects: {things}" if things else "no objects"]
    lines.append(f"ground: {letters(kinds_of(config.rules.ground))}, a digit is a height, {_OBJECT} an object")
    lines.append(f"pieces: their numbers, {_HOSTAGE} the hostage, {marks}")
    return "\n".join([*lines, ""])


def _hex(s: np.void, names: Names, cell: int) -> str:
    if s["terrain"][cell] == OFF:
        return "  "
    i = int(s["occupant"][cell])
    if i != NOBODY:
        return letter_of(names, i) + (mark_of(s, i) or " ")
    height = str(s["height"][cell]) if s["height"][cell] else " "
    return (_OBJECT if s["object"][cell] != NO_OBJECT else TERRAIN_LETTERS[s["terrain"][cell]]) + height


def _piece(s: np.void, plan: Plan, names: Names, i: int) -> str:
    """Return what is true of a piece."""
    name = f"{names.of(i)} {names.sheet(s, i)}"
    if s["fate"][i] != FIELD:
        fate = int(s["fate"][i])
        return f"{name} {'has' if fate in (SURRENDERED, ESCAPED) else 'is'} {FATE_NAMES[fate]}"
    column, row = plan.field.place(int(s["place"][i]))
    will = [f"{int(s['willpower'][i])} Willpower"] * names.is_person(s, i)
    return ", ".join([f"{name} at {column} {row}", names.health(s, i), *will, *marks_of(s, i)])


def _things(s: np.void, config: NovaConfig, plan: Plan) -> str:
    """Return the objects that are whole."""
    kinds = names_of(config.rules, "things")
    found = []
    for n in range(int(s["num_objects"])):
        if s["structure"][n]:
            column, row = plan.field.place(int(s["thing_at"][n]))
            found.append(f"{kinds[s['object_kind'][n]]} {s['structure'][n]} at {column} {row}")
    return ", ".join(found)
