"""The field in plain text: two characters a hex, then the moment, both companies, and what the letters mean.

  0         5
  . . . . . . . . .          odd rows are shifted by half a hex
1  . . S+Sdsx. . . .         S+ a red swordsman who leads, Sd one that is Dazed; sx a blue one, Dazed and Wounded
"""

import numpy as np

from swarmzoo.envs.formation.config import ROLES
from swarmzoo.envs.formation.plan import Plan
from swarmzoo.envs.formation.state import BLUE, RED
from swarmzoo.envs.formation.terrain import TERRAIN_LETTERS, TERRAIN_NAMES
from swarmzoo.envs.formation.words.headline import company_line, title
from swarmzoo.envs.formation.words.marks import MARKS, ROLE_LETTERS, marks_of, role_letter

_EVERY = 5  # columns and rows have their numbers
_MARGIN = 4
_LEADER = "+"
_BOTH_HURT = "x"
_OBJECTIVES = " ><="  # by the bits of the companies
_OBJECTIVE_NAMES = ("", "red's objective", "blue's objective", "both companies' objective")


def field_text(s: np.void, plan: Plan, scenario: str) -> str:
    """Return the field, the moment, both companies and the legend."""
    rows = [_row(s, plan, row) for row in range(plan.field.rows)]
    companies = [company_line(s, plan, company) for company in (RED, BLUE)]
    return "\n".join([_column_numbers(plan), *rows, "", title(s, plan, scenario), *companies, "", *_legend(plan), ""])


def _column_numbers(plan: Plan) -> str:
    numbers = "".join(str(column).ljust(2 * _EVERY) for column in range(0, plan.field.columns, _EVERY))
    return " " * _MARGIN + numbers.rstrip()


def _row(s: np.void, plan: Plan, row: int) -> str:
    number = str(row) if row % _EVERY == 0 else ""
    cells = (plan.field.cell(column, row) for column in range(plan.field.columns))
    return (number.ljust(_MARGIN) + " " * (row % 2) + "".join(_hex(s, cell) for cell in cells)).rstrip()


def _hex(s: np.void, cell: int) -> str:
    """Return the two characters of a hex."""
    i = s["occupant"][cell]
    if i >= 0:
        return soldier_letters(s, int(i))
    return TERRAIN_LETTERS[s["terrain"][cell]] + _OBJECTIVES[s["objective"][cell]]


def soldier_letters(s: np.void, i: int) -> str:
    """Return a soldier's two characters: company and role, then whether it leads and what matters most about it."""
    letter = role_letter(s, i)
    letter = letter if s["company"][i] == RED else letter.lower()
    marks = [mark.letter for mark in marks_of(s, i)]
    mark = marks[0] if marks else _LEADER if s["leads"][i] else " "
    if s["dazed"][i] and s["wounded"][i] and mark == "d":
        mark = _BOTH_HURT
    return letter + (mark.upper() if s["leads"][i] else mark)


def _legend(plan: Plan) -> list[str]:
    """Return what the characters mean."""
    terrain = [f"{letter} {name}" for letter, name in zip(TERRAIN_LETTERS, TERRAIN_NAMES, strict=True)]
    bits = sorted({*plan.objective} - {0})
    objectives = [f".{_OBJECTIVES[bit]} {_OBJECTIVE_NAMES[bit]}" for bit in bits]
    roles = [f"{letter} {role}" for letter, role in zip(ROLE_LETTERS, ROLES, strict=True)]
    marks = [f"{mark.letter} {mark.name}" for mark in MARKS]
    return [
        f"ground: {', '.join(terrain + objectives)}",
        f"soldiers: {', '.join(roles)}; red has capitals, blue small letters",
        f"then, what is true first of: {', '.join(marks)} ({_BOTH_HURT}: Dazed and Wounded)",
        f"leaders have a capital there, or {_LEADER}",
    ]
