"""Games as agents are measured in them: symmetric maps wherever there are any, said in words."""

import re

import pytest

from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.envs.core.config import with_value
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.games import even_game, in_words, keywords_of, made, maps_of


@pytest.mark.parametrize("found", games(), ids=lambda found: found.name)
def test_every_game_has_a_default_that_favours_no_seat_where_it_has_a_choice(found):
    game = even_game(found, {})
    assert ("symmetric" in found.config.model_fields) == (maps_of(game) == "symmetric maps")
    assert in_words(game).startswith(game.env_id)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        *(({"players": players}, "insects-v0, symmetric maps") for players in (2, 3, 4, 6)),
        ({"players": 5}, "insects-v0, random maps"),
        ({"symmetric": False}, "insects-v0, random maps"),
        ({"players": 6, "radius": 2}, "insects-v0, symmetric maps"),
        ({"map": "a 1 5\n .2 3\n b 4 6\n"}, "insects-v0, the map that was given"),
    ],
)
def test_maps_are_symmetric_where_the_seats_allow_it_and_nothing_else_is_said(values, words):
    assert in_words(even_game(find_game("insects"), values)) == words


def test_a_game_without_a_choice_of_maps_has_no_words_for_them():
    assert in_words(even_game(find_game("formation"), {"size": 8})) == "formation-v0"


@pytest.mark.parametrize("values", [{"players": 9}, {"playerz": 3}, {"players": 5, "symmetric": True}])
def test_what_is_wrong_is_told_of_what_was_given(values):
    with pytest.raises(GameError) as even:
        even_game(find_game("insects"), values, "env.")
    with pytest.raises(GameError) as plain:
        find_game("insects").read(values, "env.")
    assert str(even.value) == str(plain.value)


def test_the_programs_of_the_lab_have_the_same_default():
    assert made("insects", "players=3").config.symmetric and not made("insects", "symmetric=false").config.symmetric
    assert made("formation", "size=8").config.size == 8


def test_keywords_name_parts_of_parts():
    assert keywords_of("size=8,rules.start=3,rules.deck.size=2") == {
        "size": 8,
        "rules": {"start": 3, "deck": {"size": 2}},
    }
    assert keywords_of("rules={start: 1},size=2") == {"rules": {"start": 1}, "size": 2} and keywords_of("") == {}
    game = made("warband", "scenario=loot,rules.shaping_star=0.5")
    assert game.config.rules.shaping_star == 0.5 and game.config.scenario == "loot"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("size=8,size.x=2", "keywords 'size=8,size.x=2': size and size.x are given; leave one of the two out"),
        ("rules.a.b=1,rules=2", "rules and rules.a.b are given"),
        ("rules.=2", "a name in 'rules.' is empty"),
        ("rules..x=2", "a name in 'rules..x' is empty"),
        ("=2", "a name in '' is empty"),
        ("rules.a.b=1,rules.a.b=2", "rules.a.b is given twice"),
        ("rules.", "'rules.' has no value"),
    ],
)
def test_keywords_that_contradict_each_other_are_refused(text, told):
    with pytest.raises(GameError, match=re.escape(told)):
        keywords_of(text)


def test_another_value_leaves_what_it_was_taken_from_alone():
    values = {"rules": {"start": 1}}
    assert with_value(values, "rules.size", 2, "here") == {"rules": {"start": 1, "size": 2}}
    assert values == {"rules": {"start": 1}}
