"""Processes that are killed while they compile: the next one finds nothing broken, and what is kept is equal.

    python -m tests.breaking.compiling --kills 40 --seed 1

Two processes at a time compile questions to a small game into one cache folder; one of them or both are killed at
random moments.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from swarmzoo.envs.core.kept import read_kept
from tests.breaking.tally import Tally

INPUTS_A_KILL = 1000

PLAY = """
import sys
import numpy as np
from swarmzoo.envs.core.table import Table
from tests.tiny_game import TinyHexConfig, tiny_hex

for size in sys.argv[1:]:
    table = Table(tiny_hex(TinyHexConfig(size=int(size))), 8)
    table.seed(np.arange(8))
    table.arrange(at_random=True, autoreset=True)
    table.begin()
    for _ in range(50):
        table.step()
    print(size, table.decisions, table.episodes.sum(), table.states["stones"].sum())
"""
ASK = """
from swarmzoo.envs.core.entries import Questions
from tests.tiny_game import TinyHexConfig, tiny_hex

game = tiny_hex(TinyHexConfig(size=2))
ask, state = Questions(game), game.new_states(1)
print(ask.acting(state), ask.mask(state, 0), ask.rewards(state), ask.why_not(state, 0, 1))
"""


def start(folder: Path, script: str, *words: str) -> subprocess.Popen:
    """Begin a script in a process of its own, with a cache in a folder."""
    environment = os.environ | {"SWARMZOO_CACHE": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", script, *words]
    return subprocess.Popen(
        command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder
    )


def attack(game: str, inputs: int, seed: int, tally: Tally) -> None:
    """Kill processes that compile questions to the small game, one for every thousand inputs, whatever the game."""
    with tempfile.TemporaryDirectory() as folder, tally.trying(f"kills of seed {seed}"):
        faults = list(kill_while_compiling(-(-inputs // INPUTS_A_KILL), seed, Path(folder)))
        assert not faults, "; ".join(faults)


def kill_while_compiling(kills: int, seed: int, folder: Path) -> Iterator[str]:
    """Kill processes at random moments, each time one of two that compile the same; yield what is found wrong."""
    random = Random(seed)
    began = time.monotonic()
    expected, _ = start(_made(folder / "calm"), ASK).communicate()
    lasts = time.monotonic() - began
    cache = _made(folder / "killed")
    for kill in range(kills):
        moment, both = random.uniform(0.2, 1.1) * lasts, random.random() < 0.5
        yield from (f"kill {kill}: {fault}" for fault in _kill(cache, moment, both, expected))
        _remove_one(cache, random)
    told, complaints = start(cache, ASK).communicate()
    if told != expected:
        yield f"after all kills games differ: {told!r}, {complaints!r}"
    _, complaints = start(cache, ASK).communicate()
    if complaints:
        yield f"what was compiled is not kept: {complaints!r}"
    if left := [path.name for path in cache.rglob(".*")]:
        yield f"files are left behind: {left}"


def _kill(cache: Path, moment: float, both: bool, expected: str) -> Iterator[str]:
    """Kill one of two processes, or both; the other must come to its end, and nothing that is kept is broken."""
    victim, other = start(cache, ASK), start(cache, ASK)
    time.sleep(moment)
    victim.kill()
    victim.communicate()
    if both:
        other.kill()
    told, complaints = other.communicate(timeout=600)
    if not both and told != expected:
        yield f"the other process says {told!r}, {complaints!r}"
    if "damaged" in complaints or "Traceback" in complaints:
        yield f"the other process complains: {complaints!r}"
    yield from (f"{path.name} is broken" for path in cache.rglob("*.code") if read_kept(path) is None)


def _remove_one(cache: Path, random: Random) -> None:
    """Remove one kept form, so that there is something to compile again."""
    kept = sorted(cache.rglob("*.code"))
    if kept:
        random.choice(kept).unlink()


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def main() -> int:
    """Kill, and print what was found wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        faults = list(kill_while_compiling(options.kills, options.seed, Path(folder)))
    print("\n".join([f"{options.kills} kills while compiling, {len(faults)} faults", *faults]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
