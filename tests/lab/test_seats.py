"""Seats: measured between equal agents, and even where a configuration says so."""

import numpy as np
import pytest
from typer.testing import CliRunner

from swarmzoo.agents.built_in import built_in
from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab import seats
from swarmzoo.lab.seats import EVEN, OPEN, UNEVEN, Seats, configurations, is_wrong, measure, measured, rows_of, seats_of
from tests.tiny_game import TinyHexConfig, tiny_hex


def tiny(**keywords):
    game = tiny_hex(TinyHexConfig(**keywords))
    return game, built_in(game)["random"]


def test_whoever_begins_is_ahead_and_is_found_to_be():
    found = measure(*tiny(), 600)
    assert found.verdict == UNEVEN and found.shares[0] > 0.55
    assert found.lows[0] < found.shares[0] < found.highs[0]


def test_a_coin_makes_seats_even():
    found = measure(*tiny(coin=True), 40_000, each=8_000)
    assert found.verdict == EVEN and found.games < 40_000, "it stops when it is settled"


@pytest.mark.parametrize(
    ("lows", "highs", "verdict"),
    [
        ((0.481, 0.483), (0.517, 0.519), EVEN),
        ((0.47, 0.49), (0.51, 0.53), OPEN),
        ((0.53, 0.44), (0.56, 0.47), UNEVEN),
        ((0.1, 0.49), (0.2, 0.51), UNEVEN),
    ],
)
def test_seats_are_even_only_within_two_points(lows, highs, verdict):
    assert Seats(100, (0.5, 0.5), lows, highs).verdict == verdict


def test_shares_of_shared_places_count_by_parts():
    found = seats_of(np.array([[1, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3], [0, 0, 1]]))
    assert found.games == 4 and np.allclose(found.shares, (11 / 24, 5 / 24, 8 / 24))


@pytest.mark.parametrize("found", games(), ids=lambda found: found.name)
def test_random_play_finds_no_seat_ahead_where_seats_are_alike(found):
    values = configurations(found)[0]
    game = found.read(values)
    assert game.config.even_seats, "the first configuration is one with equal seats"
    assert measure(game, built_in(game)["random"], 300).verdict != UNEVEN


@pytest.mark.parametrize("found", games(), ids=lambda found: found.name)
def test_every_game_names_configurations_of_both_kinds_that_it_takes(found):
    assert {found.read(values).config.even_seats for values in configurations(found)} == {True, False}


@pytest.fixture
def wasps(monkeypatch, tmp_path):
    """A game of two configurations and one agent; what is measured is counted."""
    found = find_game("insects")._replace(folder=tmp_path)
    count = []

    def counted(game, agent, most, seed):
        count.append(most)
        share = 0.5 if game.config.players == 2 else 0.6
        return Seats(most, (share, 1 - share), (share - 0.01, 0.99 - share), (share + 0.01, 1.01 - share))

    monkeypatch.setattr(seats, "measure", counted)
    monkeypatch.setattr(seats, "configurations", lambda found: [{"players": 2}, {"players": 3}])
    return found, count


def test_rows_are_written_one_by_one_and_settled_ones_are_kept(wasps):
    found, count = wasps
    path = seats.table_of(found)
    rows = measured(found, ["random"], 500, 1, path)
    first = next(rows)
    assert [row["settings"] for row in rows_of(path)] == ["players=2"] == [first["settings"]]
    rows.close()
    again = list(measured(found, ["random"], 900, 1, path))
    assert [row["verdict"] for row in again] == [EVEN, UNEVEN] and count == [500, 900]
    assert again == rows_of(path) and [is_wrong(row, short=True) for row in again] == [False, True]
    assert len(list(measured(found, ["random"], 900, 2, path))) == 2 and len(count) == 4, "another seed, other games"


def test_a_table_keeps_the_order_of_measuring_and_only_rows_of_the_rules_of_now(wasps):
    found, count = wasps
    path = seats.table_of(found)
    for names in (["rusher"], ["random"]):
        assert len(list(measured(found, names, 500, 1, path))) == 2
    rows = [(row["settings"], row["agent"]) for row in rows_of(path)]
    assert rows == [(f"players={n}", agent) for n in (2, 3) for agent in ("random", "rusher")]
    path.write_text(path.read_text().replace(f",{rows_of(path)[0]['rules']},", ",other rules,"))
    assert len(list(measured(found, ["rusher"], 500, 1, path))) == 2
    rows = [(row["settings"], row["agent"]) for row in rows_of(path)]
    assert rows == [("players=2", "rusher"), ("players=3", "random"), ("players=3", "rusher")] and len(count) == 5


def test_the_command_fails_where_even_seats_are_not(wasps, monkeypatch):
    app = seats.typer.Typer()
    app.command()(seats.main)
    monkeypatch.setattr(seats, "find_game", lambda name: wasps[0])
    done = CliRunner().invoke(app, ["insects", "--agents", "random", "--games", "100"])
    assert done.exit_code == 1 and "insects players=2 random: 50.0% (49.0% - 51.0%)" in done.stdout
    assert "1 of what should be even" in done.stdout
    monkeypatch.setattr(seats, "configurations", lambda found: [{"players": 2}])
    assert CliRunner().invoke(app, ["insects", "--short"]).exit_code == 0
    assert CliRunner().invoke(app, ["insects", "--agents", "wasp"]).exit_code == 2


def test_an_open_row_is_wrong_only_in_the_long_form():
    row = {"even by design": "yes", "verdict": OPEN}
    assert is_wrong(row, short=False) and not is_wrong(row, short=True)
    assert not is_wrong(row | {"even by design": "no", "verdict": UNEVEN}, short=False)


def test_an_agent_that_a_game_has_not_is_refused():
    with pytest.raises(GameError, match="insects has no 'wasp'; it has random"):
        next(measured(find_game("insects"), ["wasp"], 100, 1, None))
