"""What the agents that play thought of their choices: trained policies, searches, and programs that tell it.

It adds to a game as data (``recording``):

actions             names of actions
steps[k].legal      who acts next, of up to eight: an agent, and its legal actions, numbers of names
thinkers            for every side the name of an agent that tells what it thinks, or null
steps[k].thoughts   what was thought of the decision that comes next, an entry for each agent that acts, of up to eight:
  agent, legal      its number, and how many actions it may take
  chosen            the action that it took, by name; left out where choices are orders
  worth             how likely its side wins, from 0 to 1, as it thinks; null where it does not say
  choices           up to five actions that it held best: name, share (of a policy its probability, of a search that of
                    its visits), and how often the side wins after it, or null; of a search where all move at once
                    orders to all of the side, told once
  words             what it says in words; left out where it says nothing

A policy is asked again for what it saw. A search by a number of simulations looks ahead again from the same seed, so
it finds what it found; one by the clock is left out. A Python agent may have ``thoughts``, read after each ``act``: a
mapping with ``value`` (its chance to win), ``choices`` (action: share) and ``words``, each of them or none.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.restricted import players_at
from swarmzoo.agents.policy.policy_agent import PolicyAgent
from swarmzoo.agents.policy.shaping import potentials
from swarmzoo.agents.search.config import text_of
from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.envs.api.opponents import seed_of_search
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.printable import printable
from swarmzoo.viewer.play.hints import LEAST, chance_of
from swarmzoo.viewer.play.kept import runs_code

LISTED = 5  # choices
NAMED = 8  # agents that act at once up to which their choices are told
LONGEST = 500  # characters of words
Acted = Sequence[tuple[int, int]]  # agents and their actions
Told = Mapping[tuple[int, int], Any]  # what Python agents told, by step and side


class _Turn(NamedTuple):
    """A side that had to choose after a step, and the agents of it that acted with their actions."""

    step: int
    side: int
    acted: Acted


def thoughts(
    game: Game, states: np.ndarray, acted: Sequence[Acted], players: Sequence[Agent | None], seed: int, told: Told
) -> dict[str, Any]:
    """Return what the thoughts of players add to a game as data.

    ``states`` (steps,), ``acted``: who acted before each of them, ``players``: the agents of the sides, None for who is
    not asked, ``seed``: the game's, ``told``: what Python agents told of their choices.
    """
    steps: list[dict[str, Any]] = [{} for _ in states]
    turns = _turns(game, acted)
    for side, player in enumerate(players):
        mine = [turn for turn in turns if turn.side == side]
        if isinstance(player, PolicyAgent):
            found = _of_policy(game, states, mine, player)
        elif isinstance(player, TreeSearch) and player.repeatable:
            found = _of_search(game, states, mine, player, seed)
        else:
            found = [_of_program(game, states, turn, told.get((turn.step, side))) for turn in mine]
        for turn, entries in zip(mine, found, strict=True):
            if entries:
                steps[turn.step].setdefault("thoughts", []).extend(entries)
    actions = _note_legal(game, states, acted, steps)
    thinking = {game.side_of_agent[entry["agent"]] for step in steps for entry in step.get("thoughts", ())}
    names = [player.name if player and side in thinking else None for side, player in enumerate(players)]
    return {"actions": actions, "steps": steps} | ({"thinkers": names} if thinking else {})


def _note_legal(game: Game, states: np.ndarray, acted: Sequence[Acted], steps: Sequence[dict[str, Any]]) -> list[str]:
    """Write to every step what those who act next may choose; return the names of the actions."""
    numbers: dict[str, int] = {}
    ask = Questions(game)
    for step, chosen in enumerate(acted[1:]):
        if len(chosen) > NAMED:
            continue
        state = states[step : step + 1]
        steps[step]["legal"] = [
            [
                agent,
                [
                    numbers.setdefault(game.words.action_name(state, agent, int(k)), len(numbers))
                    for k in np.flatnonzero(ask.mask(state, agent))
                ],
            ]
            for agent, _ in chosen
        ]
    return list(numbers)


def players_of(game: Game, names: Sequence[str]) -> list[Agent | None]:
    """Return the agents that a replay names, None for those that are programs or cannot be found."""
    found: list[Agent | None] = []
    for name in names:
        text = text_of(name)
        try:
            agent = None if runs_code(text) else find_agent(game, text)
        except GameError:
            agent = None
        found.append(None if agent is None else players_at(game, [agent], np.array([0]))[0])
    return found


def _turns(game: Game, acted: Sequence[Acted]) -> list[_Turn]:
    """Return the decisions of all sides."""
    found = []
    for step, chosen in enumerate(acted[1:]):
        for side in sorted({game.side_of_agent[agent] for agent, _ in chosen}):
            found.append(_Turn(step, side, [one for one in chosen if game.side_of_agent[one[0]] == side]))
    return found


def _of_policy(game: Game, states: np.ndarray, turns: Sequence[_Turn], policy: PolicyAgent) -> list[list[dict]]:
    """Return the probabilities of a policy's actions, and what it holds of its side."""
    ask = Questions(game)
    found = []
    for turn in turns:
        state = states[turn.step : turn.step + 1]
        seen = np.stack([ask.observation(state, agent) for agent, _ in turn.acted])
        logits, values = policy.net.judge(seen)
        values = values + potentials(policy.shaping, state)[0, [agent for agent, _ in turn.acted]]
        chance = float(chance_of(values.mean(dtype=np.float64), game.num_sides))
        worth = round(min(max(chance, 0.0), 1.0), 3)
        entries = []
        for row, (agent, action) in enumerate(turn.acted[:NAMED]):
            mask = ask.mask(state, agent)
            shares = _shares(logits[row], mask)
            choices = [
                (int(k), shares[k], None) for k in np.argsort(-shares, kind="stable")[:LISTED] if shares[k] >= LEAST
            ]
            entries.append(_entry(game, state, agent, action, mask, worth, choices))
        found.append(entries)
    return found


