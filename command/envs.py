"""`swarmzoo envs`: which games there are, and every number of their rules."""

from functools import reduce
from operator import getitem
from typing import Annotated, Any

import typer
import yaml
from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python
from rich.markup import escape
from rich.table import Table

from swarmzoo.command.options import ConfigOption, SetOption, settings_of
from swarmzoo.command.output import JsonOption, console, print_json
from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.envs.core.config import Settings, allowed, fields_of, value_of
from swarmzoo.envs.core.digest import digest
from swarmzoo.envs.core.errors import GameError


def envs(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="A game; without it, all games.")] = None,
    rules: Annotated[bool, typer.Option("--rules", help="Also list every number of the rules.")] = False,
    as_digest: Annotated[bool, typer.Option("--digest", help="Print the rules as a player reads them.")] = False,
    as_yaml: Annotated[bool, typer.Option("--yaml", help="Print the configuration as a commented YAML file.")] = False,
    config: ConfigOption = None,
    overrides: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the games and their rules.

    With a GAME, its keywords; with --rules every number of its rules: default, unit, range, rule and meaning. --digest
    tells the rules themselves, with the numbers in force.

    Example: swarmzoo envs insects --rules
    """
    if game is None and (config is not None or overrides or as_yaml or as_digest):
        raise GameError(
            "--config, --set, --yaml and --digest belong to one game: name it, for instance swarmzoo envs insects"
        )
    names = [found.name for found in games()] if game is None else [game]
    settings = {name: settings_of(find_game(name), config, overrides) for name in names}
    if as_yaml:
        print(commented_yaml(names[0], settings[names[0]]), end="")
        return
    if as_digest:
        print(digest(find_game(names[0]).make(settings[names[0]])), end="")
        return
    with_fields = game is not None or rules
    if as_json:
        print_json([_told(name, settings[name], with_fields, rules) for name in names])
        return
    console().print(games_table(settings))
    for name in names if with_fields else []:
        console().print(fields_table(name, settings[name], rules))


def games_table(settings: dict[str, Settings]) -> Table:
    """Return the facts of each game for its configuration as a table."""
    table = Table("game", "environment", "turns", "agents", "actions", "observation", "rules")
    for name, config in settings.items():
        table.add_row(*map(str, _facts(name, config).values()))
    return table


def _facts(name: str, config: Settings) -> dict[str, Any]:
    """Return the facts of a game for its configuration: kind, agents, spaces, signature of the rules."""
    game = find_game(name).make(config)
    return {
        "game": name,
        "environment": f"swarmzoo/{game.env_id}",
        "turns": "one at a time" if game.sequential else "at once",
        "agents": game.num_agents,
        "actions": game.num_actions,
        "observation": game.observation_size,
        "rules": game.rules_signature,
    }


def _told(name: str, config: Settings, with_fields: bool, with_rules: bool) -> dict[str, Any]:
    """Return the facts of a game as plain values, with its fields if they are asked for."""
    if not with_fields:
        return _facts(name, config)
    fields = [_field(config, path, info) for path, info in _fields(config, with_rules)]
    return _facts(name, config) | {"fields": fields, "action_parts": find_game(name).make(config).actions.parts}


def _field(config: Settings, path: str, info: FieldInfo) -> dict[str, Any]:
    """Return what is said of a field as plain values."""
    plain = type(config)().model_dump(mode="json"), config.model_dump(mode="json")
    default, value = (reduce(getitem, path.split("."), values) for values in plain)
    facts = {"unit": extra(info, "unit"), "allowed": allowed(info), "rule": extra(info, "rule")}
    return {"field": path, "default": default, "value": value, **facts, "meaning": info.description or ""}


def _fields(config: Settings, with_rules: bool) -> list[tuple[str, FieldInfo]]:
    """Return the keywords of a game, and if asked every number below them."""
    return [(path, info) for path, info in fields_of(type(config)) if with_rules or "." not in path]


def fields_table(name: str, config: Settings, with_rules: bool) -> Table:
    """Return every keyword of a game and, if asked, every number below it; changed values stand beside defaults."""
    fields = _fields(config, with_rules)
    usual = type(config)()
    changed = any(value_of(config, path) != value_of(usual, path) for path, _ in fields)
    table = Table(title=f"{find_game(name).module}: what can be configured", title_justify="left")
    for column in ("field", "default", *(("value",) if changed else ()), "unit", "allowed", "rule", "meaning"):
        table.add_column(column, no_wrap=column in ("field", "rule"))
    for path, info in fields:
        chosen = (shown(value_of(config, path)),) if changed else ()
        facts = (extra(info, "unit"), allowed(info), extra(info, "rule"), info.description or "")
        table.add_row(*map(escape, (path, shown(value_of(usual, path)), *chosen, *facts)))
    return table


def commented_yaml(name: str, config: Settings) -> str:
    """Return a configuration as YAML, each key below a comment with its meaning, rule, range and unit."""
    lines = [f"# {name}: what can be configured. Keys that are left out keep their defaults."]
    opened: set[str] = set()
    for path, info in fields_of(type(config)):
        *parts, key = path.split(".")
        indent = "  " * len(parts)
        for depth, part in enumerate(parts):
            whole = ".".join(parts[: depth + 1])
            if whole not in opened:
                lines.append(f"{'  ' * depth}{part}:")
                opened.add(whole)
        lines += [f"{indent}# {comment(info)}", f"{indent}{key}: {shown(value_of(config, path))}"]
    return "\n".join(lines) + "\n"


def comment(info: FieldInfo) -> str:
    """Return a field's meaning, rule, range and unit in a line."""
    rule = f" [{extra(info, 'rule')}]" if extra(info, "rule") else ""
    facts = " ".join(filter(None, (allowed(info), extra(info, "unit"))))
    return f"{info.description}{rule} ({facts})"


def shown(value: Any) -> str:
    """Return a value as YAML writes it in one line; parts of a configuration are its plain values."""
    plain = to_jsonable_python(value)
    text = yaml.safe_dump(plain, default_flow_style=True, width=2**31, allow_unicode=True, sort_keys=False)
    return text.removesuffix("...\n").strip()


def extra(info: FieldInfo, key: str) -> str:
    """Return the unit or the rule id of a field."""
    more = info.json_schema_extra
    return str(more.get(key, "")) if isinstance(more, dict) else ""
