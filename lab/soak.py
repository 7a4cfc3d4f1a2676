"""A soak of the arena: thousands of games of a bot in a process that crashes, hangs and answers nonsense.

python -m swarmzoo.lab.soak --games 10000

No game may be lost, every fault must be counted as what it is, and no process may be left behind.
"""

import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from swarmzoo.agents.play.seeds import seed_of_seat
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.lab.config import ArenaConfig
from swarmzoo.lab.execution.executor import executor_of
from swarmzoo.lab.store import STORE, Store
from swarmzoo.lab.tournament import Tournament, cores

ONE_IN = 20  # games with a crash, as many with a hang, as many with garbage
BOT = """
import json, sys, time
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "faulty"}), flush=True)
    elif told["type"] == "game":
        fate, moves = told["seed"] % ONE_IN, 0
    elif told["type"] == "act":
        moves += 1
        if moves == 5 and fate == 3:
            sys.exit("crashed on purpose")
        if moves == 5 and fate == 8:
            time.sleep(3600)
        if moves == 5 and fate == 13:
            print("garbage", flush=True)
        print(json.dumps({"id": told["id"], "action": told["legal"][0][0]}), flush=True)
    elif told["type"] == "quit":
        break
"""
KINDS = {3: "crash", 8: "timeout", 13: "garbage"}


def soak(game: Game, games: int, workers: int, folder: Path) -> tuple[Counter, list[str]]:
    """Play the faulty bot against rusher; return how many games ended by each kind of fault, and what is wrong."""
    bot = folder / "faulty.py"
    bot.write_text(BOT.replace("ONE_IN", str(ONE_IN)))
    settings = folder / "faulty.yaml"
    settings.write_text(f"command: {sys.executable} {bot}\nmove_seconds: 0.5\ninit_seconds: 30\n")
    config = ArenaConfig(agents=(str(settings), "rusher"), rounds=games // 2, retire_after=games, replays=False)
    tournament = Tournament(config, game, folder / "soak", resume=False)
    executor = executor_of(workers)
    try:
        tournament.run(executor, lambda done, total: None)
    finally:
        executor.close()
        tournament.close()
    return _looked_at(folder, games)


def _looked_at(folder: Path, games: int) -> tuple[Counter, list[str]]:
    """Count the faults, and find what is wrong."""
    store = Store(folder / "soak" / STORE, read_only=True)
    rows = store.rows(counted=True)
    store.close()
    wrong = [] if len(rows) == games else [f"{len(rows)} games of {games} are there"]
    for row in rows:
        side = row.seats.index(0)
        due = KINDS.get(seed_of_seat(row.seed, side) % ONE_IN)
        found = None if row.fault is None else row.fault.kind
        if found != due:
            wrong.append(f"seed {row.seed}, side {side}: {found}, not {due}: {row.fault}")
    time.sleep(1)
    wrong += [f"process {pid} is left behind" for pid in left_behind(str(folder / "faulty.py"))]
    return Counter(row.fault.kind for row in rows if row.fault is not None), wrong


def left_behind(words: str) -> list[int]:
    """Return the processes, zombies too, whose command holds some words, or whose parent is this process and ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            command = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            state, parent = (path / "stat").read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if words in command or (state == "Z" and int(parent) == os.getpid()):
            found.append(int(path.name))
    return found


def main(
    games: Annotated[int, typer.Option(min=2, help="Games to play.")] = 10_000,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes.")] = None,
) -> None:
    """Play the games, and say what came of them; the exit code is 1 if anything is wrong."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        faults, wrong = soak(insects(InsectsConfig()), games, workers or cores(), Path(folder))
    print(f"{games} games in {time.monotonic() - began:.0f} s; by faults: {dict(sorted(faults.items()))}")
    for sentence in wrong[:20]:
        print(sentence)
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    typer.run(main)
