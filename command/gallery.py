"""`swarmzoo gallery`: pages that play back games worth seeing."""

from pathlib import Path
from typing import Annotated

import typer

from swarmzoo.command.output import say


def gallery(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME...]", help="The games; by default all.")] = None,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the pages are written.")] = Path("runs/gallery"),
) -> None:
    """Play games worth seeing, and write a page for each and an index; they need no network.

    Example: swarmzoo gallery insects warband --out gallery
    """
    from swarmzoo.viewer.gallery.pages import INDEX, listed, write_gallery

    write_gallery(out, listed(games or ()), lambda path, size: say(f"{path}: {size} bytes"))
    say(f"open {out / INDEX} in a browser")
