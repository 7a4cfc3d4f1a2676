"""Games with Python agents, one after the other: each is told when a game begins, and may fail."""

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

import numpy as np

from swarmzoo.agents.agent import Agent, PythonAgent, Seated
from swarmzoo.agents.faults import AgentFault
from swarmzoo.agents.play.asking import ask, let_act, refuse_illegal, view_of
from swarmzoo.agents.play.results import Fault, Results, forfeit_pay, read_tapes, results_of
from swarmzoo.agents.view import View
from swarmzoo.envs.api.opponents import CompiledOpponent, choice_function
from swarmzoo.envs.core.game import Game, copy_of
from swarmzoo.envs.core.table import OUTSIDE, RESET, STEP, Table

_GAME = np.array([0])


class _Failed(Exception):
    """A fault that is counted in place of told."""

    def __init__(self, fault: Fault):
        super().__init__(fault.sentence)
        self.fault = fault


class _Place:
    """A table with one game, and the parts of its desk that every move needs."""

    def __init__(self, table: Table):
        self.table, self.serve, desks = table, table.servant(), table.desks
        self.done, self.actor, self.actions = desks["done"], desks["actor"], desks["actions"][0]
        self.illegal = desks["illegal"]
        self.observation, self.mask = desks["observation"][0], desks["mask"][0]


class Solo:
    """Plays one game at a time between agents; ``forfeits``: a fault ends the game, else it is raised."""

    def __init__(self, game: Game, agents: Sequence[Agent], *, tape: int, forfeits: bool, summaries: bool):
        self._game, self._agents, self._tape = game, agents, tape
        self._forfeits, self._summaries = forfeits, summaries
        self._sides = np.array(game.side_of_agent)
        self._places: dict[int, _Place] = {}

    def play(self, seats: np.ndarray, seed: int) -> Results:
        """Play a game: seats int (sides,) of indices of agents; return its results."""
        return self._play(seats, seed, self._tape)

    def _play(self, seats: np.ndarray, seed: int, tape: int) -> Results:
        began, fault = time.perf_counter(), None
        at = self._place(tape)
        table = at.table
        kinds = [self._agents[k] for k in seats]
        table.desks["controllers"] = [a.bot if isinstance(a, CompiledOpponent) else OUTSIDE for a in kinds]
        table.seed(np.array([seed]))
        table.desks["command"] = RESET
        at.serve()
        table.desks["command"] = STEP
        players: list[PythonAgent | None] = []
        try:
            players = self._players(seats, seed)
            self._go_on(at, seats, players)
        except _Failed as failed:
            fault = failed.fault
        results = results_of(table, summaries=self._summaries)
        results.faults, results.seconds = [fault], [time.perf_counter() - began]
        if fault is not None:
            results.pay[0] = forfeit_pay(self._game.num_sides, fault.side)
        self._tell_end(players, results.pay[0])
        if tape:
            read_tapes(results, table, lambda rows, size: self._play(seats, seed, size))
        return results

    def _place(self, tape: int) -> _Place:
        if tape not in self._places:
            choose = choice_function([a for a in self._agents if isinstance(a, CompiledOpponent)])
            self._places[tape] = _Place(Table(self._game, 1, choose, tape=tape))
        return self._places[tape]

    def _players(self, seats: np.ndarray, seed: int) -> list[PythonAgent | None]:
        """Return who plays each side; None where no Python agent does."""
        players: list[PythonAgent | None] = []
        for side, k in enumerate(seats):
            agent = self._agents[k]
            try:
                nth = int((seats[:side] == k).sum())
                players.append(agent.player(nth, seed, side) if isinstance(agent, Seated) else None)
            except AgentFault as error:
                self._blame(side, error)
        return players

    def _tell_end(self, players: Sequence[PythonAgent | None], pay: np.ndarray) -> None:
        """Tell who wants to know how the game ended; what goes wrong there costs nothing any more."""
        for side, player in enumerate(players):
            end: Any = getattr(player, "end", None)
            if end is not None:
                with suppress(Exception, SystemExit):  # of the user
                    end(float(pay[side]))

    def _blame(self, side: int, error: AgentFault) -> NoReturn:
        """Take an error as the fault of a side."""
        if not self._forfeits:
            raise error
        raise _Failed(Fault(side, error.kind, str(error))) from error

    def _go_on(self, at: _Place, seats: np.ndarray, players: Sequence[PythonAgent | None]) -> None:
        """Play to the end."""
        while not at.done[0]:
            if self._game.sequential:
                self._ask_one(at, seats, players)
            else:
                self._ask_all(at.table, seats, players)
            at.serve()
            if at.illegal[0]:
                refuse_illegal(self._game, self._agents, seats[None], at.table)

    def _ask_one(self, at: _Place, seats: np.ndarray, players: Sequence[PythonAgent | None]) -> None:
        """Ask the one who decides in a turn-based game; as little as can be is done for each move."""
        actor = int(at.actor[0])
        side = self._game.side_of_agent[actor]
        player = players[side]
        if player is None:
            let_act(self._game, self._agents, seats[None], at.table, _GAME)
            return
        view = View(self._game, copy_of(at.table.states), np.array([actor]), at.observation.copy(), at.mask.copy())
        try:
            at.actions[actor] = ask(self._agents[seats[side]].name, player, view, at.mask)[0]
        except AgentFault as error:
            self._blame(side, error)

    def _ask_all(self, table: Table, seats: np.ndarray, players: Sequence[PythonAgent | None]) -> None:
        """Ask every side whose agents act at once."""
        _, actors, seen = table.asked(OUTSIDE)
        for side in np.unique(self._sides[actors]):
            mine, player = self._sides[actors] == side, players[side]
            if player is not None:
                try:
                    view = view_of(table, 0, actors[mine], seen[mine])
                    masks = table.desks["mask"][0, seen[mine]]
                    table.desks["actions"][0, actors[mine]] = ask(self._agents[seats[side]].name, player, view, masks)
                except AgentFault as error:
                    self._blame(int(side), error)
        others = [k for k, player in enumerate(players) if player is None]
        if np.isin(self._sides[actors], others).any():
            let_act(self._game, self._agents, seats[None], table, _GAME, sides=others)
