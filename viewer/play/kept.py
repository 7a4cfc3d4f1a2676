"""Games of persons that are kept in a file, so that they can be gone on with.

A kept game is JSON: the game with its configuration, who plays, the seed, and the actions of every step. It is read as
what a stranger may have written: actions are taken by the rules, and agents that are programs run only when trusted.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from swarmzoo.agents.find import find_agent
from swarmzoo.agents.text import read_text
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.config import Settings
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.lab.replay import LONGEST_START
from swarmzoo.viewer.play.table import PersonTable

SCHEMA = 1
LONGEST = 1 << 26  # bytes of a file
_HEAD = b'{"schema":'
_PROGRAMS = ("class", "settings", "process")  # kinds of agents that run code which a file or a line names
GOES_ON = "; the game goes on, but is not kept"
_Side = Annotated[int, Field(ge=0, lt=64)]
_Step = Annotated[tuple[Annotated[int, Field(ge=0, lt=1 << 15)], ...], Field(strict=False, max_length=4096)]


class Kept(Settings):
    """A kept game. ``seat`` and ``more_seats`` are those of persons; ``agents``: the texts of the opponents, in the
    order of their seats; ``draws``: the bots' own; ``start``: the position that it began with, if not the usual one;
    ``fault``: the side that lost by one, its kind, and a sentence."""

    game: str = Field(max_length=100)
    rules: str = Field(max_length=200)
    config: dict[str, Any]
    seat: int = Field(ge=0)
    more_seats: tuple[Annotated[int, Field(ge=0)], ...] = Field((), strict=False, max_length=64)
    seed: int = Field(ge=0, lt=1 << 63)
    start: str = Field("", max_length=LONGEST_START)
    agents: tuple[Annotated[str, Field(max_length=4096)], ...] = Field(strict=False, max_length=64)
    draws: tuple[Annotated[int, Field(ge=0, lt=1 << 32)], ...] = Field(strict=False, min_length=4, max_length=4)
    taken: tuple[_Step, ...] = Field(strict=False, max_length=1 << 20)
    fault: Annotated[tuple[_Side, str, str] | None, Field(strict=False)] = None


class Keeper:
    """Keeps a table's game in a file whenever something has happened; ``agents`` are the opponents' texts."""

    def __init__(self, path: Path, table: PersonTable, agents: Sequence[str]):
        self._path, self._table, self._agents = path, table, list(agents)
        table.keep_by(self._keep)

    def _keep(self) -> str:
        table = self._table
        for seated, name in table.replaced.items():
            self._agents[seated] = name
        kept = {
            "schema": SCHEMA,
            "game": table.game.name,
            "rules": table.game.rules_signature,
            "config": table.game.config.model_dump(mode="json"),
            "seat": table.persons[0],
            "more_seats": table.persons[1:],
            "seed": table.seed,
            "start": table.start,
            "agents": self._agents,
            "draws": table.draws,
            "taken": table.taken,
            "fault": table.fault,
        }
        try:
            write_whole(self._path, json.dumps(kept, separators=(",", ":")).encode())
        except OSError as error:
            return f"{self._path}: {error.strerror}{GOES_ON}"
        return ""


def runs_code(text: str) -> bool:
    """Return whether an agent of this text is a program, which is run only for those who trust it."""
    return read_text(text).kind in _PROGRAMS


def is_kept(head: bytes) -> bool:
    """Return whether a file that begins so is a kept game."""
    return head.startswith(_HEAD)


def read_kept(path: Path) -> Kept:
    """Return the game that is kept in a file; raise GameError for what is none."""
    with path.open("rb") as file:
        content = file.read(LONGEST + 1)
    if len(content) > LONGEST:
        raise GameError(f"{path}: a kept game has at most {LONGEST} bytes")
    try:
        values = json.loads(content)
    except (ValueError, RecursionError):
        raise GameError(f"{path}: this is not a kept game: it is not JSON") from None
    if not isinstance(values, dict) or values.pop("schema", None) != SCHEMA:
        raise GameError(f"{path}: this is not a kept game of this version; its schema must be {SCHEMA}")
    return Kept.read(values, f"{path}: ")


def table_of(kept: Kept, where: str, *, trust: bool = False, isolate: bool = False) -> PersonTable:
    """Return a table at which a kept game goes on; raise GameError where it cannot.

    ``trust`` runs its programs, ``isolate`` each Python class in a process of its own.
    """
    for text in kept.agents:
        if not trust and runs_code(text):
            raise GameError(
                f"{where}: the agent {text!r} is a program, which the file would have run; --trust allows it: "
                "for files of people you trust"
            )
    try:
        found = find_game(kept.game)
    except GameError as error:
        raise GameError(f"{where}: {error}") from None
    game = found.read(kept.config, f"{where}: ")
    seats = (kept.seat, *kept.more_seats)
    try:
        agents = [find_agent(game, text, trust=trust, isolate=isolate) for text in kept.agents]
        table = PersonTable(game, agents, seats, kept.seed, start=kept.start, begin=False)
    except GameError as error:
        raise GameError(f"{where}: {error}") from None
    if table.game.rules_signature != kept.rules:
        raise GameError(
            f"{where}: the game was played by rules {kept.rules}; its configuration has the rules "
            f"{table.game.rules_signature} here, so it cannot go on"
        )
    try:
        table.go_on(kept.seed, kept.taken, kept.draws)
    except GameError as error:
        raise GameError(f"{where}: {error}") from None
    return table
