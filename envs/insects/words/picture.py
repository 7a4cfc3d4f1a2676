"""The picture of a state: board on the left, players on the right.

              A1          the hex's name
            start a       on the Den where a player began
           (a5)(b2)       a disc for each stack: the player's colour, letter and count
            Grass         the terrain, whose colour fills the hex

Dens have an inner ring, in the colour of the player who began there. A red edge marks a fight, a white one the group
in hand. The size depends on the board and the number of players alone.
"""

import numpy as np

from swarmzoo.envs.core.hex_drawing import FAINT, Sheet, corners, frame
from swarmzoo.envs.core.painting import Disc, Drawing, Label, Point, Polygon, Shape, text_width, wrapped
from swarmzoo.envs.insects.board import Board
from swarmzoo.envs.insects.state import COUNT, STEP
from swarmzoo.envs.insects.terrain import DEN, MUD, TERRAIN_COLOURS, TERRAIN_NAMES
from swarmzoo.envs.insects.words.naming import player_letter
from swarmzoo.envs.insects.words.overview import Overview, PlayerOverview

SIZE = 50  # from a hex's centre to its corner, in pixels
MARGIN = 24
PANEL = 450
HEAD = 160
BLOCK = 156
PLAYER_COLOURS = ("#12408c", "#b3122a", "#f4c20d", "#6a2c91", "#ffffff", "#111111")
_DARK, _PALE = "#222222", "#ffffff"
_LETTERS_ON = (_PALE, _PALE, _DARK, _PALE, _DARK, _PALE)
_FIGHT, _GROUP, _DEN = "#ff2a12", "#ffffff", "#7a3327"
_COLUMNS = (0, 118, 208, 312)  # of the attributes
# Where the discs of 1 to 6 stacks lie in a hex, and their radius.
_PLACES: tuple[tuple[float, tuple[Point, ...]], ...] = (
    (18, ((0, 2),)),
    (16, ((-19, 2), (19, 2))),
    (12, ((-27, 2), (0, 2), (27, 2))),
    (9.5, ((-12, -9), (12, -9), (-12, 13), (12, 13))),
    (9.5, ((-24, -9), (0, -9), (24, -9), (-12, 13), (12, 13))),
    (9.5, ((-24, -9), (0, -9), (24, -9), (-24, 13), (0, 13), (24, 13))),
)


