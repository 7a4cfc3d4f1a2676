"""Small games of OpenSpiel as games of the contract: the whole tree of a game in tables that the kernels walk through.

A side that cannot know where the game stands is told its information state. ``determinize`` draws one of the places
that this leaves, by the chances of the cards alone: who plays the other side is not known to a rule.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyspiel

from swarmzoo.envs.core.actions import Actions, Part
from swarmzoo.envs.core.bans import ban_counts, ban_fields
from swarmzoo.envs.core.config import Settings
from swarmzoo.envs.core.game import Game, Kernels, Slice, new_records
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below, seed_rng

CHANCE, OVER = -1, -2  # who decides at a place, where it is no side
WHOLE = 1 << 30  # a certainty, in whole numbers


class SmallConfig(Settings):
    """These games have nothing to choose."""


@dataclass
class Tree:
    """A game's places in the order in which they are found; 0 is where it begins."""

    actions: int
    actor: list[int] = field(default_factory=list)
    child: list[list[int]] = field(default_factory=list)  # by action, or by outcome of a chance; -1: none
    chance: list[list[int]] = field(default_factory=list)  # of outcomes, summed up to WHOLE
    pay: list[float] = field(default_factory=list)
    told: list[tuple[int, int]] = field(default_factory=list)  # number of the information state of each side
    reach: list[float] = field(default_factory=list)  # by the chances alone
    numbers: dict[tuple[int, str], int] = field(default_factory=dict)  # of information states, by side and text
    tensors: list[np.ndarray] = field(default_factory=list)  # of information states


def grown(game: Any) -> Tree:
    """Return the whole tree of a game of OpenSpiel."""
    tree = Tree(game.num_distinct_actions())
    _add(tree, game.new_initial_state(), 1.0)
    return tree


def _add(tree: Tree, state: Any, reach: float) -> int:
    """Add a place and all below it; return its number."""
    number = len(tree.actor)
    outcomes = state.chance_outcomes() if state.is_chance_node() else [(a, 0.0) for a in _legal(state)]
    tree.actor.append(OVER if state.is_terminal() else CHANCE if state.is_chance_node() else state.current_player())
    tree.pay.append(state.returns()[0] if state.is_terminal() else 0.0)
    tree.told.append(_told(tree, state) if tree.actor[-1] >= 0 else (0, 0))
    tree.reach.append(reach)
    tree.child.append([])
    tree.chance.append([round(WHOLE * x) for x in np.cumsum([chance for _, chance in outcomes])])
    is_chance, children = state.is_chance_node(), [-1] * tree.actions
    found = [
        (action, _add(tree, state.child(action), reach * (chance if is_chance else 1.0))) for action, chance in outcomes
    ]
    if is_chance:
        children = [child for _, child in found]
    for action, child in () if is_chance else found:
        children[action] = child
    tree.child[number] = children
    return number


def _legal(state: Any) -> list[int]:
    return [] if state.is_terminal() else state.legal_actions()


def _told(tree: Tree, state: Any) -> tuple[int, int]:
    """Return the numbers of what both sides know."""
    found = []
    for side in range(2):
        key = side, state.information_state_string(side)
        if key not in tree.numbers:
            tree.numbers[key] = len(tree.numbers)
            tree.tensors.append(np.array(state.information_state_tensor(side), np.float32))
        found.append(tree.numbers[key])
    return found[0], found[1]


@kernel
def reset(s, r, seed):
    """Begin."""
    seed_rng(s.rng, seed)
    s.place, s.done = 0, False
    settle(s, r)


@kernel
def settle(s, r):
    """Let chances fall until a side decides or the game is over."""
    while r.actor[s.place] == CHANCE:
        drawn, k = draw_below(s.rng, WHOLE), 0
        while r.chance[s.place, k] <= drawn:
            k += 1
        s.place = r.child[s.place, k]
    s.done = r.actor[s.place] == OVER


@kernel
def acting(s, r, flags):
    """Mark the side that decides."""
    for side in range(2):
        flags[side] = not s.done and r.actor[s.place] == side


@kernel
def legal(s, r, side, mask):
    """Write the legal actions of the side that decides."""
    for action in range(mask.shape[0]):
        mask[action] = not s.done and r.actor[s.place] == side and r.child[s.place, action] >= 0


@kernel
def step(s, r, actions):
    """Go on to the place that an action leads to."""
    s.place = r.child[s.place, actions[r.actor[s.place]]]
    settle(s, r)


@kernel
def observe(s, r, side, out, again):
    """Write the information state of a side: OpenSpiel's tensor, then its number as a share of all."""
    size = out.shape[0] - 1
    number = r.told[s.place, side]
    for k in range(size):
        out[k] = 0.0 if s.done else r.tensors[number, k]
    out[size] = 0.0 if s.done else number / r.tensors.shape[0]


@kernel
def rewards(s, r, pay, over):
    """Write what was won, as a share of the most that can be."""
    for side in range(2):
        over[side] = s.done
        pay[side] = (1 - 2 * side) * r.pay[s.place]


@kernel
def determinize(s, r, side, seed):
    """Draw one of the places that a side cannot tell apart."""
    seed_rng(s.rng, seed)
    if not s.done:
        number = r.told[s.place, side]
        k, drawn = r.first[number], draw_below(s.rng, WHOLE)
        while r.shares[k] <= drawn:
            k += 1
        s.place = r.members[k]


@kernel
def survey(s, r, out):
    """There is no overview."""
    out[:] = 0.0


@kernel
def why_not(s, r, side, action):
    """Tell whether an action is legal: 0 if it is."""
    return 0 if not s.done and r.actor[s.place] == side and r.child[s.place, action] >= 0 else 1


