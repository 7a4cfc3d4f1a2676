"""Reviews of games: chances, choices and losses are those of the search, and the page leads to them."""

from itertools import pairwise

import numpy as np
import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import copy_of
from swarmzoo.lab.games import made
from swarmzoo.lab.rungs import short_game
from swarmzoo.viewer.page.analysis import analysed
from swarmzoo.viewer.page.document import replay_page
from swarmzoo.viewer.page.replayed import reviewer, watched_data
from swarmzoo.viewer.watch import played
from tests.viewer.browser import browser, in_a_browser, page_at
from tests.viewer.test_recording import PLAYERS


@pytest.fixture(scope="module", params=PLAYERS)
def reviewed(request):
    game = short_game(find_game(request.param))
    agents = [find_agent(game, name) for name in PLAYERS[request.param]]
    return game, agents, watched_data(game, agents, 3, by="search:16")


def test_a_review_adds_to_a_game_and_changes_nothing_of_it(reviewed):
    game, agents, data = reviewed
    plain = watched_data(game, agents, 3)
    assert {key: data[key] for key in plain if key != "steps"} == {k: v for k, v in plain.items() if k != "steps"}
    more = {"worth", "best"}
    assert [{k: v for k, v in step.items() if k not in more} for step in data["steps"]] == plain["steps"]
    assert data["analysis"] == "search-16"


def test_chances_are_shares_and_end_as_the_game_did(reviewed):
    _, _, data = reviewed
    worths = [step["worth"] for step in data["steps"]]
    known = [one for one in worths if None not in one]
    assert len(known) > len(worths) // 2 and all(0 <= share <= 1 for one in known for share in one)
    assert all(sum(one) == pytest.approx(1, abs=0.01) for one in known)
    best = max(data["pay"])
    firsts = [pay == best for pay in data["pay"]]
    assert worths[-1] == [first / sum(firsts) for first in firsts]


