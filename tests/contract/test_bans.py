"""Bans: what is forbidden to a side by data is seen by nobody as allowed, in any view, by any agent."""

import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest

from swarmzoo.agents.agent import PythonAgent, Seated
from swarmzoo.agents.built_in import built_in, teachers
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.policy.checkpoint import save_policy
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.network import make_policy
from swarmzoo.agents.policy.torch_agent import TorchAgent
from swarmzoo.agents.view import Lookahead, View
from swarmzoo.envs import formation, insects
from swarmzoo.envs.api.parallel import aec_view, parallel_view
from swarmzoo.envs.api.sb3 import SwarmVecEnv
from swarmzoo.envs.api.vector import GameVectorEnv
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish import warband
from swarmzoo.lab.play import Lineup, play_groups
from swarmzoo.lab.replay import unpack_actions
from swarmzoo.lab.schedule import Group
from tests.scenarios import TINY

INSECTS = insects.game(players=2, radius=2)
WARBAND = warband.game(size=2, columns=12, rows=12)
FORMATION = formation.game(size=8)
BANNED = {
    "insects": INSECTS.banned({0: ["burn", "pick up", "play 3"]}),
    "warband": WARBAND.banned({0: ["charge", "cover", "breather"]}),
    "formation": FORMATION.banned({0: ["face", "volley", "keep", "form up"]}),
    "stay": FORMATION.banned({0: "stay"}),
}
ALL = pytest.mark.parametrize("name", BANNED)


def begun(game, seed: int = 1) -> Lookahead:
    """Return a new game."""
    table = Table(game, 1)
    table.seed(np.array([seed]))
    table.begin()
    return Lookahead(game, table.states)


def decisions(game, tape: np.ndarray, seed: int):
    """Yield (agent, action, mask, lifted so far) of every decision of a recorded game."""
    state, questions = begun(game, seed), Questions(game)
    rest = iter(tape.tolist())
    while not state.done:
        actions = np.zeros(game.num_agents, np.int32)
        for agent in np.flatnonzero(questions.acting(state.state)):
            actions[agent] = next(rest)
            yield int(agent), int(actions[agent]), questions.mask(state.state, int(agent)), state.state
        state.step(actions if not game.sequential else int(actions[state.actor]))


def check(game, agents, seeds: int) -> None:
    """Let agents play; nobody may see or take what is banned, but where the ban would leave nothing."""
    seating = np.array([[side % len(agents) for side in range(game.num_sides)]] * seeds)
    results = play_games(game, agents, seating, np.arange(seeds), record=True, summaries=False)
    for seed, tape in enumerate(results.tapes):
        for agent, action, mask, _ in decisions(game, tape, seed):
            banned = list(game.bans[game.side_of_agent[agent]])
            assert mask[action]
            assert mask.sum() > 1
            assert not mask[banned].any() or set(np.flatnonzero(mask)) <= set(banned)


@ALL
def test_random_and_every_bot_obey(name: str):
    game = BANNED[name]
    for bot in (built_in(game) | teachers(game)).values():
        check(game, [bot], 2)


@ALL
def test_searches_obey(name: str):
    game = BANNED[name]
    search = find_agent(game, "search:16" if game.sequential else "search:4")
    check(game, [search, built_in(game)["random"]], 1)


@pytest.mark.parametrize("name", ["insects", "warband"])
def test_policies_obey(name: str):
    game = BANNED[name]
    network = Network(kind="mlp", width=8, layers=1, head=8)
    check(game, [TorchAgent("fresh", game, network, make_policy(game, network), sample=True)], 2)


class Looker(PythonAgent):
    """Plays at random, and looks whether its view and its copies hide what is banned."""

    def __init__(self, game):
        self.game, self.rng = game, np.random.default_rng(0)

    def act(self, view: View) -> int:
        banned = set(self.game.bans[view.side])
        legal = set(view.legal_actions.tolist())
        assert not legal & banned or legal <= banned
        assert set(np.flatnonzero(view.clone(1).mask())) == legal
        return int(self.rng.choice(sorted(legal)))


