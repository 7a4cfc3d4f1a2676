"""Agents that others wrote in Python: classes, objects and functions of files and of installed packages."""

import hashlib
import importlib.util
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from swarmzoo.agents.agent import PythonAgent, Seated
from swarmzoo.agents.beside import Beside
from swarmzoo.agents.faults import place_below, told_error
from swarmzoo.agents.view import View
from swarmzoo.envs.core.errors import GameError

GROUP = "swarmzoo.agents"


class FunctionAgent:
    """A function from a view to an action as an agent."""

    def __init__(self, choose: Callable[[View], int | Sequence[int]]):
        self.choose = self.code = choose  # the code: where errors are looked for
        self.name = str(getattr(choose, "name", None) or getattr(choose, "__name__", "function"))

    def act(self, view: View) -> int | Sequence[int]:
        """Return what the function returns."""
        return self.choose(view)


@contextmanager
def _told_as_its_own(begin: str, beside: Beside | None = None) -> Iterator[None]:
    """Tell whatever others' code raises, be it an exit, in a sentence that begins so; Ctrl-C is the user's.

    Of a file, and what lies ``beside`` it, the line is told too.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        where = place_below(beside.folder, error) if beside is not None else ""
        raise GameError(f"{begin}: {told_error(error)}{where}") from error


def seated(made: Any, where: str, name: str, beside: Beside | None = None) -> Seated:
    """Seat what a file or a package offers: a class with act(view), an object of one, or a function of a view."""
    make = partial(_made, made, where, beside) if isinstance(made, type) else None
    agent = make() if make is not None else made
    if not isinstance(agent, PythonAgent):
        if isinstance(made, type) or not callable(made):
            raise GameError(f"agent {where}: it has no act(view); see agents/template.py")
        agent = FunctionAgent(made)
    return Seated(str(getattr(agent, "name", name)), agent, make)


def _made(kind: type, where: str, beside: Beside | None) -> Any:
    begin = f"agent {where}: it cannot be made"
    with beside.placed() if beside is not None else nullcontext(), _told_as_its_own(begin, beside):
        return kind()


def from_file(path: Path, name: str) -> Seated:
    """Return the agent of a name in a Python file; what goes wrong in the file is told as its own.

    Modules beside the file can be imported; each file that is loaded has its own.
    """
    if not path.is_file():
        raise GameError(f"agent {path}:{name}: file not found")
    place = path.resolve()
    own = hashlib.blake2b(str(place).encode(), digest_size=6).hexdigest()  # files of several folders may have one name
    spec = importlib.util.spec_from_file_location(f"swarmzoo_agent_{path.stem}_{own}", place)
    assert spec is not None and spec.loader is not None
    module, beside = importlib.util.module_from_spec(spec), Beside(place.parent)
    sys.modules[spec.name] = module
    beside.given_to(module)
    with beside.placed(), _told_as_its_own(f"agent {path}: the file cannot be loaded", beside):
        spec.loader.exec_module(module)
    made = getattr(module, name, None)
    if made is None:
        raise GameError(f"agent {path}:{name}: the file has no {name!r}")
    return seated(made, f"{path}:{name}", name, beside)


def entries() -> dict[str, EntryPoint]:
    """Return the agents that installed packages offer, by name; of several with a name the first."""
    return {entry.name: entry for entry in reversed(list(entry_points(group=GROUP)))}


def from_entry(name: str) -> Seated:
    """Return the agent of an entry point; what goes wrong in its package is told as that package's."""
    known = entries()
    if name not in known:
        there = f"; installed packages offer {', '.join(known)}" if known else "; no installed package offers an agent"
        raise GameError(f"agent entry:{name}: no such entry point in the group {GROUP}{there}")
    entry = known[name]
    package = f" of {entry.dist.name}" if entry.dist is not None else ""
    where = f"entry:{name} ({entry.value}{package})"
    with _told_as_its_own(f"agent {where}: it cannot be loaded"):
        made = entry.load()
    return seated(made, where, name)
