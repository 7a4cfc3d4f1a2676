"""Searches over joint actions that a trained policy leads: for games in which all agents move at once."""

import pickle
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.policy.checkpoint import save_policy
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.network import make_policy
from swarmzoo.agents.search import led_together
from swarmzoo.agents.search.config import read_config
from swarmzoo.agents.search.joint import likeliest, stages
from swarmzoo.agents.search.led_together import JointEngine
from swarmzoo.agents.search.line_up import plan_of
from swarmzoo.agents.search.tree_search import SLICE, TreeSearch
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import copy_of
from swarmzoo.lab.games import made
from swarmzoo.viewer.watch import played
from tests.agents.test_order_search import SIZE_8, side_of, waiting
from tests.agents.ticking import let_tick


def led(game=SIZE_8, **settings) -> TreeSearch:
    """Return a search that clash leads."""
    return TreeSearch(game, **({"policy": "clash", "simulations": 12, "cut": 2} | settings))


def asked(search: TreeSearch, games: int = 6) -> tuple[np.ndarray, ...]:
    """Return what a search is asked with: states, sides, agents, seeds."""
    table, rows, sides, agents = waiting(games)
    assert search.game is SIZE_8
    return table.states[rows], sides, agents, np.arange(len(rows))


def alike(game, value=np.zeros) -> SimpleNamespace:
    """Return a policy to which all actions are alike, and of which a function of a count gives the values."""
    logits = lambda seen: np.zeros((len(seen), game.num_actions), np.float32)  # noqa: E731
    return SimpleNamespace(logits=logits, judge=lambda seen: (logits(seen), value(len(seen)).astype(np.float32)))


@pytest.mark.parametrize("seed", range(20))
def test_the_likeliest_joint_actions_are_found(seed):
    generator = np.random.default_rng(seed)
    agents = int(generator.integers(1, 5))
    logits = generator.normal(size=(agents, 5)).astype(np.float32)
    masks = (generator.random((agents, 5)) < 0.6).astype(np.int8)
    masks[np.arange(agents), generator.integers(5, size=agents)] = 1
    joint, gaps = likeliest(logits, masks, 9)
    every = list(product(*(np.flatnonzero(mask) for mask in masks)))
    sums = np.array([sum(float(logits[a, x]) for a, x in enumerate(one)) for one in every])
    assert len(joint) == min(9, len(every)) == len({tuple(one) for one in joint})
    np.testing.assert_allclose(gaps, np.sort(sums.max() - sums)[:9], atol=1e-5)
    np.testing.assert_allclose(
        [sum(logits[a, x] for a, x in enumerate(one)) for one in joint], sums.max() - gaps, atol=1e-5
    )


def test_nobody_with_a_choice_has_one_joint_action():
    joint, gaps = likeliest(np.zeros((0, 5), np.float32), np.zeros((0, 5), np.int8), 8)
    assert joint.shape == (1, 0) and gaps.tolist() == [0]


@pytest.mark.parametrize("considered", [1, 2, 3, 7, 8, 20])
@pytest.mark.parametrize("budget", [1, 2, 5, 16, 64, 1000])
def test_halving_spends_the_budget_and_leaves_one(considered, budget):
    found = stages(considered, budget)
    assert sum(count for _, count in found) == budget and found[-1] == (1, budget if considered == 1 else 1)
    left = [one for one, _ in found]
    assert left[0] == considered and left == sorted(left, reverse=True) and 0 not in left


def test_visits_add_up_and_actions_are_legal():
    table, rows, sides, _ = waiting(4)
    search = led(simulations=20)
    for row, side in zip(rows, sides, strict=True):
        view = side_of(table, int(row), int(side))
        found = search.statistics(view)
        assert sum(one.visits for one in found) in (20, 1) and all(-1 <= one.value <= 1 for one in found)
        assert {one.name for one in found} <= set(search.orders) and len(search.orders) == 8
        actions = search.act(view)
        assert len(actions) == len(view.agents)
        assert all(mask[action] for mask, action in zip(view.masks, actions, strict=True))


