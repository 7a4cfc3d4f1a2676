"""`swarmzoo arena`: tournaments between agents, and their reports."""

import shlex
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from swarmzoo.command.groups import HELP, Commands
from swarmzoo.command.options import (
    ConfigOption,
    IsolateOption,
    SetOption,
    TrustOption,
    apply_overrides,
    config_path,
    read_yaml,
)
from swarmzoo.command.output import JsonOption, cell, console, print_json, progress, say
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import check_place, write_whole


class _Arena(Commands):
    """`swarmzoo arena greedy rusher` is `swarmzoo arena run greedy rusher`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; what names no command is an agent or an option of `run`."""
        if not args:
            args = ["--help"]
        if args[0] not in (*self.commands, *HELP):
            args.insert(0, "run")
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_Arena,
    help="Let agents play tournaments, and rate them.\n\nExample: swarmzoo arena greedy rusher my_bot.py:MyBot",
    rich_markup_mode=None,
)

PAGE = "report.html"
FolderArgument = Annotated[Path, typer.Argument(metavar="FOLDER", help="A tournament's folder.")]


@app.command("run")
def run(
    agents: Annotated[
        list[str] | None, typer.Argument(metavar="AGENT...", help="Who plays; without any, those of the configuration.")
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="The game; by default insects.")] = None,
    schedule: Annotated[
        str | None, typer.Option(help="Who meets whom: round_robin, gauntlet (first against all others) or swiss.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Seeds for every pairing; of a swiss: rounds.")] = None,
    elo_error: Annotated[
        float | None, typer.Option(help="Stop when all ratings are known to so many (logistic) Elo.")
    ] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="ELO0 ELO1", help="Stop when a generalised (pentanomial) SPRT of two agents decides."),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="First seed of the games.")] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Processes; the results do not depend on them.")
    ] = None,
    config: ConfigOption = None,
    overrides: SetOption = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster, for instance HOST:6379 or auto.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the tournament; by default below runs/.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the tournament in --out.")] = False,
    trust: TrustOption = False,
    isolate: IsolateOption = False,
    page: Annotated[
        bool, typer.Option("--page", help="Write report.html into the folder while it goes on; the page renews itself.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Play a tournament: paired seeds in every seating, rated, every game stored; it can be stopped and resumed.

    Ratings are logistic Elo: Bradley and Terry's model with an advantage of the seat, with more than two sides
    Plackett and Luce's, with intervals robust to games of one seed. The test is the generalised SPRT on the mean
    scores of seeds, for pairs of games the pentanomial one. lab/README.md names the sources.

    Example: swarmzoo arena greedy rusher my_bot.py:MyBot --rounds 50
    """
    from swarmzoo.lab.config import ArenaConfig
    from swarmzoo.lab.execution.executor import executor_of
    from swarmzoo.lab.games import even_game
    from swarmzoo.lab.standings import standings
    from swarmzoo.lab.tournament import Tournament, cores
    from swarmzoo.training.interruption import Stopped

    given = {
        "game": game,
        "agents": list(agents) if agents else None,
        "schedule": schedule,
        "rounds": rounds,
        "elo_error": elo_error,
        "sprt": None if sprt is None else {"elo0": sprt[0], "elo1": sprt[1]},
        "seed": seed,
        "trust": trust or None,
        "isolate": isolate or None,
    }
    if resume and out is None:
        raise GameError("--resume needs --out FOLDER: the tournament to continue")
    values = _values(given, config, overrides, out if resume and config is None else None)
    setting = ArenaConfig.read(values)
    made = even_game(find_game(setting.game), setting.env, "env.")
    folder = out or Path("runs") / f"arena-{setting.game}-{time.strftime('%Y%m%d-%H%M%S')}"
    executor = executor_of(workers or cores(), ray, setting.agents)
    tournament = Tournament(setting, made, folder, resume=resume)
    try:
        if page:
            say(f"{folder / PAGE}: open it in a browser; it renews itself", aside=as_json)
        _play(tournament, executor, Renewed(tournament) if page else None)
        _show(standings(tournament.store), as_json)
    except KeyboardInterrupt:
        again = f"swarmzoo arena --resume --out {shlex.quote(str(folder))}"
        raise Stopped(f"{folder}: stopped; what was finished is kept, continue with `{again}`") from None
    finally:
        executor.close()
        tournament.close()
    if page:
        _page_at_the_end(folder, as_json)
    say(f"{folder}: games.duckdb; `swarmzoo arena report {shlex.quote(str(folder))}` makes a page of it", aside=as_json)


@app.command("report")
def report(
    folder: FolderArgument,
    out: Annotated[
        Path | None, typer.Option(callback=check_place, help="The page; by default report.html in the folder.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(callback=check_place, help="Also write every counted game as CSV.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option(callback=check_place, help="Also write the table of ratings as CSV.")
    ] = None,
    games: Annotated[int, typer.Option(min=0, help="Games of each pair that get a page to be watched on.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Print a tournament's table and write its page: ratings, pairs, seats, faults, all in one HTML file.

    Example: swarmzoo arena report runs/my_arena --csv games.csv
    """
    from swarmzoo.lab.standings import ratings_csv, standings
    from swarmzoo.lab.store import STORE, Store

    store = Store(folder / STORE, read_only=True)
    try:
        found = standings(store)
        _show(found, as_json)
        _write_page(folder, out or folder / PAGE, store, found, games, as_json)
        if csv is not None:
            store.export(csv)
            say(f"{csv}: the games", aside=as_json)
        if table is not None:
            write_whole(table, ratings_csv(found).encode())
            say(f"{table}: the ratings", aside=as_json)
    finally:
        store.close()


def _write_page(folder: Path, path: Path, store: Any, found: Any, games: int, as_json: bool) -> None:
    """Write the report of a tournament that is over or stopped, and pages of so many games of each pair beside it."""
    from swarmzoo.lab.report import GAMES
    from swarmzoo.lab.report import report as page_of
    from swarmzoo.lab.standings import endings, faults, typical_games

    shown = _watched(folder, path.parent / GAMES, typical_games(store, games), as_json)
    write_whole(path, page_of(found, faults(store), endings(store), shown).encode())
    say(f"{path}: the report", aside=as_json)


def _page_at_the_end(folder: Path, as_json: bool) -> None:
    """Write the page of a tournament that was running as `arena report` does: its rows lead to games."""
    from swarmzoo.lab.standings import standings
    from swarmzoo.lab.store import STORE, Store

    store = Store(folder / STORE, read_only=True)
    try:
        _write_page(folder, folder / PAGE, store, standings(store), 1, as_json)
    finally:
        store.close()


def _watched(
    folder: Path, out: Path, games: dict[frozenset[str], list[int]], as_json: bool
) -> dict[frozenset[str], list[int]]:
    """Write pages of a tournament's games and return them; none if the rules have changed since it was played."""
    from swarmzoo.lab.stored_replay import replay_of
    from swarmzoo.viewer.page.replayed import page_of

    numbers = sorted({number for some in games.values() for number in some})
    try:
        with progress() as shown:
            for number in shown.track(numbers, description="pages of games"):
                write_whole(out / f"{number}.html", page_of(replay_of(folder, number)))
    except GameError as error:
        say(f"the games get no pages: {error}", aside=as_json)
        return {}
    if numbers:
        say(f"{out}: {len(numbers)} games to be watched", aside=as_json)
    return games


def _values(
    given: dict[str, Any], config: str | None, overrides: list[str] | None, kept: Path | None
) -> dict[str, Any]:
    """Return the values of the configuration: of a file or preset, or of a resumed tournament; then options."""
    values: dict[str, Any] = {}
    if kept is not None:
        values = _kept(kept)
    elif config is not None:
        values = read_yaml(config_path(config, "arena"))
    values |= {name: value for name, value in given.items() if value is not None}
    apply_overrides(values, _of_env(str(values.get("game", "insects")), overrides))
    return values


def _of_env(game: str, overrides: list[str] | None) -> list[str]:
    """Fields of the game may be set without the word env: players=4, rules.base_attack=2."""
    import re

    from swarmzoo.lab.config import ArenaConfig

    own, fields = ArenaConfig.model_fields, find_game(game).config.model_fields
    heads = [(text, re.split(r"[.=]", text)[0]) for text in overrides or []]
    return [f"env.{text}" if head in fields and head not in own else text for text, head in heads]


def _kept(folder: Path) -> dict[str, Any]:
    from swarmzoo.lab.store import STORE, Store

    store = Store(folder / STORE, read_only=True)
    try:
        values: dict[str, Any] = {**store.tournament()["config"], "rounds": store.get("rounds")}
    finally:
        store.close()
    return values


def _play(tournament: Any, executor: Any, page: "Renewed | None") -> None:
    with progress() as shown:
        bar = shown.add_task("seeds", total=None)

        def tell(done: int, total: int) -> None:
            shown.update(bar, completed=done, total=total)
            if page is not None:
                page.renew(done, total)

        tournament.run(executor, tell)
    if page is not None:
        page.finish()


class Renewed:
    """The page of a running tournament: written again from time to time, less often where writing takes long."""

    def __init__(self, tournament: Any):
        self._tournament, self._path, self._due = tournament, tournament.folder / PAGE, 0.0

    def renew(self, done: int, total: int) -> None:
        """Write the page, if it is time."""
        began = time.monotonic()
        if done and began >= self._due:
            self._write(f"{done:,} of {total:,} seeds are played")
            self._due = time.monotonic() + max(5.0, 20 * (time.monotonic() - began))

    def finish(self) -> None:
        """Write the page of what is over; the links to games come when the store is closed."""
        self._write("")

    def _write(self, running: str) -> None:
        from swarmzoo.lab.report import report as page_of
        from swarmzoo.lab.standings import endings, faults, standings

        store = self._tournament.store
        write_whole(self._path, page_of(standings(store), faults(store), endings(store), running=running).encode())


def _show(found: Any, as_json: bool = False) -> None:
    """Print the rating table."""
    if as_json:
        print_json(found.plain())
        return
    table = Table(title=cell(found.title))
    for column in ("", "agent", "Elo", "95% interval", "score", "games", "won", "shared", "lost", "faults"):
        table.add_column(column, justify="left" if column == "agent" else "right")
    for rank, row in enumerate(found.rows, 1):
        table.add_row(
            *(str(rank), cell(row.marked), f"{row.elo:+.0f}", f"{row.low:+.0f} to {row.high:+.0f}"),
            *(f"{row.score:.1%}", str(row.games), str(row.won), str(row.shared), str(row.lost), row.faults_text()),
        )
    console().print(table)
