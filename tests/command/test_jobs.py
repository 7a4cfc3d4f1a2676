"""The jobs of the command: evaluate, watch, train and bench, and how they refuse what cannot be."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from swarmzoo.training.bench import teams
from tests.command.run import Ended
from tests.command.run import run as run_command


@pytest.fixture
def run(capsys, monkeypatch) -> Callable[..., Ended]:
    """The command, as a function of its words."""
    return lambda *words: run_command(capsys, monkeypatch, *words)


SMALL = [
    *("total_steps=256", "envs=8", "rollout=32", "batch_size=128", "epochs=1", "threads=1", "imitation.steps=0"),
    *("network.kind=mlp", "network.width=16", "evaluation.games=4", "evaluation.against=[random]"),
]


def test_evaluate_prints_a_table_and_writes_csv(run, tmp_path):
    path = tmp_path / "table.csv"
    done = run("evaluate", "greedy", "--against", "random", "-a", "rusher", "--games", "20", "--csv", str(path))
    assert done.code == 0, done.err
    assert "95% interval" in done.out and "evaluation set" in done.out
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert [row["opponent"] for row in rows] == ["random", "rusher"]
    assert (
        float(rows[0]["score"]) >= 0.9 and rows[0]["games"] == "20" and "Attack=" in rows[0]["own cards played (cards)"]
    )
    assert float(rows[0]["rounds"]) > 1 and float(rows[0]["own insects"]) > 0


def test_evaluate_with_three_players_measures_first_place_against_a_third(run):
    done = run("evaluate", "rusher", "--against", "random", "--games", "12", "--set", "players=3")
    assert done.code == 0, done.err
    assert "even: 33%" in done.out


@pytest.mark.parametrize(("more", "maps"), [((), "symmetric maps"), (("-s", "players=5"), "random maps")])
def test_every_command_that_plays_says_on_which_maps_and_they_are_the_same(run, tmp_path, more, maps):
    agents = ["rusher", *["random"] * (4 if more else 1)]
    for words in (
        ("evaluate", "rusher", "-a", "random", "--games", "2"),
        ("arena", "rusher", "random", "--rounds", "1", "--workers", "1", "--out", str(tmp_path / "t")),
        ("bot", "check", "random", "--games", "1"),
        ("watch", "insects", *agents, "--log"),
    ):
        done = run(*words, *more)
        assert done.code == 0 and f"insects-v0, {maps}" in " ".join(done.out.split()), words
    from swarmzoo.lab.stored_replay import replay_of

    assert replay_of(tmp_path / "t", 0).config.get("symmetric", False) == (maps == "symmetric maps")


def test_evaluate_says_how_many_games_were_played_and_equal_sets_have_equal_names(run):
    three, four = (run("evaluate", "random", "-a", "random", "--games", games).out for games in ("3", "4"))
    assert "4 games (3 were asked for; it has every seat equally often) against each opponent" in three
    assert "4 games against each opponent" in four
    assert three.split("evaluation set ")[1][:10] == four.split("evaluation set ")[1][:10]


def test_evaluate_tells_what_a_game_counts_by_side(run, tmp_path):
    path = tmp_path / "table.csv"
    words = ["--game", "formation", "-s", "size=8", "-a", "charger", "--games", "10", "--csv", str(path)]
    done = run("evaluate", "commander", *words)
    assert done.code == 0, done.err
    assert "burnt" not in done.out and "breakups" in done.out
    row = next(csv.DictReader(path.read_text().splitlines()))
    own = (
        "out (soldiers)",
        "crossed (soldiers)",
        "breakups (formations)",
        "intact (soldiers)",
        "arrived intact (games)",
    )
    assert all(float(row[f"own {name}"]) >= 0 for name in own)
    assert float(row["turns"]) > 1 and "turns" in done.out and "rounds" not in done.out


@pytest.mark.parametrize("game", ["insects", "formation"])
def test_bench_measures_a_game(run, tmp_path, game, monkeypatch):
    monkeypatch.setattr(teams, "VIEWS", (3,))
    monkeypatch.setattr(teams, "SIZE", 8)
    monkeypatch.setattr(teams, "LARGEST", 8)
    path = tmp_path / "speed.csv"
    done = run("bench", game, "--seconds", "0.1", "--csv", str(path))
    assert done.code == 0, done.err
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert len(rows) > 8 and all(float(row["median"].replace(",", "")) > 0 for row in rows)


@pytest.mark.parametrize("preset", ["quick", "march"])
def test_presets_of_formation_train(run, tmp_path, preset):
    folder = tmp_path / "team"
    short = ["total_steps=300", "envs=4", "rollout=16", "imitation.steps=600", "imitation.rounds=2", "batch_size=64"]
    short += ["network.channels=4", "network.width=16", "evaluation.games=4", "evaluation.against=[hold]", "threads=1"]
    settings = [word for text in short for word in ("--set", text)]
    done = run("train", "formation", "--preset", preset, "--out", str(folder), *settings)
    assert done.code == 0, done.err
    done = run("train", "formation", "--resume", "--out", str(folder))
    assert done.code == 0, done.err  # a run is known by its game, also where the preset does not name it
    done = run("train", "insects", "--resume", "--out", str(folder))
    assert done.code == 2 and "a run of 'formation', not of insects" in done.err
    words = ["--config", "clash" if preset == "quick" else "march", "--games", "4"]
    done = run("evaluate", str(folder / "last.npz"), "--game", "formation", "-a", "hold", *words)
    assert done.code == 0 and "other rules" not in done.err, done.err


def test_watch_tells_a_game(run):
    done = run("watch", "insects", "greedy", "rusher", "--log", "--seed", "3")
    assert done.code == 0, done.err
    assert "the game is over" in done.out


def test_watch_plays_the_rules_as_they_are_where_they_have_a_side_for_each_agent(run):
    """Nova's field `players` says nothing in a duel: the duel's policy plays the rules that it was trained on."""
    done = run("watch", "nova", "squad_duel", "random", "--log")
    assert done.code == 0 and "other rules" not in done.err, done.err
    done = run("watch", "nova", *["random"] * 4, "--log", "--set", "free_for_all=true")
    assert done.code == 0, done.err


def test_train_writes_a_run_that_can_be_evaluated(run, tmp_path):
    folder = tmp_path / "run"
    settings = [word for text in SMALL for word in ("--set", text)]
    done = run("train", "insects", "--preset", "quick", "--out", str(folder), *settings)
    assert done.code == 0, done.err
    done = run("evaluate", str(folder / "best.npz"), "--against", "random", "--games", "4")
    assert done.code == 0, done.err
    before = json.loads((folder / "manifest.json").read_text())["config"]
    done = run("train", "insects", "--resume", "--out", str(folder))
    assert done.code == 0, done.err
    assert json.loads((folder / "manifest.json").read_text())["config"] == before
    done = run("train", "formation", "--resume", "--out", str(folder))
    assert done.code == 2 and "a run of 'insects', not of formation" in done.err


def test_the_quick_preset_trains_four_players(run, tmp_path):
    folder = tmp_path / "four"
    short = ["total_steps=512", "envs=16", "rollout=16", "imitation.steps=2048", "imitation.rounds=2", "batch_size=64"]
    short += ["network.channels=4", "network.width=16", "evaluation.games=4", "evaluation.against=[random]"]
    settings = [word for text in [*short, "players=4", "threads=1"] for word in ("--set", text)]
    done = run("train", "insects", "--preset", "quick", "--out", str(folder), *settings)
    assert done.code == 0, done.err
    done = run("evaluate", str(folder / "last.npz"), "-a", "random", "--games", "4", "--set", "players=4")
    assert done.code == 0 and "even: 25%" in done.out, done.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["evaluate", "gredy", "--against", "random"], "did you mean greedy"),
        (["evaluate", "greedy", "--against", "none.npz"], "file not found"),
        (["evaluate", "agents/template.py"], "template.py:MyBot"),
        (["evaluate", "greedy", "--set", "games=200"], "use --games"),
        (["evaluate", "greedy", "--set", "seat=1"], "use a file for --config"),
        (["evaluate", "random", "--seed", str(2**64)], "allowed: 0 to"),
        (["evaluate", "random", "--games", str(2**64)], "allowed: 2 to"),
        (["watch", "insects", "random", "random", "--seed", str(2**64)], "9223372036854775807"),
        (["play", "insects", "--seed", str(2**64)], "9223372036854775807"),
        (["train", "insects", "--set", f"seed={2**64}"], "allowed: 0 to"),
        (["train", "insects", "--set", f"evaluation.seed={2**64}"], "allowed: 0 to"),
        (["watch", "insects", "greedy"], "2 sides"),
        (["watch", "insects", "greedy", "greedy", "--gif", "a.txt"], "must end in .gif"),
        (["watch", "insects", "greedy", "random", "--set", "players=9"], "players"),
        (["train", "insects", "--preset", "quik"], "unknown preset"),
        (["train", "insects", "--resume"], "--out"),
        (["train", "insects", "--preset", "quick", "--config", "strong"], "give one of them"),
        (["league", "insects", "--preset", "quick", "--config", "strong"], "give one of them"),
        (["train", "insects", "--set", f"seed={2**62}", "--seeds", "2"], f"{2**62 - 1} at most"),
        (["league", "insects", "--set", f"seed={2**62}"], "those of exploiters lie"),
        (["train", "insects", "--set", "max_gradient=.inf"], "max_gradient"),
        (["train", "insects", "--set", "discount=2"], "discount"),
        (["train", "warband", "--set", "game=nova"], "another game than warband"),
        (["train", "insects", "--set", "rules.base_atack=2"], "base_attack"),
        (["train", "insects", "--set", "players=9"], "env.players"),
        (["train", "ants"], "ants"),
        (["bench", "insects", "--set", "players=1"], "players"),
    ],
)
def test_mistakes_are_told_in_one_line(run, words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run(*words)
    assert done.code == 2 and message in done.err and "Traceback" not in done.err
    assert list(Path(tmp_path).iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told(run, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = run("train", "insects", "--out", str(blocked / "run"), *[w for text in SMALL for w in ("--set", text)])
    assert done.code == 2 and "file" in done.err
