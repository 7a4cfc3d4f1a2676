"""A search for the best answer to a model: an agent that plays all other sides inside the search.

For the side that searches the game is then one of a single player, with dice and with things that it cannot see, and
it is planned as such a one (Silver, Veness, "Monte-Carlo planning in large POMDPs", 2010). A simulation redraws what
the side cannot know and goes down a tree in which what the side sees and what it does take turns: below each of its
decisions stands a node for everything that it may see when it decides again. So its later decisions rest on what it
will know by then, and on nothing more. Where it sees too many different things they share a node: a decision that was
visited n times has at most 1 + sqrt(n) nodes below it, and one for all the rest.

The model is asked about the redrawn state, as its own side sees it. A compiled bot is asked at once. For any other
agent the simulation stops, its observation is written, and goes on with the answer; so all games are asked about
together.
"""

from functools import cache
from math import sqrt
from typing import Any

import numpy as np

from swarmzoo.agents.search.appraisal import Brought, bind_all
from swarmzoo.agents.search.records import MOST_DEPTH, bench_dtype
from swarmzoo.agents.search.tree import DICE, TEMPLATES, add_child, back_up, best_child, find_children, may_widen
from swarmzoo.envs.core.game import Game, Kernels
from swarmzoo.envs.core.kernel import entry_point, kernel
from swarmzoo.envs.core.random import mix_seed, seed_rng

SIGHT = -1  # the agent of a node that says what the side saw
ELSE = -1  # the key of the node of all that has none of its own
LARGEST_KEY = (1 << 31) - 1
ASKED = -1  # the number of a model that is asked from outside
NOBODY = -1
ANSWERS = 1 << 43  # stream of a tree's seed: what the model draws


def response_dtype(game: Game, features: int) -> np.dtype:
    """Return the record on which the simulations of one game are worked out; they may stop in the middle."""
    return np.dtype(
        [
            ("model", np.int16),  # number of a compiled bot, or ASKED
            ("side", np.int16),  # that searches
            ("begun", np.int64),  # simulations so far, this one included
            ("node", np.int32),  # where the simulation stands in the tree, 0: it has left it
            ("growing", np.bool_),  # it has not left it
            ("left", np.int32),  # turns of the rollout
            ("last", np.int16),  # who decided last
            ("waits", np.int16),  # the agent for whom the model is asked, or NOBODY
            *[(name, field[0]) for name, field in (bench_dtype(game, features).fields or {}).items()],
        ],
        align=True,
    )


@kernel
def key_of(words):
    """Return a key, 0 to LARGEST_KEY - 1, of what is seen, int64 (words,)."""
    key = 0
    for word in words:
        key = mix_seed(key, word)
    return key % LARGEST_KEY


@kernel
def sight(nodes, sizes, tree, node, key, b):
    """Return the node below a decision of what is seen now, which is added where there may be one more; 0: none."""
    count, others, child = 0, 0, nodes[node].first
    while child > 0:
        c = nodes[child]
        if c.action == key:
            return int(child)
        if c.action == ELSE:
            others = int(child)
        count += 1
        child = c.next
    if others > 0 or sizes[tree] >= nodes.shape[0]:
        return others
    sizes[tree] += 1
    return add_child(nodes, sizes[tree] - 1, node, SIGHT, key if count < sqrt(nodes[node].visits) else ELSE)


@kernel
def walk_to(node, b):
    """Note that a simulation comes to a node."""
    b.node = node
    b.path[b.depth] = node
    b.depth += 1


@kernel
def neglected(nodes, node, agent, count, b):
    """Return a child that was tried too seldom for one bad outcome to say much, or 0.

    An action that always brings the same makes worths spread so little that another one, which brought less once, would
    never be tried again. A quarter of the simulations at most is spent on that.
    """
    visits, child = nodes[node].visits, nodes[node].first
    fewest = min(sqrt(visits), visits / (4.0 * max(count, 1)))
    while child > 0:
        c = nodes[child]
        if c.agent == agent and b.mask[c.action] and c.visits < fewest:
            return int(child)
        child = c.next
    return 0


def _descend(s, r, nodes, sizes, tree, node, agent, b, spares):
    """Return the child to go to, after adding it if it is new."""
    count = find_children(nodes, node, agent, b)
    if may_widen(nodes, node, count, b) and sizes[tree] < nodes.shape[0]:
        action = to_try(s, r, nodes, node, agent, count, b, spares)  # noqa: F821  (bound to the game's kernel)
        sizes[tree] += 1
        return add_child(nodes, sizes[tree] - 1, node, agent, action)
    child = neglected(nodes, node, agent, count, b)
    return child if child > 0 else best_child(nodes, node, agent, b)


