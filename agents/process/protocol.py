"""The lines that swarmzoo and a bot write to each other: JSON, one message a line. README.md documents them."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from swarmzoo.agents.view import View
from swarmzoo.envs.core.game import Game

PROTOCOL = 1
LONGEST_ANSWER = 1 << 16  # bytes of a line of the bot, and of all that it writes without being asked
LONGEST_NAME = 40
WANTS = ("names", "observation", "mask", "text")
SHOWN = 60  # characters of a wrong answer that are shown
_ENCODE = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


class Misread(ValueError):
    """A line of a bot that cannot be read as what it should be; the text says why."""


def line_of(message: dict[str, Any]) -> bytes:
    """Return a message as a line."""
    return (_ENCODE(message) + "\n").encode()


def hello(game: Game, init_seconds: float, move_seconds: float) -> dict[str, Any]:
    """Return the first message: the protocol, the game, and the times that the bot has."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": game.env_id,
        "encoding": game.encoding,
        "config": game.config.model_dump(mode="json"),
        "agents": list(game.agents),
        "sides": list(game.side_names),
        "side_of_agent": [int(side) for side in game.side_of_agent],
        "sequential": game.sequential,
        "num_actions": game.num_actions,
        "observation_layout": [
            {"name": part.name, "start": part.start, "shape": list(part.shape), "scale": part.scale}
            for part in game.observation_layout
        ],
        "init_seconds": init_seconds,
        "move_seconds": move_seconds,
    }


def question(view: View, number: int, wants: Sequence[str]) -> dict[str, Any]:
    """Return the message that asks for a decision, with the optional parts that the bot wants."""
    legal = [np.flatnonzero(mask).tolist() for mask in view.masks]
    message = {"type": "act", "id": number, "agents": view.agents.tolist(), "legal": legal}
    if "names" in wants:
        message["names"] = [[view.action_name(a, row) for a in actions] for row, actions in enumerate(legal)]
    if "observation" in wants:
        message["observation"] = view.observations.tolist()
    if "mask" in wants:
        message["mask"] = view.masks.tolist()
    if "text" in wants:
        message["text"] = view.text()
    return message


def read_ready(line: bytes) -> tuple[str | None, tuple[str, ...]]:
    """Return the bot's name (None: it says none) and what it wants with each decision."""
    message = read_message(line)
    if message.get("type") != "ready":
        raise Misread(f"answered hello with {shown(line)}; a message of type ready is needed")
    name, wants = message.get("name"), message.get("wants", [])
    if not isinstance(name, str | None) or not isinstance(wants, list):
        raise Misread(f"answered hello with {shown(line)}; name is a text and wants a list")
    for want in wants:
        if want not in WANTS:
            raise Misread(f"wants {want!r}; allowed are {', '.join(WANTS)}")
    return _clean(name), tuple(wants)


def _clean(name: str | None) -> str | None:
    """Return a name as it can stand in a table: printable, not too long; None for an empty one."""
    return "".join(c for c in name or "" if c.isprintable()).strip()[:LONGEST_NAME] or None


def read_answer(line: bytes, number: int) -> dict[str, Any]:
    """Return the message that answers question ``number``."""
    message = read_message(line)
    if (given := message.get("id")) != number or isinstance(given, bool):
        raise Misread(f"answered {shown(line)}; the question's id is {number}")
    return message


def read_actions(message: dict[str, Any], count: int) -> list[int]:
    """Return the actions of an answer, of ``count`` agents."""
    actions = [message.get("action")] if count == 1 and "action" in message else message.get("actions")
    if not isinstance(actions, list) or any(type(action) is not int for action in actions):
        needed = "a whole number as action is" if count == 1 else "a list of whole numbers as actions is"
        raise Misread(f"answered {shown(line_of(message))}; {needed} needed")
    if len(actions) != count:
        raise Misread(f"answered with {len(actions)} actions; {count} agents act now, each needs one")
    return actions


def read_message(line: bytes) -> dict[str, Any]:
    """Return a line of a bot as a JSON object."""
    try:
        message = json.loads(line.decode())
    except (ValueError, RecursionError):
        raise Misread(f"wrote {shown(line)}, which is not JSON; stdout is for answers alone, one a line") from None
    if not isinstance(message, dict):
        raise Misread(f"wrote {shown(line)}; a JSON object is needed")
    return message


def shown(text: bytes) -> str:
    """Return the beginning of what a bot wrote, as it can stand in a sentence."""
    words = "".join(c if c.isprintable() else " " for c in text.decode("utf-8", "replace")).strip()
    return repr(words if len(words) <= SHOWN else f"{words[:SHOWN]}...")
