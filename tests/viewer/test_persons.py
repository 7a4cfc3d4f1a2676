"""Several persons at one table: each is shown what its seat may know, and a curtain falls where that differs."""

import json

import numpy as np
import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.games import even_game
from swarmzoo.lab.rungs import short_game
from swarmzoo.viewer.play.kept import Keeper, read_kept, table_of
from swarmzoo.viewer.play.table import PersonTable
from tests.viewer.test_table import GAMES, chosen, everything


def table_for(name, persons=(0, 1), seed=5, **values):
    game = even_game(find_game(name), GAMES[name] | values)
    agents = [find_agent(game, "random") for _ in range(len(game.seats) - len(persons))]
    return PersonTable(game, agents, persons, seed)


def lift(table):
    """Lift the curtain, if it is down; return whether it was."""
    if table.curtain is None:
        return False
    table.look(table.curtain)
    return True


@pytest.mark.parametrize("name", GAMES)
def test_two_persons_play_a_game_to_its_end(name):
    table, chance, chose = PersonTable(short_game(find_game(name)), [], (0, 1), 5), np.random.default_rng(1), set()
    for _ in range(5000):
        if table.over:
            break
        lift(table)
        chose.add(table.seat)
        table.act(chosen(table, chance))
    assert table.over and table.curtain is None and chose == {0, 1}
    assert table.about()["ending"] and table.about()["players"] == ["a person"] * 2


@pytest.mark.parametrize(
    ("name", "values", "secret"),
    [
        ("insects", {}, True),
        ("warband", {}, False),
        ("formation", {}, False),
        ("formation", {"scenario": "ambush"}, True),
    ],
)
def test_a_curtain_falls_between_two_persons_wherever_anything_is_secret(name, values, secret):
    table, chance, before, fell, turns = table_for(name, **values), np.random.default_rng(2), None, [], 0
    for _ in range(60):
        if table.over:
            break
        was = lift(table)
        if before is not None and table.seat != before:
            fell.append(was)
            turns += 1
        else:
            assert not was or before is None
        before = table.seat
        table.act(chosen(table, chance))
    assert turns > 3
    assert all(fell[-3:]) if secret else not any(fell)


def test_nothing_is_shown_while_the_curtain_is_down():
    table = table_for("insects")
    assert table.curtain is not None
    own = {line for seat in (0, 1) for line in table.game.words.own(table._world(seat), seat)}
    assert own and not any(json.dumps(line) in json.dumps(table.public()) for line in own)
    for ask in (table.view, table.question, table.refused, lambda: table.act([3])):
        with pytest.raises(GameError, match="waits for"):
            ask()
    with pytest.raises(GameError, match="does not wait for that seat"):
        table.look(1 - table.curtain)
    table.look(table.curtain)
    assert table.question()


@pytest.mark.parametrize("name", GAMES)
def test_each_person_is_told_the_same_in_every_world_that_its_seat_holds_possible(name):
    values = {"scenario": "ambush"} if name == "formation" else {}
    table, chance, differ, shown = table_for(name, **values), np.random.default_rng(3), 0, set()
    for _ in range(16):
        if table.over:
            break
        lift(table)
        shown.add(table.seat)
        told, live = everything(table), table._live
        true, progress = live.state.copy(), live.table.progress
        other = table._ask.determinized(true, table.seat, 7)
        differ += bytes(other.view(np.uint8)) != bytes(true.view(np.uint8))
        live.table.put_back(other, progress)
        assert everything(table) == told
        live.table.put_back(true, progress)
        table.act(chosen(table, chance))
    assert differ and shown == {0, 1}


def test_who_moves_at_once_chooses_one_after_the_other_and_the_step_waits_for_both():
    table, chance = table_for("formation", scenario="march"), np.random.default_rng(4)
    steps = 0
    while steps < 3:
        number, both = table.number, len(table._live.asked()) == 2
        table.act(chosen(table, chance))
        steps += both
        if not both:  # one company has nothing to choose in this step
            continue
        acting = table._live.acting.tolist()
        assert table.number == number and not table.over
        lift(table)
        with pytest.raises(GameError, match="illegal"):
            table.act([table.game.num_actions] * len(table.question()["agents"]))
        table.act(chosen(table, chance))
        assert table.number > number
        assert len(table.taken[number]) == len(acting)
        for seat, recorder in table._recorders.items():  # a person is told its own choices alone
            acts = recorder.since(0, 0)["steps"][number + 1]["acts"]
            assert {table.game.side_of_agent[agent] for agent, _ in acts} == {seat}


def test_nothing_is_taken_back_from_another_person():
    table, chance = table_for("warband"), np.random.default_rng(5)
    table.act(chosen(table, chance))
    assert not table.about()["can_undo"]
    with pytest.raises(GameError, match="another has seen it"):
        table.undo()


@pytest.mark.parametrize("name", ["insects", "formation"])
def test_a_kept_game_of_several_persons_goes_on_behind_its_curtain(name, tmp_path):
    path, chance = tmp_path / "kept.json", np.random.default_rng(6)
    table = table_for(name)
    Keeper(path, table, [])
    for _ in range(8):
        lift(table)
        table.act(chosen(table, chance))
    again = table_of(read_kept(path), "")
    assert again.persons == (0, 1) and again.taken == table.taken
    assert (again.curtain is None) == (name == "formation")
    lift(table), lift(again)
    if table.seat == again.seat:
        assert everything(again) == everything(table)


def test_persons_and_agents_share_the_seats():
    game = even_game(find_game("insects"), {"players": 3})
    table = PersonTable(game, [find_agent(game, "greedy")], (2, 0), 0)
    assert table.about()["players"] == ["a person", "greedy", "a person"]
    for seats in ((), (0, 0), (0, 3), (0,)):
        with pytest.raises(GameError, match="seat"):
            PersonTable(game, [find_agent(game, "greedy")], seats, 0)
