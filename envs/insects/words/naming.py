"""Names of hexes, players and phases.

A hex is named by its row and its place in the row: rows are lettered from north to south in capitals (A, B ... Z,
AA ...), its hexes numbered from west to east, so that the north-western one is A1. Players are ``swarm_0`` ...;
on the board their letters ``a`` ... stand for them.
"""

from swarmzoo.envs.insects.board import START_LETTERS, Board
from swarmzoo.envs.insects.cards import KIND_NAMES, MIMIC
from swarmzoo.envs.insects.phases import PHASE_OF_STAGE

PHASE_NAMES = {
    "bid": "Round Bid",
    "evolution": "Evolution Phase",
    "reproduction": "Reproduction Phase",
    "move": "Move Phase",
    "attack": "Attack Phase",
    "stack limit": "Stack Limit Phase",
    "event": "Event Phase",
    "turn end": "end of the turn",
}


def hex_names(board: Board) -> list[str]:
    """Return the name of every hex."""
    rows = sorted({r for _, r in board.hexes})
    names, places = [], dict.fromkeys(rows, 0)
    for _, r in board.hexes:  # row by row, each from west to east
        places[r] += 1
        names.append(f"{row_letters(rows.index(r))}{places[r]}")
    return names


def row_letters(row: int) -> str:
    """Return the letters of a row, 0 for the northern one."""
    return (row_letters(row // 26 - 1) if row >= 26 else "") + chr(ord("A") + row % 26)


def player_name(seat: int) -> str:
    """Return a player's name."""
    return f"swarm_{seat}"


def winners_named(seats: list[int]) -> str:
    """Return who won, or who share first place."""
    names = [player_name(seat) for seat in seats]
    if len(names) == 1:
        return f"{names[0]} wins"
    return f"{', '.join(names)} share first place" if names else "nobody wins"


def player_letter(seat: int) -> str:
    """Return a player's letter on the board. [INS-18]"""
    return START_LETTERS[seat]


def phase_name(stage: int) -> str:
    """Return the name of the phase that a stage belongs to."""
    return PHASE_NAMES[PHASE_OF_STAGE[stage]]


def num_insects(count: int) -> str:
    """Return a number of insects in words."""
    return "no insect" if count == 0 else "1 insect" if count == 1 else f"{count} insects"


def card_title(name: str, kind: int, in_force: int | None = None) -> str:
    """Return a card's name with its kind, or with what a Mimic counts as."""
    if kind == MIMIC and in_force is not None and in_force not in (MIMIC, -1):
        return f"{name} as {KIND_NAMES[in_force]}"
    return name if name == KIND_NAMES[kind] else f"{name} ({KIND_NAMES[kind]})"
