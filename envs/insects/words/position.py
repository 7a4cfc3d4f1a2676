"""Positions in text form: read to begin a game anywhere, written exactly at every decision.

    phase: move            # bid, evolution, reproduction, move, attack, stack limit, event, turn end
    active: a
    round: 2
    order: a b
    board:
        1   1   1  6a3
      1   2  7b2  1   1
      ...
    hand a: Hive, Rush
    play a: Sting, Mimic=Attack
    burnt a: Attack
    deck: Swarm, Bite
    deck only: yes

Players are letters, ``a`` for seat 0. Rows of the board go from north to south; a hex is its terrain's digit and the
stacks in it (letter and count), ``.`` no hex. Cards have their printed names or those of their kinds (any free card
of the kind is taken); a Mimic in force says what it copies. ``deck`` lists the top cards in order; cards that no line
names follow, or are discards with ``deck only: yes``. Missing lines: no cards, round 1, order by seat, the first of
the order is active, phase evolution. For ``bid`` the round and the order are those of the round that is over.

Play begins at the first decision of the phase. What these lines leave open follows in raw fields (``.rng: ...``): with
them a position is exact to the byte.
"""

import re

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.core.reading import checked_seed, quoted, whole_text
from swarmzoo.envs.insects.board import START_LETTERS, Board
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.phases import PHASE_OF_STAGE, PHASES
from swarmzoo.envs.insects.state import NOBODY, ROUND_BEGIN, state_dtype
from swarmzoo.envs.insects.terrain import DEN, TERRAIN_NAMES
from swarmzoo.envs.insects.validity import MAX_ROUND, InsectsValidity, recount_cards
from swarmzoo.envs.insects.words.position_cards import card_lines, lay_cards
from swarmzoo.envs.insects.words.position_fields import read_field, same_fields, write_field, write_fields
from swarmzoo.envs.insects.words.position_lines import Line, Page, read_page
from swarmzoo.envs.insects.words.restore import blank_entry, rejoin_entry

_AFTER_MOVES = ("attack", "stack limit", "event", "turn end")
_HEX = re.compile(r"([0-9])((?:[a-z][0-9]{1,9})*)")
_STACK = re.compile(r"([a-z])([0-9]+)")


