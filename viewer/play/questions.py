"""What a person is asked: what can be chosen and where it aims on the board, and why everything else cannot."""

from collections.abc import Iterator, Sequence
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
    agent, legal = int(view.agents[row]), np.flatnonzero(view.masks[row]).tolist()
    named = _named(view, world, row, legal)
    return {
        "agent": view.game.agents[agent],
        "prompt": view.game.words.prompt(world, agent),
        "actions": [{"action": action, **one} for action, one in zip(legal, named, strict=True)],
    }


def _refused(view: View, world: np.ndarray, row: int) -> list[Refused]:
    found: dict[str, list[dict[str, Any]]] = {}
    others = np.flatnonzero(view.masks[row] == 0).tolist()
    for action, named in zip(others, _named(view, world, row, others), strict=True):
        found.setdefault(view.why_not(action, row) or "", []).append(named)
    return [{"reason": reason, "actions": actions} for reason, actions in found.items()]


def _named(view: View, world: np.ndarray, row: int, actions: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield of each action its part and name, and where on the drawing it aims: middle and radius, or None."""
    spots = view.game.words.spots(world, int(view.agents[row]), actions)
    for action, spot in zip(actions, spots, strict=True):
        part, _ = view.game.actions.part_of(action)
        at = None if spot is None else [round(number, 1) for number in (*spot.centre, spot.radius)]
        yield {"part": part.name, "name": view.action_name(action, row), "at": at}
