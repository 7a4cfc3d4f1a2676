"""What a search holds of a game that was played: how the chances went, the choices there were, the greatest losses.

The search looks at every decision as the side that chose did: what that side cannot know is drawn again. It adds to a
game as data (``recording``):

analysis         name of the search
steps[k].worth   chances of the sides to win after step k, from 0 to 1; null where nothing is known of a side; where
                 both of two sides choose, the middle of what the search holds for each
steps[k].best    what could be chosen next and is held best: agent, how many actions are legal, and of up to five of
                 them name, share of visits, and how often the side wins after it; where all move at once the side, and
                 orders to all of it in place of actions
losses           the five choices that lost most: step, agent, what was chosen, what was better, each with its chance;
                 where all move at once step, until, and side: what the side did from one step to the other, beside
                 the order that is held best
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.game import Game
from swarmzoo.viewer.page.order_losses import LISTED, Acted, beside_orders, lost_by
from swarmzoo.viewer.play.hints import chance_of

_FEW = 32  # simulations for each visit that a choice must have had to be compared with another


class _Decision(NamedTuple):
    """A side that had to choose after a step, the first of its agents that acts, and what that one chose."""

    step: int
    side: int
    agent: int
    action: int


def analysed(game: Game, states: np.ndarray, acted: Sequence[Acted], search: TreeSearch) -> dict[str, Any]:
    """Return what a search adds to a game as data: ``states`` (steps,), and who acted before each of them."""
    search = search.bound_to(game)
    decisions = _decisions(game, states, acted)
    steps: list[dict[str, Any]] = [{} for _ in states]
    losses: list[dict[str, Any]] = []
    if decisions:
        rows, sides = (np.array([one[k] for one in decisions]) for k in (0, 1))
        if game.sequential:
            visits, values = search.weighed(states[rows], sides, rows)
        else:
            visits, values, losses = beside_orders(search, states, acted, rows, sides)
        chances = chance_of(values, game.num_sides)
        for one, tried, chance in zip(decisions, visits, chances, strict=True):
            _note(search, states[one.step : one.step + 1], one, tried, chance, steps[one.step])
            if game.sequential:
                losses += _loss(game, states[one.step : one.step + 1], one, tried, chance)
    _fill(steps, game.num_sides)
    losses.sort(key=lost_by, reverse=True)
    return {"analysis": search.name, "steps": steps, "losses": losses[:LISTED]}


def _decisions(game: Game, states: np.ndarray, acted: Sequence[Acted]) -> list[_Decision]:
    """Return every decision of a side that had a choice, in their order."""
    found: list[_Decision] = []
    for step, chosen in enumerate(acted[1:]):
        if states["done"][step]:
            continue
        sides: dict[int, _Decision] = {}
        for agent, action in chosen:
            side = game.side_of_agent[agent]
            sides.setdefault(side, _Decision(step, side, agent, action))
        found += sides.values()
    return found


def _note(
    search: TreeSearch, state: np.ndarray, one: _Decision, tried: np.ndarray, chance: np.ndarray, step: dict[str, Any]
) -> None:
    """Write to a step how likely its side wins, and what it could choose."""
    game, order = search.game, np.lexsort((chance, tried))[::-1]
    worth = step.setdefault("worth", [None] * game.num_sides)
    worth[one.side] = _rounded(chance[order[0]])
    best = [
        [_name(search, state, one.agent, int(k)), _rounded(tried[k] / tried.sum()), _rounded(chance[k])]
        for k in order[:LISTED]
        if tried[k]
    ]
    if game.sequential:
        legal = int(np.count_nonzero(Questions(game).mask(state, one.agent)))
        step["best"] = {"agent": one.agent, "legal": legal, "choices": best}
    else:
        step.setdefault("best", {"side": one.side, "legal": len(search.orders), "choices": best})


def _name(search: TreeSearch, state: np.ndarray, agent: int, option: int) -> str:
    """Return the name of an action, or of an order where all move at once."""
    return search.orders[option] if search.orders else search.game.words.action_name(state, agent, option)


def _loss(game: Game, state: np.ndarray, one: _Decision, tried: np.ndarray, chance: np.ndarray) -> list[dict[str, Any]]:
    """Return what a choice lost, where another was better and both were tried often enough to say so."""
    best = int(np.lexsort((chance, tried))[-1])
    if best == one.action or tried[one.action] * _FEW < tried.sum() or chance[best] <= chance[one.action]:
        return []
    named = {
        kind: [game.words.action_name(state, one.agent, action), _rounded(chance[action])]
        for kind, action in (("chosen", one.action), ("better", best))
    }
    return [{"step": one.step + 1, "agent": one.agent, **named}]


def _fill(steps: Sequence[dict[str, Any]], sides: int) -> None:
    """Write to every step the chances of all sides, as far as they follow from what is known."""
    last: list[float | None] = [None] * sides
    for step in steps:
        worth = step.get("worth", last)
        held = [share if side == 0 else 1 - share for side, share in enumerate(worth) if share is not None]
        if sides == 2 and held:
            first = _rounded(sum(held) / len(held))
            worth = [first, _rounded(1 - first)]
        last = [old if new is None else new for new, old in zip(worth, last, strict=True)]
        step["worth"] = last


def _rounded(share: float) -> float:
    return round(float(share), 3)
