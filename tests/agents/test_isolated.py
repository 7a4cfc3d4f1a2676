"""Python classes in processes of their own: the same games as in this process, and hostile ones hurt nobody."""

import numpy as np
import pytest

import swarmzoo
from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.compliance import examine
from swarmzoo.agents.find import find_agent, isolated_agent
from swarmzoo.agents.play.match import play_games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from tests.breaking import bots
from tests.scenarios import TINY

GAME = insects(InsectsConfig(symmetric=True))
BOTS = '''
import os
import random

print("loaded in", os.getpid())


class Dice:
    """Plays by all that a view says, and by its seed."""
    name = "dice"
    def reset(self, seed, side):
        self.random = random.Random(seed)
    def act(self, view):
        world = view.clone(self.random.getrandbits(30))
        world.step(int(view.legal_actions[-1]))
        told = view.names[0] + view.text() + str(view.why_not(0)) + str(world.state.tobytes()) + str(world.pay())
        return int(view.legal_actions[(sum(told.encode()) + self.random.randrange(99)) % len(view.legal_actions)])


def first(view):
    return int(view.legal_actions[0])


def fails(view):
    return [][1]


class Unmade:
    def __init__(self):
        raise ValueError("not today")
    def act(self, view):
        return 0
'''


@pytest.fixture
def path(tmp_path):
    (tmp_path / "bots.py").write_text(BOTS, encoding="utf-8")
    return tmp_path / "bots.py"


def games(agents, isolate):
    found = swarmzoo.play(GAME, agents, games=4, seed=3, isolate=isolate)
    return found.pay.tolist(), found.length.tolist()


def test_an_isolated_class_plays_the_games_that_it_plays_here(path):
    agents = [f"{path}:Dice", "random"]
    assert games(agents, True) == games(agents, False)


def test_an_error_names_the_line_of_the_bot_and_its_process_goes_on(path):
    agent = find_agent(GAME, f"{path}:fails", isolate=True)
    agent.agent.start()
    pid = agent.agent.pid
    results = play_games(
        GAME, [agent, built_in(GAME)["random"]], np.array([[0, 1], [1, 0]]), np.array([1, 2]), forfeits=True
    )
    assert [fault.kind for fault in results.faults] == ["crash", "crash"]
    assert all(f"IndexError: list index out of range ({path}:25)" in fault.sentence for fault in results.faults)
    assert agent.agent.pid == pid
    agent.close()


def test_checks_of_an_isolated_class_are_those_of_a_process(path):
    agent = find_agent(TINY.game(), f"{path}:first", isolate=True)
    checks = {check.name: check for check in examine(TINY.game(), agent, games=1)}
    agent.close()
    assert not [check for check in checks.values() if check.verdict == "fail"]
    assert {"answers quit", "leaves nothing behind", "memory"} <= set(checks)
    assert checks["is told how games end"].verdict == "-", "what it raises there is seen by its own process alone"


def test_what_cannot_be_loaded_there_is_told(path):
    with pytest.raises(GameError, match="it cannot be made: ValueError: not today"):
        find_agent(GAME, f"{path}:Unmade", isolate=True)
    with pytest.raises(GameError, match="has no 'Nobody'"):
        find_agent(GAME, f"{path}:Nobody", isolate=True)


def here(view):
    return int(view.legal_actions[0])


def test_functions_of_a_file_are_isolated_and_objects_refused():
    agent = isolated_agent(TINY.game(), here)
    assert agent.agent.pid is not None and agent.name == "here"
    agent.close()
    with pytest.raises(GameError, match="the file has no 'Made'"):
        isolated_agent(TINY.game(), type("Made", (), {"act": here}))
    for made in (lambda view: 0, eval("lambda view: 0")):
        with pytest.raises(GameError, match=r"stands by its name in a \.py file"):
            isolated_agent(TINY.game(), made)
    with pytest.raises(GameError, match="needs its class"):
        isolated_agent(TINY.game(), type("Made", (), {"act": here})())
    greedy = built_in(GAME)["greedy"]
    assert isolated_agent(GAME, greedy) is greedy


@pytest.mark.parametrize(
    "name", ["walks stack frames", "begins a daemon", "answers for its host", "returns an odd number", "raises"]
)
def test_hostile_classes_lose_by_their_own_faults_or_play_on(name):
    """A few of ``python -m tests.breaking bots``."""
    bots.play(GAME, name, 5)
