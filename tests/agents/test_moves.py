"""One move of an agent, in a game of PettingZoo that somebody else steps."""

import copy
import gc
import pickle

import pytest

import swarmzoo
from swarmzoo.agents import moves
from swarmzoo.agents.moves import MOST_AGENTS
from swarmzoo.envs.core.errors import GameError


def played(env, agents, seed: int):
    """Play a game, an agent for each side; return the pay of all agents, by name, and the actions."""
    env.reset(seed=seed)
    pay, actions = dict.fromkeys(env.possible_agents, 0.0), []
    for name in env.agent_iter():
        pay[name] += env.last()[1]
        side = env.unwrapped.game.side_of_agent[env.possible_agents.index(name)]
        actions.append(swarmzoo.ask(env, agents[side]))
        env.step(actions[-1])
    return pay, actions


@pytest.mark.parametrize(
    ("game", "keywords", "agents"),
    [
        ("insects", {"players": 2}, ["search:8", "strong"]),
        ("warband", {}, ["skirmish", "search:8,cut=0"]),
        ("formation", {"size": 4}, ["clash", "search:4"]),
    ],
)
def test_a_game_stepped_by_its_user_is_the_game_that_play_plays(game, keywords, agents):
    env = swarmzoo.make(game, **keywords)
    pay, actions = played(env, agents, 5)
    wanted = swarmzoo.play(env.unwrapped.game, agents, games=1, seed=5)
    assert wanted.seats[0].tolist() == [0, 1]
    sides = env.unwrapped.game.side_of_agent
    assert [pay[env.possible_agents[sides.index(side)]] for side in range(2)] == wanted.pay[0].tolist()
    assert len(actions) > 20
    assert played(env, agents, 5) == (pay, actions)


def test_to_ask_changes_nothing_and_says_the_same_again():
    for game, agents in (("insects", ["greedy", "random", "search:4", "strong"]), ("warband", ["captain", "random"])):
        env = swarmzoo.make(game)
        env.reset(seed=3)
        for _ in range(40):
            before = env.get_state()
            said = [swarmzoo.ask(env, agent) for agent in agents]
            assert env.get_state() == before
            assert all(env.infos[env.agent_selection]["action_mask"][action] for action in said)
            twin = pickle.loads(pickle.dumps(copy.deepcopy(env)))
            assert [swarmzoo.ask(twin, agent) for agent in agents] == said
            env.step(said[0])


def test_who_plays_at_random_draws_anew_at_every_decision():
    """At the same choice again, with one decision more behind it, it does something else now and then."""
    env = swarmzoo.make("formation", "parallel", size=4)
    drawn = set()
    for seed in range(12):
        env.reset(seed=seed)
        first = swarmzoo.ask(env, "random")
        drawn.add(tuple(first.values()))
        assert swarmzoo.ask(env, "random") == first
    assert len(drawn) > 6
    env = swarmzoo.make("insects", players=2)
    actions = played(env, ["random", "random"], 1)[1]
    assert len(set(actions)) > 10


def test_in_a_parallel_env_all_are_answered_for():
    env = swarmzoo.make("formation", "parallel", size=4)
    observations, _ = env.reset(seed=2)
    steps = 0
    while env.agents:
        actions = swarmzoo.ask(env, "commander")
        assert list(actions) == env.agents and set(actions) == set(observations)
        observations, *_ = env.step(actions)
        steps += 1
    assert steps > 5 and swarmzoo.ask(env, "commander") == {}
    env = swarmzoo.make("insects", "parallel", players=3)
    env.reset(seed=2)
    for _ in range(30):
        actions = swarmzoo.ask(env, "greedy")
        assert list(actions) == [env.aec_env.agent_selection]
        env.step(actions)


class Watcher:
    """Takes the first legal actions, and notes what it is told and asked."""

    def __init__(self):
        self.told, self.asked = [], []

    def reset(self, seed, side):
        """Note that a game begins."""
        self.told.append((seed, side))

    def act(self, view):
        """Note for whom it is asked."""
        self.asked.append((view.side, tuple(view.agents)))
        legal = [int(mask.argmax()) for mask in view.masks]
        return legal if len(legal) > 1 else legal[0]


