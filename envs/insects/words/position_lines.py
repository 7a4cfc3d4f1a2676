"""The lines of a position's text form: keys, rows of hexes, raw fields, and errors that name the line."""

from dataclasses import dataclass, field
from difflib import get_close_matches

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.reading import quoted
from swarmzoo.envs.insects.board import START_LETTERS

PLAIN_KEYS = ("phase", "active", "round", "order", "board", "deck", "deck only", "discards")
PLAYER_KEYS = ("hand", "play", "burnt")


@dataclass(frozen=True)
class Line:
    """One line ``key: value`` of a position, with its number."""

    number: int
    key: str
    value: str

    def error(self, text: str) -> GameError:
        """Return an error that names the line."""
        return GameError(f"position, line {self.number}: {text}")

    def names(self) -> list[str]:
        """Return the value's parts between commas."""
        return [name.strip() for name in self.value.split(",") if name.strip()]


@dataclass
class Page:
    """A position's lines, sorted by what they are."""

    players: int
    entries: dict[str, Line] = field(default_factory=dict)
    rows: list[Line] = field(default_factory=list)
    fields: dict[str, Line] = field(default_factory=dict)
    in_board: bool = False

    def add(self, line: Line) -> None:
        """Take a line with a key; refuse unknown keys and keys given twice."""
        self.in_board = line.key == "board"
        group = self.fields if line.key.startswith(".") else self.entries
        if not line.key.startswith("."):
            self._check_key(line)
        if line.key in group:
            raise line.error(f"{quoted(line.key)} stands in line {group[line.key].number} already; give each key once")
        group[line.key] = line

    def add_row(self, line: Line) -> None:
        """Take a line without a key: a row of hexes, after ``board:``."""
        if not self.in_board:
            raise line.error(
                f"{quoted(line.value)} has no colon; lines read 'key: value', rows of hexes follow 'board:'"
            )
        self.rows.append(line)

    def seat(self, line: Line, letter: str) -> int:
        """Return the seat of a player's letter."""
        letters = START_LETTERS[: self.players]
        if len(letter) != 1 or letter not in letters:
            raise line.error(f"{quoted(letter)} is not a player of this game; the players are {', '.join(letters)}")
        return letters.index(letter)

    def _check_key(self, line: Line) -> None:
        words = line.key.split()
        if words and words[0] in PLAYER_KEYS and len(words) == 2:
            self.seat(line, words[1])
        elif line.key not in PLAIN_KEYS:
            close = get_close_matches(line.key[:40], PLAIN_KEYS, n=1)
            hint = f"did you mean '{close[0]}'? " if close else ""
            players = ", ".join(f"'{key} a'" for key in PLAYER_KEYS)
            raise line.error(
                f"unknown key {quoted(line.key)}; {hint}The keys are {', '.join(PLAIN_KEYS)}, {players} ..."
            )


def read_page(text: str, players: int) -> Page:
    """Split a position into its lines; ``#`` begins a remark, blank lines are skipped."""
    page = Page(players)
    for number, whole in enumerate(text.splitlines(), 1):
        content = whole.split("#")[0].strip()
        key, colon, value = content.partition(":")
        if colon:
            page.add(Line(number, " ".join(key.lower().split()), value.strip()))
        elif content:
            page.add_row(Line(number, "board", content))
    return page
