"""What an agent does wrong in a game: told as a sentence, counted by its kind."""

import os
import sys
import traceback
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Literal, get_args

from swarmzoo.envs.core.errors import GameError

FaultKind = Literal["crash", "timeout", "flood", "garbage", "illegal", "memory"]
FAULT_KINDS: tuple[str, ...] = get_args(FaultKind)


class AgentFault(GameError):
    """A fault of one agent, which costs it the game it plays; ``kind`` is one of ``FAULT_KINDS``.

    crash: it raised or its process ended; timeout: no answer in time; flood: more output than it may write; garbage:
    no answer that can be read; illegal: an action that is not legal; memory: more memory than it may use.
    """

    def __init__(self, agent: str, kind: FaultKind, what: str):
        super().__init__(f"agent {agent}: {what}")
        self.agent, self.kind, self.what = agent, kind, what

    def __reduce__(self) -> tuple:
        return type(self), (self.agent, self.kind, self.what)


def fault_of(agent: str, code: Any, doing: str, error: BaseException) -> AgentFault:
    """Return the fault of an agent whose code raised an error: with the error, and its file and line.

    ``code`` is the agent's class, object or function; ``doing`` begins the sentence, for instance "act() raised".
    """
    kind: FaultKind = "memory" if isinstance(error, MemoryError) else "crash"
    return AgentFault(agent, kind, f"{doing} {told_error(error)}{_place_of(code, error)}")


def told_error(error: BaseException) -> str:
    """Return an error of others' code in words: its kind, and its text if it has one."""
    text = _text_of(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def tell_cause(error: BaseException) -> None:
    """Print the traceback of what an agent raised, if SWARMZOO_DEBUG=1 asks for it: a counted fault is not raised."""
    if os.environ.get("SWARMZOO_DEBUG") == "1":
        traceback.print_exception(error.__cause__ or error, file=sys.stderr)


def _text_of(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # of the agent's own making
        return "(its text cannot be read)"


def _place_of(code: Any, error: BaseException) -> str:
    """Return the file and line where an agent's own code was left last: its module's, else the first of its frames."""
    module, frames = getattr(code, "__module__", None), _frames(error.__traceback__)
    own = [place for place in frames if place[0].f_globals.get("__name__") == module]
    own = own or [place for place in frames if not _is_of_swarmzoo(place[0])]
    return _last_of(own)


def place_below(folder: Path, error: BaseException) -> str:
    """Return the file and line where code of a folder was left last, in brackets; nothing if it never ran."""
    frames = _frames(error.__traceback__)
    return _last_of([place for place in frames if folder in Path(place[0].f_code.co_filename).parents])


def _last_of(places: list[tuple[FrameType, int]]) -> str:
    return f" ({places[-1][0].f_code.co_filename}:{places[-1][1]})" if places else ""


def _frames(trace: TracebackType | None) -> list[tuple[FrameType, int]]:
    return [(frame, line) for frame, line in traceback.walk_tb(trace)]


def _is_of_swarmzoo(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__")).startswith("swarmzoo.")
