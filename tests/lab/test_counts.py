"""What happens in games is counted as a reader of their logs would count it, in every game alike."""

import csv
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.live import LiveGame
from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.events import told
from swarmzoo.lab import counts
from swarmzoo.lab.counts import Counts, configurations, count, line_up, measured, never

NAMES = [found.name for found in games()]
SMALL = {"underlings": 8, "columns": 16, "rows": 16}


def by_hand(game, agents, seed):
    """Play one game and return its log, codes with their numbers, and its sentences, read after every step."""
    live = LiveGame(game, agents, pausing=True)
    live.begin(seed)
    rows, sentences, since = [], [], 0
    while True:
        kept, missed, since = told(live.state[0], since)
        assert not missed
        rows += kept
        sentences += live.events()
        if live.over:
            return rows, sentences, live
        live.play()


@pytest.mark.parametrize("name", NAMES)
def test_events_and_the_end_of_a_game_are_counted_as_by_hand(name):
    game = find_game(name).read(configurations(find_game(name))[0])
    agents = list(built_in(game).values())[1:2] * game.num_sides
    found = count(game, agents, np.arange(game.num_sides)[None], np.array([5]))
    rows, _, live = by_hand(game, agents, 5)
    codes = Counter(row[0] for row in rows)
    book = game.words.book
    assert found.unread == 0 and len(rows) > 10
    assert {name: found.times["event", name] for name in book.names} == {
        name: codes[code] for code, name in enumerate(book.names)
    }
    assert found.times["ending", game.words.ending(live.state)] == found.games == 1
    assert sum(found.times["choice", part.name] for part in game.actions.parts) == int(live.table.decisions)


def test_commands_tests_weapons_and_what_they_do_are_counted_as_the_log_tells_them():
    found_game = find_game("overseer")
    burners = [[{"leader": "sergeant", "specialist": "flamer"}]]
    game = found_game.read(SMALL | {"scenario": "hold_ground", "forces": burners})
    agents = [find_agent(game, "shelter"), find_agent(game, "hunter")]
    found = count(game, agents, np.array([[0, 1]]), np.array([2]))
    _, sentences, _ = by_hand(game, agents, 2)

    def lines(*words):
        return sum(all(word in line for word in words) for line in sentences)

    for heading, name, words in (
        ("Command", "Fire", ["chooses Fire"]),
        ("Command", "Suppressing Fire", ["chooses Suppressing Fire"]),
        ("attack", "volley", ["attacks", ": volley"]),
        ("weapon", "flamer", ["with flamer"]),
        ("deadlier by", "Spray", ["Spray: "]),
        ("test", "to hit: success", [" to hit, ", "success"]),
        ("test", "to hit: failure", [" to hit, ", "failure"]),
        ("reaction", "evasion", [" to evade, "]),
        ("damage", "fury", ["damage, with fury"]),
        ("range", "Medium", ["Medium range"]),
        ("modifier", "USM", ["USM"]),
        ("body", "Underlings", ["damage on Underlings"]),
        ("event", "killed", ["loses", "Underling"]),
    ):
        assert found.times[heading, name] == lines(*words), (heading, name)
    assert found.times["weapon quality", "spray"] == lines("with flamer") > 0


def test_a_state_counts_whenever_somebody_comes_into_it_and_is_there_when_somebody_decides():
    game = find_game("overseer").read(SMALL)
    agent = find_agent(game, "overlord")
    found = count(game, [agent], np.array([[0, 0]]), np.array([1]))
    live, seen = LiveGame(game, [agent, agent], pausing=True), []
    live.begin(1)
    while not live.over:
        seen.append([bool(live.state[0]["pinned"][u]) for u in range(2)])
        live.play()
    seen.append([bool(live.state[0]["pinned"][u]) and not live.state[0]["fate"][u] for u in range(2)])
    begun = sum(now and not (k and seen[k - 1][u]) for k, row in enumerate(seen) for u, now in enumerate(row))
    assert found.times["state", "pinned"] == begun


