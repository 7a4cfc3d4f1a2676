"""Games going on with their players: what matches, films, replays, lessons, examinations and people stand on.

``LiveGames`` is a batch of them side by side; ``LiveGame`` is one, which can be asked, played, taken back and told.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from swarmzoo.agents.agent import Agent, PythonAgent, Restricted, Seated
from swarmzoo.agents.faults import AgentFault, tell_cause
from swarmzoo.agents.play.asking import ask, let_act, refuse_illegal, view_of
from swarmzoo.agents.play.results import Fault
from swarmzoo.agents.play.seeds import seed_of_seat
from swarmzoo.agents.view import View
from swarmzoo.envs.api.opponents import CompiledOpponent, choice_function
from swarmzoo.envs.core.desk import LEARNER, OUTSIDE
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game, copy_of
from swarmzoo.envs.core.printable import printable
from swarmzoo.envs.core.table import Table

NOBODY = -1  # in a seating: no agent, the caller answers for that side
_GAME = np.array([0])


def controllers_of(agents: Sequence[Agent], seating: np.ndarray) -> np.ndarray:
    """Return who plays each side of a table, from indices of agents or NOBODY: compiled bots play inside it."""
    numbers = [agent.bot if isinstance(agent, CompiledOpponent) else OUTSIDE for agent in agents]
    return np.array([*numbers, LEARNER])[seating]


def table_for(game: Game, agents: Sequence[Agent], n: int, threads: int = 1, tape: int = 0, **settings: Any) -> Table:
    """Return a table at which some agents can sit; restricted ones can't: what they are forbidden is the game's."""
    for agent in agents:
        if isinstance(agent, Restricted):
            raise GameError(
                f"{agent.name}: a restricted agent plays by play_games, which bans its actions where it sits"
            )
    compiled = [agent for agent in agents if isinstance(agent, CompiledOpponent)]
    return Table(game, n, choice_function(compiled), threads, tape, **settings)


class LiveGames:
    """Games side by side: ``seating`` int (games, sides) holds the index of the agent on each side, or NOBODY."""

    def __init__(self, game: Game, agents: Sequence[Agent], seating: np.ndarray, **options: Any):
        self.game, self.agents, self.seating = game, agents, seating
        self.table = table_for(game, agents, len(seating), **options)
        controllers = controllers_of(agents, seating)
        self.table.seat(controllers)
        self.table.arrange(quiet=(controllers >= 0).all(axis=1))

    def begin(self, seeds: np.ndarray) -> None:
        """Begin all games, from seeds int64 (games,)."""
        self.table.seed(seeds)
        self.table.begin()

    @property
    def waiting(self) -> np.ndarray:
        """The games that are not over."""
        return np.flatnonzero(~self.table.done)

    def asked(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return for whom the caller must answer: game, agent, and row of the table."""
        return self.table.asked(LEARNER)

    def ask(self, games: np.ndarray) -> None:
        """Ask the agents outside the table for their actions."""
        let_act(self.game, self.agents, self.seating, self.table, games)

    def play(self, games: np.ndarray) -> None:
        """Take a step in some games; raise AgentFault for an agent that chose what is illegal."""
        self.table.step(games)
        refuse_illegal(self.game, self.agents, self.seating, self.table)


def _tell_end(end: Callable[[float], Any], pay: float) -> None:
    """Tell an agent how its game ended; whatever it raises there is its own affair."""
    try:
        end(pay)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        tell_cause(error)


class _Failed(Exception):
    """A fault that is counted in place of told."""

    def __init__(self, fault: Fault):
        super().__init__(fault.sentence)
        self.fault = fault


