"""The forecast of compiling: from what was measured for the nearest size, by the pace of this machine."""

import pytest

from swarmzoo.envs.catalogue import games
from swarmzoo.envs.core import forecast as forecasts
from swarmzoo.envs.core.forecast import COLUMNS, forecast, measured

ROWS = [("wasps", "", "wasps_play", "100", "10.0", "0.01"), ("wasps", "size=9", "wasps_play", "900", "40.0", "0.02")]


@pytest.fixture
def rows(monkeypatch):
    monkeypatch.setattr(forecasts, "measured", lambda: [dict(zip(COLUMNS, row, strict=True)) for row in ROWS])


def test_a_slow_machine_is_told_more_seconds(rows, monkeypatch):
    for pace, told in ((0.01, "about 10 s"), (0.05, "about 50 s"), (0.0001, "about a second")):
        monkeypatch.setattr(forecasts, "pace", lambda clock, pace=pace: pace)
        assert forecast("wasps_play", 120) == told


def test_the_nearest_size_counts(rows, monkeypatch):
    monkeypatch.setattr(forecasts, "pace", lambda clock: 0.02)
    assert forecast("wasps_play", 100) == "about 20 s"
    assert forecast("wasps_play", 10_000) == "about 40 s"


def test_nothing_is_told_of_what_was_never_measured(rows):
    assert forecast("ants_play", 100) == ""


def test_every_game_was_measured():
    assert {game.name for game in games()} <= {row["game"] for row in measured()}
