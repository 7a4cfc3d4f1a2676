"""Hostile Python bots, each in a process of its own: they lose by their own faults, or play on as if they were tame.

Every bot stands for a thousand inputs. One that only meddles takes its first legal action, so its game must be that of
a bot that does the same and nothing else. Nothing of a bot is left when it was let go of.
"""

import os
import time
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from textwrap import dedent, indent
from uuid import uuid4

from swarmzoo.agents.agent import Seated
from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.live import LiveGame
from swarmzoo.agents.process import warden
from swarmzoo.agents.process.settings import VARIABLE
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.printable import printable
from tests.breaking.processes import NAME, running_with
from tests.breaking.tally import Tally
from tests.scenarios import scenarios_of

INPUTS_A_BOT = 1000
LIMITS = {"MOVE_SECONDS": "4", "MEMORY_MIB": "3000"}
HEAD = """
import ctypes, gc, os, signal, subprocess, sys, threading, time
import numpy as np

def tame(view):
    chosen = [int(mask.nonzero()[0][0]) for mask in view.masks]
    return chosen[0] if len(chosen) == 1 else chosen

def states(found):
    for value in found:
        if isinstance(value, np.ndarray) and value.dtype.names and "rng" in value.dtype.names:
            yield value

class Bot:
    name, kept = "hostile", []
    def act(self, view):
        answer = tame(view)
        said = self.meddle(view, answer)
        return answer if said is None else said
    def meddle(self, view, answer):
"""
TAME = "pass"
# What a bot does before it answers, and the kinds of faults by which it loses; none: it plays on.
MEDDLERS = {
    "tame": (TAME, ()),
    "writes into its view": ("view.masks[:] = 1; view.observations[:] = 0; view.agents[:] = 0", ()),
    "keeps its views": ("self.kept.append(view); old = self.kept[0]; old.clone(1).step(tame(old)); old.text()", ()),
    "walks stack frames": (
        """
        frame = sys._getframe()
        while frame is not None:
            for value in list(frame.f_locals.values()):
                for owner in (value, *getattr(value, "__dict__", {}).values()):
                    for state in states([owner]):
                        state.view(np.uint8, np.ndarray)[:] = 0
            frame = frame.f_back
        """,
        (),
    ),
    "looks through all objects": ("[s.view(np.uint8, np.ndarray).fill(0) for s in states(gc.get_objects())]", ()),
    "breaks the door": ("view._door._Door__state.view(np.uint8, np.ndarray)[:] = 0", ()),
    "writes into the rules": ("view.game.rules.setflags(write=True); view.game.rules.view(np.uint8)[:] = 255", ()),
    "patches numpy": ("np.flatnonzero = np.nonzero = lambda *a: 1 / 0", ()),
    "patches the host": ("import swarmzoo.agents.play.asking as asking; asking.ask = lambda *a: [0]", ()),
    "prints megabytes": ("print('x' * (1 << 21)); sys.stderr.write('y' * (1 << 21)); os.write(1, b'z' * 100000)", ()),
    "reads its input": ("assert sys.stdin.read() == ''; assert os.read(0, 10) == b''", ()),
    "begins threads": ("[threading.Thread(target=time.sleep, args=(60,), daemon=True).start() for _ in range(5)]", ()),
    "forks idlers": ("os.fork() or (time.sleep(60), os._exit(0))", ()),
    "begins a daemon": (
        "len(self.kept) or self.kept.append(subprocess.Popen(['sleep', '60'], start_new_session=True))",
        (),
    ),
    "ignores signals": ("[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 3, 13, 14, 15)]", ()),
    "waits at its end": ("import atexit; atexit.register(time.sleep, 60)", ()),
    "raises": ("raise ValueError('\\x1b[2J' + 'x' * 100000)", ("crash",)),
    "raises what is no Exception": (
        "raise type('Odd', (BaseException,), {'__str__': lambda self: 1 / 0})()",
        ("crash",),
    ),
    "raises KeyboardInterrupt": ("raise KeyboardInterrupt", ("crash",)),
    "leaves by SystemExit": ("sys.exit(0)", ("crash",)),
    "leaves at once": ("os._exit(0)", ("crash",)),
    "ends itself": ("os.kill(os.getpid(), signal.SIGSEGV)", ("crash",)),
    "reads address 0": ("ctypes.string_at(0)", ("crash",)),
    "recurses": ("self.meddle(view, answer)", ("crash",)),
    "hangs": ("while True: pass", ("timeout",)),
    "sleeps": ("time.sleep(60)", ("timeout",)),
    "stops itself": ("os.kill(os.getpid(), signal.SIGSTOP)", ("timeout",)),
    "takes memory": ("self.kept += [bytes(1 << 28) for _ in range(100)]", ("memory", "crash")),
    "closes its files": ("os.closerange(0, 64)", ("crash",)),
    "speaks out of turn": ("[_write(fd, b'hello\\n') for fd in range(3, 64)]", ("garbage", "crash")),
    "floods": ("[_write(fd, b'x' * 200000) for fd in range(3, 64)]", ("flood", "garbage", "crash")),
    "answers for its host": (
        '[_write(fd, b\'{"id":1,"actions":[-1]}\\n\') for fd in range(3, 64)]',
        ("garbage", "illegal", "crash"),
    ),
    "forks and answers twice": ("os.fork()", ("garbage", "crash", "timeout")),
    "returns -1": ("return -1", ("illegal", "garbage")),
    "returns a huge number": ("return 10 ** 5000", ("illegal", "garbage")),
    "returns a text": ("return 'pass'", ("garbage",)),
    "returns a fraction": ("return 1.5", ("garbage",)),
    "returns True": ("return True", ("garbage",)),
    "returns NaN": ("return np.array([np.nan] * len(view.agents))", ("garbage",)),
    "returns without end": ("return iter(int, 1)", ("garbage", "illegal")),
    "returns an odd object": (
        "return type('Odd', (), {'__array__': lambda *a, **k: 1 / 0, '__repr__': lambda s: 1})()",
        ("garbage",),
    ),
    "returns an odd number": (
        "return type('Odd', (int,), {'__ge__': lambda *a: True, '__int__': lambda s: 1 / 0})(-5)",
        ("garbage", "illegal"),
    ),
}
TAIL = """
def _write(fd, data):
    try:
        os.write(fd, data)
    except OSError:
        pass
"""


