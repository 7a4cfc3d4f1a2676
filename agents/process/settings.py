"""What is said of a bot in a process of its own: how it is started, and its limits."""

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from swarmzoo.envs.core.config import Settings
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.plain_yaml import Unreadable, parse, read_file
from swarmzoo.envs.core.printable import printable

MOST_SAID = 1000  # characters of what is wrong with a file
LONGEST_SHOWN = 200  # characters of a command in a sentence
VARIABLE = "SWARMZOO_BOT_"  # followed by a field's name in capitals


class BotSettings(Settings):
    """How a bot is started, and its limits."""

    command: str = Field(
        min_length=1,
        max_length=1 << 15,
        description="program and arguments, split at spaces and quotes; no shell reads it",
    )
    name: Annotated[str, AfterValidator(printable)] | None = Field(
        None, min_length=1, max_length=40, description="its name in tables; none: it says its own"
    )
    init_seconds: float = Field(10.0, gt=0, le=3600, description="time to start and to answer the first message")
    move_seconds: float = Field(5.0, gt=0, le=3600, description="time for each decision")
    memory_mib: int | None = Field(
        4096, ge=16, le=1 << 24, description="the most address space of each of its processes, in MiB; none: no limit"
    )


def settings_of(command: str) -> BotSettings:
    """Return the settings of a command; the environment's ``SWARMZOO_BOT_MOVE_SECONDS`` and so on are its limits."""
    given: dict[str, Any] = {"command": command}
    for name in BotSettings.model_fields.keys() - given.keys():
        if (text := os.environ.get(VARIABLE + name.upper())) is not None:
            given[name] = text if name == "name" else _parsed(text, VARIABLE + name.upper())
    try:
        return BotSettings.read(given)
    except GameError as error:
        raise GameError(f"agent process:{command}: {error} (the limits are from {VARIABLE}... )") from None


def read_settings(path: Path) -> BotSettings:
    """Read the settings of a bot from a YAML file; raise GameError for what is none."""
    if not path.is_file():
        raise GameError(f"agent {path}: file not found")
    values = read_file(path, f"agent {path}")
    if not isinstance(values, dict) or not all(isinstance(key, str) for key in values):
        raise GameError(f"agent {path}: keys and values are needed, for instance command: python my_bot.py")
    try:
        return BotSettings.read(values)
    except GameError as error:
        raise GameError(f"agent {path}: {str(error)[:MOST_SAID]}") from None


def _parsed(text: str, where: str) -> Any:
    try:
        return parse(text)
    except Unreadable as error:
        raise GameError(f"{where}{error}") from None


def words_of(command: str, folder: Path) -> list[str]:
    """Return a command as a program that is there and its arguments; ``python`` is the one that runs swarmzoo."""
    where = f"agent process:{command[:LONGEST_SHOWN]}"
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise GameError(f"{where}: the command cannot be split: {str(error).lower()}") from None
    if "\0" in command or any(ord(c) in range(0xD800, 0xE000) for c in command):
        raise GameError(f"{where}: a command holds text that the system can pass on, and no zero byte")
    if not words:
        raise GameError(f"{where}: name a command, for instance process:python my_bot.py")
    program = sys.executable if words[0] == "python" else _program(words[0], folder)
    if program is None:
        raise GameError(f"{where}: program {words[0][:LONGEST_SHOWN]!r} not found, or it may not be run")
    return [program, *words[1:]]


def _program(word: str, folder: Path) -> str | None:
    """Return the path of a program: one with a slash is looked for in the bot's folder, others on the PATH."""
    return shutil.which(str((folder / word).absolute()) if os.sep in word else word)
