"""The command: how it ends, and what it says when something is wrong."""

import errno
import functools
import os
import re
import subprocess
import sys
from importlib.metadata import version

import pytest

from swarmzoo.command import failures
from swarmzoo.command.main import app
from swarmzoo.envs.core.errors import GameError
from swarmzoo.training.interruption import Stopped
from tests.command.run import run

COMMANDS = [command.name for command in app.registered_commands] + [group.name for group in app.registered_groups]


@pytest.fixture
def swarmzoo(capsys, monkeypatch):
    return functools.partial(run, capsys, monkeypatch)


@pytest.fixture
def failing(swarmzoo, monkeypatch):
    """Run a command in which an exception is raised."""

    def run_failing(error):
        def fail():
            raise error

        monkeypatch.setattr("swarmzoo.command.envs.games", fail)
        return swarmzoo("envs")

    return run_failing


def test_without_a_command_it_lists_the_commands(swarmzoo):
    ended = swarmzoo()
    assert ended.code == 0
    assert all(re.search(rf"^  {name} ", ended.out, re.MULTILINE) for name in COMMANDS)


@pytest.mark.parametrize("words", [(), ("arena",), ("cache",), ("bot",), ("probe",)])
def test_what_a_list_says_of_its_commands_are_whole_sentences(swarmzoo, words):
    told = swarmzoo(*words, "--help").out.partition("Commands:\n")[2]
    sentences = re.split(r"\n(?=  \S)", told.rstrip())
    assert all(sentence[-1] in ".?" and not sentence.endswith("...") for sentence in sentences), told


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help_text(swarmzoo, name):
    ended = swarmzoo(name, "--help")
    assert ended.code == 0
    assert f"Usage: swarmzoo {name}" in ended.out


@pytest.mark.parametrize("words", [(), ("train",), ("arena",), ("arena", "run"), ("probe", "exploit")])
def test_minus_h_is_help_too(swarmzoo, words):
    assert swarmzoo(*words, "-h") == swarmzoo(*words, "--help")


def test_version(swarmzoo):
    assert swarmzoo("--version") == (0, f"swarmzoo {version('swarmzoo')}\n", "")


@pytest.mark.parametrize(
    ("words", "nearest"),
    [
        (["env"], "did you mean envs?"),
        (["cache", "cler"], "did you mean clear?"),
        (["envs", "insect"], "did you mean insects?"),
        (["envs", "--ruls"], "--rules"),
        (["--verison"], "--version"),
        (["envs", "insects", "--set", "rules.base_atack=2"], "did you mean rules.base_attack?"),
        (["envs", "insects", "--config", "standart"], "did you mean standard?"),
    ],
)
def test_a_wrong_word_is_refused_with_the_nearest_right_one(swarmzoo, words, nearest):
    ended = swarmzoo(*words)
    assert ended.code == failures.MISTAKE
    assert ended.out == ""
    assert nearest in ended.err


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (GameError("players = 9:\n2 to 6 are allowed"), 2, "players = 9: 2 to 6 are allowed"),
        (Stopped("stopped at 5 of 9 steps"), 130, "stopped at 5 of 9 steps"),
        (FileNotFoundError(errno.ENOENT, "No such file", "a.yaml"), 2, "a.yaml: file or folder not found"),
        (PermissionError(errno.EACCES, "Permission denied", "runs"), 2, "runs: permission denied"),
        (IsADirectoryError(errno.EISDIR, "Is a directory", "runs"), 2, "runs: is a directory"),
        (OSError(errno.ENOSPC, "No space left on device", "best.npz"), 2, "best.npz: no space is left on the disk"),
        (OSError(errno.EROFS, "Read-only file system", "runs"), 2, "runs: read-only file system"),
        (OSError(errno.EIO, "Input/output error"), 1, "Input/output error"),
        (MemoryError(), 1, "there is not enough memory; a smaller batch or network needs less"),
        (ModuleNotFoundError("No module", name="torch.nn"), 2, "torch is not installed: pip install 'swarmzoo[train]'"),
        (ModuleNotFoundError("No module", name="yaml"), 1, "the module yaml is not installed; reinstall swarmzoo"),
    ],
)
def test_what_goes_wrong_is_one_line_and_an_exit_code(failing, error, code, line):
    assert failing(error) == (code, "", f"swarmzoo: {line}\n")


def test_an_error_of_swarmzoo_itself_names_its_place_and_no_traceback(failing):
    ended = failing(TypeError("two\nlines"))
    assert ended.code == failures.FAILURE
    assert re.fullmatch(
        r"swarmzoo: an error of swarmzoo itself at test_main.py:\d+: TypeError: two lines .*\n", ended.err
    )


def test_the_traceback_is_shown_when_asked_for(failing, monkeypatch):
    monkeypatch.setenv("SWARMZOO_DEBUG", "1")
    monkeypatch.setattr("swarmzoo.command.envs.games", None)
    with pytest.raises(TypeError):
        run_without_exit()


def run_without_exit():
    from swarmzoo.command.main import main

    sys.argv = ["swarmzoo", "envs"]
    main()


def test_interrupted_by_ctrl_c(failing):
    assert failing(KeyboardInterrupt()) == (failures.INTERRUPTED, "", "swarmzoo: interrupted\n")


def test_interrupted_while_it_loads(monkeypatch, capsys):
    def interrupted(name, *_):
        raise KeyboardInterrupt

    from swarmzoo.__main__ import main

    monkeypatch.setattr("builtins.__import__", interrupted)
    with pytest.raises(SystemExit) as end:
        main()
    assert (end.value.code, capsys.readouterr().err) == (failures.INTERRUPTED, "swarmzoo: interrupted\n")


def test_a_reader_that_leaves_early_is_no_error():
    piped = f"{sys.executable} -c 'from swarmzoo.command.main import main; main()' envs insects --rules | head -1"
    ended = subprocess.run(piped, shell=True, capture_output=True, text=True, check=False)
    assert ended.stderr == ""
    assert len(ended.stdout.splitlines()) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_is_told_when_the_output_is_written():
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-c", "from swarmzoo.command.main import main; main()", "envs", "insects", "--yaml"]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == failures.MISTAKE
    assert ended.stderr.splitlines()[0] == "swarmzoo: no space is left on the disk"
    assert "Traceback" not in ended.stderr
