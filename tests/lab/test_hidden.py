"""What it is worth to see what is hidden: who is shown it knows the true hands, and no one the order of the deck."""

import csv

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.table import Table
from swarmzoo.lab import hidden as module
from swarmzoo.lab.hidden import with_shown, worth_of_seeing


@pytest.fixture
def app():
    made = typer.Typer()
    made.command()(module.main)
    return made


def positions(game, number=40):
    """Return positions of random play, 60 decisions after the beginning, or of the next game."""
    table = Table(game, number)
    table.arrange(at_random=True, autoreset=True)
    table.seed(np.arange(number))
    table.begin()
    for _ in range(60):
        table.step()
    return [table.states[k : k + 1].copy() for k in range(number)]


def test_one_side_is_shown_the_hands_and_the_other_is_not():
    game = find_game("insects").read({"players": 2, "symmetric": True})
    for side in (0, 1):
        entries = Questions(with_shown(game, side))
        same = {0: [], 1: []}
        decks = []
        for k, state in enumerate(positions(game)):
            for who, known in same.items():
                world = entries.determinized(state, who, 1000 + k)
                known.append((world["hand"] == state["hand"]).all())
                left = slice(int(state["drawn"][0]), None)
                decks.append((world["deck"][0, left] == state["deck"][0, left]).all())
        assert all(same[side]) and not all(same[1 - side])
        assert not all(decks)


def test_what_is_measured_is_of_all_sides_and_what_hides_nothing_is_refused():
    game = find_game("insects").read({"players": 2, "radius": 2, "max_rounds": 2, "symmetric": True})
    found = worth_of_seeing(game, "search:2", 8, 1)
    assert found.games == 8 and 0 <= found.low <= found.score <= found.high <= 1
    with pytest.raises(GameError, match="nothing is hidden"):
        with_shown(find_game("warband").read({}), 0)


def test_the_command_writes_its_table_and_refuses_what_does_not_search(app, tmp_path, monkeypatch):
    words = ["insects", "search:2", "--keywords", "radius=2,max_rounds=1", "--games", "2"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0 and "search:2" in done.output
    written = []
    monkeypatch.setattr(module, "write_csv", lambda path, rows: written.append((path.name, rows)))
    assert CliRunner().invoke(app, [*words, "--write"]).exit_code == 0
    assert written[0][0] == "hidden.csv" and len(written[0][1]) == 2
    for wrong in (["insects", "greedy"], ["overseer", "search:2"], ["insects", "search:2", "--keywords", "players=9"]):
        refused = CliRunner().invoke(app, wrong)
        assert refused.exit_code == 2 and "Traceback" not in refused.output


def test_the_page_has_what_was_measured():
    path = find_game("insects").folder / "measured" / "hidden.csv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert {row["agent"] for row in rows} >= {"search:64", "search:256"}
