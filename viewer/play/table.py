"""A table at which a person plays one seat and agents play the others.

All that the person is shown is drawn and told from a world that the seat holds possible, so the page never holds what
the seat cannot know. One thread at a time may use a table.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.play.live import NOBODY, LiveGame
from swarmzoo.agents.play.restricted import game_at, players_at
from swarmzoo.agents.play.results import forfeit_pay
from swarmzoo.agents.view import View
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.viewer.page.recording import Recorder

MOST_AT_ONCE = 8  # agents of a seat that act at once, each of which a person must choose for


class PersonTable:
    """One game of a person: ``agents`` play the sides that are not ``seat``, in their order."""

    def __init__(self, game: Game, agents: Sequence[Agent], seat: int, seed: int):
        if not 0 <= seat < game.num_sides or seat in game.self_playing:
            allowed = ", ".join(str(side) for side in game.seats)
            raise GameError(f"seat {seat}: a person can play the seats {allowed} of {game.env_id} here")
        if len(agents) != len(game.seats) - 1:
            raise GameError(f"{game.env_id} has {len(game.seats)} seats here: name {len(game.seats) - 1} opponents")
        team = len(game.teams[seat])
        if not game.sequential and team > MOST_AT_ONCE:
            raise GameError(
                f"{game.env_id}: {team} agents of a seat move at once here; a person can play at most {MOST_AT_ONCE}, "
                "so make the sides smaller, for instance with --set size=8"
            )
        others = iter(range(len(agents)))
        seats = np.array(
            [next(others) if side != seat and side in game.seats else NOBODY for side in range(game.num_sides)]
        )
        self.game, self.seat, self.seed = game_at(game, agents, seats), seat, seed
        self.names = [agents[index].name if index != NOBODY else "you" for index in seats.tolist()]
        self._seats, self._ask = seats, Questions(self.game)
        self._live = LiveGame(
            self.game, players_at(self.game, agents, seats), forfeits=True, keeps=True, pausing=True, everyone=True
        )
        self._mine: list[int] = []  # steps at which the person chose
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begin a new game, and let the others play until the person must choose."""
        self.seed, self._mine = seed, []
        self._live.begin(seed, self._seats)
        self.recorder = Recorder(self.game)
        self.recorder.add(self._world())
        self._let_others_play()

    def _world(self) -> np.ndarray:
        """Return a world that the seat holds possible, shape (1,)."""
        return self._ask.determinized(self._live.state, self.seat, 0)

    def _let_others_play(self) -> None:
        while not self._live.over and self.seat not in self._live.asked():
            self._live.play()
            self.recorder.add(self._world())

    @property
    def number(self) -> int:
        """The number of the step at which the game stands."""
        return self.recorder.steps - 1

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._live.over

    def act(self, actions: Sequence[int]) -> None:
        """Take an action for each agent of the seat that must choose, and let the others play.

        Raises GameError for an action that is not legal, with the reason; the game then is as it was.
        """
        if self.over:
            raise GameError("the game is over; begin the next one")
        acting = self._live.view(self.seat).agents.tolist()
        self._live.play({self.seat: np.array(actions)})
        self._mine.append(self.number)
        self.recorder.add(self._world(), list(zip(acting, actions, strict=True)))
        self._let_others_play()

    def undo(self) -> None:
        """Go back to the person's last decision; raise GameError where there is none."""
        if not self._mine:
            raise GameError("nothing to take back: you have not chosen yet")
        step = self._mine.pop()
        for _ in range(self.number - step):
            self._live.undo()
        self.recorder.back_to(step)

    def view(self) -> View:
        """Return what the seat sees; raise GameError where the game is over."""
        if self.over:
            raise GameError("the game is over: nobody is asked any more")
        return self._live.view(self.seat)

    def picture(self) -> np.ndarray:
        """Return a picture of the board as the seat may see it, uint8 (height, width, 3)."""
        return self.game.words.image(self._world())

    def question(self) -> dict[str, Any] | None:
        """Return what the person must choose now: for each agent that acts, its question and its legal actions."""
        if self.over:
            return None
        view, world = self._live.view(self.seat), self._world()
        return {"agents": [self._of_agent(view, world, row) for row in range(len(view.agents))]}

    def _of_agent(self, view: View, world: np.ndarray, row: int) -> dict[str, Any]:
        agent = int(view.agents[row])
        return {
            "agent": self.game.agents[agent],
            "prompt": self.game.words.prompt(world, agent),
            "actions": [self._action(view, world, row, int(action)) for action in np.flatnonzero(view.masks[row])],
        }

    def _action(self, view: View, world: np.ndarray, row: int, action: int) -> dict[str, Any]:
        part, _ = self.game.actions.part_of(action)
        spot = self.game.words.spot(world, int(view.agents[row]), action)
        at = None if spot is None else [*(round(number, 1) for number in (*spot.centre, spot.radius))]
        return {"action": action, "part": part.name, "name": view.action_name(action, row), "at": at}

    def about(self) -> dict[str, Any]:
        """Return who plays and, at the end, what came of it."""
        fault = self._live.fault
        pay = self._live.pay.tolist()
        if fault is not None:
            pay = forfeit_pay(self.game.num_sides, fault.side).tolist()
        return {
            "game": self.game.env_id,
            "seed": self.seed,
            "seat": self.seat,
            "sides": list(self.game.side_names),
            "names": list(self.game.agents),
            "players": self.names,
            "over": self.over,
            "pay": pay if self.over else [],
            "ending": self.game.words.ending(self._live.state) if self.over and fault is None else "",
            "fault": "" if fault is None else f"{self.names[fault.side]} lost by a fault: {fault.sentence}",
            "can_undo": bool(self._mine),
        }
