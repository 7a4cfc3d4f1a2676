"""Python classes in processes of their own, which see what their seat may know and nothing else."""

import inspect
import os
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import Any

from swarmzoo.agents.agent import Agent, Seated
from swarmzoo.agents.faults import FAULT_KINDS, AgentFault
from swarmzoo.agents.isolation.wire import LONGEST_SENTENCE, first_state, game_as_text, message_of, packed
from swarmzoo.agents.process.process_agent import ProcessAgent
from swarmzoo.agents.process.protocol import Misread, read_message, read_ready
from swarmzoo.agents.process.settings import VARIABLE, settings_of
from swarmzoo.agents.view import View, prepare
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.printable import printable

HOST = "swarmzoo.agents.isolation.host"
INIT_SECONDS = 120.0  # to import, and to load the compiled rules


class IsolatedAgent(ProcessAgent):
    """A Python class, named by its text, in a process of its own: a process bot whose other end is ``host``."""

    def __init__(self, game: Game, text: str, folder: Path | None = None):
        settings = settings_of(f"python -P -m {HOST} {shlex.quote(text)}")
        if VARIABLE + "INIT_SECONDS" not in os.environ:
            settings = settings.model_copy(update={"init_seconds": INIT_SECONDS})
        super().__init__(game, settings, folder)
        self.text = text
        self._told = game  # the game whose rules the other end knows

    def __reduce__(self) -> tuple:
        return type(self), (self.game, self.text, self.folder)

    def __deepcopy__(self, memo: dict) -> "IsolatedAgent":
        return type(self)(self.game, self.text, self.folder)

    def _greeting(self) -> dict[str, Any]:
        self._told = self.game
        own = {"agent": self.text, "isolated": game_as_text(self.game), "world": packed(first_state(self.game))}
        return super()._greeting() | own | {"path": sys.path}

    def _greeted(self, line: bytes) -> tuple[str | None, tuple[str, ...]]:
        if (message := read_message(line)).get("type") == "refused":
            raise GameError(printable(str(message.get("what")))[:LONGEST_SENTENCE])
        return read_ready(line)

    def _question(self, view: View) -> dict[str, Any]:
        others = {} if view.game is self._told else {"isolated": game_as_text(view.game)}  # other bans, other rules
        self._told = view.game
        return {"type": "act", "id": self._number} | others | message_of(view)

    def _fault_in(self, message: dict[str, Any]) -> AgentFault | None:
        """Return the fault of which the other end tells, which leaves its process as it is."""
        if "fault" not in message:
            return None
        kind, what = message["fault"], message.get("what")
        if kind not in FAULT_KINDS or not isinstance(what, str):
            raise Misread("told of a fault that is none")
        return AgentFault(self.name, kind, printable(what)[:LONGEST_SENTENCE])


def isolated(game: Game, text: str) -> Seated:
    """Seat the class, object or function that a text names in a process of its own, which is started now.

    ``text`` is ``file.py:Name`` or ``entry:NAME``. Raises GameError for what cannot be loaded there.
    """
    prepare(game, first_state(game))  # compiled here, so that it is loaded there
    agent = IsolatedAgent(game, text)
    try:
        agent.start()
    except AgentFault as fault:
        raise GameError(f"agent {text}: it cannot be started in a process of its own: {fault.what}") from None
    return Seated(agent.name, agent, partial(IsolatedAgent, game, text))


def is_foreign(agent: Agent) -> bool:
    """Tell whether an agent that is seated runs a class of others in this process."""
    return isinstance(agent, Seated) and not isinstance(agent.agent, ProcessAgent)


def text_of(made: Any) -> str:
    """Return the text that names a class or function given in Python; raise GameError for what no file holds."""
    where = getattr(made, "__qualname__", None)
    try:
        file = inspect.getsourcefile(made) if isinstance(where, str) else None
    except (OSError, TypeError):
        file = None
    if file is None or not str(where).isidentifier() or not Path(file).is_file() or Path(file).suffix != ".py":
        raise GameError(
            f"agent {made!r}: isolate=True needs a class or a function that stands by its name in a .py file; "
            "give it, or its text file.py:Name"
        )
    return f"{file}:{where}"
