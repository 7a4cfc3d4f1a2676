"""A search over orders: for games in which all agents move at once.

Many soldiers have more joint actions than can be tried. So a side chooses among *orders*: an order is one of the
game's compiled bots, which then chooses for every agent that it leads, for ``hold`` env steps. An order goes to the
whole side, or, as one more choice, every squad gets its own (squads: ``groups`` of the game's module ``valuation``).

All sides choose at the same time, without knowing each other's choice: every side has counts of its own for every
choice and takes the one with the highest upper confidence bound (decoupled UCT; Tak, Lanctot, Winands, "Monte Carlo
tree search variants for simultaneous move games", 2014). Where squads get their own orders each of them goes by counts
of its own as well (naive sampling; Ontanon, "The combinatorial multi-armed bandit problem", 2013).

After these orders every side continues with what it has tried most so far, which is what it will most likely do when it
is asked again: a choice is worth what it improves, not what it would come to if it were kept (Tesauro, Galperin,
"On-line policy improvement using Monte-Carlo search", 1996). How long sides go on so is the depth of a tree of lines: a
line of orders is followed for one order more each time that it comes up, so that promising lines are looked along
farthest. Then the last orders stand, or a bot leads all, until the cut; what came of it is added to the counts.

Where a model plays the other sides it leads all their agents from beginning to end, and only the side that searches
chooses: it finds the best answer to the model that orders allow.

The side's agents then act as the most tried choice would have them, and the search starts again in the next step.
"""

from functools import cache
from math import log, sqrt
from typing import Any

import numpy as np

from swarmzoo.agents.search.appraisal import Brought, bench_fields, bind_all
from swarmzoo.agents.search.tree import DICE, TEMPLATES
from swarmzoo.envs.core.game import Game, Kernels
from swarmzoo.envs.core.kernel import entry_point, kernel
from swarmzoo.envs.core.random import draw_below, mix_seed, seed_rng

NODE = np.dtype(  # of a tree of lines: node 0 is where the search begins
    [
        ("key", np.int64),  # made of all orders that lead here from its parent
        ("first", np.int32),  # child, 0: none
        ("next", np.int32),  # child of the same parent, 0: none
    ],
    align=True,
)


NO_MODEL = -1


@cache
def root_dtype(sides: int, groups: int, orders: int) -> np.dtype:
    """Return the record of what every side and every group of a game tried."""
    return np.dtype(
        [
            ("visits", np.int32),
            ("tried", np.int32, (sides, orders + 1)),  # orders to the whole side; the last: one for every group
            ("total", np.float32, (sides, orders + 1)),  # worth to the side
            ("group_tried", np.int32, (groups, orders)),
            ("group_total", np.float32, (groups, orders)),
        ],
        align=True,
    )


def bench_dtype(game: Game, features: int, groups: int, orders: int) -> np.dtype:
    """Return the record on which simulations are worked out, its settings included."""
    return np.dtype(
        [
            ("exploration", np.float32),
            ("hold", np.int32),  # env steps that an order is kept
            ("cut", np.int32),  # env steps after the tree before a position is valued; -1: played to the end
            ("bot", np.int16),  # who leads all after the tree, 0: the last orders stand
            ("bots", np.int16, orders),  # of each order
            ("model", np.int16),  # the bot that leads all other sides, NO_MODEL: they choose too
            ("side", np.int16),  # that searches
            ("apart", np.bool_),  # groups may get orders of their own
            ("group_of", np.int16, game.room),
            ("side_of_group", np.int16, groups),
            ("decisions", np.int64),
            ("rng", np.uint32, 4),
            ("taken", np.int16, game.num_sides),  # choices of the sides
            ("given", np.int16, groups),  # orders of the groups that came of them
            ("leaders", np.int16, groups),  # the bot that leads each group now
            ("mask", np.int8, game.num_actions),
            ("acts", np.int8, game.room),
            ("actions", np.int32, game.room),
            *bench_fields(game, features),
        ],
        align=True,
    )


@kernel
def best_choice(tried, total, count, visits, b):
    """Return one of the first choices of a row: one never tried, drawn, else that with the highest upper bound."""
    first = draw_below(b.rng, count)
    best, best_bound = 0, -1e9
    for k in range(count):
        choice = (first + k) % count
        if tried[choice] == 0:
            return choice
        bound = total[choice] / tried[choice] + b.exploration * sqrt(log(visits) / tried[choice])
        if bound > best_bound:
            best, best_bound = choice, bound
    return best


@kernel
def give_orders(root, b):
    """Let all sides choose, and note their orders."""
    orders = b.bots.shape[0]
    for side in range(root.tried.shape[0]):
        b.taken[side] = best_choice(root.tried[side], root.total[side], orders + b.apart, root.visits, b)
    for group in range(b.leaders.shape[0]):
        order = int(b.taken[b.side_of_group[group]])
        if order == orders:
            order = best_choice(root.group_tried[group], root.group_total[group], orders, root.visits, b)
        b.given[group], b.leaders[group] = order, b.bots[order]


@kernel
def most_tried(tried):
    """Return what was tried most of a row."""
    most = 0
    for choice in range(tried.shape[0]):
        if tried[choice] > tried[most]:
            most = choice
    return most


