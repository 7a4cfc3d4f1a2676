"""Training runs that are killed at any moment, twice at once, and resumed: each comes to the same as one left alone.

Every killed run stands for a thousand inputs, so that ``--inputs 100000`` kills a hundred runs of each game.
"""

import os
import signal
import time
import traceback
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.folder import LOCK, is_run
from swarmzoo.training.interruption import Stopped
from swarmzoo.training.run import train
from tests.breaking.tally import Tally
from tests.training.sameness import differences

INPUTS_A_KILL = 1000
MISTAKE = 2
MOST_KILLS = 4  # of one run
FIELDS: dict[str, dict[str, Any]] = {"insects": {"symmetric": True}, "formation": {"size": 8}}
SMALL = {
    "total_steps": 900,
    "envs": 6,
    "rollout": 24,
    "batch_size": 72,
    "epochs": 1,
    "threads": 1,
    "save_every": 200,
    "network": {"width": 16, "layers": 1, "head": 8},
    "self_play": {"save_steps": 150, "swap_steps": 100, "window": 3},
    "evaluation": {"every": 300, "games": 2},
}
KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "warm": {"imitation": {"steps": 512, "batch_size": 256, "epochs": 1}},
    "often": {"save_every": 1, "total_steps": 400},
}


def attack(game: str, inputs: int, seed: int, tally: Tally) -> None:
    """Kill runs of a game, one for every thousand inputs, and compare what they come to."""
    random = Random(f"{game} {seed}")
    with TemporaryDirectory() as scratch:
        left_alone = cache(lambda kind: _left_alone(game, kind, Path(scratch)))
        for number in range(-(-inputs // INPUTS_A_KILL)):
            kind = random.choice(list(KINDS))
            with tally.trying(f"{kind}, killed run {number} of seed {seed}"):
                whole, seconds = left_alone(kind)
                folder = Path(scratch) / str(number)
                _kill_until_done(game, kind, folder, seconds, random)
                if found := differences(whole, folder):
                    raise AssertionError("; ".join(found[:5]))


def _left_alone(game: str, kind: str, scratch: Path) -> tuple[Path, float]:
    """Train without a kill; return the folder and how long it took."""
    first, folder = scratch / f"{kind}-first", scratch / kind
    assert _train_and_tell(game, kind, first, first.with_suffix(".told")) == 0  # here: what it loads, forks have too
    began = time.monotonic()
    Run(game, kind, folder).end()
    return folder, time.monotonic() - began


def _kill_until_done(game: str, kind: str, folder: Path, seconds: float, random: Random) -> None:
    """Train a run that is killed some times, resumed each time; now and then a second process tries the same folder."""
    for _ in range(random.randrange(1, MOST_KILLS + 1)):
        run = Run(game, kind, folder)
        time.sleep(random.random() * seconds)
        if random.random() < 0.3 and (folder / LOCK).exists():
            _check_alone(game, kind, folder, run)
        run.kill(random.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)))
    Run(game, kind, folder).end()


def _check_alone(game: str, kind: str, folder: Path, first: "Run") -> None:
    """Begin a second training in a folder where one runs: it must be refused, unless the first has just ended."""
    second = Run(game, kind, folder)
    try:
        second.end()
    except GameError as error:
        if "another process trains here" in str(error):
            return
        raise
    if first.is_running():
        raise AssertionError("two trainings ran in one folder")


class Run:
    """A training run in a forked process; it is resumed where a run began in the folder."""

    def __init__(self, game: str, kind: str, folder: Path):
        self._told = folder.with_name(f"{folder.name}.told")
        self._status: int | None = None
        self._process = os.fork()
        if self._process == 0:
            os._exit(_train_and_tell(game, kind, folder, self._told))

    def is_running(self) -> bool:
        """Return whether it has not ended yet."""
        if self._status is None:
            process, status = os.waitpid(self._process, os.WNOHANG)
            self._status = status if process else None
        return self._status is None

    def kill(self, number: int) -> None:
        """End it by a signal, unless it has ended."""
        if self.is_running():
            os.kill(self._process, number)
            self._wait()

    def end(self) -> None:
        """Wait for its end; raise what it raised."""
        status = self._wait()
        if status == MISTAKE:
            raise GameError(self._told.read_text())
        assert status == 0, f"it ended with {status}: {self._told.read_text() if self._told.exists() else ''}"

    def _wait(self) -> int:
        if self._status is None:
            self._status = os.waitpid(self._process, 0)[1]
        return os.waitstatus_to_exitcode(self._status)


def _train_and_tell(game: str, kind: str, folder: Path, told: Path) -> int:
    """Train in this process; write what was raised, and return an exit status."""
    try:
        found = find_game(game)
        config = config_of(game, kind)
        train(config, found.read(config.env), folder, resume=is_run(folder), seeds=1, quiet=True)
    except Stopped:
        return 0
    except GameError as error:
        told.write_text(str(error))
        return MISTAKE
    except BaseException:
        told.write_text(traceback.format_exc())
        return 1
    return 0


def config_of(game: str, kind: str) -> TrainConfig:
    """Return the configuration of a kind of run that takes a second."""
    return TrainConfig.read(SMALL | {"game": game, "env": FIELDS.get(game, {})} | KINDS[kind])
