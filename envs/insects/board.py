"""The board: outline, starts, views of the seats, symmetric maps and map files. [INS-P1, INS-S3, INS-S4]"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.hexes import (
    NO_HEX,
    Hex,
    clockwise,
    farthest_hexes,
    hexagon,
    neighbours,
    symmetry,
    turned_direction,
)
from swarmzoo.envs.core.reading import quoted
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.state import CAPACITIES
from swarmzoo.envs.insects.terrain import DEN, NO_TERRAIN, WATER

START_LETTERS = "abcdef"
_ALL_SYMMETRIES = [(turns, mirrored) for mirrored in (False, True) for turns in range(6)]


@dataclass(frozen=True, eq=False)
class Board:
    """The fixed part of a board; arrays over hexes have the length of its capacity.

    ``seen_at[seat, h]`` is where seat sees hex h, ``hex_at[seat, v]`` the hex at place v of its view; both are turns or
    mirrorings that bring the seat's own start to where seat 0's lies.
    """

    hexes: tuple[Hex, ...]
    capacity: int
    starts: tuple[int, ...]  # hex of each seat
    terrain: np.ndarray | None  # int8 (capacity,) of a map file, None for random maps
    neighbours: np.ndarray
    orbit: np.ndarray  # the least hex of each hex's orbit under the map's symmetry
    seen_at: np.ndarray
    hex_at: np.ndarray
    direction_view: np.ndarray
    direction_back: np.ndarray


@lru_cache(maxsize=64)
def board_of(config: InsectsConfig) -> Board:
    """Return the board of a configuration; raise GameError where it has no room for starts and Dens."""
    text = config.map_text()
    hexes, starts, terrain = _random_outline(config) if text is None else _read_map(text, config)
    capacity = next((c for c in CAPACITIES if c >= len(hexes)), None)
    if capacity is None:
        raise GameError(f"map: it has {len(hexes)} hexes; at most {CAPACITIES[-1]} are allowed")
    group = _symmetry_group(config, hexes, starts)
    orbit = _orbits(hexes, capacity, group)
    board = Board(
        hexes,
        capacity,
        tuple(hexes.index(start) for start in starts),
        _padded(terrain, capacity),
        neighbours(hexes, capacity),
        orbit,
        *_views(hexes, starts, capacity, group),
    )
    _check_room(board, config)
    return board


def _random_outline(config: InsectsConfig) -> tuple[tuple[Hex, ...], tuple[Hex, ...], None]:
    radius, players = config.board_radius(), config.players
    if config.symmetric and players == 4:
        starts: Sequence[Hex] = ((radius, -1), (1, -radius), (-radius, 1), (-1, radius))
    else:
        starts = farthest_hexes(radius, players, alike=config.rules.starts == "alike")
        if len(starts) < players:
            raise GameError(f"radius = {radius}: the board has no room for {players} starts; use a larger one")
    return tuple(hexagon(radius)), tuple(clockwise(starts)), None


def _read_map(text: str, config: InsectsConfig) -> tuple[tuple[Hex, ...], tuple[Hex, ...], list[int]]:
    """Read a map file: a character a hex, digits for terrains, letters for starts, ``.`` for no hex.

    Lines are rows from north to south; odd lines (the second, the fourth ...) lie half a hex to the east.
    Blanks between characters are allowed.
    """
    cells: dict[Hex, int] = {}
    starts: dict[str, Hex] = {}
    lines = text.splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    for row, line in enumerate(lines):
        column = -1
        for place, character in enumerate(line):
            if character.isspace():
                continue
            column += 1
            here = f"map, line {row + 1}, column {place + 1}: {quoted(character)}"
            position = (column - (row - (row & 1)) // 2, row)
            if character in START_LETTERS:
                if character in starts:
                    raise GameError(f"{here} stands twice; each start is one hex")
                starts[character] = position
                cells[position] = DEN
            elif character.isascii() and character.isdigit():
                cells[position] = int(character)
            elif character != ".":
                raise GameError(f"{here} is not a terrain (0 to 9), a start (a to f) or '.' (not a hex)")
    wanted = START_LETTERS[: config.players]
    if "".join(sorted(starts)) != wanted:
        found = ", ".join(sorted(starts)) or "none"
        raise GameError(f"map: {config.players} players need the starts {', '.join(wanted)}; it has {found}")
    centred = _centred(cells, list(starts.values()))
    hexes = tuple(sorted(centred, key=lambda p: (p[1], p[0])))
    shift = {old: new for old, new in zip(cells, _shifted(cells), strict=True)}
    return hexes, tuple(shift[starts[letter]] for letter in wanted), [centred[p] for p in hexes]


def _shifted(cells: dict[Hex, int]) -> list[Hex]:
    """Move the cells so that the middle of the map is (0, 0), as far as hexes allow."""
    middle_q = round(sum(q for q, _ in cells) / len(cells))
    middle_r = round(sum(r for _, r in cells) / len(cells))
    return [(q - middle_q, r - middle_r) for q, r in cells]


def _centred(cells: dict[Hex, int], starts: list[Hex]) -> dict[Hex, int]:
    return dict(zip(_shifted(cells), cells.values(), strict=True))


def _symmetry_group(config: InsectsConfig, hexes: tuple[Hex, ...], starts: tuple[Hex, ...]) -> list[tuple[int, bool]]:
    """Return the turns and mirrorings that a symmetric map keeps: those that permute the starts. [INS-P1, INS-A10]

    Rotations for 2, 3 and 6 players; the half-turn and two mirrors for 4.
    """
    if not config.symmetric:
        return [(0, False)]
    if config.map is not None:
        raise GameError("symmetric = True goes with random maps; a map file is as symmetric as it is drawn")
    group = [
        (turns, mirrored)
        for turns, mirrored in _ALL_SYMMETRIES
        if (not mirrored or config.players == 4) and _permutes(hexes, starts, turns, mirrored)
    ]
    if len(group) != config.players:
        raise GameError(f"radius = {config.board_radius()}: too small for a symmetric map of {config.players} players")
    return group


def _permutes(hexes: tuple[Hex, ...], starts: tuple[Hex, ...], turns: int, mirrored: bool) -> bool:
    images = symmetry(hexes, turns, mirrored)
    places = {hexes.index(start) for start in starts}
    return images is not None and {images[place] for place in places} == places


def _orbits(hexes: tuple[Hex, ...], capacity: int, group: list[tuple[int, bool]]) -> np.ndarray:
    """Return int16 (capacity,): the least hex among the images of each hex."""
    orbit = np.full(capacity, NO_HEX, np.int16)
    images = [symmetry(hexes, turns, mirrored) for turns, mirrored in group]
    for h in range(len(hexes)):
        orbit[h] = min(image[h] for image in images if image is not None)
    return orbit


def _views(
    hexes: tuple[Hex, ...], starts: tuple[Hex, ...], capacity: int, group: list[tuple[int, bool]]
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return seen_at and hex_at of hexes, then of directions, for each seat.

    A seat without a fitting turn or mirroring sees the board as it is.
    """
    seats = len(starts)
    seen_at = np.tile(np.arange(capacity, dtype=np.int16), (seats, 1))
    direction_view = np.tile(np.arange(6, dtype=np.int8), (seats, 1))
    home = hexes.index(starts[0])
    for seat, start in enumerate(starts):
        for turns, mirrored in [*group, *_ALL_SYMMETRIES]:
            images = symmetry(hexes, turns, mirrored)
            if images is not None and images[hexes.index(start)] == home:
                seen_at[seat, : len(hexes)] = images
                direction_view[seat] = [turned_direction(d, turns, mirrored) for d in range(6)]
                break
    hex_at = np.argsort(seen_at, axis=1).astype(np.int16)
    direction_back = np.argsort(direction_view, axis=1).astype(np.int8)
    return seen_at, hex_at, direction_view, direction_back


