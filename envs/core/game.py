"""The Game contract: everything the outside needs to know of a game, written once per game.

A game is a numpy record (the *state*, its random generator included), a read-only record of numbers (the *rules*)
and kernels over both. Kernels have the same names, order and signatures in every game:

    reset(s, r, seed)                  set up a new game from a non-negative int64 seed
    acting(s, r, flags)                int8 (agents,): 1 for every agent that must act now
    legal(s, r, agent, mask)           int8 (actions,): 1 for every legal action of an acting agent, else zeros
    step(s, r, actions)                int32 (agents,): the actions of the agents that act; others are not read
    observe(s, r, agent, out, again)   fill the flat observation of one agent; ``again``: ``out`` holds an earlier one
                                       of this agent in this game, so what never changes in a game need not be written
    rewards(s, r, pay, over)           float32 and int8 (agents,): pay so far, and for whom the game is over
    determinize(s, r, side, seed)      redraw what a side cannot know, the generator always included
    survey(s, r, overview)             fill the flat public overview: PettingZoo's ``state()``
    why_not(s, r, agent, action)       0 if legal, BANNED of ``core.bans``, or the index of a sentence in
                                       ``Words.reasons``
    potential(s, r, values)            float32 (agents,): the potential of optional shaping

A state has the fields ``done`` (bool), ``rng`` (uint32, 4) and ``bans.ban_counts`` at least, the rules have
``bans.ban_fields``: actions that are forbidden to a side by data. Nobody acts once a state is done. Where one agent
decides at a time, ``core.turns`` makes reset, acting, legal, step and why_not of the game's own stages.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from swarmzoo.envs.core.actions import Actions
from swarmzoo.envs.core.bans import Bans, read_bans, signed, with_bans
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.kernel import JIT
from swarmzoo.envs.core.words import Words

if TYPE_CHECKING:
    from swarmzoo.envs.core.parts import GamePart
    from swarmzoo.envs.core.validity import Validity


@dataclass(frozen=True)
class Slice:
    """One named part of a flat observation: where it lies, its shape, and how its numbers were scaled."""

    name: str
    start: int
    shape: tuple[int, ...]
    scale: str = "0 or 1"

    @property
    def stop(self) -> int:
        """Where the part ends."""
        return self.start + int(np.prod(self.shape))


@dataclass(frozen=True)
class Kernels:
    """The compiled functions of a game; see the module's text for their signatures."""

    reset: Any
    acting: Any
    legal: Any
    step: Any
    observe: Any
    rewards: Any
    determinize: Any
    survey: Any
    why_not: Any
    potential: Any


