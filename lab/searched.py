"""Trained policies beside searches: what each wins from tree searches, and from it a search that the policy leads.

python -m swarmzoo.lab.searched overseer duel hold_ground --games 200 --write

A policy plays the task of its evaluation set, ``configs/GAME/evaluate/NAME.yaml``, or else of the set ``fixed``. Each
row is written when it is measured, among the rows that are there: policies can be measured at different times.
"""

import csv
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.text import search_options
from swarmzoo.envs.catalogue import FoundGame, find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.plain_yaml import read_file
from swarmzoo.lab.csv_table import write_csv
from swarmzoo.lab.evaluate import win_rate
from swarmzoo.lab.evaluation_set import EvaluationSet
from swarmzoo.lab.games import even_game

BUDGETS = (64, 256, 1024)
LED = 64
COLUMNS = ("policy", *(f"against search:{budget}" for budget in BUDGETS), f"search:{LED} led by it against it", "games")


def task_of(found: FoundGame, policy: str) -> EvaluationSet:
    """Return the evaluation set of a policy: that of its name, or the fixed one."""
    folder = Path(str(files("swarmzoo.configs"))) / found.place / "evaluate"
    own = {path.stem for path in folder.glob("*.yaml")}
    return EvaluationSet.read(read_file(folder / f"{policy if policy in own else 'fixed'}.yaml", policy))


def _led_by(policy: str) -> str:
    """Return the text of the search that a policy leads."""
    return f"search:{LED},policy={policy}"


def row_of(
    found: FoundGame,
    policy: str,
    games: int,
    seed: int,
    settings: str,
    budgets: Sequence[int],
    before: Sequence[str] | None = None,
) -> list[str]:
    """Return what a policy wins from searches, and what a search that it leads wins from it, with 95% intervals.

    What it wins from searches is taken from the row of ``before``, where there is one.
    """
    task = task_of(found, policy)
    game = even_game(found, task.env)
    own = find_agent(game, policy)

    def won(one: Agent, other: Agent) -> str:
        rate = win_rate(game, one, other, games=games, seed=seed, seat=task.seat)
        return f"{rate.score:.1%} ({rate.low:.1%} - {rate.high:.1%})"

    more = f",{settings}" if settings else ""
    if before is not None:
        cells = list(before[1 : 1 + len(budgets)])
    else:
        cells = [won(own, find_agent(game, f"search:{budget}{more}")) for budget in budgets]
    return [policy, *cells, won(find_agent(game, _led_by(policy)), own), str(games)]


def rows_of(path: Path) -> dict[str, list[str]]:
    """Return the rows of the table by their policies; of none that is not there."""
    kept = list(csv.reader(path.read_text(encoding="utf-8").splitlines())) if path.is_file() else []
    return {one[0]: one for one in kept[1:]}


def write_row(path: Path, row: Sequence[str]) -> None:
    """Write a row into the table: in the place of the policy's own, if it has one, or else below the others."""
    write_csv(path, [COLUMNS, *(rows_of(path) | {row[0]: list(row)}).values()])


def measured_before(path: Path, policy: str, games: int) -> list[str]:
    """Return the row of a policy that was measured in as many games; raise GameError if there is none."""
    row = rows_of(path).get(policy)
    if row is None or row[-1] != str(games):
        there = f"in {row[-1]} games" if row is not None else "not at all"
        raise GameError(f"--led: {policy} was measured {there} before; leave out --led, or ask for as many --games")
    return row


def main(
    game: Annotated[str, typer.Argument(help="The game.")],
    policies: Annotated[
        list[str] | None, typer.Argument(help="Its trained policies; none: all that play every seat.")
    ] = None,
    games: Annotated[int, typer.Option(min=2, help="Games of each pairing.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Of the first game.")] = 4_000_000,
    settings: Annotated[str, typer.Option(help="Of the searches that nobody leads, for instance cut=0.")] = "",
    write: Annotated[bool, typer.Option("--write", help="Write the rows into the table of the page.")] = False,
    led: Annotated[bool, typer.Option("--led", help="Measure the last column alone, of rows that are there.")] = False,
) -> None:
    """Print what policies win from searches, and searches that they lead from them."""
    try:
        if led_by := sorted({"policy", "model"} & set(search_options(settings, f"--settings {settings}"))):
            raise GameError(f"--settings: {led_by[0]} has no place in searches that nobody leads; leave it out")
        found = find_game(game)
        named = policies or [one for one in baselines(found) if task_of(found, one).seat is None]
        for policy in named:  # a mistake in the last name is told now, not hours later
            task = task_of(found, policy)
            find_agent(even_game(found, task.env), _led_by(policy))
            if task.seat is not None:
                raise GameError(
                    f"{policy}: it plays seat {task.seat} alone, and seats have different tasks here, so no share says "
                    "who is stronger; compare it with bots: swarmzoo evaluate"
                )
        path = found.folder / "measured" / "searched.csv"
        before = {policy: measured_before(path, policy, games) if led else None for policy in named}
        for policy in named:
            row = row_of(found, policy, games, seed, settings, BUDGETS, before[policy])
            print(", ".join(f"{name} {cell}" for name, cell in zip(COLUMNS, row, strict=True)), flush=True)
            if write:
                write_row(path, row)
    except GameError as error:
        raise typer.BadParameter(str(error)) from None


if __name__ == "__main__":
    typer.run(main)