class Positions:
    """Reads and writes the positions of one configuration."""

    def __init__(self, config: InsectsConfig, board: Board, rules: np.ndarray, validity: InsectsValidity):
        self.board, self.rules, self.players, self.validity = board, rules, config.players, validity
        self.cards = config.card_names()
        self.dtype = state_dtype(board.capacity, config.players)
        self.rows = rows_of(board)

    def read(self, text: str, seed: int) -> np.ndarray:
        """Return the state, shape (1,), of a position; ``seed``, from 0, serves unless the text gives ``.rng``."""
        page = read_page(whole_text(text, "position"), self.players)
        states = self._lay_out(page, checked_seed(seed))
        for line in page.fields.values():
            read_field(states[0], line, self.validity.ranges)
        if page.fields:
            recount_cards(states[0], self.validity.kinds)
        self.validity.check_given(states, "position")
        rejoin_entry()(states, self.rules)
        self.validity.check(states, "position")
        return states

    def write(self, state: np.ndarray) -> str:
        """Return the text of a state, shape (1,); reading it gives the same bytes."""
        s = state[0]
        readable = "\n".join([*_turn_lines(s), *self._board_lines(s), *card_lines(s, self.cards), ""])
        short = readable + write_field(s, "rng") + "\n"
        if same_fields(self.read(short, 0)[0], s):
            return short
        found = self._lay_out(read_page(readable, self.players), 0)
        return readable + "\n".join([*write_fields(s, found[0]), ""])

    def _lay_out(self, page: Page, seed: int) -> np.ndarray:
        """Return the state of the readable lines, at the beginning of its phase, with nobody asked yet."""
        states = new_records(self.dtype, 1)
        blank_entry()(states, seed)
        s = states[0]
        self._lay_board(s, page)
        lay_cards(s, page, self.cards)
        self._check_swarms(s, page)
        _lay_order(s, page)
        _lay_turn(s, page)
        return states

    def _lay_board(self, s: np.void, page: Page) -> None:
        """Set terrain and stacks; row by row the board's own outline is expected."""
        if "board" not in page.entries:
            raise GameError("position: the board is missing; give 'board:' and a line for every row of hexes")
        rows = [(line, [token for token in line.value.split() if token != "."]) for line in page.rows]
        rows = [(line, tokens) for line, tokens in rows if tokens]
        if len(rows) != len(self.rows):
            raise page.entries["board"].error(f"the board has {len(rows)} rows; {len(self.rows)} are needed")
        for (line, tokens), hexes in zip(rows, self.rows, strict=True):
            wanted = [h for h in hexes if h is not None]
            if len(tokens) != len(wanted):
                raise line.error(f"the row has {len(tokens)} hexes; {len(wanted)} are needed")
            for h, token in zip(wanted, tokens, strict=True):
                self._lay_hex(s, page, line, h, token)
        if not np.any(s["terrain"] == DEN):
            raise page.entries["board"].error(f"the board has no Den; at least one hex must be a Den ({DEN})")

    def _lay_hex(self, s: np.void, page: Page, line: Line, h: int, token: str) -> None:
        found = _HEX.fullmatch(token)
        if found is None:
            terrains = ", ".join(f"{digit} {name}" for digit, name in enumerate(TERRAIN_NAMES))
            raise line.error(
                f"{quoted(token)} is not a hex: write a terrain's digit ({terrains}) and stacks, letter and count, "
                "like 6a3b1"
            )
        s["terrain"][h] = int(found[1])
        most = int(self.rules[0]["counters"])
        for letter, digits in _STACK.findall(found[2]):
            seat, count = page.seat(line, letter), int(digits)
            if s["bugs"][seat, h] > 0:
                raise line.error(f"{quoted(token)} names player {letter} twice; write its insects as one stack")
            if not 1 <= count <= most:
                raise line.error(f"{quoted(token)}: a stack of {count} insects; 1 to {most} are allowed")
            s["bugs"][seat, h] = count

    def _check_swarms(self, s: np.void, page: Page) -> None:
        """Find who is eliminated, if any insects are left; refuse too many insects and cards of the eliminated."""
        most, board = int(self.rules[0]["counters"]), page.entries["board"]
        totals = s["bugs"].sum(axis=1, dtype=np.int64)
        for seat, total in enumerate(totals):
            letter = START_LETTERS[seat]
            if total > most:
                raise board.error(f"player {letter} has {total} insects; at most {most} are allowed (rules.counters)")
            s["out"][seat] = total == 0 and totals.any()
            if s["out"][seat] and (s["hand_size"][seat] or s["in_play"][seat].any() or s["burnt"][seat].any()):
                raise board.error(
                    f"player {letter} has cards but no insects, so it is out; give it a stack or no cards"
                )

    def _board_lines(self, s: np.void) -> list[str]:
        """Return the rows of the board, indented as they lie."""
        tokens = [["." if h is None else _hex_token(s, h) for h in row] for row in self.rows]
        width = max(len(token) for row in tokens for token in row) + 1
        width += width % 2
        indents = row_indents(self.board)
        lines = [
            " " * (2 + indent * width // 2) + "".join(token.ljust(width) for token in row).rstrip()
            for indent, row in zip(indents, tokens, strict=True)
        ]
        return ["board:", *lines]


def rows_of(board: Board) -> list[list[int | None]]:
    """Return the hexes of each row from west to east, None for gaps."""
    places = {position: h for h, position in enumerate(board.hexes)}
    rows = []
    for r in sorted({r for _, r in board.hexes}):
        columns = [q for q, row in board.hexes if row == r]
        rows.append([places.get((q, r)) for q in range(min(columns), max(columns) + 1)])
    return rows


def row_indents(board: Board) -> list[int]:
    """Return how many half hexes each row begins to the east of the westernmost one."""
    firsts = [min(2 * q + r for q, r in board.hexes if r == row) for row in sorted({r for _, r in board.hexes})]
    return [first - min(firsts) for first in firsts]


def _hex_token(s: np.void, h: int) -> str:
    stacks = (f"{START_LETTERS[seat]}{count}" for seat, count in enumerate(s["bugs"][:, h]) if count)
    return f"{s['terrain'][h]}{''.join(stacks)}"


def _lay_order(s: np.void, page: Page) -> None:
    """Set the order of turns: by seat, or as given; players who are out may be left out and come last."""
    line = page.entries.get("order")
    seats = list(range(len(s["order"])))
    if line is None:
        s["order"] = sorted(seats, key=lambda seat: int(s["out"][seat]))
        return
    given = [page.seat(line, letter) for letter in line.value.replace(",", " ").split()]
    missing = [seat for seat in seats if seat not in given]
    if len(set(given)) != len(given) or not all(s["out"][seat] for seat in missing):
        living = ", ".join(START_LETTERS[seat] for seat in seats if not s["out"][seat])
        raise line.error(f"the order is {quoted(line.value)}; it must name each player in play once: {living}")
    s["order"] = given + missing


def _lay_turn(s: np.void, page: Page) -> None:
    """Set round, phase and active player."""
    phase = _phase(page)
    s["round_number"] = _round_number(page, phase)
    s["stage"] = PHASES[phase][0]
    if phase == "bid":
        if "active" in page.entries:
            raise page.entries["active"].error("nobody is active in a bid; leave the line out")
        return
    s["turn"] = _active_place(s, page)
    s["active"] = s["order"][s["turn"]]
    if phase in _AFTER_MOVES:
        s["rampages"] = 1
        s["moved"][:, 0] = s["bugs"][s["active"]]


def _phase(page: Page) -> str:
    line = page.entries.get("phase")
    if line is None:
        return "evolution"
    if line.value.lower() not in PHASES:
        raise line.error(f"the phase is {quoted(line.value)}; allowed are {', '.join(PHASES)}")
    return line.value.lower()


def _round_number(page: Page, phase: str) -> int:
    line, least = page.entries.get("round"), 0 if phase == "bid" else 1
    if line is None:
        return 1
    if not re.fullmatch(r"[0-9]{1,5}", line.value) or not least <= int(line.value) <= MAX_ROUND:
        raise line.error(f"the round is {quoted(line.value)}; whole numbers from {least} to {MAX_ROUND} are allowed")
    return int(line.value)


def _active_place(s: np.void, page: Page) -> int:
    line = page.entries.get("active")
    if line is None:
        return 0
    seat = page.seat(line, line.value)
    if s["out"][seat]:
        raise line.error(f"player {line.value} has no insects, so it is out and cannot be active")
    return s["order"].tolist().index(seat)


def _turn_lines(s: np.void) -> list[str]:
    """Return the lines of phase, active player, round and order."""
    phase = PHASE_OF_STAGE[int(s["stage"])]
    lines = [f"phase: {phase}"]
    if phase != "bid" and s["active"] != NOBODY and not s["out"][s["active"]]:
        lines.append(f"active: {START_LETTERS[s['active']]}")
    lines.append(f"round: {s['round_number'] - (phase == 'bid' and s['stage'] != ROUND_BEGIN)}")
    return [*lines, f"order: {' '.join(START_LETTERS[seat] for seat in s['order'])}"]
