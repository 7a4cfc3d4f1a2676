"""The page for programs: its bot runs, its commands answer as it says, and its exit codes are those."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[1] / "AGENTS.md").read_text(encoding="utf-8")
BOT, COMMANDS = (re.search(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)[1] for kind in ("python", "sh"))


def run(line, folder):
    """Run a command of the page in a folder; return its exit code, and what it prints."""
    words = line.split()
    assert words[0] == "swarmzoo"
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, check=False, timeout=600
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "my_bot.py").write_text(BOT)
    (tmp_path / "bad.py").write_text("class Bad:\n    def act(self, view):\n        raise RuntimeError('lost')\n")
    return tmp_path


def test_the_commands_answer_as_the_page_says(folder):
    check, evaluate, arena = (run(line, folder) for line in COMMANDS.strip().split("\n"))
    assert [code for code, *_ in (check, evaluate, arena)] == [0, 0, 0]
    told = json.loads(check[1])
    assert told["failed"] == 0 and {one["verdict"] for one in told["checks"]} <= {"pass", "-"}
    row = json.loads(evaluate[1])["rows"][0]
    assert row["low"] <= row["score"] <= row["high"]
    told = json.loads(arena[1])
    assert told["decided"] in ("H0", "H1") and all(one["low"] <= one["elo"] <= one["high"] for one in told["agents"])


def test_exit_codes_are_those_of_the_page(folder):
    code, printed, _ = run("swarmzoo bot check bad.py:Bad --json", folder)
    assert code == 1 and json.loads(printed)["failed"] > 0
    for line in ("swarmzoo evaluate bad.py:Bad --against random --games 4 --json", "swarmzoo evaluate nobody --json"):
        code, printed, said = run(line, folder)
        assert code == 2 and not printed and "swarmzoo: " in said and "Traceback" not in said