def attack(game: str, inputs: int, seed: int, tally: Tally) -> None:
    """Play hostile bots of a game, one for every thousand inputs, in an order drawn from the seed."""
    names = list(MEDDLERS)
    Random(f"{game} {seed}").shuffle(names)
    made = scenarios_of(game)[0].game
    for number in range(-(-inputs // INPUTS_A_BOT)):
        name = names[number % len(names)]
        with tally.trying(f"{name} (seed {seed})"):
            play(made, name, seed)


def source(name: str) -> str:
    """Return the file of a bot."""
    return HEAD + indent(dedent(MEDDLERS[name][0]).strip(), " " * 8) + "\n" + TAIL


def play(game: Game, name: str, seed: int) -> None:
    """Play a bot isolated against random; raise AssertionError for what must not be."""
    mark = uuid4().hex
    given = {NAME: mark, **{VARIABLE + key: value for key, value in LIMITS.items()}}
    before = {key: os.environ.get(key) for key in given}
    os.environ.update(given)
    try:
        with TemporaryDirectory() as folder:
            length, fault = _played(game, source(name), seed, Path(folder))
    finally:
        for key, value in before.items():
            os.environ.pop(key) if value is None else os.environ.__setitem__(key, value)
    _judge(name, fault, length, _tame_length(game, seed))
    _left(mark)


def _judge(name: str, fault: tuple[str, str] | None, length: int, wanted: int) -> None:
    kinds = MEDDLERS[name][1]
    if fault is None:
        assert not kinds, f"{name}: it lost by no fault, {kinds} were expected"
        assert length == wanted, f"{name}: it played {length} moves, a tame bot {wanted}"
        return
    kind, sentence = fault
    assert kind in kinds, f"{name}: {kind}, expected {kinds or 'no fault'}: {sentence}"
    assert len(sentence) < 1000 and printable(sentence) == sentence, f"{name}: the sentence {sentence!r}"


def _played(game: Game, text: str, seed: int, folder: Path) -> tuple[int, tuple[str, str] | None]:
    """Return the length of a game, and the fault that ended it."""
    path = folder / "hostile.py"
    path.write_text(text, encoding="utf-8")
    agent = find_agent(game, f"{path}:Bot", isolate=True)
    assert isinstance(agent, Seated)
    try:
        live = LiveGame(game, [agent, built_in(game)["random"]], forfeits=True, max_cycles=60)
        live.begin(seed, [0] + [1] * (game.num_sides - 1))
        live.play_out()
        fault = live.fault
        live.finish(live.pay)
    finally:
        agent.close()
    assert fault is None or fault.side == 0, f"the fault is side {fault.side}'s: {fault.sentence}"
    return live.length, None if fault is None else (fault.kind, fault.sentence)


@cache
def _tame_length(game: Game, seed: int) -> int:
    with TemporaryDirectory() as folder:
        length, fault = _played(game, source("tame"), seed, Path(folder))
    assert fault is None, fault
    return length


def _left(mark: str) -> None:
    """Refuse processes that a bot has left behind; the system has a moment to bury them."""
    deadline = time.monotonic() + 3
    while (found := _others(mark)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not found, f"it left {found}"


def _others(mark: str) -> dict[int, str]:
    """Return the processes of a mark, less this one and its own warden, which stays as long as it does."""
    found = {pid: text for pid, text in running_with(mark).items() if pid != os.getpid()}
    return {pid: text for pid, text in found.items() if not (warden.__file__ in text and _parent(pid) == os.getpid())}


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    except OSError:
        return 0
