"""Positions drawn as text, and what happens when they are played on.

    game = play('''
        phase: move
        board:
          6a3  1  1
            1  1  6b1
        ''')
    game.does("pick A1", "count 2", "go east")
    assert game.bugs("a", "A2") == 2

The drawing may have any outline: odd lines (the second, the fourth ...) lie half a hex to the east. Hexes
have the game's own names: ``B3`` is the third hex of the second line. Rows of Dirt that touch nothing fill a board for
four players up, so that two kinds of records serve all tests.
"""

from textwrap import dedent
from typing import Any

import numpy as np

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.hexes import DIRECTION_NAMES
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.insects import events, state
from swarmzoo.envs.insects.board import board_of
from swarmzoo.envs.insects.cards import KIND_NAMES, NUM_KINDS, kind_named
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.envs.insects.victory import ENDING_NAMES
from swarmzoo.envs.insects.words.naming import hex_names

SEATS = "abcdef"
DECISIONS = {
    getattr(state, name): name.lower().replace("_", " ")
    for name in (
        *("BID_WINDOW", "BID", "EVOLUTION", "EXCESS", "REPRODUCTION_PHASE", "MOVE_WINDOW", "PICK", "COUNT", "STEP"),
        *("FIGHT_ORDER", "FIGHT_WINDOW", "TARGET", "RAMPAGE_OFFER", "LIMIT_WINDOW", "REACTION", "MIMIC_KIND"),
        *("VICTIM", "VICTIMS_CARD", "OWN_CARD", "CARD_FROM_HAND", "ADAPTATION_DISCARD", "PLACE_COUNT"),
    )
}
EVENTS = {getattr(events, name): name for name in dir(events) if name.isupper() and name != "LOG_LENGTH"}
LARGE_BOARD = 38  # hexes of the least board of the second capacity


class Playing:
    """One game under way, with sentences for actions; players are the letters a, b ..."""

    def __init__(self, game: Game):
        self.game, self.questions = game, Questions(game)
        self.table = Table(game, 1)
        self.table.arrange(quiet=True)
        self.names = hex_names(board_of(game.config))
        self.places = {name: h for h, name in enumerate(self.names)}

    @property
    def s(self) -> Any:
        """The state's record."""
        return self.table.states[0]

    @property
    def rules(self) -> Any:
        """The record of the rules."""
        return self.game.rules[0]

    def begin(self, states: np.ndarray) -> "Playing":
        """Go on from a state, shape (1,)."""
        self.table.enter(states)
        return self

    def reset(self, seed: int) -> "Playing":
        """Begin a new game."""
        self.table.seed(np.array([seed]))
        self.table.begin()
        return self

    @property
    def asked(self) -> str:
        """Who is asked, and what: ``a pick``; ``nobody`` when the game is over."""
        if self.s["done"]:
            return "nobody"
        decision = self.s["question"] if self.s["question"] != state.NO_QUESTION else self.s["stage"]
        return f"{SEATS[self.s['actor']]} {DECISIONS[int(decision)]}"

    def does(self, *sentences: str) -> "Playing":
        """Let the players who are asked act, one after another."""
        for sentence in sentences:
            legal = self._legal()
            assert sentence in legal, f"{self.asked}: {sentence!r} is none of {sorted(legal)}"
            self.act(legal[sentence])
        return self

    def act(self, action: int) -> None:
        """Take an action, as the player who is asked sees it."""
        self.table.actions[0, self.s["actor"]] = action
        self.table.step()
        assert not self.table.illegal[0]

    def passes(self, count: int = 1) -> "Playing":
        """Let the players who are asked pass, a number of times."""
        return self.does(*["pass"] * count)

    def until(self, *asked: str) -> "Playing":
        """Pass, or take the first legal action, until one of these is asked."""
        for _ in range(500):
            if self.asked in asked or self.s["done"]:
                return self
            self.act(int(np.flatnonzero(self.s["mask"])[0]))
        raise AssertionError(f"nobody was asked {asked}")

    @property
    def can(self) -> set[str]:
        """The sentences of what is legal now."""
        return set(self._legal())

    def _legal(self) -> dict[str, int]:
        assert self.s["mask"].max() <= 1
        return {self.sentence(int(action)): int(action) for action in np.flatnonzero(self.s["mask"])}

    def sentence(self, action: int) -> str:
        """Return the words of an action, as the player who is asked sees it."""
        p, decision = int(self.s["actor"]), self.asked[2:]
        part, k = self.game.actions.part_of(action)
        if part.name == "play":
            return f"{_verb_of_cards(decision)} {KIND_NAMES[k]}"
        if part.name == "burn":
            return f"burn {KIND_NAMES[k]}"
        if part.name == "hex":
            verb = {"reproduction phase": "place", "pick": "pick", "fight order": "fight"}[decision]
            return f"{verb} {self.names[self.rules['hex_at'][p, k]]}"
        if part.name == "step":
            return f"go {DIRECTION_NAMES[self.rules['direction_back'][p, k]]}"
        if part.name == "digit":
            return f"count {k}"
        if part.name != "seat":
            return part.name
        if decision == "bid":
            return f"take {k + 1}"
        order = self.s["order"].tolist()
        return f"name {SEATS[order[(order.index(p) + k) % len(order)]]}"

    def bugs(self, player: str, place: str | None = None) -> int:
        """Count a player's insects in a space, or all of them."""
        insects_of = self.s["bugs"][SEATS.index(player)]
        return int(insects_of.sum() if place is None else insects_of[self.places[place]])

    def stacks(self, player: str) -> dict[str, int]:
        """Return a player's stacks by space."""
        return {name: self.bugs(player, name) for name in self.names if self.bugs(player, name)}

    def hand(self, player: str) -> list[str]:
        """Return the kinds of a player's hand."""
        return _kinds(self.s["hand"][SEATS.index(player)])

    def in_play(self, player: str) -> list[str]:
        """Return the kinds that a player has in play."""
        return _kinds(self.s["in_play"][SEATS.index(player)])

    @property
    def discards(self) -> list[str]:
        """The kinds of the discards."""
        return _kinds(self.s["discards"])

    def force(self, player: str, kind: str) -> int:
        """Count the effects of an Evolution kind in force for a player."""
        return int(self.s["force"][SEATS.index(player), kind_named(kind)])

    def attribute(self, player: str, kind: str) -> int:
        """Return an attribute of a swarm by its base and its Evolution cards."""
        index = kind_named(kind)
        return int(self.rules["base_value"][index] + self.rules["per_card"][index] * self.force(player, kind))

    @property
    def order(self) -> str:
        """The letters of the players in turn order."""
        return "".join(SEATS[seat] for seat in self.s["order"])

    @property
    def winners(self) -> str:
        """The letters of those who share first place, once the game is over."""
        return "".join(SEATS[seat] for seat in np.flatnonzero(self.s["winner"])) if self.s["done"] else ""

    @property
    def ending(self) -> str:
        """How the game ended."""
        return ENDING_NAMES[self.s["ending"]]

    @property
    def pay(self) -> list[float]:
        """The rewards of all players so far."""
        return [round(float(value), 6) for value in self.questions.rewards(self.table.states)[0]]

    @property
    def cards_left(self) -> int:
        """Cards left in the deck."""
        return int(self.rules["num_cards"] - self.s["drawn"])

    def story(self, since: int = 0) -> list[tuple[str, list[int]]]:
        """Return the events of the log with their numbers, oldest first, from event number ``since`` on."""
        first = max(since, int(self.s["logged"]) - state.LOG_LENGTH)
        rows = [self.s["log"][k % state.LOG_LENGTH].tolist() for k in range(first, int(self.s["logged"]))]
        return [(EVENTS[row[0]], row[1:]) for row in rows]

    def told(self, event: str, since: int = 0) -> list[list[int]]:
        """Return the numbers of every event of a kind in the log, oldest first."""
        return [numbers for name, numbers in self.story(since) if name == event]


