"""What was begun in a folder goes on as it began."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.plain_values import differences

LONGEST = 200  # characters of a value in a sentence


def refuse_other(folder: Path, began: Mapping[str, Any], now: Mapping[str, Any], what: str, keeps: str) -> None:
    """Refuse to go on with other agents, rules or numbers than a run, a tournament or a probe began with."""
    for name, before, after in differences(dict(began), dict(now)):
        raise GameError(f"{folder}: the {what} began with {name} = {_short(before)}, not {_short(after)}; {keeps}")


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