class LiveGame:
    """One game going on with its players; one object plays game after game.

    ``begin`` seats agents, or nobody where the caller answers; ``play`` asks whoever must choose and takes a step;
    ``undo`` takes a step back (with ``keeps``); ``events`` tells what happened since it was last asked. ``forfeits``:
    a fault of an agent ends the game and stands in ``fault``, else it is raised. ``settings`` are those of a table:
    ``pausing`` stops after every step, also where only compiled bots choose.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        *,
        forfeits: bool = False,
        keeps: bool = False,
        tape: int = 0,
        **settings: Any,
    ):
        self.game, self.agents = game, agents
        self._forfeits, self._keeps, self._told, self._has_caller = forfeits, keeps, 0, False
        self.fault: Fault | None = None
        self._sides = np.array(game.side_of_agent)
        self.table = table = table_for(game, agents, 1, tape=tape, **settings)
        self._step, self._done, self._actor, self._illegal = table.stepper(), table.done, table.actors, table.illegal
        self._observation, self._mask, self._actions = table.observations[0], table.masks[0], table.actions[0]
        self._players: list[PythonAgent | None] = []
        self._kept: list[tuple[np.ndarray, np.ndarray, int]] = []
        self.seats = np.arange(game.num_sides)

    # Beginning and ending

    def begin(
        self, seed: int, seats: Sequence[int] | np.ndarray | None = None, start: np.ndarray | None = None
    ) -> None:
        """Begin a game: ``seats`` int (sides,) are indices of agents or NOBODY; without it agent k sits on side k.

        ``start``: a state, shape (1,), that the game begins with, as ``read_position`` returns it.
        """
        self.seats = np.arange(self.game.num_sides) if seats is None else np.asarray(seats)
        if len(self.seats) != self.game.num_sides or (seats is None and len(self.agents) != self.game.num_sides):
            given = len(self.agents) if seats is None else len(self.seats)
            raise GameError(
                f"{self.game.env_id} has {self.game.num_sides} sides here, {given} were given an agent: "
                "name one for each side"
            )
        self.fault, self._told, self._players = None, 0, []
        self._kept.clear()
        self.table.seat(controllers_of(self.agents, self.seats))
        self.table.seed(seed)
        self.table.begin()
        if start is not None:
            self.table.enter(start)
        self._has_caller = bool((self.seats == NOBODY).any())
        try:
            self._players = [self._player(side, seed) for side in range(self.game.num_sides)]
        except _Failed as failed:
            self.fault = failed.fault

    def _player(self, side: int, seed: int) -> PythonAgent | None:
        """Return the Python agent on a side, told that a game begins; None where there is none."""
        agent = self.agents[self.seats[side]] if self.seats[side] != NOBODY else None
        if not isinstance(agent, Seated):
            return None
        try:
            nth = int((self.seats[:side] == self.seats[side]).sum())
            return agent.player(nth, seed_of_seat(seed, side), side)
        except AgentFault as error:
            self._blame(side, error)

    def finish(self, pay: np.ndarray) -> None:
        """Tell who wants to know how the game ended, (sides,); what goes wrong there costs nothing any more."""
        for side, player in enumerate(self._players):
            end: Any = getattr(player, "end", None)
            if end is not None:
                _tell_end(end, float(pay[side]))

    # Looking

    @property
    def over(self) -> bool:
        """Whether the game has ended, or was lost by a fault."""
        return bool(self._done[0]) or self.fault is not None

    @property
    def state(self) -> np.ndarray:
        """The state, shape (1,): a view that the next step overwrites."""
        return self.table.states

    @property
    def acting(self) -> np.ndarray:
        """The agents that must choose now, int (k,)."""
        return np.flatnonzero(self.table.acting[0])

    @property
    def length(self) -> int:
        """Decisions so far; where all move at once, steps."""
        return int(self.table.length[0])

    @property
    def pay(self) -> np.ndarray:
        """Pay of the sides so far, float32 (sides,)."""
        return self.game.pay_of_sides(self.table.pay[0])

    def thoughts(self, side: int) -> Any:
        """Return what the Python agent on a side tells of its last choice (``thoughts``), None: nothing."""
        try:
            return getattr(self._players[side], "thoughts", None)
        except Exception as error:  # it may raise whatever it likes, and goes on playing
            tell_cause(error)
            return None

    def events(self) -> list[str]:
        """Return in the game's words what happened since this was last asked."""
        sentences, self._told = self.game.words.log(self.table.states, self._told)
        return sentences

    def asked(self) -> list[int]:
        """Return the sides that must choose now and that the caller answers for."""
        _, agents, _ = self.table.asked(LEARNER)
        return [] if self.over else sorted({int(side) for side in self._sides[agents]})

    def view(self, side: int) -> View:
        """Return the decision of a side that must choose now."""
        for controller in (LEARNER, OUTSIDE):
            _, agents, rows = self.table.asked(controller)
            mine = self._sides[agents] == side
            if mine.any():
                return view_of(self.table, 0, agents[mine], rows[mine])
        raise GameError(f"side {side}: it has nothing to choose now")

    # Playing

    def play(self, answers: Mapping[int, Any] | None = None) -> None:
        """Take a step: the caller's answers by side (an action, or one for each agent that acts), the players' others.

        Raises GameError if an answer is missing or illegal, or the game is over; the game then is as it was.
        """
        if self.over:
            raise GameError("play: the game is over; begin the next one")
        for side in self.asked() if self._has_caller else ():
            self._take(side, answers or {})
        if self._keeps:
            self._kept.append((copy_of(self.table.states), self.table.progress, self._told))
        self._go_on()

    def _go_on(self) -> None:
        """Ask the players and take a step."""
        self.ask()
        if self.fault is None:
            self._step()
            if self._illegal[0]:
                refuse_illegal(self.game, self.agents, self.seats[None], self.table)

    def _take(self, side: int, answers: Mapping[int, Any]) -> None:
        if side not in answers:
            raise GameError(f"side {side} must choose and no agent sits there: give its answer")
        self.table.answer(0, *self.checked(side, answers[side]))

    def checked(self, side: int, answer: Any) -> tuple[np.ndarray, np.ndarray]:
        """Return the agents of a side that act and the actions that an answer gives them; GameError if it may not."""
        view = self.view(side)
        chosen = np.atleast_1d(answer)
        if chosen.shape != view.agents.shape or chosen.dtype.kind not in "iu":
            raise GameError(f"side {side}: {answer!r}; {len(view.agents)} agents act, each needs an action")
        for row, action in enumerate(chosen.tolist()):
            if not 0 <= action < view.masks.shape[1] or not view.masks[row, action]:
                raise GameError(f"side {side}: action {action} is illegal: {view.why_not(action, row)}")
        return view.agents, chosen

    def take(self, actions: np.ndarray) -> None:
        """Take a step with an action of every agent that acts, int (acting,), as tapes hold them, whoever sits there.

        Raises GameError if they are too few, illegal or the game is over; then nothing has happened.
        """
        acting = self.acting
        if not len(acting) or len(actions) != len(acting):
            raise GameError(f"{len(acting)} agents act, {len(actions)} actions are given")
        before = copy_of(self.table.states), self.table.progress, self._told
        self.table.answer(0, acting, actions)
        self.table.seat(LEARNER)  # compiled bots would choose for themselves
        self._step()
        self.table.seat(controllers_of(self.agents, self.seats))
        if self._illegal[0]:
            raise GameError(f"action {self.table.actions[0, self._illegal[0] - 1]} is illegal here")
        if self._keeps:
            self._kept.append(before)

    def play_out(self) -> None:
        """Play to the end with the players alone; nothing is kept to take back."""
        if self._has_caller:
            raise GameError("play_out: the caller answers for a side; use play")
        self._kept.clear()
        while not self._done[0] and self.fault is None:
            self._go_on()

    def undo(self) -> None:
        """Go back to where the last ``play`` began. What Python agents remember of it is theirs."""
        if not self._kept:
            raise GameError("undo: nothing is kept" if self._keeps else "undo: make the LiveGame with keeps=True")
        state, progress, self._told = self._kept.pop()
        self.fault = None
        self.table.put_back(state, progress)

    # Asking

    def ask(self) -> None:
        """Ask the agents that must choose now, but for compiled ones; their actions wait for the step of ``play``."""
        try:
            if self.game.sequential:
                self._ask_one(int(self._actor[0]))
            else:
                self._ask_all()
        except _Failed as failed:
            self.fault = failed.fault

    def _ask_one(self, actor: int) -> None:
        """Ask the one who decides in a turn-based game; as little as can be is done for each move."""
        side = self.game.side_of_agent[actor]
        player = self._players[side]
        if player is None:
            let_act(self.game, self.agents, self.seats[None], self.table, _GAME)
            return
        view = View(
            self.game, copy_of(self.table.states), np.array([actor]), self._observation.copy(), self._mask.copy()
        )
        try:
            self._actions[actor] = ask(self.agents[self.seats[side]].name, player, view, self._mask)[0]
        except AgentFault as error:
            self._blame(side, error)

    def _ask_all(self) -> None:
        """Ask every side whose agents act at once."""
        _, actors, rows = self.table.asked(OUTSIDE)
        for side in np.unique(self._sides[actors]):
            mine, player = self._sides[actors] == side, self._players[side]
            if player is not None:
                self._ask_side(int(side), player, actors[mine], rows[mine])
        others = [side for side, player in enumerate(self._players) if player is None]
        if np.isin(self._sides[actors], others).any():
            let_act(self.game, self.agents, self.seats[None], self.table, _GAME, sides=others)

    def _ask_side(self, side: int, player: PythonAgent, actors: np.ndarray, rows: np.ndarray) -> None:
        view = view_of(self.table, 0, actors, rows)
        try:
            chosen = ask(self.agents[self.seats[side]].name, player, view, self._mask[rows])
        except AgentFault as error:
            self._blame(side, error)
        self.table.answer(0, actors, chosen)

    def _blame(self, side: int, error: AgentFault) -> NoReturn:
        """Take an error as the fault of a side."""
        if not self._forfeits:
            raise error
        tell_cause(error)
        raise _Failed(Fault(side, error.kind, printable(str(error)))) from error
