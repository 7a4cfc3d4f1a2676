"""Every number that players see, at every kind of decision, against a plain second writer of the observation."""

import random
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from tests.envs.insects.reference.reading import QUESTIONS, decision_of
from tests.envs.insects.reference.scenarios import SCENARIOS
from tests.envs.insects.reference.seen import difference, overview

GAMES = (  # scenario, seed and decisions: together they meet every kind of decision
    ("two players", 3, 80),
    ("two players, small island", 2, 45),
    ("two players, other numbers", 2, 60),
    ("two players, a map with holes, insects placed in groups", 1, 80),
    ("two players, cards upon cards", 1, 70),
    ("two players, moves that come and go", 3, 40),
    ("four players, small island", 2, 50),
    ("four players, one against all", 6, 55),
    ("four players, every card often", 0, 60),
    ("four players, every card often", 2, 30),
)


def plies(scenario: str, seed: int, wanted: int) -> Iterator[Table]:
    """Play at random; yield the table before each of the first decisions."""
    table, dice = Table(insects(InsectsConfig.read(SCENARIOS[scenario])), 1), random.Random(seed)
    table.seed(np.array([seed]))
    table.begin()
    for _ in range(wanted):
        if not table.done[0]:
            yield table
            table.actions[0, table.actors[0]] = dice.choice(np.flatnonzero(table.masks[0, 0]).tolist())
            table.step()


@cache
def met(game: tuple[str, int, int]) -> frozenset[int]:
    """Compare at every decision what its player and another one see; return the decisions."""
    decisions = set()
    for number, table in enumerate(plies(*game)):
        s, look = table.states[0], Questions(table.game).observation
        actor, other = int(s["actor"]), number % table.game.num_agents
        assert difference(table.game, s, actor, table.observations[0, 0]) == "", f"seat {actor}, decision {number}"
        assert difference(table.game, s, other, look(table.states, other)) == "", f"seat {other}, decision {number}"
        decisions.add(decision_of(s))
    return frozenset(decisions)


@pytest.mark.rule("INS-A5", "INS-A8")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game[0]}, seed {game[1]}")
def test_players_see_what_the_names_of_the_numbers_say(game: tuple[str, int, int]) -> None:
    assert met(game)


def test_the_games_met_every_kind_of_decision() -> None:
    assert frozenset().union(*map(met, GAMES)) == set(QUESTIONS.values())


@pytest.mark.parametrize("game", GAMES[4:7:2], ids=lambda game: game[0])
def test_the_overview_shows_what_is_public_and_all_hands(game: tuple[str, int, int]) -> None:
    for table in plies(*game):
        found = Questions(table.game).overview(table.states)
        assert np.flatnonzero(found != overview(table.game, table.states[0])).tolist() == []
