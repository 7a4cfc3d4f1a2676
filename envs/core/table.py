"""A table: many games of one kind side by side. Callers seat players, begin, step and look; the rest is its own.

Arrays over games have the shape (n, ...). Where a game's agents move at once every agent has a row, else the one who
must act has row 0. Properties are views that the next call overwrites; nobody but the table writes them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from swarmzoo.envs.core.desk import (
    LEARNER,
    LOOK,
    PROGRESS,
    RESET,
    SETTINGS,
    STEP,
    desk_bounds,
    desk_dtype,
    progress_bounds,
)
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game, new_records
from swarmzoo.envs.core.loop import driver
from swarmzoo.envs.core.ranges import Ranges
from swarmzoo.envs.core.serving import Server, Threads
from swarmzoo.envs.core.variants import rules_of

Which = np.ndarray | slice
ALL = slice(None)


def _shown(name: str, meaning: str) -> Any:
    """Return a property that shows a field of all desks."""
    return property(lambda table: table._desks[name], doc=meaning)


def _by_agent(name: str, meaning: str) -> Any:
    """Return a property that shows a field of the agents that there are, of all desks."""
    return property(lambda table: table._desks[name][:, : table.game.num_agents], doc=meaning)


class Table:
    """n games side by side.

    ``states`` (n,) are the games' records. ``choose`` is the compiled choice function of the game's bots, or None.
    ``tapes`` int16 (n, tape) hold the actions of the games that go on, of all agents that act, in their order;
    ``taped`` tells how many. ``settings`` are those of ``arrange``. ``variants``: the game of each desk where they have
    different rules or bans, of the same records; else all play ``game``.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        choose: Any = None,
        threads: int = 1,
        tape: int = 0,
        variants: Sequence[Game] = (),
        **settings: Any,
    ):
        self.game, self.n, self._threads = game, n, max(1, min(threads, n))
        self._variants = tuple(variants)
        if self._variants and len(self._variants) != n:
            raise GameError(f"variants: {len(self._variants)} games are given for {n} desks; give one for each")
        self.states = game.new_states(n)
        self.tapes = np.zeros((n, tape), np.int16)
        self._rows = np.arange(n)
        self._desks = new_records(desk_dtype(game), n)
        self._desks["side_of"][:, : game.num_agents] = np.array(game.side_of_agent)
        self._desks["controllers"] = LEARNER
        self._desks["learner"] = self._desks["actor"] = -1
        self._desks["command"] = STEP  # always, between two calls
        self._choose = choose
        self._sides = np.array(game.side_of_agent)
        self.arrange(**settings)
        self._find_server()

    def _find_server(self) -> None:
        spares = self.game.new_states(self._threads * 2).reshape(self._threads, 2)
        drive = driver(self.game.name, self.game.kernels, self._choose)
        rules = rules_of(self._variants) if self._variants else self.game.rules
        parts = (self.states, rules, self._desks, spares, self.tapes)
        self._server: Server = Threads(drive, parts, self._threads)

    def game_of(self, i: int) -> Game:
        """Return the game that is played at a desk."""
        return self._variants[i] if self._variants else self.game

    # Before and between games

    def arrange(self, **settings: Any) -> None:
        """Set for all games, or for each of them by an array (n,), how they are served.

        ``quiet``: no mask and no observation is written; ``everyone``: where all move at once, every agent is shown the
        game, always; ``at_random``: the actions from outside are drawn here; ``stand_in``: a bot's number that chooses
        for the agents outside (``advice_only``: only notes what it would do); ``pausing``: stop after every step;
        ``autoreset``: begin the next game in the step that ends one; ``illegal_action``: a code of ``desk``;
        ``max_cycles``: 0 for none; ``learner``: the game is over when it is for this side, -1: for none.
        """
        for name, value in settings.items():
            if name not in SETTINGS:
                raise TypeError(f"{name} is not a setting of a table; settings are {', '.join(SETTINGS)}")
            self._desks[name] = value

    def seat(self, controllers: Any, games: Which = ALL) -> None:
        """Say who plays the sides of all games or of some: LEARNER, OUTSIDE, or the number of a compiled bot.

        ``controllers`` int: one number for all, (sides,) or (games, sides).
        """
        self._desks["controllers"][games] = controllers

    def seed(self, seeds: Any, games: Which = ALL) -> None:
        """Give all games or some their seeds, int64; their numbering begins again with the next ``begin``."""
        self._desks["seed"][games] = seeds
        self._desks["episode"][games] = 0

    # Playing

    def begin(self, games: Which = ALL) -> None:
        """Begin the next game at all desks or at some, and go on to the first choice from outside."""
        self._command(RESET, games)

    def step(self, games: Which = ALL) -> None:
        """Take the actions given, and go on to the next choice from outside or the end of the game."""
        self._server.serve(self._rows[games])

    def look(self, games: Which = ALL) -> None:
        """Work out again who must act and what is seen, after states were written."""
        self._command(LOOK, games)

    def enter(self, states: np.ndarray) -> None:
        """Go to other states, (n,)."""
        self.states[:] = states
        self.look()

    def stepper(self) -> Callable[[], None]:
        """Return ``step`` of all games in this thread alone, with as little around it as can be."""
        assert isinstance(self._server, Threads)
        return self._server.alone()

    def _command(self, command: int, games: Which) -> None:
        which = self._rows[games]
        self._desks["command"][which] = command
        self._server.serve(which)
        self._desks["command"][which] = STEP

    # Asking and answering

    def asked(self, controller: int, games: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return whom a controller must act for: game, agent, and row of each; of all games or of some."""
        games = np.arange(self.n) if games is None else games
        asked = self.acting[games] != 0
        asked &= self._desks["controllers"][games][:, self._sides] == controller
        at, agent = np.nonzero(asked)
        return games[at], agent, np.zeros_like(agent) if self.game.sequential else agent

    def seen(self, games: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return copies of observations (k, size) and masks int8 (k, actions) of rows of games."""
        return self._desks["observation"][games, rows], self._desks["mask"][games, rows]

    def answer(self, games: Any, agents: Any, actions: Any) -> None:
        """Give the actions of agents, for the next step; arrays that numpy can broadcast."""
        self._desks["actions"][games, agents] = actions

    observations = _shown("observation", "What is seen, (n, rows, size).")
    masks = _shown("mask", "What is legal, int8 (n, rows, actions).")
    actions = _by_agent("actions", "The actions given, int32 (n, agents): a view that may be written.")
    acting = _by_agent("acting", "Who must act, int8 (n, agents).")
    actors = _shown("actor", "The first agent that must act, int16 (n,); -1: nobody.")
    advice = _by_agent("advice", "What the stand-in last chose, int32 (n, agents).")
    illegal = _shown("illegal", "1 + the agent whose action was illegal and waits for another one, int16 (n,); else 0.")
    forfeit = _shown("forfeit", "1 + the agent by whose illegal action the game is lost, int16 (n,); else 0.")

    # What came of it

    done = _shown("done", "Whether the game is over, bool (n,).")
    truncated = _shown("truncated", "Whether it was cut short, bool (n,).")
    pay = _by_agent("pay", "Pay so far, float32 (n, agents).")
    over = _by_agent("over", "For whom the game is over, int8 (n, agents).")
    potential = _by_agent("potential", "Potential of optional shaping, float32 (n, agents).")
    length = _shown("length", "Decisions of this game, int32 (n,).")
    taped = _shown("taped", "Actions of this game that went, or would have gone, onto its tape, int32 (n,).")
    seeds = _shown("seed", "Seed of each desk, int64 (n,).")
    episodes = _shown("episode", "Games that were begun since the seed was given, int64 (n,).")
    ended = _shown("ended", "With autoreset: whether a game ended in the last call, bool (n,).")
    final_pay = _by_agent("final_pay", "With autoreset: how it paid, float32 (n, agents).")

    @property
    def decisions(self) -> int:
        """Real decisions of all sides since the table was made."""
        return int(self._desks["decisions"].sum())

    def outcome(self) -> np.ndarray:
        """Return what tells how the games stand, uint8 (n, bytes), a view: if it changed, something was earned."""
        fields: Any = self._desks.dtype.fields
        first, last = fields["done"], fields["potential"]
        bytes_of = self._desks.view(np.ndarray).view(np.uint8).reshape(self.n, -1)
        return bytes_of[:, first[1] : last[1] + last[0].itemsize]

    # Keeping and putting back

    @property
    def progress(self) -> np.ndarray:
        """What must be kept beside the states to put running games back, records (n,): a copy."""
        kept = np.zeros(self.n, self.progress_dtype)
        for name in PROGRESS:
            kept[name] = self._desks[name]
        return kept

    @property
    def progress_dtype(self) -> np.dtype:
        """The record of ``progress``."""
        return np.dtype([(name, self._desks.dtype[name]) for name in PROGRESS])

    def check(self, states: np.ndarray, progress: np.ndarray) -> None:
        """Raise GameError unless states and their progress, (n,), which come from outside, are of this game."""
        self._check_states(states)
        Ranges(self.progress_dtype, progress_bounds(self.game)).check(progress, "progress")

    def _check_states(self, states: np.ndarray, where: str = "state") -> None:
        """Raise GameError unless each of states, (n,), is one of the game of its desk."""
        for game, rows in self._by_game(states):
            game.validity.check(rows, where)

    def _by_game(self, states: np.ndarray) -> Iterator[tuple[Game, np.ndarray]]:
        """Yield games and their states, of (n,): all of them, or one by one where desks have games of their own."""
        if not self._variants:
            yield self.game, states
        for i, game in enumerate(self._variants):
            yield game, states[i : i + 1]

    def put_back(self, states: np.ndarray, progress: np.ndarray) -> None:
        """Go to states, (n,), with the progress that was kept with them; neither is checked here."""
        for name in PROGRESS:
            self._desks[name] = progress[name]
        self.enter(states)

    def save(self) -> dict[str, np.ndarray]:
        """Return copies of everything that decides what comes next, as bytes."""
        parts = {"states": self.states, "desks": self._desks}
        return {name: np.frombuffer(part.tobytes(), np.uint8).copy() for name, part in parts.items()}

    def load(self, saved: Mapping[str, Any], controllers: Any = LEARNER) -> None:
        """Put back what ``save`` returned; raise GameError for anything else, and leave the games as they are.

        ``controllers``, as for ``seat``: who plays the saved games, by what the caller knows of its players.
        """
        found = {}
        for array, name in ((self.states, "states"), (self._desks, "desks")):
            given = saved.get(name)
            if not isinstance(given, np.ndarray) or given.dtype != np.uint8 or given.size != array.nbytes:
                raise GameError(f"the saved {name} belong to another game or number of games")
            found[name] = np.frombuffer(given.tobytes(), array.dtype)
        self._check_states(found["states"], "saved states")
        self._check_desks(found["desks"], controllers)
        for array, name in ((self.states, "states"), (self._desks, "desks")):
            array[:] = found[name]

    def _check_desks(self, desks: np.ndarray, controllers: Any) -> None:
        """Refuse desks that no table of this game with these players has between two calls."""
        Ranges(desks.dtype, dict(desk_bounds(self.game))).check(desks, "saved desks")
        fixed = {name: self._desks[name] for name in ("side_of", "stand_in")} | {"controllers": controllers}
        for name, wanted in fixed.items():
            if (desks[name] != wanted).any():
                raise GameError(f"saved desks: {name} is not that of these players; make the same table first")

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what cannot be copied or sent to another process: threads and compiled code."""
        return {key: value for key, value in self.__dict__.items() if key != "_server"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._desks["episode"].any():  # before the first game there is none to check
            for game, states in self._by_game(self.states):
                game.validity.check_given(states, "unpickled states")
        self._find_server()
