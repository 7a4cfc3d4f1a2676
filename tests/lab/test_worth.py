"""What a rule is worth to the side that has it; keeping formation must be worth something."""

import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.worth import with_field, worth

GAMES = 200


@pytest.mark.parametrize("bot", ["hold", "volley", "commander", "charger"])
def test_who_keeps_formation_wins_more_often_than_the_same_bot_without(bot):
    found = worth("formation", {}, "rules.formations", bot, GAMES, 1)
    assert found.games == GAMES and found.low > 0.5, found


def test_only_one_field_is_changed_and_the_others_stay():
    game = with_field("formation", {"size": 8, "rules": {"evasion": "evading"}}, "rules.formations", "blue")
    assert (game.config.size, game.config.rules.evasion, game.config.rules.formations) == (8, "evading", "blue")
    assert with_field("formation", {}, "scenario", "bridge").config.scenario == "bridge"


@pytest.mark.parametrize(("field", "value"), [("rules.formation", "red"), ("rules.formations", "green")])
def test_a_field_that_names_no_sides_is_refused_in_a_sentence(field, value):
    with pytest.raises(GameError, match=r"rules\.formation"):
        with_field("formation", {}, field, value)
