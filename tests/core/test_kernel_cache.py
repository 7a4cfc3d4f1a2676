"""Compiled code on disk: what several processes compiled works together, and is never older than the sources."""

import functools
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from swarmzoo.envs.core.kept import write_kept
from tests.breaking import compiling


@pytest.fixture
def play(tmp_path):
    """Play tiny games in a process of its own, with a cache folder for this test."""
    return functools.partial(compiling.start, tmp_path, compiling.PLAY)


def test_code_compiled_by_two_processes_at_once_works_together_in_a_third(play):
    two, three = play("2"), play("3")
    apart = two.communicate()[0] + three.communicate()[0]
    assert two.returncode == three.returncode == 0
    together = play("2", "3")
    told, complaints = together.communicate()
    assert (together.returncode, told) == (0, apart)
    again = play("3", "2").communicate()[1]
    assert "compiling" not in again, "both are in the cache by now: a line that one process lost is written again"
    assert complaints.count("compiling") <= 1


def test_two_processes_that_need_the_same_code_compile_it_once(play):
    both = [play("2"), play("2")]
    (told, complaints), (told_too, complaints_too) = (one.communicate() for one in both)
    assert told == told_too and told.startswith("2 ")
    assert (complaints + complaints_too).count("swarmzoo: compiling") == 1


def test_processes_killed_while_they_compile_leave_nothing_broken(tmp_path):
    assert list(compiling.kill_while_compiling(2, 1, tmp_path)) == []


@pytest.mark.parametrize("setting", ["NUMBA_DEBUGINFO", "NUMBA_ENABLE_PROFILING"])
def test_who_asks_numba_for_debug_information_or_profiles_plays_the_same(tmp_path, monkeypatch, setting):
    plain, _ = compiling.start(tmp_path, compiling.PLAY, "2").communicate()
    (tmp_path / "again").mkdir()
    monkeypatch.setenv(setting, "1")
    told, complaints = compiling.start(tmp_path / "again", compiling.PLAY, "2").communicate(timeout=120)
    assert told == plain and told, complaints


WASPS = """
from swarmzoo.envs.core.kernel import entry_point, kernel
from wasps.numbers import SIZE

@kernel
def grown(n):
    return n * SIZE

def _grow(n):
    return grown(n)

def grow(n):
    return entry_point(_grow, "wasps_grow", {"grown": grown})(n)
"""
EDITS = """
import sys
from pathlib import Path
import wasps.rules
Path("wasps/numbers.py").write_text("SIZE = 5")
print(wasps.rules.grow(2), wasps.rules.grow(2))
"""


@pytest.fixture
def run(tmp_path):
    """Run Python with a cache folder and packages of this test; return what it prints, and what it complains of."""

    def start(code: str) -> tuple[str, str]:
        paths = os.pathsep.join([str(tmp_path), *sys.path])
        environment = os.environ | {"SWARMZOO_CACHE": str(tmp_path), "PYTHONPATH": paths}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, cwd=tmp_path, text=True, capture_output=True, check=True
        )
        return done.stdout.strip(), done.stderr

    return start


@pytest.fixture
def wasps(tmp_path) -> Path:
    folder = tmp_path / "wasps"
    folder.mkdir()
    for name, text in {"__init__": "", "rules": WASPS, "numbers": "SIZE = 3"}.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def test_a_process_whose_rules_are_edited_goes_on_with_its_own_and_keeps_nothing(run, wasps):
    told, complaints = run(EDITS)
    assert told == "6 6", "it plays on by the rules it imported"
    assert complaints.count("was edited after this process had started") == 1
    assert run("import wasps.rules; print(wasps.rules.grow(2))")[0] == "10", "the next process runs the edited rules"


def test_a_process_with_old_rules_does_not_run_what_another_compiled_from_the_edited_ones(run, wasps):
    play = "import wasps.rules; print(wasps.rules.grow(2))"
    (wasps / "numbers.py").write_text("SIZE = 5")
    assert run(play)[0] == "10"
    (wasps / "numbers.py").write_text("SIZE = 3")
    told, complaints = run(EDITS)
    assert told == "6 6" and "was edited" in complaints


def test_an_edit_of_an_imported_number_is_compiled_again_and_what_is_unchanged_is_not(run, wasps):
    play = "import wasps.rules; print(wasps.rules.grow(2))"
    assert run(play) == ("6", "swarmzoo: compiling wasps_grow (once)\n")
    assert run(play) == ("6", "")
    (wasps / "numbers.py").write_text("SIZE = 4")
    assert run(play)[0] == "8"


