"""`swarmzoo evaluate`: how strong is an agent?"""

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.table import Table

from swarmzoo.command.options import (
    LONGEST_SHOWN,
    ConfigOption,
    CsvOption,
    IsolateOption,
    SetOption,
    TrustOption,
    even_game_from,
    load_settings,
    settings_from,
)
from swarmzoo.command.output import JsonOption, cell, console, print_json, progress, say
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole


def evaluate(
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="A built-in name, a checkpoint, or file.py:Class.")],
    against: Annotated[
        list[str] | None,
        typer.Option("--against", "-a", metavar="AGENT", help="An opponent; repeatable. Without it, all of the set."),
    ] = None,
    game: Annotated[str, typer.Option(metavar="GAME", help="The game.")] = "insects",
    games: Annotated[int | None, typer.Option(min=2, help="Games against each opponent.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="First seed of the games.")] = None,
    config: ConfigOption = None,
    overrides: SetOption = None,
    csv: CsvOption = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads; the results do not depend on them.")] = 1,
    trust: TrustOption = False,
    isolate: IsolateOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play an agent in every seat against others, on paired seeds, with 95% intervals.

    Trained policies take their likeliest action; AGENT:sample=true,temperature=0.5 draws. A model of
    stable-baselines3 is shown both ways: without draws a policy that is not sharp may repeat itself.

    The score is the share of first place, not a rating; its interval is Wilson's with the design effect of the seeds
    (games of one seed depend on each other). `swarmzoo arena` rates many agents; lab/README.md names models and
    sources.

    Example: swarmzoo evaluate greedy --against random --games 200
    """
    found = find_game(game)
    from swarmzoo.agents.find import find_agent
    from swarmzoo.agents.policy.saved import both_ways, told_ways
    from swarmzoo.lab.evaluate import evaluate as evaluate_in
    from swarmzoo.lab.evaluate import rows_csv
    from swarmzoo.lab.evaluation_set import EvaluationSet, set_hash
    from swarmzoo.lab.games import in_words, maps_of
    from swarmzoo.lab.seating import seats_against_one

    preset = load_settings(EvaluationSet, f"{found.place}/evaluate", config or "fixed")
    _refuse_others(overrides or ())
    said = {name: value for name, value in (("games", games), ("seed", seed)) if value is not None}
    chosen = settings_from(EvaluationSet, preset.model_dump(mode="json") | said, None)
    made = even_game_from(found, chosen.env, overrides)
    opponents = [find_agent(made, name, trust=trust, isolate=isolate) for name in against or chosen.opponents]
    ways = both_ways(find_agent(made, agent, trust=trust, isolate=isolate), agent)
    first = chosen.seed
    count = len(seats_against_one(made, chosen.games, first, chosen.seat)[1])
    with progress() as shown:
        task = shown.add_task("games", total=count * len(opponents) * len(ways))
        tables = [
            evaluate_in(
                *(made, way, opponents),
                games=count,
                seed=first,
                seat=chosen.seat,
                threads=threads,
                progress=lambda n: shown.advance(task, n),
            )
            for way in ways
        ]
    name, rows = set_hash(made, count, first, chosen.seat), [row for table in tables for row in table]
    told = told_ways([*ways, *opponents])
    if as_json:
        facts = {"env_id": made.env_id, "maps": maps_of(made), "rules_signature": made.rules_signature}
        found_facts = {"games": count, "first_seed": first, "policies": told, "rows": rows}
        print_json({"evaluation_set": name, **facts, **found_facts})
    else:
        for table in tables:
            _show(table)
        for policy, way in told.items():
            say(f"{policy} {way}")
        say(
            f"evaluation set {name}: {in_words(made)}, rules {made.rules_signature}, {_played(count, games)} against "
            f"each opponent, first seed {first}"
        )
    if csv is not None:
        write_whole(csv, rows_csv(rows).encode())
        say(f"{csv}: the table", aside=as_json)


def _refuse_others(overrides: Sequence[str]) -> None:
    """Refuse overrides that mean a field of the evaluation set: those of --set belong to the game."""
    ways = {"games": "--games", "seed": "--seed", "opponents": "--against", "seat": "a file for --config"}
    for override in overrides:
        if (way := ways.get(override.split("=")[0].strip())) is not None:
            raise GameError(f"--set {override[:LONGEST_SHOWN]}: --set changes fields of the game; use {way}")


def _played(count: int, asked: int | None) -> str:
    """Return the number of games in words; they may be more than were asked for."""
    more = f" ({asked} were asked for; it has every seat equally often)" if asked not in (None, count) else ""
    return f"{count} games{more}"


def _show(rows: Sequence[Any]) -> None:
    table = Table(title=f"{cell(rows[0].agent)}: share of first place (even: {rows[0].even:.0%})")
    counted = [name for name, value in rows[0].of_all.items() if isinstance(value, float)]
    for column in ("against", "score", "95% interval", "won", "shared", "lost", "first seat", "decisions", *counted):
        table.add_column(column, justify="left" if column == "against" else "right")
    table.add_column("how games ended")
    table.add_column("own side, per game")
    for row in rows:
        table.add_row(
            cell(row.opponent),
            f"{row.score:.1%}",
            f"{row.low:.1%} - {row.high:.1%}",
            str(row.won),
            str(row.shared),
            str(row.lost),
            f"{row.first_seat:+.1%}",
            f"{row.decisions:.0f}",
            *(f"{row.of_all[name]:.1f}" for name in counted),
            ", ".join(f"{name} {share:.0%}" for name, share in row.endings.items()),
            cell(_told(row.own)),
        )
    console().print(table)


def _told(own: dict[str, Any]) -> str:
    """Return means in a line, and below it the three greatest parts of each measure that has parts."""
    numbers = ", ".join(f"{name} {value:.3g}" for name, value in own.items() if isinstance(value, float))
    parts = {name: list(value.items())[:3] for name, value in own.items() if isinstance(value, dict)}
    lines = [f"{name}: {', '.join(f'{part} {value:.1f}' for part, value in most)}" for name, most in parts.items()]
    return "\n".join(filter(None, [numbers, *lines]))
