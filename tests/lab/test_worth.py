"""What a rule is worth to the side that has it; keeping formation must be worth something."""

import csv
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab import worth as module
from swarmzoo.lab.worth import with_field, worth

GAMES = 200


@pytest.mark.parametrize("bot", ["hold", "volley", "commander", "charger"])
def test_who_keeps_formation_wins_more_often_than_the_same_bot_without(bot):
    found = worth("formation", {}, "rules.formations", bot, GAMES, 1)
    assert found.games == GAMES and found.low > 0.5, found


def test_only_one_field_is_changed_and_the_others_stay():
    game = with_field("formation", {"size": 8, "rules": {"evasion": "evading"}}, "rules.formations", "blue")
    assert (game.config.size, game.config.rules.evasion, game.config.rules.formations) == (8, "evading", "blue")
    assert with_field("formation", {}, "scenario", "bridge").config.scenario == "bridge"


@pytest.mark.parametrize(("field", "value"), [("rules.formation", "red"), ("rules.formations", "green")])
def test_a_field_that_names_no_sides_is_refused_in_a_sentence(field, value):
    with pytest.raises(GameError, match=r"rules\.formation"):
        with_field("formation", {}, field, value)


@pytest.fixture
def app():
    made = typer.Typer()
    made.command()(module.main)
    return made


def test_the_rows_of_a_file_are_measured_and_written(app, monkeypatch, tmp_path):
    rows = [module.Rule("rules.formations", ("hold",), {"size": 8}, ("formation", "a clash"))]
    monkeypatch.setattr(module, "rules_of", lambda found: rows)
    done = CliRunner().invoke(app, ["formation", "--games", "4", "--csv", str(tmp_path / "worth.csv")])
    assert done.exit_code == 0 and "formation, a clash, hold: " in done.output
    (row,) = csv.DictReader((tmp_path / "worth.csv").read_text().splitlines())
    assert (row["rule"], row["where"], row["agent"], row["games"]) == ("formation", "a clash", "hold", "4")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["insects"], "insects has no worth.yaml"),
        (["formation", "rules.formations"], "give a field and the agents"),
        (["overseer", "--keywords", "overseers=2"], "--keywords goes with a field"),
    ],
)
def test_what_says_too_little_is_refused(app, given, why):
    done = CliRunner().invoke(app, given)
    assert done.exit_code == 2 and why in " ".join(done.output.replace("│", " ").split())


def test_every_file_names_fields_that_the_game_has_and_agents_that_play_it():
    for found in games():
        path = Path(module.__file__).parents[1] / "configs" / found.place / "worth.yaml"
        for rule in module.rules_of(found) if path.is_file() else ():
            for side in found.read(rule.keywords).side_names:
                game = with_field(found.name, rule.keywords, rule.field, side)
                assert all(find_agent(game, bot) for bot in rule.bots)
