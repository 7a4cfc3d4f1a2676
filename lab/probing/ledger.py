"""The ledger of a probe: every game a row in DuckDB, written in one transaction a task; what is there stays.

A probe asks for jobs; those that the ledger has are taken from it. So a probe that was stopped or killed goes on where
it was, and one that wants more games plays only those. The tables:

games      one row a game: cell, values, players, seed, nth, seats, pay, length, ending, seconds, measures, fault,
           at_fault
notes      results of other tasks, by key
settings   what the probe began with
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import duckdb

from swarmzoo.lab.begun import refuse_other
from swarmzoo.lab.database import objects, telling
from swarmzoo.lab.probing.jobs import Job, Played

LEDGER = "probe.duckdb"  # in the folder of a probe
_SCHEMA = """
create table if not exists games (
    cell varchar, "values" varchar, players varchar[], seed bigint, nth integer, seats integer[], pay double[],
    length integer, ending varchar, seconds double, measures varchar, fault varchar, at_fault integer);
create table if not exists notes (key varchar primary key, value varchar);
create table if not exists settings (key varchar primary key, value varchar);
"""
_COLUMNS = (
    *("cell", "values", "players", "seed", "nth", "seats", "pay", "length", "ending", "seconds"),
    *("measures", "fault", "at_fault"),
)
Key = tuple[str, str, tuple[str, ...], int]


class Ledger:
    """The games of a probe in a file; one process writes."""

    def __init__(self, path: Path):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        with telling(path.parent):
            self._base = duckdb.connect(str(path))
            self._base.execute(_SCHEMA)
        self._games: dict[Key, list[Played]] = {}
        for row in self._rows():
            self._games.setdefault(_key(row), []).append(row)

    def remove(self) -> None:
        """Close the ledger and take it away, and its folder where nothing else lies there."""
        self.close()
        for path in (self.path, self.path.with_name(f"{self.path.name}.wal")):
            path.unlink(missing_ok=True)
        if not any(self.path.parent.iterdir()):
            self.path.parent.rmdir()

    def begin(self, about: dict[str, Any]) -> None:
        """Say what the probe is; raise GameError if another one, or one of other rules, was begun here."""
        before = self.setting("about")
        if before is None:
            self.set("about", about)
            return
        now = json.loads(json.dumps(about))
        refuse_other(self.path.parent, before, now, "probe", "give the same, or name another folder")

    def setting(self, key: str) -> Any:
        """Return a setting, or None."""
        return self._value("settings", key)

    def set(self, key: str, value: Any) -> None:
        """Write a setting."""
        self._put("settings", key, value)

    def note(self, key: str) -> Any:
        """Return the result of a task other than a job, or None if it is not finished."""
        return self._value("notes", key)

    def keep(self, key: str, value: Any) -> None:
        """Write the result of a task other than a job."""
        self._put("notes", key, value)

    def _value(self, table: str, key: str) -> Any:
        with telling(self.path.parent):
            found = self._base.execute(f"select value from {table} where key = ?", [key]).fetchone()
        return None if found is None else json.loads(found[0])

    def _put(self, table: str, key: str, value: Any) -> None:
        with telling(self.path.parent):
            self._base.execute(f"insert or replace into {table} values (?, ?)", [key, json.dumps(value)])

    def games(self, job: Job) -> list[Played] | None:
        """Return the games of a job, or None where they were not played."""
        return self._games.get((job.cell, job.values, job.players, job.seed))

    def add(self, rows: Sequence[Played]) -> None:
        """Add the games of finished jobs in one transaction."""
        if not rows:
            return
        new_games = {name: objects(list(column)) for name, column in zip(_COLUMNS, _columns(rows), strict=True)}
        columns = ", ".join(f'"{name}"' for name in new_games)
        with telling(self.path.parent):
            self._base.execute(f"insert into games select {columns} from new_games")
        for row in rows:
            self._games.setdefault(_key(row), []).append(row)

    @property
    def count(self) -> int:
        """How many games there are."""
        return sum(map(len, self._games.values()))

    def ask(self, query: str) -> list[tuple]:
        """Return the rows of a question in SQL."""
        with telling(self.path.parent):
            return self._base.execute(query).fetchall()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def _rows(self) -> Iterable[Played]:
        columns = ", ".join(f'"{name}"' for name in _COLUMNS)
        for values in self.ask(f'select {columns} from games order by cell, "values", players, seed, nth'):
            given = dict(zip(_COLUMNS, values, strict=True))
            given["measures"] = json.loads(given["measures"])
            for name in ("players", "seats", "pay"):
                given[name] = tuple(given[name])
            yield Played(**given)


def _key(row: Played) -> Key:
    return row.cell, row.values, row.players, row.seed


def _columns(rows: Sequence[Played]) -> list[tuple]:
    table = [
        (
            *(row.cell, row.values, list(row.players), row.seed, row.nth, list(row.seats), list(row.pay)),
            *(row.length, row.ending, row.seconds, json.dumps(row.measures), row.fault, row.at_fault),
        )
        for row in rows
    ]
    return list(zip(*table, strict=True))