def test_the_same_seed_gives_the_same_actions_whatever_else_is_asked(monkeypatch):
    search = led()
    states, sides, agents, seeds = asked(search)
    together = search.act_on(states, sides, agents, seeds)
    for i in range(len(states) - 1, -1, -1):
        alone = search.act_on(states[i : i + 1], sides[i : i + 1], agents[i : i + 1], seeds[i : i + 1])[0]
        assert (alone == together[i]).all()
    for name, value in (("AT_ONCE", 5), ("MEMORY", 1)):
        monkeypatch.setattr(led_together, name, value)
        in_parts = led().act_on(states, sides, agents, seeds)
        assert all((a == b).all() for a, b in zip(in_parts, together, strict=True))


@pytest.mark.parametrize("scenario", ["clash", "ambush"])
def test_what_its_side_cannot_know_changes_nothing(scenario):
    """The coming dice and hidden soldiers may be others: the same seed still gives the same actions."""
    game = made("formation", f"size=8,scenario={scenario}")
    search, ask = TreeSearch(game, policy=scenario, simulations=10, cut=2), Questions(game)
    commanders, compared = [built_in(game)["commander"]] * 2, 0
    for state in list(map(copy_of, played(game, commanders, 1)))[2:40:6]:
        agent = int(np.flatnonzero(ask.acting(state))[0])
        side = game.side_of_agent[agent]
        other = ask.determinized(state, side, 9)
        one, two = (search.act_on(each, *map(np.array, ([side], [agent], [5])))[0] for each in (state, other))
        assert (one == two).all()
        compared += state.tobytes() != other.tobytes()
    assert compared > 3


def test_a_copy_of_it_answers_alike_and_leaves_out_what_is_worked_on():
    search = led()
    asked_for = asked(search)
    answers = search.act_on(*asked_for)
    packed = pickle.dumps(search)
    assert len(packed) < 1 << 22
    again = pickle.loads(packed).act_on(*asked_for)
    assert all((one == other).all() for one, other in zip(answers, again, strict=True))


def test_with_one_simulation_it_plays_as_its_policy():
    seating, seeds = paired_seats(2, 2, 2, 3)
    search = led(simulations=1)
    policy = find_agent(SIZE_8, "clash")
    one, other = (play_games(SIZE_8, [agent, agent], seating, seeds) for agent in (search, policy))
    assert (one.pay == other.pay).all() and (one.length == other.length).all()


def test_simulations_do_what_they_are_told_and_end_at_the_cut():
    search = led(simulations=9, cut=0)
    states, sides, agents, seeds = asked(search)
    search.act_on(states, sides, agents, seeds)
    shortest = search.decisions
    longer = led(simulations=9, cut=6)
    longer.act_on(states, sides, agents, seeds)
    assert 0 < shortest < longer.decisions / 3
    to_the_end = led(simulations=2, cut=-1)
    to_the_end.act_on(states[:1], sides[:1], agents[:1], seeds[:1])
    assert to_the_end.decisions > 20


def test_the_weight_of_the_valuation_is_what_is_said():
    states, sides, _, seeds = asked(led())
    found = []
    for weight in (0.0, 0.5, 1.0):
        plan = plan_of(SIZE_8, read_config({"policy": "clash", "cut": 1, "valuation": weight}))
        search = JointEngine(SIZE_8, plan, alike(SIZE_8, np.ones)).begin(states, sides, seeds, 8)
        search.simulate(8)
        found.append(search.roots()[1].sum(axis=1))
    assert (np.abs(found[0]) < 1e-6).all(), "a policy that is glad of every position tells nothing"
    np.testing.assert_allclose(found[1], found[2] / 2, atol=1e-5)


