"""The bots of nova: legal wherever they are asked, the same from every edge, and paragon the best of them."""

from functools import cache

import numpy as np
import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.agents.skirmish.nova.bots import BOT_NAMES, choose_by
from swarmzoo.agents.skirmish.nova.judgement import WEIGHTS, row_of
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.nova import game
from swarmzoo.envs.skirmish.nova.forces import SCENARIOS
from swarmzoo.envs.skirmish.nova.state import MAIMING, PLANNING
from tests.envs.skirmish.nova.images import Image, image_of

BOTS = np.arange(1, len(BOT_NAMES))
GAMES, STEPS = 6, 250


def _ask(states, rules, bots, chosen):
    for i in range(states.shape[0]):
        for k in range(bots.shape[0]):
            row = row_of(rules[0], bots[k])
            chosen[i, k] = choose_by(states[i], rules[0], states[i].mask, WEIGHTS[row])


@cache
def asking():
    """Return what asks the bots, compiled once."""
    return entry_point(_ask, "nova_bots_ask", {"row_of": row_of, "choose_by": choose_by, "WEIGHTS": WEIGHTS})


def choices(played, states: np.ndarray) -> np.ndarray:
    """Return what every bot chooses in positions, int64 (n, bots); the positions stay as they are."""
    chosen, before = np.zeros((len(states), len(BOTS)), np.int64), states.copy()
    asking()(states, played.rules, BOTS, chosen)
    told = [name for name in ("rng", "logged", "log", "place", "plan_kind") if (before[name] != states[name]).any()]
    assert not told
    return chosen


def positions(played, games: int, steps: int, seed: int = 0):
    """Yield the positions of games that are played at random, one after the other."""
    table = Table(played, games)
    table.seed(np.arange(seed, seed + games))
    table.arrange(at_random=True)
    table.begin()
    for _ in range(steps):
        going = np.flatnonzero(~table.done)
        if len(going) == 0:
            return
        yield table.states[going]
        table.step(going)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_bot_chooses_what_is_legal_at_every_stage(scenario: str):
    played, stages = game(scenario=scenario), set()
    for states in positions(played, GAMES, STEPS):
        chosen = choices(played, states)
        for k, state in enumerate(states):
            assert state["mask"][chosen[k]].all(), (state["stage"], chosen[k])
            stages.add(int(state["stage"]))
    assert PLANNING in stages and len(stages) >= 3


def test_all_stages_are_met():
    played, stages = game(scenario="firefight"), set()
    for states in positions(played, 40, 400):
        stages |= set(states["stage"].tolist())
    assert stages == set(range(PLANNING, MAIMING + 1))


@pytest.mark.parametrize("config", [{}, {"scenario": "firefight"}], ids=["duel", "firefight"])
def test_a_mirrored_position_gets_the_mirrored_choice(config):
    """Actions are counted from the side that is asked, so the choice is the same number."""
    played = game(**config)
    for nth, states in enumerate(positions(played, 2, 160)):
        if nth % 8 == 0:
            images = np.concatenate([image_of(played, states[k : k + 1], 1) for k in range(len(states))])
            np.testing.assert_array_equal(choices(played, states), choices(played, images))
    assert Image(played, 1).sides[0] == 1


def score(one: str, other: str, games: int) -> float:
    """Return the share of first place of a bot against another in squad_duel, from both edges."""
    played = game()
    seating, seeds = paired_seats(2, 2, games, 70_000)
    results = play_games(played, [find_agent(played, one), find_agent(played, other)], seating, seeds)
    return float((share_of_first(results.pay) * (seating == 0)).sum() / len(seeds))


def test_paragon_beats_random_nearly_always():
    assert score("paragon", "random", 200) >= 0.95


@pytest.mark.parametrize("bot", [name for name in BOT_NAMES if name not in ("random", "paragon")])
def test_paragon_beats_every_other_bot_on_the_average(bot: str):
    assert score("paragon", bot, 400) > 0.5
