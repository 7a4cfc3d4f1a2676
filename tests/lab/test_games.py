"""Games as agents are measured in them: symmetric maps wherever there are any, said in words."""

import pytest

from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.games import even_game, in_words, made, maps_of


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
