"""One running game in a PettingZoo environment: begun, looked at, copied, kept and put back, the same in both APIs."""

from typing import Any

import numpy as np
from gymnasium import spaces

from swarmzoo.envs.api import requests
from swarmzoo.envs.api.illegal import IllegalActions
from swarmzoo.envs.api.picture import RENDER_FPS, RENDER_MODES, picture
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.ranges import Bounds, Ranges
from swarmzoo.envs.core.reading import checked_seed
from swarmzoo.envs.core.table import Table


class RunningGame:
    """The part of ``GameEnv`` and ``GameParallelEnv`` that holds a table with one game.

    A subclass says what it keeps beside the game: ``_kept_fields`` (fields of numpy), ``_keep`` and ``_put_back``.
    """

    game: Game
    render_mode: str | None

    def _open(
        self, game: Game, illegal_action: str, render_mode: str | None, max_cycles: int | None, flat_observation: bool
    ) -> None:
        """Make the table, and what PettingZoo asks of an environment before its first game."""
        self.game = game
        self.metadata = {
            "name": game.env_id.replace("-", "_"),
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
            "render_fps": RENDER_FPS,
        }
        self.illegal_action, self.max_cycles = illegal_action, max_cycles
        self._illegal = IllegalActions(game, illegal_action)
        self.render_mode = requests.choice_of("render_mode", render_mode, (None, *RENDER_MODES))
        self.possible_agents = list(game.agents)
        self.agents: list[str] = []
        settings: dict[str, Any] = {"illegal_action": self._illegal.code, "max_cycles": requests.cycles(max_cycles)}
        self._table = Table(game, 1, everyone=not game.sequential, **settings)
        self._questions = Questions(game)
        self._spaces: dict[str, spaces.Space] = {}
        self.flat_observation = requests.switch("flat_observation", flat_observation)
        self._has_begun = False
        self.games_begun = 0  # by reset()

    def _begin_game(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begin the next game of the table: of a new seed if one is given, from a position if the options name one."""
        position = requests.checked_options(options, ("position",)).get("position")
        table, first = self._table, None if seed is None else checked_seed(seed, or_none=True)
        if first is None and not self._has_begun:
            first = requests.fresh_seed()
        entered = None if position is None else self._read_position(position, seed, first)  # before anything is changed
        if first is not None:
            table.seed(first)
        table.begin()
        if entered is not None:
            table.enter(entered)
        self._has_begun = True
        self.games_begun += 1

    def _read_position(self, position: Any, seed: int | None, first: int | None) -> np.ndarray:
        """Return the state, shape (1,), of a position; what it does not say is drawn from the game's coming seed."""
        text = requests.checked_position(position)
        now = self._table.seeds[0], self._table.episodes[0]
        base, games = (int(now[0]), int(now[1])) if first is None else (first, 0)
        number = requests.derived_seed(base, games + 1) if seed is None else int(seed)
        return self.game.words.read_position(text, number)

    # For agents that are asked about it

    def on_a_table(self, choose: Any = None, **settings: Any) -> Table:
        """Return a table of its own with the running game on it, all sides played from outside; see ``Table``.

        What bots draw there follows from the game's seed, its number, and how many decisions were made.
        """
        table = Table(self.game, 1, choose, everyone=not self.game.sequential, **settings)
        progress = self._table.progress
        decision = [int(progress[name][0]) for name in ("seed", "episode", "length")]
        progress["rng"] = np.random.SeedSequence([number % 2**64 for number in decision]).generate_state(4)
        table.put_back(self._table.states, progress)
        return table

    def position_key(self, what: str = "position_key()") -> bytes:
        """Return what tells this position of this game from all others; ``what`` needs it, for sentences."""
        self._require_reset(what)
        return self._table.states.tobytes() + self._table.progress.tobytes()

    # Looking

    def state(self) -> np.ndarray:
        """Return everything public and what all sides hold: float32, in the game's own order."""
        self._require_reset("state()")
        return self._questions.overview(self._table.states)

    def position(self) -> str:
        """Return the position in its text form; ``reset(options={"position": text})`` reads it."""
        self._require_reset("position()")
        return self.game.words.write_position(self._table.states)

    def render(self) -> Any:
        """Return the picture of the render mode: text, an image or SVG; "human" prints the text."""
        self._require_reset("render()")
        return picture(self.game, self._table.states, self.render_mode)

    def _repr_html_(self) -> str | None:
        """Return the board as SVG, as notebooks show it; None before the first game."""
        return picture(self.game, self._table.states, "svg") if self._has_begun else None

    def close(self) -> None:
        """Tell how many illegal actions there were; nothing is held open."""
        self._illegal.close()

    # Copies

    def clone(self) -> Any:
        """Return an independent environment in the same game, with spaces of its own."""
        options = {name: getattr(self, name) for name in ("illegal_action", "max_cycles", "flat_observation")}
        make: Any = type(self)
        twin = make(self.game, render_mode=self.render_mode, **options)
        if self._has_begun:
            twin._go_to(self._kept())
        return twin

    def get_state(self) -> bytes:
        """Return the running game, the generator and PettingZoo's bookkeeping included."""
        self._require_reset("get_state()")
        return self._signature() + self._kept().tobytes()

    def set_state(self, state: bytes) -> None:
        """Go to what ``get_state`` returned, from this or another environment of the same game and rules.

        Raises GameError for anything else, and leaves the running game as it is.
        """
        dtype, signature = self._saved_dtype(), self._signature()
        given: Any = state
        if not isinstance(given, bytes | bytearray | memoryview):
            kind = type(given).__name__
            raise GameError(f"the saved state is of {kind}: the bytes that get_state() returned are needed")
        state = bytes(given)
        if not state.startswith(signature):
            raise GameError(f"the saved state is not of {self.game.env_id} with these rules: make the same env first")
        if len(state) != len(signature) + dtype.itemsize:
            raise GameError(f"the saved state has {len(state)} bytes; {len(signature) + dtype.itemsize} are needed")
        saved = np.frombuffer(state, dtype, 1, len(signature))
        self._table.check(saved["game"], saved["progress"])
        Ranges(self._beside().dtype, self._kept_bounds()).check(self._beside(saved), "saved state")
        before = self._kept() if self._has_begun else None
        try:
            self._go_to(saved)
        except GameError:
            if before is not None:
                self._go_to(before)
            raise

    def _kept(self) -> np.ndarray:
        """Return the running game as a record, (1,), with all that is kept beside it."""
        saved = np.zeros(1, self._saved_dtype())
        saved["game"], saved["progress"] = self._table.states, self._table.progress
        self._keep(saved)
        return saved

    def _go_to(self, saved: np.ndarray) -> None:
        """Go to such a record."""
        self._table.put_back(saved["game"], saved["progress"])
        self._has_begun = True
        self._put_back(saved)

    def _beside(self, saved: np.ndarray | None = None) -> np.ndarray:
        """Return what is kept beside the game and its progress, (1,)."""
        fields = self._kept_fields()
        beside = np.zeros(1, np.dtype(fields, align=True))
        for name, *_ in fields if saved is not None else ():
            beside[name] = saved[name]  # type: ignore[index]
        return beside

    def _saved_dtype(self) -> np.dtype:
        fields = [("game", self.game.state), ("progress", self._table.progress_dtype)]
        return np.dtype([*fields, *self._kept_fields()])

    def _kept_fields(self) -> list[tuple[Any, ...]]:
        """Return the fields of what is kept beside the game."""
        raise NotImplementedError

    def _kept_bounds(self) -> dict[str, Bounds | None]:
        """Return the ranges of those fields."""
        raise NotImplementedError

    def _keep(self, saved: np.ndarray) -> None:
        """Write what is kept beside the game to a record, shape (1,)."""
        raise NotImplementedError

    def _put_back(self, saved: np.ndarray) -> None:
        """Read it again, after the table has gone back; raise GameError if it does not fit the game."""
        raise NotImplementedError

    def _signature(self) -> bytes:
        return f"{self.game.env_id} {self.game.rules_signature};".encode()

    def _require_reset(self, what: str) -> None:
        if not self._has_begun:
            raise GameError(f"{what} was called before reset(): no game has begun")
