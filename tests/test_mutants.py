"""The tool that breaks sources: what it changes, and that it tells what tests notice from what they don't."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.__main__ import missed_in, read_options, unnumbered
from tests.mutants.changes import changes
from tests.mutants.games import OBSERVATION, RULES, GamePart, in_turns
from tests.mutants.patching import live_functions, take_on

SOURCE = '''
LIMIT = 3

def share(won: int, played: int = 2) -> float:
    """Return 1 share."""
    print(f"{won + 1}")
    if not played or won <= 0:
        return -1
    return table["won"] / played  # as it is
'''
CHANGED = {
    "2 -> 3",
    "not played or won <= 0 -> not played and won <= 0",
    "not played -> played",
    "won <= 0 -> won < 0",
    "0 -> 1",
    "-1 -> 1",
    "1 -> 2",
    "return table['won'] / played -> return None",
    "table['won'] / played -> table['won'] * played",
    "'won' -> 'won_'",
}
SHARES = """
def share(won, played):
    if played == 0:
        return 0.0
    return won / played

def told():
    return 7

def unseen():
    return 8

if __name__ == "__main__":
    print(told())
"""
TESTS = """
import subprocess, sys
from swarmzoo.lab.shares import share

def test_share():
    assert share(1, 2) == 0.5

def test_process():
    command = [sys.executable, "-m", "swarmzoo.lab.shares"]
    assert subprocess.run(command, capture_output=True, text=True).stdout == "7\\n"
"""


def test_every_place_of_a_function_is_changed_but_texts_and_annotations() -> None:
    assert {" ".join(change.words.split()) for change in changes(SOURCE)} == CHANGED


def test_a_change_leaves_all_other_lines_as_they_are() -> None:
    for change in changes(SOURCE):
        pairs = list(zip(SOURCE.splitlines(), change.source.splitlines(), strict=True))
        assert [n for n, (old, new) in enumerate(pairs, 1) if old != new] == [change.line]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one file and one file of tests, in the layout of this one."""
    files = {"front/__init__.py": "", "lab/__init__.py": "", "lab/shares.py": SHARES, "tests/test_shares.py": TESTS}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_survivors_are_the_mutants_of_lines_that_no_test_checks(project: Path) -> None:
    command = [sys.executable, "-m", "tests.mutants", "--project", str(project), "--folder", "lab", "--least", "0.9"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1])
    survivors = ended.stdout.partition("Not noticed:")[2]
    assert ended.returncode == 1, ended.stderr
    assert "lab/shares.py:5 share: won / played -> won * played" not in survivors
    assert "lab/shares.py:8 told" not in survivors
    assert "lab/shares.py:11 unseen: 8 -> 9\n    asked: none, no test runs it" in survivors
    assert "lab/shares.py:4 share: 0.0 -> 1.0\n    asked: tests/test_shares.py::test_share" in survivors
    assert (project / "lab" / "shares.py").read_text() == SHARES


def test_what_an_earlier_run_missed_is_known_again_where_lines_have_moved() -> None:
    printed = """2 mutants, 2 tried
noticed  lab/shares.py:5 share: won / played -> won * played
MISSED   lab/shares.py:8 told: 7 -> 8

Not noticed:
  lab/shares.py:8 told: 7 -> 8
    asked: none, no test runs it
"""
    missed = missed_in(printed)
    assert unnumbered("lab/shares.py:12 told: 7 -> 8") in missed and len(missed) == 1
    assert unnumbered("lab/other.py:8 told: 7 -> 8") not in missed


LIVE = """
import functools

def outer(x=1):
    def inner():
        return x + 1
    return inner()

class Shape:
    SIDES = 3

    @property
    def size(self):
        return self.SIDES * 2

@functools.cache
def cached():
    return 7
"""


@pytest.mark.parametrize(
    ("old", "new", "is_taken_on"),
    [
        ("x + 1", "x - 1", True),
        ("self.SIDES * 2", "self.SIDES * 3", True),
        ("return 7", "return 8", True),
        ("x=1", "x=2", False),  # a def makes it once, no call runs it
        ("SIDES = 3", "SIDES = 4", False),
        ("import functools", "import functools, os", False),
    ],
)
def test_functions_take_on_the_code_of_a_mutant_wherever_they_were_imported_to(old, new, is_taken_on) -> None:
    scope: dict[str, Any] = {"__name__": "live"}
    exec(compile(LIVE, "live", "exec", dont_inherit=True), scope)
    outer, shape, cached = scope["outer"], scope["Shape"](), scope["cached"]
    assert take_on(LIVE, LIVE.replace(old, new), live_functions()) is is_taken_on
    told = {"x + 1": outer() == 0, "self.SIDES * 2": shape.size == 9, "return 7": cached() == 8}
    assert [name for name, is_new in told.items() if is_new] == [old] * is_taken_on


def test_the_parts_of_a_game_share_no_file_and_are_tried_by_tests_of_their_own() -> None:
    project = Path(__file__).parents[1]
    rules, seen = (GamePart(project, "insects", part, None, 1, 60.0) for part in (RULES, OBSERVATION))
    files = [{mutant.file for mutant in part.mutants()} for part in (rules, seen)]
    assert not files[0] & files[1]
    assert files[1] == {"envs/insects/observation.py", "envs/insects/survey.py"} and "envs/insects/turn.py" in files[0]
    tests = [{path.name for path in part.files_of_tests(part.mutants())} for part in (rules, seen)]
    assert {"test_rules_move.py", "test_knowledge.py"} <= tests[0] and "test_observation.py" not in tests[0]
    assert {"test_observation.py", "test_observation_reference.py"} <= tests[1] and "test_rules_move.py" not in tests[1]


def test_what_is_seen_may_lie_in_several_files() -> None:
    project = Path(__file__).parents[1]
    rules, seen = (GamePart(project, "overseer", part, None, 1, 60.0) for part in (RULES, OBSERVATION))
    assert {"observation.py", "observed_disc.py", "survey.py"} <= {Path(mutant.file).name for mutant in seen.mutants()}
    assert not [mutant.file for mutant in rules.mutants() if Path(mutant.file).name.startswith("observ")]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--folder", "lab", "--part", "rules"], "--part rules: a part is of a --game, a folder has none"),
        (["--game", "insects", "--tests", "tests/lab"], "--tests: only with --folder"),
    ],
)
def test_options_that_do_not_go_together_are_refused(given, told, monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "argv", ["mutants", *given])
    with pytest.raises(SystemExit, match="2"):
        read_options()
    assert told in capsys.readouterr().err


def test_tests_of_every_file_are_asked_before_the_budget_is_used() -> None:
    seconds = {"a.py::one": 1.0, "a.py::two": 2.0, "a.py::three": 3.0, "b.py::slow": 9.0, "c.py::far": 90.0}
    assert list(in_turns(set(seconds), seconds, 13.0)) == ["a.py::one", "b.py::slow", "a.py::two"]
    assert list(in_turns(set(seconds), seconds, 200.0)) == [
        *("a.py::one", "b.py::slow", "c.py::far"),
        *("a.py::two", "a.py::three"),
    ]
    assert in_turns({"c.py::far", "d.py::unknown"}, seconds, 1.0) == {"c.py::far": 90.0}
