"""Games of policies that remember: each remembers in every game what it saw there itself."""

from collections.abc import Iterator, Sequence

import numpy as np
import torch

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.play.live import NOBODY, LiveGames
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.evaluate import WinRate
from swarmzoo.lab.intervals import share_interval
from swarmzoo.lab.seating import seats_against_one
from swarmzoo.training.memory.remembering import Remembering
from swarmzoo.training.rollout import deciding

BATCH = 512  # games side by side


def win_rate(game: Game, mind: Remembering, other: Remembering | Agent, *, games: int, seed: int) -> WinRate:
    """Play a policy that remembers against another one, or against an agent; return what it won.

    Both choose their likeliest actions. Seats and seeds are those of every other evaluation.
    """
    seating, seeds = seats_against_one(game, games, seed, None)
    rows = range(0, len(seeds), BATCH)
    pay = np.concatenate([_play(game, (mind, other), seating[k : k + BATCH], seeds[k : k + BATCH]) for k in rows])
    mine = (share_of_first(pay) * (seating == 0)).sum(axis=1)
    return WinRate(float(mine.mean()), *share_interval(mine, seeds), len(seeds))


def _play(game: Game, players: Sequence[Remembering | Agent], seating: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """Return what games paid, float32 (games, sides)."""
    agents = [player for player in players if not isinstance(player, Remembering)]
    seats = np.array([NOBODY if isinstance(player, Remembering) else agents.index(player) for player in players])
    live = LiveGames(game, agents, seats[seating])
    live.begin(seeds)
    minds = {number: Seat(game, player, len(seeds)) for number, player in _remembering(players)}
    side_of = np.array(game.side_of_agent)
    while (waiting := live.waiting).size:
        live.ask(waiting)
        at, acting, rows = live.asked()
        who = seating[at, side_of[acting]]
        for number, seat in minds.items():
            mine = np.flatnonzero(who == number)
            if len(mine):
                seen = live.table.seen(at[mine], rows[mine])
                live.table.answer(at[mine], acting[mine], seat.choose(at[mine], acting[mine], *seen))
        live.play(waiting)
    return game.pay_of_sides(live.table.pay).copy()


def _remembering(players: Sequence[Remembering | Agent]) -> Iterator[tuple[int, Remembering]]:
    for number, player in enumerate(players):
        if isinstance(player, Remembering):
            yield number, player


class Seat:
    """A policy in a batch of games, and what it remembers in each: where all move at once every agent for itself."""

    def __init__(self, game: Game, mind: Remembering, games: int):
        self.game, self.mind = game, mind
        self.place_of = np.array(game.side_of_agent) if game.sequential else np.arange(len(game.side_of_agent))
        self.state = torch.zeros(games, int(self.place_of.max()) + 1, mind.size)

    @torch.no_grad()
    def choose(self, games: np.ndarray, agents: np.ndarray, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return actions, int64 (k,), and remember what was seen; who has no choice is not asked, as in training."""
        actions = masks.argmax(axis=1)
        asked = np.flatnonzero(deciding(masks, self.game.sequential))
        if len(asked):
            at = games[asked], self.place_of[agents[asked]]
            choice, _, self.state[at] = self.mind.decide(observations[asked], masks[asked] > 0, self.state[at])
            actions[asked] = choice.mode().numpy()
        return actions
