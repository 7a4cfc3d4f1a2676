"""What commands that write a checkpoint do about mistakes: a sentence and an exit code, and no traceback."""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import check_place


@contextmanager
def mistakes_told(parser: ArgumentParser, target: Path) -> Iterator[None]:
    """Exit with 2 for what cannot be done and 1 for what cannot be read or written; ``target`` is looked at first."""
    try:
        check_place(target)
        yield
    except GameError as error:
        parser.exit(2, f"{error}\n")
    except OSError as error:
        parser.exit(1, f"{error.filename or target}: {error.strerror}\n")
