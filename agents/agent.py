"""The Agent contract, and how agents are found by name.

A *Python agent* is a class with ``act(view)``; it plays one side and is asked for one decision at a time:

    class MyBot:
        name = "my bot"
        def act(self, view: View) -> int: ...

A *compiled agent* plays inside the batched loop; it is a number of the game's choice function. A *policy agent* acts
on whole batches of observations and masks. All three are accepted wherever an agent is.
"""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from swarmzoo.agents.faults import AgentFault, FaultKind
from swarmzoo.agents.view import View
from swarmzoo.envs.api.opponents import RANDOM_OPPONENT, BatchOpponent, CompiledOpponent
from swarmzoo.envs.catalogue import games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game


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

    def player(self, nth: int, seed: int, side: int) -> PythonAgent:
        """Return who plays the nth seat of this agent in a game that begins now, on a side; it may fault at that."""
        try:
            return self._begun(nth, seed, side)
        except AgentFault:
            raise
        except (Exception, SystemExit) as error:  # the user's class, or its reset
            raise AgentFault(self.name, "crash", f"it cannot begin a game: {type(error).__name__}: {error}") from error

    def _begun(self, nth: int, seed: int, side: int) -> PythonAgent:
        if not self._players:
            self._players.append(self.agent)
        while len(self._players) <= nth:
            self._players.append(self.make() if self.make is not None else self.agent)
        reset: Any = getattr(self._players[nth], "reset", None)
        if reset is not None:
            reset(seed, side)
        elif self.make is not None:
            self._players[nth] = self.make()
        return self._players[nth]

    def close(self) -> None:
        """Let go of processes, if there are any."""
        for agent in (self.agent, *self._players):
            if hasattr(agent, "close"):
                agent.close()


Agent = CompiledOpponent | BatchOpponent | Seated


def module_of(game: Game, module: str) -> Any:
    """Return a module that a game has among the agents, or None: ``swarmzoo.agents.<place of the game>.<module>``."""
    package = next((found.package_in("swarmzoo.agents") for found in games() if found.name == game.name), None)
    if package is None or importlib.util.find_spec(package) is None:
        return None
    if importlib.util.find_spec(f"{package}.{module}") is None:
        return None
    return importlib.import_module(f"{package}.{module}")


def built_in(game: Game) -> dict[str, CompiledOpponent]:
    """Return the built-in agents of a game by name: random, and the bots of ``swarmzoo.agents.<game>``."""
    found = {"random": RANDOM_OPPONENT}
    bots = module_of(game, "bots")
    if bots is None:
        return found
    for number, name in enumerate(bots.BOT_NAMES):
        if number > 0:
            found[name] = CompiledOpponent(name, number, bots.choose)
    return found


def teachers(game: Game) -> dict[str, CompiledOpponent]:
    """Return the compiled agents of a game that are made to be learned from, by name; no strategy of the line-up."""
    bots = module_of(game, "bots")
    if bots is None:
        return {}
    first = len(bots.BOT_NAMES)
    return {
        name: CompiledOpponent(name, first + k, bots.choose)
        for k, name in enumerate(getattr(bots, "TEACHER_NAMES", ()))
    }


def baselines(game: Game) -> dict[str, Path]:
    """Return the trained policies that come with a game: checkpoints by name, ``standard`` for the standard preset."""
    place = next((found.place for found in games() if found.name == game.name), game.name)
    return {path.stem: path for path in sorted((Path(__file__).parent / place / "baselines").glob("*.npz"))}


def find_agent(game: Game, text: str, *, trust: bool = False) -> Agent:
    """Return the agent that a text names: a built-in name, a trained baseline, a checkpoint, ``file.py:Name``, ...

    ``process:COMMAND``, ``bot.yaml``, ``model.zip`` and entry points are found by ``swarmzoo.agents.outside``, which
    runs code from a model's file only with ``trust``.
    """
    agents = built_in(game) | teachers(game)
    if text in agents:
        return agents[text]
    trained = baselines(game)
    if text in trained:
        from swarmzoo.agents.policy.checkpoint import load_policy

        return load_policy(trained[text], game)
    if text.partition(":")[0] == "search":
        from swarmzoo.agents.search.tree_search import find_search

        return find_search(game, text)
    from swarmzoo.agents.outside import FORMS, entries, find_outside

    if (outside := find_outside(game, text, trust)) is not None:
        return outside
    if text.endswith(".py"):
        raise GameError(f"agent {text!r}: name the class in the file too, for instance {text}:MyBot")
    path, _, name = text.rpartition(":")
    if path.endswith(".py"):
        return _from_file(Path(path), name)
    if Path(text).suffix == ".npz" or Path(text).exists():
        from swarmzoo.agents.policy.checkpoint import load_policy

        return load_policy(Path(text), game)
    names = [*agents, *trained, "search", *entries()]
    close = get_close_matches(text, names, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise GameError(f"agent {text!r} is unknown: {hint}allowed are {', '.join(names)}, {FORMS}")


def _from_file(path: Path, name: str) -> Seated:
    """Load a Python agent from a file."""
    if not path.is_file():
        raise GameError(f"agent {path}:{name}: there is no such file")
    spec = importlib.util.spec_from_file_location(f"swarmzoo_agent_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # the user's file: whatever goes wrong there is told as its own
        raise GameError(f"agent {path}: the file cannot be loaded: {type(error).__name__}: {error}") from error
    made = getattr(module, name, None)
    if made is None:
        raise GameError(f"agent {path}:{name}: the file has no {name!r}")
    from swarmzoo.agents.outside import seated

    return seated(made, f"{path}:{name}", name)


def names_of(agents: Sequence[Agent]) -> list[str]:
    """Return names for a table, made distinct by numbers."""
    seen: dict[str, int] = {}
    names = []
    for agent in agents:
        seen[agent.name] = seen.get(agent.name, 0) + 1
        names.append(agent.name if seen[agent.name] == 1 else f"{agent.name} ({seen[agent.name]})")
    return names


def ask(name: str, agent: PythonAgent, view: View, masks: np.ndarray) -> list[int]:
    """Ask a Python agent for the actions of a decision; tell whose fault it is when it fails or answers nonsense."""
    try:
        answer: Any = agent.act(view)
    except AgentFault:
        raise
    except (Exception, SystemExit) as error:
        raise AgentFault(name, "crash", f"act() raised {type(error).__name__}: {error}") from error
    try:
        actions = [answer] if len(view.agents) == 1 and np.ndim(answer) == 0 else list(answer)
    except (TypeError, ValueError):  # no list, or a ragged one
        actions = []
    if len(actions) != len(view.agents):
        what = f"act() returned {answer!r}; {len(view.agents)} agents act now, each needs an action"
        raise AgentFault(name, "garbage", what)
    for row, action in enumerate(actions):
        mask = masks[row]
        if not isinstance(action, (int, np.integer)) or not 0 <= action < len(mask) or not mask[action]:
            kind: FaultKind = "illegal" if isinstance(action, (int, np.integer)) else "garbage"
            raise AgentFault(name, kind, f"act() returned {answer!r}; {_why(view, action, row)}")
    return [int(action) for action in actions]


def _why(view: View, action: Any, row: int) -> str:
    if isinstance(action, (int, np.integer)):
        return view.why_not(int(action), row) or "it is not legal"
    return "the index of a legal action is needed"