def test_choices_are_what_the_search_says_of_the_position(reviewed):
    game, agents, data = reviewed
    ask, search = Questions(game), TreeSearch(game, simulations=16)
    states = [copy_of(state) for state in played(game, agents, 3)]
    asked = [k for k, step in enumerate(data["steps"]) if "best" in step]
    assert asked
    for k in asked[:: max(1, len(asked) // 8)]:
        best, state = data["steps"][k]["best"], states[k]
        agent = int(np.flatnonzero(ask.acting(state))[0])
        side = np.array([game.side_of_agent[agent]])
        visits, _ = search.weighed(state, side, np.array([k]))
        tried = np.flatnonzero(visits[0]).tolist()
        if game.sequential:
            assert best["agent"] == agent and best["legal"] == ask.mask(state, agent).sum()
            names = [game.words.action_name(state, agent, action) for action in tried]
        else:
            assert best["side"] == side[0] and best["legal"] == len(search.orders) == visits.shape[1]
            names = [search.orders[order] for order in tried]
        assert 0 < len(best["choices"]) <= 5 and {name for name, _, _ in best["choices"]} <= set(names)
        shares = [share for _, share, _ in best["choices"]]
        assert shares == sorted(shares, reverse=True) and sum(shares) <= 1.01


def test_losses_name_what_was_chosen_and_something_better_the_greatest_first(reviewed):
    game, _, data = reviewed
    losses = data["losses"]
    assert len(losses) <= 5
    lost = [one["better"][1] - one["chosen"][1] for one in losses]
    assert lost == sorted(lost, reverse=True) and all(one >= 0 for one in lost)
    for one in losses:
        if not game.sequential:
            assert 0 < one["step"] <= one["until"] < len(data["steps"]) and one["side"] in (0, 1)
            assert one["better"][0] in TreeSearch(game, simulations=16).orders
            continue
        assert [one["agent"], one["chosen"][0]] in data["steps"][one["step"]]["acts"]
        assert one["better"][0] == data["steps"][one["step"] - 1]["best"]["choices"][0][0] != one["chosen"][0]


def test_a_blunder_is_found():
    game = short_game(find_game("insects"))
    search = TreeSearch(game, simulations=256)
    strong, weak = find_agent(game, "search:256"), find_agent(game, "random")
    data = watched_data(game, [strong, weak], 5, by="search:256")
    assert data["losses"] and search.name == data["analysis"]
    by = [game.side_of_agent[one["agent"]] for one in data["losses"]]
    assert by.count(1) > by.count(0)


def test_a_blunder_of_a_company_is_found():
    """Who does nothing against who fights loses most; the steps of two losses of a side have none in common."""
    game = short_game(find_game("formation"))
    data = watched_data(game, [find_agent(game, name) for name in ("commander", "random")], 5, by="search:64")
    sides = [one["side"] for one in data["losses"]]
    assert sides.count(1) > sides.count(0)
    for side in (0, 1):
        steps = sorted((one["step"], one["until"]) for one in data["losses"] if one["side"] == side)
        assert all(ends < begins for (_, ends), (begins, _) in pairwise(steps))


def test_an_order_that_was_obeyed_lost_nothing():
    """What the order would have done is worth what the order is."""
    game = short_game(find_game("formation"))
    search, bot = TreeSearch(game, simulations=8), find_agent(game, "charger")
    states = list(map(copy_of, played(game, [bot, bot], 3)))[:6]
    rows = np.arange(4)
    sides = np.zeros(4, np.int64)
    done = np.full((4, 1, game.room), -1, np.int32)
    visits, values, worth = search.compared(np.concatenate(states[:4]), sides, rows, done, 16)
    assert (worth[:, 0] == worth[:, 1]).all() and (visits.sum(axis=1) == 8).all() and values.shape == visits.shape
    whole = [search.compared(states[k], sides[:1], rows[k : k + 1], done[:1], 16)[2] for k in rows]
    assert np.array_equal(np.concatenate(whole), worth)


def test_a_review_knows_no_more_than_who_chose():
    """Worlds that differ in what the chooser cannot know are held worth the same."""
    game = short_game(find_game("insects"))
    agents = [find_agent(game, name) for name in ("greedy", "rusher")]
    ask, search = Questions(game), TreeSearch(game, simulations=16)
    for state in list(map(copy_of, played(game, agents, 1)))[4:40:6]:
        agent = int(np.flatnonzero(ask.acting(state))[0])
        action = int(ask.mask(state, agent).argmax())
        other = ask.determinized(state, game.side_of_agent[agent], 9)
        acted = [[], [(agent, action)]]
        one, two = (analysed(game, np.concatenate([world, state]), acted, search) for world in (state, other))
        assert one["steps"][0] == two["steps"][0] and one["losses"] == two["losses"]


def test_only_a_search_reviews():
    game = short_game(find_game("warband"))
    assert reviewer(game, "") is None
    with pytest.raises(GameError, match="a search reviews games"):
        reviewer(game, "captain")
    with pytest.raises(GameError, match="reviewed by orders; leave policy= out"):
        reviewer(made("formation", "size=8"), "search:4,policy=clash")


@in_a_browser
def test_every_curve_has_its_sample_and_pay_is_rounded(tmp_path):
    game = short_game(find_game("insects"))
    data = watched_data(game, [find_agent(game, "random")] * 2, 3, by="search:2")
    path = tmp_path / "game.html"
    with browser() as started:
        for sides in (2, 4):
            more = [f"swarm_{side}" for side in range(2, sides)]
            steps = [step | {"worth": [*step["worth"], *[0.25 for _ in more]]} for step in data["steps"]]
            pay = [-1 / 3] * (sides - 1) + [1.0]
            path.write_bytes(replay_page(data | {"sides": [*data["sides"], *more], "steps": steps, "pay": pay}))
            with page_at(started, path.as_uri()) as page:
                page.wait_for_selector("#chances svg")
                drawn = "paths => paths.map((path) => path.getAttribute('stroke-dasharray'))"
                curves = page.locator("#curve path:not([class])").evaluate_all(drawn)
                assert (
                    page.locator("#chances path").evaluate_all(drawn) == curves and len(curves) == {2: 1, 4: 4}[sides]
                )
                assert f"{data['sides'][0]} -0.333," in page.inner_text("#about")


@in_a_browser
@pytest.mark.parametrize("width", [360, 1400])
def test_the_page_shows_the_curve_and_leads_to_the_losses(tmp_path, width):
    from axe_playwright_python.sync_playwright import Axe

    game = short_game(find_game("insects"))
    data = watched_data(game, [find_agent(game, "greedy"), find_agent(game, "random")], 3, by="search:64")
    path = tmp_path / "game.html"
    path.write_bytes(replay_page(data))
    with browser() as started, page_at(started, path.as_uri(), viewport={"width": width, "height": 800}) as page:
        page.wait_for_selector("#losses button")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        loss = data["losses"][0]
        page.click("#losses button >> nth=0")
        assert page.inner_text("#number").startswith(f"{loss['step'] - 1} of")
        assert loss["better"][0] in page.inner_text("#best li >> nth=0")
        assert f"{round(100 * data['steps'][loss['step'] - 1]['worth'][0])}%" in page.inner_text("#chances")
        page.click("#on")
        assert loss["chosen"][0] in page.inner_text("#log li.now >> nth=0")
        box = page.locator("#curve").bounding_box()
        page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 5)
        assert page.inner_text("#number").startswith(f"{len(data['steps']) - 1} of")
        found = Axe().run(page).response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []
