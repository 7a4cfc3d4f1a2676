"""The other end of an isolated agent: a process that holds one Python class and asks it, move by move.

``python -m swarmzoo.agents.isolation.host`` speaks the line protocol with words of its own: ``hello`` says which class
of which game is wanted, and a question brings the whole view. What the class prints goes to stderr; its input is empty.
"""

import json
import os
import sys
from typing import Any, BinaryIO

from swarmzoo.agents.agent import PythonAgent, Seated
from swarmzoo.agents.faults import AgentFault, tell_cause
from swarmzoo.agents.isolation.wire import LONGEST_SENTENCE, game_from, state_of, view_of
from swarmzoo.agents.outside import from_entry, from_file
from swarmzoo.agents.play.asking import ask
from swarmzoo.agents.process.protocol import line_of
from swarmzoo.agents.text import read_text
from swarmzoo.agents.view import prepare
from swarmzoo.envs.core.errors import GameError


class Host:
    """One class that plays one game; made from the first message."""

    def __init__(self, hello: dict[str, Any]):
        sys.path[:] = hello["path"]
        self.game = game_from(hello["isolated"])
        found = read_text(hello["agent"])
        self.seated: Seated = (
            from_entry(found.name) if found.kind == "entry" else from_file(found.path, found.attribute)
        )
        prepare(self.game, state_of(self.game, hello["world"]))
        self._player: PythonAgent | None = None
        self._fault: AgentFault | None = None

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Do what a message asks; return what is to be said, None: nothing."""
        match message["type"]:
            case "game":
                self._begin(message["seed"], message["side"])
            case "act":
                return {"id": message["id"]} | self._act(message)
            case "end":
                self._end(message["pay"])
        return None

    def _begin(self, seed: int, side: int) -> None:
        """Begin a game; a fault at that is told with the first question."""
        self._fault = None
        try:
            self._player = self.seated.player(0, seed, side)
        except AgentFault as fault:
            tell_cause(fault)
            self._fault = fault

    def _act(self, message: dict[str, Any]) -> dict[str, Any]:
        if "isolated" in message:
            self.game = game_from(message["isolated"])
        view = view_of(self.game, message)
        try:
            if self._fault is not None or self._player is None:
                raise self._fault or AgentFault(self.seated.name, "crash", "no game has begun")
            return {"actions": ask(self.seated.name, self._player, view, view.masks.copy())}
        except AgentFault as fault:
            tell_cause(fault)
            return {"fault": fault.kind, "what": fault.what[:LONGEST_SENTENCE]}

    def _end(self, pay: float) -> None:
        end: Any = getattr(self._player, "end", None)
        try:
            if end is not None:
                end(pay)
        except BaseException as error:  # of the class; the game is over
            tell_cause(error)


def main() -> None:
    """Answer line by line until the input ends."""
    lines, answers = _own_channels()
    host: Host | None = None
    for line in lines:
        message = json.loads(line)
        if message["type"] == "quit":
            break
        answer: dict[str, Any] | None
        if host is None:
            try:
                host = Host(message)
                answer = {"type": "ready", "name": host.seated.name}
            except GameError as error:
                answer = {"type": "refused", "what": str(error)}
        else:
            answer = host.answer(message)
        if answer is not None:
            answers.write(line_of(answer))
            answers.flush()
    if host is not None:
        host.seated.close()
    os._exit(0)  # at once, whatever the class has begun


def _own_channels() -> tuple[BinaryIO, BinaryIO]:
    """Take the pipes of the protocol away from whatever prints or reads here."""
    lines, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return lines, answers


if __name__ == "__main__":
    main()
