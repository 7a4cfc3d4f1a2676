"""A person's table: every game can be played to its end, taken back, and tells the seat only what it may know."""

import json

import numpy as np
import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.games import even_game
from swarmzoo.viewer.play.messages import LONGEST, Act, Hint, Look, New, Replace, Undo, Why, read
from swarmzoo.viewer.play.table import PersonTable

GAMES = {"insects": {}, "formation": {"size": 4}, "warband": {}, "overseer": {}, "nova": {}}


def table_of(name, seat=0, seed=5, opponent="random", **values):
    game = even_game(find_game(name), GAMES[name] | values)
    agents = [find_agent(game, opponent) for _ in range(len(game.seats) - 1)]
    return PersonTable(game, agents, seat, seed)


def chosen(table, chance):
    """Return legal actions by chance, one for each agent that must choose."""
    return [int(chance.choice([one["action"] for one in agent["actions"]])) for agent in table.question()["agents"]]


def everything(table):
    """Return all that a page is told."""
    return json.dumps(
        [table.number, table.about(), table.question(), table.refused(), table.spoken(), table.recorder.since(0, 0)]
    )


def so_far(table):
    """Return what a page is told of the steps that were taken, and asked now."""
    return json.dumps([table.question(), table.recorder.since(0, 0)["steps"]])


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", GAMES)
def test_a_person_plays_a_game_to_its_end(name, seat):
    table, chance = table_of(name, seat), np.random.default_rng(seat)
    for _ in range(5000):
        if table.over:
            break
        table.act(chosen(table, chance))
    assert table.over and table.question() is None
    about = table.about()
    assert about["ending"] and len(about["pay"]) == 2 and not about["fault"]
    assert about["players"][seat] == "you"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_taken_back_has_not_happened(name):
    table, chance, seen = table_of(name), np.random.default_rng(1), []
    for _ in range(12):
        if table.over:
            break
        seen.append(
            (table.number, json.dumps([table.question(), table.recorder.data(seed=0, agents=[], pay=[])["steps"]]))
        )
        table.act(chosen(table, chance))
    assert len(seen) > 3
    for number, told in reversed(seen):
        assert table.about()["can_undo"]
        table.undo()
        assert table.number == number
        assert so_far(table) == told
    with pytest.raises(GameError, match="nothing to take back"):
        table.undo()


@pytest.mark.parametrize("name", GAMES)
def test_the_same_choices_after_taking_back_lead_to_the_same_game(name):
    plain, bold, chance = table_of(name), table_of(name), np.random.default_rng(3)
    for _ in range(8):
        if plain.over:
            break
        actions, others = chosen(plain, chance), chosen(plain, chance)
        plain.act(actions)
        bold.act(others)
        bold.undo()
        bold.act(actions)
        assert bold.question() == plain.question()
        assert list(bold.recorder.since(0, 0)["steps"][-1].get("says", [])) == list(
            plain.recorder.since(0, 0)["steps"][-1].get("says", [])
        )


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_differ_in_what_a_seat_cannot_know_send_it_equal_bytes(name):
    table, chance, differ = table_of(name), np.random.default_rng(2), 0
    for _ in range(25):
        if table.over:
            break
        told = everything(table)
        live = table._live
        true = live.state.copy()
        for seed in (1, 2):
            other = table._ask.determinized(true, 0, seed)
            differ += bytes(other.view(np.uint8)) != bytes(true.view(np.uint8))
            live.table.put_back(other, live.table.progress)
            assert everything(table) == told
            assert table.game.words.drawing(table._world()) == table.game.words.drawing(
                table._ask.determinized(true, 0, 0)
            )
        live.table.put_back(true, live.table.progress)
        table.act(chosen(table, chance))
    assert differ


def advised(name, by, **values):
    """Return a table at which an agent gives hints."""
    table = table_of(name, **values)
    table.hints_by(lambda game: find_agent(game, by))
    return table


@pytest.mark.parametrize("name", GAMES)
def test_hints_are_of_legal_actions_and_the_same_in_every_world_that_a_seat_holds_possible(name):
    hidden = {"scenario": "ambush"} if name == "formation" else {}  # a clash hides nothing
    table, chance, differ = advised(name, "search:16", **hidden), np.random.default_rng(6), 0
    for _ in range(4):
        found = table.hint()
        assert found["by"].startswith("search")
        question = table.question()["agents"]
        assert len(found["agents"]) == len(question)
        for told, asked in zip(found["agents"], question, strict=True):
            assert {one["action"] for one in told} <= {one["action"] for one in asked["actions"]} and told
            assert sum(one["share"] for one in told) <= 1.01
            assert [one["share"] for one in told] == sorted((one["share"] for one in told), reverse=True)
            assert all(one["value"] is None or 0 <= one["value"] <= 1 for one in told)
        live = table._live
        true, progress = live.state.copy(), live.table.progress
        other = table._ask.determinized(true, 0, 5)
        differ += bytes(other.view(np.uint8)) != bytes(true.view(np.uint8))
        live.table.put_back(other, progress)
        assert table.hint() == found
        live.table.put_back(true, progress)
        table.act(chosen(table, chance))
    assert differ


@pytest.mark.parametrize(("name", "policy"), [("insects", "standard"), ("warband", "skirmish")])
def test_a_policy_hints_at_its_probabilities(name, policy):
    table = advised(name, policy)
    found = table.hint()["agents"][0]
    agent, view = find_agent(table.game, policy), table.view()
    assert found[0]["action"] == int(agent.act(view.observations, view.masks)[0])
    assert 0.5 < sum(one["share"] for one in found) <= 1.01


