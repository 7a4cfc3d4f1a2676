"""Broken replays and files of bots, a few of each: `python -m tests.breaking replays bot_files` sends many."""

import pytest

from swarmzoo.agents.process.settings import read_settings
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.plain_yaml import Unreadable, parse
from tests.breaking import bot_files, replays
from tests.breaking.tally import Tally


@pytest.mark.parametrize("kind", [replays, bot_files])
def test_what_is_damaged_is_refused_in_a_sentence_or_goes_as_it_says(kind):
    tally = Tally(kind.__name__, "insects")
    kind.attack("insects", 200, 1, tally)
    assert tally.fallen == {} and tally.refused > 100 and tally.accepted > 3


def test_ten_lines_that_stand_for_a_billion_values_are_refused_before_they_are_unfolded(tmp_path):
    path = tmp_path / "bot.yaml"
    path.write_text(bot_files.bomb(10, 10))
    with pytest.raises(GameError, match="at most 50000"):
        read_settings(path)
    path.write_text("command: &a [*a]")
    with pytest.raises(GameError, match="deep"):
        read_settings(path)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2001-01-01", "2001-01-01"),
        ("1e-4", 1e-4),
        ("[1, two, 3.5, true, null]", [1, "two", 3.5, True, None]),
        ("a: &x {b: 1}\nc: {<<: *x, d: 2}", {"a": {"b": 1}, "c": {"b": 1, "d": 2}}),
        ("", None),
    ],
)
def test_plain_values_are_read(text, value):
    assert parse(text) == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("!!python/object/apply:os.system [ls]", "could not determine a constructor"),
        ("!!binary aGk=", "could not determine a constructor"),
        ("a: 1\na: 2", "line 2, column 1: a is given twice"),
        ("[" * 5000, "nested more than 50 deep"),
        ("- " * 60 + "x", "nested more than 50 deep"),
        ("x" * 300_000, "at most 262144 are read"),
        ("a: \x00", "special characters"),
        ("9" * 5000, "digits"),
    ],
)
def test_what_is_not_plain_is_told_with_its_place(text, why):
    with pytest.raises(Unreadable, match=why):
        parse(text)
