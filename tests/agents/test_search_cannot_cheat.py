"""An agent that searches knows no more than its side: it cannot foretell a coin.

In the tiny hex game with ``coin`` a coin decides whose stone is placed, so no choice is better than another, unless one
knows the coming coins.
"""

import numpy as np
import pytest

from swarmzoo.agents.agent import Seated
from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.view import Lookahead, View
from tests.scenarios import TINY

GAMES = 200


class Search:
    """Plays every action out at random some times, and takes the one that pays most."""

    def __init__(self):
        self._rng = np.random.default_rng(1)

    def world(self, view: View) -> Lookahead:
        """Return the game to try actions in, anew for each try."""
        return view.clone(int(self._rng.integers(1 << 30)))

    def act(self, view: View) -> int:
        worth = [sum(self._tried(view, int(action)) for _ in range(4)) for action in view.legal_actions]
        return int(view.legal_actions[np.argmax(worth)])

    def _tried(self, view: View, action: int) -> float:
        game = self.world(view)
        game.step(action)
        while not game.done:
            game.step(int(self._rng.choice(np.flatnonzero(game.mask()))))
        return float(game.pay()[view.agent])


class Cheat(Search):
    """Searches in the true game, generator and all."""

    def world(self, view: View) -> Lookahead:
        return Lookahead(view.game, view._door._Door__state.copy())


def share_won(agent: Search) -> float:
    game = TINY.game(coin=True)
    seating, seeds = paired_seats(2, 2, GAMES, 17)
    pay = play_games(game, [Seated("searching", agent), built_in(game)["random"]], seating, seeds).pay
    return float((np.where(seating == 0, pay, 0).sum(1) > 0).mean())


def test_search_does_no_better_than_chance_when_a_coin_decides():
    assert share_won(Search()) == pytest.approx(0.5, abs=3 * 0.5 / GAMES**0.5)


def test_it_would_win_if_it_saw_the_coins():
    """The game above is one in which foreknowledge pays: the bound is no empty one."""
    assert share_won(Cheat()) > 0.7
