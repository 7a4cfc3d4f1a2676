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
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from swarmzoo.agents.view import View
from swarmzoo.envs.api.opponents import RANDOM_OPPONENT, BatchOpponent, CompiledOpponent
from swarmzoo.envs.core.game import Game, GameError


@runtime_checkable
class PythonAgent(Protocol):
    """An agent that decides for one side."""

    def act(self, view: View) -> int | Sequence[int]:
        """Return the index of a legal action; in a simultaneous game one for each of ``view.agents``."""


@dataclass
class Seated:
    """A Python agent as seated at a table: ``name`` and a function from a view to an action."""

    name: str
    agent: PythonAgent


Agent = CompiledOpponent | BatchOpponent | Seated


def built_in(game: Game) -> dict[str, CompiledOpponent]:
    """Return the built-in agents of a game by name: random, and the bots of ``swarmzoo.agents.<game>``."""
    found = {"random": RANDOM_OPPONENT}
    if importlib.util.find_spec(f"swarmzoo.agents.{game.name}") is None:
        return found
    bots = importlib.import_module(f"swarmzoo.agents.{game.name}.bots")
    for number, name in enumerate(bots.BOT_NAMES):
        if number > 0:
            found[name] = CompiledOpponent(name, number, bots.choose)
    return found


def teachers(game: Game) -> dict[str, CompiledOpponent]:
    """Return the compiled agents of a game that are made to be learned from, by name; no strategy of the line-up."""
    if importlib.util.find_spec(f"swarmzoo.agents.{game.name}") is None:
        return {}
    bots = importlib.import_module(f"swarmzoo.agents.{game.name}.bots")
    first = len(bots.BOT_NAMES)
    return {
        name: CompiledOpponent(name, first + k, bots.choose)
        for k, name in enumerate(getattr(bots, "TEACHER_NAMES", ()))
    }


def baselines(game: Game) -> dict[str, Path]:
    """Return the trained policies that come with a game: checkpoints by name, ``standard`` for the standard preset."""
    folder = Path(__file__).parent / game.name / "baselines"
    return {path.stem: path for path in sorted(folder.glob("*.npz"))}


def find_agent(game: Game, text: str) -> Agent:
    """Return the agent that a text names: a built-in name, a trained baseline, a checkpoint, or ``file.py:Name``."""
    agents = built_in(game) | teachers(game)
    if text in agents:
        return agents[text]
    trained = baselines(game)
    if text in trained:
        from swarmzoo.agents.policy.checkpoint import load_policy

        return load_policy(trained[text], game)
    if text.endswith(".py"):
        raise GameError(f"agent {text!r}: name the class in the file too, for instance {text}:MyBot")
    path, _, name = text.rpartition(":")
    if path.endswith(".py"):
        return _from_file(Path(path), name)
    if Path(text).suffix == ".npz" or Path(text).exists():
        from swarmzoo.agents.policy.checkpoint import load_policy

        return load_policy(Path(text), game)
    names = [*agents, *trained]
    close = get_close_matches(text, names, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise GameError(
        f"agent {text!r} is unknown: {hint}allowed are {', '.join(names)}, a checkpoint (.npz), or file.py:ClassName"
    )


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
    agent = made() if isinstance(made, type) else made
    if not isinstance(agent, PythonAgent):
        raise GameError(f"agent {path}:{name}: it has no act(view); see agents/template.py")
    return Seated(getattr(agent, "name", name), agent)


def names_of(agents: Sequence[Agent]) -> list[str]:
    """Return names for a table, made distinct by numbers."""
    seen: dict[str, int] = {}
    names = []
    for agent in agents:
        seen[agent.name] = seen.get(agent.name, 0) + 1
        names.append(agent.name if seen[agent.name] == 1 else f"{agent.name} ({seen[agent.name]})")
    return names


def ask(agent: Seated, view: View) -> list[int]:
    """Ask a Python agent for the actions of a decision; tell whose fault it is when it fails or answers nonsense."""
    try:
        answer: Any = agent.agent.act(view)
    except Exception as error:
        raise GameError(f"agent {agent.name}: act() raised {type(error).__name__}: {error}") from error
    actions = [answer] if len(view.agents) == 1 and np.ndim(answer) == 0 else answer
    try:
        actions = list(actions)
    except TypeError:
        actions = []
    if len(actions) != len(view.agents):
        raise GameError(
            f"agent {agent.name}: act() returned {answer!r}; {len(view.agents)} agents act now, each needs an action"
        )
    for row, action in enumerate(actions):
        mask = view.masks[row]
        if not isinstance(action, (int, np.integer)) or not 0 <= action < len(mask) or not mask[action]:
            raise GameError(f"agent {agent.name}: act() returned {answer!r}; {_why(view, action, row)}")
    return [int(action) for action in actions]


def _why(view: View, action: Any, row: int) -> str:
    if isinstance(action, (int, np.integer)):
        return view.why_not(int(action), row) or "it is not legal"
    return "the index of a legal action is needed"
