"""What a person is asked: what can be chosen and where it aims on the board, and why everything else cannot."""

from typing import Any

import numpy as np

from swarmzoo.agents.view import View

Refused = dict[str, Any]  # a reason in words, and the actions that it forbids, each with part, name and place


def asked(view: View, world: np.ndarray) -> list[dict[str, Any]]:
    """Return for each agent that acts its question and legal actions; ``world``: one that the seat holds possible."""
    return [_of_agent(view, world, row) for row in range(len(view.agents))]


def refused(view: View, world: np.ndarray) -> list[list[Refused]]:
    """Return for each agent that acts the actions that are not allowed, put together by their reasons."""
    return [_refused(view, world, row) for row in range(len(view.agents))]


def _of_agent(view: View, world: np.ndarray, row: int) -> dict[str, Any]:
    agent = int(view.agents[row])
    return {
        "agent": view.game.agents[agent],
        "prompt": view.game.words.prompt(world, agent),
        "actions": [
            {"action": action, **_named(view, world, row, action)}
            for action in np.flatnonzero(view.masks[row]).tolist()
        ],
    }


def _refused(view: View, world: np.ndarray, row: int) -> list[Refused]:
    found: dict[str, list[dict[str, Any]]] = {}
    for action in np.flatnonzero(view.masks[row] == 0).tolist():
        found.setdefault(view.why_not(action, row) or "", []).append(_named(view, world, row, action))
    return [{"reason": reason, "actions": actions} for reason, actions in found.items()]


def _named(view: View, world: np.ndarray, row: int, action: int) -> dict[str, Any]:
    """Return an action's part and name, and where on the drawing it aims: middle and radius, or None."""
    part, _ = view.game.actions.part_of(action)
    spot = view.game.words.spot(world, int(view.agents[row]), action)
    at = None if spot is None else [*(round(number, 1) for number in (*spot.centre, spot.radius))]
    return {"part": part.name, "name": view.action_name(action, row), "at": at}