class Picture:
    """Draws the states of one board."""

    def __init__(self, board: Board, names: list[str], players: int):
        self.names, self.starts = names, board.starts
        sheet = Sheet(board.hexes, SIZE, MARGIN, MARGIN)
        self.panel = sheet.width + 2 * MARGIN
        self.width = round(self.panel + PANEL + MARGIN)
        self.height = round(max(sheet.height + 2 * MARGIN, HEAD + BLOCK * players + MARGIN))
        down = (self.height - sheet.height) / 2 - MARGIN
        self.centres = [(x, y + down) for x, y in sheet.points(slice(None))]

    def draw(self, s: np.void, seen: Overview) -> Drawing:
        """Return the drawing of a state and its overview."""
        shapes: list[Shape] = []
        for h in range(len(self.centres)):
            shapes += self._space(s, h)
        shapes += self._marks(s)
        for h in range(len(self.centres)):
            shapes += self._writing(s, h)
        shapes += self._head(seen)
        for seat, player in enumerate(seen.players):
            shapes += self._block(seat, player)
        return Drawing(self.width, self.height, tuple(shapes))

    def _space(self, s: np.void, h: int) -> list[Shape]:
        terrain = int(s["terrain"][h])
        shapes: list[Shape] = [Polygon(corners(self.centres[h], SIZE), TERRAIN_COLOURS[terrain], _DARK, 1)]
        if terrain == DEN:
            colour = PLAYER_COLOURS[self.starts.index(h)] if h in self.starts else _DEN
            shapes.append(frame(self.centres[h], SIZE - 4, colour, 3))
        return shapes

    def _marks(self, s: np.void) -> list[Shape]:
        """Mark the fight, and the group in hand."""
        shapes: list[Shape] = []
        if not s["done"] and s["fight"] >= 0:
            shapes.append(frame(self.centres[s["fight"]], SIZE - 1, _FIGHT, 5))
        elif not s["done"] and s["stage"] in (COUNT, STEP):
            at = self.centres[s["at"]]
            shapes += [frame(at, SIZE - 1, _DARK, 8), frame(at, SIZE - 1, _GROUP, 4)]
        return shapes

    def _writing(self, s: np.void, h: int) -> list[Shape]:
        """Return the words and the discs of a hex."""
        (x, y), terrain = self.centres[h], int(s["terrain"][h])
        colour = _PALE if terrain == MUD else _DARK
        shapes: list[Shape] = [
            Label((x, y - 34), self.names[h], 10, colour, True),
            Label((x, y + 31), TERRAIN_NAMES[terrain], 11, colour, True),
        ]
        if h in self.starts:
            shapes.append(Label((x, y - 24), f"start {player_letter(self.starts.index(h))}", 9, colour, True))
        seats = [seat for seat, count in enumerate(s["bugs"][:, h]) if count]
        if seats:
            radius, places = _PLACES[len(seats) - 1]
            for seat, (dx, dy) in zip(seats, places, strict=True):
                shapes += _disc((x + dx, y + dy), radius, seat, f"{player_letter(seat)}{s['bugs'][seat, h]}")
        return shapes

    def _head(self, seen: Overview) -> list[Shape]:
        """Return the panel's title, order, deck and question."""
        shapes: list[Shape] = [Label((self.panel, MARGIN + 8), seen.title, 19)]
        lines = wrapped(seen.order, 13, PANEL, 2)
        lines = [*lines, seen.deck]
        shapes += [Label((self.panel, MARGIN + 36 + 18 * k), line, 13, FAINT) for k, line in enumerate(lines)]
        question = wrapped(seen.prompt, 14, PANEL, 2)
        return shapes + [Label((self.panel, MARGIN + 92 + 19 * k), line, 14) for k, line in enumerate(question)]

    def _block(self, seat: int, player: PlayerOverview) -> list[Shape]:
        """Return the panel's part of a player."""
        x, y = self.panel, HEAD + BLOCK * seat + 10.0
        status = f" ({player.status})" if player.status else ""
        shapes = _disc((x + 12, y + 6), 12, seat, player.letter)
        shapes.append(Label((x + 34, y + 6), player.name + status, 16))
        counts = f"insects {player.insects}, spaces {player.spaces}, Dens {player.dens}, cards in hand {player.hand}"
        shapes.append(Label((x + 34, y + 28), counts, 13, FAINT))
        for k, (name, value) in enumerate(player.attributes):
            shapes.append(Label((x + 34 + _COLUMNS[k % 4], y + 48 + 18 * (k // 4)), f"{name} {value}", 13))
        lines = wrapped(f"In play: {player.in_play or 'none'}", 12, PANEL - 34, 3)
        lines += wrapped(f"For now: {player.for_now}", 12, PANEL - 34, 1) if player.for_now else []
        return shapes + [Label((x + 34, y + 86 + 16 * k), line, 12, FAINT) for k, line in enumerate(lines)]


def _disc(centre: Point, radius: float, seat: int, text: str) -> list[Shape]:
    """Return a player's disc with a text that fits into it."""
    size = int(radius)
    while size > 6 and text_width(text, size) > 1.75 * radius:
        size -= 1
    return [
        Disc(centre, radius, PLAYER_COLOURS[seat], _PALE, 2),
        Disc(centre, radius - 0.5, PLAYER_COLOURS[seat], _DARK if seat in (2, 4) else _PALE, 1),
        Label(centre, text, size, _LETTERS_ON[seat], True),
    ]