@kernel
def potential(s, r, values):
    """There is no shaping."""
    values[:] = 0.0


KERNELS = Kernels(reset, acting, legal, step, observe, rewards, determinize, survey, why_not, potential)


@dataclass(frozen=True, eq=False)
class Tabulated:
    """A game of OpenSpiel, and the same as a game of the contract."""

    theirs: Any
    tree: Tree
    game: Game
    most: float  # that can be won

    def states(self, side: int) -> tuple[np.ndarray, np.ndarray]:
        """Return a state for every information state in which a side decides, and their numbers."""
        places = {told[side]: place for place, told in enumerate(self.tree.told) if self.tree.actor[place] == side}
        found = self.game.new_states(len(places))
        found["place"], found["rng"] = list(places.values()), 1
        return found, np.array(list(places))

    @cached_property
    def texts(self) -> dict[str, int]:
        """OpenSpiel's texts of the information states in which somebody decides, with their numbers."""
        decides = {self.tree.told[place][actor] for place, actor in enumerate(self.tree.actor) if actor >= 0}
        return {text: number for (_, text), number in self.tree.numbers.items() if number in decides}

    @cached_property
    def legal(self) -> np.ndarray:
        """Legal actions, bool (information states, actions); of those in which nobody decides none."""
        legal = np.zeros((len(self.tree.tensors), self.tree.actions), bool)
        for place, actor in enumerate(self.tree.actor):
            if actor >= 0:
                legal[self.tree.told[place][actor]] = np.array(self.tree.child[place]) >= 0
        return legal


@lru_cache
def tabulated(name: str) -> Tabulated:
    """Return a small game by OpenSpiel's name."""
    theirs = pyspiel.load_game(name)
    tree, most = grown(theirs), theirs.max_utility()
    rules, state = _rules(tree, most), np.dtype(_STATE, align=True)
    size = len(tree.tensors[0])
    game = Game(
        name=name,
        version=0,
        config=SmallConfig(),
        rules=rules,
        state=state,
        agents=("side_0", "side_1"),
        side_of_agent=(0, 1),
        side_names=("side_0", "side_1"),
        actions=Actions((Part("action", tree.actions),)),
        observation_layout=(Slice("tensor", 0, (size,)), Slice("number", size, (1,))),
        observation_high=np.ones(size + 1, np.float32) * max(1.0, *(float(t.max()) for t in tree.tensors)),
        overview_size=1,
        kernels=KERNELS,
        words=_mute(),
        validity=_mute(),
        rules_signature=name,
    )
    return Tabulated(theirs, tree, game, most)


_STATE: list[Any] = [("rng", np.uint32, 4), ("done", np.bool_), ("place", np.int32), ban_counts(2)]


def _mute() -> Any:
    """Return what stands for words and validity: these games are only played by programs."""
    return SimpleNamespace(ending=lambda state: "", reasons=())


def _rules(tree: Tree, most: float) -> np.ndarray:
    """Return the tables."""
    places, texts = len(tree.actor), len(tree.tensors)
    wide, chances = max(map(len, tree.child)), max(map(len, tree.chance))
    members, shares, first = _members(tree)
    rules = new_records(
        np.dtype(
            [
                ("actor", np.int8, places),
                ("child", np.int32, (places, wide)),
                ("chance", np.int64, (places, max(chances, 1))),
                ("pay", np.float32, places),
                ("told", np.int32, (places, 2)),
                ("tensors", np.float32, (texts, len(tree.tensors[0]))),
                ("first", np.int32, texts),
                ("members", np.int32, len(members)),
                ("shares", np.int64, len(members)),
                *ban_fields(2, tree.actions),
            ],
            align=True,
        ),
        1,
    )
    rules[0]["actor"], rules[0]["pay"], rules[0]["told"] = tree.actor, np.array(tree.pay) / most, tree.told
    rules[0]["tensors"], rules[0]["first"] = np.array(tree.tensors), first
    rules[0]["members"], rules[0]["shares"] = members, shares
    for name, rows in (("child", tree.child), ("chance", tree.chance)):
        for place, row in enumerate(rows):
            rules[0][name][place, : len(row)] = row
            rules[0][name][place, len(row) :] = -1 if name == "child" else WHOLE
    return rules


def _members(tree: Tree) -> tuple[list[int], list[int], list[int]]:
    """Return the places of each information state, one after the other, with summed chances, and where each begins."""
    places: list[list[int]] = [[] for _ in tree.tensors]
    for place, actor in enumerate(tree.actor):
        for number in tree.told[place] if actor >= 0 else ():
            places[number].append(place)
    shares: list[int] = []
    for each in places:
        reach = np.array([tree.reach[place] for place in each])
        shares += [round(WHOLE * x) for x in np.cumsum(reach / reach.sum())]
        shares[-1] = WHOLE
    first = np.cumsum([0, *map(len, places)])[:-1].tolist()
    return [place for each in places for place in each], shares, first


def walks(game: Tabulated, seed: int, games: int) -> Iterator[tuple[Any, int]]:
    """Yield the states of random games of OpenSpiel, each with the number of the same place in the tables."""
    generator = np.random.default_rng(seed)
    for _ in range(games):
        state, place = game.theirs.new_initial_state(), 0
        while True:
            yield state, place
            if state.is_terminal():
                break
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                k = int(generator.choice(len(actions), p=odds))
                action, place = actions[k], game.tree.child[place][k]
            else:
                action = int(generator.choice(state.legal_actions()))
                place = game.tree.child[place][action]
            state = state.child(action)
