"""Ctrl-C in a long run: the first one ends it at the next safe point, the second one at once."""

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

from swarmzoo.envs.core.errors import GameError


class Stopped(GameError):
    """A run was stopped on purpose: what is kept, and how to go on."""


class Interruption:
    """While entered, an interrupt (SIGINT or SIGTERM) sets ``wanted`` instead of raising."""

    def __init__(self, say: Callable[[str], None]):
        self.wanted = False
        self._say = say
        self._old: dict[int, Any] = {}

    def __enter__(self) -> "Interruption":
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._old[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._old.items():
            signal.signal(number, handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.wanted:
            raise KeyboardInterrupt
        self.wanted = True
        self._say("stopping after this update or round; once more stops at once")
