"""Leaks and strangers, a few of each: `python -m tests.breaking leaks tables` tries many."""

import pytest

from swarmzoo.envs.catalogue import games
from tests.breaking import leaks, tables
from tests.breaking.tally import Tally


@pytest.mark.parametrize("game", [found.name for found in games()])
def test_a_seat_is_told_the_same_in_both_of_two_worlds(game):
    tally = Tally("leaks", game)
    leaks.attack(game, 12, 1, tally)
    assert tally.fallen == {} and tally.accepted == 12


def test_a_leak_is_found(monkeypatch):
    told = leaks._told

    def leaking(table):
        return told(table) | {"words": table.game.words.write_position(table._live.state)}

    monkeypatch.setattr(leaks, "_told", leaking)
    tally = Tally("leaks", "insects")
    leaks.attack("insects", 8, 1, tally)
    assert sum(tally.fallen.values()) >= 4


def test_a_hundred_strangers_at_once_do_no_harm_to_a_table():
    tally = Tally("tables", "insects")
    tables.attack("insects", 400, 1, tally)
    assert tally.fallen == {} and tally.accepted > 400