def _look(s, r, nodes, sizes, tree, agent, b, seen, words):
    """Go to the node of what the side sees now, unless it is the root, where it has just begun to look."""
    if b.depth > 1:
        observe(s, r, agent, seen, False)  # noqa: F821  (bound to the game's kernel)
        found = sight(nodes, sizes, tree, b.node, key_of(words), b)
        b.growing = found > 0
        if found > 0:
            walk_to(found, b)


def _decide(s, r, nodes, sizes, tree, agent, b, spares, seen, words):
    """Return what the side that searches does: as the tree says, or as its rollouts go."""
    if b.growing:
        look(s, r, nodes, sizes, tree, agent, b, seen, words)  # noqa: F821
    if b.growing:
        node = descend(s, r, nodes, sizes, tree, b.node, agent, b, spares)  # noqa: F821
        b.growing = node > 0 and nodes[node].visits > 0 and b.depth + 2 < MOST_DEPTH
        if node > 0:
            walk_to(node, b)
            return nodes[node].action
    return chosen(s, r, agent, b.bot, b, spares)  # noqa: F821


def _take(s, r, agent, action, b):
    """Carry out a decision in a simulation."""
    b.actions[agent], b.last = action, agent
    step(s, r, b.actions)  # noqa: F821
    b.decisions += 1


def _go_on(s, r, nodes, sizes, tree, b, spares, seen, words):
    """Play a simulation to its end, or to where the model is asked from outside: ``waits`` says for whom."""
    b.waits = NOBODY
    while not s.done:
        agent = actor(s, r, b)  # noqa: F821
        if not b.growing:
            b.left -= agent != b.last
            if b.cut >= 0 and b.left <= 0:
                break
        legal(s, r, agent, b.mask)  # noqa: F821
        if b.side_of[agent] == b.side:
            action = decide(s, r, nodes, sizes, tree, agent, b, spares, seen, words)  # noqa: F821
        elif b.model == ASKED:
            b.waits = agent
            return
        else:
            action = chosen(s, r, agent, b.model, b, spares)  # noqa: F821
        take(s, r, agent, action, b)  # noqa: F821
    appraise(s, r, b)  # noqa: F821
    back_up(nodes, b)


def _begin(state, r, seed, work, b):
    """Begin the next simulation of a game in a world that is drawn for it."""
    work[0] = state
    seed_rng(b.rng, mix_seed(seed, b.begun))
    determinize(work[0], r, b.side, mix_seed(seed, DICE + b.begun))  # noqa: F821
    b.begun += 1
    b.path[0], b.depth, b.node = 0, 1, 0
    b.left, b.growing, b.last = b.cut, True, NOBODY


def _respond(
    states, rules, seeds, until, trees, sizes, work, spares, benches, seen, words, answers, observations, masks, draws
):
    """Play the simulations of every game up to a number; return how many games wait for an answer of the model.

    ``answers`` int64 (games,) are the model's to what was asked last. Of games that wait (``waits``) the rows of
    ``observations`` and ``masks`` are written, and to ``draws`` the seed of what the model draws.
    """
    r, waiting = rules[0], 0
    for i in range(states.shape[0]):
        s, b = work[i], benches[i]
        if b.waits != NOBODY:
            take(s, r, b.waits, answers[i], b)  # noqa: F821
            go_on(s, r, trees[i], sizes, i, b, spares, seen, words)  # noqa: F821
        while b.waits == NOBODY and b.begun < until:
            begin(states[i], r, seeds[i], work[i : i + 1], b)  # noqa: F821
            go_on(s, r, trees[i], sizes, i, b, spares, seen, words)  # noqa: F821
        if b.waits != NOBODY:
            observe(s, r, b.waits, observations[i], False)  # noqa: F821
            masks[i], draws[i] = b.mask, mix_seed(seeds[i], ANSWERS + b.decisions)
            waiting += 1
    return waiting


RESPONSE = {"descend": _descend, "look": _look, "decide": _decide, "take": _take, "go_on": _go_on, "begin": _begin}


@cache
def responder(name: str, kernels: Kernels, brought: Brought) -> Any:
    """Return the compiled search of a game for the best answer to a model."""
    parts = {key: TEMPLATES[key] for key in ("actor", "chosen", "to_try")}
    return entry_point(_respond, f"{name}_respond", bind_all(kernels, brought, parts | RESPONSE))