def test_everybody_plays_everybody_in_both_seats():
    seating, seeds = line_up(2, 2, 6, 9)
    assert seating.tolist() == [[0, 0], [0, 1], [1, 1], [0, 0], [1, 0], [1, 1]]
    assert seeds.tolist() == [9, 10, 11, 12, 13, 14]
    assert sorted(map(tuple, line_up(2, 3, 9, 1)[0].tolist())) == sorted(
        [(0, 0, 0), (0, 1, 1), (1, 1, 1), (0, 0, 0), (1, 0, 1), (1, 1, 1), (0, 0, 0), (1, 1, 0), (1, 1, 1)]
    )


def test_counts_add_up_and_batches_change_nothing(monkeypatch):
    game = find_game("warband").read({})
    agents = [find_agent(game, "aggressor")]
    seating, seeds = line_up(1, game.num_sides, 5, 1)
    whole = count(game, agents, seating, seeds)
    monkeypatch.setattr(counts, "BATCH", 2)
    assert count(game, agents, seating, seeds) == whole
    assert whole.games == 5 and max(whole.games_with.values()) == 5


def test_what_never_happens_is_said():
    one, other = Counts(1), Counts(1)
    one.times.update({("event", "a"): 0, ("event", "b"): 1, ("event", "c"): 0})
    other.times.update({("event", "a"): 0, ("event", "b"): 0, ("event", "c"): 2})
    assert never([one, other]) == [("event", "a")]


def test_what_a_restricted_agent_is_forbidden_never_happens():
    game = find_game("overseer").read(SMALL)
    agents = [find_agent(game, "overlord -fire -concentrate")]
    found = count(game, agents, np.zeros((3, 2), int), np.arange(3))
    assert found.times["Command", "Fire"] == found.times["Command", "Concentrated Fire"] == 0
    assert found.times["Command", "Run"] + found.times["Command", "Move"] > 0


def test_every_scenario_is_counted_unless_a_file_says_otherwise():
    assert [values["scenario"] for values in configurations(find_game("warband"))][:2] == ["skirmish", "kill_leader"]
    assert {"scenario": "duel", "overseers": 4, "underlings": 10} in configurations(find_game("overseer"))
    assert {"players": 6} in configurations(find_game("insects"))
    unlisted = SimpleNamespace(place="nowhere", config=SimpleNamespace(model_fields={}))
    assert configurations(unlisted) == [{}]


def test_the_command_prints_writes_and_refuses(tmp_path, monkeypatch):
    monkeypatch.setattr(counts, "configurations", lambda found: [{"size": 8}])
    path = tmp_path / "counts.csv"
    app = typer.Typer()
    app.command()(counts.main)
    done = CliRunner().invoke(app, ["formation", "hold", "--games", "2", "--csv", str(path)])
    assert done.exit_code == 0, done.output
    assert "formation size=8, hold: 2 games" in done.output and "never: " in done.output
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert {row["games"] for row in rows} == {"2"} and {"event", "ending", "choice"} <= {row["heading"] for row in rows}
    wrong = CliRunner().invoke(app, ["formation", "holt"])
    assert wrong.exit_code == 2 and "hold" in wrong.output


def test_settings_and_agents_stand_with_every_count(monkeypatch):
    monkeypatch.setattr(counts, "configurations", lambda found: [{"size": 8, "scenario": "bridge"}])
    ((settings, agents, found),) = measured(find_game("formation"), ["hold"], 2, 1)
    assert (settings, agents, found.games) == ("size=8,scenario=bridge", "hold", 2)


def test_a_configuration_is_named_in_the_table_and_spelled_out_for_the_game(monkeypatch):
    monkeypatch.setattr(counts, "configurations", lambda found: [{"config": "arsenal"}])
    ((settings, _, found),) = measured(find_game("nova"), ["bomber"], 2, 1)
    assert settings == "config=arsenal"
    assert found.times["weapon", "missile"] > 0 and found.times["state", "wears layers"] > 0
    monkeypatch.setattr(counts, "configurations", lambda found: [{"config": "arsenale"}])
    with pytest.raises(GameError, match=r"arsenale.*arsenal, brawl"):
        list(measured(find_game("nova"), ["bomber"], 2, 1))
