"""A tree of sequences of decisions, searched by simulations: for games in which one agent decides at a time.

A simulation copies the game, redraws what the searching side cannot know (the coming dice always), goes down the
tree by the decisions that are legal in this drawing, adds one node, plays on by a rollout, and adds what came of it to
all nodes on its way (Cowling, Powley, Whitehouse, "Information set Monte Carlo tree search", 2012; single observer,
open loop). Each node keeps what its simulations were worth to every side; who decides goes for its own worth.

Worths differ by little in some positions and by much in others, so the exploration is weighed by the spread of what
the simulations of the tree were worth. Few simulations must do for many actions: a node that was visited n times has at
most 1 + widening * sqrt(n) children (Couetoux et al., "Continuous upper confidence trees", 2011), and what the bots
that advise the search would do is tried first.
"""

from functools import cache
from math import log, sqrt
from typing import Any

import numpy as np

from swarmzoo.agents.search.appraisal import Brought, bind_all
from swarmzoo.agents.search.records import MOST_DEPTH
from swarmzoo.envs.core.game import Kernels
from swarmzoo.envs.core.kernel import entry_point, kernel
from swarmzoo.envs.core.loop import choose_random, random_only
from swarmzoo.envs.core.random import draw_below, mix_seed, seed_rng

WORLD, DICE = 1 << 41, 1 << 42  # streams of a tree's seed; the numbers below are those of its simulations


@kernel
def find_children(nodes, node, agent, b):
    """Note the child of every legal action that has one, and that it could be taken; return how many there are."""
    b.choices = 0
    for action in range(b.mask.shape[0]):
        b.child[action] = 0
        b.choices += b.mask[action]
    count, child = 0, nodes[node].first
    while child > 0:
        c = nodes[child]
        if c.agent == agent and b.mask[c.action]:
            b.child[c.action] = child
            c.available += 1
            count += 1
        child = c.next
    return count


@kernel
def may_widen(nodes, node, count, b):
    """Tell whether a node may have one more child."""
    if count == 0:
        return True
    return count < b.choices and count < 1 + b.widening * sqrt(nodes[node].visits)


@kernel
def spread(root, side):
    """Return the standard deviation of what all simulations of a tree were worth to a side."""
    mean = root.total[side] / root.visits
    return sqrt(max(root.squares[side] / root.visits - mean * mean, 0.0))


@kernel
def best_child(nodes, node, agent, b):
    """Return the child with the highest upper confidence bound for the side that decides."""
    best, best_bound = 0, -1e9
    side, child = b.side_of[agent], nodes[node].first
    weight = b.exploration * spread(nodes[0], side)
    while child > 0:
        c = nodes[child]
        if c.agent == agent and b.mask[c.action]:
            bound = c.total[side] / c.visits + weight * sqrt(log(c.available) / c.visits)
            if bound > best_bound:
                best, best_bound = child, bound
        child = c.next
    return best


@kernel
def untried(b, count):
    """Draw one of the legal actions that have no child; count of them have one."""
    nth = draw_below(b.rng, b.choices - count)
    for action in range(b.mask.shape[0]):
        nth -= int(b.mask[action] != 0) & int(b.child[action] == 0)
        if nth < 0:
            return action
    return 0


@kernel
def add_child(nodes, size, node, agent, action):
    """Add a node to a tree of a size and return its number."""
    c = nodes[size]
    c.parent, c.first, c.next = node, 0, nodes[node].first
    c.action, c.agent, c.advised = action, agent, 0
    c.visits, c.available = 0, 1
    for side in range(c.total.shape[0]):
        c.total[side] = c.squares[side] = 0.0
    nodes[node].first = size
    return size


@kernel
def back_up(nodes, b):
    """Add the worth of a simulation to every node on its way."""
    for k in range(b.depth):
        node = nodes[b.path[k]]
        node.visits += 1
        for side in range(b.values.shape[0]):
            node.total[side] += b.values[side]
            node.squares[side] += b.values[side] * b.values[side]


