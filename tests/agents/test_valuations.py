"""What positions are worth to searches: valuations of the games, and the regression that finds their weights."""

from typing import get_args

import numpy as np
import pytest
import typer
from scipy.special import log_softmax

from swarmzoo.agents.built_in import built_in, module_of
from swarmzoo.agents.search.appraisal import bench_fields, bind_all, set_up_appraisal
from swarmzoo.agents.search.config import SearchConfig
from swarmzoo.agents.search.line_up import plan_of, weights_of
from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.table import Table
from swarmzoo.lab.fitting import regression
from swarmzoo.lab.fitting.regression import fitted
from swarmzoo.lab.fitting.watching import Positions, _look, joined, watched
from swarmzoo.lab.games import made
from swarmzoo.lab.ladder import duel

GAMES = {
    "insects": "players=3",
    "formation": "size=4",
    "warband": "scenario=loot",
    "overseer": "scenario=rally",
    "nova": "",
}


@pytest.fixture(params=GAMES)
def game(request):
    return made(request.param, GAMES[request.param])


def test_scenarios_may_have_settings_of_their_own_where_a_policy_leads():
    def considered(scenario, **given):
        config = SearchConfig(policy="strong", **given)
        return plan_of(made("warband", f"scenario={scenario}"), config).settings.considered

    assert (considered("skirmish"), considered("loot"), considered("skirmish", considered=6)) == (4, 8, 6)


def test_games_may_have_settings_of_their_own_where_a_policy_leads():
    def cuts(game):
        found = [plan_of(game, SearchConfig(**given)).settings.cut for given in ({}, {"policy": "strong"})]
        assert plan_of(game, SearchConfig(policy="strong", cut=7)).settings.cut == 7
        return found

    assert cuts(made("nova", "scenario=nova_vs_mob")) == [2, 4]
    assert cuts(made("overseer", "")) == [2, 0]
    assert [cuts(made("warband", f"scenario={s}")) for s in ("skirmish", "loot")] == [[1, 0], [1, 1]]


def test_a_search_changes_no_defaults_of_searches_made_after_it(game):
    usual = plan_of(game, SearchConfig()).settings
    for other in (SearchConfig(model="random"), SearchConfig(policy="strong")):
        plan_of(game, other)
    assert plan_of(game, SearchConfig()).settings == usual


def _appraise_all(states, rules, benches, values):
    for i in range(states.shape[0]):
        appraise(states[i], rules[0], benches[0])  # noqa: F821
        for side in range(values.shape[1]):
            values[i, side] = benches[0].values[side]


def values_of(game, states: np.ndarray) -> np.ndarray:
    """Return what positions are worth to every side, float32 (k, sides)."""
    brought = plan_of(game, SearchConfig()).brought
    bench = new_records(np.dtype(bench_fields(game, len(brought.weights)), align=True), 1)
    set_up_appraisal(bench[0], game, brought)
    values = np.zeros((len(states), game.num_sides), np.float32)
    look = entry_point(_appraise_all, f"{game.name}_appraise_all", bind_all(game.kernels, brought, {}))
    look(states, game.rules, bench, values)
    return values


def looks_of(game, states: np.ndarray) -> np.ndarray:
    """Return the features of every side, float32 (k, sides, features)."""
    brought = plan_of(game, SearchConfig()).brought
    features = np.zeros((len(states), game.num_sides, len(brought.weights)), np.float32)
    look = entry_point(_look, f"{game.name}_look", {"outlook": brought.outlook})
    look(states, game.rules, features, np.zeros(features.shape[:2], np.int8))
    return features


def played(game, steps: int, games: int) -> Table:
    table = Table(game, games)
    table.seed(np.arange(games))
    table.arrange(at_random=True)
    table.begin()
    for _ in range(steps):
        table.step(np.flatnonzero(~table.done))
    return table


def test_what_one_side_gains_the_others_lose(game):
    for steps in (5, 15, 60):  # at the beginning of a game that is even nobody has an advantage
        values = values_of(game, played(game, steps, 12).states)
        assert np.abs(values.sum(axis=1)).max() < 1e-5
        assert (np.abs(values) <= 1).all() and values.std() > 0


def test_a_game_that_is_over_is_worth_its_pay(game):
    table = played(game, 4000, 6)
    over = table.done
    first = [game.side_of_agent.index(side) for side in range(game.num_sides)]
    assert over.any()
    assert (values_of(game, table.states)[over] == table.pay[over][:, first]).all()


def loss_of(seen: Positions, weights: dict[str, float]) -> float:
    """Return the log loss of who wins, foretold by weights."""
    logits = np.where(seen.alive, seen.features @ np.array(list(weights.values())), -1e9)
    return float(-(seen.share * np.maximum(log_softmax(logits, axis=1), -50)).sum(axis=1).mean())