@dataclass(frozen=True, eq=False)
class Game:
    """A game bound to one configuration."""

    name: str
    version: int
    config: Any
    rules: np.ndarray  # one read-only record, shape (1,)
    state: np.dtype
    agents: tuple[str, ...]
    side_of_agent: tuple[int, ...]
    side_names: tuple[str, ...]
    actions: Actions  # the parts of the action space
    observation_layout: tuple[Slice, ...]
    observation_high: np.ndarray  # float32 (observation size,); the lower bound is `observation_low`
    overview_size: int
    kernels: Kernels
    words: Words
    validity: "Validity"  # which records are states: asked of all that come from outside
    self_playing: tuple[int, ...] = ()  # sides that play by a script of the game's: their agents never act
    agent_room: int = 0  # agents that records have room for; 0: just those that there are
    observation_dtype: np.dtype = field(default_factory=lambda: np.dtype(np.float32))
    encoding: int = 1  # version of the observation and action encoding
    sequential: bool = True
    agents_leave: bool = True  # simultaneous games: who has lost leaves PettingZoo's list, or stays to the end
    observation_low: float = 0.0
    overview_high: float = np.inf
    planes: Callable[[np.ndarray], np.ndarray] | None = None
    board: dict[str, Any] = field(default_factory=dict)  # for networks: geometry, readings of bytes, what is per side
    rules_signature: str = ""
    factory: Callable[[Any], "Game"] | None = None  # makes this game from its config: how it is copied and sent
    list_parts: Callable[[Any], tuple["GamePart", ...]] | None = None  # what the game of a config consists of

    bans: tuple[tuple[int, ...], ...] = ()  # actions forbidden to each side; (): to none
    unbanned_signature: str = ""  # of a game with bans: the rules signature of the game without

    def __deepcopy__(self, memo: dict) -> "Game":
        return self

    def __reduce__(self) -> tuple:
        if self.factory is None:
            return super().__reduce__()  # type: ignore[return-value]
        if self.factory(self.config).kernels != self.kernels:
            raise GameError(
                f"{self.env_id}: a game whose kernels were replaced cannot be pickled or sent to another process, "
                "which would make it from its configuration alone; replace the kernels there"
            )
        return _made_again, (self.factory, self.config, self.bans)

    def banned(self, bans: Bans) -> "Game":
        """Return this game with actions forbidden to sides: the same kernels, so nothing is compiled again.

        ``bans`` maps sides, by number or name, to what they must not do: a name as ``Actions.named`` takes it ("burn",
        "hex 3", "Rampage"), an action's number, or a list of these. It takes the place of bans
        that the game has; {} lifts them. A ban that leaves a side no action does not hold at that decision: the
        state's ``bans_lifted`` int32 (sides,) counts how often. Raises GameError for what the game does not have.
        """
        banned = read_bans(self.actions, self.side_names, bans)
        return self if banned == self.bans else self._with(banned)

    def _with(self, banned: tuple[tuple[int, ...], ...]) -> "Game":
        """Return this game with other bans; its words and its validity know the same rules."""
        rules = with_bans(self.rules, banned)
        plain = self.unbanned_signature or self.rules_signature
        words, validity = deepcopy((self.words, self.validity), {id(self.rules): rules})
        return replace(
            self,
            rules=rules,
            words=words,
            validity=validity,
            bans=banned,
            rules_signature=signed(plain, banned),
            unbanned_signature=plain,
        )

    @property
    def parts(self) -> tuple["GamePart", ...]:
        """What this game consists of: parts that can be taken out, or withheld from a side (``core.parts``)."""
        return () if self.list_parts is None else self.list_parts(self.config)

    @property
    def num_actions(self) -> int:
        """How many actions there are."""
        return self.actions.num_actions

    @property
    def env_id(self) -> str:
        """The environment's registered name, for instance ``insects-v0``."""
        return f"{self.name}-v{self.version}"

    @property
    def num_agents(self) -> int:
        """How many agents the game has."""
        return len(self.agents)

    @property
    def num_sides(self) -> int:
        """How many sides the game has."""
        return len(self.side_names)

    @property
    def seats(self) -> tuple[int, ...]:
        """The sides for which somebody chooses."""
        return tuple(side for side in range(self.num_sides) if side not in self.self_playing)

    @cached_property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The agents of each side."""
        return tuple(
            tuple(agent for agent, its in enumerate(self.side_of_agent) if its == side)
            for side in range(self.num_sides)
        )

    def pay_of_sides(self, pay: np.ndarray) -> np.ndarray:
        """Return the pay of sides, (..., sides), from that of agents, (..., agents): what the best paid of them get."""
        return np.stack([pay[..., list(team)].max(-1) for team in self.teams], -1)

    @property
    def observation_size(self) -> int:
        """Numbers of an observation."""
        return self.observation_layout[-1].stop

    @property
    def rows(self) -> int:
        """Observation rows per game: one for the agent to move, or one for each agent that moves at once."""
        return 1 if self.sequential else self.room

    @property
    def room(self) -> int:
        """How many agents the records have room for."""
        return self.agent_room or self.num_agents

    def new_states(self, n: int) -> np.ndarray:
        """Return n zeroed states, of a kind that compiled and uncompiled kernels read quickly."""
        return new_records(self.state, n)


def _made_again(factory: Callable[[Any], Game], config: Any, bans: tuple[tuple[int, ...], ...]) -> Game:
    """Return the game of a configuration with its bans: what a pickled game becomes."""
    game = factory(config)
    return game if bans == game.bans else game._with(bans)


def copy_of(records: np.ndarray) -> np.ndarray:
    """Return a copy, byte for byte, of records that lie one after the other; numpy's own goes field by field."""
    copied = records.view(np.uint8, np.ndarray).copy().view(records.dtype)
    return copied if JIT else copied.view(np.recarray)


_DTYPES: dict[np.dtype, np.dtype] = {}


def new_records(dtype: np.dtype, n: int) -> np.ndarray:
    """Return n zeroed records; uncompiled kernels need the record type for access by name.

    Equal types are one object: Numba compares two field by field at every call, ten times as long as a question takes.
    """
    try:
        records = np.zeros(n, _DTYPES.setdefault(dtype, dtype))
    except MemoryError:
        raise GameError(f"there is no memory for {n:,} games side by side; take fewer") from None
    return records if JIT else records.view(np.recarray)
