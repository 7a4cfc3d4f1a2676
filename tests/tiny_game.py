"""Hex on a tiny board: a whole game in one file, to hold every view to the Game contract.

H1  Two sides place stones in turn on the empty cells of a rhombus of hexes, side 0 first.
H2  Side 0 wins by joining the top row to the bottom row, side 1 by joining the left column to the right one.
H3  A full board always has exactly one winner; a single empty cell is filled without asking.
H4  ``coin``: a coin decides whose stone is placed, so no choice is better than another.
"""

from collections.abc import Hashable, Iterator
from functools import cache, lru_cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.actions import Actions, Part
from swarmzoo.envs.core.bans import ban_counts, ban_fields
from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game, Kernels, Slice, new_records
from swarmzoo.envs.core.hex_drawing import Sheet, tiles
from swarmzoo.envs.core.hexes import neighbours
from swarmzoo.envs.core.kernel import entry_point, kernel
from swarmzoo.envs.core.painting import Drawing, Shape
from swarmzoo.envs.core.random import draw_below, seed_rng
from swarmzoo.envs.core.ranges import FLAG, Bounds
from swarmzoo.envs.core.reading import checked_seed, whole_text
from swarmzoo.envs.core.turns import only_action, turns
from swarmzoo.envs.core.validity import Validity
from swarmzoo.envs.core.words import Measure, Words

NOBODY = -1
VERSION = 0
LEGAL, GAME_IS_OVER, NOT_YOUR_TURN, NO_SUCH_CELL, CELL_TAKEN = range(5)
REASONS = (
    "it is legal",
    "the game is over",
    "the other side moves now",
    "there is no such cell",
    "the cell already has a stone",
)
STONES = "xo."
COLOURS = ("#c82828", "#2828c8", "#e6e6e6")
SIZE, MARGIN = 20, 8  # of the picture


class TinyHexConfig(Settings):
    """What can be chosen."""

    size: int = number(3, 2, 3, "H1", "cells of an edge", "cells")
    coin: bool = choice(False, "H4", "a coin decides whose stone is placed")

    @property
    def even_seats(self) -> bool:
        """Whether both sides have the same prospects: whoever begins is ahead, unless a coin decides."""
        return self.coin


@cache
def state_dtype(cells: int) -> np.dtype:
    """Return the record of one game."""
    return np.dtype(
        [
            ("rng", np.uint32, 4),
            ("done", np.bool_),
            ("stones", np.int8, cells),  # NOBODY or the owner
            ("actor", np.int8),
            ("winner", np.int8),
            ("num_stones", np.int16),
            ("reached", np.int8, cells),  # by the chain that is being followed
            ("mask", np.int8, cells),  # legal actions as the side to move sees them
            ban_counts(2),
        ],
        align=True,
    )


@cache
def rules_dtype(cells: int) -> np.dtype:
    """Return the record of the rules."""
    return np.dtype(
        [("edge", np.int16), ("coin", np.bool_), ("neighbours", np.int16, (cells, 6)), *ban_fields(2, cells)],
        align=True,
    )


@kernel
def begin(s, r, seed):
    """Set up an empty board. [H1]"""
    seed_rng(s.rng, seed)
    s.done, s.actor, s.winner, s.num_stones = False, 0, NOBODY, 0
    s.stones[:] = NOBODY
    s.reached[:] = 0
    s.mask[:] = 0


@kernel
def go_on(s, r):
    """There is nothing to do between two stones."""


@kernel
def cell_at(r, side, view):
    """Translate a cell between the board and a side's view: side 1 sees it turned over, its goal rows on top."""
    if side == 0:
        return view
    return view % r.edge * r.edge + view // r.edge


@kernel
def refusal(s, r, side, action):
    """Tell why the rules do not allow to take a cell; 0 if they do."""
    if s.done:
        return GAME_IS_OVER
    if side != s.actor:
        return NOT_YOUR_TURN
    if action < 0 or action >= s.stones.shape[0]:
        return NO_SUCH_CELL
    return LEGAL if s.stones[cell_at(r, side, action)] == NOBODY else CELL_TAKEN


@kernel
def fill_mask(s, r):
    """Write the empty cells as the side to move sees them; return how many there are."""
    choices = 0
    for action in range(s.mask.shape[0]):
        s.mask[action] = refusal(s, r, s.actor, action) == LEGAL
        choices += int(s.mask[action])
    return choices


@kernel
def place_seen(s, r, action):
    """Place a stone in a cell that the side to move names as it sees the board. [H1]"""
    place(s, r, cell_at(r, s.actor, action))


@kernel
def place(s, r, cell):
    """Place a stone of the side to move, or of whom a coin names. [H1, H4]"""
    owner = draw_below(s.rng, 2) if r.coin else s.actor
    s.stones[cell] = owner
    s.num_stones += 1
    if joins(s, r, owner):
        s.done, s.winner = True, owner
    s.actor = 1 - s.actor