def test_the_weights_foretell_who_wins_games_they_were_not_made_from(game):
    usual = {"formation": "size=8,scenario=march", "warband": ""}
    seen = watched(made(game.name, usual.get(game.name, GAMES[game.name])), 60, 990_000)
    even = np.log(seen.alive.sum(axis=1)).mean()
    assert len(seen.game) > 600
    assert loss_of(seen, module_of(game, "valuation").WEIGHTS) < 0.95 * even


SCENARIOS = [
    (name, scenario)
    for name in ("formation", "warband", "nova", "overseer")
    for scenario in get_args(find_game(name).config.model_fields["scenario"].annotation)
]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_weights_foretell_who_wins_in_every_scenario(name: str, scenario: str):
    """What is fought for counts where it is fought for: weights of other scenarios may be worth less than none."""
    size = ",size=8" if name == "formation" else ""
    played = made(name, f"scenario={scenario}{size}")
    valuation = module_of(played, "valuation")
    seen = watched(played, 1000 if name == "nova" else 240, 990_000, getattr(valuation, "LEARNED_OF", ()))
    even = float(np.log(seen.alive.sum(axis=1)).mean())
    loss = loss_of(seen, weights_of(valuation, played))
    assert loss < even
    assert loss == loss_of(seen, valuation.WEIGHTS) or scenario in valuation.WEIGHTS_IN


@pytest.mark.parametrize("name", ["warband", "nova", "overseer"])
def test_scenarios_with_weights_of_their_own_have_all_of_them_and_gain_by_it(name: str):
    valuation = module_of(made(name, ""), "valuation")
    own, pooled = [], []
    for scenario, weights in valuation.WEIGHTS_IN.items():
        assert list(weights) == list(valuation.WEIGHTS)
        seen = watched(made(name, f"scenario={scenario}"), 60, 980_000, getattr(valuation, "LEARNED_OF", ()))
        own.append(loss_of(seen, weights))
        pooled.append(loss_of(seen, valuation.WEIGHTS))
    assert np.mean(own) < np.mean(pooled) - 0.01


def test_a_search_on_a_bridge_that_a_policy_leads_values_positions_as_the_policy_plays_on():
    valuation = module_of(made("formation", ""), "valuation")
    assert list(valuation.LED_WEIGHTS_IN["bridge"]) == list(valuation.WEIGHTS)
    game = made("formation", "scenario=bridge,size=8")
    seen = watched(game, 60, 980_000, valuation.LED_LEARNED_OF["bridge"])
    assert loss_of(seen, weights_of(valuation, game, led=True)) < loss_of(seen, weights_of(valuation, game)) - 0.03
    led = plan_of(game, SearchConfig(policy="bridge")).brought.weights
    assert led == tuple(valuation.LED_WEIGHTS_IN["bridge"].values())
    assert plan_of(game, SearchConfig()).brought.weights == tuple(valuation.WEIGHTS.values())
    clash = made("formation", "scenario=clash,size=8")
    assert plan_of(clash, SearchConfig(policy="clash")).brought.weights == tuple(valuation.WEIGHTS.values())


def test_a_company_knows_how_firmly_it_holds_a_bridge():
    game = made("formation", "scenario=bridge,size=8")
    names = list(module_of(game, "valuation").WEIGHTS)
    firm = [names.index(name) for name in ("on the bridge", "alone on the bridge", "soldiers on the bridge")]
    state = played(game, 0, 1).states
    own, other = np.flatnonzero(state["company"][0][:16] == 0), np.flatnonzero(state["company"][0][:16] == 1)
    bridge = np.flatnonzero(state["objective"][0])
    assert (looks_of(game, state)[0, :, firm] == 0).all()
    for count in (1, 2):
        state["place"][0][own[:count]] = bridge[:count]
        assert looks_of(game, state)[0][0, firm].tolist() == [1, 1, count / 8]
    state["place"][0][other[0]] = bridge[2]
    state["holds"][0] = (2, 0)
    features = looks_of(game, state)[0]
    assert features[:, firm].tolist() == [[1, 0, 2 / 8], [1, 0, 1 / 8]]
    assert features[:, names.index("a turn before it holds the bridge")].tolist() == [1, 0]
    near = features[:, names.index("near the bridge")]
    assert near[0] > near[1] > 1 / 8


def test_a_search_for_loot_plays_as_well_as_the_bot_of_its_rollouts():
    game = made("warband", "scenario=loot")
    assert duel(game, TreeSearch(game, simulations=64), built_in(game)["captain"], 60, 1).share > 0.35


def test_every_feature_has_a_place_and_a_weight(game):
    """The regression names the features by the order of their weights."""
    seen = watched(game, 12, 5)
    assert seen.features.shape[2] == len(module_of(game, "valuation").WEIGHTS)
    assert np.isfinite(seen.features).all()