def _shares(logits: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return the probabilities of legal actions, 0 for the others."""
    legal = mask != 0
    scores = np.where(legal, logits.astype(np.float64), -np.inf)
    shares = np.exp(scores - scores.max()) * legal
    return shares / shares.sum()


def _of_search(
    game: Game, states: np.ndarray, turns: Sequence[_Turn], search: TreeSearch, seed: int
) -> list[list[dict]]:
    """Return what a search tried and found, all decisions at once."""
    if not turns:
        return []
    rows, sides = np.array([turn.step for turn in turns]), np.array([turn.side for turn in turns])
    visits, values = search.bound_to(game).weighed(states[rows], sides, seed_of_search(seed, rows, sides))
    chances, ask = chance_of(values, game.num_sides), Questions(game)
    found = []
    for turn, tried, chance in zip(turns, visits, chances, strict=True):
        state = states[turn.step : turn.step + 1]
        order = np.lexsort((chance, tried))[::-1]
        choices = [(int(k), tried[k] / tried.sum(), float(chance[k])) for k in order[:LISTED] if tried[k]]
        worth = round(float(chance[order[0]]), 3)
        agent, action = turn.acted[0]
        entry = _entry(game, state, agent, action, ask.mask(state, agent), worth, choices, search.orders)
        if search.orders:
            del entry["chosen"]
        found.append([entry])
    return found


def _of_program(game: Game, states: np.ndarray, turn: _Turn, told: Any) -> list[dict]:
    """Return what a Python agent told, as far as it can be read; nothing if it told nothing."""
    if not isinstance(told, Mapping):
        return []
    state, ask = states[turn.step : turn.step + 1], Questions(game)
    worth = _share(told.get("value"))
    words = told.get("words")
    said = {"words": printable(words[:LONGEST])} if isinstance(words, str) and words else {}
    entries = []
    for agent, action in turn.acted[:NAMED]:
        mask = ask.mask(state, agent)
        shares = told.get("choices") if len(turn.acted) == 1 else None
        held = [(k, _share(share)) for k, share in shares.items()] if isinstance(shares, Mapping) else []
        known = [(int(k), share, None) for k, share in held if share is not None and _is_legal(k, mask)]
        best = sorted(known, key=lambda one: -one[1])[:LISTED]
        entries.append(_entry(game, state, agent, action, mask, worth, best) | said)
    return entries


def _share(number: Any) -> float | None:
    """Return a share from 0 to 1 that an agent gave; None for anything else."""
    if isinstance(number, int | float | np.integer | np.floating) and 0 <= number <= 1:
        return round(float(number), 3)
    return None


def _is_legal(action: Any, mask: np.ndarray) -> bool:
    return isinstance(action, int | np.integer) and bool(0 <= action < len(mask) and mask[int(action)])


def _entry(
    game: Game,
    state: np.ndarray,
    agent: int,
    action: int,
    mask: np.ndarray,
    worth: float | None,
    choices: Sequence[tuple[int, float, float | None]],
    options: Sequence[str] = (),
) -> dict[str, Any]:
    """Return what was thought of a decision of an agent; choices are its actions, or of some options with names."""
    told = [
        [
            options[k] if options else game.words.action_name(state, agent, k),
            round(float(share), 3),
            None if chance is None else round(chance, 3),
        ]
        for k, share, chance in choices
    ]
    return {
        "agent": agent,
        "legal": int(np.count_nonzero(mask)),
        "chosen": game.words.action_name(state, agent, action),
        "worth": worth,
        "choices": told,
    }
