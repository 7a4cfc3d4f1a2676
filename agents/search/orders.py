"""A search over orders: for games in which all agents move at once.

Many soldiers have more joint actions than can be tried. So a side chooses among *orders*: an order is one of the
game's compiled bots, which then chooses for every agent of the side, for ``hold`` env steps. All sides choose their
orders at the same time, without knowing each other's: at a node every side has counts of its own for every order and
takes the one with the highest upper confidence bound (decoupled UCT; Tak, Lanctot, Winands, "Monte Carlo tree search
variants for simultaneous move games", 2014). What follows is a child for each combination of orders. After the tree
the last orders stand, or a bot leads all, until the cut; what came of it is added to each side's counts.

The side's agents then act as the order with most visits would have them, and the search is made anew in the next step.
"""

from functools import cache
from math import log, sqrt
from typing import Any

import numpy as np

from swarmzoo.agents.search.appraisal import Brought, bench_fields, bind_all
from swarmzoo.agents.search.records import MOST_DEPTH
from swarmzoo.agents.search.tree import DICE
from swarmzoo.envs.core.game import Game, Kernels
from swarmzoo.envs.core.kernel import entry_point, kernel
from swarmzoo.envs.core.random import draw_below, mix_seed, seed_rng


@cache
def node_dtype(sides: int, orders: int) -> np.dtype:
    """Return the record of a node: what every side tried there. Node 0 of a tree is its root."""
    return np.dtype(
        [
            ("visits", np.int32),
            ("tried", np.int32, (sides, orders)),
            ("total", np.float32, (sides, orders)),
            ("child", np.int32, orders**sides),  # by the orders of all sides, 0: none
        ],
        align=True,
    )


def bench_dtype(game: Game, features: int, orders: int) -> np.dtype:
    """Return the record on which simulations are worked out, its settings included."""
    return np.dtype(
        [
            ("exploration", np.float32),
            ("hold", np.int32),  # env steps that an order is kept
            ("cut", np.int32),  # env steps after the tree before a position is valued; -1: played to the end
            ("bot", np.int16),  # who leads all after the tree, 0: the last orders stand
            ("bots", np.int16, orders),  # of each order
            ("decisions", np.int64),
            ("rng", np.uint32, 4),
            ("path", np.int32, MOST_DEPTH),
            ("taken", np.int16, (MOST_DEPTH, game.num_sides)),  # orders on the way
            ("depth", np.int32),
            ("leaders", np.int16, game.num_sides),  # the bot that leads each side now
            ("mask", np.int8, game.num_actions),
            ("flags", np.int8, game.room),
            ("actions", np.int32, game.room),
            *bench_fields(game, features),
        ],
        align=True,
    )


@kernel
def best_order(node, side, b):
    """Return a side's order: one that was never tried, drawn, else the one with the highest upper bound."""
    count = node.tried.shape[1]
    first = draw_below(b.rng, count)
    best, best_bound = 0, -1e9
    for k in range(count):
        order = (first + k) % count
        tried = node.tried[side, order]
        if tried == 0:
            return order
        bound = node.total[side, order] / tried + b.exploration * sqrt(log(node.visits) / tried)
        if bound > best_bound:
            best, best_bound = order, bound
    return best


@kernel
def give_orders(nodes, node, b):
    """Let all sides choose their orders at a node, and note them; return their number among all combinations."""
    joint = 0
    for side in range(b.leaders.shape[0]):
        order = best_order(nodes[node], side, b)
        b.taken[b.depth, side] = order
        b.leaders[side] = b.bots[order]
        joint = joint * b.bots.shape[0] + order
    b.path[b.depth] = node
    b.depth += 1
    return joint


@kernel
def clear_node(n):
    """Make a node new."""
    n.visits = 0
    n.tried[:, :] = 0
    n.total[:, :] = 0.0
    n.child[:] = 0


@kernel
def back_up_orders(nodes, b):
    """Add what came of a simulation to the counts of every side on its way."""
    for k in range(b.depth):
        n = nodes[b.path[k]]
        n.visits += 1
        for side in range(b.values.shape[0]):
            n.tried[side, b.taken[k, side]] += 1
            n.total[side, b.taken[k, side]] += b.values[side]


def _obey(s, r, b, spares, side):
    """Write the actions of all agents of a side that act, or of all sides (-1), as their leaders choose."""
    acting(s, r, b.flags)  # noqa: F821  (bound to the game's kernel)
    for agent in range(b.flags.shape[0]):
        if b.flags[agent] and (side < 0 or b.side_of[agent] == side):
            legal(s, r, agent, b.mask)  # noqa: F821
            bot = b.leaders[b.side_of[agent]]
            b.actions[agent] = choose(s, r, agent, bot, b.rng, b.mask, spares)  # noqa: F821
            b.decisions += 1


def _play_orders(s, r, nodes, sizes, tree, b, spares):
    """Play one simulation: down the tree by orders, on to the cut, and back."""
    node, left, growing, steps = 0, b.cut, True, 0
    b.depth = 0
    while not s.done and (growing or steps > 0 or left != 0):
        if growing and steps == 0:
            joint = give_orders(nodes, node, b)
            child = nodes[node].child[joint]
            growing = child > 0 and b.depth < MOST_DEPTH
            if child == 0 and sizes[tree] < nodes.shape[0]:
                child = sizes[tree]
                clear_node(nodes[child])
                nodes[node].child[joint] = child
                sizes[tree] += 1
            node, steps = child, b.hold
        elif steps == 0:
            left -= 1
            if b.bot > 0:
                b.leaders[:] = b.bot
        steps = max(steps - 1, 0)
        obey(s, r, b, spares, -1)  # noqa: F821
        step(s, r, b.actions)  # noqa: F821
    appraise(s, r, b)  # noqa: F821
    back_up_orders(nodes, b)


def _search_orders(states, rules, sides, seeds, first, count, nodes, sizes, orders, actions, work, spares, benches):
    """Play count simulations of every game from number first on; write what those with an order (not -1) now do."""
    b, r = benches[0], rules[0]
    for game in range(states.shape[0]):
        for k in range(first, first + count):
            work[0] = states[game]
            seed_rng(b.rng, mix_seed(seeds[game], k))
            determinize(work[0], r, sides[game], mix_seed(seeds[game], DICE + k))  # noqa: F821
            play_orders(work[0], r, nodes[game], sizes, game, b, spares)  # noqa: F821
        if orders[game] >= 0:
            work[0] = states[game]
            seed_rng(b.rng, seeds[game])
            determinize(work[0], r, sides[game], mix_seed(seeds[game], DICE))  # noqa: F821
            b.leaders[sides[game]] = b.bots[orders[game]]
            obey(work[0], r, b, spares, sides[game])  # noqa: F821
            for agent in range(actions.shape[1]):
                mine = b.flags[agent] and b.side_of[agent] == sides[game]
                actions[game, agent] = b.actions[agent] if mine else -1


@cache
def commander(name: str, kernels: Kernels, brought: Brought) -> Any:
    """Return the compiled search over orders of a game, with its bots and its valuation."""
    bindings = bind_all(kernels, brought, {"obey": _obey, "play_orders": _play_orders})
    return entry_point(_search_orders, f"{name}_search_orders", bindings)
