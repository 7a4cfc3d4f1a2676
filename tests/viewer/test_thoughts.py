"""What players think: it is what made them choose, told by themselves or found again, and the page shows it."""

import json
import re

import numpy as np
import pytest

from swarmzoo.agents.find import as_agent, find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.entries import Questions
from swarmzoo.lab.rungs import short_game
from swarmzoo.viewer.page.document import replay_page
from swarmzoo.viewer.page.replayed import replay_data, watched_data
from swarmzoo.viewer.page.thoughts import NAMED, players_of
from swarmzoo.viewer.watch import played
from tests.viewer.browser import browser, in_a_browser, page_at
from tests.viewer.test_recording import replay_by

THINKERS = {
    "insects": ("standard", "search:16"),
    "formation": ("clash", "search:8"),
    "warband": ("skirmish", "search:16"),
    "overseer": ("search:8", "random"),
    "nova": ("search:8", "random"),
}


@pytest.fixture(scope="module", params=THINKERS)
def watched(request):
    game = find_game(request.param).read({}) if request.param == "insects" else short_game(find_game(request.param))
    agents = [find_agent(game, name) for name in THINKERS[request.param]]
    return game, agents, watched_data(game, agents, 6)


def thoughts_in(data):
    return [(k, one) for k, step in enumerate(data["steps"]) for one in step.get("thoughts", ())]


def test_thoughts_are_those_that_made_the_choice(watched):
    game, _, data = watched
    found = thoughts_in(data)
    assert found
    acts = [{agent: name for agent, name in step.get("acts", ())} for step in data["steps"]]
    for k, one in found:
        if "chosen" in one:
            assert acts[k + 1].get(one["agent"], one["chosen"]) == one["chosen"]
            assert one["choices"][0][0] == one["chosen"], "both choose what they hold best"
        shares = [share for _, share, _ in one["choices"]]
        assert 1 <= len(shares) <= 5 and shares == sorted(shares, reverse=True) and sum(shares) < 1.01
        assert one["legal"] >= len(shares) or not game.sequential
        assert 0 <= one["worth"] <= 1


def test_all_who_think_are_named_and_nobody_else(watched):
    game, agents, data = watched
    sides = {game.side_of_agent[one["agent"]] for _, one in thoughts_in(data)}
    assert data["thinkers"] == [agent.name if side in sides else None for side, agent in enumerate(agents)]
    assert sides == {side for side, agent in enumerate(agents) if agent.name != "random"}


def test_legal_actions_are_those_of_the_game(watched):
    game, agents, data = watched
    ask = Questions(game)
    for state, step in zip(played(game, agents, 6), data["steps"], strict=True):
        acting = np.flatnonzero(ask.acting(state)).tolist() if not state["done"][0] else []
        told = {agent: [data["actions"][k] for k in all_] for agent, all_ in step.get("legal", ())}
        wanted = acting if len(acting) <= NAMED else []
        assert sorted(told) == wanted
        for agent in wanted:
            legal = np.flatnonzero(ask.mask(state, agent))
            assert told[agent] == [game.words.action_name(state, agent, int(k)) for k in legal]


def test_without_thoughts_the_game_is_the_same(watched):
    game, agents, data = watched
    plain = watched_data(game, agents, 6, thoughts=False)
    more = {"thoughts", "legal"}
    assert [{k: v for k, v in step.items() if k not in more} for step in data["steps"]] == plain["steps"]
    assert not {"thinkers", "actions"} & set(plain)


class Thoughtful:
    """Takes the first legal action, and says so."""

    def __init__(self, thoughts=None):
        self.say = thoughts or (lambda first: {"value": 0.25, "choices": {first: 0.5}, "words": f"first: {first}"})

    def act(self, view):
        first = int(np.flatnonzero(view.masks[0])[0])
        self.thoughts = self.say(first)
        return first


def game_of(agent):
    game = short_game(find_game("warband"))
    seated = [as_agent(agent), find_agent(game, "captain")]
    return game, seated, watched_data(game, seated, 2)


def test_a_python_agent_tells_what_it_likes():
    game, _, data = game_of(Thoughtful())
    found = thoughts_in(data)
    assert data["thinkers"] == ["Thoughtful", None]
    asked = [agent for step in data["steps"] for agent, _ in step.get("acts", ()) if game.side_of_agent[agent] == 0]
    assert [one["agent"] for _, one in found] == asked
    for _, one in found:
        assert one["worth"] == 0.25 and re.fullmatch(r"first: \d+", one["words"])
        assert one["choices"] == [[one["chosen"], 0.5, None]]