@pytest.mark.parametrize("name", ["insects", "warband"])
def test_views_show_nothing_that_is_banned(name: str):
    game = BANNED[name]
    check(game, [Seated("looker", Looker(game))], 1)


@ALL
def test_the_batched_view_and_the_others_mask_what_is_banned(name: str):
    game = BANNED[name]
    env = GameVectorEnv(game, 4)
    _, info = env.reset(seed=1)
    for _ in range(60):
        mask = np.atleast_3d(info["action_mask"].reshape(4, -1, game.num_actions))
        acting = info["acting"].reshape(4, -1)
        for i in range(4):
            agents = [acting[i, 0]] if game.sequential else range(game.num_agents)
            for row, agent in enumerate(agents):
                if agent >= 0 and game.side_of_agent[agent] == 0 and mask[i, row].sum() > 1:
                    legal, banned = set(np.flatnonzero(mask[i, row])), set(game.bans[0])
                    assert not legal & banned or legal <= banned or mask[i, row].all()  # the game is over
        _, _, _, _, info = env.step(info["action_mask"].argmax(-1))


@pytest.mark.parametrize("name", ["insects", "warband"])
def test_learners_and_their_opponents_obey(name: str):
    game = BANNED[name]
    env = SwarmVecEnv(game, 8, list(built_in(game).values())[:2], seat=0)
    env.reset()
    banned = list(game.bans[0])
    for step in range(80):
        masks = env.action_masks()
        assert (~masks[:, banned].any(1) | ~np.delete(masks, banned, 1).any(1)).all()
        env.step((masks * np.random.default_rng(step).random(masks.shape)).argmax(1))


@pytest.mark.parametrize("name", ["insects", "warband"])
def test_workers_obey(name: str):
    game, groups = BANNED[name], [Group(0, (0, 1), 1), Group(1, (0, 1), 2)]
    setting = Lineup(game, ["random", list(built_in(game))[1]], False, True).setting
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        rows = pool.submit(play_groups, (setting, groups)).result()
    assert len(rows) == 4
    for row in rows:
        for agent, action, mask, _ in decisions(game, unpack_actions(row.actions), row.seed):
            banned = list(game.bans[agent])
            assert mask[action] and (not mask[banned].any() or set(np.flatnonzero(mask)) <= set(banned))


@pytest.mark.parametrize(("name", "kind"), [("insects", "mlp"), ("formation", "disc")])
def test_a_search_that_a_policy_leads_obeys(tmp_path, name, kind):
    game = BANNED[name]
    network = Network(kind=kind, width=8, layers=1, head=8)
    save_policy(tmp_path / "fresh.npz", game, network, make_policy(game, network), {})
    found = find_agent(game, f"search:8,policy={tmp_path / 'fresh.npz'}")
    check(game, [found, built_in(game)["random"]], 1)


def test_an_agent_environment_says_which_action_is_banned():
    env = aec_view(INSECTS.banned({0: "play", 1: "play"}))
    env.reset(seed=3)
    told = set()
    for _ in range(300):
        if env.terminations[env.agent_selection]:
            break
        told |= {env.unwrapped.why_not(action) for action in INSECTS.actions.range("play")}
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    assert "this action is banned for this side" in told


def test_everybody_who_may_not_stay_and_has_one_other_choice_does_it():
    """In a simultaneous game who has one action left is not asked: its mask shows that one, and it is carried out."""
    game = FORMATION.banned({0: ["stay", "form up", "leave", "evade", *FORMATION.actions.range("step")], 1: ()})
    env = parallel_view(game)
    observations, _ = env.reset(seed=2)
    questions, seen = Questions(game), 0
    for _ in range(40):
        if not env.agents:
            break
        state = env._table.states
        acting = questions.acting(state)
        for agent in range(game.num_agents):
            mask = questions.mask(state, agent)
            allowed = [questions.why_not(state, agent, action) is None for action in range(game.num_actions)]
            assert mask.tolist() == allowed
            assert (mask.sum() > 1) == acting[agent]
            seen += not mask[0]
        masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
        observations = env.step({agent: int(mask.argmax()) for agent, mask in masks.items()})[0]
    assert seen


