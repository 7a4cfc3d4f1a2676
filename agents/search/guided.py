"""A tree search led by a trained policy: its prior says what to try, its value what a position is worth.

At the root simulations are few, and no bound tells how to spend them: the likeliest actions are tried equally often,
the better half of them goes on, and so on until two are left (sequential halving; Danihelka et al., "Policy improvement
by planning with Gumbel", 2022, here without noise). An action scores its logit plus its mean worth, which weighs more
the more often actions were tried. The last simulation goes to the one that scores most, so the most tried action is the
choice.

Below the root a simulation goes on by PUCT (Rosin, "Multi-armed bandits with episode context", 2011; Silver et al., "A
general reinforcement learning algorithm", 2018): an action is as good as its mean worth, where it was never tried that
of its node, plus the exploration by its prior. It ends at the first position that the policy was not asked about; or
a bot, or the policy itself, plays on from there for some turns, and what comes of it is valued. The policy is asked
about the positions of all games at once. What is hidden is redrawn in every simulation, so the prior of a node is
spread over what is legal in this drawing.

The policy is asked for every side, since it overrates the side that it is asked for, most of all when that side
decides: asked for that side alone, it would favour actions that keep the turn over actions that end it.
"""

from dataclasses import dataclass
from functools import cache
from math import exp, sqrt
from typing import Any

from swarmzoo.agents.search.appraisal import Brought, bind_all
from swarmzoo.agents.search.records import MOST_DEPTH
from swarmzoo.agents.search.tree import DICE, TEMPLATES, add_child, back_up, find_children
from swarmzoo.envs.core.game import Kernels
from swarmzoo.envs.core.kernel import entry_point, kernel
from swarmzoo.envs.core.random import mix_seed, seed_rng

UNSURE = 50.0  # what a worth weighs beside a logit before anything was tried; every try of an action adds one
ITSELF = -1  # the bot that plays on is the policy
EVEN = -1  # the policy was not asked about a node as this agent's: all its legal actions are as likely


@kernel
def highest(b, logits):
    """Return the highest logit of the legal actions."""
    best = -1e9
    for action in range(b.mask.shape[0]):
        if b.mask[action]:
            best = max(best, logits[action])
    return best


@kernel
def mass(b, logits, top):
    """Return what the likelihoods of the legal actions sum to, with that of the highest logit as 1."""
    total = 0.0
    for action in range(b.mask.shape[0]):
        if b.mask[action]:
            total += exp(logits[action] - top)
    return total


@kernel
def led_action(nodes, node, logits, asked, agent, b):
    """Return the action with the highest bound at a node; its children were found."""
    n, side = nodes[node], b.side_of[agent]
    top = highest(b, logits) if asked else 0.0
    total = mass(b, logits, top) if asked else float(b.choices)
    usual = n.total[side] / max(n.visits, 1)
    best, best_bound = 0, -1e9
    for action in range(b.mask.shape[0]):
        if b.mask[action]:
            prior = (exp(logits[action] - top) if asked else 1.0) / total
            visits, worth = 0, usual
            if b.child[action] > 0:
                c = nodes[b.child[action]]
                visits = c.visits
                worth = c.total[side] / visits if visits > 0 else usual
            bound = worth + b.exploration * prior * sqrt(n.visits) / (1 + visits)
            if bound > best_bound:
                best, best_bound = action, bound
    return best


@kernel
def halved_tries(considered, budget, k):
    """Return how often an action of the root was tried that simulation k may try, by sequential halving."""
    if considered <= 1:
        return k
    rounds, left = 0, considered
    while left > 1:
        left = (left + 1) // 2
        rounds += 1
    left, first, tries = considered, 0, 0
    while True:
        each = budget // (rounds * left)
        each = max(each, 1)
        if k < first + each * left:
            return tries + (k - first) // left
        first += each * left
        tries += each
        left = left // 2 if left > 3 else 2


