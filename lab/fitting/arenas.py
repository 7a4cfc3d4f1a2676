"""Where weights of bots play each other: every side of a game is played by a row of a table of weights.

An arena is made by name. Its ``names`` are those of the bots whose rows stand first in every table, its ``weights``
theirs; ``rivals`` are the rows that a search plays against, ``smallest`` is the least weight that it starts from.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from swarmzoo.agents.insects import judgement as insects_judgement
from swarmzoo.agents.insects.bots import follow_strategy, look_ahead
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.agents.skirmish.nova import judgement as nova_judgement
from swarmzoo.agents.skirmish.nova.bots import choose_by as choose_in_nova
from swarmzoo.agents.skirmish.overseer import judgement as overseer_judgement
from swarmzoo.agents.skirmish.overseer.bots import choose_by
from swarmzoo.agents.skirmish.warband import bots as warband_bots
from swarmzoo.agents.skirmish.warband import weights as warband_weights
from swarmzoo.agents.skirmish.warband.captain import choose_by as choose_in_warband
from swarmzoo.envs.core.bans import allowed
from swarmzoo.envs.core.errors import GameError, nearest
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.kernel import bind, entry_point, kernel
from swarmzoo.envs.core.loop import choose_random
from swarmzoo.envs.core.random import next_word, seed_rng
from swarmzoo.envs.insects.determinize import determinize
from swarmzoo.envs.insects.turn import step_actor as step_insects
from swarmzoo.envs.insects.victory import rewards_of
from swarmzoo.envs.skirmish.nova.turn import TURNS as NOVA_TURNS
from swarmzoo.envs.skirmish.nova.victory import side_pay as nova_pay
from swarmzoo.envs.skirmish.overseer.turn import TURNS
from swarmzoo.envs.skirmish.overseer.victory import side_pay
from swarmzoo.envs.skirmish.warband.turn import TURNS as WARBAND_TURNS
from swarmzoo.envs.skirmish.warband.victory import side_pay as warband_pay
from swarmzoo.lab.games import made

INSECTS_NAMES = insects_judgement.NAMES
LOOK_AHEAD = np.array([name in ("greedy", "expert") for name in INSECTS_NAMES])


def _duel(states, rules, spare, weights, players, seeds, pay, mask, rng):
    """Play games whose sides are rows of the weights, and write what each is paid."""
    s, r = states[0], rules[0]
    for i in range(seeds.shape[0]):
        reset(s, r, seeds[i])  # noqa: F821  (bound to the game's kernel)
        seed_rng(rng, seeds[i] + 77)
        while not s.done:
            side = side_to_act(s, r)  # noqa: F821
            action = chosen(s, r, side, players[i, side], weights, spare, mask, rng)  # noqa: F821
            step_actor(s, r, action)  # noqa: F821
        for side in range(players.shape[1]):
            pay[i, side] = pay_of(s, r, side)  # noqa: F821


class Arena:
    """Plays candidates against the built-in bots and each other; rows of ``weights`` are the players."""

    smallest = 0.05  # a weight of 0 has no logarithm

    def __init__(
        self, game: Game, names: tuple[str, ...], weights: np.ndarray, rivals: tuple[str, ...], play: dict[str, Any]
    ) -> None:
        self.names, self.weights = names, weights
        self.rivals = tuple(names.index(name) for name in rivals)
        self._game = game
        kernels = {key: getattr(game.kernels, key) for key in ("reset", "legal")}
        play = play | kernels | {"chosen": bind(play["chosen"], kernels)}
        self._play = entry_point(_duel, f"{game.name}_duel", play)
        self._spares = [game.new_states(count) for count in (1, 2)]

    def score(self, weights: np.ndarray, one: int, other: int, games: int, seed: int) -> float:
        """Return the share of first place of a row against another; with more than two sides half of them are each's.

        The same seeds are played from every side by both; with an odd number of sides the seats of one are every
        second one, in turn with one more and one less.
        """
        sides = self._game.num_sides
        mine = (np.arange(sides) + np.arange(2)[:, None]) % 2 == 0
        repeats = max(games // 2, 1)
        seats = np.repeat(mine, repeats, axis=0)
        players = np.where(seats, one, other).astype(np.int64)
        seeds = np.tile(np.arange(seed, seed + repeats, dtype=np.int64), 2)
        pay = np.zeros(players.shape, np.float32)
        mask, rng = np.zeros(self._game.num_actions, np.int8), np.zeros(4, np.uint32)
        state, spare = self._spares
        self._play(state, self._game.rules, spare, self.table(weights), players, seeds, pay, mask, rng)
        return float(share_of_first(pay)[seats].sum() / len(pay))

    def table(self, weights: np.ndarray) -> np.ndarray:
        """Return weights as the bots read them."""
        return np.ascontiguousarray(weights, np.float32)


@kernel
def _asked_in_insects(s, r):
    return int(s.actor)


@kernel
def _paid_in_insects(s, r, side):
    return rewards_of(s, side)


def _chosen_in_insects(s, r, side, row, weights, spare, mask, rng):
    """Return the action of a row in insects; those after the bots look ahead, as greedy does."""
    legal(s, r, side, mask)  # noqa: F821  (bound to the game's kernel)
    spare[0] = s
    determinize(spare[0], r, side, next_word(rng))
    if row >= LOOK_AHEAD.shape[0] or LOOK_AHEAD[row]:
        return look_ahead(spare, r, side, rng, mask, weights[row])
    return follow_strategy(spare[0], r, side, rng, mask, weights[row])


def insects(keywords: str = "") -> Arena:
    """Return the arena of insects: two players on symmetric maps."""
    game = made("insects", keywords or "players=2,symmetric=true")
    play = {"chosen": _chosen_in_insects, "side_to_act": _asked_in_insects, "step_actor": step_insects}
    rivals = ("greedy", "rusher", "fortress")
    return Arena(game, INSECTS_NAMES, insects_judgement.WEIGHTS, rivals, play | {"pay_of": _paid_in_insects})


@kernel
def _side_asked(s, r):
    return int(r.side_of[s.actor])


@kernel
def _asked_in_warband(s, r):
    return int(s.actor)


def _chosen_in_overseer(s, r, side, row, weights, spare, mask, rng):
    """Return the action of a row in overseer; the first one plays at random."""
    if row == 0:
        return choose_random(s.mask, rng)
    return allowed(s.mask, choose_by(s, r, s.mask, weights[row]))


class WholeWeights(Arena):
    """An arena of bots whose weights are whole numbers."""

    smallest = 0.5

    def table(self, weights: np.ndarray) -> np.ndarray:
        """Return weights as the bots read them."""
        return np.ascontiguousarray(np.round(weights), np.int64)


def overseer(keywords: str = "") -> Arena:
    """Return the arena of overseer in a scenario, in which overlord has weights of its own."""
    game = made("overseer", keywords)
    if game.num_sides != 2:
        raise GameError(f"overseer: an arena has two sides; {keywords!r} has {game.num_sides}")
    names = ("random", *overseer_judgement.NAMES)
    rows = overseer_judgement.rows_of(int(game.rules["scenario"][0]))
    play = {"chosen": _chosen_in_overseer, "side_to_act": _side_asked, "pay_of": side_pay}
    return WholeWeights(game, names, rows, names, play | {"step_actor": TURNS.step_actor})


def _chosen_in_nova(s, r, side, row, weights, spare, mask, rng):
    """Return the action of a row in nova; the first one plays at random."""
    if row == 0:
        return choose_random(s.mask, rng)
    return allowed(s.mask, choose_in_nova(s, r, s.mask, weights[row]))


def nova(keywords: str = "") -> Arena:
    """Return the arena of nova in a scenario, in which paragon has weights of its own."""
    game = made("nova", keywords)
    if game.num_sides != 2:
        raise GameError(f"nova: an arena has two sides; {keywords!r} has {game.num_sides}")
    rows = nova_judgement.rows_of(int(game.rules["scenario"][0]))
    play = {"chosen": _chosen_in_nova, "side_to_act": _side_asked, "pay_of": nova_pay}
    names = ("random", *nova_judgement.NAMES)
    return WholeWeights(game, names, rows, names, play | {"step_actor": NOVA_TURNS.step_actor})


_CAPTAIN = warband_bots.BOT_NAMES.index("captain")


def _chosen_in_warband(s, r, side, row, weights, spare, mask, rng):
    """Return the action of a row in warband: random, the bots without weights, captains."""
    if row == 0:
        return choose_random(s.mask, rng)
    if row < _CAPTAIN:
        return allowed(s.mask, warband_bots.choose(s, r, side, row, rng, s.mask, spare))
    return allowed(s.mask, choose_in_warband(s, r, side, s.mask, weights[row]))


def warband(keywords: str = "") -> Arena:
    """Return the arena of warband in a scenario, in which captain has weights of its own; others have none."""
    game = made("warband", keywords)
    if game.num_sides != 2:
        raise GameError(f"warband: an arena has two sides; {keywords!r} has {game.num_sides}")
    own = warband_weights.WEIGHTS[int(game.rules["scenario"][0])]
    rows = np.vstack([np.zeros((_CAPTAIN, len(own)), np.int64), own[None]])
    play = {"chosen": _chosen_in_warband, "side_to_act": _asked_in_warband, "pay_of": warband_pay}
    rivals = ("runner", "captain")
    return WholeWeights(game, warband_bots.BOT_NAMES, rows, rivals, play | {"step_actor": WARBAND_TURNS.step_actor})


ARENAS: dict[str, Callable[[str], Arena]] = {"insects": insects, "nova": nova, "overseer": overseer, "warband": warband}


def arena_of(game: str, keywords: str = "") -> Arena:
    """Return the arena of a game by name; raise GameError for one that has none."""
    if game not in ARENAS:
        raise GameError(f"unknown game {game!r}{nearest(game, ARENAS)}; weights are searched for {', '.join(ARENAS)}")
    return ARENAS[game](keywords)
