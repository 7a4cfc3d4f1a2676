"""Agents by name, from files and from checkpoints, and what a Python agent is given."""

from pathlib import Path

import numpy as np
import pytest

from swarmzoo.agents.agent import Seated, names_of
from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects

GAME = insects(InsectsConfig(symmetric=True))
TEMPLATE = Path(__file__).parents[2] / "agents" / "template.py"


class Recorder:
    """Plays the first legal action and keeps its views."""

    name = "recorder"

    def __init__(self):
        self.views = []

    def act(self, view):
        self.views.append(view)
        return int(view.legal_actions[0])


@pytest.fixture(scope="module")
def recorded():
    recorder = Recorder()
    seating, seeds = paired_seats(2, 2, 2, 5)
    play_games(GAME, [Seated("recorder", recorder), built_in(GAME)["random"]], seating, seeds)
    return recorder.views


def test_built_in_agents_are_found_by_name():
    assert find_agent(GAME, "greedy").name == "greedy"


def test_an_unknown_agent_is_refused_with_the_nearest_name():
    with pytest.raises(GameError, match="did you mean greedy"):
        find_agent(GAME, "gredy")


def test_the_template_is_a_bot_of_twenty_lines_that_plays():
    lines = TEMPLATE.read_text().splitlines()
    body = [line for line in lines[lines.index("class MyBot:") :] if line.strip()]
    assert len(body) <= 20
    agent = find_agent(GAME, f"{TEMPLATE}:MyBot")
    seating, seeds = paired_seats(2, 2, 2, 3)
    assert play_games(GAME, [agent, built_in(GAME)["random"]], seating, seeds).pay.shape == (2, 2)


def test_the_template_takes_what_leaves_it_most_insects_or_wins(recorded):
    agent = find_agent(GAME, f"{TEMPLATE}:MyBot").agent
    differing = 0
    for view in recorded[:40]:
        worths = []
        for action in view.legal_actions:
            game = view.clone(seed=0)
            game.step(int(action))
            worths.append(float(game.pay()[view.agent] + game.state["bugs"][0, view.agent].sum() / 100))
        assert worths[view.legal_actions.tolist().index(agent.act(view))] == max(worths)
        differing += min(worths) < max(worths)
    assert differing > 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("class A:\n    pass\n", "no act"),
        ("1 / 0\n", "ZeroDivisionError"),
        ("class B:\n    def act(self, view): return 0\n", "has no 'A'"),
    ],
)
def test_a_faulty_file_is_told_as_its_own_fault(tmp_path, text, message):
    path = tmp_path / "bot.py"
    path.write_text(text)
    with pytest.raises(GameError, match=message):
        find_agent(GAME, f"{path}:A")


def test_a_missing_file_is_named():
    with pytest.raises(GameError, match="file not found"):
        find_agent(GAME, "nowhere.py:Bot")


@pytest.mark.parametrize("answer", [-1, 10_000, None, 1.5, "pass"])
def test_an_illegal_answer_is_told_with_the_agents_name(answer):
    class Wrong:
        def act(self, view):
            return answer

    seating, seeds = paired_seats(2, 2, 2, 3)
    with pytest.raises(GameError, match="wrong bot"):
        play_games(GAME, [Seated("wrong bot", Wrong()), built_in(GAME)["random"]], seating, seeds)


def test_an_agent_sees_observation_mask_actions_and_names(recorded):
    view = recorded[0]
    assert view.observation.shape == (GAME.observation_size,)
    assert view.mask[view.legal_actions].all() and len(view.names) == len(view.legal_actions)
    illegal = int(np.flatnonzero(view.mask == 0)[0])
    assert view.why_not(illegal) and view.why_not(int(view.legal_actions[0])) is None


def test_clones_for_lookahead_never_hold_what_the_side_cannot_know(recorded):
    view = recorded[len(recorded) // 2]
    real = view._door._Door__state
    one, two = view.clone(1), view.clone(2)
    me, other = view.side, 1 - view.side
    np.testing.assert_array_equal(one.state["hand"][0, me], real["hand"][0, me])
    assert (one.state["rng"] != two.state["rng"]).any() and (one.state["rng"] != real["rng"]).any()
    assert one.state["hand_size"][0, other] == real["hand_size"][0, other]
    np.testing.assert_array_equal(one.observation(view.agent), view.observation)


def test_lookahead_steps_a_copy(recorded):
    view = recorded[0]
    clone = view.clone(0)
    before = clone.state.tobytes()
    copy = clone.copy()
    copy.step(int(view.legal_actions[0]))
    assert clone.state.tobytes() == before and copy.state.tobytes() != before
    with pytest.raises(GameError):
        clone.step(int(np.flatnonzero(view.mask == 0)[0]))


def test_names_are_made_distinct():
    random = built_in(GAME)["random"]
    assert names_of([random, random]) == ["random", "random (2)"]
