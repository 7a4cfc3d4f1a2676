"""What programs are told and may do: whole games by numbers and names, nothing that a seat cannot know, no files."""

import json

import numpy as np
import pytest

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.viewer.door.house import MOST_GAMES, House

GAMES = {"insects": {}, "formation": {"size": 4}, "warband": {}, "overseer": {}, "nova": {}}


def begun(name, seat=0, seed=5, opponents=("random",)):
    house = House()
    return house, house.begin(name, seat, opponents, seed, GAMES[name])["game_id"]


def choices_of(house, game, chance, by_name):
    """Return a legal choice for each agent that must choose, by its name where only one action has it."""
    listed, found = house.legal(game), []
    for agent in dict.fromkeys(one["agent"] for one in listed):
        mine = [one for one in listed if one["agent"] == agent]
        one = mine[chance.integers(len(mine))]
        alone = [other["name"] for other in mine].count(one["name"]) == 1
        found.append(one["name"].upper() if by_name and alone else one["action"])
    return found


@pytest.mark.parametrize("by_name", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_a_program_plays_a_game_to_its_end(name, by_name):
    house, game = begun(name, seat=int(by_name))
    chance = np.random.default_rng(0)
    for _ in range(5000):
        if house.result(game)["over"]:
            break
        house.act(game, choices_of(house, game, chance, by_name))
    result = house.result(game)
    assert result["over"] and result["ending"] and len(result["pay"]) == 2
    assert "The game is over" in house.observe(game)
    assert house.legal(game) == [] and house.data(game)["over"]
    assert house.log(game)
    for ask in (lambda: house.why_not(game, 0), lambda: house.act(game, [0])):
        with pytest.raises(GameError, match="the game is over"):
            ask()


def everything(house, game):
    """Return all that a program can be told of a game."""
    table = house._tables[game]
    reasons = [house.why_not(game, action) for action in range(0, table.game.num_actions, 13)]
    told = [house.observe(game), house.data(game), house.legal(game), house.log(game), house.result(game), reasons]
    return json.dumps(told).encode() + house.picture(game)


@pytest.mark.parametrize("name", [*GAMES, "ambush"])
def test_two_worlds_that_a_seat_cannot_tell_apart_send_it_equal_bytes(name):
    house, chance = House(), np.random.default_rng(4)
    settings = {"scenario": "ambush", "size": 8} if name == "ambush" else GAMES[name]
    one, other = (
        house.begin("formation" if name == "ambush" else name, 0, ["random"], 9, settings)["game_id"] for _ in "ab"
    )
    tables, looked = [house._tables[game] for game in (one, other)], 0
    for seed in range(12):
        if tables[0].over:
            break
        truth = tables[0]._live.state
        tables[1]._live.table.enter(Questions(tables[1].game).determinized(truth, 0, seed))
        assert everything(house, one) == everything(house, other)
        tables[1]._live.table.enter(truth)
        choices = choices_of(house, one, chance, False)
        assert house.act(one, choices) == house.act(other, choices)
        looked += 1
    assert looked > 5


def test_what_a_seat_sees_has_its_own_hand_and_all_its_actions():
    house, game = begun("insects")
    seen, data = house.observe(game), house.data(game)
    assert len(data["hand"]) == 2
    assert f"hand of swarm_0: {', '.join(data['hand'])}" in seen
    for one in house.legal(game):
        assert f"  {one['action']}: {one['name']}" in seen
    assert "You play swarm_0. Step 0." in seen


def test_actions_are_found_by_words_and_by_part():
    house, game = begun("warband")
    every = house.legal(game)
    parts = {one["part"] for one in every}
    for part in parts:
        assert house.legal(game, part=part) == [one for one in every if one["part"] == part]
    word = every[-1]["name"].split()[-1]
    assert house.legal(game, contains=word.upper()) == [one for one in every if word in one["name"]]
    assert house.legal(game, contains="nothing has this") == []


def test_why_not_gives_the_kernels_own_reasons():
    house, game = begun("insects")
    legal = house.legal(game)[0]["action"]
    assert house.why_not(game, legal) == "it is allowed"
    illegal = next(k for k in range(100) if k not in [one["action"] for one in house.legal(game)])
    reason = house.why_not(game, illegal)
    assert reason in house._tables[game].game.words.reasons
    with pytest.raises(GameError, match="does not choose now"):
        house.why_not(game, 0, "swarm_1")
    with pytest.raises(GameError, match="numbered from 0"):
        house.why_not(game, 10**6)


@pytest.mark.parametrize(
    ("choices", "step", "told"),
    [
        ([], None, "0 choices; 1 are needed, one each for swarm_0"),
        ([0, 0], None, "2 choices; 1 are needed"),
        ([10**6], None, "1000000"),
        ([-1], None, "-1"),
        (["fly to the moon"], None, "no legal action has the name 'fly to the moon'; choose by number"),
        ([3], 7, "step 7: the game stands at step 0; look at it again"),
    ],
)
def test_a_choice_that_cannot_be_is_refused_and_nothing_has_happened(choices, step, told):
    house, game = begun("insects")
    before = house.observe(game)
    with pytest.raises(GameError) as error:
        house.act(game, choices, step)
    assert told in str(error.value)
    assert house.observe(game) == before


@pytest.mark.parametrize(
    ("keywords", "told"),
    [
        ({"game": "chess"}, "chess"),
        ({"opponents": ["bot.py:Bot"]}, "unknown opponent 'bot.py:Bot'; allowed are random, greedy"),
        ({"opponents": ["process:rm x"]}, "unknown opponent"),
        ({"opponents": ["model.zip"]}, "unknown opponent"),
        ({"opponents": ["search:4,model=bot.py:Bot"]}, "unknown opponent 'bot.py:Bot'"),
        ({"opponents": ["/etc/passwd"]}, "unknown opponent"),
        ({"opponents": []}, "name 1 opponents"),
        ({"opponents": ["greedy", "greedy", "greedy"]}, "name 1 opponents"),
        ({"seat": 2}, "seat 2"),
        ({"settings": {"map": "/etc/passwd"}}, "files cannot be named here"),
        ({"settings": {"fog": True}}, "fog"),
        ({"settings": {"rules": 3}}, "rules"),
    ],
)
def test_a_game_that_cannot_be_is_refused(keywords, told):
    house = House()
    with pytest.raises(GameError) as error:
        house.begin(**{"game": "insects"} | keywords)
    assert told in str(error.value)
    assert not house._tables


def test_games_are_closed_and_only_so_many_are_open():
    house = House()
    first, *_ = (house.begin("warband")["game_id"] for _ in range(MOST_GAMES))
    with pytest.raises(GameError, match="which is the most"):
        house.begin("warband")
    house.close(first)
    house.begin("warband")
    with pytest.raises(GameError, match="is open"):
        house.observe(first)


def test_games_tell_of_opponents_that_can_be_named_and_of_rules_that_can_be_read():
    house = House()
    for about in house.games():
        assert {"random", "search:SIMULATIONS"} <= set(about["opponents"])
        assert about["environment"] in house.rules(about["game"])


def test_a_program_is_told_what_a_search_holds_of_its_choices():
    house, game = begun("insects")
    told = house.hint(game, "search:16")
    legal = {one["action"]: one["name"] for one in house.legal(game)}
    assert told[0]["agent"] == "swarm_0"
    assert all(legal[one["action"]] == one["name"] for one in told[0]["actions"]) and told[0]["actions"]
    for by, said in (("greedy", "no hints"), ("bot.py:Bot", "unknown opponent"), ("process:ls", "unknown opponent")):
        with pytest.raises(GameError, match=said):
            house.hint(game, by)


def test_a_program_names_its_opponent_by_rating():
    house = House()
    begun = house.begin("warband", opponents=["rated:1000"])
    assert begun["players"] == ["you", "search-64"]
    with pytest.raises(GameError, match="a rating is a number"):
        house.begin("warband", opponents=["rated:strong"])
