"""The bots of formation."""

import numpy as np
import pytest

from swarmzoo.agents.agent import Seated
from swarmzoo.agents.built_in import built_in, teachers
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.formation import game as make_game
from swarmzoo.envs.formation.config import SCENARIOS


def wins(made, one, other, games=60):
    """Return the share of games that an agent wins, on both sides of every seed."""
    seating, seeds = paired_seats(2, 2, games, 100)
    results = play_games(made, [one, other], seating, seeds)
    assert results.pay.shape == (len(seeds), 2)
    mine = np.take_along_axis(results.pay, (seating == 0).argmax(1)[:, None], 1)[:, 0]
    return float((mine > 0).mean())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_commander_beats_random_in_every_scenario(scenario):
    made = make_game(size=8, scenario=scenario)
    bots = built_in(made)
    assert list(bots) == ["random", "hold", "marcher", "skirmisher", "charger", "volley", "commander"]
    share = wins(made, bots["commander"], bots["random"])
    assert share > 0.75, "on both sides of the scenario together"


def test_a_marcher_keeps_its_formation_where_nobody_shoots():
    made = make_game(size=8, scenario="march", blue=["guide"])
    bots = built_in(made)
    results = play_games(made, [bots["marcher"], bots["random"]], np.tile([[0, 1]], (20, 1)), np.arange(20))
    assert (results.pay[:, 0] > 0).mean() > 0.8
    assert np.mean([summary.of("intact", 0) for summary in results.summaries]) > 5


def test_the_drover_waits_for_the_dazed_and_so_arrives_intact_more_often():
    rules = {"march_victory": "intact", "bows": {"crossbow": {"damage": 0}}}
    made = make_game(size=8, scenario="march", red=["spearman"], blue=["guide", "crossbowman"], rules=rules)
    bots = built_in(made) | teachers(made)
    assert "drover" not in built_in(made), "it is there to be learned from"
    seating, seeds = np.tile([[0, 1]], (150, 1)), np.arange(150)
    shares = {}
    for name in ("marcher", "drover"):
        results = play_games(made, [bots[name], bots["volley"]], seating, seeds)
        shares[name] = (results.pay[:, 0] > 0).mean()
        assert [summary.of("arrived intact", 0) for summary in results.summaries] == (results.pay[:, 0] > 0).tolist()
    assert 0.05 <= shares["marcher"] <= 0.2 < shares["drover"]


class Stays:
    """A Python agent that does nothing."""

    name = "stays"

    def act(self, view):
        assert view.observations.shape == (len(view.agents), view.game.observation_size)
        assert {view.game.side_of_agent[agent] for agent in view.agents} == {view.side}
        assert (view.masks.sum(1) > 1).all()
        return [0] * len(view.agents)


class StaysAlone(Stays):
    """A Python agent that forgets that it has many soldiers."""

    def act(self, view):
        return 0


def test_a_python_agent_decides_for_all_its_soldiers_at_once():
    made = make_game(size=4)
    bots = built_in(made)
    seating = np.array([[0, 1], [1, 0]])
    results = play_games(made, [Seated("stays", Stays()), bots["random"]], seating, np.array([1, 1]))
    assert (np.abs(results.pay.sum(1)) < 1e-6).all()
    with pytest.raises(GameError, match=r"needed for each of the . agents that act now"):
        play_games(made, [Seated("alone", StaysAlone()), bots["random"]], seating, np.array([1, 1]))


def test_games_do_not_depend_on_the_batch():
    made = make_game(size=8)
    bots = built_in(made)
    seating, seeds = paired_seats(2, 2, 12, 3)
    one = play_games(made, [bots["commander"], bots["charger"]], seating, seeds, batch=12)
    other = play_games(made, [bots["commander"], bots["charger"]], seating, seeds, batch=5, threads=2)
    assert (one.pay == other.pay).all()
    assert (one.length == other.length).all()
    assert one.summaries == other.summaries