def test_charging_is_carried_out_without_asking_where_nothing_else_is_left():
    orders = ["stay", "form up", "leave", "evade"]
    free = begun(FORMATION)
    first = FORMATION.side_of_agent[free.actor]
    bound = begun(FORMATION.banned({first: orders}))
    chargers = np.flatnonzero(bound.state["charging"][0][: FORMATION.num_agents])
    assert len(chargers)
    assert {FORMATION.side_of_agent[i] for i in chargers} == {first}


@ALL
def test_who_bans_nothing_plays_the_same_game(name: str):
    plain = {"insects": INSECTS, "warband": WARBAND}.get(name, FORMATION)
    lifted = BANNED[name].banned({})
    assert lifted.rules_signature == plain.rules_signature
    assert lifted.rules.tobytes() == plain.rules.tobytes()
    agents = [built_in(plain)["random"]]
    seating, seeds = np.zeros((3, plain.num_sides), int), np.arange(3)
    one, two = (play_games(game, agents, seating, seeds, record=True) for game in (plain, lifted))
    assert all((a == b).all() for a, b in zip(one.tapes, two.tapes, strict=True))


def test_a_ban_that_would_leave_nothing_does_not_hold_and_is_counted():
    everything = INSECTS.banned({0: list(range(INSECTS.num_actions))})
    state, plain = begun(everything), begun(INSECTS)
    while plain.actor != 0:
        plain.step(int(np.flatnonzero(plain.mask())[0]))
    while state.actor != 0:
        state.step(int(np.flatnonzero(state.mask())[0]))
    assert (state.mask() == plain.mask()).all()
    assert state.state["bans_lifted"][0].tolist()[1] == 0
    assert state.state["bans_lifted"][0].tolist()[0] >= 1


@ALL
def test_nothing_is_compiled_again_for_a_ban(name: str):
    plain = {"insects": INSECTS, "warband": WARBAND}.get(name, FORMATION)
    assert BANNED[name].kernels is plain.kernels
    assert BANNED[name].rules.dtype == plain.rules.dtype
    assert BANNED[name].state == plain.state


@ALL
def test_bans_travel_and_sign_the_rules(name: str):
    game = BANNED[name]
    plain = {"insects": INSECTS, "warband": WARBAND}.get(name, FORMATION)
    twin = pickle.loads(pickle.dumps(game))
    assert twin.bans == game.bans == deepcopy(game).bans
    assert twin.rules.tobytes() == game.rules.tobytes()
    assert twin.rules_signature == game.rules_signature != plain.rules_signature
    assert not game.rules.flags.writeable


@pytest.mark.parametrize("name", ["insects", "warband", "tiny"])
def test_a_position_is_read_with_its_bans(name: str):
    plain = {"insects": INSECTS, "warband": WARBAND, "tiny": TINY.game()}[name]
    first = begun(plain)
    action = int(np.flatnonzero(first.mask())[0])
    game = plain.banned({first.actor: action})
    text = plain.words.write_position(first.state)
    assert Questions(game).mask(game.words.read_position(text, 1), first.actor)[action] == 0
    assert Questions(plain).mask(plain.words.read_position(text, 1), first.actor)[action] == 1


def test_a_game_whose_kernels_were_replaced_is_not_pickled():
    wrapped = replace(INSECTS, kernels=replace(INSECTS.kernels, legal=INSECTS.kernels.acting))
    with pytest.raises(GameError, match="kernels were replaced"):
        pickle.dumps(wrapped)


@pytest.mark.parametrize(
    ("bans", "sentence"),
    [
        ({2: "play"}, "sides are numbered 0 to 1"),
        ({"swarm_O": "play"}, "did you mean swarm_"),
        ({0: "plaj"}, "did you mean play"),
        ({0: "hex 99"}, "numbered 0 to 36"),
        ({0: [0, 4000]}, "actions are numbered 0 to"),
    ],
)
def test_what_cannot_be_banned_is_refused(bans, sentence: str):
    with pytest.raises(GameError, match=sentence):
        INSECTS.banned(bans)
