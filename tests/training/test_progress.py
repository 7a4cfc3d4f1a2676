"""What a training run shows on a console of any width, and its table of evaluations."""

import io
import re

import pytest
from rich.console import Console

from swarmzoo.training.progress import Progress, evaluations_csv, in_lines

ROW = {"score": 0.875, "low": 0.5, "high": 1.0, "games": 200}


def shown(width, act, terminal=False):
    text = io.StringIO()
    console = Console(file=text, width=width, force_terminal=terminal, color_system=None)
    with Progress(console) as progress:
        act(progress)
    return text.getvalue()


@pytest.mark.parametrize("width", [40, 80, 100, 200])
def test_no_entry_of_an_evaluation_is_broken(width):
    names = ["random", "greedy", "rusher", "a.py:ant:", "search[64]"]  # :ant: is a picture to rich
    told = shown(width, lambda progress: progress.evaluated("1,234,567 steps", dict.fromkeys(names, ROW)))
    assert "   1,234,567 steps   won against" in told
    for name in names:
        assert f"{name} 88% (50%-100%)" in told
    assert max(map(len, told.splitlines())) <= width


def test_an_untrained_policy_is_called_so():
    told = shown(80, lambda progress: progress.evaluated("untrained", {"random": ROW}))
    assert "         untrained   won against   random 88% (50%-100%)" in told


def test_entries_stand_below_each_other_where_there_is_room():
    assert in_lines("title", ["one", "two", "three"], 20) == ["title   one   two", "        three"]
    assert in_lines("title", ["one", "a very long one"], 10) == ["title", "one", "a very long one"]
    assert in_lines("", ["one"], 80) == ["one"]


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("width", [80, 120])
def test_nothing_of_the_bar_is_cut_off(width, terminal):
    def act(progress):
        progress.begin(100_000_000, 0, "warm start")
        progress.advance(99_999_998, 123_456.0)
        progress.add(1)
        progress.bar.refresh()

    told = shown(width, act, terminal)
    assert "99,999,999 of 100,000,000, 123,456/s" in told and "0:00:00" in told
    assert "…" not in told and max(map(len, re.split(r"[\r\n]|\x1b\[2K", told))) <= width


def test_a_new_bar_takes_the_place_of_the_old_one():
    def act(progress):
        progress.begin(10, 3, "first")
        progress.begin(20, 5)

    told = shown(80, act)
    assert "training" in told and "5 of 20" in told and "first" not in told


def test_without_a_bar_nothing_is_counted_and_quiet_shows_nothing(capsys):
    with Progress(quiet=True) as progress:
        progress.advance(1, 1.0)
        progress.add(1)
        progress.begin(2, 1)
        progress.say("hello")
    assert capsys.readouterr() == ("", "")


def test_what_is_told_is_no_markup():
    assert "[/red] a [b]" in shown(80, lambda progress: progress.say("[/red] a [b]"))


def test_the_table_of_evaluations_has_a_line_for_each_opponent():
    history = [{"steps": 5, "seconds": 1.5, "scores": {"random": ROW, "greedy": ROW | {"low": 0.1}}}]
    assert evaluations_csv(history) == (
        "steps,seconds,opponent,score,low,high,games\n5,1.5,random,0.875,0.5,1.0,200\n5,1.5,greedy,0.875,0.1,1.0,200\n"
    )
