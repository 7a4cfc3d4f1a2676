"""Does a bot keep to the rules of the house? It plays whole games, and what it did is read as a list of checks."""

import os
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from swarmzoo.agents.agent import Agent, PythonAgent, Restricted, Searcher, Seated
from swarmzoo.agents.faults import AgentFault, fault_of, tell_cause
from swarmzoo.agents.play.asking import ask
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.restricted import bound
from swarmzoo.agents.process.process_agent import ProcessAgent
from swarmzoo.agents.process.protocol import LONGEST_ANSWER
from swarmzoo.agents.stopwatch import MeasuredView, shares
from swarmzoo.agents.view import View
from swarmzoo.envs.api.opponents import RANDOM_OPPONENT, CompiledOpponent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

Verdict = Literal["pass", "fail", "warn", "-"]
ENDS_WITHIN = 2.0  # seconds
MOST_LATE = 3  # answers, after which nothing is asked any more


@dataclass(frozen=True)
class Check:
    """One line of the list: what was looked at, what came of it, a sentence."""

    name: str
    verdict: Verdict
    sentence: str


class PolicySeat:
    """A policy as a Python agent: asked for one decision at a time."""

    def __init__(self, policy: Any):
        self.name, self._policy = policy.name, policy

    def act(self, view: View) -> list[int]:
        """Return the action of every agent."""
        return [int(action) for action in self._policy.act(view.observations, view.masks)]


@dataclass
class Watched:
    """Plays as an agent does in a match and notes what it does; its faults are raised."""

    seated: Seated
    move_seconds: float
    moves: list[tuple[int, ...]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    late: int = 0  # answers
    spent: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))  # seconds in parts of the view
    counts: set[int] = field(default_factory=set)  # how many agents acted at once
    changed: str = ""  # the array of the view that it wrote into
    ends: int = 0  # how often it was told the end of a game
    end_fault: AgentFault | None = None  # what it raised when it was told
    last: View | None = None

    def reset(self, seed: int, side: int) -> None:
        """Begin a game: the agent is told, or a new one is made."""
        self.player: PythonAgent = self.seated.player(0, seed, side)

    def end(self, pay: float) -> None:
        """Tell the agent how the game ended, if it wants to know."""
        told = getattr(self.player, "end", None)
        if told is None:
            return
        self.ends += 1
        try:
            told(pay)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.end_fault = self.end_fault or fault_of(self.seated.name, self.player, "end() raised", error)
            raise

    def act(self, view: View) -> list[int]:
        """Ask the agent, and note its answer, its time and what it did to the view."""
        parts = {name: getattr(view, name) for name in ("agents", "observations", "masks")}
        before = {name: part.copy() for name, part in parts.items()}
        view = MeasuredView(view, self.spent)
        began = time.perf_counter()
        try:
            actions = ask(self.seated.name, self.player, view, before["masks"])
        finally:
            self.seconds.append(time.perf_counter() - began)
            self.changed = self.changed or next((k for k in parts if not np.array_equal(parts[k], before[k])), "")
        self.late += self.seconds[-1] > self.move_seconds
        if self.late >= MOST_LATE:
            raise AgentFault(self.seated.name, "timeout", f"{MOST_LATE} answers came too late, and no more was asked")
        self.moves.append(tuple(actions))
        self.counts.add(len(view.agents))
        self.last = view.rows(before["agents"], before["observations"], before["masks"])
        return actions


