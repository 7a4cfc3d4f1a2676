"""Random play that seeks what is seldom: of the legal actions, those that were seldom taken where they were legal.

Games at random meet most kinds of decisions seldom or never. Here a moment is told apart by which parts of the action
space are legal, and every action is the likelier the less often it was taken in such a moment. ``RICH`` of
``tests.scenarios`` names configurations in which much can happen: decks of cards that are seldom drawn otherwise.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table


class RarePlayer:
    """Chooses for many agents at once; ``taken`` counts, by moment, how often each action was taken."""

    def __init__(self, game: Game, seed: int):
        self._first = np.array(game.actions.first[:-1])
        self._bits = 1 << np.arange(len(self._first))
        self._generator = np.random.default_rng(seed)
        self._rows: dict[int, int] = {}
        self.taken = np.zeros((0, game.num_actions), np.int64)

    def moments(self, masks: np.ndarray) -> np.ndarray:
        """Return the numbers of the moments of masks (k, actions): which parts of the actions are legal."""
        parts = np.add.reduceat(masks, self._first, axis=1, dtype=np.int64) > 0
        found = [self._rows.setdefault(int(key), len(self._rows)) for key in parts @ self._bits]
        if len(self._rows) > len(self.taken):
            more = np.zeros((len(self._rows) - len(self.taken), self.taken.shape[1]), np.int64)
            self.taken = np.concatenate([self.taken, more])
        return np.array(found, np.int64)

    def choose(self, masks: np.ndarray) -> np.ndarray:
        """Return an action for each of masks (k, actions), each with a legal one."""
        moments = self.moments(masks)
        waits = self._generator.exponential(size=masks.shape) * (1 + self.taken[moments])
        actions = np.where(masks > 0, waits, np.inf).argmin(1)
        np.add.at(self.taken, (moments, actions), 1)
        return actions


def rare_play(game: Game, games: int, plies: int, seed: int = 0) -> Iterator[tuple[Table, np.ndarray, np.ndarray]]:
    """Play games side by side; yield the table, which games go on, and the moment of each, before every step.

    Every agent that is asked must have a legal action.
    """
    table, player = Table(game, games), RarePlayer(game, seed)
    table.arrange(everyone=True)
    table.seed(seed * games + np.arange(games))
    table.begin()
    for _ in range(plies):
        if table.done.all():
            return
        at, agents = np.nonzero(table.acting * ~table.done[:, None])
        masks = table.masks[at, np.zeros_like(agents) if game.sequential else agents]
        stuck = np.flatnonzero(~masks.any(1))
        assert not len(stuck), f"game {at[stuck[0]]}: {game.agents[agents[stuck[0]]]} is asked without a legal action"
        table.answer(at, agents, player.choose(masks))
        yield table, at, player.moments(masks)
        table.step()
        assert not table.illegal.any() and not table.forfeit.any()


def rare_moments(game: Game, games: int, plies: int, each: int, seed: int = 0) -> list[np.ndarray]:
    """Return states, shape (1,), of such games: a few of every moment."""
    seen: Counter[int] = Counter()
    found = []
    for table, at, moments in rare_play(game, games, plies, seed):
        for i, moment in zip(at.tolist(), moments.tolist(), strict=True):
            if seen[moment] < each:
                seen[moment] += 1
                found.append(table.states[i : i + 1].copy())
    return found


def looks(questions: Questions, state: np.ndarray, agent: int) -> tuple[bytes, bytes, str]:
    """Return all that an agent is shown: observation, mask and prompt."""
    seen, mask = questions.observation(state, agent), questions.mask(state, agent)
    return seen.tobytes(), mask.tobytes(), questions.game.words.prompt(state, agent)
