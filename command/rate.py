"""`swarmzoo rate`: the rating of an agent on the ladder of every game, and over all."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from swarmzoo.command.options import IsolateOption, TrustOption
from swarmzoo.command.output import JsonOption, cell, console, print_json, progress, say
from swarmzoo.envs.catalogue import FoundGame, find_game, games
from swarmzoo.envs.core.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from swarmzoo.agents.agent import Agent
    from swarmzoo.envs.core.game import Game
    from swarmzoo.lab.placing import Climb, Placed

NOTE = (
    "Ratings are on the ladder of short games from random to search:4096; search:64 has 1,000 in every game. The\n"
    "interval is of this agent's games; the rungs' own ratings are taken as they are."
)


def rate(
    agent: Annotated[
        str,
        typer.Argument(metavar="AGENT", help="Who is rated, as agents are named everywhere."),
    ],
    game: Annotated[
        list[str] | None,
        typer.Option("--game", metavar="GAME", help="A game; repeatable. Without it, all it plays."),
    ] = None,
    each: Annotated[int, typer.Option("--games", min=2, help="Games against each rung, in both seats.")] = 20,
    top: Annotated[
        str, typer.Option(metavar="RUNG", help="The last rung that is met; search:4096 is the strongest, and slow.")
    ] = "search:1024",
    seed: Annotated[int | None, typer.Option(min=0, help="First seed of the games.")] = None,
    trust: TrustOption = False,
    isolate: IsolateOption = False,
    as_json: JsonOption = False,
) -> None:
    """Rate an agent in short games against opponents of known rating, from random up to searches.

    It climbs from the bottom until a rung leaves it a tenth of the games or less. The rating over all games is one fit
    in which games weigh the same.

    Example: swarmzoo rate greedy --game insects
    """
    from swarmzoo.agents.agent import let_go
    from swarmzoo.lab.placing import placed

    chosen = [find_game(name) for name in game] if game else games()
    climbs: dict[str, Climb] = {}
    notes: list[str] = []
    seated = list(_seated(chosen, agent, trust, isolate, notes, every=not game))  # what is wrong is told before games
    try:
        with progress() as shown:
            task = shown.add_task("games", total=None)
            for found, made, rated in seated:
                tell = lambda name, where=found.name: shown.update(task, description=f"{where} against {name}")  # noqa: E731
                climbs[found.name] = _climbed(found, made, rated, each, top, seed, notes, tell)
    finally:
        let_go([rated for _, _, rated in seated])
    ratings = {name: placed([one]) for name, one in climbs.items()}
    over_all = placed(list(climbs.values()))
    if as_json:
        rows = [{"game": name, **vars(ratings[name]), "met": one} for name, one in climbs.items()]
        print_json({"agent": agent, "games_a_rung": each, "rows": rows, "over_all": over_all, "notes": notes})
        return
    _show(agent, climbs, ratings, over_all)
    for note in [*notes, NOTE]:
        say(note)


def _seated(
    chosen: Sequence[FoundGame], agent: str, trust: bool, isolate: bool, notes: list[str], *, every: bool
) -> "Iterator[tuple[FoundGame, Game, Agent]]":
    """Yield the short games with the agent; of all games only those that it plays, with a note on the others."""
    from swarmzoo.agents.find import find_agent
    from swarmzoo.lab.rungs import short_game

    why: list[str] = []
    for found in dict.fromkeys(chosen):
        try:
            made = short_game(found)
            rated = find_agent(made, agent, trust=trust, isolate=isolate)
        except GameError as error:
            if not every:
                raise
            why.append(f"{found.name}: not rated: {error}")
            continue
        yield found, made, rated
    if every and len(why) == len(chosen):
        raise GameError(why[0])
    notes += why


def _climbed(
    found: FoundGame,
    made: "Game",
    rated: "Agent",
    each: int,
    top: str,
    seed: int | None,
    notes: list[str],
    tell: "Callable[[str], None]",
) -> "Climb":
    """Return what the agent does on the ladder of a game."""
    from swarmzoo.agents.find import find_agent
    from swarmzoo.lab import rungs as ladder
    from swarmzoo.lab.placing import climb

    setting, rungs = ladder.rung_set(found), ladder.rungs(found)
    if top not in setting.rungs:
        raise GameError(f"--top {top}: the rungs of {found.name} are {', '.join(setting.rungs)}")
    if any(duel.rules != made.rules_signature for duel in ladder.duels(found)):
        notes.append(f"{found.name}: the rungs were measured under other rules than today's")
    if top not in rungs.names:
        notes.append(f"{found.name}: {top} was not measured; the ladder ends below it")
    met = [k for k, name in enumerate(rungs.names) if setting.rungs.index(name) <= setting.rungs.index(top)]
    return climb(
        *(made, rated, [(rungs.names[k], rungs.elo[k], find_agent(made, rungs.names[k])) for k in met]),
        games=each,
        seed=setting.seed if seed is None else seed,
        tell=tell,
    )


def _show(agent: str, climbs: "dict[str, Climb]", ratings: "dict[str, Placed]", over_all: "Placed") -> None:
    table = Table("game", "rating", "95% interval", "games", "score against each rung", title=cell(agent))
    for name, one in climbs.items():
        count = sum(met.games for met in one)
        told = ", ".join(f"{met.rung} {met.score:.0%}" for met in one)
        table.add_row(name, f"{ratings[name].elo:.0f}", _interval(ratings[name]), str(count), cell(told))
    if len(climbs) > 1:
        count = sum(met.games for one in climbs.values() for met in one)
        table.add_row("over all", f"{over_all.elo:.0f}", _interval(over_all), str(count), "")
    console().print(table)


def _interval(one: "Placed") -> str:
    if one.low is None or one.high is None:
        return "any" if one.low == one.high else f"below {one.high:.0f}" if one.low is None else f"above {one.low:.0f}"
    return f"{one.low:.0f} to {one.high:.0f}"
