"""What sides lost where all move at once: what they did for as long as an order is kept, beside the order held best."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.viewer.play.hints import chance_of

LISTED = 5  # choices, and losses
Acted = Sequence[tuple[int, int]]  # agents and their actions
_FEWEST, _MOST = 64, 1024  # simulations that choose, and as many that judge
_SURE = 2.0  # standard errors above nothing
_NOBODY = -1


def beside_orders(
    search: TreeSearch, states: np.ndarray, acted: Sequence[Acted], rows: np.ndarray, sides: np.ndarray
) -> tuple[np.ndarray, np.ndarray, list[dict[str, Any]]]:
    """Return visits and values of the orders at steps (``weighed``), and the greatest losses.

    ``rows`` and ``sides`` (k,): the steps and who chose there, ``acted``: who acted before each step. One half of the
    simulations says where most was lost, the other half how much: the greatest of many would look too great.
    """
    hold = search.settings.hold
    assert hold is not None  # a plan is complete
    done = _done(search, acted, rows, sides, hold)
    simulations = 2 * min(max(_FEWEST, search.simulations // 2), _MOST)
    visits, values, worth = search.compared(states[rows], sides, rows, done, simulations)
    found, judged = np.split(worth.astype(np.float64), 2, axis=2)
    lost = found[:, 0] - found[:, 1]
    error = lost.std(axis=1) / np.sqrt(lost.shape[1])
    sure = lost.mean(axis=1) > _SURE * error
    losses: list[dict[str, Any]] = []
    for k in np.argsort(-lost.mean(axis=1), kind="stable"):
        step, side = int(rows[k]), int(sides[k])
        if not sure[k] or len(losses) == LISTED:
            continue
        if any(one["side"] == side and abs(one["step"] - 1 - step) < hold for one in losses):
            continue
        better, chosen = (round(float(chance_of(judged[k, way].mean(), search.game.num_sides)), 3) for way in (0, 1))
        if better > chosen:
            order = search.orders[int(np.lexsort((values[k], visits[k]))[-1])]
            until = min(step + hold, len(states) - 1)
            losses.append(
                {"step": step + 1, "until": until, "side": side, "chosen": ["", chosen], "better": [order, better]}
            )
    return visits, values, losses


def lost_by(loss: dict[str, Any]) -> float:
    """Return how much a choice lost: the difference of two chances."""
    return float(loss["better"][1] - loss["chosen"][1])


def _done(search: TreeSearch, acted: Sequence[Acted], rows: np.ndarray, sides: np.ndarray, hold: int) -> np.ndarray:
    """Return what agents of a side did in some steps from each row on, int32 (rows, steps, agents), -1: nothing."""
    game = search.game
    done = np.full((len(rows), hold, game.room), _NOBODY, np.int32)
    for k, (row, side) in enumerate(zip(rows.tolist(), sides.tolist(), strict=True)):
        for at, step in enumerate(acted[row + 1 : row + 1 + hold]):
            for agent, action in step:
                if game.side_of_agent[agent] == side:
                    done[k, at, agent] = action
    return done