@kernel
def most_tries(nodes, b):
    """Return how often the most tried action of the root was tried; its children were found."""
    most = 0
    for action in range(b.mask.shape[0]):
        if b.mask[action] and b.child[action] > 0:
            most = max(most, nodes[b.child[action]].visits)
    return most


@kernel
def root_action(nodes, logits, k, agent, b):
    """Return the action of the root with the highest score that is due in simulation k; -1: none is."""
    n, side = nodes[0], b.side_of[agent]
    most = most_tries(nodes, b)
    due = most if k == b.budget - 1 else halved_tries(min(b.considered, b.choices), b.budget - 1, k)
    weight, usual = UNSURE + most, n.total[side] / max(n.visits, 1)
    best, best_score = -1, -1e9
    for action in range(b.mask.shape[0]):
        if b.mask[action]:
            visits, worth = 0, usual
            if b.child[action] > 0 and nodes[b.child[action]].visits > 0:
                c = nodes[b.child[action]]
                visits, worth = c.visits, c.total[side] / c.visits
            score = logits[action] + weight * worth
            if visits == due and score > best_score:
                best, best_score = action, score
    return best


@kernel
def first_agent(b, side):
    """Return the first agent of a side."""
    agent = 0
    while b.side_of[agent] != side:
        agent += 1
    return agent


def _lead(s, r, nodes, sizes, tree, logits, asked, k, b):
    """Go down a tree to a position that the policy was not asked about, or to the end; return the agent to ask for."""
    node = 0
    b.path[0], b.depth = 0, 1
    while not s.done:
        agent = actor(s, r, b)  # noqa: F821  (bound to the game's kernel)
        if asked[node] == EVEN or b.depth >= MOST_DEPTH:
            return agent
        legal(s, r, agent, b.mask)  # noqa: F821
        find_children(nodes, node, agent, b)
        action = root_action(nodes, logits[0], k - 1, agent, b) if node == 0 else -1
        if action < 0:
            action = led_action(nodes, node, logits[node], asked[node] == agent, agent, b)
        if b.child[action] > 0:
            node = b.child[action]
        elif sizes[tree] < nodes.shape[0]:
            node = add_child(nodes, sizes[tree], node, agent, action)
            asked[node] = EVEN
            sizes[tree] += 1
        else:
            return agent
        b.path[b.depth] = node
        b.depth += 1
        b.actions[agent] = action
        step(s, r, b.actions)  # noqa: F821
        b.decisions += 1
    return -1


def _play_on(s, r, agent, b, spares):
    """Let a bot play on from an agent's decision until the cut, or to the end; return who decides then."""
    left, last = int(b.cut), agent
    while not s.done:
        agent = actor(s, r, b)  # noqa: F821  (bound to the game's kernel)
        left -= agent != last
        if b.cut >= 0 and left <= 0:
            break
        legal(s, r, agent, b.mask)  # noqa: F821
        b.actions[agent], last = chosen(s, r, agent, b.bot, b, spares), agent  # noqa: F821
        step(s, r, b.actions)  # noqa: F821
        b.decisions += 1
    return agent


def _lead_all(
    states,
    rules,
    sides,
    seeds,
    k,
    trees,
    sizes,
    logits,
    asked,
    work,
    spares,
    benches,
    agents,
    deciding,
    asks,
):
    """Play simulation k of every game to where the policy is asked; write for whom, -1 where the game is over.

    ``work`` (games,) are the positions, ``asks`` (games, size) what this agent sees where somebody plays on from there.
    If that is a bot it plays on at once; ``deciding`` (games,) is who decides then.
    """
    r = rules[0]
    for i in range(states.shape[0]):
        work[i] = states[i]
        s, b = work[i], benches[i]
        seed_rng(b.rng, mix_seed(seeds[i], k))
        determinize(s, r, sides[i], mix_seed(seeds[i], DICE + k))  # noqa: F821
        agents[i] = deciding[i] = lead(s, r, trees[i], sizes, i, logits[i], asked[i], k, b)  # noqa: F821
        if agents[i] >= 0 and b.cut != 0:
            observe(s, r, agents[i], asks[i], False)  # noqa: F821
            if b.bot != ITSELF:
                deciding[i] = play_on(s, r, agents[i], b, spares)  # noqa: F821


