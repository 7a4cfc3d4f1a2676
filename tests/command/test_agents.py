"""`swarmzoo agents`: every agent of a game is listed, found by its text, and rated as on the game's page."""

import csv
import json

import pytest

from swarmzoo.agents.built_in import baselines, built_in, homes, kinds, teachers
from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.rated import ratings, text_of
from tests.command.run import run


@pytest.fixture
def listed(capsys, monkeypatch):
    return lambda *words: json.loads(run(capsys, monkeypatch, "agents", *words, "--json").out)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_everybody_who_plays_a_game_is_listed_with_kind_and_rating(game, listed):
    rows = {row["agent"]: row for row in listed(game.name)}
    assert {*built_in(game), *teachers(game), *baselines(game), "search"} <= set(rows)
    assert {row["game"] for row in rows.values()} == {game.name}
    made = game.read({})
    assert all(find_agent(made, text).name for text, row in rows.items() if row["kind"] in ("bot", "teacher", "search"))
    ladder = csv.DictReader((game.folder / "measured" / "ladder.csv").read_text().splitlines())
    assert [text_of(row["agent"]) for row in ladder] == [text for text, row in rows.items() if row["elo"] is not None]
    assert all(row["low"] < row["elo"] < row["high"] for row in rows.values() if row["elo"] is not None)


def test_without_a_game_all_are_listed_and_the_table_shows_the_same(listed, capsys, monkeypatch):
    rows = listed()
    assert {row["game"] for row in rows} == {game.name for game in games()}
    shown = run(capsys, monkeypatch, "agents", "insects").out
    assert all(row["agent"] in shown and row["kind"] in shown for row in rows if row["game"] == "insects")
    best = next(csv.DictReader((find_game("insects").folder / "measured" / "ladder.csv").read_text().splitlines()))
    assert best["Elo"] in shown and best["95% interval"] in shown


def test_kinds_and_homes_say_what_an_agent_is_and_where():
    insects = find_game("insects")
    assert {kinds(insects)[name] for name in ("greedy", "expert", "standard")} == {"bot", "teacher", "policy"}
    assert homes("runner") == ["insects", "warband"] and homes("captain") == ["warband"] and homes("gready") == []


def test_searches_of_a_ladder_are_told_by_the_texts_that_make_them():
    assert [text_of(name) for name in ("search", "search-64", "search-64-cut=0", "greedy")] == [
        *("search", "search:64", "search:64,cut=0", "greedy")
    ]


def test_a_game_without_a_ladder_has_no_ratings(tmp_path):
    assert ratings(find_game("insects")._replace(folder=tmp_path)) == {}


@pytest.mark.parametrize(("name", "its"), [("captain", "warband"), ("clash", "formation"), ("skirmish", "warband")])
def test_an_agent_of_another_game_is_told_whose_it_is(name, its):
    with pytest.raises(GameError, match=f"'{name}' plays {its}, not insects: .*--game {its}"):
        find_agent(find_game("insects").read({}), name)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_games_list_says_what_agents_can_be_forbidden(game, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "250")
    shown = run(capsys, monkeypatch, "agents", game.name).out
    for part in game.read({}).actions.parts:
        word = part.name.replace(" ", "_")
        assert f"-{word} " in shown and find_agent(game.read({}), f"random -{word}").name == f"random -{word}"
