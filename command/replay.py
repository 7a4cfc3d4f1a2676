"""`swarmzoo replay`: check a game that was kept, and see it."""

from pathlib import Path
from typing import Annotated

import typer

from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole


def replay(
    source: Annotated[Path, typer.Argument(metavar="FILE_OR_FOLDER", help="A replay, or a tournament's folder.")],
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
    gif: Annotated[Path | None, typer.Option(help="Write an animated picture.")] = None,
    png: Annotated[Path | None, typer.Option(help="Write a picture of one position.")] = None,
    step: Annotated[int | None, typer.Option(min=0, help="With --png: after which step; by default the last.")] = None,
    every: Annotated[int, typer.Option(min=1, help="With --gif: steps between two frames.")] = 4,
    milliseconds: Annotated[int, typer.Option(min=20, help="With --gif: milliseconds per frame.")] = 300,
    save: Annotated[Path | None, typer.Option(help="Write the replay as a file of its own.")] = None,
) -> None:
    """Replay a stored game, check that it matches its record, and show it."""
    for path, ending in ((gif, ".gif"), (png, ".png")):
        if path is not None and path.suffix.lower() != ending:
            raise GameError(f"--{ending[1:]} {path}: the file's name must end in {ending}")
    from swarmzoo.lab.replay import packed, play_back, verify
    from swarmzoo.viewer.watch import print_game, write_gif, write_png

    kept = _find(source, number)
    made = find_game(kept.game).read(kept.config)
    steps = verify(kept, made)
    if show or log:
        print_game(made, play_back(kept, made), log_only=not show, show=print)
    print(
        f"{kept.env_id}, rules {kept.rules_signature}, seed {kept.seed}: {' - '.join(kept.agents)}, "
        f"pay {' '.join(f'{pay:+g}' for pay in kept.pay)}, {steps} steps, as it was played"
    )
    if kept.fault is not None:
        print(f"lost by a fault ({kept.fault[1]}): {kept.fault[2]}")
    if gif is not None:
        count = write_gif(made, play_back(kept, made), gif, every=every, milliseconds=milliseconds)
        print(f"{gif}: {count} frames")
    if png is not None:
        shown = write_png(made, play_back(kept, made), png, step=step)
        print(f"{png}: the position after step {shown}")
    if save is not None:
        write_whole(save, packed(kept))
        print(f"{save}: {len(packed(kept))} bytes")


def _find(source: Path, number: int | None):  # type: ignore[no-untyped-def]
    """Return the replay in a file, or that of a game of a tournament."""
    if not source.is_dir():
        from swarmzoo.lab.replay import read_replay

        return read_replay(source)
    if number is None:
        raise GameError(f"{source}: which game? name its number: swarmzoo replay {source} 0")
    from swarmzoo.lab.stored_replay import replay_of

    return replay_of(source, number)
