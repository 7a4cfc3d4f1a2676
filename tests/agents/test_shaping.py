"""A policy's values leave out what shaping has already paid; searches, lessons and the viewer add it again."""

import pickle
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.live import NOBODY, LiveGames
from swarmzoo.agents.policy.archive import read_archive
from swarmzoo.agents.policy.checkpoint import load_policy, save_policy
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.network import make_policy
from swarmzoo.agents.policy.shaping import potentials, shaping_in
from swarmzoo.agents.search.config import read_config
from swarmzoo.agents.search.led import LedEngine
from swarmzoo.agents.search.led_together import JointEngine
from swarmzoo.agents.search.line_up import plan_of
from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.games import even_game
from swarmzoo.viewer.page.thoughts import thoughts
from tests.training.test_checkpoint import rewrite

PAID = {
    "insects": {"shaping_dens": 0.5, "shaping_spaces": 0.5},
    "overseer": {"shaping_strength": 0.5, "shaping_score": 0.5},
    "nova": {"shaping_strength": 0.5},
    "warband": {"shaping_star": 0.5},
    "formation": {"shaping_strength": 0.5, "shaping_progress": 0.25},
}
BASELINES = {
    "insects": "standard",
    "overseer": "duel",
    "nova": "squad_duel",
    "warband": "skirmish",
    "formation": "clash",
}
SEQUENTIAL = [name for name in PAID if name != "formation"]
NETWORK = Network(width=8, layers=1, head=8)


def made(name: str, rules: dict[str, float] | None = None, **keywords: Any) -> Game:
    return even_game(find_game(name), keywords | ({"rules": rules} if rules else {}))


def under_way(game, n: int = 12, decisions: int = 30) -> LiveGames:
    """Return games that a policy has played for a while."""
    games = LiveGames(game, [], np.full((n, game.num_sides), NOBODY))
    games.begin(np.arange(n))
    policy = find_agent(game, BASELINES[game.name]).drawing()
    for _ in range(decisions):
        at, agents, rows = games.asked()
        games.table.answer(at, agents, policy.act(*games.table.seen(at, rows)))
        games.play(games.waiting)
    return games


def decisions_of(game) -> tuple[np.ndarray, np.ndarray]:
    """Return decisions of such games: states, and the side that decides."""
    games = under_way(game, decisions=20)
    at, agents, _ = games.asked()
    at, first = np.unique(at, return_index=True)
    return games.table.states[at].copy(), np.array(game.side_of_agent)[agents[first]]


def valuing(game, values) -> Any:
    """Return a network to which all actions are alike; a function of what it sees gives its values."""

    def logits(seen):
        return np.zeros((len(seen), game.num_actions), np.float32)

    return SimpleNamespace(logits=logits, judge=lambda seen: (logits(seen), values(seen).astype(np.float32)))


@pytest.mark.parametrize("name", PAID)
def test_potentials_are_those_that_learners_are_paid_by(name):
    game, plain = made(name, PAID[name]), made(name)
    table = under_way(game).table
    found = potentials(game, table.states)
    assert found.dtype == np.float32 and found.tolist() == table.potential.tolist()
    assert np.abs(found).max() > 0.01 and (potentials(plain, table.states) == 0).all()


THREE: dict[str, dict[str, Any]] = {
    "insects": {"players": 3},
    "overseer": {"overseers": 3, "free_for_all": True},
    "nova": {"players": 3, "free_for_all": True},
    "warband": {"warbands": 3},
}


@pytest.mark.parametrize("sides", [2, 3])
@pytest.mark.parametrize("name", SEQUENTIAL)
def test_a_search_adds_what_shaping_has_paid(name, sides):
    """The policy expects every game to end in a draw: its values and what shaping has paid cancel out."""
    game, shaped = (made(name, rules, **(THREE[name] if sides == 3 else {})) for rules in (None, PAID[name]))
    states, deciding = decisions_of(game)
    plan = plan_of(game, read_config({"policy": "any", "valuation": 0.0, "cut": 0}))
    own = [game.side_of_agent.index(side) for side in range(game.num_sides)]
    for shaping, is_even in ((shaped, True), (game, False)):
        begun: list[Any] = []
        net = valuing(game, lambda seen: -potentials(shaped, begun[0]._work)[:, own].ravel())  # noqa: B023
        begun.append(LedEngine(game, plan, net, shaping).begin(states, deciding, np.arange(len(states)), 8))
        begun[0].simulate(8)
        assert not begun[0]._over.any() and game.num_sides == sides
        assert (np.abs(begun[0]._nodes["total"]).max() < 1e-5) == is_even


def test_a_search_over_joint_actions_adds_what_shaping_has_paid():
    game, shaped = made("formation", size=8), made("formation", PAID["formation"], size=8)
    games = under_way(game, 12, 20)
    plan = plan_of(game, read_config({"policy": "any", "valuation": 0.0}))
    for shaping, is_even in ((shaped, True), (game, False)):
        engine = JointEngine(game, plan, None, shaping=shaping)
        engine.work[:12] = games.table.states

        def owed(seen, engine=engine):
            paid = potentials(shaped, engine.work[:12])
            owners = engine.owners[: len(seen)]
            return -paid[owners[:, 0], [game.side_of_agent.index(side) for side in owners[:, 1]]]

        engine.net = valuing(game, owed)
        assert (np.abs(engine.worths(12)).max() < 1e-5) == is_even