def _padded(terrain: list[int] | None, capacity: int) -> np.ndarray | None:
    if terrain is None:
        return None
    padded = np.full(capacity, NO_TERRAIN, np.int8)
    padded[: len(terrain)] = terrain
    return padded


def _check_room(board: Board, config: InsectsConfig) -> None:
    """Refuse boards that cannot hold the Dens asked for, or whose starts cannot reach each other. [INS-S2]"""
    wanted = config.players + config.extra_dens
    if board.terrain is None:
        if wanted > len(board.hexes):
            raise GameError(
                f"extra_dens = {config.extra_dens}: {wanted} Dens do not fit on {len(board.hexes)} hexes; "
                f"at most {len(board.hexes) - config.players} are allowed"
            )
        return
    dens = int((board.terrain == DEN).sum())
    if dens < wanted:
        raise GameError(
            f"map: it has {dens} Dens, starts included; {config.players} players and extra_dens = "
            f"{config.extra_dens} need {wanted}"
        )
    if config.rules.water_blocks and not _dens_connected(board):
        raise GameError("map: Water cuts a Den off from the others; every Den must be reachable on land")


def _dens_connected(board: Board) -> bool:
    assert board.terrain is not None
    land = board.terrain != WATER
    reached, waiting = {board.starts[0]}, [board.starts[0]]
    while waiting:
        for t in board.neighbours[waiting.pop()]:
            if t != NO_HEX and land[t] and int(t) not in reached:
                reached.add(int(t))
                waiting.append(int(t))
    return {int(h) for h in np.flatnonzero(board.terrain == DEN)} <= reached
