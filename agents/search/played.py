"""What a side did beside what a search would have ordered: for games in which all agents move at once.

Both are simulated in the same worlds with the same draws: for as long as an order is kept the side's agents do what
they did, or obey the order; the other sides are given orders as often as the search tried them. Then all sides go on by
what the search tried most, until the cut. The two differ by what the side did alone: few simulations tell them apart.
"""

from functools import cache
from typing import Any

from swarmzoo.agents.search.appraisal import Brought, bind_all
from swarmzoo.agents.search.orders import go_on, let_model_lead, orders_kernels, take_orders
from swarmzoo.agents.search.tree import DICE
from swarmzoo.envs.core.game import Kernels
from swarmzoo.envs.core.kernel import entry_point, kernel
from swarmzoo.envs.core.random import draw_below, mix_seed, seed_rng

ORDERED, DONE = range(2)
_FRESH = 1 << 20  # no search plays so many simulations: its own draws chose the order, others judge it


@kernel
def give_likely_orders(root, choice, b):
    """Let the side that is looked at do as chosen, every other what it tried, as often as it tried it."""
    for side in range(root.tried.shape[0]):
        order = choice
        if side != b.side:
            left = draw_below(b.rng, root.visits)
            order = 0
            while left >= root.tried[side, order]:
                left -= root.tried[side, order]
                order += 1
        take_orders(root, side, order, b)
    let_model_lead(b)


def _play_beside(s, r, root, choice, acted, b, spares):
    """Play one simulation: the actions ``acted`` (steps, agents; -1: none) where they are legal, then to the cut."""
    give_likely_orders(root, choice, b)
    at = 0
    while not s.done and (b.cut < 0 or at < b.hold + b.cut):
        if at == b.hold:
            go_on(root, b)
            let_model_lead(b)
        obey(s, r, b, spares, -1)  # noqa: F821  (bound to the game's kernels)
        if at < acted.shape[0]:
            for agent in range(b.acts.shape[0]):
                if b.acts[agent] and b.side_of[agent] == b.side and acted[at, agent] >= 0:
                    legal(s, r, agent, b.mask)  # noqa: F821
                    if b.mask[acted[at, agent]]:
                        b.actions[agent] = acted[at, agent]
        step(s, r, b.actions)  # noqa: F821
        at += 1
    appraise(s, r, b)  # noqa: F821


def _compare(states, rules, sides, seeds, roots, choices, acted, worth, work, spares, benches):
    """Write to worth (games, 2, simulations) what orders and what was done came to for the side."""
    b, r = benches[0], rules[0]
    for game in range(states.shape[0]):
        b.side = sides[game]
        for k in range(worth.shape[2]):
            for way in range(2):
                work[0] = states[game]
                seed_rng(b.rng, mix_seed(seeds[game], _FRESH + k))
                determinize(work[0], r, sides[game], mix_seed(seeds[game], DICE + _FRESH + k))  # noqa: F821
                steps = acted[game] if way == DONE else acted[game, :0]
                play_beside(work[0], r, roots[game], choices[game], steps, b, spares)  # noqa: F821
                worth[game, way, k] = b.values[sides[game]]


@cache
def comparer(name: str, kernels: Kernels, brought: Brought) -> Any:
    """Return the compiled comparison of a game, with its bots and its valuation."""
    bindings = bind_all(kernels, brought, orders_kernels() | {"play_beside": _play_beside})
    return entry_point(_compare, f"{name}_compare_orders", bindings)
