"""The learner's view of a batch: one side learns, opponents play the others inside the step."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from swarmzoo.envs.api import requests
from swarmzoo.envs.api.opponents import CompiledOpponent, Opponent, Opponents, choice_function, choices, opponents_of
from swarmzoo.envs.core.desk import LEARNER, OUTSIDE, RAISE
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table

_MIX = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
_MASK = 0xFFFFFFFFFFFFFFFF
_TRIES = 100


@dataclass
class Outcome:
    """What a step brought to the learner; arrays over games. Rows that ended hold the end, not yet the next game."""

    reward: np.ndarray  # float32: shaping, and the pay at the end
    terminated: np.ndarray  # bool
    truncated: np.ndarray  # bool


class LearnerTable:
    """n games in which one side is the learner's.

    In a turn-based game the learner acts for one agent at a time, and arrays over games have the shape (n, ...). In a
    simultaneous one it acts for all k agents of its side at once: observations, masks and actions are (n, k, ...).

    ``seat`` is the learner's side, or None: every side in turn, by game, but those that a script plays. ``opponents``
    fill the other sides: with one weight each, redrawn for every game and side from the game's own seed, so that
    game k of desk i is the same whatever n is. ``discount`` is the one that potential-based shaping uses.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        opponents: Opponents,
        *,
        weights: Sequence[float] | None = None,
        seat: int | None = None,
        illegal_action: str | None = None,
        max_cycles: int | None = None,
        threads: int = 1,
        discount: float = 1.0,
    ):
        n, threads = requests.count("num_envs", n), requests.count("threads", threads)
        self.game, self.n, self.seat = game, n, requests.seat(game, seat)
        self.discount = requests.share("discount", discount)
        self.opponents: list[Opponent] = []
        self._sit_down(opponents_of(game, opponents), weights)
        self._choose = choice_function(self.opponents)
        code = requests.illegal_action_code(game, illegal_action)
        self._raises = code == RAISE
        settings: dict[str, Any] = {"illegal_action": code, "max_cycles": requests.cycles(max_cycles)}
        self.table = Table(game, n, self._choose, threads, **settings)
        self.played_by = np.full((n, game.num_sides), -1, np.int16)  # index of the opponent on each side; -1: learner
        self.seats = np.zeros(n, np.int16)
        self._potential = np.zeros(n, np.float32)
        self._rows = np.arange(n)
        self.team = np.array(teams(game))  # int (sides, k): the agents of each side
        self.shape: tuple[int, ...] = (n,) if game.sequential else (n, self.team.shape[1])

    @property
    def own(self) -> np.ndarray:
        """The learner's agents in every game, int (n, k)."""
        return self.team[self.seats]

    @property
    def observations(self) -> np.ndarray:
        """Observations (n, size), a read-only view that the next step overwrites, or a copy (n, k, size)."""
        if not self.game.sequential:
            return self.table.observations[self._rows[:, None], self.own]
        view = self.table.observations[:, 0]
        view.flags.writeable = False
        return view

    @property
    def masks(self) -> np.ndarray:
        """Legal actions, int8 (n, actions), a view that the next step overwrites, or a copy (n, k, actions)."""
        if not self.game.sequential:
            return self.table.masks[self._rows[:, None], self.own]
        return self.table.masks[:, 0]

    @property
    def alive(self) -> np.ndarray:
        """For which of the learner's agents the game is not over, bool (n, k)."""
        return self.table.over[self._rows[:, None], self.own] == 0

    def agent_at(self, game: int, number: int = 0) -> int:
        """Return which of the learner's agents acts in a game of the batch; where all act at once that of a number."""
        return int(self.table.actors[game]) if self.game.sequential else int(self.own[game, number])

    def set_opponents(self, opponents: Opponents, weights: Sequence[float] | None = None) -> None:
        """Change who plays the other sides in games that begin from now on; running games keep their opponents.

        Opponents may be replaced and added, never taken away: give one the weight 0 instead. Compiled bots must be
        those of the choice function that the table was made with.
        """
        found = opponents_of(self.game, opponents)
        if len(found) < len(self.opponents):
            raise GameError(
                f"opponents: {len(self.opponents)} sit at the table and {len(found)} were given; running games need "
                "theirs: replace one, or give it the weight 0"
            )
        if choice_function(found) not in (None, self._choose):
            raise GameError("opponents: the table was made without these compiled bots; make a new environment")
        self._sit_down(found, weights)

    def _sit_down(self, opponents: list[Opponent], weights: Sequence[float] | None) -> None:
        """Take opponents with their odds."""
        odds = requests.odds(weights, len(opponents))
        self.opponents, self._cumulated = opponents, np.cumsum(odds / odds.sum())

    def reset(self, seeds: np.ndarray) -> None:
        """Begin new games from non-negative seeds, int64 (n,)."""
        self.table.seed(seeds)
        self.begin(self._rows)

    def begin(self, rows: np.ndarray) -> None:
        """Begin the next game of some rows in which the learner has a choice, and play to the first one."""
        for _ in range(_TRIES):
            self._begin(rows)
            rows = rows[self.table.done[rows]]  # decided before the learner had a choice
            if not len(rows):
                return
        raise GameError(
            f"max_cycles: {_TRIES} games in a row were cut short before the learner had a choice; allow more"
        )

    def _begin(self, rows: np.ndarray) -> None:
        """Seat the learner, draw opponents, begin the next game and play to the learner's first choice or the end."""
        self.table.seat(np.array([self._seat_players(int(i)) for i in rows]), rows)
        self.table.arrange(learner=self.seats if self.game.sequential else -1)
        self.table.begin(rows)
        self._go_on(rows)
        self._potential[rows] = self._potentials()[rows]

    def _seat_players(self, i: int) -> list[int]:
        """Draw who plays game i; return the controllers of its sides."""
        seed, episode = int(self.table.seeds[i]), int(self.table.episodes[i])
        seats = self.game.seats
        seat = seats[(seed + episode) % len(seats)] if self.seat is None else self.seat
        controllers = [LEARNER] * self.game.num_sides
        for side in range(self.game.num_sides):
            if side == seat:
                self.played_by[i, side] = -1
                continue
            index = int(np.searchsorted(self._cumulated, _uniform(seed, episode, side), side="right"))
            index = min(index, len(self.opponents) - 1)
            self.played_by[i, side] = index
            opponent = self.opponents[index]
            controllers[side] = opponent.bot if isinstance(opponent, CompiledOpponent) else OUTSIDE
        self.seats[i] = seat
        return controllers

    def step(self, actions: np.ndarray) -> Outcome:
        """Take the learner's actions, int (n,) or (n, k), and play on to its next choices or the ends of games."""
        return self._play(self._rows, actions.reshape(self.n, -1))

    def _play(self, games: np.ndarray, actions: np.ndarray) -> Outcome:
        """Take the actions, int (games, k), of the own agents in some games, and play on; return what came of these."""
        table, are_all = self.table, len(games) == self.n
        table.answer(games[:, None], self.own[games], actions)
        if not self.game.sequential:
            self._ask_opponents(games[~table.done[games]])  # whose agents may act in the same step
        table.step(slice(None) if are_all else games)
        self._go_on(games)
        return self._outcome()

    def _go_on(self, games: np.ndarray) -> None:
        """Step until each of these games waits for the learner or is over; batch opponents act in between."""
        while len(games := games[~self._is_ready(games)]):
            self._ask_opponents(games)
            self.table.step(games)

    def _is_ready(self, games: np.ndarray) -> np.ndarray:
        """Tell which games wait for the learner or are over, bool (k,)."""
        own = self.team[self.seats[games]]
        return self.table.done[games] | self.table.acting[games[:, None], own].any(1)

    def _ask_opponents(self, games: np.ndarray) -> None:
        """Ask the opponents outside the table for the actions of all their agents that act now in some games."""
        rows, agents, seen = self.table.asked(OUTSIDE, games)
        who = self.played_by[rows, np.array(self.game.side_of_agent)[agents]]
        for index in np.unique(who):
            mine = who == index
            opponent: Any = self.opponents[index]
            sight = self.table.seen(rows[mine], seen[mine])
            chosen = choices(opponent, self.table, rows[mine], agents[mine], sight)
            actions = requests.answers(opponent.name, chosen, sight[1], self._raises)
            self.table.answer(rows[mine], agents[mine], actions)

    @property
    def pay(self) -> np.ndarray:
        """What the learner's side has been paid in every game, float32 (n,)."""
        return self.game.pay_of_sides(self.table.pay)[self._rows, self.seats]

    def _potentials(self) -> np.ndarray:
        return self.table.potential[self._rows, self.own[:, 0]]

    def _outcome(self) -> Outcome:
        table = self.table
        done, truncated = table.done.copy(), table.truncated.copy()
        over = table.over[self._rows[:, None], self.own].all(1)  # also when max_cycles is reached in the same step
        terminated = done & (~truncated | over)
        truncated &= ~terminated
        pay = np.where(terminated, self.pay, np.float32(0))
        potential = np.where(terminated, np.float32(0), self._potentials())
        reward = pay + np.float32(self.discount) * potential - self._potential
        self._potential = potential.astype(np.float32)
        return Outcome(reward.astype(np.float32), terminated, truncated)

    def get_state(self) -> dict[str, np.ndarray]:
        """Return copies of everything that decides what comes next; opponents are the caller's to keep."""
        return self.table.save() | {
            "played_by": self.played_by.copy(),
            "seats": self.seats.copy(),
            "potential": self._potential.copy(),
        }

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """Put back what ``get_state`` returned; raise GameError for anything else."""
        played_by, seats = state["played_by"], state["seats"]
        self.table.load(state, self._controllers(played_by, seats))
        self.played_by[:], self.seats[:], self._potential = played_by, seats, state["potential"].copy()

    def _controllers(self, played_by: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Return the controllers of games from who plays them; raise GameError if there is no such player."""
        learner = np.arange(self.game.num_sides) == seats[:, None]
        if not np.isin(seats, self.game.seats).all() or ((played_by < 0) != learner).any():
            raise GameError("the saved state: seats and played_by do not seat one learner in each game")
        if (played_by >= len(self.opponents)).any():
            raise GameError(f"the saved state has more opponents than the {len(self.opponents)} of this environment")
        numbers = [one.bot if isinstance(one, CompiledOpponent) else OUTSIDE for one in self.opponents]
        return np.array([*numbers, LEARNER])[played_by]


def teams(game: Game) -> list[list[int]]:
    """Return the agents of each side, as many for all: where one acts at a time, smaller sides name one again."""
    most = max(map(len, game.teams))
    if not game.sequential and any(len(team) < most for team in game.teams):
        raise GameError(
            f"{game.env_id}: the learner's view needs sides with as many agents; these have different numbers"
        )
    return [[*team, *team[:1] * (most - len(team))] for team in game.teams]


def _uniform(seed: int, episode: int, side: int) -> float:
    """Return a number in [0, 1) that depends on the game and side only."""
    z = (seed * _MIX[0] + episode * _MIX[1] + (side + 1) * _MIX[2]) & _MASK
    for _ in range(2):
        z = ((z ^ (z >> 30)) * _MIX[1]) & _MASK
        z = ((z ^ (z >> 27)) * _MIX[2]) & _MASK
        z ^= z >> 31
    return z / (_MASK + 1)