def test_damaged_files_cost_a_line_each_and_are_made_again(run, wasps, tmp_path):
    play = "import wasps.rules; print(wasps.rules.grow(2))"
    run(play)
    files = [path for path in (tmp_path / "kernels").rglob("*") if path.is_file() and path.stat().st_size]
    assert len(files) == 2, "the code, and what the sources import"
    for path in files:
        whole = path.read_bytes()
        path.write_bytes(whole[:-9] + bytes([whole[-9] ^ 4]) + whole[-8:])
    told, complaints = run(play)
    assert told == "6"
    assert [line.partition(" was damaged")[0] for line in complaints.splitlines()[:2]] == [
        f"swarmzoo: {path}" for path in sorted(files, key=lambda path: path.suffix)
    ]
    assert complaints.splitlines()[2:] == ["swarmzoo: compiling wasps_grow (once)"]
    assert run(play) == ("6", "")


class Payload:
    """What prints when it is unpickled."""

    def __reduce__(self):
        return print, ("a planted file ran",)


def test_nothing_in_a_folder_of_somebody_else_is_unpickled(run, wasps, tmp_path):
    play = "import wasps.rules; print(wasps.rules.grow(2))"
    run(play)
    (code,) = (tmp_path / "kernels").rglob("*.code")
    write_kept(code, pickle.dumps(Payload()))
    assert "a planted file ran" in run(play)[0], "such a file would run"
    write_kept(code, pickle.dumps(Payload()))
    mine = f"import os; os.geteuid = lambda: {os.geteuid() + 1}; "
    told, complaints = run(mine + play)
    assert told == "6"
    assert f"belongs to user {os.geteuid()}" in complaints


TWINS = """
from swarmzoo.envs.core.kernel import bind, entry_point, kernel

@kernel
def one(n):
    return n + 1

@kernel
def two(n):
    return n + 2

def _outer(n):
    return step(n)

def _entry(n):
    return outer(n) * factor

import numpy as np
for step in (one, two):
    outer = bind(_outer, {"step": step})
    for factor in (np.int64(1), np.int64(100)):
        print(entry_point(_entry, "twin", {"outer": outer, "factor": factor})(1))
"""


def test_templates_of_one_name_stay_apart_by_what_is_bound_in_them(run, tmp_path):
    (tmp_path / "twins.py").write_text(TWINS)
    assert run("import twins")[0].split() == ["2", "200", "3", "300"]
    assert run("import twins") == ("2\n200\n3\n300", "")


ALIKE = """
from swarmzoo.envs.core.kernel import entry_point, kernel
@kernel
def part(n):
    return n + {number}
def _entry(n):
    return other(n) * {number}
"""


def test_templates_of_one_name_and_line_stay_apart_by_their_modules(run, tmp_path):
    for name, number in (("left", 1), ("right", 2)):
        (tmp_path / f"{name}.py").write_text(ALIKE.format(number=number))
    play = (
        "import left, right; from swarmzoo.envs.core.kernel import entry_point\n"
        "print(entry_point(left._entry, 'same', {'other': right.part})(1),"
        " entry_point(right._entry, 'same', {'other': left.part})(1))"
    )
    assert run(play)[0] == run(play)[0] == "3 4"


BOUNDS = """
import numpy as np
from swarmzoo.envs.core.kernel import entry_point, kernel

@kernel
def put(numbers, at):
    numbers[-1] = 2  # the last one: an index may be written as a negative number
    numbers[at] = 1

def _put(numbers, at):
    put(numbers, at)

def run(at):
    numbers = np.zeros(64, np.int64)
    try:
        entry_point(_put, "wasps_put", {"put": put})(numbers[8:16], at)
    except IndexError:
        print("out of bounds")
    print(numbers.sum())
"""


@pytest.mark.parametrize("at", [8, -1])
def test_a_switch_makes_kernels_check_their_bounds_and_keeps_that_code_apart(run, tmp_path, monkeypatch, at):
    (tmp_path / "wasps").mkdir()
    (tmp_path / "wasps" / "__init__.py").touch()
    (tmp_path / "wasps" / "bounds.py").write_text(BOUNDS)
    play = f"from wasps.bounds import run; run({at})"
    assert run(play)[0] == "3", "the write beside the array is not noticed"
    monkeypatch.setenv("SWARMZOO_BOUNDSCHECK", "1")
    assert run(play)[0] == "out of bounds\n2", "what was compiled without checks is not used with them"
    monkeypatch.delenv("SWARMZOO_BOUNDSCHECK")
    assert run(play)[0] == "3"
