"""What an agent does wrong in a game: told as a sentence, counted by its kind."""

from typing import Literal, get_args

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
