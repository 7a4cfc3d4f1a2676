"""Strategies to exploit in tabulated games: as policies of OpenSpiel, and as agents that answer for many games."""

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import expected_game_score, exploitability

from tests.small_games.tabulated import Tabulated

NAMES = ("uniform", "first", "cfr")  # random; always the first legal action; some rounds of regret minimisation
ROUNDS = 10  # of cfr


class Target:
    """A strategy by the odds of its actions, (information states, actions)."""

    def __init__(self, game: Tabulated, name: str):
        self.name, self.game = name, game
        self.odds = game.legal / np.maximum(game.legal.sum(1, keepdims=True), 1)
        if name == "first":
            self.odds = (np.arange(game.tree.actions) == (self.odds > 0).argmax(1)[:, None]).astype(float)
        if name == "cfr":
            self._solve()

    def _solve(self) -> None:
        solver = pyspiel.CFRSolver(self.game.theirs)
        for _ in range(ROUNDS):
            solver.evaluate_and_update_policy()
        average = solver.average_policy()
        for text, number in self.game.texts.items():
            for action, chance in average.get_state_policy(text):
                self.odds[number, action] = chance

    def act_seeded(self, observations: np.ndarray, masks: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Return actions, int64 (k,), drawn by seeds."""
        number = np.rint(observations[:, -1] * len(self.odds)).astype(int)
        mixed = (seeds.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(11)
        drawn = mixed.astype(float) / 2.0**53
        odds = self.odds[number] * (masks != 0)
        summed = np.cumsum(odds / odds.sum(1, keepdims=True), axis=1)
        return np.minimum((summed <= drawn[:, None]).sum(1), (odds > 0).shape[1] - 1 - (odds > 0)[:, ::-1].argmax(1))

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return actions that depend on what is seen alone."""
        return self.act_seeded(observations, masks, np.arange(len(observations)) * 7919)

    def as_policy(self) -> Any:
        """Return the strategy as a policy of OpenSpiel."""
        return as_policy(self.game, self.odds)

    def exact(self) -> float:
        """Return how much it can be exploited, by OpenSpiel: the mean of both seats, in the game's own pay."""
        return float(exploitability.exploitability(self.game.theirs, self.as_policy()))

    def won_by(self, odds: np.ndarray) -> float:
        """Return what another strategy wins from it, exactly: the mean of both seats, in the game's own pay."""
        root, other = self.game.theirs.new_initial_state(), as_policy(self.game, odds)
        first = expected_game_score.policy_value(root, [other, self.as_policy()])[0]
        return float(first + expected_game_score.policy_value(root, [self.as_policy(), other])[1]) / 2


def as_policy(game: Tabulated, odds: np.ndarray) -> Any:
    """Return odds of actions, (information states, actions), as a policy of OpenSpiel."""
    found = policies.TabularPolicy(game.theirs)
    for text, number in game.texts.items():
        found.action_probability_array[found.state_lookup[text]] = odds[number]
    return found
