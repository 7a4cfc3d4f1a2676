"""Play whole games in the kernels and in a game's second engine, side by side, and compare every decision.

    python -m tests.reference --game warband --decisions 1000000 --seed 1 --out build/warband.txt

A game has a second engine where ``tests/envs/<place>/reference`` has ``compare(seed, scenario)``, which returns how
many decisions were compared or raises AssertionError with the first difference, and ``SCENARIOS``, the names of them.
FILE gets a line for every finished game; the same command goes on from there. A difference ends the run with code 1.
"""

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from swarmzoo.envs import games

MISTAKE = 2
OWN = "swarmzoo.envs."


class Mistake(Exception):
    """What the command line asks for cannot be done."""


@dataclass(frozen=True)
class Engine:
    """A game's second engine: ``compare`` plays one game of a scenario in both."""

    game: str
    package: str
    scenarios: tuple[str, ...]
    compare: Callable[[int, str], int]

    @property
    def sources(self) -> str:
        """A hash of the sources of both engines: what was compared before a change says nothing of what is after it."""
        names = sorted(name for name in sys.modules if name.startswith((OWN, self.package)))
        files = [getattr(sys.modules[name], "__file__", None) for name in names]
        content = b"".join(Path(file).read_bytes() for file in files if file)
        return hashlib.sha256(content).hexdigest()[:12]


def engines() -> dict[str, Engine]:
    """Return the second engines that there are, by the game's name."""
    found = {}
    for game in games():
        package = game.package_in("tests.envs") + ".reference"
        if find_spec(package) is not None:
            module: Any = import_module(package)
            if hasattr(module, "compare"):
                found[game.name] = Engine(game.name, package, tuple(module.SCENARIOS), module.compare)
    return found


def engine_of(name: str, scenarios: list[str]) -> Engine:
    """Return the engine of a game, with some of its scenarios or all."""
    known = engines()
    if name not in known:
        raise Mistake(f"--game {name}: games with a second engine are {', '.join(known) or 'none'}")
    engine = known[name]
    unknown = [scenario for scenario in scenarios if scenario not in engine.scenarios]
    if unknown:
        raise Mistake(f"--scenario {unknown[0]!r}: {name} has {', '.join(map(repr, engine.scenarios))}")
    return Engine(name, engine.package, tuple(scenarios) or engine.scenarios, engine.compare)


@dataclass
class Record:
    """The file in which finished games are noted; without a path nothing is kept."""

    path: Path | None
    head: str
    games: int = 0
    decisions: int = 0

    def open(self) -> None:
        """Read what is there, without a last line that was cut short; begin a file that is not there or empty."""
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        whole = text[: text.rfind("\n") + 1]
        head, *lines = whole.splitlines() or [self.head]
        if head != self.head:
            raise Mistake(f"--out {self.path}: it begins with {head!r}, not with {self.head!r}; give another file")
        self.path.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
        self.games, self.decisions = len(lines), sum(int(line.split()[1]) for line in lines)

    def note(self, seed: int, decisions: int, scenario: str) -> None:
        """Add a finished game."""
        self.games, self.decisions = self.games + 1, self.decisions + decisions
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(f"{seed} {decisions} {scenario}\n")


def play(engine: Engine, record: Record, seed: int, wanted: int) -> Iterator[str]:
    """Play games of all scenarios in turn, each with the next seed, until enough decisions are compared."""
    while record.decisions < wanted:
        scenario = engine.scenarios[record.games % len(engine.scenarios)]
        number = seed + record.games
        record.note(number, engine.compare(number, scenario), scenario)
        yield f"{engine.game}: {record.decisions:,} decisions of {record.games:,} games compared, all equal"


def read_options(given: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True, help="the game")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="how many are compared, earlier runs included")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--out", type=Path, metavar="FILE", help="a line for every finished game; go on where it ends")
    parser.add_argument("--scenario", action="append", default=[], help="only this one; may be repeated")
    return parser.parse_args(given)


def main(given: list[str] | None = None) -> int:
    """Compare; return 0, 1 after a difference, 2 for a mistake on the command line."""
    options = read_options(given)
    try:
        engine = engine_of(options.game, options.scenario)
        only = f", only {', '.join(options.scenario)}" if options.scenario else ""
        record = Record(options.out, f"# {engine.game}, seed {options.seed}, sources {engine.sources}{only}")
        record.open()
    except (Mistake, OSError, ValueError) as mistake:
        print(f"reference: {mistake}", file=sys.stderr)
        return MISTAKE
    try:
        for told in play(engine, record, options.seed, options.decisions):
            print(f"\r{told}", end="", flush=True)
    except AssertionError as difference:
        print(f"\n{engine.game}: a difference\n{difference}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print()
        return 130
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
