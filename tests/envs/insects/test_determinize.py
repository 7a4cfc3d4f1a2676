"""Worlds that a player holds possible, at every kind of decision, against a slow statement of what that means."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.insects.cards import DEVOLUTION, METAMORPHOSIS, MIMIC, REACT_QUICKLY
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.envs.insects.state import (
    CARD_FROM_HAND,
    MIMIC_KIND,
    NO_QUESTION,
    NUM_DECISIONS,
    REACTION,
    TARGET,
)
from tests.census import faults
from tests.worlds import played_out

# A deck in which cards that ask and are answered are frequent.
CARDS = {
    "react_quickly": 8,
    "metamorphosis": 8,
    "co_opt": 5,
    "devolution": 5,
    "mimic": 6,
    "adaptation": 3,
    "rampage": 4,
}
CONFIG = InsectsConfig(players=4, extra_cards=True, symmetric=True, rules={"cards": CARDS, "place_groups": True})
HIDDEN = {"rng", "deck", "drawn", "where", "hand", "held", "mask", "chosen_too", "known"}
EACH = 6  # states of every kind of decision


def decision_of(s: np.void) -> int:
    return int(s["question"] if s["question"] != NO_QUESTION else s["stage"])


@cache
def moments() -> tuple[Game, list[np.ndarray]]:
    """Return states, shape (1,), of random games: some of every decision, apart by the card that was played."""
    game, seen, found = insects(CONFIG), Counter(), []
    table = Table(game, 96, at_random=True)
    table.seed(np.arange(table.n))
    table.begin()
    for _ in range(700):
        states = table.states
        kinds = zip(states["question"].tolist(), states["stage"].tolist(), states["played"].tolist(), strict=True)
        for i, (question, stage, played) in enumerate(kinds):
            kind = (question, played) if question != NO_QUESTION else (stage,)
            if not table.done[i] and seen[kind] < EACH:
                seen[kind] += 1
                found.append(states[i : i + 1].copy())
        table.step()
    return game, found


def wrongs(game: Game, state: np.ndarray, world: np.ndarray, p: int) -> Iterator[str]:
    """Yield what p could object to a world that is said to be possible."""
    yield from faults(game, world)
    s, w, questions = state[0], world[0], Questions(game)
    yield from (name for name in s.dtype.names if name not in HIDDEN and not np.array_equal(s[name], w[name]))
    if not np.array_equal(s["hand"][p], w["hand"][p]):
        yield "its own hand is another"
    seen = (s["where"] >= 11) | (s["where"] == 1 + p)
    if not np.array_equal(s["where"][seen], w["where"][seen]) or (w["where"][~seen] >= 11).any():
        yield "cards that it sees are elsewhere"
    if (w["known"][p] != s["known"][p]).any() or np.delete(w["known"], p, 0).any():
        yield "what it knows of hands is not kept, or what others know is not wiped out"
    yield from hands_wrongs(game, w, p)
    if questions.mask(world, int(w["actor"])).sum() < 2:
        yield "whoever is asked has no choice"
    yield from waiting_wrongs(s, w, p)


def hands_wrongs(game: Game, w: np.void, p: int) -> Iterator[str]:
    """Yield which hands of a world do not hold what p knows them to hold."""
    for q in set(range(game.num_sides)) - {p}:
        evolutions = int(w["hand"][q, :14].sum())
        if (w["hand"][q, :14] < w["known"][p, q]).any():
            yield f"the hand of {q} lacks cards that it stole"
        if evolutions < w["least_evolutions"][q] or w["hand_size"][q] - evolutions < w["least_events"][q]:
            yield f"the hand of {q} lacks Evolution or Event cards"


def waiting_wrongs(s: np.void, w: np.void, p: int) -> Iterator[str]:
    """Yield what is wrong with the card that was played and what was chosen with it."""
    q, decision = int(w["played_by"]), decision_of(w)
    if decision == REACTION and w["hand"][w["actor"], REACT_QUICKLY] == 0:
        yield "whoever is asked has nothing to react with"
    if decision == MIMIC_KIND and not w["played_as_burn"] and w["hand"][q, MIMIC] == 0:
        yield "the Mimic that asks is not in the hand"
    if decision in (REACTION, CARD_FROM_HAND) and w["played"] == METAMORPHOSIS:
        if w["in_play"][q, w["chosen"]] == 0:
            yield "Metamorphosis gives up a card that is not in play"
        if decision == REACTION and w["hand"][q, w["chosen_too"]] == 0:
            yield "Metamorphosis puts a card into play that is not in the hand"
        if q == p and decision == REACTION and s["chosen_too"] != w["chosen_too"]:
            yield "p chose something else"
    if decision == REACTION and w["played"] == DEVOLUTION and w["in_play"][w["played_at"], w["chosen"]] == 0:
        yield "Devolution discards a card that is not in play"


def test_every_kind_of_decision_is_looked_at():
    _, states = moments()
    asked = {decision_of(state[0]) for state in states}
    assert asked >= set(range(NUM_DECISIONS)) - {TARGET}  # three swarms in one space: rare at random
    waiting = {int(state["played"][0]) for state in states if decision_of(state[0]) == REACTION}
    assert waiting >= {METAMORPHOSIS, DEVOLUTION}


def test_worlds_are_possible_for_those_who_are_asked_and_those_who_watch():
    game, states = moments()
    questions = Questions(game)
    for k, state in enumerate(states):
        for p in range(game.num_sides):
            for seed in (k, k + 1000):
                world = questions.determinized(state, p, seed)
                assert not list(wrongs(game, state, world, p)), (decision_of(state[0]), p)


def test_every_world_is_played_to_its_end_with_all_its_cards():
    game, states = moments()
    questions = Questions(game)
    played_out(
        game,
        [questions.determinized(state, p, k) for k, state in enumerate(states) for p in range(game.num_sides)],
    )


@pytest.mark.parametrize("hidden", ["chosen_too", "rng", "deck"])
def test_nothing_of_what_is_hidden_is_left_in_a_world(hidden):
    """A world drawn from the truth, and one drawn from another world that looks alike, are the same."""
    game, states = moments()
    questions = Questions(game)
    for k, state in enumerate(states):
        for p in range(game.num_sides):
            other = questions.determinized(state, p, k + 1)
            one, two = (questions.determinized(truth, p, k) for truth in (state, other))
            assert np.array_equal(one[hidden], two[hidden]) and one.tobytes() == two.tobytes()


def test_hidden_cards_are_as_likely_in_a_hand_as_in_the_deck():
    game, states = moments()
    states = [state for state in states if state["hand_size"][0].min() > 1 and state["question"][0] == NO_QUESTION]
    state = next(s for s in states if not (s["least_evolutions"] | s["least_events"]).any())  # nothing is known
    p, questions = int(state["actor"][0]), Questions(game)
    q = (p + 1) % game.num_sides
    where = state["where"][0, : int(game.rules["num_cards"][0])]
    hidden = np.flatnonzero((where < 11) & (where != 1 + p))
    held = np.zeros(len(hidden))
    for seed in range(2000):
        held += questions.determinized(state, p, seed)["where"][0, hidden] == 1 + q
    share = int(state["hand_size"][0, q]) / len(hidden)
    assert np.abs(held / 2000 - share).max() < 5 * (share / 2000) ** 0.5
