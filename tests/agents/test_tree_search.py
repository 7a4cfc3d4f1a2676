"""Tree search: it finds what wins, knows no more than its side, repeats itself, and is never illegal."""

import numpy as np
import pytest

from swarmzoo.agents.agent import Seated
from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.search.config import read_config
from swarmzoo.agents.search.tree_search import SLICE, TreeSearch
from swarmzoo.agents.view import Lookahead, View
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.lab.games import made
from swarmzoo.lab.ladder import climb, duel
from tests.agents.ticking import let_tick
from tests.scenarios import TINY

TINY_GAME = TINY.game()
INSECTS = insects(InsectsConfig(players=2, symmetric=True))
GAMES = 200


def view_of(game, state: np.ndarray) -> View:
    """Return the decision that a position asks for."""
    ask = Lookahead(game, state)
    return View(game, state, np.array([ask.actor]), ask.observation(ask.actor)[None], ask.mask()[None])


def tiny(position: str) -> View:
    return view_of(TINY_GAME, TINY_GAME.words.read_position(position, 1))


def openings(game, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the first decisions of n games: states, and who decides."""
    table = Table(game, n)
    table.seed(np.arange(n))
    table.begin()
    return table.states, table.actors.astype(np.int64)


def test_it_takes_the_move_that_wins_at_once():
    search = TreeSearch(TINY_GAME, simulations=100)
    view = tiny("x..\nx..\n.oo\nx")
    assert view.action_name(int(search.act(view))) == "a3"


def test_it_prevents_the_loss_that_threatens():
    view = tiny("..x\n.oo\nx..\nx")
    assert view.action_name(int(TreeSearch(TINY_GAME, simulations=400).act(view))) == "a2"


def test_what_it_says_of_a_won_position_is_that_it_is_won():
    best = TreeSearch(TINY_GAME, simulations=400).statistics(tiny("x..\nx..\n.oo\nx"))[0]
    assert best.value == pytest.approx(1.0)
    assert best.visits > 200


@pytest.mark.parametrize("mode", ["information_set", "determinised"])
def test_visits_of_all_actions_add_up_to_the_simulations(mode: str):
    search = TreeSearch(TINY_GAME, simulations=64, mode=mode, worlds=4)
    view = tiny("...\n...\n...\nx")
    found = search.statistics(view)
    assert sum(one.visits for one in found) == 64
    assert [one.visits for one in found] == sorted((one.visits for one in found), reverse=True)
    assert all(-1 <= one.value <= 1 and one.name == view.action_name(one.action) for one in found)
    assert found[0].action == search.act(view)


def test_search_does_no_better_than_chance_when_a_coin_decides():
    game = TINY.game(coin=True)
    seating, seeds = paired_seats(2, 2, GAMES, 17)
    for mode in ("information_set", "determinised"):
        agent = TreeSearch(game, simulations=24, mode=mode)
        pay = play_games(game, [agent, built_in(game)["random"]], seating, seeds).pay
        assert (np.where(seating == 0, pay, 0).sum(1) > 0).mean() == pytest.approx(0.5, abs=3 * 0.5 / GAMES**0.5)


def test_a_view_and_the_game_itself_are_searched_alike():
    """Asked for one view it draws anew what is hidden; so it does when it is given the state."""
    states, actors = openings(INSECTS, 1)
    search = TreeSearch(INSECTS, simulations=32)
    view = view_of(INSECTS, states)
    assert search.act(view) == search.act(view)
    assert view.mask[search.act(view)]
    assert view.mask[search.act_on(states, actors, actors, np.array([5]))[0]]


@pytest.mark.parametrize("settings", [{}, {"policy": "standard", "cut": 2, "rollout": "random"}], ids=["usual", "led"])
def test_the_same_seed_gives_the_same_move_whatever_else_is_asked(settings):
    states, actors = openings(INSECTS, 12)
    seeds = np.arange(100, 112)
    together = TreeSearch(INSECTS, simulations=48, **settings).act_on(states, actors, actors, seeds)
    search = TreeSearch(INSECTS, simulations=48, **settings)
    alone = [search.act_on(*(a[i : i + 1] for a in (states, actors, actors, seeds)))[0] for i in range(11, -1, -1)]
    assert together == alone[::-1]


def test_more_simulations_are_stronger():
    found = duel(INSECTS, TreeSearch(INSECTS, simulations=64), TreeSearch(INSECTS, simulations=4), 60, 1)
    assert found.low > 0.5


def test_by_the_clock_it_simulates_till_the_time_is_up(monkeypatch):
    let_tick(monkeypatch, 10)
    view = tiny("...\n...\n...\nx")
    search = TreeSearch(TINY_GAME, milliseconds=85)
    assert not search.repeatable
    assert sum(one.visits for one in search.statistics(view)) == 8 * SLICE
    assert TreeSearch(TINY_GAME).repeatable


def test_it_plays_whole_games_of_several_sides_legally():
    """The table raises for an illegal action of an agent from outside."""
    game = insects(InsectsConfig(players=2, symmetric=True))
    agents = [TreeSearch(game, simulations=3, cut=2, rollout="rusher", advisers="all"), built_in(game)["rusher"]]
    seating, seeds = paired_seats(2, 2, 4, 3)
    assert (play_games(game, agents, seating, seeds).length > 10).all()


def test_it_is_found_by_its_text():
    assert find_agent(INSECTS, "search").name == "search-256"
    found = find_agent(INSECTS, "search:16,rollout=rusher,cut=40")
    assert isinstance(found, TreeSearch)
    assert (found.simulations, found.settings.rollout, found.settings.cut) == (16, "rusher", 40)
    assert find_agent(INSECTS, "search:milliseconds=50").name == "search-50ms"


def test_it_can_sit_where_python_agents_sit():
    seated = Seated("search", TreeSearch(TINY_GAME, simulations=8))
    seating, seeds = paired_seats(2, 2, 2, 3)
    assert play_games(TINY_GAME, [seated, built_in(TINY_GAME)["random"]], seating, seeds).pay.shape == (2, 2)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("search:0", r"search: simulations = 0: .* \(allowed: 1 to 1000000\)"),
        ("search:many", "search: simulations = 'many'"),
        ("search:simulation=5", "did you mean simulations?"),
        ("search:8,policy=,cut=2", "policy has no value; write policy=VALUE, or leave it out"),
        ("search:5,milliseconds=3", "simulations or milliseconds, not both"),
        ("search:5,simulations=6", "simulations is given twice"),
        ("search:rollout=gredy", "rollout = 'gredy': the bots of insects are random, greedy"),
        ("search:advisers=some", "allowed are all, rollout, none"),
        (
            "search:policy=greedy",
            "policy = 'greedy' is not a trained policy; allowed: four, standard, strong, three, a ch",
        ),
        (f"search:policy={'a' * 300}", "is not a trained policy"),
        (f"{'a' * 300}.npz", "file not found"),
        ("search:cut=[", "is not a value for cut"),
        ("search:hold=3", "hold = 3: this has no meaning where one agent decides at a time"),
        ("search:policy=standard,worlds=3", "worlds = 3: this has no meaning for a search that a policy leads"),
        ("search:policy=standard,rollout=expert", r"rollout = 'expert': .* where nobody plays on \(cut = 0\)"),
        ("search:valuation=0.5", "valuation = 0.5: this has no meaning without a policy"),
        ("search:policy=standard,valuation=2", r"search: valuation = 2: .* \(allowed: 0 to 1\)"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(text: str, sentence: str):
    with pytest.raises(GameError, match=sentence):
        find_agent(INSECTS, text)


def test_a_cut_needs_a_valuation():
    with pytest.raises(GameError, match="tiny_hex has no valuation"):
        TreeSearch(TINY_GAME, cut=5)
    with pytest.raises(GameError, match=r"valuation = 0\.5: tiny_hex has no valuation"):
        TreeSearch(TINY_GAME, valuation=0.5)


def test_settings_are_checked_in_python_too():
    with pytest.raises(GameError, match="exploration = -1"):
        read_config({"exploration": -1})


class Stubborn:
    name = "stubborn"

    def act(self, observations, masks):
        return np.full(len(masks), masks.shape[1] - 1)


def test_an_illegal_action_from_outside_ends_the_match_with_a_sentence():
    seating, seeds = paired_seats(2, 2, 2, 3)
    with pytest.raises(GameError, match=r"stubborn: it chose action \d+, which is not legal"):
        play_games(INSECTS, [Stubborn(), built_in(INSECTS)["random"]], seating, seeds)


def test_determinised_searches_keep_to_their_budget():
    for worlds in (10, 200):
        search = TreeSearch(TINY_GAME, simulations=64, mode="determinised", worlds=worlds)
        assert sum(one.visits for one in search.statistics(tiny("...\n...\n...\nx"))) in (60, 64)


def test_simulations_in_slices_are_those_that_are_made_at_once():
    states, actors = openings(INSECTS, 2)
    sides, found = np.array(INSECTS.side_of_agent)[actors], []
    for slices in ([12], [5, 7], [1] * 12):
        search = TreeSearch(INSECTS, simulations=12)._engine.begin(states, sides, np.arange(2), 12)
        for simulations in slices:
            search.simulate(simulations)
        found.append(search.roots())
    for visits, totals in found[1:]:
        assert (visits == found[0][0]).all() and (totals == found[0][1]).all()


def test_the_ladder_is_fair_in_games_of_three():
    game = insects(InsectsConfig(players=3))
    assert duel(game, built_in(game)["random"], built_in(game)["random"], 60, 1).share == pytest.approx(0.5)
    with pytest.raises(GameError, match="sets the budgets itself"):
        list(climb(game, 2, 1, "64"))


def test_warband_is_searched_better_than_most_of_its_bots_play():
    game = made("warband", "")
    for weaker in ("gunline", "coward"):
        assert duel(game, TreeSearch(game, simulations=64), built_in(game)[weaker], 20, 1).low > 0.5
