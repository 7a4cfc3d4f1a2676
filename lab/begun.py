"""What was begun in a folder goes on as it began."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from swarmzoo.envs.core.errors import GameError

LONGEST = 200  # characters of a value in a sentence


def refuse_other(folder: Path, began: Mapping[str, Any], now: Mapping[str, Any], what: str, keeps: str) -> None:
    """Refuse to go on with other agents, rules or numbers than a tournament or a probe began with."""
    before, after = flat(began), flat(now)
    for name in {**before, **after}:
        if before.get(name) != after.get(name):
            raise GameError(
                f"{folder}: the {what} began with {name} = {_short(before.get(name))}, not {_short(after.get(name))}; "
                f"{keeps}"
            )


def flat(values: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """Return nested values by their dotted paths."""
    found = {}
    for key, value in values.items():
        inner = flat(value, f"{path}{key}.") if isinstance(value, dict) else {f"{path}{key}": value}
        found.update(inner)
    return found


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
