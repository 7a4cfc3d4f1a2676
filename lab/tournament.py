"""Tournaments: the schedule is played in tasks, by one process or by several, and can be resumed where it was stopped.

A task is a run of groups that begins at a fixed number and is stored in one transaction, so that a kill loses only
what was being played, and nothing is played twice. Which games count is said by the referee, in the schedule's order.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import Any

from swarmzoo.agents.agent import names_of, repeats
from swarmzoo.agents.find import fingerprints
from swarmzoo.envs.core.config import changed
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.provenance import made_with
from swarmzoo.lab.begun import refuse_other
from swarmzoo.lab.config import ArenaConfig
from swarmzoo.lab.execution.executor import Executor, Task
from swarmzoo.lab.games import maps_of
from swarmzoo.lab.play import GameRow, Lineup, play_groups
from swarmzoo.lab.referee import Referee
from swarmzoo.lab.schedule import Group, schedule_of, seatings
from swarmzoo.lab.store import STORE, Store

KEEPS = "a resumed tournament keeps everything but the number of rounds"
VOID = "one of its agents is retired"
PACKAGES = ("swarmzoo", "numpy", "numba", "duckdb")


def cores() -> int:
    """Return how many processes this machine has room for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Tournament:
    """A tournament in a folder: its games so far, and those to come."""

    def __init__(self, config: ArenaConfig, game: Game, folder: Path, *, resume: bool):
        self.config, self.game, self.folder = config, game, folder
        self.lineup = Lineup(game, config.agents, config.trust, config.replays, config.isolate)
        self.names = names_of(self.lineup.agents)
        self.schedule = schedule_of(config, len(self.names), game.num_sides)
        self.schedule.draw(0, [0.0] * len(self.names))
        pairings = len({group.pairing for group in self.schedule.known(0)[:5000]})
        self.referee = Referee(config, len(self.names), pairings)
        self._files = fingerprints(config.agents)
        self._open(resume)
        self._next = 0  # the group that the referee waits for
        self._finished: dict[int, list[GameRow]] = {}  # groups that are stored and wait for their turn
        self._gather(self._stored())

    def _open(self, resume: bool) -> None:
        """Open the store, a new one or that of a tournament to resume."""
        path, now = self.folder / STORE, self._description()
        so_far = {
            "rounds": self.config.rounds,
            "by_clock": self._by_clock(),
            "stopped": None,
            "maps": maps_of(self.game),
        }
        if not resume:
            _refuse_full(self.folder)
            Store.begin(path, tournament=now, about=made_with(PACKAGES), **so_far)
        elif not path.exists():
            raise GameError(f"{self.folder}: no tournament to resume here ({STORE} not found)")
        self.store = Store(path)
        refuse_other(
            self.folder,
            self.store.tournament(),
            now,
            "tournament",
            "a resumed tournament keeps everything but the number of rounds",
        )
        if self.config.rounds < (before := self.store.get("rounds")):
            raise GameError(f"rounds = {self.config.rounds}: the tournament has {before}; give as many or more")
        self.store.set(**so_far)

    def _description(self) -> dict[str, Any]:
        """Return what must be the same when a tournament is resumed."""
        config = self.config.model_dump(mode="json", exclude={"rounds"})
        return {
            "env_id": self.game.env_id,
            "rules_signature": self.game.rules_signature,
            "names": self.names,
            "env": changed(self.game.config),
            "config": config,
            "files": self._files,
        }

    def _by_clock(self) -> list[str]:
        """Return the names of the agents whose moves depend on the time that the machine gives them."""
        pairs = zip(self.names, self.lineup.agents, strict=True)
        return [name for name, agent in pairs if not repeats(agent)]

    @property
    def constants(self) -> tuple[str, str, str]:
        """Env id, rules signature and a hash of the game's configuration."""
        text = json.dumps(self.game.config.model_dump(mode="json"), sort_keys=True)
        return self.game.env_id, self.game.rules_signature, blake2b(text.encode(), digest_size=6).hexdigest()

    # Playing

    def run(self, executor: Executor, progress: Callable[[int, int], None]) -> None:
        """Play what is left; ``progress`` is told the groups that are done and all of them."""
        told = lambda: progress(self._next, self.schedule.total)  # noqa: E731
        told()
        with self.lineup.at_home():
            while not self._is_over() and self._carry_out(executor, told):
                pass
        self.store.set(
            stopped=self.referee.stopped or "all games are played",
            decided=self.referee.decided,
            retired=[self.names[agent] for agent in sorted(self.referee.retired)],
        )
        if self.referee.stopped_before is not None:
            self.store.set(stopped_before=self.referee.stopped_before)

    def _carry_out(self, executor: Executor, told: Callable[[], None]) -> bool:
        """Have the tasks played that are known, as long as any is needed; return whether there were any."""
        sent: list[list[Group]] = []

        def tasks() -> Iterator[Task]:
            for groups in self._tasks():
                sent.append(groups)
                yield play_groups, (self.lineup.setting, groups)

        with closing(executor.carry_out(tasks())) as carried:
            for number, rows in carried:
                self._finish(sent[number], rows)
                told()
                if self._is_over():
                    break
        return bool(sent)

    def _tasks(self) -> Iterator[list[Group]]:
        """Yield the groups that are left, in tasks that begin at fixed numbers, as far as they are known."""
        first = self._next
        while True:
            known = self.schedule.known(first)
            if not len(known):
                return
            per_group = len(seatings(known[0].pairing, self.game.num_sides))
            size = max(1, self.lineup.task_size() // per_group)
            start = first
            stop = min((start // size + 1) * size, start + len(known))
            task = [
                group
                for group in known[: stop - start]
                if group.number not in self._finished and not self.referee.is_void(group.pairing)
            ]
            if task:
                yield task
            else:
                self._skip()
            first = max(stop, self._next)

    def _finish(self, task: Sequence[Group], rows: Sequence[GameRow]) -> None:
        """Store a finished task, and let the referee count as far as there is no gap."""
        self.store.add(rows, self.names, self.constants)
        for row in rows:
            row.actions = b""  # they are in the store, and would fill the memory
        self._gather(rows)

    def _gather(self, rows: Sequence[GameRow]) -> None:
        late = [row for row in rows if row.group < self._next]  # passed over as void while they were played
        self.store.drop([(row.group, row.nth, VOID) for row in late])
        for row in rows:
            if row.group >= self._next:
                self._finished.setdefault(row.group, []).append(row)
        self._skip()

    def _skip(self) -> None:
        """Give the referee the groups that are next; groups of retired agents are passed over."""
        voids: list[tuple[int, int, str]] = []
        while not self.referee.stopped and self._next < self.schedule.total:
            rows = self._finished.pop(self._next, None)
            if rows is None:
                if not self.referee.retired or not self._next_is_void():
                    break
                rows = []
            void = self.referee.take(self._next, rows)
            voids += [(row.group, row.nth, VOID) for row in void]
            self._next += 1
            self.schedule.draw(self._next, self.referee.scores.tolist())
        self.referee.test()
        self.store.drop(voids)

    def _next_is_void(self) -> bool:
        known = self.schedule.known(self._next)
        return bool(len(known)) and self.referee.is_void(known[0].pairing)

    def _is_over(self) -> bool:
        return self.referee.stopped is not None or self._next >= self.schedule.total

    def _stored(self) -> list[GameRow]:
        """Return the games that are stored; the notes on those that do not count are rewritten."""
        self.store.forget_voids()
        return self.store.rows(counted=False)

    def close(self) -> None:
        """Close the store and the agents."""
        self.lineup.close()
        self.store.close()


def _refuse_full(folder: Path) -> None:
    """Refuse a folder that holds anything but a store that a kill left half made."""
    if folder.exists() and (
        not folder.is_dir() or any(not one.name.startswith(f".{STORE}.") for one in folder.iterdir())
    ):
        raise GameError(f"{folder}: the folder is not empty; use --resume to continue, or another --out")