@kernel
def take_orders(root, side, choice, b):
    """Let a side's groups be led as it chose: where each has its own order by the one that it tried most."""
    for group in range(b.leaders.shape[0]):
        if b.side_of_group[group] == side:
            order = most_tried(root.group_tried[group]) if choice == b.bots.shape[0] else choice
            b.leaders[group] = b.bots[order]


@kernel
def go_on(root, b):
    """Let all sides do what they tried most."""
    for side in range(root.tried.shape[0]):
        take_orders(root, side, most_tried(root.tried[side]), b)


@kernel
def let_model_lead(b):
    """Give all sides but the one that searches to the model, if there is one."""
    if b.model != NO_MODEL:
        for group in range(b.leaders.shape[0]):
            if b.side_of_group[group] != b.side:
                b.leaders[group] = b.model


@kernel
def key_of(b):
    """Return a key of who leads the groups."""
    key = 0
    for group in range(b.leaders.shape[0]):
        key = mix_seed(key, int(b.leaders[group]))
    return key


@kernel
def child_of(nodes, node, key):
    """Return the child of a node that its orders lead to, or 0."""
    child = nodes[node].first
    while child > 0 and nodes[child].key != key:
        child = nodes[child].next
    return int(child)


@kernel
def add_child(nodes, size, node, key):
    """Add a node to a tree of a size and return its number."""
    n = nodes[size]
    n.key, n.first, n.next = key, 0, nodes[node].first
    nodes[node].first = size
    return size


@kernel
def back_up_orders(root, b):
    """Add what came of a simulation to the counts of what every side and group chose."""
    root.visits += 1
    for side in range(b.values.shape[0]):
        root.tried[side, b.taken[side]] += 1
        root.total[side, b.taken[side]] += b.values[side]
    for group in range(b.leaders.shape[0]):
        root.group_tried[group, b.given[group]] += 1
        root.group_total[group, b.given[group]] += b.values[b.side_of_group[group]]


def _obey(s, r, b, spares, side):
    """Write the actions of all agents of a side that act, or of all sides (-1), as their leaders choose."""
    acting(s, r, b.acts)  # noqa: F821  (bound to the game's kernel)
    for agent in range(b.acts.shape[0]):
        if b.acts[agent] and (side < 0 or b.side_of[agent] == side):
            legal(s, r, agent, b.mask)  # noqa: F821
            b.actions[agent] = chosen(s, r, agent, b.leaders[b.group_of[agent]], b, spares)  # noqa: F821
            b.decisions += 1


def _play_orders(s, r, root, nodes, sizes, tree, b, spares):
    """Play one simulation: down the tree by orders, on to the cut, and back."""
    node, left, growing, steps = 0, b.cut, True, 0
    while not s.done and (growing or steps > 0 or left != 0):
        if growing and steps == 0:
            if node == 0:
                give_orders(root, b)
            else:
                go_on(root, b)
            let_model_lead(b)
            key = key_of(b)
            child = child_of(nodes, node, key)
            growing = child > 0
            if child == 0 and sizes[tree] < nodes.shape[0]:
                child = add_child(nodes, sizes[tree], node, key)
                sizes[tree] += 1
            node, steps = child, b.hold
        elif steps == 0:
            left -= 1
            if b.bot > 0:
                b.leaders[:] = b.bot
                let_model_lead(b)
        steps = max(steps - 1, 0)
        obey(s, r, b, spares, -1)  # noqa: F821
        step(s, r, b.actions)  # noqa: F821
    appraise(s, r, b)  # noqa: F821
    back_up_orders(root, b)


def _search_orders(
    states, rules, sides, seeds, first, count, roots, nodes, sizes, choices, actions, work, spares, benches
):
    """Play count simulations of every game from number first on; write what those with a choice (not -1) now do."""
    b, r = benches[0], rules[0]
    for game in range(states.shape[0]):
        b.side = sides[game]
        for k in range(first, first + count):
            work[0] = states[game]
            seed_rng(b.rng, mix_seed(seeds[game], k))
            determinize(work[0], r, sides[game], mix_seed(seeds[game], DICE + k))  # noqa: F821
            play_orders(work[0], r, roots[game], nodes[game], sizes, game, b, spares)  # noqa: F821
        if choices[game] >= 0:
            work[0] = states[game]
            seed_rng(b.rng, seeds[game])
            determinize(work[0], r, sides[game], mix_seed(seeds[game], DICE))  # noqa: F821
            take_orders(roots[game], sides[game], choices[game], b)
            obey(work[0], r, b, spares, sides[game])  # noqa: F821
            for agent in range(actions.shape[1]):
                mine = b.acts[agent] and b.side_of[agent] == sides[game]
                actions[game, agent] = b.actions[agent] if mine else -1


def orders_kernels() -> dict[str, Any]:
    """Return by name the kernels by which agents obey orders, to be bound to a game's."""
    return {"chosen": TEMPLATES["chosen"], "obey": _obey}


@cache
def commander(name: str, kernels: Kernels, brought: Brought) -> Any:
    """Return the compiled search over orders of a game, with its bots and its valuation."""
    bindings = bind_all(kernels, brought, orders_kernels() | {"play_orders": _play_orders})
    return entry_point(_search_orders, f"{name}_search_orders", bindings)
