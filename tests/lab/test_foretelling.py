"""How well hands could be foretold: beside an even drawing, which is what searches do."""

import csv

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.insects.cards import NUM_KINDS
from swarmzoo.lab import foretelling as module
from swarmzoo.lab.foretelling import Foretelling, Positions, chances_of, rows_of
from tests.lab.test_hidden import positions

GAME = find_game("insects").read({"players": 3, "symmetric": True})
KINDS = np.array(GAME.rules[0]["card_kind"][: int(GAME.rules[0]["num_cards"])])


@pytest.fixture
def app():
    made = typer.Typer()
    made.command()(module.main)
    return made


def test_chances_are_those_of_the_worlds_that_a_search_draws():
    entries, checked = Questions(GAME), 0
    for k, state in enumerate(positions(GAME, 12)):
        side = k % 3
        other = (side + 1) % 3
        worlds = [entries.determinized(state, side, 1000 * k + seed)["hand"][0][other] > 0 for seed in range(600)]
        drawn, chances = np.mean(worlds, axis=0), chances_of(state[0], KINDS, side, other)
        if state["least_evolutions"][0][other] == state["least_events"][0][other] == 0 and state["actor"][0] != other:
            assert np.abs(drawn - chances).max() < 0.1
            checked += 1
    assert checked > 2


def test_a_card_that_was_stolen_is_known_to_be_held():
    state = positions(GAME, 1)[0][0]
    kind = int(np.flatnonzero(state["hand"][1][:7])[0]) if state["hand"][1][:7].any() else 0
    before = chances_of(state, KINDS, 0, 1)
    state["known"][0, 1, kind] = 1
    after = chances_of(state, KINDS, 0, 1)
    assert after[kind] == 1.0 and (np.delete(after, kind) <= np.delete(before, kind) + 0.05).all()


def made(game, count, tells):
    """Positions in which one kind is held where a number of the observation says so, and no other tells anything."""
    generator = np.random.default_rng(4)
    held = (generator.random((count, NUM_KINDS)) < 0.5).astype(np.float32)
    seen = np.zeros((count, game.observation_size), game.observation_dtype)
    seen[:, 3] = 8 * held[:, 2] if tells else 0
    return Positions(seen, held, np.full((count, NUM_KINDS), 0.5, np.float32))


@pytest.mark.parametrize("tells", [True, False])
def test_what_can_be_seen_is_learned_and_what_cannot_is_not(tells):
    foretelling = Foretelling(GAME, 1)
    untaught = foretelling.measure(made(GAME, 600, tells))
    np.testing.assert_array_equal(untaught[0], untaught[1])
    for _ in range(10):
        foretelling.learn(made(GAME, 6000, tells))
    even, foretold = foretelling.measure(made(GAME, 600, tells))
    np.testing.assert_allclose(even, np.log(2), rtol=1e-5)
    assert (foretold[2] < 0.5) == tells
    assert not tells or rows_of(np.full(NUM_KINDS, 0.5), even, foretold, 1)[1][0] == "Defense"


def test_the_same_seed_comes_to_the_same_and_the_command_writes_it(app, monkeypatch):
    written = []
    monkeypatch.setattr(module, "write_csv", lambda path, rows: written.append((path.name, rows)))
    for _ in range(2):
        done = CliRunner().invoke(app, ["standard", "--positions", "300", "--kinds", "2", "--write"])
        assert done.exit_code == 0 and "the whole hand" in done.output
    assert written[0] == written[1] and written[0][0] == "foretold.csv" and len(written[0][1]) == 4
    for wrong in (["nobody"], ["standard", "--kinds", "99"]):
        refused = CliRunner().invoke(app, wrong)
        assert refused.exit_code == 2 and "Traceback" not in refused.output


def test_the_page_has_what_was_measured():
    path = find_game("insects").folder / "measured" / "foretold.csv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert rows[0]["what is foretold"] == "the whole hand" and len(rows) == 6
    assert float(rows[0]["foretold, nats"]) < float(rows[0]["drawn evenly, nats"])
