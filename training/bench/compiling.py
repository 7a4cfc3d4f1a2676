"""Seconds by kernel and size that compiling takes: the table that pages show and the notice forecasts from.

python -m swarmzoo.training.bench.compiling               # all games, in an empty cache: some minutes of CPU time
python -m swarmzoo.training.bench.compiling insects       # only this one; rows of the others stay
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from statistics import median

from swarmzoo.envs.core.forecast import COLUMNS, MEASURED, measured, pace
from swarmzoo.lab.csv_table import write_csv

SETTINGS: tuple[tuple[str, dict[str, int]], ...] = (
    *(("insects", {}), ("insects", {"players": 6})),
    *(("formation", {}), ("formation", {"size": 64}), ("formation", {"size": 512})),
    ("warband", {}),
    *(("overseer", {}), ("overseer", {"underlings": 200})),
    ("nova", {}),
)
PACES = 10  # how often the pace is taken, before and after
WARM = """
import json, sys
from swarmzoo.agents.warming import warm
from swarmzoo.envs.catalogue import find_game

game = find_game(sys.argv[1]).read(json.loads(sys.argv[2]))
print(json.dumps([game.state.itemsize, list(warm(game))]))
"""


def _shown(settings: dict[str, int]) -> str:
    return " ".join(f"{key}={value}" for key, value in settings.items())


def measure(game: str, settings: dict[str, int]) -> list[dict[str, str]]:
    """Compile a game in an empty cache; return a row for each part."""
    paces = [pace(time.process_time) for _ in range(PACES)]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"SWARMZOO_CACHE": folder}
        command = [sys.executable, "-c", WARM, game, json.dumps(settings)]
        size, parts = json.loads(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout)
    shown = _shown(settings)
    now = f"{median([*paces, *(pace(time.process_time) for _ in range(PACES))]):.4f}"
    rows = [(game, shown, name, str(size), f"{seconds:.1f}", now) for name, seconds in parts]
    return [dict(zip(COLUMNS, row, strict=True)) for row in rows]


def with_found(rows: list[dict[str, str]], found: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return a table with what was found in place of what it knew of the same game and settings."""
    new = {_of(row) for row in found}
    order = [(game, _shown(settings)) for game, settings in SETTINGS]
    return sorted(
        [row for row in rows if _of(row) in order and _of(row) not in new] + found,
        key=lambda row: order.index(_of(row)),
    )


def _of(row: dict[str, str]) -> tuple[str, str]:
    return row["game"], row["settings"]


def write(rows: list[dict[str, str]]) -> None:
    """Write the table whole."""
    write_csv(MEASURED, [COLUMNS, *([row[name] for name in COLUMNS] for row in rows)])


def main() -> None:
    """Measure games, and write the rows of each into the table as soon as they are there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = sorted({game for game, _ in SETTINGS})
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"only these games ({', '.join(known)})")
    wanted = parser.parse_args().games
    unknown = [game for game in wanted if game not in known]
    if unknown:
        parser.error(f"no such game: {unknown[0]!r}; there are {', '.join(known)}")
    rows = measured()
    for game, settings in SETTINGS:
        if not wanted or game in wanted:
            found = measure(game, settings)
            rows = with_found(rows, found)
            write(rows)
            print(game, settings, f"{sum(float(row['seconds']) for row in found):.1f} s", flush=True)


if __name__ == "__main__":
    main()
