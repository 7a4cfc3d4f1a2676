"""The board in words: what a seat knows, for people who cannot see the board."""

import re

import numpy as np
import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.games import even_game
from swarmzoo.viewer.play.spoken import spoken
from swarmzoo.viewer.play.table import PersonTable
from tests.viewer.browser import browser, in_a_browser, table

GAMES = {"insects": {}, "formation": {"size": 4}, "warband": {}, "overseer": {}, "nova": {}}


def started(name, seats=0, moves=10):
    game, chance = even_game(find_game(name), GAMES[name]), np.random.default_rng(3)
    persons = 1 if isinstance(seats, int) else len(seats)
    found = PersonTable(game, [find_agent(game, "random") for _ in range(len(game.seats) - persons)], seats, 4)
    for _ in range(moves):
        if found.question():
            found.act(
                [
                    int(chance.choice([one["action"] for one in agent["actions"]]))
                    for agent in found.question()["agents"]
                ]
            )
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_unit_and_every_row_of_the_ground_has_its_line(name):
    found = started(name)
    scene = found.game.words.scene(found._world(), found.seat)
    told = {one["title"]: one["lines"] for one in found.spoken()}
    assert list(told)[-1] == "Board" and len(told["Board"]) >= len(scene["board"]["ground"])
    assert len(told["Units"]) == len(scene["units"]) > 0
    for unit, line in zip(scene["units"], told["Units"], strict=True):
        assert unit.get("name", unit["side"]) in line
        assert not unit.get("at") or unit["at"] in line
    everything = [line for lines in told.values() for line in lines]
    assert not [line for line in everything if set("{}[]'") & set(line) or not line]
    assert not [line for line in everything if {"None", "nobody"} & set(re.findall(r"\w+", line))]


def test_hexes_that_are_alike_are_told_together_and_those_off_the_field_are_not():
    ground = [["open", "open", "woods", None], ["wall", "wall", "wall", "open"]]
    heights = [[0, 0, 0, None], [0, 2, 2, 1]]
    board = {"indents": [0, 1], "ground": ground, "heights": heights, "objectives": {"red": ["0 1", "2 1"], "blue": []}}
    assert spoken({"time": {"turn": 0, "hidden": False}, "board": board, "hand": []}) == [
        {"title": "Time", "lines": ["turn: 0"]},
        {
            "title": "Board",
            "lines": [
                *("row 0: 0 to 1 open, 2 woods", "row 1: 0 to 2 wall, 3 open"),
                *("heights in row 1: 2 at 1 to 2, 1 at 3", "objectives: red (0 1; 2 1)"),
            ],
        },
    ]


def test_a_unit_is_one_line_of_what_is_true_of_it():
    unit = {"name": "red_0", "side": "red", "leads": True, "at": "4 3", "wounds": 0, "marks": ["pinned", "aims"]}
    found = spoken({"units": [unit | {"prone": False, "holds": ""}], "board": {"ground": []}})
    assert found == [{"title": "Units", "lines": ["red_0, red, leads, at 4 3, wounds 0, marks (pinned; aims)"]}]


def test_behind_the_curtain_nothing_is_told():
    found = started("insects", (0, 1), 0)
    while found.curtain is None:
        found.act([found.question()["agents"][0]["actions"][0]["action"]])
    with pytest.raises(GameError, match="to look"):
        found.spoken()


@in_a_browser
def test_the_page_tells_the_board_in_words_once_it_is_asked_and_goes_on_with_the_game():
    from axe_playwright_python.sync_playwright import Axe

    with table("warband", "--seed", "3") as address, browser() as opened:
        page = opened.new_context(
            viewport={"width": 360, "height": 800}, reduced_motion="reduce", bypass_csp=True
        ).new_page()
        page.goto(address)
        page.wait_for_selector(".choices button[aria-disabled=false]")
        page.evaluate("() => { window.words = () => document.querySelector('#spoken').innerText; }")
        assert not page.locator("#spoken li").count()
        page.locator("#spoken summary").press("Enter")
        page.wait_for_selector("#spoken li")
        words = page.evaluate("words()")
        assert "row 0: 0 to 2 open" in words and "red captain" in words
        assert not Axe().run(page).response["violations"]
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.locator(".choices button[aria-disabled=false]").first.click()
        page.wait_for_function("before => words() !== before", arg=words)