@kernel
def joins(s, r, side):
    """Tell whether a side's stones join its two edges. [H2]"""
    for view in range(s.stones.shape[0]):
        cell = cell_at(r, side, view)
        s.reached[cell] = view < r.edge and s.stones[cell] == side
    spreads = True
    while spreads:
        spreads = False
        for cell in range(s.stones.shape[0]):
            if s.reached[cell] == 0 and s.stones[cell] == side and touches_chain(s, r, cell):
                s.reached[cell] = 1
                spreads = True
    for view in range(s.stones.shape[0] - r.edge, s.stones.shape[0]):
        if s.reached[cell_at(r, side, view)]:
            return True
    return False


@kernel
def touches_chain(s, r, cell):
    """Tell whether a neighbour belongs to the chain."""
    for direction in range(6):
        other = r.neighbours[cell, direction]
        if other >= 0 and s.reached[other]:
            return True
    return False


@kernel
def observe(s, r, side, out, again):
    """Write own stones, the other's stones and whether the side is to move, in the side's view."""
    out[:] = 0.0
    cells = s.stones.shape[0]
    for view in range(cells):
        owner = s.stones[cell_at(r, side, view)]
        if owner != NOBODY:
            out[(owner != side) * cells + view] = 1.0
    out[2 * cells] = not s.done and s.actor == side


@kernel
def survey(s, r, out):
    """Write the stones of side 0, of side 1, and who is to move."""
    out[:] = 0.0
    for cell in range(s.stones.shape[0]):
        if s.stones[cell] != NOBODY:
            out[s.stones[cell] * s.stones.shape[0] + cell] = 1.0
    out[2 * s.stones.shape[0]] = s.actor


@kernel
def rewards(s, r, pay, over):
    """Write +1 for the winner and -1 for the loser at the end."""
    for side in range(2):
        over[side] = s.done
        pay[side] = 0.0
        if s.done:
            pay[side] = 1.0 if s.winner == side else -1.0


@kernel
def determinize(s, r, side, seed):
    """Draw the coming coins anew; nothing else is hidden."""
    seed_rng(s.rng, seed)


@kernel
def potential(s, r, values):
    """There is no shaping."""
    values[:] = 0.0


TURNS = turns(begin=begin, go_on=go_on, fill_mask=fill_mask, unasked=only_action, carry_out=place_seen, refusal=refusal)


def _resume(states, rules):
    find_choices(states[0], rules[0])  # noqa: F821  (bound to the game's kernel)


@cache
def resume_entry() -> Any:
    """Return the compiled function (states (1,), rules (1,)) that makes a position ready for play."""
    return entry_point(_resume, "tiny_hex_resume", {"find_choices": TURNS.find_choices})


class TinyHexValidity(Validity):
    """Which records are states: nothing from outside that is none is ever given to a kernel."""

    derived = ("mask",)

    def __init__(self, config: TinyHexConfig, rules: np.ndarray):
        cells = config.size**2
        bounds: dict[str, Bounds | None] = dict.fromkeys(("done", "actor", "reached", "mask"), FLAG)
        bounds |= {"stones": (NOBODY, 1), "winner": (NOBODY, 1), "num_stones": (0, cells)}
        super().__init__(rules, state_dtype(cells), bounds | {"rng": None, "bans_lifted": (0, 2**30)})

    def flaw(self, s: np.void) -> str | None:
        """Return what contradicts itself."""
        if s["num_stones"] != (s["stones"] != NOBODY).sum():
            return f"num_stones = {s['num_stones']}, but {(s['stones'] != NOBODY).sum()} lie on the board"
        if s["done"] != (s["winner"] != NOBODY):
            return "done and winner disagree: a game that is over has a winner"
        return None

    def work_out(self, states: np.ndarray) -> None:
        """Find the legal actions again; when the game is over the last mask stays."""
        if not states[0]["done"]:
            resume_entry()(states, self.rules)


