"""A soak of the cluster: a tournament on a local Ray cluster of several nodes, of which one after another is killed.

python -m swarmzoo.lab.cluster_soak insects --rounds 2000 --nodes 3 --every 5

The games must be those that this machine plays alone, in every field but the time they took; none may be lost or twice
there. A killed node is replaced by a fresh one, which has to begin from nothing.
"""

import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.config import ArenaConfig
from swarmzoo.lab.execution.cluster import Cluster
from swarmzoo.lab.execution.executor import Executor, executor_of
from swarmzoo.lab.games import even_game
from swarmzoo.lab.play import GameRow
from swarmzoo.lab.store import STORE, Store
from swarmzoo.lab.tournament import Tournament, cores

AGENTS = ("greedy", "rusher", "random")


class Nodes:
    """A local cluster whose head has no core to play with, so that every task is on a node that can be killed."""

    def __init__(self, count: int) -> None:
        try:
            from ray.cluster_utils import Cluster as Local
        except ImportError:
            raise GameError("a soak of the cluster needs Ray: pip install 'swarmzoo[cluster]'") from None
        self._local = Local(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
        self._nodes = [self._local.add_node(num_cpus=1) for _ in range(count)]
        self.address: str = self._local.address
        self.killed = 0

    def kill_one(self, draw: random.Random) -> None:
        """Kill a node, whatever it is at, and begin another."""
        node = self._nodes.pop(draw.randrange(len(self._nodes)))
        self._local.remove_node(node, allow_graceful=False)
        self._nodes.append(self._local.add_node(num_cpus=1))
        self.killed += 1

    def close(self) -> None:
        """End all nodes."""
        self._local.shutdown()


class Killer:
    """Kills a node whenever some seconds have passed; called as games end, in the thread that Ray lets begin nodes."""

    def __init__(self, nodes: Nodes, every: float, seed: int) -> None:
        self._nodes, self._every, self._draw = nodes, every, random.Random(seed)
        self._last = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        """Kill a node if it is time, and games are left to play."""
        if time.monotonic() - self._last >= self._every and done < total:
            self._nodes.kill_one(self._draw)
            self._last = time.monotonic()


@dataclass(frozen=True)
class Soaked:
    """What a soak came to: games, nodes that were killed, and what is wrong."""

    games: int
    killed: int
    wrong: list[str]


def played(
    game: Game,
    agents: tuple[str, ...],
    rounds: int,
    folder: Path,
    executor: Executor,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[GameRow]:
    """Play a tournament in a folder; return its games in order, without the time that they took."""
    config = ArenaConfig(agents=agents, rounds=rounds, replays=False)
    tournament = Tournament(config, game, folder, resume=False)
    try:
        tournament.run(executor, progress)
    finally:
        tournament.close()
    store = Store(folder / STORE, read_only=True)
    try:
        return sorted((replace(row, seconds=0.0) for row in store.rows(counted=True)), key=_place)
    finally:
        store.close()


def _place(row: GameRow) -> tuple[Any, ...]:
    return row.group, row.nth, row.seed, row.seats


def differences(here: list[GameRow], there: list[GameRow]) -> list[str]:
    """Say what the games of a cluster have that those of this machine have not."""
    known = {_place(row): row for row in here}
    wrong = [] if len(here) == len(there) else [f"{len(there)} games on the cluster, {len(here)} here"]
    wrong += [f"{row} is not {known.get(_place(row))}" for row in there if known.get(_place(row)) != row]
    return wrong


def soak(game: Game, agents: tuple[str, ...], rounds: int, nodes: int, every: float, seed: int = 1) -> Soaked:
    """Play a tournament here and on a cluster of whose nodes one is killed every few seconds; compare the games."""
    with tempfile.TemporaryDirectory() as folder:
        executor = executor_of(cores())
        try:
            here = played(game, agents, rounds, Path(folder) / "here", executor)
        finally:
            executor.close()
        local = Nodes(nodes)
        try:
            cluster = Cluster(local.address, agents)
            try:
                there = played(game, agents, rounds, Path(folder) / "there", cluster, Killer(local, every, seed))
            finally:
                cluster.close()
        finally:
            local.close()
    return Soaked(len(there), local.killed, differences(here, there))


def main(
    game: Annotated[str, typer.Argument(help="The game.", metavar="GAME")] = "insects",
    agents: Annotated[list[str] | None, typer.Argument(help="Who plays.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Seeds of every pair of agents.")] = 300,
    nodes: Annotated[int, typer.Option(min=2, help="Nodes with a core each.")] = 3,
    every: Annotated[float, typer.Option(min=0.1, help="Seconds between two kills.")] = 5.0,
    seed: Annotated[int, typer.Option(min=0, help="Of which node is killed.")] = 1,
) -> None:
    """Play, kill and compare; the exit code is 1 if anything is wrong."""
    began = time.monotonic()
    try:
        found = soak(even_game(find_game(game), {}), tuple(agents or AGENTS), rounds, nodes, every, seed)
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    print(f"{found.games:,} games, {found.killed} nodes killed, {time.monotonic() - began:.0f} s")
    for sentence in found.wrong[:20]:
        print(sentence)
    raise SystemExit(1 if found.wrong else 0)


if __name__ == "__main__":
    typer.run(main)