class Examination:
    """The checks of one bot in one game."""

    def __init__(self, game: Game, agent: Seated, games: int, move_seconds: float):
        self.game, self.seated, self.games, self.move_seconds = game, agent, games, move_seconds
        self.watched = Watched(agent, move_seconds)
        self._has_failed, self._played = False, 0

    @property
    def process(self) -> ProcessAgent | None:
        """The bot's process, if it is one."""
        return self.seated.agent if isinstance(self.seated.agent, ProcessAgent) else None

    def run(self) -> list[Check]:
        """Make all checks; after a fault those that need another game are left out."""
        whole = self._guarded("plays whole games", self._whole_games)
        checks = [whole, self._first_move()]
        self._has_failed = whole.verdict == "fail"
        checks.append(self._guarded("the same seed, the same moves", self._repeats))
        checks.append(self._guarded("a new start", self._restarts))
        checks.append(self._guarded("agents at once", self._crowds))
        checks += [self._leaves_views_alone(), self._takes_the_end(), self._speed()]
        return checks + ([self._is_let_go()] if self.process is None else self._of_process(self.process))

    def _guarded(self, name: str, check: Callable[[], tuple[Verdict, str]]) -> Check:
        if self._has_failed:
            return Check(name, "-", "not looked at after the fault")
        try:
            verdict, sentence = check()
        except GameError as error:
            tell_cause(error)
            kind = f" ({error.kind})" if isinstance(error, AgentFault) else ""
            return Check(name, "fail", f"{error}{kind}")
        return Check(name, verdict, sentence)

    def _play(self, seat: int, seed: int) -> list[tuple[int, ...]]:
        """Play one game against random from a seat; return the bot's moves."""
        seating = np.ones((1, self.game.num_sides), int)
        seating[0, seat] = 0
        first = len(self.watched.moves)
        agents: Sequence[Agent] = [Seated(self.seated.name, self.watched), RANDOM_OPPONENT]
        play_games(self.game, agents, seating, np.array([seed]))
        self._played += 1
        return self.watched.moves[first:]

    def _whole_games(self) -> tuple[Verdict, str]:
        for number in range(self.games):
            for seat in self.game.seats:
                self._play(seat, number)
        moves = len(self.watched.moves)
        return "pass", f"{self._played} games, {self.games} in every seat, {moves} decisions without a fault"

    def _first_move(self) -> Check:
        name = "answers in time"
        if not self.watched.seconds:
            return Check(name, "fail", "it answered no question")
        first, longest = self.watched.seconds[0], max(self.watched.seconds)
        verdict: Verdict = "pass" if longest <= self.move_seconds else "fail"
        sentence = f"first move {_time(first)}, slowest {_time(longest)}; {self.move_seconds:g} s are allowed"
        return Check(name, verdict, sentence)

    def _repeats(self) -> tuple[Verdict, str]:
        one, other = (self._play(self.game.seats[0], 0) for _ in range(2))
        if one == other:
            return "pass", f"{len(one)} decisions, twice the same"
        at = next((k for k, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
        return (
            "warn",
            f"decision {at + 1} differs: draw from the seed of reset(seed, side), so that games can be repeated",
        )

    def _restarts(self) -> tuple[Verdict, str]:
        if self.process is not None:
            self.process.restart()
            self._play(self.game.seats[0], 1)
            return "pass", "its process was ended and restarted, and it continued to play"
        if self.seated.make is None or hasattr(self.seated.agent, "reset"):
            return "pass", f"one object played {self._played} games in a row"
        return "pass", f"every one of {self._played} games was played by a new object"

    def _crowds(self) -> tuple[Verdict, str]:
        last = self.watched.last
        if self.game.sequential or last is None:
            return ("pass", "one agent at a time, as always in this game") if last else ("fail", "it was never asked")
        one = [view[:1] for view in (last.agents, last.observations, last.masks)]
        ask(self.seated.name, self.watched.player, last.rows(*one), one[2].copy())
        counts = self.watched.counts | {1}
        return "pass", f"decisions for {min(counts)} to {max(counts)} agents at once"

    def _leaves_views_alone(self) -> Check:
        name = "leaves its view as it is"
        if self.watched.changed:
            return Check(name, "fail", f"it wrote into view.{self.watched.changed}; copy an array before changing it")
        return Check(name, "pass", "no array of a view was changed")

    def _takes_the_end(self) -> Check:
        name, fault, count = "is told how games end", self.watched.end_fault, self.watched.ends
        if fault is not None:
            return Check(name, "fail", f"{fault}; this costs no game, and is told nowhere else")
        if self.process is not None:
            return Check(name, "-", "not seen: what it does then, it does in a process of its own")
        if not count:
            return Check(name, "-", "no game came to its end" if self._has_failed else "it has no end(pay)")
        return Check(name, "pass", f"{count} games, and end(pay) raised nothing")

    def _is_let_go(self) -> Check:
        name = "releases what it holds"
        if not hasattr(self.seated.agent, "close"):
            return Check(name, "-", "it has no close()")
        if (fault := self.seated.close()) is not None:
            return Check(name, "fail", f"{fault}; this costs no game, and is told nowhere else")
        return Check(name, "pass", "close() raised nothing")

    def _speed(self) -> Check:
        if not self.watched.seconds:
            return Check("time for a move", "-", "it answered no question")
        half, most = np.quantile(self.watched.seconds, [0.5, 0.99])
        where = shares(self.watched.spent, sum(self.watched.seconds))
        return Check("time for a move", "-", f"median {_time(half)}, 99% within {_time(most)}: {where}")

    def _of_process(self, process: ProcessAgent) -> list[Check]:
        line = Check(
            "length of lines", "pass", f"longest answer {process.longest_answer} bytes of {LONGEST_ANSWER} allowed"
        )
        if process.pid is None:
            return [line]
        memory, pid = process.peak_mib(), process.pid
        held = "not known on this system" if memory is None else f"{memory:.0f} MiB at most"
        quits = process.close()
        left = not _is_gone(pid)
        return [
            line,
            Check("memory", "-", f"{held}; {_limit(process)}"),
            Check("answers quit", *_told(quits, "it ended by itself", "it did not end by itself within a second")),
            Check(
                "leaves nothing behind", *_told(not left, "no process is left", f"processes of group {pid} are left")
            ),
        ]


def _limit(process: ProcessAgent) -> str:
    most = process.settings.memory_mib
    return f"{most} MiB of address space are allowed" if most else "no limit is set"


def _told(good: bool, yes: str, no: str) -> tuple[Verdict, str]:
    return ("pass", yes) if good else ("fail", no)


def _is_gone(group: int) -> bool:
    """Return whether no process of a group is left; the system has a moment to bury them."""
    deadline = time.monotonic() + ENDS_WITHIN
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def examine(game: Game, agent: Agent, *, games: int = 2, move_seconds: float = 5.0) -> list[Check]:
    """Return the checks of an agent that was found; a compiled one plays inside the games, where none can fail.

    A restricted one is checked in the game in which every side is forbidden the same.
    """
    if isinstance(agent, Restricted):
        game = game.banned(dict.fromkeys(range(game.num_sides), agent.bans))
        agent = bound(agent.agent, game)
    if isinstance(agent, CompiledOpponent):
        return [_compiled(game, agent, games)]
    seat = agent if isinstance(agent, Seated) else Seated(agent.name, _player(agent))
    return Examination(game, seat, games, move_seconds).run()


def _player(agent: Any) -> PythonAgent:
    """Return a policy as a Python agent; one that searches is one already."""
    found: Any = agent if isinstance(agent, Searcher) else PolicySeat(agent)
    return found


def _compiled(game: Game, agent: CompiledOpponent, games: int) -> Check:
    seating = np.ones((games * len(game.seats), game.num_sides), int)
    seating[np.arange(len(seating)), np.resize(game.seats, len(seating))] = 0
    play_games(game, [agent, RANDOM_OPPONENT], seating, np.repeat(np.arange(games), len(game.seats)))
    return Check("plays whole games", "pass", f"{len(seating)} games; it is compiled and plays inside them")