def test_hints_come_from_those_who_weigh_and_while_there_is_a_choice():
    with pytest.raises(GameError, match="nobody gives hints"):
        table_of("insects").hint()
    with pytest.raises(GameError, match="greedy gives no hints"):
        advised("insects", "greedy").hint()
    table, chance = advised("warband", "search:16"), np.random.default_rng(0)
    while not table.over:
        table.act(chosen(table, chance))
    with pytest.raises(GameError, match="over"):
        table.hint()


@pytest.mark.parametrize("name", GAMES)
def test_every_action_can_be_chosen_or_is_refused_with_its_reason(name):
    table, chance = table_of(name), np.random.default_rng(5)
    for _ in range(6):
        view, question, told = table.view(), table.question()["agents"], table.refused()
        assert len(told) == len(question)
        for row, (asked, groups) in enumerate(zip(question, told, strict=True)):
            found = [(one["name"], group["reason"]) for group in groups for one in group["actions"]]
            assert len(found) + len(asked["actions"]) == table.game.num_actions
            assert len({group["reason"] for group in groups}) == len(groups)
            wanted = [(view.action_name(k, row), view.why_not(k, row)) for k in np.flatnonzero(view.masks[row] == 0)]
            assert sorted(found) == sorted(wanted) and all(reason for _, reason in found)
        table.act(chosen(table, chance))


def test_nothing_is_refused_where_nobody_is_asked():
    table, chance = table_of("warband"), np.random.default_rng(0)
    while not table.over:
        table.act(chosen(table, chance))
    assert table.refused() == []


def test_a_seat_is_told_its_own_hand_alone():
    told = table_of("insects", 1).about()["own"]
    assert told and any("hand" in line.lower() for line in told)


def test_an_illegal_action_is_refused_with_its_reason_and_changes_nothing():
    table = table_of("insects")
    legal = {one["action"] for one in table.question()["agents"][0]["actions"]}
    before = everything(table)
    for action in sorted(set(range(table.game.num_actions + 3)) - legal):
        with pytest.raises(GameError, match="illegal"):
            table.act([action])
    for actions in ([], [min(legal)] * 2):
        with pytest.raises(GameError):
            table.act(actions)
    assert everything(table) == before


def test_an_agent_that_fails_ends_the_game_with_a_sentence(tmp_path):
    bot = tmp_path / "bad.py"
    bot.write_text("class Bad:\n    def act(self, view):\n        raise RuntimeError('lost my head')\n")
    table, chance = table_of("insects", opponent=f"{bot}:Bad"), np.random.default_rng(0)
    while not table.over:
        table.act(chosen(table, chance))
    assert "lost my head" in table.about()["fault"] and table.about()["pay"] == [1.0, -1.0]
    table.undo()
    assert not table.over and table.question()


def test_several_opponents_sit_where_the_person_does_not():
    game = even_game(find_game("insects"), {"players": 3})
    agents = [find_agent(game, name) for name in ("greedy", "rusher")]
    assert PersonTable(game, agents, 1, 0).about()["players"] == ["greedy", "you", "rusher"]


@pytest.mark.parametrize(("seat", "opponents"), [(2, 1), (-1, 1), (0, 0), (0, 2)])
def test_seats_and_opponents_must_fit_the_game(seat, opponents):
    game = even_game(find_game("insects"), {})
    with pytest.raises(GameError, match="seat"):
        PersonTable(game, [find_agent(game, "random")] * opponents, seat, 0)


def test_a_person_does_not_play_thirty_soldiers_at_once():
    with pytest.raises(GameError, match="a person can play at most 8"):
        table_of("formation", size=32)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type":"act","number":3,"seat":0,"actions":[4]}', Act(type="act", number=3, seat=0, actions=[4])),
        ('{"type":"look","number":3,"seat":1}', Look(type="look", number=3, seat=1)),
        ('{"type":"undo","number":0}', Undo(type="undo", number=0)),
        ('{"type":"new","seed":9}', New(type="new", seed=9)),
        ('{"type":"hint","number":2}', Hint(type="hint", number=2)),
        ('{"type":"why","number":2}', Why(type="why", number=2)),
        ('{"type":"replace","number":2,"agent":"greedy"}', Replace(type="replace", number=2, agent="greedy")),
    ],
)
def test_messages_are_read(text, message):
    assert read(text) == message


@pytest.mark.parametrize("squad_size", [2, 6])
def test_a_person_can_lead_the_largest_company(squad_size):
    table = table_of("formation", size=512, control="orders", rules={"squad_size": squad_size})
    asked = table.question()["agents"]
    assert len(asked) > 64
    actions = [agent["actions"][-1]["action"] for agent in asked]
    text = json.dumps({"type": "act", "number": table.number, "seat": 0, "actions": actions})
    assert len(text) <= LONGEST
    table.act(read(text).actions)
    assert table.number > 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "null",
        "{}",
        '{"type":"exec"}',
        '{"type":"act"}',
        '{"type":"act","number":-1,"seat":0,"actions":[1]}',
        '{"type":"act","number":1,"seat":0,"actions":[]}',
        '{"type":"act","number":1,"seat":0,"actions":["1"]}',
        '{"type":"act","number":1,"seat":0,"actions":[1.5]}',
        '{"type":"act","number":true,"seat":0,"actions":[1]}',
        '{"type":"act","number":1,"seat":0,"actions":[99999999999]}',
        '{"type":"act","number":1,"seat":0,"actions":[1],"path":"/etc/passwd"}',
        '{"type":"new","seed":-1}',
        '{"type":"act","number":1,"actions":[1]}',
        '{"type":"look","number":1}',
        '{"type":"hint"}',
        '{"type":"replace","number":1}',
        '{"type":"replace","number":1,"agent":7}',
        "[" * 2000,
    ],
)
def test_other_messages_are_refused(text):
    with pytest.raises(GameError, match="cannot be read"):
        read(text)