def test_a_python_agent_is_told_of_games_and_asked_once_for_its_side():
    watcher, due = Watcher(), []
    env = swarmzoo.make("formation", size=4)
    for seed in (7, 8):
        env.reset(seed=seed)
        for _ in range(12):  # rounds, of which each agent has a step
            due += sorted({name.split("_")[0] for name in env.agents if env.infos[name]["action_mask"].sum() > 1})
            for _ in env.agents:
                env.step(swarmzoo.ask(env, watcher))
    assert sorted(watcher.told) == [(7, 0), (7, 1), (8, 0), (8, 1)]
    env.reset(seed=8)  # the same game again is another game
    env.step(swarmzoo.ask(env, watcher))
    assert len(watcher.told) == 5
    assert [["red", "blue"][side] for side, _ in watcher.asked][: len(due)] == due
    assert max(len(agents) for _, agents in watcher.asked) == 4


def test_agents_that_are_made_anew_for_every_move_are_not_all_kept():
    env = swarmzoo.make("insects", players=2)
    env.reset(seed=1)
    for _ in range(MOST_AGENTS + 8):
        env.step(swarmzoo.ask(env, lambda view: view.legal_actions[0]))
    assert len(moves._ASKED[env]) == MOST_AGENTS
    count = len(moves._ASKED)
    del env
    gc.collect()
    assert len(moves._ASKED) < count


def test_who_has_finished_does_nothing():
    env = swarmzoo.make("insects", players=2)
    env.reset(seed=1)
    for name in env.agent_iter():
        action = swarmzoo.ask(env, "greedy")
        assert (action is None) == (env.terminations[name] or env.truncations[name])
        env.step(action)
    assert swarmzoo.ask(env, "greedy") is None


class Wrong:
    """Answers with what is never legal."""

    def act(self, view):
        """Return an action that there is not."""
        return -1


@pytest.mark.parametrize(
    ("agent", "sentence"),
    [
        ("nobody", "unknown agent 'nobody'"),
        ("commander", "plays formation and nova, not insects"),
        ("greedy -burn", r"it is forbidden actions wherever it sits.*swarmzoo\.play seat it"),
        (Wrong(), r"Wrong: act\(\) returned -1; actions are numbered 0 to"),
        (7, r"it has no act\(view\)"),
    ],
)
def test_who_cannot_be_asked_is_refused_in_a_sentence(agent, sentence):
    env = swarmzoo.make("insects", players=2)
    env.reset(seed=1)
    before = env.get_state()
    for _ in range(2):
        with pytest.raises(GameError, match=sentence):
            swarmzoo.ask(env, agent)
    assert env.get_state() == before
    env.step(swarmzoo.ask(env, "greedy"))


@pytest.mark.parametrize("answer", [None, 1.5, [1, 2], "1", [[1]], [-1], [10**6], [float("nan")]])
def test_a_policy_that_answers_nonsense_is_told_of(answer):
    class Policy:
        name, policy = "mine", None

        def act(self, observations, masks):
            return answer

    env = swarmzoo.make("insects", players=2)
    env.reset(seed=1)
    with pytest.raises(GameError, match="mine"):
        swarmzoo.ask(env, Policy())


def test_only_a_game_of_pettingzoo_that_has_begun_can_be_asked_about():
    with pytest.raises(GameError, match=r"ask\(\).*reset\(\)"):
        swarmzoo.ask(swarmzoo.make("insects"), "greedy")
    for kind in ("vector", "gym", "sb3"):
        env = swarmzoo.make("insects", kind)
        with pytest.raises(GameError, match="an environment of PettingZoo is needed"):
            swarmzoo.ask(env, "greedy")
    with pytest.raises(GameError, match="env = 'insects': an environment of PettingZoo is needed"):
        swarmzoo.ask("insects", "greedy")


def test_wrappers_of_pettingzoo_may_lie_around_the_game():
    from pettingzoo.utils import BaseWrapper, OrderEnforcingWrapper

    env = OrderEnforcingWrapper(BaseWrapper(swarmzoo.make("insects", players=2)))
    env.reset(seed=4)
    bare = swarmzoo.make("insects", players=2)
    bare.reset(seed=4)
    for _ in range(10):
        action = swarmzoo.ask(env, "strong")
        assert action == swarmzoo.ask(bare, "strong")
        env.step(action)
        bare.step(action)


def test_an_agent_found_for_other_rules_plays_those_of_the_environment():
    search = swarmzoo.find_agent("insects", "search:4", players=2)
    env = swarmzoo.make("insects", players=4, radius=3)
    env.reset(seed=1)
    for _ in range(8):
        action = swarmzoo.ask(env, search)
        assert action == swarmzoo.ask(env, "search:4")
        env.step(action)