def _actor(s, r, b):
    """Return the agent that decides; -1: nobody."""
    acting(s, r, b.acts)  # noqa: F821  (bound to the game's kernel)
    for agent in range(b.acts.shape[0]):
        if b.acts[agent]:
            return agent
    return -1


def _chosen(s, r, agent, bot, b, spares):
    """Return the action of a bot, or a random one."""
    if bot == 0:
        return choose_random(b.mask, b.rng)
    return choose(s, r, agent, bot, b.rng, b.mask, spares)  # noqa: F821


def _to_try(s, r, nodes, node, agent, count, b, spares):
    """Return the action of a new child: what the next adviser would do, when all were asked a random one."""
    n = nodes[node]
    while n.advised < b.num_advisers:
        action = chosen(s, r, agent, b.advisers[n.advised], b, spares)  # noqa: F821
        n.advised += 1
        if b.child[action] == 0:
            return action
    return untried(b, count)


def _descend(s, r, nodes, sizes, tree, node, agent, b, spares):
    """Return the child to go to, after adding it if it is new."""
    count = find_children(nodes, node, agent, b)
    if may_widen(nodes, node, count, b) and sizes[tree] < nodes.shape[0]:
        action = to_try(s, r, nodes, node, agent, count, b, spares)  # noqa: F821
        add_child(nodes, sizes[tree], node, agent, action)
        sizes[tree] += 1
        return sizes[tree] - 1
    return best_child(nodes, node, agent, b)


def _simulate(s, r, nodes, sizes, tree, b, spares):
    """Play one simulation: down the tree, on by a rollout, and back."""
    node, left, growing, last = 0, b.cut, True, -1
    b.path[0], b.depth = 0, 1
    while not s.done:
        agent = actor(s, r, b)  # noqa: F821
        if not growing:
            left -= agent != last
            if b.cut >= 0 and left <= 0:
                break
        legal(s, r, agent, b.mask)  # noqa: F821
        if growing:
            node = descend(s, r, nodes, sizes, tree, node, agent, b, spares)  # noqa: F821
            growing = node > 0 and nodes[node].visits > 0 and b.depth + 1 < MOST_DEPTH
        if node > 0:
            action = nodes[node].action
            b.path[b.depth] = node
            b.depth += 1
        else:  # a rollout, or the tree is full and nothing in it fits
            action = chosen(s, r, agent, b.bot, b, spares)  # noqa: F821
        node = node if growing else 0
        b.actions[agent], last = action, agent
        step(s, r, b.actions)  # noqa: F821
        b.decisions += 1
    appraise(s, r, b)  # noqa: F821
    back_up(nodes, b)


def _search(states, rules, sides, seeds, worlds, first, count, trees, sizes, work, spares, benches):
    """Play the simulations first to first + count - 1 of every tree; game i has the trees i * worlds and following."""
    b, r = benches[0], rules[0]
    for tree in range(trees.shape[0]):
        game = tree // worlds
        seed = mix_seed(seeds[game], WORLD + tree % worlds)
        for k in range(first, first + count):
            work[0] = states[game]
            s = work[0]
            seed_rng(b.rng, mix_seed(seed, k))
            determinize(s, r, sides[game], seed if b.fixed else mix_seed(seed, DICE + k))  # noqa: F821
            if b.fixed:
                seed_rng(s.rng, mix_seed(seed, DICE + k))
            simulate(s, r, trees[tree], sizes, tree, b, spares)  # noqa: F821


no_bot = kernel(random_only)


TEMPLATES = {
    "actor": _actor,
    "chosen": _chosen,
    "to_try": _to_try,
    "descend": _descend,
    "simulate": _simulate,
}


@cache
def searcher(name: str, kernels: Kernels, brought: Brought) -> Any:
    """Return the compiled search of a game, with its bots and its valuation."""
    return entry_point(_search, f"{name}_search", bind_all(kernels, brought, TEMPLATES))


def new_trees(records: np.ndarray, sizes: np.ndarray) -> None:
    """Restart trees, (trees, nodes): each has its root alone."""
    records[:, 0] = np.zeros((), records.dtype)
    records["parent"][:, 0] = -1
    sizes[:] = 1
