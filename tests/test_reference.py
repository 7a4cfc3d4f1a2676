"""The command that plays whole games against second engines: it goes on where it was, and stops at a difference."""

from pathlib import Path

import pytest

from tests import reference
from tests.reference import Engine, main

PLAYED: list[tuple[int, str]] = []


def compare(seed: int, scenario: str) -> int:
    """Compare ten decisions a game; the game of seed 13 differs."""
    PLAYED.append((seed, scenario))
    if seed == 13:
        raise AssertionError("seed 13, ply 4: star: kernels 3, reference 2")
    return 10


@pytest.fixture(autouse=True)
def _pretended(monkeypatch):
    PLAYED.clear()
    engine = Engine("pretended", "tests.pretended", ("plain", "rich, of two"), compare)
    monkeypatch.setattr(reference, "engines", lambda: {"pretended": engine})


def run(*options: object) -> int:
    """Run the command for the pretended game."""
    return main(["--game", "pretended", *map(str, options)])


def test_games_of_all_scenarios_are_played_in_turn_until_there_are_enough_decisions(tmp_path):
    out = tmp_path / "runs" / "out.txt"
    assert run("--decisions", 25, "--seed", 5, "--out", out) == 0
    assert PLAYED == [(5, "plain"), (6, "rich, of two"), (7, "plain")]
    assert out.read_text().splitlines()[1:] == ["5 10 plain", "6 10 rich, of two", "7 10 plain"]


def test_it_goes_on_after_the_last_whole_line(tmp_path):
    out = tmp_path / "out.txt"
    run("--decisions", 25, "--out", out)
    whole = out.read_text()
    out.write_text(whole + "4 1")  # killed in the middle of a line
    assert run("--decisions", 50, "--out", out) == 0
    assert PLAYED[3:] == [(4, "rich, of two"), (5, "plain")]
    assert out.read_text() == whole + "4 10 rich, of two\n5 10 plain\n"


def test_a_difference_is_told_and_ends_the_run_with_nothing_noted_of_the_game(tmp_path, capsys):
    out = tmp_path / "out.txt"
    assert run("--seed", 12, "--out", out) == 1
    assert "seed 13, ply 4: star" in capsys.readouterr().err
    assert out.read_text().splitlines()[1:] == ["12 10 plain"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--game", "chess"], "--game chess: games with a second engine are pretended"),
        (["--game", "pretended", "--scenario", "poor"], "--scenario 'poor': pretended has 'plain', 'rich, of two'"),
    ],
)
def test_what_is_not_there_is_refused_in_a_sentence(options, told, capsys):
    assert main(options) == 2
    assert told in capsys.readouterr().err


def test_the_file_of_another_run_is_left_alone(tmp_path: Path, capsys):
    out = tmp_path / "out.txt"
    run("--decisions", 10, "--seed", 3, "--out", out)
    before = out.read_text()
    assert run("--decisions", 20, "--seed", 4, "--out", out) == 2
    assert "give another file" in capsys.readouterr().err
    assert out.read_text() == before
