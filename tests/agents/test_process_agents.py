"""Bots in processes of their own: the protocol, every fault, and that nothing of them is left behind."""

import copy
import gc
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import textwrap
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

from swarmzoo.agents.agent import Seated
from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.faults import FAULT_KINDS, AgentFault
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.process.process_agent import ProcessAgent
from swarmzoo.agents.process.settings import BotSettings
from swarmzoo.agents.view import View
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.formation import game as make_formation
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects

GAME = insects(InsectsConfig(symmetric=True))
EXAMPLES = Path(__file__).parents[2] / "agents" / "process" / "examples"
HEAD = """
import json, os, signal, sys, time
def say(message): print(json.dumps(message), flush=True)
def hear(): return json.loads(sys.stdin.readline() or sys.exit(0))
def ready(**more): hear(); say({"type": "ready", **more})
def asked():
    while (message := hear())["type"] != "act":
        pass
    return message
def play(turns=10**9):
    for turn in range(turns):
        message = asked()
        say({"id": message["id"], "actions": [legal[0] for legal in message["legal"]]})
"""
HOG = """
ready()
asked()
kept = [bytes(1 << 24) for _ in range(1000)]
"""
FAULTS = {
    "crash at once": ("sys.exit(3)", "crash", "exit code 3"),
    "crash in mid-game": ("ready(); play(3); asked(); 1 / 0", "crash", "ZeroDivisionError"),
    "killed": ("ready(); asked(); os.kill(os.getpid(), signal.SIGKILL)", "crash", "ended by signal 9"),
    "closed output": ("ready(); asked(); os.close(1); time.sleep(60)", "crash", "closed its output"),
    "hang": ("ready(); asked(); time.sleep(60)", "timeout", "no answer in 0.3 seconds"),
    "hang at start": ("time.sleep(60)", "timeout", "flush its output"),
    "deaf": ("ready(); time.sleep(60)", "timeout", "no answer"),
    "ignores SIGTERM": ("signal.signal(15, signal.SIG_IGN); ready(); asked(); time.sleep(60)", "timeout", "no answer"),
    "flood": ("ready(); asked()\nwhile True: sys.stdout.write('x' * 4096)", "flood", "more than 65536 bytes"),
    "flood of stderr": ("ready(); asked()\nwhile True: sys.stderr.write('x' * 4096)", "timeout", "no answer"),
    "no JSON": ("ready(); asked(); print('my move', flush=True)", "garbage", "'my move', which is not JSON"),
    "no object": ("ready(); asked(); say([1])", "garbage", "a JSON object is needed"),
    "deep": ("ready(); asked(); print('[' * 60000, flush=True)", "garbage", "not JSON"),
    "wrong id": ("ready(); say({'id': asked()['id'] + 1, 'action': 0})", "garbage", "the question's id is 1"),
    "true": ("ready(); say({'id': asked()['id'], 'action': True})", "garbage", "a whole number as action"),
    "no number": ("ready(); say({'id': asked()['id'], 'action': 'pass'})", "garbage", "a whole number as action"),
    "too many": ("ready(); say({'id': asked()['id'], 'actions': [0, 0]})", "garbage", "answered with 2 actions"),
    "two lines": ("ready(); asked(); os.write(1, b'{\"id\":1,\"action\":0}\\nmore\\n')", "garbage", "than one line"),
    "no ready": ("hear(); say({'type': 'go'})", "garbage", "a message of type ready is needed"),
    "wrong wants": ("ready(wants=['everything'])", "garbage", "allowed are names, observation, mask, text"),
    "illegal": ("ready(); m = asked(); say({'id': 1, 'action': next(k for k in range(999) if k not in m['legal'][0])})",
                "illegal", "chose action"),
    "out of range": ("ready(); asked(); say({'id': 1, 'action': 10**6})", "illegal", "actions are numbered 0 to"),
    "negative": ("ready(); asked(); say({'id': 1, 'action': -1})", "illegal", "actions are numbered 0 to"),
    "memory hog": (HOG, "memory", "for want of memory"),
}  # fmt: skip


