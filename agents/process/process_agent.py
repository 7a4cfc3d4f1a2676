"""An agent in a process of its own, which speaks the line protocol."""

import os
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from swarmzoo.agents.faults import AgentFault
from swarmzoo.agents.process.child import Child
from swarmzoo.agents.process.protocol import Misread, hello, line_of, question, read_actions, read_answer, read_ready
from swarmzoo.agents.process.settings import BotSettings, words_of
from swarmzoo.agents.view import View
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

QUIT_SECONDS = 1.0
TELL_SECONDS = 5.0  # for messages that need no answer: only a pipe that nobody reads takes longer


class ProcessAgent:
    """A bot in a process of its own. It plays one game at a time; every fault of it raises AgentFault and ends it.

    The process is started when it is first needed, and again by the ``reset`` that follows a fault. A copy, in this
    process or another, has a process of its own.
    """

    def __init__(self, game: Game, settings: BotSettings, folder: Path | None = None):
        if os.name != "posix":
            raise GameError(f"agent process:{settings.command}: bots in processes need Linux or macOS")
        self.game, self.settings, self.folder = game, settings, (folder or Path.cwd()).absolute()
        self.command = words_of(settings.command, self.folder)
        self.name = settings.name or _short(settings.command)
        self.wants: tuple[str, ...] = ()
        self.longest_answer = 0  # bytes, of all lines so far
        self._child: Child | None = None
        self._number = 0
        self._letting_go: weakref.finalize | None = None

    def __reduce__(self) -> tuple:
        return type(self), (self.game, self.settings, self.folder)

    def __deepcopy__(self, memo: dict) -> "ProcessAgent":
        return type(self)(self.game, self.settings, self.folder)

    @property
    def pid(self) -> int | None:
        """The number of the bot's process, None while there is none."""
        return self._child.pid if self._child is not None else None

    @property
    def is_running(self) -> bool:
        """Whether the bot has a process that belongs to this one; one from before a fork does not."""
        return self._child is not None and self._child.owner == os.getpid()

    def start(self) -> None:
        """Start the process if there is none, and exchange hello and ready."""
        if self.is_running:
            return
        self._let_go()
        child = Child(self.name, self.command, self.folder, self.settings.memory_mib)
        self._child, self._letting_go = child, weakref.finalize(self, child.kill)
        with self._blaming():
            name, self.wants = self._greeted(child.ask(line_of(self._greeting()), self.settings.init_seconds))
            self.name = child.name = self.settings.name or name or self.name

    def reset(self, seed: int, side: int) -> None:
        """Begin a new game: ``seed`` is for the bot's own draws, ``side`` the side it plays."""
        self._tell({"type": "game", "seed": int(seed), "side": int(side)})

    def act(self, view: View) -> int | list[int]:
        """Return the bot's action, or those of all agents of its side that act now."""
        if not self.is_running:
            self.reset(0, view.side)
        self._number += 1
        line, actions = line_of(self._question(view)), []
        with self._blaming() as child:
            answer = child.ask(line, self.settings.move_seconds)
            self.longest_answer = max(self.longest_answer, child.longest)
            message = read_answer(answer, self._number)
            fault = self._fault_in(message)
            if fault is None:
                actions = read_actions(message, len(view.agents))
                self._check(view, actions)
        if fault is not None:
            raise fault
        return actions[0] if len(actions) == 1 else actions

    def _greeting(self) -> dict[str, Any]:
        """Return the first message."""
        return hello(self.game, self.settings.init_seconds, self.settings.move_seconds)

    def _greeted(self, line: bytes) -> tuple[str | None, tuple[str, ...]]:
        """Return the name and the wishes that answer it."""
        return read_ready(line)

    def _question(self, view: View) -> dict[str, Any]:
        """Return the message that asks for a decision."""
        return question(view, self._number, self.wants)

    def _fault_in(self, message: dict[str, Any]) -> AgentFault | None:
        """Return a fault that an answer tells of; bots of others commit theirs."""
        return None

    def _check(self, view: View, actions: list[int]) -> None:
        for row, action in enumerate(actions):
            if not 0 <= action < self.game.num_actions:
                allowed = f"actions are numbered 0 to {self.game.num_actions - 1}"
                raise AgentFault(self.name, "illegal", f"chose action {action}; {allowed}")
            if not view.masks[row][action]:
                why = view.why_not(action, row) or "it is not legal"
                raise AgentFault(self.name, "illegal", f"chose action {action} for agent {view.agents[row]}; {why}")

    def end(self, pay: float) -> None:
        """Tell the bot that its game is over, and what it was paid."""
        if self.is_running:
            self._tell({"type": "end", "pay": float(pay)})

    def allow(self, move_seconds: float | None) -> float:
        """Set the time for each decision, which the next process is told; return it (None: it stays as it is)."""
        if move_seconds is not None:
            self.settings = self.settings.model_copy(update={"move_seconds": move_seconds})
            self.close()
        return self.settings.move_seconds

    def restart(self) -> None:
        """Restart the process."""
        self.close()
        self.start()

    def close(self) -> bool:
        """Ask the bot to end, then end it; return whether it ended by itself, with exit code 0 in a second."""
        ended = False
        if self.is_running and self._child is not None:
            with suppress(AgentFault):
                self._child.tell(line_of({"type": "quit"}), QUIT_SECONDS)
                ended = self._child.ends_within(QUIT_SECONDS)
        self._let_go()
        return ended

    def peak_mib(self) -> float | None:
        """Return the most memory that the bot has held, in MiB; None where that is not known."""
        return self._child.peak_mib() if self._child is not None else None

    def _tell(self, message: dict) -> None:
        self.start()
        with self._blaming() as child:
            child.tell(line_of(message), TELL_SECONDS)

    @contextmanager
    def _blaming(self) -> Iterator[Child]:
        """Talk to the process; after a fault, and after an interruption, it is ended."""
        assert self._child is not None
        try:
            yield self._child
        except Misread as error:
            self._let_go()
            raise AgentFault(self.name, "garbage", str(error)) from None
        except BaseException:
            self._let_go()
            raise

    def _let_go(self) -> None:
        if self._letting_go is not None:
            self._letting_go()
        self._child = self._letting_go = None


def _short(command: str) -> str:
    """Return a name for a command: its last word that looks like a file, else its first."""
    words = command.split()
    files = [word for word in words[1:] if not word.startswith("-") and Path(word).suffix]
    return Path(files[0] if files else words[0]).stem[:40]
