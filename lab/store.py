"""The store of a tournament: every game a row in DuckDB, written in one transaction a task, read in SQL.

What was written survives a kill. A resumed tournament reads which groups are finished. The tables:

games      one row a game: env_id, rules_signature, config_hash, group, nth, seed, seats, agents, pay, length, ending,
           seconds, fault_side, fault_kind, fault, actions, end_hash
void       group and nth of the games that do not count, and why
settings   keys and values: the tournament's configuration, and how it ended
counted    the games that count, in the order of the schedule, with their number from 0 on (a view)
"""

import json
import os
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Any

import duckdb

from swarmzoo.agents.play.results import Fault
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import whole
from swarmzoo.lab.database import objects, telling
from swarmzoo.lab.play import GameRow

STORE = "games.duckdb"  # in the folder of a tournament
_SCHEMA = """
create table if not exists games (
    env_id varchar, rules_signature varchar, config_hash varchar, "group" bigint, nth integer, seed bigint,
    seats integer[], agents varchar[], pay float[], length integer, ending varchar, seconds double,
    fault_side integer, fault_kind varchar, fault varchar, actions blob, end_hash varchar);
create table if not exists void ("group" bigint, nth integer, reason varchar);
create table if not exists settings (key varchar primary key, value varchar);
create or replace view counted as
    select row_number() over (order by "group", nth) - 1 as number, games.* from games where "group" < coalesce(
        (select cast(value as bigint) from settings where key = 'stopped_before'), 9223372036854775807)
    and not exists (select 1 from void where void."group" = games."group" and void.nth = games.nth)
    order by "group", nth;
"""
_COLUMNS = (
    *("group", "nth", "seed", "seats", "agents", "pay", "length", "ending", "seconds"),
    *("fault_side", "fault_kind", "fault", "actions", "end_hash"),
)


class Store:
    """The games of a tournament in a file. One process writes; ``read_only`` lets others look at a finished one."""

    def __init__(self, path: Path, *, read_only: bool = False):
        self.path = path
        if read_only and not path.is_file():
            raise GameError(f"{path.parent}: no tournament here ({path.name} not found)")
        with telling(path.parent):
            self._base = duckdb.connect(str(path), read_only=read_only)
            if not read_only:
                self._base.execute(_SCHEMA)

    @classmethod
    def begin(cls, path: Path, **settings: Any) -> None:
        """Make a store with its first settings, whole or not at all; raise GameError where there is one already."""
        folder, beside = path.parent, path.with_name(f".{path.name}.{os.getpid()}")
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        try:
            store = cls(beside)
            with closing(store):
                store.set(**settings)
                store._write_through()
            os.link(beside, path)
        except FileExistsError:
            raise GameError(f"{folder}: another process has begun a tournament here; name another folder") from None
        finally:
            for left in (beside, beside.with_name(f"{beside.name}.wal")):
                left.unlink(missing_ok=True)
            if is_new and not any(folder.iterdir()):
                folder.rmdir()

    def _write_through(self) -> None:
        """Write what is in the log into the file itself."""
        with telling(self.path.parent):
            self._base.execute("checkpoint")

    def tournament(self) -> dict[str, Any]:
        """Return what a tournament began with."""
        try:
            found = self.get("tournament")
        except GameError:
            found = None
        if found is None:
            raise GameError(f"{self.path}: this is not a tournament that has begun")
        return dict(found)

    def set(self, **settings: Any) -> None:
        """Write settings, all or none; values are kept as JSON."""
        pairs = [list(settings), [json.dumps(value) for value in settings.values()]]
        with telling(self.path.parent):
            self._base.execute("insert or replace into settings select unnest(?), unnest(?)", pairs)

    def get(self, key: str) -> Any:
        """Return a setting, or None."""
        with telling(self.path.parent):
            found = self._base.execute("select value from settings where key = ?", [key]).fetchone()
        return None if found is None else json.loads(found[0])

    def add(self, rows: Sequence[GameRow], names: Sequence[str], constants: tuple[str, str, str]) -> None:
        """Add finished games in one transaction; ``constants`` are env id, rules signature and hash of the config."""
        new_games = {name: objects(column) for name, column in zip(_COLUMNS, _columns(rows, names), strict=True)}
        columns = ", ".join(f'"{name}"' for name in new_games)
        with telling(self.path.parent):
            self._base.execute(f"insert into games select ?, ?, ?, {columns} from new_games", list(constants))

    def drop(self, voids: Iterable[tuple[int, int, str]]) -> None:
        """Say which games do not count: group, number in it, reason."""
        if found := list(voids):
            with telling(self.path.parent):
                self._base.executemany("insert into void values (?, ?, ?)", found)

    def forget_voids(self) -> None:
        """Forget which games do not count."""
        with telling(self.path.parent):
            self._base.execute("delete from void")

    def rows(self, *, counted: bool, actions: bool = False) -> list[GameRow]:
        """Return games in the order of the schedule: all that are stored, or those that count."""
        wanted = [name for name in _COLUMNS if actions or name != "actions"]
        columns = ", ".join(f'"{name}"' for name in wanted)
        table = "counted" if counted else "games"
        with telling(self.path.parent):
            found = self._base.execute(f'select {columns} from {table} order by "group", nth').fetchall()
        return [_row(dict(zip(wanted, values, strict=True))) for values in found]

    def one(self, number: int) -> GameRow | None:
        """Return the game with a number: of those that count, in the order of the schedule, from 0 on."""
        columns = ", ".join(f'"{name}"' for name in _COLUMNS)
        with telling(self.path.parent):
            found = self._base.execute(f"select {columns} from counted limit 1 offset {number}").fetchone()
        return None if found is None else _row(dict(zip(_COLUMNS, found, strict=True)))

    def ask(self, query: str) -> list[tuple]:
        """Return the rows of a question in SQL."""
        with telling(self.path.parent):
            return self._base.execute(query).fetchall()

    def export(self, path: Path) -> None:
        """Write the games that count as CSV, without their actions."""
        with TemporaryDirectory() as folder:
            made = Path(folder) / "games.csv"
            target = str(made).replace("'", "''")
            with telling(made):
                self._base.execute(f"copy (select * exclude (actions) from counted) to '{target}' (format csv, header)")
            with made.open("rb") as rows, whole(path) as file:
                copyfileobj(rows, file)

    def close(self) -> None:
        """Close the file."""
        self._base.close()


def _columns(rows: Sequence[GameRow], names: Sequence[str]) -> list[list[Any]]:
    table = [
        (
            *(row.group, row.nth, row.seed, list(row.seats), [names[k] for k in row.seats], list(row.pay)),
            *(row.length, row.ending, row.seconds),
            *((row.fault.side, row.fault.kind, row.fault.sentence) if row.fault else (None, None, None)),
            *(row.actions, row.end),
        )
        for row in rows
    ]
    return [list(column) for column in zip(*table, strict=True)]


def _row(values: dict[str, Any]) -> GameRow:
    fault = None
    if values["fault_side"] is not None:
        fault = Fault(values["fault_side"], values["fault_kind"], values["fault"])
    return GameRow(
        group=values["group"],
        nth=values["nth"],
        seed=values["seed"],
        seats=tuple(values["seats"]),
        pay=tuple(values["pay"]),
        length=values["length"],
        ending=values["ending"],
        seconds=values["seconds"],
        fault=fault,
        actions=values.get("actions", b""),
        end=values["end_hash"],
    )