@pytest.fixture
def bot(tmp_path):
    """Make agents of scripts, and close them."""
    made = []

    def make(text, game=GAME, **limits):
        path = tmp_path / f"bot{len(made)}.py"
        path.write_text(HEAD + textwrap.dedent(text), encoding="utf-8")
        settings = {"command": f"python {path.name}", "init_seconds": 10.0, "move_seconds": 10.0} | limits
        made.append(ProcessAgent(game, BotSettings(**settings), tmp_path))
        return made[-1]

    yield make
    for agent in made:
        agent.close()


@pytest.fixture(scope="module")
def view():
    """The first decision of a game of insects."""
    return first_view(GAME)


def first_view(game):
    class Keeper:
        name = "keeper"
        views: list[View] = []  # noqa: RUF012

        def act(self, view):
            self.views.append(view)
            return [int(np.flatnonzero(mask)[0]) for mask in view.masks]

    random = built_in(game)["random"]
    play_games(game, [Seated("keeper", Keeper()), random], np.array([[0, 1]]), np.array([1]))
    return max(Keeper.views, key=lambda one: len(one.agents))


def is_there(pid):
    """Whether a process or a member of its group is left, zombies included."""
    for ask in (os.kill, os.killpg):
        try:
            ask(pid, 0)
        except ProcessLookupError:
            continue
        return True
    return False


