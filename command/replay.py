"""`swarmzoo replay`: check a game that was kept, and see it."""

from pathlib import Path
from typing import Annotated

import typer

from swarmzoo.command.options import EveryOption, FilmOption, HtmlOption, MillisecondsOption, ReviewOption
from swarmzoo.command.output import say
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import check_place, write_whole


def replay(
    source: Annotated[
        Path,
        typer.Argument(metavar="FILE_OR_FOLDER", help="A replay, a game that `play` kept, a tournament's folder."),
    ],
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="NUMBER",
            min=0,
            help="Which game of a tournament, numbered as in its CSV.",
        ),
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Print boards and log.")] = False,
    log: Annotated[bool, typer.Option("--log", help="Print the log.")] = False,
    html: HtmlOption = None,
    review: ReviewOption = "",
    thoughts: Annotated[
        bool, typer.Option("--thoughts", help="With --html: ask policies and searches that played for their thoughts.")
    ] = False,
    film: FilmOption = None,
    png: Annotated[Path | None, typer.Option(callback=check_place, help="Write a picture of one position.")] = None,
    step: Annotated[
        int | None, typer.Option(min=0, help="With --png or --fork: after which step; by default the last.")
    ] = None,
    fork: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            callback=check_place,
            help="Write the moment of --step as text, to edit and to play on from.",
        ),
    ] = None,
    every: EveryOption = None,
    milliseconds: MillisecondsOption = 300,
    save: Annotated[
        Path | None, typer.Option(callback=check_place, help="Write the replay as a file of its own.")
    ] = None,
) -> None:
    """Replay a stored game, check that it matches its record, and show it.

    Example: swarmzoo replay runs/my_arena 12 --show
    """
    if png is not None and png.suffix.lower() != ".png":
        raise GameError(f"--png {png}: the file's name must end in .png")
    from swarmzoo.lab.replay import packed, play_back
    from swarmzoo.viewer.film import check_film, write_film
    from swarmzoo.viewer.page.document import check_page, replay_page
    from swarmzoo.viewer.page.replayed import replay_data
    from swarmzoo.viewer.watch import print_game, write_png

    if film is not None:
        check_film(film)
    if html is not None:
        check_page(html)
    elif review or thoughts:
        raise GameError(f"{'--review' if review else '--thoughts'}: a page shows it; name one by --html FILE")

    if step is not None and png is None and fork is None:
        raise GameError(f"--step {step}: it says of which moment --png or --fork is; name one of them")
    kept = _find(source, number)
    made, steps = _checked(kept, source)
    if show or log:
        print_game(made, play_back(kept, made), log_only=not show, show=say)
    say(
        f"{kept.env_id}, rules {kept.rules_signature}, seed {kept.seed}: {' - '.join(kept.agents)}, "
        f"pay {' '.join(f'{pay:+g}' for pay in kept.pay)}, {steps} steps, as it was played"
    )
    if kept.fault is not None:
        say(f"lost by a fault ({kept.fault[1]}): {kept.fault[2]}")
    if html is not None:
        page = replay_page(replay_data(kept, made, review, thoughts=thoughts))
        write_whole(html, page)
        print(f"{html}: {len(page)} bytes; open it in a browser")
    if film is not None:
        count = write_film(made, play_back(kept, made), film, every=every, milliseconds=milliseconds)
        print(f"{film}: {count} frames")
    if png is not None:
        shown = write_png(made, play_back(kept, made), png, step=step)
        print(f"{png}: the position after step {shown}")
    if fork is not None:
        from swarmzoo.viewer.play.forks import as_text, start_of

        write_whole(fork, as_text(start_of(kept, step)).encode())
        print(f"{fork}: edit it, and play on by: swarmzoo play --fork {fork}")
    if save is not None:
        write_whole(save, packed(kept))
        print(f"{save}: {len(packed(kept))} bytes")


def _checked(kept, source: Path):  # type: ignore[no-untyped-def]
    """Return the game of a replay and the number of its steps; raise GameError, with its file, where it differs."""
    from swarmzoo.lab.replay import verify

    try:
        made = find_game(kept.game).read(kept.config)
        return made, verify(kept, made)
    except GameError as error:
        raise GameError(f"{source}: {error}") from None


def _find(source: Path, number: int | None):  # type: ignore[no-untyped-def]
    """Return the replay in a file, or that of a game of a tournament."""
    if not source.is_dir():
        from swarmzoo.viewer.play.ended import any_replay

        if number is not None and source.exists():
            raise GameError(f"{source} {number}: a file holds one game; leave the number out")
        return any_replay(source)
    from swarmzoo.lab.store import STORE, Store
    from swarmzoo.lab.stored_replay import replay_of

    if number is None:
        Store(source / STORE, read_only=True).close()  # refuses a folder that holds no tournament
        raise GameError(f"{source}: which game? name its number: swarmzoo replay {source} 0")
    return replay_of(source, number)
