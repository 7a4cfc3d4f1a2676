"""`swarmzoo bot check`: what a bot does right and wrong, and the exit code."""

import functools
import json
import re
from pathlib import Path

import pytest

from swarmzoo.agents.compliance import examine
from swarmzoo.agents.find import find_agent
from swarmzoo.command.failures import FAILURE, MISTAKE
from tests.command.run import run
from tests.scenarios import TINY

EXAMPLES = Path(__file__).parents[2] / "agents" / "process" / "examples"
BUILT_IN = ("greedy", "standard")
BOTS = """
import random
class Good:
    def act(self, view): return view.legal_actions[0]
class Illegal:
    def act(self, view): return int(view.mask.argmin())
class Prints:
    def act(self, view):
        print("hello")
        return view.legal_actions[0]
class Raises:
    def act(self, view): return 1 / 0
class Slow:
    def act(self, view):
        __import__("time").sleep(0.003)
        return view.legal_actions[0]
class Writes:
    def act(self, view):
        action = view.legal_actions[0]
        view.masks[:] = 0
        view.masks[0, action] = 1
        return action
class Cheats:
    def act(self, view):
        view.masks[:] = 1
        return len(view.mask) - 1
class Ends:
    def act(self, view): return view.legal_actions[0]
    def end(self, pay): return 1 / 0
class Moody:
    def act(self, view): return random.choice(list(view.legal_actions))
def any_number(view):
    return [int(mask.argmax()) for mask in view.masks]
def crowds_only(view):
    assert len(view.agents) > 1
    return [int(mask.argmax()) for mask in view.masks]
"""


@pytest.fixture
def check(capsys, monkeypatch, tmp_path):
    """Check a bot of the file above, or one that a text names."""
    (tmp_path / "bots.py").write_text(BOTS, encoding="utf-8")
    swarmzoo = functools.partial(run, capsys, monkeypatch, "bot", "check")

    def check_bot(name, *words, rules=("--set", "symmetric=true")):
        text = f"{tmp_path / 'bots.py'}:{name}" if name.isidentifier() and name not in BUILT_IN else name
        return swarmzoo(text, "--games", "1", *rules, *words)

    return check_bot


def verdict(ended, name):
    """The verdict on a check, and its sentence."""
    row = next(line for line in ended.out.splitlines() if f" {name} " in line)
    return [cell.strip() for cell in row.split("│")][2:4]


def test_a_good_bot_passes(check):
    ended = check("Good")
    assert ended.code == 0 and ended.out.endswith("all checks passed\n")
    assert verdict(ended, "plays whole games")[0] == "pass"
    assert verdict(ended, "plays whole games")[1].startswith("2 games, 1 in every seat")


@pytest.mark.parametrize("name", BUILT_IN)
def test_agents_that_come_with_the_game_pass(check, name):
    assert check(name).code == 0


@pytest.mark.parametrize(
    ("name", "row", "sentence"),
    [
        ("Illegal", "plays whole games", "(illegal)"),
        ("Raises", "plays whole games", "act() raised ZeroDivisionError: division by zero ("),
        ("Writes", "leaves its view as it is", "it wrote into view.masks"),
        ("Cheats", "leaves its view as it is", "it wrote into view.masks"),
        ("Ends", "is told how games end", "end() raised ZeroDivisionError: division by zero ("),
        ("Nobody", "loads", "the file has no 'Nobody'"),
    ],
)
def test_a_fault_fails_its_check_with_a_sentence(check, name, row, sentence):
    ended = check(name)
    assert ended.code == FAILURE
    assert verdict(ended, row)[0] == "fail" and sentence in verdict(ended, row)[1]


def test_a_slow_bot_fails(check):
    ended = check("Slow", "--move-seconds", "0.002")
    assert ended.code == FAILURE and verdict(ended, "answers in time")[0] == "fail"


def test_other_moves_from_the_same_seed_are_a_warning_only(check):
    ended = check("Moody")
    assert ended.code == 0 and verdict(ended, "the same seed, the same moves")[0] == "warn"


def test_in_a_simultaneous_game_one_agent_and_many_are_asked(check):
    formation = ("--game", "formation", "--set", "size=8")
    assert verdict(check("any_number", rules=formation), "agents at once")[1] == "decisions for 1 to 8 agents at once"
    assert check("crowds_only", rules=formation).code == FAILURE


def test_a_bot_in_a_process_is_also_looked_at_from_outside(check):
    ended = check(f"process:python {EXAMPLES / 'first_legal.py'}")
    assert ended.code == 0
    for row in ("loads", "a new start", "length of lines", "answers quit", "leaves nothing behind"):
        assert verdict(ended, row)[0] == "pass"


def test_a_bot_that_does_not_end_fails(check, tmp_path):
    text = (EXAMPLES / "first_legal.py").read_text(encoding="utf-8").replace("break", "__import__('time').sleep(60)")
    (tmp_path / "rude.py").write_text(text, encoding="utf-8")
    ended = check(f"process:python {tmp_path / 'rude.py'}")
    assert ended.code == FAILURE
    assert verdict(ended, "answers quit")[0] == "fail" and verdict(ended, "leaves nothing behind")[0] == "pass"


def test_a_bot_in_a_process_is_held_to_the_time_that_is_given(check, tmp_path):
    text = (EXAMPLES / "first_legal.py").read_text(encoding="utf-8")
    slow = text.replace("import sys", "import sys, time").replace('say({"id"', 'time.sleep(9); say({"id"')
    (tmp_path / "slow.py").write_text(slow, encoding="utf-8")
    ended = check(f"process:python {tmp_path / 'slow.py'}", "--move-seconds", "0.2")
    assert ended.code == FAILURE
    assert "gave no answer in 0.2 seconds" in ended.out and "(timeout)" in ended.out


def test_a_wrong_word_is_a_mistake_and_no_check(check):
    assert check("Good", "--game", "insect").code == MISTAKE
    assert check("Good", "--set", "symetric=1").code == MISTAKE


def test_it_says_where_the_time_of_a_move_goes(tmp_path):
    (tmp_path / "slow.py").write_text(
        "def slow(view):\n    [view.clone(k).step(int(view.legal_actions[0])) for k in range(40)]\n"
        "    return int(view.legal_actions[0])\n",
        encoding="utf-8",
    )
    checks = examine(TINY.game(), find_agent(TINY.game(), f"{tmp_path}/slow.py:slow"), games=1)
    sentence = next(check.sentence for check in checks if check.name == "time for a move")
    assert re.search(r"99% within .*: lookahead ([5-9]\d|100)%", sentence), sentence


def test_of_a_bot_that_prints_standard_output_holds_json_alone(check):
    ended = check("Prints", "--json")
    assert json.loads(ended.out)["failed"] == 0 and "hello" in ended.err
    assert "hello" in check("Prints").out