@kernel
def likeliest(b, logits):
    """Return the legal action with the highest logit."""
    best = -1
    for action in range(b.mask.shape[0]):
        if b.mask[action] and (best < 0 or logits[action] > logits[best]):
            best = action
    return best


def _go_on_all(rules, work, benches, logits, playing, left, deciding, asks):
    """Let the policy play one decision on, by its logits (games, actions), in every game that is ``playing`` (games,).

    Games in which it is to play no farther stop to be. ``left`` (games,) counts the turns that it still plays.
    """
    r = rules[0]
    for i in range(work.shape[0]):
        if not playing[i]:
            continue
        s, b, agent = work[i], benches[i], deciding[i]
        legal(s, r, agent, b.mask)  # noqa: F821
        b.actions[agent] = likeliest(b, logits[i])
        step(s, r, b.actions)  # noqa: F821
        b.decisions += 1
        if not s.done:
            deciding[i] = actor(s, r, b)  # noqa: F821
            left[i] -= deciding[i] != agent
        playing[i] = not s.done and (b.cut < 0 or left[i] > 0)
        if playing[i]:
            observe(s, r, deciding[i], asks[i], False)  # noqa: F821


def _weigh_all(rules, shaping, work, trees, benches, agents, deciding, sights, fitted, paid, over):
    """Write what comes of every position, and add what the end of a game pays to its tree.

    ``sights`` (games, sides, size) is what every side sees, ``fitted`` (games, sides) what the valuation says of each,
    ``paid`` (games, sides) what shaping by the rules ``shaping`` has paid it, ``over`` (games,) whether the game has
    ended.
    """
    r = rules[0]
    for i in range(work.shape[0]):
        s, b = work[i], benches[i]
        over[i] = s.done
        appraise(s, r, b)  # noqa: F821
        if agents[i] < 0:
            back_up(trees[i], b)
            continue
        potential(s, shaping[0], b.potential)  # noqa: F821
        for side in range(b.values.shape[0]):
            fitted[i, side] = b.values[side]
            who = deciding[i] if b.side_of[deciding[i]] == side else first_agent(b, side)
            paid[i, side] = b.potential[who]
            observe(s, r, who, sights[i, side], False)  # noqa: F821


def _learn_all(trees, logits, asked, benches, agents, new_logits, values):
    """Add to the trees what was said of the positions that were asked about: (games, actions), (games, sides)."""
    for i in range(trees.shape[0]):
        if agents[i] >= 0:
            b = benches[i]
            node, sides = b.path[b.depth - 1], b.values.shape[0]
            if asked[i, node] == EVEN:
                asked[i, node] = agents[i]
                for action in range(new_logits.shape[1]):
                    logits[i, node, action] = new_logits[i, action]
            for side in range(sides):
                b.values[side] = values[i, side]
            back_up(trees[i], b)


@dataclass(frozen=True)
class Leading:
    """The compiled parts of a simulation: to where the policy is asked, on from there, what comes of it, and back."""

    lead: Any
    go_on: Any
    weigh: Any
    learn: Any


@cache
def leader(name: str, kernels: Kernels, brought: Brought) -> Leading:
    """Return the compiled parts of a simulation of a game."""
    parts = {key: TEMPLATES[key] for key in ("actor", "chosen")} | {"lead": _lead, "play_on": _play_on}
    bindings = bind_all(kernels, brought, parts)
    return Leading(
        entry_point(_lead_all, f"{name}_lead", bindings),
        entry_point(_go_on_all, f"{name}_go_on", bindings),
        entry_point(_weigh_all, f"{name}_weigh", bindings),
        entry_point(_learn_all, f"{name}_learn", {}),
    )