NONSENSE = [
    "words alone",
    {"value": 7, "choices": {"x": 1, -1: 0.5, 10**9: 0.5, 2.5: 1}, "words": 3},
    {"value": float("nan"), "choices": [1, 2], "words": "\x1b[31mred" + "x" * 5000},
    {"value": "0.5", "choices": {True: None}},
    [1, 2, 3],
]


@pytest.mark.parametrize("nonsense", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_left_out(nonsense):
    _, _, data = game_of(Thoughtful(lambda first: nonsense))
    json.dumps(data, allow_nan=False)
    for _, one in thoughts_in(data):
        assert one["worth"] is None and one["choices"] == [] and len(one.get("words", "")) <= 600
        assert "\x1b" not in one.get("words", "")


class Failing(Thoughtful):
    """Its thoughts can't be read."""

    @property
    def thoughts(self):
        raise RuntimeError("not now")

    @thoughts.setter
    def thoughts(self, value):
        pass


def test_thoughts_that_cannot_be_read_cost_nothing(capfd):
    _, _, data = game_of(Failing())
    assert not thoughts_in(data) and "thinkers" not in data and data["ending"]


class Uncopied(dict):
    """A mapping that can't be copied."""

    def __deepcopy__(self, memo):
        raise RuntimeError("never")


def test_thoughts_that_cannot_be_copied_cost_nothing():
    _, _, data = game_of(Thoughtful(lambda first: Uncopied(value=0.5)))
    assert not thoughts_in(data) and data["ending"]


def test_agents_of_a_replay_are_asked_by_their_names_and_programs_are_not_run(tmp_path):
    game = short_game(find_game("insects"))
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\nclass Bot:\n    def act(self, view):\n        return 0\n")
    texts = (f"{trap}:Bot", "process:touch ran", "nobody", "search-x", "greedy", "search:8", "search-8-cut=2")
    found = [agent and agent.name for agent in players_of(game, texts)]
    assert found == [None, None, None, None, "greedy", "search-8", "search-8-cut=2"]
    assert not (tmp_path / "ran").exists()


def test_a_replay_tells_what_was_thought_when_it_was_played():
    game = short_game(find_game("insects"))
    agents = [find_agent(game, name) for name in ("search:8", "greedy")]
    kept = replay_by(game, agents, 3)
    data = watched_data(game, agents, 3)
    assert replay_data(kept, game, thoughts=True)["steps"] == data["steps"] and thoughts_in(data)
    assert not thoughts_in(replay_data(kept, game))


@in_a_browser
def test_the_page_shows_what_players_think_and_whose_curve_is_asked_for(tmp_path):
    game = short_game(find_game("warband"))
    agents = [find_agent(game, "search:16"), as_agent(Thoughtful())]
    data = watched_data(game, agents, 2, by="search:8")
    path = tmp_path / "game.html"
    path.write_bytes(replay_page(data))
    at = next(k for k, one in thoughts_in(data) if game.side_of_agent[one["agent"]] == 0 and len(one["choices"]) > 1)
    said = next(k for k, one in thoughts_in(data) if "words" in one)
    with browser() as started, page_at(started, path.as_uri() + f"#step={at}") as page:
        one = data["steps"][at]["thoughts"][0]
        told = page.locator("#thoughts").inner_text()
        assert one["chosen"] in told and all(name in told for name, _, _ in one["choices"])
        assert page.locator("#thoughts .chosen").count() == 1
        agent, legal = data["steps"][at]["legal"][0]
        summary = page.locator("#mask summary")
        assert summary.inner_text() == f"Legal actions: {data['names'][agent]} {len(legal)}"
        summary.click()
        assert all(data["actions"][k] in page.locator("#every").inner_text() for k in legal)
        assert page.locator("#by option").all_inner_texts() == [
            "search-8",
            f"search-16 ({data['sides'][0]})",
            f"Thoughtful ({data['sides'][1]})",
        ]
        first = page.locator("#curve").inner_html()
        page.locator("#by").select_option(label=f"Thoughtful ({data['sides'][1]})")
        assert page.locator("#curve").inner_html() != first
        page.evaluate(f"location.hash = 'step={said}'")
        page.locator("#thoughts", has_text="first: ").wait_for()
        assert f"{data['sides'][1]} 25%" in page.locator("#chances").inner_text()
