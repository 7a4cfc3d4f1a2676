"""Kept games go on where they stood, whoever wrote the file, and a failed agent's place can be taken."""

import json

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.games import even_game
from swarmzoo.viewer.play.kept import Keeper, read_kept, table_of
from swarmzoo.viewer.play.table import PersonTable
from tests.viewer.test_table import GAMES, chosen, everything, so_far
from tests.viewer.test_table import table_of as new_table

BAD = """
class Bad:
    def __init__(self):
        self.left = {left}

    def act(self, view):
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("lost my head")
        return int(view.masks[0].argmax())
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "kept.json"


def played(name, path, *, opponent="random", turns=6, seat=0, **values):
    """Return a table at which some turns were played, and which keeps its game."""
    table, chance = new_table(name, seat, opponent=opponent, **values), np.random.default_rng(4)
    Keeper(path, table, [opponent] * (len(table.game.seats) - 1))
    for _ in range(turns):
        if not table.over:
            table.act(chosen(table, chance))
    return table


def table_bots(name):
    return sorted(built_in(even_game(find_game(name), GAMES[name])))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("opponent", ["random", "scripted"])
@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_goes_on_as_if_it_had_never_stopped(name, opponent, seat, path):
    agent = "random" if opponent == "random" else table_bots(name)[0]
    table = played(name, path, opponent=agent, seat=seat)
    again = table_of(read_kept(path), str(path))
    assert everything(again) == everything(table)
    one, two = np.random.default_rng(7), np.random.default_rng(7)
    for _ in range(10):
        if table.over:
            break
        table.act(chosen(table, one))
        again.act(chosen(again, two))
        assert everything(again) == everything(table)
    while table.about()["can_undo"]:
        table.undo()
        again.undo()
    assert again.question() == table.question()


@pytest.mark.parametrize("name", GAMES)
def test_what_is_taken_back_is_not_kept(name, path):
    table = played(name, path, turns=3)
    table.undo()
    assert so_far(table_of(read_kept(path), "")) == so_far(table)
    table.begin(8)
    assert everything(table_of(read_kept(path), "")) == everything(table)


def test_bans_of_agents_are_kept(path):
    table = played("insects", path, opponent="greedy -burn")
    again = table_of(read_kept(path), "")
    assert again.names == table.names and everything(again) == everything(table)


def test_a_game_that_is_over_is_kept_as_such(path):
    table = played("warband", path, turns=5000)
    assert table.over
    again = table_of(read_kept(path), "")
    assert again.over and again.about() == table.about()


@pytest.mark.parametrize("left", [0, 3])
def test_a_bot_goes_on_for_an_agent_that_failed(left, tmp_path, path):
    bot = tmp_path / "bad.py"
    bot.write_text(BAD.format(left=left))
    table, chance = new_table("insects", opponent=f"{bot}:Bad"), np.random.default_rng(0)
    Keeper(path, table, [f"{bot}:Bad"])
    while not table.over:
        table.act(chosen(table, chance))
    assert "greedy" in table.about()["stand_ins"]
    number = table.number
    with pytest.raises(GameError, match="unknown bot 'nobody'"):
        table.take_over("nobody")
    table.take_over("greedy")
    assert table.names == ["you", "greedy"] and not table.over and table.number >= number - 1
    with pytest.raises(GameError, match="nobody failed"):
        table.take_over("greedy")
    for _ in range(3):
        table.act(chosen(table, chance))
    again = table_of(read_kept(path), "")  # no program is in it now
    assert everything(again) == everything(table)
    table.undo()
    assert table.question()


def test_all_soldiers_of_a_failed_agent_go_on(tmp_path):
    bot = tmp_path / "bad.py"
    bot.write_text(BAD.format(left=5).replace("int(view.masks[0].argmax())", "view.masks.argmax(axis=1)"))
    table, chance = new_table("formation", opponent=f"{bot}:Bad"), np.random.default_rng(0)
    while not table.over:
        table.act(chosen(table, chance))
    table.take_over("charger")
    assert not table.over
    while not table.over:
        table.act(chosen(table, chance))
    assert not table.about()["fault"]


def test_programs_of_a_kept_game_run_only_when_trusted(tmp_path, path):
    bot = tmp_path / "bot.py"
    bot.write_text(BAD.format(left=10**6))
    played("insects", path, opponent=f"{bot}:Bad", turns=2)
    with pytest.raises(GameError, match="--trust"):
        table_of(read_kept(path), str(path))
    assert table_of(read_kept(path), str(path), trust=True).number
    for text in ("process:touch x", "x.yaml", "X.py:Bot", "greedy.PY:B"):
        kept = json.loads(path.read_text()) | {"agents": [text]}
        path.write_text(json.dumps(kept))
        with pytest.raises(GameError):
            table_of(read_kept(path), str(path))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"schema": 2}, "schema must be 1"),
        ({"schema": None}, "schema must be 1"),
        ({"game": "chess"}, "chess"),
        ({"rules": "other"}, "other"),
        ({"config": {"players": 99}}, "players"),
        ({"seat": 5}, "seat 5"),
        ({"seat": "0"}, "seat"),
        ({"seed": -1}, "seed"),
        ({"seed": 10**30}, "seed"),
        ({"agents": []}, "opponents"),
        ({"agents": ["nobody"]}, "nobody"),
        ({"draws": []}, "draws"),
        ({"draws": [1, 2, 3, 2**32]}, "draws"),
        ({"taken": [[9999]]}, "step 0"),
        ({"taken": [[-1]]}, "taken"),
        ({"taken": [[1, 2]]}, "step 0"),
        ({"taken": [[]]}, "step 0"),
        ({"taken": "all"}, "taken"),
        ({"more": 1}, "more"),
    ],
)
def test_what_is_wrong_in_a_kept_game_is_told(changed, said, path):
    played("insects", path, turns=2)
    path.write_text(json.dumps(json.loads(path.read_text()) | changed))
    with pytest.raises(GameError, match=said) as error:
        table_of(read_kept(path), str(path))
    assert f"{path}: " in str(error.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"1", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_kept_game_is_told(content, path):
    path.write_bytes(content)
    with pytest.raises(GameError, match="not a kept game"):
        read_kept(path)


def test_steps_after_the_end_are_told(path):
    played("warband", path, turns=5000)
    kept = json.loads(path.read_text())
    path.write_text(json.dumps(kept | {"taken": [*kept["taken"], [0]]}))
    with pytest.raises(GameError, match="over before"):
        table_of(read_kept(path), "")


def test_a_full_disk_does_not_stop_the_game(path, monkeypatch):
    table = played("insects", path, turns=1)
    assert not table.about()["unkept"]
    before = path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("swarmzoo.viewer.play.kept.write_whole", full)
    table.act(chosen(table, np.random.default_rng(0)))
    assert "No space left" in table.about()["unkept"] and table.question()
    monkeypatch.undo()
    assert path.read_bytes() == before
    table.undo()
    assert not table.about()["unkept"]


def test_other_seats_than_two_are_kept(path):
    game = even_game(find_game("insects"), {"players": 4})
    texts = ["greedy", "random", "rusher"]
    table, chance = PersonTable(game, [find_agent(game, text) for text in texts], 2, 0), np.random.default_rng(0)
    Keeper(path, table, texts)
    for _ in range(4):
        table.act(chosen(table, chance))
    assert everything(table_of(read_kept(path), "")) == everything(table)
