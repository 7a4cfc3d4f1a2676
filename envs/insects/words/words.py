"""How the game speaks to people: actions, questions, boards, the log, positions."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import numpy as np

from swarmzoo.envs.core.events import told
from swarmzoo.envs.core.hex_drawing import spot
from swarmzoo.envs.core.hexes import NO_HEX
from swarmzoo.envs.core.painting import Disc, Drawing
from swarmzoo.envs.core.pieces import Piece
from swarmzoo.envs.core.words import Blow, Measure, PartedWords
from swarmzoo.envs.insects.board import Board
from swarmzoo.envs.insects.cards import KIND_NAMES
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.events import FIGHT_BEGINS, STRIKE
from swarmzoo.envs.insects.reasons import REASONS
from swarmzoo.envs.insects.validity import InsectsValidity
from swarmzoo.envs.insects.victory import ENDING_NAMES
from swarmzoo.envs.insects.words.cards_shown import hand
from swarmzoo.envs.insects.words.chronicle import Chronicle, book_of
from swarmzoo.envs.insects.words.field_text import board_text
from swarmzoo.envs.insects.words.figures import DENS, INSECTS, SPACES, figures
from swarmzoo.envs.insects.words.naming import hex_names
from swarmzoo.envs.insects.words.overview import Overview, overview
from swarmzoo.envs.insects.words.phrases import Phrases
from swarmzoo.envs.insects.words.picture import SIZE, Picture
from swarmzoo.envs.insects.words.position import Positions
from swarmzoo.envs.insects.words.scene import own, scene, time

_CARDS = (("cards in play", "in_play"), ("cards played", "plays"), ("cards burnt", "burns"))


class InsectsWords(PartedWords):
    """The words of one configuration (see ``Words``). Every state is an array of one record, shape (1,).

    Hexes are named by row and place, A1 in the north-west: see ``naming``.
    """

    reasons: Sequence[str] = REASONS

    def __init__(self, config: InsectsConfig, board: Board, rules: np.ndarray, validity: InsectsValidity):
        self._board, self._rules = board, rules
        self._cards, self._hexes = config.card_names(), hex_names(board)
        cards, names = self._cards, self._hexes
        self._phrases = Phrases(names, rules)
        self.book = book_of(cards, config.rules.react_to_burns)
        super().__init__(Chronicle(names, cards), Positions(config, board, rules, validity), ENDING_NAMES)
        self._picture = Picture(board, names, config.players)

    def action_name(self, state: np.ndarray, agent: int, action: int) -> str:
        """Return an action in words, as the agent sees it."""
        return self._phrases.action(state[0], figures(state, self._rules), agent, int(action))

    def prompt(self, state: np.ndarray, agent: int) -> str:
        """Return the question that a player is asked now and in which phase, or for whom it waits."""
        s = state[0]
        if s["done"] or s["actor"] == agent:
            return self._phrases.prompt(s, figures(state, self._rules))
        return self._phrases.waiting(s, agent)

    def text(self, state: np.ndarray) -> str:
        """Return the board, the players and the question in plain text; hands are only counted."""
        return board_text(state[0], self._board, self._overview(state))

    def time(self, state: np.ndarray) -> dict[str, Any]:
        """Return which turn it is and what is done, as plain values: the ``time`` of a scene."""
        return time(state[0])

    def scene(self, state: np.ndarray, side: int) -> dict[str, Any]:
        """Return what a player knows of a state as plain values; hexes by their names."""
        return scene(state[0], self._board, self._hexes, self._cards, figures(state, self._rules), side)

    def own(self, state: np.ndarray, side: int) -> list[str]:
        """Return a player's hand, and what it knows of others' hands."""
        return own(state[0], self._cards, side)

    def own_pieces(self, state: np.ndarray, side: int) -> list[Piece]:
        """Return the cards of a player's hand."""
        return hand(state[0], self._cards, side)

    def drawing(self, state: np.ndarray) -> Drawing:
        """Return a picture of the board and the players; its size depends on the configuration alone."""
        return self._picture.draw(state[0], self._overview(state))

    def blows(self, before: np.ndarray, after: np.ndarray, since: int) -> list[Blow]:
        """Return the spaces in which swarms struck each other: all who fight are there."""
        kept, logged = told(after[0], 0)[0], int(after[0]["logged"])
        at, found = NO_HEX, dict[int, None]()
        for number, (code, first, *_) in enumerate(kept, logged - len(kept)):
            if code == FIGHT_BEGINS:
                at = first
            elif code == STRIKE and number >= since and at != NO_HEX:
                found[at] = None
        return [Blow(self._picture.centres[h]) for h in found]

    def spot(self, state: np.ndarray, agent: int, action: int) -> Disc | None:
        """Return where on the drawing an action of an agent aims."""
        h = self._phrases.aimed_at(state[0], figures(state, self._rules), agent, int(action))
        return None if h == NO_HEX else spot(self._picture.centres[h], SIZE)

    def moment(self, state: np.ndarray) -> Hashable:
        """Return what changes with every Bid and every turn."""
        s = state[0]
        return int(s["round_number"]), int(s["active"]), bool(s["done"])

    def measures(self, state: np.ndarray) -> Iterator[Measure]:
        """Yield the rounds and the discards, and of all players what they hold and the cards that they used."""
        s, table = state[0], figures(state, self._rules).table
        yield Measure("rounds", "rounds", int(s["round_number"]))
        yield from _by_kind("cards discarded", s["discards"])
        for seat in range(len(table)):
            yield Measure("spaces", "spaces", int(table[seat, SPACES]), seat)
            yield Measure("insects", "insects", int(table[seat, INSECTS]), seat)
            yield Measure("Dens", "Dens", int(table[seat, DENS]), seat)
            for name, field in _CARDS:
                yield from _by_kind(name, s[field][seat], seat)

    def _overview(self, state: np.ndarray) -> Overview:
        now = figures(state, self._rules)
        return overview(state[0], now, len(self._cards), self._phrases.prompt(state[0], now))


def _by_kind(name: str, counts: np.ndarray, side: int | None = None) -> Iterator[Measure]:
    return (Measure(name, "cards", int(count), side, KIND_NAMES[kind]) for kind, count in enumerate(counts))
