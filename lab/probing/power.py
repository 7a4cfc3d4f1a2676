"""How often probes find what is wrong, and how often they accuse what is not: faults are planted, and looked for.

Every game has a file of faults, ``configs/<game>/lab/planted.yaml``: a list of probes with their fields, each with the
faults that it should find at two sizes and the game without a fault. A fault is other values of the game's
configuration (``env``), parts withheld from a side (``withheld``: sides with names of parts), or fields of the probe
(``fields``). Each run has seeds of its own. A fault is found where a finding that accuses begins with ``about``; a game
without a fault is accused by any such finding.

python -m swarmzoo.lab.probing.power insects --runs 59 --write
"""

import csv
import io
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer
import yaml
from pydantic import Field
from scipy.stats import binomtest

from swarmzoo.envs.catalogue import FoundGame, find_game
from swarmzoo.envs.core.config import Settings
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.parts import part_named, without
from swarmzoo.lab.execution.executor import Executor, executor_of
from swarmzoo.lab.games import even_game
from swarmzoo.lab.probing.catalogue import PROBES
from swarmzoo.lab.probing.ledger import LEDGER, Ledger
from swarmzoo.lab.probing.session import Session
from swarmzoo.lab.probing.verdict import Report
from swarmzoo.lab.tournament import cores

APART = 10_000_000  # between the seeds of two runs
COLUMNS = ("probe", "fault", "size", "expected", "runs", "said", "95% interval")


class Variant(Settings):
    """A game with a fault, or without: what differs from the game as it is shipped."""

    env: dict = Field(default_factory=dict, description="values of the game's configuration")
    withheld: dict = Field(default_factory=dict, description="sides by name, each with the parts that it may not use")
    fields: dict = Field(default_factory=dict, description="fields of the probe")

    def game_of(self, found: FoundGame) -> Game:
        """Return the game; raise GameError for parts, sides and values that it does not have."""
        game = even_game(found, self.env)
        sides = {side: [part_named(game, name) for name in names] for side, names in self.withheld.items()}
        unknown = [side for side in sides if side not in game.side_names]
        if unknown:
            raise GameError(f"withheld: unknown side {unknown[0]!r}; {game.name} has {', '.join(game.side_names)}")
        return without(game, (), {game.side_names.index(side): parts for side, parts in sides.items()})


class Planted(Settings):
    """A fault, at two sizes."""

    name: str
    about: str = Field(description="how findings begin that find it")
    small: Variant
    large: Variant


class Trial(Settings):
    """A probe with its fields, the faults that it should find, and the game without a fault."""

    probe: str
    fields: dict = Field(default_factory=dict)
    clean: Variant | None = None
    faults: tuple[Planted, ...] = Field((), strict=False)


def trials_of(found: FoundGame) -> list[Trial]:
    """Return the trials of a game; raise GameError where it has none."""
    path = Path(__file__).parents[2] / "configs" / found.place / "lab" / "planted.yaml"
    if not path.is_file():
        raise GameError(f"{found.name} has no planted faults ({path.name} not found)")
    return [Trial.read(values, f"{path.name}: ") for values in yaml.safe_load(path.read_text(encoding="utf-8"))]


def cases_of(trials: list[Trial]) -> Iterator[tuple[Trial, str, str, str, Variant]]:
    """Yield trial, fault, size, how its findings begin, and variant of all that is tried; clean games first."""
    for trial in trials:
        if trial.clean is not None:
            yield trial, "none", "-", "", trial.clean
        for fault in trial.faults:
            for size in ("small", "large"):
                yield trial, fault.name, size, fault.about, getattr(fault, size)


def run_probe(trial: Trial, found: FoundGame, variant: Variant, run: int, executor: Executor) -> Report:
    """Run a probe on a game with a fault or without, on the seeds of a run."""
    probe = PROBES[trial.probe]
    values = {**probe.quick, **trial.fields, **variant.fields, "game": found.name, "seed": run * APART}
    config = probe.config.read(values)
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(Path(folder) / LEDGER)
        try:
            return probe.run(variant.game_of(found), config, Session(ledger, executor))[0]
        finally:
            ledger.close()


def says(report: Report, about: str) -> bool:
    """Tell whether a report accuses of what begins so."""
    return any(finding.about.startswith(about) for finding in report.faults)


def measured(found: FoundGame, runs: int, first: int, only: str, executor: Executor) -> Iterator[dict[str, str]]:
    """Yield a row for each case: how many runs said what should be said, or should not."""
    for trial, fault, size, about, variant in cases_of(trials_of(found)):
        if only and only not in (trial.probe, fault):
            continue
        said = sum(says(run_probe(trial, found, variant, first + run, executor), about) for run in range(runs))
        ends = binomtest(said, runs).proportion_ci(method="exact")
        expected = "at most 5%" if fault == "none" else "95%" if size == "large" else "-"
        values = (trial.probe, fault, size, expected, runs, said, f"{ends.low:.0%} to {ends.high:.0%}")
        yield dict(zip(COLUMNS, map(str, values), strict=True))


def table_of(found: FoundGame) -> Path:
    """Return the table that a game's page shows."""
    return found.folder / "measured" / "power.csv"


def as_csv(rows: list[Mapping[str, str]]) -> str:
    """Return rows as CSV."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def main(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")] = "insects",
    runs: Annotated[int, typer.Option(min=1, help="Of each fault at each size.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Number of the first run.")] = 1,
    only: Annotated[str, typer.Option(help="Only this probe, or this fault.")] = "",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Write the table of the game's page.")] = False,
) -> None:
    """Plant faults and print how often probes find them, and how often they accuse a game without."""
    rows: list[Mapping[str, str]] = []
    executor = executor_of(workers or cores())
    try:
        found = find_game(game)
        for row in measured(found, runs, seed, only, executor):
            rows.append(row)
            print(", ".join(f"{name} {value}" for name, value in row.items()), flush=True)
        if write:
            write_whole(table_of(found), as_csv(rows).encode())
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    finally:
        executor.close()


if __name__ == "__main__":
    typer.run(main)