def play(
    text: str, seed: int = 0, players: int = 2, extra: bool = True, max_rounds: int | None = None, **rules: Any
) -> Playing:
    """Return a game of one deck at the first decision of a position; further keywords are fields of the rules."""
    drawing, body = _split(dedent(text))
    if players > 2:
        _fill_up(drawing)
    given = {"players": players, "extra_cards": extra, "map": _map_text(drawing, players)}
    given["rules"] = {"decks": 1} | rules
    game = insects(InsectsConfig.read(given | ({"max_rounds": max_rounds} if max_rounds else {})))
    board = "board:\n" + "\n".join(" ".join(row) for row in drawing)
    return Playing(game).begin(game.words.read_position(f"{body}\n{board}\n", seed))


def new_game(seed: int = 0, **config: Any) -> Playing:
    """Return a new game of a configuration at its first decision."""
    return Playing(insects(InsectsConfig.read(config))).reset(seed)


def _split(text: str) -> tuple[list[list[str]], str]:
    """Split a position into the rows of its board and its other lines."""
    head, _, rest = text.partition("board:\n")
    rows: list[str] = []
    lines: list[str] = []
    for line in rest.splitlines():
        (lines if ":" in line else rows).append(line)
    drawing = [row.split() for row in rows if row.strip()]
    return drawing, head + "\n".join(lines)


def _fill_up(drawing: list[list[str]]) -> None:
    """Add rows of Dirt that nothing reaches."""
    missing = LARGE_BOARD - sum(len(row) for row in drawing)
    while missing > 0:
        drawing.append([])
        drawing.append(["1"] * min(missing, 10))
        missing -= 10


def _map_text(drawing: list[list[str]], players: int) -> str:
    """Return a map of the drawing's outline; starts lie anywhere, for the position says where insects are."""
    rows = [["1"] * len(row) or ["."] for row in drawing]
    last = len(drawing[0]) - 1
    corners = [(0, 0), (0, last)] if len(drawing) == 1 else [(0, 0), (_last_row(drawing), -1)]
    corners += [(0, k) for k in range(1, players - 1)]
    for letter, (row, column) in zip(SEATS[:players], corners, strict=False):
        rows[row][column] = letter
    return "\n".join("".join(row) for row in rows) + "\n"


def _last_row(drawing: list[list[str]]) -> int:
    """Return the last row that hangs together with the first."""
    row = 0
    while row + 1 < len(drawing) and drawing[row + 1]:
        row += 1
    return row


def _verb_of_cards(decision: str) -> str:
    if decision in ("excess", "adaptation discard"):
        return "discard"
    return "choose" if decision in ("mimic kind", "victims card", "own card", "card from hand") else "play"


def _kinds(counts: np.ndarray) -> list[str]:
    """Return the names of kinds, each as often as it is counted."""
    return [KIND_NAMES[kind] for kind in range(min(NUM_KINDS, len(counts))) for _ in range(int(counts[kind]))]
