"""Where tables go: as wide as the terminal, and never broken when they are piped into a file."""

from rich.console import Console

WIDTH_OF_FILES = 200


def console() -> Console:
    """Return a console over the present standard output."""
    found = Console()
    return found if found.is_terminal else Console(width=WIDTH_OF_FILES)
