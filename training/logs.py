"""The logs of a run, for spreadsheets and TensorBoard, and what a full disk does to them."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import CSVOutputFormat, Logger, TensorBoardOutputFormat


class _Alphabetical(list[str]):
    """Columns of a CSV file: new ones come in the order of their names, which are added as a set."""

    def extend(self, names: Iterable[str]) -> None:
        super().extend(sorted(names))


@contextmanager
def logs(folder: Path, resumed: int | None) -> Iterator[Logger]:
    """Open the logs of a run; one that is resumed after some steps begins a new CSV file beside the old one.

    ``resumed``: after how many steps; none: it begins.

    An OSError names at least the folder: TensorBoard writes in a thread of its own, which does not say where.
    """
    name = "progress.csv" if resumed is None else f"progress_{resumed}.csv"
    with _quiet_threads():
        table = CSVOutputFormat(str(folder / name))
        table.keys = _Alphabetical()
        logger = Logger(str(folder), [table, TensorBoardOutputFormat(str(folder))])
        try:
            yield logger
            logger.close()
        except OSError as error:
            raise OSError(error.errno, error.strerror, error.filename or str(folder)) from error
        finally:
            with suppress(OSError):
                logger.close()


@contextmanager
def _quiet_threads() -> Iterator[None]:
    """Keep threads that a disk stops from printing a traceback: whoever gives them work is told."""
    usual = threading.excepthook

    def hook(told: Any) -> None:
        if not isinstance(told.exc_value, OSError):
            usual(told)

    threading.excepthook = hook
    try:
        yield
    finally:
        threading.excepthook = usual
