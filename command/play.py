"""`swarmzoo play`: play against agents in the browser."""

import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from swarmzoo.command.options import (
    ConfigOption,
    IsolateOption,
    SetOption,
    TrustOption,
    config_path,
    even_game_from,
    read_yaml,
    settings_from,
)
from swarmzoo.command.output import say
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.reading import LARGEST_SEED

if TYPE_CHECKING:
    from collections.abc import Callable

    from swarmzoo.agents.agent import Agent
    from swarmzoo.envs.core.game import Game
    from swarmzoo.viewer.play.table import PersonTable


def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game.")] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            "-a",
            metavar="AGENT",
            help="Who plays the others: one for each, or for all; rated:900: by rating.",
        ),
    ] = None,
    seat: Annotated[
        list[int] | None,
        typer.Option(min=0, help="Your seat, from 0, the default; repeated: several persons at one table."),
    ] = None,
    config: ConfigOption = None,
    overrides: SetOption = None,
    seed: Annotated[int | None, typer.Option(min=0, max=LARGEST_SEED, help="Seed of the first game.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the game is kept; by default a file below runs/.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a game that was kept.")] = None,
    fork: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Play on from a replay or a kept game at --step, or from a start of `replay`."
        ),
    ] = None,
    step: Annotated[
        int | None, typer.Option(min=0, help="With --fork: the step of the replay; by default the last.")
    ] = None,
    hints: Annotated[
        str, typer.Option(metavar="AGENT", help="Who gives hints: a search or a trained policy; an empty text: nobody.")
    ] = "search:256",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on this machine; 0: a free one.")] = 0,
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Serve others of your network too, at this machine's address there."),
    ] = "127.0.0.1",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page by itself.")] = True,
    trust: TrustOption = False,
    isolate: IsolateOption = False,
) -> None:
    """Play against agents on a page in the browser; the game is kept, to be gone on with.

    Example: swarmzoo play insects --against search:256
    """
    try:
        from swarmzoo.viewer.play.server import TableServer, checked_host
    except ImportError as error:
        raise GameError(f"play needs {error.name}: pip install 'swarmzoo[play]'") from None
    from swarmzoo.lab.games import in_words
    from swarmzoo.viewer.play.kept import GOES_ON, Keeper, read_kept, runs_code, table_of

    address = checked_host(host)
    if out is not None and out != resume and out.exists():
        raise GameError(
            f"--out {out}: the file exists; name another, or go on with it by --resume {shlex.quote(str(out))}"
        )
    if resume is not None:
        _refuse(game=game, against=against, seat=seat, config=config, set=overrides, seed=seed, fork=fork)
        kept = read_kept(resume)
        table, texts, path = table_of(kept, str(resume), trust=trust, isolate=isolate), list(kept.agents), out or resume
    elif game is not None or fork is not None:
        if fork is not None:
            _refuse("--fork: the file", game=game, config=config)
        elif step is not None:
            raise GameError("--step: it is the step of a replay; name one by --fork FILE")
        setting = _setting(game, config, overrides, fork, step)
        table, texts = _new_table(*setting, against, seat or [0], seed or 0, trust, isolate)
        path = out or Path("runs") / f"play-{table.game.name}-{time.strftime('%Y%m%d-%H%M%S')}.json"
    else:
        raise GameError("play: name a game, a kept one by --resume FILE, or a replay by --fork FILE")
    if hints:
        table.hints_by(_adviser(table.game, hints))
    server = TableServer(table, port, address)
    Keeper(path, table, texts)
    if table.about()["unkept"]:
        raise GameError(f"--out {table.about()['unkept'].removesuffix(GOES_ON)}; name a file that can be written")

    def ready() -> None:
        say(f"{in_words(table.game)}: {' - '.join(table.names)}")
        say(f"kept in {path}; go on with it by: {_going_on(path, trust or any(map(runs_code, texts)))}")
        if address != "127.0.0.1":
            say(
                "anybody on this network who learns the address below sees what the person sees, and plays; nothing is "
                "encrypted, so name it only where you trust who listens"
            )
        print(f"{server.address}\nopen this address; Ctrl+C ends the table", flush=True)
        if browser:
            import webbrowser

            webbrowser.open(server.address)

    server.run(ready)


def _going_on(path: Path, trusted: bool) -> str:
    """Return the command that goes on with a kept game."""
    return f"swarmzoo play --resume {shlex.quote(str(path))}{' --trust' if trusted else ''}"


def _adviser(game: "Game", text: str) -> "Callable[[Game], Agent]":
    """Return what finds the agent that gives hints; raise GameError for a text that names none that could."""
    from swarmzoo.agents.built_in import baselines
    from swarmzoo.agents.find import find_agent
    from swarmzoo.agents.text import read_text

    found = read_text(text)
    if found.kind not in ("search", "checkpoint", "model") and found.name not in baselines(game):
        raise GameError(f"--hints {text}: a search gives hints, such as search:256, and a trained policy does")
    return lambda now: find_agent(now, text)


def _refuse(where: str = "--resume: a kept game", **given: Any) -> None:
    """Refuse what a file says itself."""
    for name, value in given.items():
        if value is not None:
            said = "GAME" if name == "game" else f"--{name}"
            raise GameError(f"{said} and {where} says itself what is played; leave {said} out")


def _setting(
    game: str | None, config: str | None, overrides: list[str] | None, fork: Path | None, step: int | None
) -> "tuple[Game, str]":
    """Return the game to be played, and the position that it begins with, if it is a fork."""
    if fork is not None:
        from swarmzoo.viewer.play.forks import read_start

        start = read_start(fork, step)
        made = settings_from(find_game(start.game).config, start.config, overrides)
        of_it = find_game(start.game).read(made.model_dump(mode="json"), f"{fork}: ")
        try:
            of_it.words.read_position(start.position, 0)
        except GameError as error:
            raise GameError(f"{fork}: {error}") from None
        return of_it, start.position
    found = find_game(str(game))
    values = read_yaml(config_path(config, f"{found.place}/game")) if config else {}
    return even_game_from(found, values, overrides, persons=True), ""


def _new_table(
    made: "Game",
    start: str,
    named: list[str] | None,
    seats: list[int],
    seed: int,
    trust: bool,
    isolate: bool,
) -> "tuple[PersonTable, list[str]]":
    """Return a table at which a new game begins, and the texts of the opponents."""
    from swarmzoo.agents.find import find_agent
    from swarmzoo.lab.rungs import at_rating
    from swarmzoo.viewer.play.table import PersonTable

    texts = [at_rating(find_game(made.name), text) for text in named or ["random"]]
    if named is None or len(texts) == 1:
        texts = texts * (len(made.seats) - len(seats))
    agents = [find_agent(made, text, trust=trust, isolate=isolate) for text in texts]
    return PersonTable(made, agents, seats, seed, start=start), texts
