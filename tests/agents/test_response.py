"""Search against a model: it finds what beats the model, in every game, and knows no more than its side."""

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.faults import AgentFault
from swarmzoo.agents.find import files_of, find_agent
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.agents.text import read_text
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.lab.games import made
from swarmzoo.lab.ladder import duel
from tests.scenarios import TINY

TINY_GAME = TINY.game()
INSECTS = insects(InsectsConfig(players=2, symmetric=True))


class Ranked:
    """Takes the first free cell of its list: solid at first, but it never defends itself."""

    name = "ranked"

    def __init__(self, cells: list[int]):
        self.cells = cells

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return np.array([next(cell for cell in self.cells if mask[cell]) for mask in masks])


WEAK = Ranked([4, 1, 6, 7, 2, 0, 8, 3, 5])


def share_as_second(agent: TreeSearch, other: Ranked, games: int = 100) -> float:
    """Return how often an agent wins from the seat that loses against good play."""
    pay = play_games(TINY_GAME, [other, agent], np.tile([0, 1], (games, 1)), np.arange(games)).pay
    return float(share_of_first(pay)[:, 1].mean())


def openings(game, n: int, steps: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return decisions of n games after random steps: states, sides, first agents that act."""
    table = Table(game, n)
    table.seed(np.arange(n))
    table.arrange(at_random=True)
    table.begin()
    for _ in range(steps):
        table.step()
    agents = (table.acting[:, : game.num_agents] != 0).argmax(axis=1)
    return table.states, np.array(game.side_of_agent)[agents], agents


@pytest.mark.parametrize("simulations", [16, 64])
def test_it_finds_the_planted_weakness_that_plain_search_of_the_same_budget_overlooks(simulations: int):
    plain = share_as_second(TreeSearch(TINY_GAME, simulations=simulations), WEAK)
    told = share_as_second(TreeSearch(TINY_GAME, simulations=simulations, model=WEAK), WEAK)
    assert told > plain + 0.08
    blind = Ranked([4, 8, 7, 6, 5, 3, 2, 1, 0])
    assert share_as_second(TreeSearch(TINY_GAME, simulations=simulations, model=blind), blind) > 0.9


def test_a_bot_of_a_real_game_falls_to_a_search_that_knows_it():
    plain, told = (find_agent(INSECTS, text) for text in ("search:8", "search:8,model=fortress"))
    fortress = built_in(INSECTS)["fortress"]
    found = duel(INSECTS, told, fortress, 40, 7)
    assert found.low > 0.5 and found.share > duel(INSECTS, plain, fortress, 40, 7).share + 0.1


def test_it_knows_no_coming_coin():
    game = TINY.game(coin=True)
    seating, seeds = paired_seats(2, 2, 200, 17)
    agent = TreeSearch(game, simulations=24, model="random")
    pay = play_games(game, [agent, built_in(game)["random"]], seating, seeds).pay
    assert (np.where(seating == 0, pay, 0).sum(1) > 0).mean() == pytest.approx(0.5, abs=3 * 0.5 / 200**0.5)


def test_what_is_hidden_from_its_side_changes_nothing():
    """The same decision with other hands of the opponent, as the side cannot tell them apart."""
    states, sides, agents = openings(INSECTS, 4, 60)
    ask, seeds = Questions(INSECTS), np.arange(4)
    redrawn = np.concatenate([ask.determinized(states[i : i + 1], int(sides[i]), 99 + i) for i in range(4)])
    for model in ("greedy", Ranked(list(range(INSECTS.num_actions)))):
        search = TreeSearch(INSECTS, simulations=24, model=model)
        assert search.act_on(states, sides, agents, seeds) == search.act_on(redrawn, sides, agents, seeds)


def test_a_model_is_shown_what_its_own_side_sees_and_may_do():
    shown = []

    class Spy(Ranked):
        def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
            shown.append((observations.copy(), masks.copy()))
            return super().act(observations, masks)

    states, sides, agents = openings(TINY_GAME, 2)
    TreeSearch(TINY_GAME, simulations=20, model=Spy(WEAK.cells)).act_on(states, sides, agents, np.arange(2))
    observations, masks = (np.concatenate(part) for part in zip(*shown, strict=True))
    free = observations[:, :9] + observations[:, 9:18] == 0
    assert (observations[:, 18] == 1).all() and (free == (masks != 0)).all()
    assert (observations[:, 9:18].sum(1) == observations[:, :9].sum(1) + 1).all()  # the other side began


@pytest.mark.parametrize("model", ["greedy", Ranked(list(range(INSECTS.num_actions)))])
def test_the_same_seed_gives_the_same_move_whatever_else_is_asked(model):
    states, sides, agents = openings(INSECTS, 6)
    seeds = np.arange(100, 106)
    together = TreeSearch(INSECTS, simulations=24, model=model).act_on(states, sides, agents, seeds)
    search = TreeSearch(INSECTS, simulations=24, model=model)
    given = states, sides, agents, seeds
    alone = [search.act_on(*(part[i : i + 1] for part in given))[0] for i in range(5, -1, -1)]
    assert together == alone[::-1]


def test_a_model_that_draws_draws_the_same_again():
    states, sides, agents = openings(INSECTS, 2)
    text = "search:4,model=standard:sample=true"
    first, second = (find_agent(INSECTS, text).act_on(states, sides, agents, np.arange(2)) for _ in range(2))
    assert first == second


def test_visits_add_up_and_a_budget_of_one_is_enough():
    states, sides, _ = openings(TINY_GAME, 3)
    for simulations in (1, 50):
        search = TreeSearch(TINY_GAME, simulations=simulations, model=WEAK)
        found = next(search._searches(states, sides, np.arange(3)))
        assert found.roots()[0].sum(axis=1).tolist() == [simulations] * 3


def test_a_tree_without_more_room_is_searched_on(monkeypatch):
    search = TreeSearch(TINY_GAME, simulations=60, model=WEAK)
    monkeypatch.setattr("swarmzoo.agents.search.tree_search.MEMORY", 9 * search._engine.node_bytes)
    states, sides, _ = openings(TINY_GAME, 1)
    assert next(search._searches(states, sides, np.arange(1))).roots()[0].sum() == 60


def test_it_plays_games_of_three_sides():
    game = insects(InsectsConfig(players=3))
    agents = [TreeSearch(game, simulations=2, model=name) for name in ("random", "rusher")]
    seating, seeds = paired_seats(3, 2, 3, 3)
    assert (play_games(game, agents, seating, seeds).length > 10).all()


@pytest.mark.parametrize("model", ["random", "charger", "drover"])
def test_where_all_move_at_once_the_model_leads_the_other_side(model: str):
    game = made("formation", "size=8")
    agent = find_agent(game, f"search:16,model={model}")
    seating, seeds = paired_seats(2, 2, 2, 3)
    assert (play_games(game, [agent, built_in(game)["charger"]], seating, seeds).length > 5).all()
    states, sides, agents = openings(game, 2, 12)
    again = find_agent(game, f"search:16,model={model}")
    first, second = (one.act_on(states, sides, agents, np.arange(2)) for one in (agent, again))
    assert all((a == b).all() for a, b in zip(first, second, strict=True))


def test_orders_promise_more_against_a_model_that_plays_at_random():
    game = made("formation", "size=8")
    states, sides, _ = openings(game, 8, 12)

    def promise(model: str) -> float:
        visits, totals = next(
            TreeSearch(game, simulations=48, model=model)._searches(states, sides, np.arange(8))
        ).roots()
        return float((totals.sum(axis=1) / visits.sum(axis=1)).mean())

    assert promise("random") > promise("commander") + 0.03


@pytest.mark.slow
def test_warband_is_searched_better_against_a_bot_that_is_known():
    game = made("warband")
    plain, told = (find_agent(game, text) for text in ("search:16", "search:16,model=focus"))
    focus = built_in(game)["focus"]
    assert duel(game, told, focus, 100, 7).share > duel(game, plain, focus, 100, 7).share + 0.05
    seating, seeds = paired_seats(2, 2, 2, 3)
    assert (play_games(game, [find_agent(game, "search:2,model=random"), focus], seating, seeds).length > 10).all()


def test_a_model_takes_the_rest_of_a_text():
    found = read_text("search:64,cut=3,model=runs/a,b:c.npz:sample=true,temperature=0.5 -burn")
    assert found.options == {"simulations": 64, "cut": 3, "model": "runs/a,b:c.npz:sample=true,temperature=0.5"}
    assert found.bans == ("burn",)
    assert read_text("search:model=greedy").options == {"model": "greedy"}
    agent = find_agent(INSECTS, "search:4,model=standard:sample=true,temperature=0.5")
    assert agent.name == "search-4-model=standard:sample=true,temperature=0.5"


def test_the_file_of_a_model_belongs_to_the_files_of_an_agent(tmp_path):
    path = tmp_path / "a,b.npz"
    path.write_bytes(b"")
    assert files_of(f"search:4,model={path}") == [path]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("search:4,model=gredy", "model = 'gredy': a model answers inside the search.* allowed: random, greedy"),
        ("search:4,model=", "model = '': a model answers inside the search"),
        ("search:4,model=my.py:Bot", "only bots of insects and trained policies"),
        ("search:4,model=process:python bot.py", "only bots of insects and trained policies"),
        ("search:4,model=search:8", "only bots of insects and trained policies"),
        ("search:4,model=bot.yaml", "only bots of insects and trained policies"),
        ("search:model=greedy,cut=3", "model= stands last and takes the rest of the text"),
        ("search:4,model=absent.npz", "absent.npz"),
        ("search:4,mode=determinised,model=greedy", "mode = 'determinised': this has no meaning"),
        ("search:4,policy=standard,model=greedy", "policy = 'standard': this has no meaning"),
    ],
)
def test_what_cannot_be_a_model_is_refused_in_a_sentence(text: str, sentence: str):
    with pytest.raises(GameError, match=sentence) as raised:
        find_agent(INSECTS, text)
    assert "\n" not in str(raised.value)


def test_objects_that_cannot_be_models_are_refused_too():
    for given in (TreeSearch(TINY_GAME, simulations=2), object(), built_in(INSECTS)["greedy"]):
        with pytest.raises(GameError, match="only bots of tiny_hex and trained policies"):
            TreeSearch(TINY_GAME, simulations=2, model=given)


def test_a_network_cannot_be_the_model_where_all_move_at_once():
    with pytest.raises(GameError, match="where all agents move at once only a bot can be the model: random, hold"):
        find_agent(made("formation", "size=8"), "search:4,model=clash")


def test_a_model_that_answers_nonsense_is_at_fault():
    for answer in (-1, 3, 99):
        states, sides, agents = openings(TINY_GAME, 1)
        search = TreeSearch(TINY_GAME, simulations=9, model=Ranked([answer] * 9))
        search._engine.model.act = lambda observations, masks, answer=answer: np.full(len(masks), answer)
        with pytest.raises(AgentFault, match=f"ranked: it chose action {answer}, which is not legal"):
            search.act_on(states, sides, agents, np.arange(1))