class TinyHexWords(Words):
    """How the game speaks."""

    reasons = REASONS

    def __init__(self, config: TinyHexConfig, rules: np.ndarray, validity: Validity):
        self._size, self._dtype, self._rules = config.size, state_dtype(config.size**2), rules
        self._validity = validity

    def _name(self, cell: int) -> str:
        return f"{'abc'[cell % self._size]}{cell // self._size + 1}"

    def action_name(self, state: np.ndarray, agent: int, action: int) -> str:
        """Return the cell's name on the board."""
        column, row = action % self._size, action // self._size
        return self._name(action if agent == 0 else column * self._size + row)

    def prompt(self, state: np.ndarray, agent: int) -> str:
        """Return whether a side is to move."""
        if state[0]["done"]:
            return "the game is over"
        return f"{STONES[agent]} to move" if state[0]["actor"] == agent else f"{STONES[agent]} waits"

    def text(self, state: np.ndarray) -> str:
        """Return the board, each row further to the right."""
        rows = state[0]["stones"].reshape(self._size, self._size)
        return "\n".join(" " * i + " ".join(STONES[stone] for stone in row) for i, row in enumerate(rows))

    def scene(self, state: np.ndarray, side: int) -> dict[str, Any]:
        """Return the stones by row; nothing is hidden."""
        rows = state[0]["stones"].reshape(self._size, self._size)
        return {
            "time": {},
            "board": {"indents": list(range(self._size)), "ground": [["open"] * self._size for _ in rows]},
            "sides": [{"name": STONES[side]} for side in range(2)],
            "units": [
                {"side": STONES[stone], "at": f"{column} {row}"}
                for row, stones in enumerate(rows.tolist())
                for column, stone in enumerate(stones)
                if stone >= 0
            ],
        }

    def drawing(self, state: np.ndarray) -> Drawing:
        """Return the hexes, each in the colour of its stone."""
        cells = self._size**2
        sheet = Sheet([(cell % self._size, cell // self._size) for cell in range(cells)], SIZE, MARGIN, MARGIN)
        shapes: list[Shape] = []
        for owner, colour in enumerate(COLOURS):
            is_here = state[0]["stones"] % len(COLOURS) == owner  # NOBODY is -1, the last colour
            if is_here.any():
                shapes += tiles(sheet.points(is_here), SIZE, colour)
        return Drawing(round(sheet.width + 2 * MARGIN), round(sheet.height + 2 * MARGIN), tuple(shapes))

    def log(self, state: np.ndarray, since: int) -> tuple[list[str], int]:
        """Return how many stones were placed."""
        stones = int(state[0]["num_stones"])
        return [f"stone {k + 1} was placed" for k in range(since, stones)], stones

    def write_position(self, state: np.ndarray) -> str:
        """Return the rows and who is to move."""
        rows = state[0]["stones"].reshape(self._size, self._size)
        return "\n".join("".join(STONES[stone] for stone in row) for row in rows) + f"\n{STONES[state[0]['actor']]}\n"

    def read_position(self, text: str, seed: int) -> np.ndarray:
        """Return the state of rows and the side to move; the game must not be over."""
        *rows, player = whole_text(text, "position").split() or [""]
        cells = "".join(rows)
        fits = len(rows) == self._size and len(cells) == self._size**2 and not set(cells) - set(STONES)
        if not fits or player not in ("x", "o"):
            raise GameError(f"position: {self._size} rows of x, o and . are needed, then x or o for who is to move")
        state = new_records(self._dtype, 1)
        record = state[0]
        record["stones"] = [STONES.index(c) if c != "." else NOBODY for c in cells]
        record["actor"], record["winner"] = STONES.index(player), NOBODY
        record["num_stones"] = sum(c != "." for c in cells)
        record["rng"] = np.random.SeedSequence(checked_seed(seed)).generate_state(4)
        self._validity.check_given(state, "position")
        resume_entry()(state, self._rules)
        self._validity.check(state, "position")
        return state

    def ending(self, state: np.ndarray) -> str:
        """Return how a game ended: there is but one way."""
        return "joined" if state[0]["winner"] != NOBODY else ""

    def moment(self, state: np.ndarray) -> Hashable:
        """Return the number of stones: every turn is worth a look."""
        return int(state[0]["num_stones"]), bool(state[0]["done"])

    def measures(self, state: np.ndarray) -> Iterator[Measure]:
        """Yield the turns, and the stones of both sides."""
        yield Measure("turns", "turns", int(state[0]["num_stones"]))
        for side in range(2):
            yield Measure("stones", "stones", int((state[0]["stones"] == side).sum()), side)


KERNELS = Kernels(
    reset=TURNS.reset,
    acting=TURNS.acting,
    legal=TURNS.legal,
    step=TURNS.step,
    observe=observe,
    rewards=rewards,
    determinize=determinize,
    survey=survey,
    why_not=TURNS.why_not,
    potential=potential,
)


@lru_cache
def tiny_hex(config: TinyHexConfig) -> Game:
    """Return the game of a configuration."""
    size, cells = config.size, config.size**2
    rules = new_records(rules_dtype(cells), 1)
    rules[0]["edge"], rules[0]["coin"] = size, config.coin
    rules[0]["neighbours"] = neighbours([(q, r) for r in range(size) for q in range(size)], cells)
    validity = TinyHexValidity(config, rules)
    return Game(
        name="tiny_hex",
        version=VERSION,
        config=config,
        rules=rules,
        state=state_dtype(cells),
        agents=("side_0", "side_1"),
        side_of_agent=(0, 1),
        side_names=("side_0", "side_1"),
        actions=Actions((Part("cell", cells, "hex"),)),
        observation_layout=(Slice("stones", 0, (2, size, size)), Slice("to move", 2 * cells, (1,))),
        observation_high=np.ones(2 * cells + 1, np.float32),
        overview_size=2 * cells + 1,
        overview_high=1.0,
        kernels=KERNELS,
        words=TinyHexWords(config, rules, validity),
        validity=validity,
        rules_signature=f"{config.size} {config.coin}",
        factory=tiny_hex,
    )
