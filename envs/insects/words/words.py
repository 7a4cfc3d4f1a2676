"""How the game speaks to people: actions, questions, boards, the log, positions."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from swarmzoo.envs.core.painting import paint, svg_document
from swarmzoo.envs.insects.board import Board
from swarmzoo.envs.insects.cards import KIND_NAMES
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.reasons import REASONS
from swarmzoo.envs.insects.victory import ENDING_NAMES
from swarmzoo.envs.insects.words.board_text import board_text
from swarmzoo.envs.insects.words.chronicle import Chronicle
from swarmzoo.envs.insects.words.figures import DENS, INSECTS, SPACES, figures
from swarmzoo.envs.insects.words.naming import hex_names
from swarmzoo.envs.insects.words.overview import Overview, overview
from swarmzoo.envs.insects.words.phrases import Phrases
from swarmzoo.envs.insects.words.picture import Picture
from swarmzoo.envs.insects.words.position import Positions


class InsectsWords:
    """The words of one configuration (see ``Words``). Every state is an array of one record, shape (1,).

    Hexes are named by row and place, A1 in the north-west: see ``naming``.
    """

    reasons: Sequence[str] = REASONS

    def __init__(self, config: InsectsConfig, board: Board, rules: np.ndarray):
        self._board, self._rules = board, rules
        cards, names = config.card_names(), hex_names(board)
        self._num_cards = len(cards)
        self._phrases = Phrases(names, rules)
        self._chronicle = Chronicle(names, cards)
        self._positions = Positions(config, board, rules)
        self._picture = Picture(board, names, config.players)

    def action_name(self, state: np.ndarray, agent: int, action: int) -> str:
        """Return an action in words, as the agent sees it."""
        return self._phrases.action(state[0], figures(state, self._rules), agent, int(action))

    def prompt(self, state: np.ndarray) -> str:
        """Return the question that is asked now, with who is asked and in which phase."""
        return self._phrases.prompt(state[0], figures(state, self._rules))

    def text(self, state: np.ndarray) -> str:
        """Return the board, the players and the question in plain text; hands are only counted."""
        return board_text(state[0], self._board, self._overview(state))

    def svg(self, state: np.ndarray) -> str:
        """Return an SVG document of the board and the players."""
        return svg_document(self._picture.draw(state[0], self._overview(state)))

    def image(self, state: np.ndarray) -> np.ndarray:
        """Return the same picture, uint8 (height, width, 3); the size depends on the configuration alone."""
        return paint(self._picture.draw(state[0], self._overview(state)))

    def log(self, state: np.ndarray, since: int) -> tuple[list[str], int]:
        """Return the sentences of the events after number ``since``, and the number of the last event."""
        return self._chronicle.tell(state[0], since)

    def write_position(self, state: np.ndarray) -> str:
        """Return the position in its text form, exact to the byte: see ``position``."""
        return self._positions.write(state)

    def read_position(self, text: str, seed: int) -> np.ndarray:
        """Return the state of a position; raise GameError with the line that is wrong and what is allowed."""
        return self._positions.read(text, seed)

    def ending(self, state: np.ndarray) -> str:
        """Return how a game ended."""
        return ENDING_NAMES[state[0]["ending"]]

    def summary(self, state: np.ndarray) -> dict[str, Any]:
        """Return how a game ended, its rounds, counts by side, and cards by kind: in play, discarded, played, burnt."""
        s, table = state[0], figures(state, self._rules).table
        return {
            "ending": self.ending(state),
            "rounds": int(s["round_number"]),
            "spaces": table[:, SPACES].tolist(),
            "insects": table[:, INSECTS].tolist(),
            "dens": table[:, DENS].tolist(),
            "cards_in_play": s["in_play"].sum(axis=1).tolist(),
            "kinds_in_play": _by_kind(s["in_play"].sum(axis=0)),
            "kinds_discarded": _by_kind(s["discards"]),
            "cards_played": [_by_kind(counts) for counts in s["plays"]],
            "cards_burnt": [_by_kind(counts) for counts in s["burns"]],
        }

    def _overview(self, state: np.ndarray) -> Overview:
        now = figures(state, self._rules)
        return overview(state[0], now, self._num_cards, self._phrases.prompt(state[0], now))


def _by_kind(counts: np.ndarray) -> dict[str, int]:
    return {KIND_NAMES[kind]: int(count) for kind, count in enumerate(counts) if count}
