"""Searches that a trained policy leads: what its word counts for, and what the game's own valuation does."""

from types import SimpleNamespace

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.search.config import read_config, text_of
from swarmzoo.agents.search.guided import halved_tries
from swarmzoo.agents.search.led import LedEngine, balanced
from swarmzoo.agents.search.line_up import plan_of
from swarmzoo.agents.search.tree_search import SLICE, TreeSearch
from swarmzoo.agents.view import Lookahead, View
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.lab.games import made
from tests.agents.ticking import let_tick

INSECTS = insects(InsectsConfig(players=2, symmetric=True))
THREE = insects(InsectsConfig(players=3))


def openings(game, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the first decisions of n games: states, and the side that decides."""
    table = Table(game, n)
    table.seed(np.arange(n))
    table.begin()
    return table.states, np.array(game.side_of_agent)[table.actors]


def with_choices(game, n: int, least: int = 6) -> list[Lookahead]:
    """Return decisions of n random games in which many actions are legal."""
    found = []
    for seed, state in enumerate(openings(game, n)[0].copy()):
        ask, generator = Lookahead(game, np.array([state])), np.random.default_rng(seed)
        while ask.mask().sum() < least:
            ask.step(int(generator.choice(np.flatnonzero(ask.mask()))))
        found.append(ask)
    return found


def view_of(game, ask: Lookahead) -> View:
    """Return what who decides is given."""
    return View(game, ask.state.copy(), np.array([ask.actor]), ask.observation(ask.actor)[None], ask.mask()[None])


def by_sight(game, seen: np.ndarray) -> np.ndarray:
    """Return logits that hang on what is seen and on nothing else."""
    return np.array(
        [np.random.default_rng(np.frombuffer(row.tobytes(), np.uint8)).normal(size=game.num_actions) for row in seen],
        np.float32,
    )


def judging(game, value):
    """Return a policy to which all actions are alike, and of which a function of what is seen gives the value."""
    return SimpleNamespace(
        judge=lambda seen: (np.zeros((len(seen), game.num_actions), np.float32), value(seen).astype(np.float32))
    )


def searched(game, value, simulations: int, valuation: float):
    """Return searches of the openings of four games, led by such a policy, and who decides in each."""
    plan = plan_of(game, read_config({"policy": "standard", "valuation": valuation}))
    states, sides = openings(game, 4)
    search = LedEngine(game, plan, judging(game, value)).begin(states, sides, np.arange(4), simulations)
    search.simulate(simulations)
    return search, sides


def drawn(seen: np.ndarray) -> np.ndarray:
    """Return values that hang on what is seen and on nothing else."""
    return np.array([np.random.default_rng(np.frombuffer(row.tobytes(), np.uint8)).uniform(-1, 1) for row in seen])


def test_a_policy_leads_a_search_however_few_its_simulations():
    seating, seeds = paired_seats(2, 2, 2, 3)
    for simulations in (1, 5):
        led = TreeSearch(INSECTS, simulations=simulations, policy="standard")
        assert (play_games(INSECTS, [led, built_in(INSECTS)["random"]], seating, seeds).pay[seating == 0] > 0).all()
    view = view_of(INSECTS, Lookahead(INSECTS, openings(INSECTS, 1)[0]))
    assert sum(one.visits for one in led.statistics(view)) == 5


@pytest.mark.parametrize("game", [INSECTS, THREE], ids=["two", "three"])
def test_what_is_good_for_one_side_is_as_bad_for_the_others(game):
    search, _ = searched(game, drawn, 6, 0.3)
    assert search._nodes["visits"][:, 0].tolist() == [7] * 4
    assert np.abs(search._nodes["total"].sum(axis=-1)).max() < 1e-5
    assert np.abs(search._nodes["total"]).max() > 0.1


def test_a_policy_that_is_glad_of_every_position_tells_nothing():
    search, _ = searched(INSECTS, lambda seen: np.full(len(seen), 0.5), 6, 0.0)
    assert (search._nodes["total"] == 0).all()


def test_a_policy_is_asked_as_every_side():
    """What only the side sees that does not decide counts as well."""
    seen: list[np.ndarray] = []
    search, sides = searched(INSECTS, lambda rows: (seen.append(rows.copy()), np.zeros(len(rows)))[1], 0, 0.0)
    states, _ = openings(INSECTS, 4)
    for i in range(4):
        for side in range(2):
            wanted = Lookahead(INSECTS, states[i : i + 1]).observation(side)
            assert (seen[0][2 * i + side] == wanted).mean() > 0.9  # what it holds and what is coming are redrawn
    assert not (seen[0][0::2] == seen[0][1::2]).all(axis=1).any()
    assert search is not None and set(sides) <= {0, 1}


def test_with_the_whole_weight_on_the_valuation_the_policys_value_does_not_count():
    for simulations in (0, 8):
        by_one, by_other = (
            searched(INSECTS, value, simulations, 1.0)[0] for value in (drawn, lambda s: np.zeros(len(s)))
        )
        assert (by_one._nodes == by_other._nodes).all()
    weighed = [searched(INSECTS, drawn, 0, share)[0]._nodes["total"][:, 0] for share in (0.0, 0.5, 1.0)]
    np.testing.assert_allclose(weighed[1], (weighed[0] + weighed[2]) / 2, atol=1e-6)
    assert np.abs(weighed[0] - weighed[2]).max() > 0.1


def played_on(game, cut: int, **given):
    """Return searches of openings, after each simulation of which a bot plays on."""
    usual = {"policy": "standard", "valuation": 0.0, "rollout": "random", "cut": cut}
    plan, (states, sides) = plan_of(game, read_config(usual | given)), openings(game, 4)
    policy = SimpleNamespace(judge=lambda seen: (by_sight(game, seen), drawn(seen).astype(np.float32)))
    search = LedEngine(game, plan, policy).begin(states, sides, np.arange(4), 12)
    search.simulate(12)
    return search


@pytest.mark.parametrize("game", [INSECTS, THREE], ids=["two", "three"])
def test_a_position_may_be_worth_what_a_bot_makes_of_it_by_the_end(game):
    """Then neither the policy's values count nor what the valuation says of positions."""
    search = played_on(game, -1)
    found = search._nodes
    worths = found["total"][:, 1:][found["visits"][:, 1:] == 1]
    least = -1 / (game.num_sides - 1)
    assert ((worths >= least - 1e-6) & (worths <= 1 + 1e-6)).all() and (worths.max(axis=1) > 0.5).any()
    assert (np.abs(found["total"].sum(axis=-1)) < 1e-4).all()
    again = played_on(game, -1)
    assert (again._nodes == found).all()
    other = played_on(game, -1, valuation=1.0)
    assert (other._nodes == found).all()


def test_the_longer_a_bot_plays_on_the_more_is_simulated():
    decisions = [played_on(INSECTS, cut)._benches["decisions"].sum() for cut in (0, 1, 3, -1)]
    assert decisions == sorted(set(decisions))


def test_what_the_policy_would_do_is_asked_before_a_bot_plays_on():
    at_once, later = played_on(INSECTS, 0), played_on(INSECTS, 3)
    assert (at_once._logits[:, 0] == later._logits[:, 0]).all()
    assert (at_once._nodes["total"][:, 0] != later._nodes["total"][:, 0]).any()


@pytest.mark.parametrize("rollout", ["captain", "policy"])
def test_who_plays_on_plays_whole_turns(rollout):
    """With a cut of one it plays the turn of who decides to its end, with a cut of two the next one as well."""
    game = made("warband", "scenario=kill_leader")
    states, sides = openings(game, 4)
    for cut in (1, 2):
        given = {"policy": "kill_leader", "cut": cut, "rollout": rollout}
        policy = judging(game, lambda seen: np.zeros(len(seen)))
        search = LedEngine(game, plan_of(game, read_config(given)), policy).begin(states, sides, np.arange(4), 1)
        search.simulate(0)
        for i in range(4):
            before, after = (Lookahead(game, of[i : i + 1].copy()) for of in (states, search._work))
            assert (after.actor == before.actor) == (cut == 2)  # one of two sides, so the third turn is its own again


def by_itself(game, states: np.ndarray, policy, cut: int, simulations: int, **given):
    """Return a search of games after each simulation of which the policy that leads it plays on."""
    usual = {"policy": "standard", "rollout": "policy", "cut": cut} | given
    sides = np.array([game.side_of_agent[Lookahead(game, states[i : i + 1]).actor] for i in range(len(states))])
    engine = LedEngine(game, plan_of(game, read_config(usual)), policy)
    search = engine.begin(states, sides, np.arange(len(states)), simulations)
    search.simulate(simulations)
    return search


@pytest.mark.parametrize("game", [INSECTS, THREE], ids=["two", "three"])
def test_the_policy_that_leads_may_play_on_to_the_end(game):
    """Each side takes what it holds likeliest of what it sees, in the world of the simulation, and that decides."""
    policy = SimpleNamespace(judge=lambda seen: (by_sight(game, seen), drawn(seen).astype(np.float32)))
    states = openings(game, 4)[0]
    search = by_itself(game, states, policy, -1, 0)
    worlds = by_itself(game, states, policy, 0, 0, rollout="random")._work  # the first simulation takes no action
    played = set()
    for i in range(4):
        world, decisions = Lookahead(game, worlds[i : i + 1].copy()), 0
        while not world.done:
            logits = by_sight(game, world.observation(world.actor)[None])[0]
            world.step(int(np.where(world.mask() != 0, logits, -np.inf).argmax()))
            decisions += 1
        assert search._benches["decisions"][i] == decisions > 50
        assert (search._work[i : i + 1] == world.state).all()
        assert search._nodes["total"][i, 0].tolist() == world.pay().tolist()
        played.add(decisions)
    assert len(played) > 1  # games of several lengths, each to its own end


def test_games_that_a_policy_plays_on_in_are_searched_as_if_alone():
    policy = SimpleNamespace(judge=lambda seen: (by_sight(INSECTS, seen), drawn(seen).astype(np.float32)))
    states = openings(INSECTS, 3)[0]
    together = by_itself(INSECTS, states, policy, 3, 20)
    sides = together._sides
    engine = LedEngine(INSECTS, together._engine.plan, policy)
    for i in range(3):
        alone = engine.begin(states[i : i + 1], sides[i : i + 1], np.array([i]), 20)
        alone.simulate(20)
        assert (alone._nodes[0] == together._nodes[i]).all()


def test_who_may_play_on_where_a_policy_leads():
    with pytest.raises(GameError, match=r"the bots of insects are random, .*where a policy leads it may be policy"):
        TreeSearch(INSECTS, rollout="policy")
    with pytest.raises(GameError, match=r"rollout = 'nobody'.*where a policy leads it may be policy"):
        TreeSearch(INSECTS, policy="standard", cut=2, rollout="nobody")
    with pytest.raises(GameError, match=r"rollout = 'policy': .* where nobody plays on \(cut = 0\)"):
        TreeSearch(INSECTS, policy="standard", cut=0, rollout="policy")
    found = find_agent(INSECTS, "search:4,policy=standard,rollout=policy,cut=2")
    assert found.name == "search-4-rollout=policy-cut=2-policy=standard"
    assert find_agent(INSECTS, text_of(found.name)).name == found.name
    ask = with_choices(INSECTS, 1)[0]
    assert ask.mask()[found.act(view_of(INSECTS, ask))]


def test_the_worths_of_three_sides_sum_to_nothing_and_who_is_out_has_lost():
    fitted = np.array([[0.2, -0.1, -0.1], [0.5, -0.5, 0.0]], np.float32)
    found = balanced(np.array([[0.9, 0.3, 0.3], [0.4, 0.9, 0.2]], np.float32), fitted)
    np.testing.assert_allclose(found, [[0.4, -0.2, -0.2], [0.35, -0.5, 0.15]], atol=1e-6)


@pytest.mark.parametrize(("considered", "budget"), [(1, 20), (2, 20), (3, 40), (8, 63), (8, 15), (16, 1000), (5, 3)])
def test_half_of_the_actions_goes_on_until_two_are_left(considered, budget):
    """Each simulation has an action that was tried as often as it asks for, as long as the best go on."""
    tries = [0] * considered
    for k in range(budget):
        due = halved_tries.py_func(considered, budget, k)
        tries[tries.index(due)] += 1  # the first are the best
    tries.sort()
    assert sum(tries) == budget
    if budget >= 4 * considered and considered > 1:
        assert min(tries) >= 1 and tries[-1] - tries[-2] <= 1
        assert tries[-1] >= budget // considered
        assert len(set(tries)) <= 2 * int(np.ceil(np.log2(considered)))


def test_as_many_actions_are_tried_as_are_considered_and_the_likeliest_first():
    game, plan = INSECTS, plan_of(INSECTS, read_config({"policy": "standard", "considered": 3}))
    asked = with_choices(game, 4)
    states = np.concatenate([ask.state for ask in asked])
    sides = np.array([game.side_of_agent[ask.actor] for ask in asked])
    logits = np.random.default_rng(1).normal(size=game.num_actions).astype(np.float32)
    policy = SimpleNamespace(judge=lambda seen: (np.tile(logits, (len(seen), 1)), np.zeros(len(seen), np.float32)))
    search = LedEngine(game, plan, policy).begin(states, sides, np.arange(4), 40)
    search.simulate(40)
    visits, _ = search.roots()
    for i in range(4):
        legal = np.flatnonzero(asked[i].mask())
        likely = legal[np.argsort(-logits[legal])][:3]
        assert sorted(np.flatnonzero(visits[i])) == sorted(likely)
        assert visits[i].sum() == 40 and visits[i].argmax() in likely


def test_the_last_simulation_goes_to_the_action_that_scores_most():
    search, _ = searched(INSECTS, drawn, 40, 0.3)
    visits, _ = search.roots()
    first = searched(INSECTS, drawn, 40, 0.3)[0]
    assert (first.roots()[0] == visits).all()
    most = visits.max(axis=1)
    assert (np.sort(visits, axis=1)[:, -2] < most).all()
    scores = np.where(visits == most[:, None], search.scores(), -np.inf)
    assert (scores.argmax(axis=1) == visits.argmax(axis=1)).all()


def test_every_simulation_goes_to_the_action_that_is_due_and_scores_most():
    asked, budget = with_choices(INSECTS, 4), 40
    states = np.concatenate([ask.state for ask in asked])
    sides = np.array([INSECTS.side_of_agent[ask.actor] for ask in asked])
    logits = np.random.default_rng(2).normal(size=INSECTS.num_actions).astype(np.float32)
    policy = SimpleNamespace(judge=lambda seen: (np.tile(logits, (len(seen), 1)), drawn(seen).astype(np.float32)))
    plan = plan_of(INSECTS, read_config({"policy": "standard", "valuation": 0.0}))
    search = LedEngine(INSECTS, plan, policy).begin(states, sides, np.arange(4), budget)
    search.simulate(0)
    for k in range(budget):
        before, scores = search.roots()[0], search.scores()
        search.simulate(1)
        went = search.roots()[0] - before
        for i, ask in enumerate(asked):
            legal = ask.mask() != 0
            due = halved_tries.py_func(min(8, int(legal.sum())), budget - 1, k) if k < budget - 1 else before[i].max()
            assert went[i].argmax() == np.where(legal & (before[i] == due), scores[i], -np.inf).argmax()


def test_by_the_clock_the_simulations_are_shared_as_suits_the_time(monkeypatch):
    """As many are foretold as there will be about, so that half of the actions is left behind more than once."""
    let_tick(monkeypatch, 10)
    ask = with_choices(INSECTS, 1)[0]
    view = view_of(INSECTS, ask)
    led = TreeSearch(INSECTS, milliseconds=85, policy="standard")
    found = led.statistics(view)
    assert len(found) <= led.settings.considered and sum(one.visits for one in found) == 8 * SLICE
    assert len({one.visits for one in found}) >= 3
    assert ask.mask()[led.act(view)]