def saved(folder, game, **more):
    """Return the file of a new policy that learned in a game."""
    path = folder / "policy.npz"
    save_policy(path, game, NETWORK, make_policy(game, NETWORK), more)
    return path


def learned(path, game) -> dict[str, float]:
    """Return the shaping that the policy of a file is taken to have learned with in a game."""
    return shaping_in(load_policy(path, game).shaping.config.model_dump())


def named(rules: dict[str, float]) -> dict[str, float]:
    return {f"rules.{name}": value for name, value in rules.items()}


@pytest.mark.parametrize("name", PAID)
def test_a_checkpoint_says_what_its_policy_learned_with(name, tmp_path):
    game, shaped = made(name), made(name, PAID[name])
    path = saved(tmp_path, shaped)
    assert read_archive(path)[0]["shaping"] == named(PAID[name])
    for played in (game, shaped):
        policy = load_policy(path, played)
        assert policy.shaping.rules == shaped.rules and policy.drawing().shaping is policy.shaping
    path = saved(tmp_path, game)
    assert load_policy(path, shaped).shaping.rules == game.rules and load_policy(path, game).shaping is game
    search = TreeSearch(shaped, policy=str(path), simulations=2)
    assert search._engine.shaping.rules == game.rules  # type: ignore[union-attr]


def test_rules_of_the_game_that_is_played_stay_beside_the_shaping_of_then(tmp_path):
    path = saved(tmp_path, made("insects", PAID["insects"]))
    game = made("insects", max_rounds=3)
    assert load_policy(path, game).shaping.rules == made("insects", PAID["insects"], max_rounds=3).rules


def test_files_that_do_not_name_it_have_that_of_their_game_unless_lessons_alone_taught(tmp_path):
    game, shaped = made("insects"), made("insects", PAID["insects"])
    path = saved(tmp_path, shaped)
    for training, wanted in (
        ({"total_steps": 8}, PAID["insects"]),
        ({"total_steps": 0}, {}),
        ("much", PAID["insects"]),
    ):
        rewrite(path, {"shaping": None, "training": training})
        for played in (game, shaped):
            assert learned(path, played) == named(wanted)
    for config in ({}, None, [1], {"rules": {"shaping_eggs": 1.0}, "other": {"shaping_dens": 1}, "shaping_dens": 1}):
        rewrite(path, {"shaping": None, "training": None, "game_config": config})
        assert learned(path, shaped) == {}


@pytest.mark.parametrize("value", [7, -1.0, "much", None, [0.5], {"x": 1}])
def test_wrong_shaping_in_a_file_is_refused_in_a_sentence(value, tmp_path):
    game = made("insects")
    path = saved(tmp_path, game)
    rewrite(path, {"shaping": {"rules.shaping_dens": value}})
    with pytest.raises(GameError, match=r"policy\.npz: the shaping that it learned with: .*shaping_dens"):
        load_policy(path, game)
    rewrite(path, {"shaping": [value]})
    with pytest.raises(GameError, match=r"policy\.npz: shaping = .* in its header: values by names are needed"):
        load_policy(path, game)


def test_the_values_of_baselines_that_ended_with_lessons_leave_nothing_out():
    for game, name in (("overseer", "duel"), ("warband", "skirmish")):
        assert learned(baselines(made(game))[name], made(game)) == {}
    escort = made("formation", scenario="escort", size=8)
    assert learned(baselines(escort)["escort"], escort) == {}
    assert learned(baselines(made("nova"))["strong"], made("nova")) == {"rules.shaping_strength": 0.5}


def test_a_copied_search_has_rules_of_the_same_kind():
    game = made("warband")
    search = TreeSearch(game, policy="strong", simulations=2)
    for other in (deepcopy(search), pickle.loads(pickle.dumps(search))):
        engine = other._engine
        assert not engine.shaping.rules.flags.writeable and engine.shaping.rules == search._engine.shaping.rules


def test_a_model_of_others_learned_with_the_shaping_that_views_have(tmp_path):
    game = made("warband")
    model = find_agent(game, str(sb3_model(tmp_path, game)))
    assert model.shaping.rules == made("warband", {"shaping_star": 0.5, "shaping_score": 0.5}).rules


def sb3_model(folder, game):
    """Return the file of a new model of stable-baselines3."""
    from sb3_contrib import MaskablePPO

    from swarmzoo.envs.skirmish.warband import sb3_vec_env

    env = sb3_vec_env(2, opponents=["random"])
    path = folder / "model.zip"
    MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16, policy_kwargs={"net_arch": [8]}).save(path)
    return path


def test_the_viewer_tells_the_chance_to_win_and_not_what_is_still_to_be_paid(tmp_path):
    game, shaped = made("overseer"), made("overseer", PAID["overseer"])
    policy = load_policy(saved(tmp_path, shaped), game)
    states, sides = decisions_of(game)
    ahead = max(range(len(states)), key=lambda k: abs(potentials(shaped, states[k : k + 1])[0, 0]))
    state, side = states[ahead : ahead + 1], int(sides[ahead])
    agent = game.side_of_agent.index(side)
    policy.net = valuing(game, lambda seen: np.zeros(len(seen)))
    told = thoughts(game, np.concatenate([state, state]), [[], [(agent, 0)]], [policy, policy], 0, {})
    paid = float(potentials(shaped, state)[0, agent])
    worth = told["steps"][0]["thoughts"][0]["worth"]
    assert abs(paid) > 0.01 and worth == pytest.approx((1 + paid) / 2, abs=1e-3)
