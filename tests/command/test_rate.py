"""`swarmzoo rate`: a rating on every game's ladder and over all."""

import json

import pytest

from tests.command.run import run as run_command

QUICK = ("--games", "2", "--top", "search:4")


@pytest.fixture
def run(capsys, monkeypatch):
    return lambda *words: run_command(capsys, monkeypatch, *words)


def test_an_agent_is_rated_on_each_game_and_over_all(run):
    done = run("rate", "random", "--game", "insects", "--game", "warband", *QUICK, "--json")
    assert done.code == 0, done.err
    told = json.loads(done.out)
    assert [row["game"] for row in told["rows"]] == ["insects", "warband"]
    assert [met["rung"] for met in told["rows"][0]["met"]] == ["random", "search:4"]
    elos = sorted(row["elo"] for row in told["rows"])
    assert elos[0] <= told["over_all"]["elo"] <= elos[1] < 1000


def test_the_table_says_against_whom(run):
    done = run("rate", "rusher", *QUICK)
    assert done.code == 0, done.err
    assert "insects" in done.out and "search:4 " in done.out and "warband: not rated" in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nobody"], "nobody"),
        (["greedy", "--game", "warband"], "greedy"),
        (["random", "--game", "chess"], "chess"),
        (["random", "--game", "insects", "--top", "search:5"], "--top search:5"),
    ],
)
def test_mistakes_are_told(run, words, said):
    done = run("rate", *words)
    assert done.code == 2 and said in done.err


def test_a_game_that_the_agent_does_not_play_is_told_before_others_are_played(run, monkeypatch):
    played = []
    monkeypatch.setattr("swarmzoo.command.rate._climbed", lambda *_: played.append(1))
    done = run("rate", "greedy", "--game", "insects", "--game", "warband", *QUICK)
    assert done.code == 2 and "plays insects, not warband" in done.err and not played


def test_a_rung_that_was_not_measured_is_told(run):
    done = run("rate", "random", "--game", "nova", "--games", "2", "--top", "search:4096", "--json")
    assert done.code == 0, done.err
    told = json.loads(done.out)
    assert told["notes"] == ["nova: search:4096 was not measured; the ladder ends below it"]
