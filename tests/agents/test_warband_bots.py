"""What the bots of warband know: the objectives of the scenarios, and when waiting must end."""

from functools import cache

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.skirmish.warband.captain import choose_as_captain
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.kernel import entry_point
from tests.envs.skirmish.warband.scenes import scene

OBJECTIVE = {"kill_leader": "the leader was lost", "loot": "the loot was won", "hold_centre": "the centre was held"}


def played(scenario, *names, games=60):
    """Return results of games between bots, every seed from both seats."""
    game = find_game("warband").read({"scenario": scenario})
    bots = [built_in(game)[name] for name in names]
    seats, seeds = paired_seats(2, len(bots), games, 1)
    return play_games(game, bots, seats, seeds, summaries=False), seats


@pytest.mark.parametrize("scenario", OBJECTIVE)
def test_objectives_decide_at_least_half_of_the_games_between_good_bots_and_captain_is_ahead(scenario):
    results, seats = played(scenario, "captain", "runner", games=200)
    assert results.endings.count(OBJECTIVE[scenario]) >= 100
    assert results.endings.count("even at the end") <= 20
    assert results.pay[seats == 0].mean() > 0.05


@pytest.mark.parametrize("bot", ["gunline", "coward"])
def test_who_waits_comes_forward_after_half_of_the_turns_so_that_few_mirrors_end_even(bot):
    results, _ = played("skirmish", bot)
    assert results.endings.count("even at the end") <= 6


def _ask(states, rules, chosen):
    chosen[0] = choose_as_captain(states[0], rules[0], states[0].actor, states[0].mask)


@cache
def asking():
    """Return what asks the captain, compiled once."""
    return entry_point(_ask, "warband_captain_ask", {"choose_as_captain": choose_as_captain})


def choice(made):
    """Return what the captain chooses in a scene, in words."""
    chosen = np.zeros(1, np.int64)
    asking()(made.table.states, made.game.rules, chosen)
    return made._name(int(chosen[0]))


def test_captain_goes_for_loot_that_it_would_leave_in_a_skirmish():
    track, says = "r0 . . . . . . . . . . . . b0 b1", {"r1": "at 0 5"}
    head = "loot: 0 3"
    assert choice(scene(track, says=says, current="r0", config={"scenario": "loot"}, head=head)) == "go to 0 3"
    assert choice(scene(track, says=says, current="r0", head=head)) != "go to 0 3"


def test_captain_strikes_the_leader_before_others_where_that_is_what_counts():
    sheets = {"b0": {"coronet": 3}, "b1": {"coronet": 5, "star": 6}}
    field = "b0 r0 b1\n r1"
    assert choice(scene(field, current="r0", config={"scenario": "kill_leader"}, **sheets)) == "strike at b1"
    assert choice(scene(field, current="r0", **sheets)) == "strike at b0"