def gone(pid, seconds=3.0):
    """Whether a process ends in time; the system takes a moment to bury the children of the dead."""
    deadline = time.monotonic() + seconds
    while is_there(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_there(pid)


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_told_by_its_kind_and_leaves_no_process(bot, view, name):
    text, kind, sentence = FAULTS[name]
    if kind == "memory" and sys.platform != "linux":
        pytest.skip("only Linux holds to the limit")
    limits = {"init_seconds": 0.3} if name == "hang at start" else {}
    move = 0.3 if kind == "timeout" else 10.0
    agent = bot(text, move_seconds=move, memory_mib=256, **limits)
    pids = []
    start = agent.start
    agent.start = lambda: (start(), pids.append(agent.pid))
    with pytest.raises(AgentFault, match=sentence) as caught:
        for _ in range(5):
            agent.act(view)
    assert caught.value.kind == kind in FAULT_KINDS
    assert agent.pid is None
    assert all(gone(pid) for pid in pids)


def test_a_flood_of_lines_is_refused(bot, view):
    agent = bot("ready(); asked()\nwhile True: sys.stdout.write('x\\n' * 4096)")
    with pytest.raises(AgentFault) as caught:
        agent.act(view)
    assert caught.value.kind in ("flood", "garbage")


def test_a_fault_names_the_agent_and_the_last_line_of_stderr(bot, view):
    agent = bot("ready(name='poor'); asked(); sys.stderr.write('first\\nit hurts\\n\\n'); sys.exit(7)")
    with pytest.raises(AgentFault, match=r"^agent poor: ended by itself, with exit code 7; .* stderr: 'it hurts'$"):
        agent.act(view)


def test_after_a_fault_the_next_game_starts_the_process_anew(bot, view, tmp_path):
    agent = bot("ready(); play(1); sys.exit(1)")
    for seed in range(2):
        agent.reset(seed, 0)
        assert agent.act(view) == view.legal_actions[0]
        with pytest.raises(AgentFault):
            agent.act(view)


def test_a_fault_costs_one_game_and_the_next_is_played(bot):
    agent = bot("ready(); play(3); asked(); sys.exit(1)")
    seating, seeds = paired_seats(2, 2, 2, 1)
    agents = [Seated("poor", agent), built_in(GAME)["random"]]
    results = play_games(GAME, agents, seating, seeds, forfeits=True)
    assert [(fault.side, fault.kind) for fault in results.faults] == [(0, "crash"), (1, "crash")]
    np.testing.assert_array_equal(results.pay, [[-1, 1], [1, -1]])


def test_a_fault_can_be_sent_to_another_process():
    fault = pickle.loads(pickle.dumps(AgentFault("poor", "timeout", "gave no answer")))
    assert (fault.kind, fault.agent, str(fault)) == ("timeout", "poor", "agent poor: gave no answer")


def test_a_bot_that_reads_nothing_is_late_when_its_pipe_is_full(bot, monkeypatch):
    monkeypatch.setattr("swarmzoo.agents.process.process_agent.TELL_SECONDS", 0.2)
    agent = bot("ready(); time.sleep(60)")
    with pytest.raises(AgentFault, match=r"no answer in 0\.2 seconds") as caught:
        for seed in range(100_000):
            agent.reset(seed, 0)
    assert caught.value.kind == "timeout" and seed > 100


def test_its_memory_is_told_while_it_runs_and_no_number_before(bot, view):
    agent = bot("ready(); kept = b'x' * (1 << 25); play()")
    assert agent.peak_mib() is None
    agent.act(view)
    assert agent.peak_mib() > 32
    agent.close()


def test_restart_and_close(bot, view):
    agent = bot("ready(); play()")
    agent.reset(1, 0)
    first = agent.pid
    agent.restart()
    assert gone(first) and agent.pid != first
    agent.reset(1, 0)
    agent.act(view)
    last = agent.pid
    agent.close()
    agent.close()
    assert gone(last) and agent.pid is None


def test_close_says_whether_the_bot_answered_quit(bot):
    polite, rude = bot("ready(); play()"), bot("ready(); time.sleep(60)")
    polite.start()
    rude.start()
    assert polite.close() and not rude.close()


def test_the_children_of_a_bot_end_with_it(bot, view):
    agent = bot("""
        child = os.fork()
        if child == 0:
            signal.signal(15, signal.SIG_IGN); time.sleep(60); os._exit(0)
        ready(name=str(child)); play()
    """)
    agent.act(view)
    child = int(agent.name)
    os.kill(child, 0)
    agent.close()
    assert gone(child) and gone(agent.pid or child)


def test_a_crash_is_noticed_though_a_child_holds_the_pipes(bot, view):
    agent = bot("ready(); asked()\nif os.fork() == 0: time.sleep(60)\nsys.exit(5)", move_seconds=0.5)
    with pytest.raises(AgentFault, match="exit code 5") as caught:
        agent.act(view)
    assert caught.value.kind == "crash"


def test_a_forgotten_agent_takes_its_process_along(bot, tmp_path):
    (tmp_path / "bot.py").write_text(HEAD + "ready(); play()", encoding="utf-8")
    agent = ProcessAgent(GAME, BotSettings(command="python bot.py"), tmp_path)
    agent.start()
    pid = agent.pid
    del agent
    assert gone(pid)


BEGUN = """
import gc
import os
from pathlib import Path
from swarmzoo.agents.process.process_agent import ProcessAgent
from swarmzoo.agents.process.settings import BotSettings
from swarmzoo.envs.insects import game
agent = ProcessAgent(game(), BotSettings(command="python bot.py"), Path(FOLDER))
agent.start()
print(agent.pid, agent.name, flush=True)
END
"""


@pytest.mark.parametrize("end", [f"os.kill(os.getpid(), {signal.SIGKILL})", "os._exit(0)"])
def test_a_bot_and_its_children_end_when_the_process_that_started_it_does(tmp_path, end):
    """Neither reads its input, and the child knows nothing of the process that started its parent."""
    bot = "child = os.fork()\nif child: ready(name=str(child))\ntime.sleep(60)"
    (tmp_path / "bot.py").write_text(HEAD + bot, encoding="utf-8")
    script = BEGUN.replace("FOLDER", repr(str(tmp_path))).replace("END", end)
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ended.returncode in (0, -signal.SIGKILL), ended.stderr
    pid, child = map(int, ended.stdout.split())
    assert gone(pid) and gone(child)


def test_a_group_that_was_ended_is_left_alone():
    """Its number may be another's by then."""
    script = """
import os, signal, subprocess, sys
from swarmzoo.agents.process import warden
sleep = [sys.executable, "-c", "import time; time.sleep(60)"]
watched, left = (subprocess.Popen(sleep, start_new_session=True, stdout=-3, stderr=-3) for _ in range(2))
for group in (watched.pid, left.pid):
    warden.watch(group)
warden.forget(left.pid)
print(watched.pid, left.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    watched, left = map(int, ended.stdout.split())
    assert gone(watched) and is_there(left)
    os.killpg(left, signal.SIGKILL)


def test_a_bot_gets_what_it_wants_and_no_more(bot, view, tmp_path):
    agent = bot("""
        ready(wants=["names", "observation", "mask", "text"])
        message = asked()
        json.dump(message, open("message.json", "w"))
        say({"id": message["id"], "action": message["legal"][0][-1]})
    """)
    assert agent.act(view) == view.legal_actions[-1]
    message = json.loads((tmp_path / "message.json").read_text())
    assert message["names"] == [view.names] and message["text"] == view.text()
    np.testing.assert_array_equal(np.array(message["observation"], np.float32), view.observations)
    np.testing.assert_array_equal(message["mask"], view.masks)
    plain = bot("""
        ready()
        message = asked()
        json.dump(sorted(message), open("keys.json", "w"))
        say({"id": 1, "action": message["legal"][0][0]})
    """)
    plain.act(view)
    assert (tmp_path / "keys.json").read_text() == '["agents", "id", "legal", "type"]'


def test_hello_tells_the_game_and_the_limits(bot, tmp_path):
    agent = bot(
        "m = hear(); json.dump(m, open('hello.json', 'w')); say({'type': 'ready', 'name': ' a\\n\\tb '}); play()"
    )
    agent.start()
    told = json.loads((tmp_path / "hello.json").read_text())
    assert told["type"] == "hello" and told["protocol"] == 1 and told["game"] == "insects-v0"
    assert told["config"]["symmetric"] is True and told["num_actions"] == GAME.num_actions
    parts = [(part["name"], part["start"], tuple(part["shape"]), part["scale"]) for part in told["observation_layout"]]
    assert parts == [(part.name, part.start, part.shape, part.scale) for part in GAME.observation_layout]
    assert (told["init_seconds"], told["move_seconds"]) == (10, 10)
    assert agent.name == "ab"


def test_the_pay_is_told_at_the_end_of_a_game(bot, tmp_path):
    agent = bot("ready()\nwhile (m := hear())['type'] != 'end': pass\nopen('pay', 'w').write(str(m['pay']))\nplay()")
    agent.reset(3, 1)
    agent.end(-1.0)
    agent.close()
    assert (tmp_path / "pay").read_text() == "-1.0"


DRAWS = """
import random
ready()
while True:
    message = hear()
    if message["type"] == "game": random.seed(message["seed"])
    if message["type"] == "act": say({"id": message["id"], "action": random.choice(message["legal"][0])})
    if message["type"] == "quit": break
"""


def test_the_same_seeds_are_the_same_games(bot):
    seating, seeds = paired_seats(2, 2, 4, 7)
    agent = bot(DRAWS)
    played = [
        play_games(GAME, [Seated("one", agent), built_in(GAME)["rusher"]], seating, seeds).length for _ in range(2)
    ]
    np.testing.assert_array_equal(*played)


def has_perl():
    return shutil.which("perl") and subprocess.run(["perl", "-MJSON::PP", "-e1"], check=False).returncode == 0


@pytest.mark.parametrize("file", ["first_legal.py", "at_random.pl"])
def test_the_examples_play_whole_games(file):
    program = {".py": "python", ".pl": "perl"}[Path(file).suffix]
    if program == "perl" and not has_perl():
        pytest.skip("there is no perl with JSON::PP here")
    for game in (GAME, make_formation(size=8)):
        agent = find_agent(game, f"process:{program} {EXAMPLES / file}")
        seating, seeds = paired_seats(2, 2, 2, 3)
        results = play_games(game, [agent, built_in(game)["random"]], seating, seeds)
        assert results.pay.shape == (2, 2) and (results.length > 0).all()
        assert agent.agent.close(), "it ends by itself"


def test_a_copy_has_a_process_of_its_own(bot, view):
    agent = bot("ready(); play()")
    agent.start()
    for twin in (pickle.loads(pickle.dumps(agent)), copy.deepcopy(agent)):
        assert twin.pid is None
        assert twin.act(view) == view.legal_actions[0]
        assert twin.pid != agent.pid
        twin.close()


def test_a_forked_process_neither_speaks_with_the_bot_nor_ends_it(bot, view):
    agent = bot("ready(); play()")
    agent.act(view)
    pid = agent.pid
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if agent.act(view) == view.legal_actions[0] and agent.pid != pid and agent.close() else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert agent.pid == pid and agent.act(view) == view.legal_actions[0]


def test_a_forked_process_lets_go_of_a_bot_in_silence(bot, view):
    """Python warns of a child that nobody waits for; the bot is another's child there."""
    agent = bot("ready(); play()")
    agent.act(view)
    child = os.fork()
    if child == 0:
        try:
            wrong = []
            sys.unraisablehook = wrong.append
            warnings.simplefilter("error", ResourceWarning)
            agent.close()
            del agent
            gc.collect()
            os._exit(1 if wrong else 0)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert agent.act(view) == view.legal_actions[0]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("no_such_program --fast", "program 'no_such_program' not found"),
        ("./bot.py", "program './bot.py' not found"),
        ("python 'my bot.py", "cannot be split: no closing quotation"),
        ("   ", "name a command"),
        ("", "command"),
        ("python nowhere.py", "exit code 2"),
    ],
)
def test_a_command_that_cannot_be_run_is_told_at_once(command, message):
    with pytest.raises(GameError, match=message):
        find_agent(GAME, f"process:{command}")


