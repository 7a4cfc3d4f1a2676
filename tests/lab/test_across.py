"""One agent in games of several sizes: a row for each value, and a sentence for what there is not."""

import pytest
import typer
from typer.testing import CliRunner

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.lab import across as module
from swarmzoo.lab.evaluate import win_rate
from swarmzoo.lab.games import even_game


@pytest.fixture
def app():
    made = typer.Typer()
    made.command()(module.main)
    return made


def test_each_size_is_played_as_it_would_be_alone(app, monkeypatch):
    written = []
    monkeypatch.setattr(module, "write_csv", lambda path, rows: written.append((path.name, rows)))
    words = [
        *["formation", "size", "4", "9", "--agent", "charger", "-a", "random", "-a", "hold", "--games", "40", "--write"]
    ]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    ((name, rows),) = written
    assert name == "across.csv" and [row[1] for row in rows] == ["size", "4", "9"]
    game = even_game(find_game("formation"), {"size": 9})
    rate = win_rate(game, find_agent(game, "charger"), find_agent(game, "hold"), games=40, seed=2_000_000)
    assert rows[2][3].startswith(f"{rate.score:.1%} (")


@pytest.mark.parametrize(
    "words",
    [
        "formation sise 4 --agent charger -a random",
        "formation size no --agent charger -a random",
        "formation size 4 --agent nobody -a random",
        "checkers size 4 --agent charger -a random",
        "formation size 4 9999 --agent charger -a random --games 1000000",  # before the games of the first
        "formation size 4 --agent charger --agent nobody -a random --games 1000000",
        "formation size 4 --agent charger -a random --keywords size=8",
        "formation rules.shaping_strength 0.5 --agent charger -a random --keywords rules={}",
        "formation rules {} --agent charger -a random --keywords rules.shaping_strength=0.5",
        "formation size 4,scenario=march --agent charger -a random",
        "formation =size 4 --agent charger -a random",
    ],
)
def test_what_there_is_not_is_refused_in_a_sentence(app, words):
    done = CliRunner().invoke(app, words.split())
    assert done.exit_code == 2 and "Traceback" not in done.output


def test_a_field_of_a_part_is_compared_beside_others_of_that_part(app):
    words = "formation rules.shaping_strength 0 0.5 --agent charger -a random --games 2"
    done = CliRunner().invoke(app, [*words.split(), "--keywords", "rules.shaping_progress=0.5"])
    assert done.exit_code == 0, done.output
