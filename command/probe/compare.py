"""`swarmzoo probe compare`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from swarmzoo.command.failures import FAILURE
from swarmzoo.command.options import apply_overrides, config_path, read_yaml
from swarmzoo.command.probe.retraining import RetrainOption
from swarmzoo.command.probe.run import Run, own_overrides
from swarmzoo.command.probe.ways import Ways, with_ways
from swarmzoo.envs.catalogue import find_game

FailOption = Annotated[
    list[str] | None,
    typer.Option(
        "--fail-if",
        metavar="CONDITION",
        help="End with exit code 1 if this is shown of B, for instance 'seat_advantage > 0.02'; repeatable.",
    ),
]


@with_ways
def compare(
    first: Annotated[str, typer.Argument(metavar="A.yaml", help="The first rule set: a file or a preset.")],
    second: Annotated[str, typer.Argument(metavar="B.yaml", help="The second rule set.")],
    game: Annotated[str, typer.Option(metavar="GAME", help="The game.")] = "insects",
    levels: Annotated[
        list[str] | None, typer.Option("--level", metavar="AGENT", help="Who plays itself; repeatable. Default: bots.")
    ] = None,
    fail_if: FailOption = None,
    games: Annotated[int | None, typer.Option(min=20, help="Seeds of each level and rule set, at most.")] = None,
    retrain: RetrainOption = None,
    *,
    ways: Ways,
) -> None:
    """What changed between two rule sets? Both are played on the same seeds until that is decided.

    --set changes both, or a field of the probe. Conditions are on the measures of the report's table; before.NAME is
    that of A, change.NAME their difference.

    Example: swarmzoo probe compare A.yaml B.yaml --fail-if "drawn > 0.1"
    """
    from swarmzoo.lab.probing import compare as probe
    from swarmzoo.lab.probing.compare_report import compare_report

    fields = own_overrides(probe.CompareConfig, find_game(game), ways.overrides)
    sets = [
        _values(game, source, [text for text in ways.overrides or () if text not in fields])
        for source in (first, second)
    ]
    given = ways.given | {"games": games}
    own = {"levels": levels or (), "fail_if": fail_if or (), "before": sets[0], "env": sets[1], "game": game}
    usual: dict[str, Any] = probe.QUICK if ways.quick else {}
    values = {**usual, **{k: v for k, v in given.items() if v is not None}, **own}
    apply_overrides(values, fields)
    config = probe.named(probe.CompareConfig.read(values), *_names(first, second))
    before, after = config.made_before(), config.made()
    line, _ = probe.line_of(after, config)
    agents = [*line.levels, *(text for pair in line.pairs for text in pair)]
    with Run("compare", after, config, agents, ways, retrain) as run:
        found, rows = probe.compare(before, after, config, run.session, run.trained)
        report = compare_report(before, after, config, found, rows)
        run.finish(report, rows)
    if report.faults:
        raise typer.Exit(FAILURE)


def _values(game: str, source: str, overrides: list[str]) -> dict[str, Any]:
    """Return the plain values of a rule set; raise GameError with its name for what the game does not take."""
    found = find_game(game)
    values = read_yaml(config_path(source, f"{found.place}/game"))
    apply_overrides(values, overrides)
    found.config.read(values, f"{source}: ")
    return values


def _names(first: str, second: str) -> tuple[str, str]:
    """Return short names of two files that tell them apart."""
    short = Path(first).stem, Path(second).stem
    return short if short[0] != short[1] else (first, second)