@pytest.mark.parametrize("best", [0, 3, 7])
def test_what_is_worth_most_is_done(best):
    """To the policy all actions are alike; one joint action wins in every world, the others lose."""
    states, sides, _, seeds = asked(led(), 12)
    engine = JointEngine(SIZE_8, plan_of(SIZE_8, read_config({"policy": "clash"})), alike(SIZE_8))
    many = [len(trial.gaps) for trial in engine.begin(states, sides, seeds, 40)._trials].index(8)
    search = engine.begin(*(values[many : many + 1] for values in (states, sides, seeds)), 40)
    wins, tried = search._trials[0].joint[best], []
    engine.go_on = lambda count, first: tried.append(first)  # type: ignore[method-assign]
    engine.worths = lambda count: np.where((tried[-1] == wins).all(axis=1), 1.0, -1.0)[:, None].repeat(2, 1)  # type: ignore
    search.simulate(40)
    visits, totals = search.roots()
    assert (
        visits.sum() == 40
        and visits[0].argmax() == best
        and (totals[0] == visits[0] * np.where(np.arange(8) == best, 1, -1)).all()
    )
    answer = search.answers(np.array([best]))[0]
    does = np.where(wins >= 0, wins, search._does[0])
    assert answer.tolist() == does[does >= 0].tolist() and (does >= 0).sum() >= (wins >= 0).sum() > 0


def test_by_the_clock_the_simulations_are_shared_as_suits_the_time(monkeypatch):
    let_tick(monkeypatch, 10)
    table, rows, sides, _ = waiting(1)
    found = led(simulations=None, milliseconds=85).statistics(side_of(table, int(rows[0]), int(sides[0])))
    assert sum(one.visits for one in found) == 8 * SLICE and len({one.visits for one in found}) >= 2


@pytest.mark.parametrize("threads", [1, 5])
@pytest.mark.parametrize("size", [4, 64, 200])
def test_memory_has_a_bound_however_large_companies_are(size, threads):
    game = made("formation", f"size={size}")
    engine = JointEngine(game, plan_of(game, read_config({"policy": "clash"})), alike(game), threads)
    engines = [engine, *engine.twins]
    held = sum(one.observations.nbytes + one.masks.nbytes + one.work.nbytes for one in engines)
    assert len(engines) == threads and len({one.benches.ctypes.data for one in engines}) == threads
    assert held <= led_together.MEMORY and (size * threads > 4 or engine.at_once == led_together.AT_ONCE)


def test_squads_that_are_given_orders_are_led_by_a_policy_of_squads(tmp_path):
    game = made("formation", "size=8,control=orders")
    network = Network(kind="disc", width=8, layers=1, head=8, channels=4)
    save_policy(tmp_path / "squads.npz", game, network, make_policy(game, network), {})
    search = find_agent(game, f"search:6,policy={tmp_path / 'squads.npz'}")
    found = play_games(game, [search, built_in(game)["random"]], *paired_seats(2, 2, 2, 3))
    assert (found.length > 2).all()


@pytest.mark.parametrize("scenario", ["march", "bridge", "ambush", "escort"])
def test_it_plays_every_scenario_to_its_end(scenario):
    game = made("formation", f"size=4,scenario={scenario}")
    search = TreeSearch(game, policy=scenario, simulations=5, cut=1)
    found = play_games(game, [search, built_in(game)["commander"]], *paired_seats(2, 2, 2, 3))
    assert (found.length > 5).all()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"hold": 3}, "hold = 3: this has no meaning for a search that a policy leads"),
        ({"exploration": 0.3}, "exploration = 0.3: this has no meaning for a search that a policy leads"),
        ({"rollout": "commander"}, "rollout = 'commander': this has no meaning for a search that a policy leads"),
        ({"widening": 2.0}, "widening = 2.0: this has no meaning where all agents move at once"),
        ({"model": "hold"}, "policy = 'clash': this has no meaning for a search against a model"),
        ({"policy": "commander"}, "'commander' is not a trained policy"),
        ({"policy": "clash:sample=true"}, "takes no options"),
    ],
)
def test_what_has_no_meaning_is_refused(settings, said):
    with pytest.raises(GameError, match=said):
        led(**settings)
