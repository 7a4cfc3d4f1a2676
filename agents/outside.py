"""Agents from outside: programs that speak the line protocol, other packages' entry points, models of others."""

import re
import shlex
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from swarmzoo.agents.agent import Agent, PythonAgent, Seated
from swarmzoo.agents.view import View
from swarmzoo.envs.api.opponents import BatchOpponent, CompiledOpponent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

GROUP = "swarmzoo.agents"
FORMS = (
    "a checkpoint (.npz), file.py:Name (a class or a function), process:COMMAND, a bot's settings (.yaml), a model of "
    "stable-baselines3 (.zip), entry:NAME"
)


class FunctionAgent:
    """A function from a view to an action as an agent."""

    def __init__(self, choose: Callable[[View], int | Sequence[int]]):
        self.choose = choose
        self.name = str(getattr(choose, "name", None) or getattr(choose, "__name__", "function"))

    def act(self, view: View) -> int | Sequence[int]:
        """Return what the function returns."""
        return self.choose(view)


def seated(made: Any, where: str, name: str) -> Seated:
    """Seat what a file or a package offers: a class with act(view), an object of one, or a function of a view."""
    make = partial(_made, made, where) if isinstance(made, type) else None
    agent = make() if make is not None else made
    if not isinstance(agent, PythonAgent):
        if isinstance(made, type) or not callable(made):
            raise GameError(f"agent {where}: it has no act(view); see agents/template.py")
        agent = FunctionAgent(made)
    return Seated(str(getattr(agent, "name", name)), agent, make)


def as_agent(made: Any) -> Agent:
    """Return an agent as it is; seat a class with act(view), an object of one, or a function of a view."""
    if isinstance(made, Seated | CompiledOpponent) or hasattr(made, "act_on"):
        return made
    name = getattr(made, "__name__", type(made).__name__)
    if isinstance(made, BatchOpponent) and not isinstance(made, type) and hasattr(made, "policy"):  # acts on batches
        return made
    return seated(made, name, name)


def _made(kind: type, where: str) -> Any:
    try:
        return kind()
    except Exception as error:  # the user's class: whatever goes wrong there is told as its own
        raise GameError(f"agent {where}: it cannot be made: {type(error).__name__}: {error}") from error


def entries() -> dict[str, EntryPoint]:
    """Return the agents that installed packages offer, by name; of several with a name the first."""
    return {entry.name: entry for entry in reversed(list(entry_points(group=GROUP)))}


def from_entry(name: str) -> Seated:
    """Return the agent of an entry point; what goes wrong in its package is told as that package's."""
    known = entries()
    if name not in known:
        there = f"; installed packages offer {', '.join(known)}" if known else "; no installed package offers an agent"
        raise GameError(f"agent entry:{name}: there is no such entry point of the group {GROUP}{there}")
    entry = known[name]
    package = f" of {entry.dist.name}" if entry.dist is not None else ""
    where = f"entry:{name} ({entry.value}{package})"
    try:
        made = entry.load()
    except Exception as error:  # another's package
        raise GameError(f"agent {where}: it cannot be loaded: {type(error).__name__}: {error}") from error
    return seated(made, where, name)


def find_outside(game: Game, text: str, trust: bool = False) -> Agent | None:
    """Return the agent from outside that a text names, None if it names none; ``trust``: run code of a model's file."""
    kind, _, rest = text.partition(":")
    if kind == "process":
        from swarmzoo.agents.process.settings import settings_of

        return _in_process(game, settings_of(rest), Path.cwd())
    if text.endswith((".yaml", ".yml")):
        from swarmzoo.agents.process.settings import read_settings

        return _in_process(game, read_settings(Path(text)), Path(text).parent)
    if kind == "sb3" or text.endswith(".zip"):
        from swarmzoo.agents.policy.sb3_model import load_sb3

        return load_sb3(Path(rest if kind == "sb3" else text), game, trust=trust)
    if kind == "entry":
        return from_entry(rest)
    return from_entry(text) if text in entries() else None


def files_of(text: str) -> list[Path]:
    """Return the files that the text of an agent names: its own, a program's and its arguments', a policy's."""
    words = [text, text.rpartition(":")[0], *re.split("[:,=]", text)]
    found = [Path(word) for word in words]
    kind, _, command = text.partition(":")
    if kind == "process":
        found += [Path(word) for word in shlex.split(command)]
    elif text.endswith((".yaml", ".yml")):
        from swarmzoo.agents.process.settings import read_settings

        found += [Path(text).parent / word for word in shlex.split(read_settings(Path(text)).command)]
    return [path for path in dict.fromkeys(found) if _is_file(path)]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for a name, or no name at all
        return False


def _in_process(game: Game, settings: Any, folder: Path) -> Seated:
    """Seat a bot in a process of its own; it is started now, so that mistakes are told before the first game."""
    from swarmzoo.agents.process.process_agent import ProcessAgent

    agent = ProcessAgent(game, settings, folder)
    agent.start()
    return Seated(agent.name, agent, partial(ProcessAgent, game, settings, folder))
