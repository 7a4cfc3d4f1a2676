"""Tournaments that are killed at any moment and resumed: equal in every field to one left alone, no process left.

Every kill stands for a thousand inputs, so that ``--inputs 100000`` kills a hundred tournaments of each game. Kills go
to the command alone, with SIGKILL: its workers and the bots in processes of their own must end by themselves.
"""

import json
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from swarmzoo.lab.store import STORE, Store
from tests.breaking.processes import MAIN, Marked
from tests.breaking.tally import Tally
from tests.scenarios import scenarios_of

INPUTS_A_KILL = 1000
MOST_KILLS = 3  # of one tournament
ROUNDS = 12
BOT = """
import json, subprocess, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "aside"}), flush=True)
    elif told["type"] == "act":
        print(json.dumps({"id": told["id"], "actions": [legal[0] for legal in told["legal"]]}), flush=True)
    elif told["type"] == "quit":
        break
"""
CLASS = """
class Last:
    games = 0
    def reset(self, seed, side):
        self.seed = seed
    def act(self, view):
        if self.seed % 7 == 3:
            raise ValueError("of no use")
        chosen = [int(mask.nonzero()[0][-1]) for mask in view.masks]
        return chosen[0] if len(chosen) == 1 else chosen
"""


def attack(game: str, inputs: int, seed: int, tally: Tally) -> None:
    """Kill tournaments of a game, one for every thousand inputs, and compare what they come to."""
    random = Random(f"{game} {seed}")
    with TemporaryDirectory() as scratch:
        setting = Setting(game, Path(scratch))
        for number in range(-(-inputs // INPUTS_A_KILL)):
            with tally.trying(f"tournament {number} of seed {seed}"):
                _kill_and_compare(setting, Path(scratch) / str(number), random)


class Setting:
    """Who plays what: a built-in agent, a class and a bot in a process of its own, which both fail now and then."""

    def __init__(self, game: str, scratch: Path, rounds: int = ROUNDS):
        (scratch / "aside.py").write_text(BOT, encoding="utf-8")
        (scratch / "last.py").write_text(CLASS, encoding="utf-8")
        (scratch / "aside.yaml").write_text("command: python aside.py\n", encoding="utf-8")
        keywords = scenarios_of(game)[0].keywords
        values = [word for key, value in keywords.items() for word in ("--set", f"env.{key}={json.dumps(value)}")]
        self.scratch = scratch
        self.words = [
            *("arena", "random", f"{scratch}/last.py:Last", f"{scratch}/aside.yaml", "--game", game),
            *("--rounds", str(rounds), "--set", "retire_after=4", *values),
        ]
        self.whole = cache(self._whole)

    def _whole(self) -> tuple[dict[str, Any], float]:
        """Return what the tournament comes to when it is left alone, and how long it takes."""
        finish(self.words, self.scratch / "first", 2)  # loads what is loaded when needed
        began = time.monotonic()
        finish(self.words, self.scratch / "whole", 2)
        return all_of(self.scratch / "whole"), time.monotonic() - began


def _kill_and_compare(setting: Setting, folder: Path, random: Random) -> None:
    """Kill a tournament some times, resume it each time, and compare it with the one that was left alone."""
    expected, seconds = setting.whole()
    for _ in range(random.randrange(1, MOST_KILLS + 1)):
        running = Marked(
            *words_for(setting.words, folder), "--workers", str(random.choice((1, 2, 3))), "--out", str(folder)
        )
        time.sleep(random.random() * seconds)
        running.kill()
        if left := running.left(30):
            raise AssertionError(f"processes are left: {left}")
    finish(setting.words, folder, random.choice((1, 2)))
    refuse_difference(expected, all_of(folder))


def words_for(words: list[str], folder: Path) -> list[str]:
    """Return the words that begin a tournament in a folder, or resume the one there."""
    return ["arena", "--resume"] if (folder / STORE).exists() else words


def finish(words: list[str], folder: Path, workers: int) -> None:
    """Play a tournament to its end, which must be a good one."""
    command = [*words_for(words, folder), "--workers", str(workers), "--out", str(folder)]
    ended = run(command)
    if ended.returncode:
        raise AssertionError(f"{' '.join(command)}: exit code {ended.returncode}, {ended.stderr.strip()[-300:]}")


def run(words: list[str], **options: Any) -> subprocess.CompletedProcess:
    """Run the command to its end."""
    return subprocess.run([sys.executable, "-c", MAIN, *words], capture_output=True, text=True, check=False, **options)


def all_of(folder: Path) -> dict[str, Any]:
    """Return every field of a finished tournament, but for times: games, notes, settings."""
    store = Store(folder / STORE, read_only=True)
    try:
        columns = [name for (name,) in store.ask("select column_name from (describe counted)") if name != "seconds"]
        wanted = ", ".join(f'"{name}"' for name in columns)
        return {
            "games": store.ask(f"select {wanted} from counted order by number"),
            "settings": store.ask("select * from settings where key <> 'about' order by key"),
            "void": store.ask("select * from void order by all"),
        }
    finally:
        store.close()


def refuse_difference(expected: dict[str, Any], found: dict[str, Any]) -> None:
    """Raise for the first rows that differ."""
    for name, rows in expected.items():
        other = found[name]
        if len(rows) != len(other):
            raise AssertionError(f"{name}: {len(rows)} rows were expected, {len(other)} are there")
        for row, is_there in zip(rows, other, strict=True):
            if row != is_there:
                apart = [(one, two) for one, two in zip(row, is_there, strict=True) if one != two]
                raise AssertionError(f"{name}, row {row[:1]}: expected and found {str(apart)[:200]}")
