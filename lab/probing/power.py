"""How often probes find what is wrong, and how often they accuse what is not: faults are planted, and looked for.

What is planted stands in ``planted``. Every finished run is a line of a file; the same command goes on from there, and
the table counts all runs of the file that are of the game's rules and faults as they are now.

python -m swarmzoo.lab.probing.power insects --runs 59 --small-runs 20 --write
"""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from scipy.stats import binomtest

from swarmzoo.envs.catalogue import FoundGame, find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.csv_table import write_csv
from swarmzoo.lab.execution.executor import Executor, executor_of
from swarmzoo.lab.probing.planted import CLEAN, LARGE, SMALL, Case, cases_of, says
from swarmzoo.lab.probing.run_lines import Run, RunLines
from swarmzoo.lab.tournament import cores

EXPECTED = {CLEAN: "at most 5%", SMALL: "-", LARGE: "95%"}
COLUMNS = ("probe", "fault", "size", "expected", "runs", "said", "95% interval", "games a run")


def chosen(found: FoundGame, only: str) -> list[Case]:
    """Return the cases of a game, only those of a probe, a fault or a size; raise GameError where none is left."""
    cases = list(cases_of(found))
    known = list(dict.fromkeys(name for case in cases for name in (case.probe, case.fault, case.size)))
    if only and only not in known:
        raise GameError(f"--only {only}: {found.name} has no such probe, fault or size; it has {', '.join(known)}")
    return [case for case in cases if not only or only in (case.probe, case.fault, case.size)]


def missing(cases: Sequence[Case], lines: RunLines, runs: range, small: range) -> Iterator[tuple[Case, int]]:
    """Yield the cases and numbers of the runs that are not in the file yet, one of each case in turn."""
    done = [lines.of(*case.key) for case in cases]
    for number in range(runs.start, max(runs.stop, small.stop)):
        for case, found in zip(cases, done, strict=True):
            if number in (small if case.size == SMALL else runs) and number not in found:
                yield case, number


def finished(case: Case, number: int, executor: Executor) -> Run:
    """Run a probe, and return what it said."""
    began = time.monotonic()
    report, games = case.run(number, executor)
    accused = tuple(finding.about for finding in report.faults)
    return Run(
        case.found.name,
        case.probe,
        *case.key,
        number,
        says(report, case.about),
        accused,
        games,
        round(time.monotonic() - began, 1),
    )


def row_of(case: Case, runs: Sequence[Run]) -> tuple[str, ...]:
    """Return a row of the table: how many runs said what should be said, or should not."""
    said = sum(run.said for run in runs)
    ends = binomtest(said, len(runs)).proportion_ci(method="exact")
    games = f"{sum(run.games for run in runs) / len(runs):,.0f}"
    within = f"{ends.low:.0%} to {ends.high:.0%}"
    return (case.probe, case.fault, case.size, EXPECTED[case.size], str(len(runs)), str(said), within, games)


def table(cases: Sequence[Case], lines: RunLines) -> list[tuple[str, ...]]:
    """Return the rows of all cases that have runs."""
    found = [(case, list(lines.of(*case.key).values())) for case in cases]
    return [row_of(case, runs) for case, runs in found if runs]


def table_of(found: FoundGame) -> Path:
    """Return the table that a game's page shows."""
    return found.folder / "measured" / "power.csv"


def _run_all(cases: Sequence[Case], lines: RunLines, runs: range, small: range, executor: Executor) -> None:
    """Run what is missing, and print each run as it ends."""
    for case, number in missing(cases, lines, runs, small):
        run = finished(case, number, executor)
        lines.add(run)
        said = ", ".join(run.accused) or "nothing"
        print(f"{case.name}: run {number} accuses {said}; {run.games:,} games, {run.seconds:.1f} s", flush=True)


def main(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")] = "insects",
    runs: Annotated[int, typer.Option(min=0, help="Of clean games and larger faults; 0: the table only.")] = 20,
    small_runs: Annotated[int | None, typer.Option(min=0, help="Of the smaller size; as many if not given.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Number of the first run.")] = 1,
    only: Annotated[str, typer.Option(help="Only this probe, this fault or this size (clean, small, large).")] = "",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes.")] = None,
    out: Annotated[Path | None, typer.Option(help="File of finished runs; runs/power-GAME.jsonl.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Write the table of the game's page.")] = False,
) -> None:
    """Plant faults, and print how often probes find them and how often they accuse a game without.

    A run that is in the file is not repeated, so that the command can be stopped and given again.
    """
    executor = executor_of(workers or cores())
    try:
        found = find_game(game)
        cases, lines = chosen(found, only), RunLines(out or Path("runs") / f"power-{found.name}.jsonl")
        few = runs if small_runs is None else small_runs
        _run_all(cases, lines, range(seed, seed + runs), range(seed, seed + few), executor)
        for row in table(cases, lines):
            print(", ".join(f"{name} {value}" for name, value in zip(COLUMNS, row, strict=True)))
        if write:
            write_csv(table_of(found), [COLUMNS, *table(chosen(found, ""), lines)])
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    finally:
        executor.close()


if __name__ == "__main__":
    typer.run(main)