def test_no_shell_reads_the_command(tmp_path, bot):
    agent = bot("ready(name=sys.argv[1])\nplay()", command="python bot0.py '$HOME; *'")
    agent.start()
    assert agent.name == "$HOME; *"


def test_limits_are_taken_from_the_environment(monkeypatch):
    monkeypatch.setenv("SWARMZOO_BOT_MOVE_SECONDS", "0.5")
    monkeypatch.setenv("SWARMZOO_BOT_NAME", "7")
    agent = find_agent(GAME, f"process:python {EXAMPLES / 'first_legal.py'}")
    assert (agent.name, agent.agent.settings.move_seconds) == ("7", 0.5)
    agent.agent.close()
    monkeypatch.setenv("SWARMZOO_BOT_MEMORY_MIB", "lots")
    with pytest.raises(GameError, match=r"memory_mib = 'lots'.*SWARMZOO_BOT_"):
        find_agent(GAME, "process:python bot.py")


def test_a_bot_in_yaml_runs_in_its_own_folder(tmp_path):
    shutil.copy(EXAMPLES / "first_legal.py", tmp_path / "mine.py")
    path = tmp_path / "bot.yaml"
    path.write_text("command: python mine.py\nname: mine\nmove_seconds: 2\nmemory_mib: 512\n", encoding="utf-8")
    agent = find_agent(GAME, str(path))
    assert agent.name == "mine" and agent.agent.settings.memory_mib == 512
    agent.agent.close()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("comand: python a.py", "comand is not a field; did you mean command"),
        ("name: mine", "command is missing"),
        ("command: python a.py\nmove_seconds: 0", "move_seconds = 0.*allowed: more than 0"),
        ("command: python a.py\nmemory_mib: much", "memory_mib = 'much'"),
        ("- command", "keys and values are needed"),
        ("command: [", "bot.yaml, line 1, column"),
    ],
)
def test_a_faulty_yaml_is_told_with_the_field(tmp_path, text, message):
    path = tmp_path / "bot.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GameError, match=message):
        find_agent(GAME, str(path))
