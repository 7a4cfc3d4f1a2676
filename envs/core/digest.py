"""The rules of a game for somebody who plays it: what its rulebook says, with the numbers of the configuration."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib.resources import files
from itertools import chain
from typing import Any

import yaml
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from swarmzoo.envs.core.config import fields_of, rule_of, value_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

_DEPTH = 3  # parts of a path from which on it is a field of a row: rules.ground.open.cost
_HEAD = """\
Each sentence says a rule as it is by default. The numbers in force stand below it: where they differ, they hold.
Tables of numbers come last; in their rows, what is not named is 0, no or none."""


def digest(game: Game) -> str:
    """Return the rules that a game plays by: a sentence for each, and below it its numbers with their meanings.

    Rules that the game leaves out are left out here. Another number, or another switch, makes another digest. Raises
    GameError for a game without a rulebook.
    """
    numbers: dict[str, list[str]] = defaultdict(list)
    tables: dict[str, _Table] = defaultdict(_Table)
    for path, info in fields_of(type(game.config)):
        value, usual = value_of(game.config, path), value_of(type(game.config)(), path)
        parts = path.split(".", _DEPTH)
        if len(parts) > _DEPTH:
            tables[".".join(parts[:-2])].add(parts[-2], parts[-1], info, value, usual)
        else:
            numbers[rule_of(info)].append(f"  {path} = {_said(value, usual)}{_unit(info)}: {info.description}")
    lines = [f"{game.env_id}, rules {game.rules_signature}", _HEAD, ""]
    for rule, sentence in _sentences(_rulebook(game)):
        lines += [f"{rule}: {sentence}", *numbers.pop(rule, [])]
    rest = [line for rule in sorted(numbers) for line in numbers[rule]]
    lines += ["", "Further numbers", *rest] if rest else []
    for title, table in tables.items():
        lines += ["", f"Table {title}", *table.lines()]
    return "\n".join([*lines, ""])


class _Table:
    """Rows of the same fields: the columns are explained once."""

    def __init__(self) -> None:
        self._columns: dict[str, list[str]] = defaultdict(list)
        self._rows: dict[str, list[str]] = defaultdict(list)

    def add(self, row: str, key: str, info: FieldInfo, value: Any, usual: Any) -> None:
        """Take a field of a row in."""
        rule = f" [{rule_of(info)}]" if rule_of(info) else ""
        column = f"  {key}: {info.description}{_unit(info, ', in')}{rule}"
        if column not in self._columns[key]:
            self._columns[key].append(column)
        if value or value != usual:
            self._rows[row].append(f"{key} {_said(value, usual)}")
        else:
            self._rows[row] += []

    def lines(self) -> list[str]:
        """Return the columns with their meanings, and the rows."""
        rows = [f"  - {row}: {', '.join(said) if said else 'nothing'}" for row, said in self._rows.items()]
        return [*chain.from_iterable(self._columns.values()), *rows]


def _rulebook(game: Game) -> Mapping[str, Any]:
    """Return the rulebook that lies beside a game's configuration."""
    package = type(game.config).__module__.rpartition(".")[0]
    path = files(package) / "rulebook.yaml"
    if not path.is_file():
        raise GameError(f"{game.env_id} has no rulebook, so its rules cannot be told")
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def _sentences(book: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the rules that are played, with their sentences."""
    for rule, entry in book.items():
        if isinstance(entry, str):
            yield rule, entry
        elif "left_out" not in entry:
            yield rule, str(entry["rule"])


def _unit(info: FieldInfo, before: str = "") -> str:
    """Return the unit of a field, if it has one."""
    extra = info.json_schema_extra
    unit = str(extra.get("unit", "")) if isinstance(extra, dict) else ""
    return f"{before} {unit}" if unit else ""


def _said(value: Any, usual: Any) -> str:
    """Return a value, and what it is by default where that is something else."""
    return _shown(value) if value == usual else f"{_shown(value)} (by default {_shown(usual)})"


def _shown(value: Any) -> str:
    """Return a value in one line."""
    if value is None or isinstance(value, bool):
        return "none" if value is None else "yes" if value else "no"
    if isinstance(value, BaseModel):
        return _shown(value.model_dump(mode="json"))
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_shown(inner)}" for key, inner in value.items()) + "}"
    return "[" + ", ".join(map(_shown, value)) + "]" if isinstance(value, tuple | list) else str(value)
