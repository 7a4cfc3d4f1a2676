"""The contract of an agent: four kinds, each with one method. All are accepted wherever an agent is.

Any of them may be ``Restricted``: forbidden some of the game's actions wherever it sits.

- A *compiled agent* (``CompiledOpponent``) plays inside the batched loop: it is a number of its game's choice function.
- A *batch policy* (``BatchOpponent``) has ``act(observations, masks)`` and acts in many games at once.
- A *searcher* (``Searcher``) has ``act_on(states, sides, agents, seeds)``: it is given the games themselves.
- A *Python agent* (``PythonAgent``) has ``act(view)``. It plays one side and is asked for one decision at a time:

    class MyBot:
        name = "my bot"
        def act(self, view: View) -> int: ...

A Python agent may have ``thoughts``, read after ``act`` where a game is watched: a mapping with ``value`` (its chance
to win, from 0 to 1), ``choices`` (action: share) and ``words``, each of them or none. It changes nothing.

``swarmzoo.agents.find`` finds agents by their texts, and ``as_agent`` there takes what a program made itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from swarmzoo.agents.faults import AgentFault, fault_of
from swarmzoo.agents.view import View
from swarmzoo.envs.api.opponents import BatchOpponent, CompiledOpponent, Searcher

__all__ = [
    "Agent",
    "BatchOpponent",
    "CompiledOpponent",
    "PythonAgent",
    "Restricted",
    "Searcher",
    "Seated",
    "let_go",
    "names_of",
    "repeats",
    "unrestricted",
]


@runtime_checkable
class PythonAgent(Protocol):
    """An agent that decides for one side."""

    def act(self, view: View) -> int | Sequence[int]:
        """Return the index of a legal action; in a simultaneous game one for each of ``view.agents``."""


@dataclass
class Seated:
    """A Python agent as seated at a table: its ``name``, the ``agent``, and what makes another one of its kind.

    Where it has ``reset(seed, side)`` one object plays game after game and is told when one begins; else every game is
    played by a new object, if ``make`` makes them. Who sits in several seats of a game is an object for each; without
    ``make`` it is one object that is told of each seat in turn, and can tell them apart by its views alone.
    """

    name: str
    agent: PythonAgent
    make: Callable[[], PythonAgent] | None = None
    _players: list[PythonAgent] = field(default_factory=list)
    _is_released: bool = False  # the agent itself, in whose place others play
    _fault: AgentFault | None = None  # the first one at a release

    def player(self, nth: int, seed: int, side: int) -> PythonAgent:
        """Return who plays the nth seat of this agent in a game that begins now, on a side; it may fault at that."""
        try:
            return self._begun(nth, seed, side)
        except AgentFault:
            raise
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # the user's class, or its reset
            code = getattr(self.agent, "code", self.agent)
            raise fault_of(self.name, code, "it cannot begin a game:", error) from error

    def _begun(self, nth: int, seed: int, side: int) -> PythonAgent:
        if not self._players:
            self._players.append(self.agent)
        while len(self._players) <= nth:
            self._players.append(self.make() if self.make is not None else self.agent)
        reset: Any = getattr(self._players[nth], "reset", None)
        if reset is not None:
            reset(seed, side)
        elif self.make is not None:
            self._release(self._players[nth])
            self._players[nth] = self.make()
        return self._players[nth]

    def close(self) -> AgentFault | None:
        """Let the agents release what they hold, each once; return the first fault at that, which costs no game."""
        own = [] if self._is_released else [self.agent]
        for agent in {id(agent): agent for agent in (*own, *self._players)}.values():
            self._release(agent)
        return self._fault

    def _release(self, agent: PythonAgent) -> None:
        self._is_released = self._is_released or (agent is self.agent and self.make is not None)
        close: Any = getattr(agent, "close", None)
        try:
            if close is not None:
                close()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # the user's class
            code = getattr(agent, "code", agent)
            self._fault = self._fault or fault_of(self.name, code, "close() raised", error)


@dataclass(frozen=True)
class Restricted:
    """An agent of another kind that is forbidden some actions, ``bans``, in whatever seat it sits."""

    name: str
    agent: "CompiledOpponent | BatchOpponent | Searcher | Seated"
    bans: tuple[int, ...]


Agent = CompiledOpponent | BatchOpponent | Searcher | Seated | Restricted


def unrestricted(agent: Agent) -> CompiledOpponent | BatchOpponent | Searcher | Seated:
    """Return an agent without its bans: the one that chooses."""
    return agent.agent if isinstance(agent, Restricted) else agent


def repeats(agent: Agent) -> bool:
    """Tell whether an agent plays the same game again from the same seed, as all do but those by the clock."""
    return bool(getattr(unrestricted(agent), "repeatable", True))


def let_go(agents: Sequence[Agent]) -> None:
    """Let go of the processes of agents, if there are any."""
    for agent in map(unrestricted, agents):
        if isinstance(agent, Seated):
            agent.close()


def names_of(agents: Sequence[Agent]) -> list[str]:
    """Return names for a table, made distinct by numbers."""
    seen: dict[str, int] = {}
    names = []
    for agent in agents:
        seen[agent.name] = seen.get(agent.name, 0) + 1
        names.append(agent.name if seen[agent.name] == 1 else f"{agent.name} ({seen[agent.name]})")
    return names