def drawn(weights: np.ndarray, sides: int, games: int, seed: int) -> Positions:
    """Return positions of games that are decided by chance, by the weights of a conditional logit."""
    rng = np.random.default_rng(seed)
    game = np.repeat(np.arange(games), 3)
    features = rng.normal(size=(len(game), sides, len(weights))).astype(np.float32) * [1, 10, 0.1]
    noise = rng.gumbel(size=(len(game), sides))
    first = (features @ weights + noise).argmax(axis=1)
    share = np.eye(sides)[first]
    return Positions(features.astype(np.float32), np.ones((len(game), sides), bool), game, share)


@pytest.mark.parametrize("sides", [2, 4])
def test_the_regression_finds_the_weights_that_decided(sides: int):
    weights = np.array([0.8, -0.05, 4.0])
    fit = fitted(drawn(weights, sides, 8000, 1))
    np.testing.assert_allclose(fit.weights, weights, rtol=0.12)
    assert fit.loss < fit.loss_without == pytest.approx(np.log(sides))
    assert fit.right > 1.2 / sides


def test_games_that_are_counted_off_may_be_of_one_bot_alone_and_are_not_what_is_held_out():
    seen = drawn(np.array([0.8, -0.05, 4.0]), 2, 4000, 3)
    other = seen.game % 5 == 0
    share = np.where(other[:, None], seen.share[:, ::-1], seen.share)
    fit = fitted(Positions(seen.features, seen.alive, seen.game, share))
    assert fit.right == pytest.approx(0.8 * fitted(seen).right + 0.2 * (1 - fitted(seen).right), abs=0.05)
    assert 0.3 < fit.weights[2] / 4.0 < 0.7


def test_positions_of_chosen_players_and_of_none_that_is_unknown():
    game = made("insects", GAMES["insects"])
    assert len(watched(game, 4, 1, ("rusher",)).game) != len(watched(game, 4, 1, ("fortress",)).game)
    with pytest.raises(GameError, match=r"no player 'rushr'.* rusher"):
        watched(game, 4, 1, ("rushr",))


def test_who_is_out_cannot_win_and_says_nothing_of_the_weights():
    weights = np.array([0.8, -0.05, 4.0])
    seen = drawn(weights, 2, 8000, 2)
    third = np.full((len(seen.game), 1, 3), 5, np.float32)
    features = np.concatenate([seen.features, third], axis=1)
    alive = np.concatenate([seen.alive, np.zeros((len(seen.game), 1), bool)], axis=1)
    share = np.concatenate([seen.share, np.zeros((len(seen.game), 1))], axis=1)
    fit = fitted(Positions(features, alive, seen.game, share))
    np.testing.assert_allclose(fit.weights, fitted(seen).weights, rtol=1e-3)


def test_games_of_several_configurations_stay_apart():
    one, other = drawn(np.ones(3), 2, 5, 1), drawn(np.ones(3), 2, 7, 2)
    both = joined([one, other])
    assert len(np.unique(both.game)) == 12
    assert (both.features[len(one.game) :] == other.features).all()


def test_the_command_prints_a_weight_for_every_feature(capsys):
    regression.main("insects", games=50, seed=3)
    printed = capsys.readouterr().out
    assert all(f'"{name}": ' in printed for name in module_of(made("insects", ""), "valuation").WEIGHTS)
    assert "log loss" in printed


def test_the_command_prints_the_weights_of_scenarios_as_columns(capsys):
    regression.main("warband", games=50, seed=3, own=True)
    printed = capsys.readouterr().out
    assert "# kill_leader, loot, hold_centre, versus_swarm" in printed and printed.count("log loss") == 4
    row = next(line for line in printed.splitlines() if '"Star"' in line)
    assert len(row.split("(")[1].split(",")) == 5, "four numbers, and a comma at the end"
    with pytest.raises(typer.BadParameter, match="no scenario of insects has weights of its own"):
        regression.main("insects", games=50, seed=3, own=True)


def test_weights_for_searches_that_a_policy_leads_are_learned_of_its_games(capsys):
    regression.main("formation", games=50, seed=3, led=True)
    of_policy = capsys.readouterr().out
    assert "# bridge" in of_policy and of_policy.count("log loss") == 1
    regression.main("formation", games=50, seed=3, led=True, player=["bridge"])
    assert capsys.readouterr().out == of_policy
    with pytest.raises(typer.BadParameter, match="no player 'brigde' for positions"):
        regression.main("formation", games=50, seed=3, led=True, player=["brigde"])
    with pytest.raises(typer.BadParameter, match=r"no scenario of insects has weights of its own \(LED_WEIGHTS_IN\)"):
        regression.main("insects", games=50, seed=3, led=True)
    with pytest.raises(typer.BadParameter, match="give one of the two"):
        regression.main("formation", games=50, seed=3, own=True, led=True)


def test_an_unknown_game_is_told():
    with pytest.raises(typer.BadParameter, match="unknown game 'beetles'"):
        regression.main("beetles", games=50, seed=3)
