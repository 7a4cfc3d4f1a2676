"""What goes wrong, told in one line with an exit code: 2 for what a user can mend, 130 for Ctrl-C, 1 for the rest."""

import errno
import traceback
from pathlib import Path

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.printable import printable
from swarmzoo.training.interruption import Stopped

MISTAKE, FAILURE, INTERRUPTED = 2, 1, 130
EXTRA_OF = {
    "stable_baselines3": "train",
    "sb3_contrib": "train",
    "torch": "train",
    "tensorboard": "train",
    "matplotlib": "train",
    "duckdb": "arena",
    "jinja2": "arena",
    "markupsafe": "arena",
    "optuna": "lab",
    "SALib": "lab",
    "pytest": "test",
    "hypothesis": "test",
}


def sentence(error: BaseException) -> tuple[str, int]:
    """Return an exception as one line, and the exit code that it means."""
    text, code = _told(error)
    return printable(" ".join(text.split())), code


def _told(error: BaseException) -> tuple[str, int]:
    if isinstance(error, GameError):
        return str(error), INTERRUPTED if isinstance(error, Stopped) else MISTAKE
    if hasattr(error, "format_message"):  # what typer says of a command line
        return _of_command_line(error)
    if isinstance(error, OSError):
        return _of_files(error)
    if isinstance(error, ModuleNotFoundError) and not (error.name or "swarmzoo").startswith("swarmzoo"):
        return _of_packages(str(error.name))
    if isinstance(error, MemoryError):
        return "there is not enough memory; a smaller batch or network needs less", FAILURE
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" at {Path(frame.filename).name}:{frame.lineno}" for frame in last)
    what = f"{type(error).__name__}: {error}"
    return f"an error of swarmzoo itself{where}: {what} (SWARMZOO_DEBUG=1 shows the traceback)", FAILURE


def _of_command_line(error: BaseException) -> tuple[str, int]:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "swarmzoo"
    message = error.format_message().rstrip(".")  # type: ignore[attr-defined]
    return f"{message} (see {command} --help)", getattr(error, "exit_code", MISTAKE)


def _of_files(error: OSError) -> tuple[str, int]:
    name = f"{error.filename}: " if error.filename is not None else ""
    if isinstance(error, FileNotFoundError):
        return f"{name}file or folder not found", MISTAKE
    if isinstance(error, PermissionError):
        return f"{name}permission denied", MISTAKE
    if isinstance(error, IsADirectoryError | NotADirectoryError | FileExistsError):
        return f"{name}{(error.strerror or str(error)).lower()}", MISTAKE
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"{name}no space is left on the disk", MISTAKE
    if error.errno in (errno.EROFS, errno.EFBIG):
        return f"{name}{(error.strerror or str(error)).lower()}", MISTAKE
    return f"{name}{error.strerror or error}", FAILURE


def _of_packages(name: str) -> tuple[str, int]:
    package = name.split(".", maxsplit=1)[0]
    if package in EXTRA_OF:
        return f"{package} is not installed: pip install 'swarmzoo[{EXTRA_OF[package]}]'", MISTAKE
    return f"the module {name} is not installed; reinstall swarmzoo", FAILURE
