"""Attacks are seen on the board, from who attacks to who is attacked, at every step that tells of one."""

import re

import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.game import copy_of
from swarmzoo.lab.rungs import short_game
from swarmzoo.viewer.page.document import replay_page
from swarmzoo.viewer.page.replayed import watched_data
from swarmzoo.viewer.watch import played
from tests.viewer.browser import browser, in_a_browser, page_at
from tests.viewer.test_recording import PLAYERS

ATTACKS = {  # what the log says of one: who attacks whom
    "insects": r"^(.+) strikes (.+) and kills",
    "formation": r"^(.+?) (?:shoots|strikes) at (.+?)(?: and .*| from a spear wall|, who leaves .*)?$",
    "warband": r"^(\S+ \S+) (?:.+) at (\S+ \S+): \d+ hits$",
    "overseer": r"^(\S+) attacks (\S+): ",
    "nova": r"^(\S+) attacks (\S+): ",
}
RED = """() => {
  const board = document.getElementById("board"), copy = new OffscreenCanvas(board.width, board.height);
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(board, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  let found = 0;
  for (let k = 0; k < data.length; k += 4) found += data[k] === 179 && data[k + 1] === 38 && data[k + 2] === 30;
  return found;
}"""

WATCH = f"""() => {{
  const red = {RED}, look = () => {{ window.most = Math.max(window.most, red()); requestAnimationFrame(look); }};
  window.most = red();
  look();
}}"""  # the most that any frame shows, however slow the machine is


@pytest.fixture(scope="module", params=PLAYERS)
def shown(request):
    game = short_game(find_game(request.param))
    agents = [find_agent(game, name) for name in PLAYERS[request.param]]
    return game, watched_data(game, agents, 3), [copy_of(state) for state in played(game, agents, 3)]


def attacks_of(game, step):
    found = (re.match(ATTACKS[game.name], sentence) for sentence in step.get("says", []))
    return [one.groups() for one in found if one]


def test_every_attack_that_is_told_is_seen_and_nothing_else(shown):
    game, data, _ = shown
    told = [k for k, step in enumerate(data["steps"]) if attacks_of(game, step)]
    seen = [k for k, step in enumerate(data["steps"]) if "blows" in step]
    assert told == seen and seen
    for blow in (blow for k in seen for blow in data["steps"][k]["blows"]):
        assert len(blow) in (2, 4) and all(0 < x < data["width"] for x in blow[::2])
        assert all(0 < y < data["height"] for y in blow[1::2])


def test_it_goes_from_who_attacks_to_who_is_attacked(shown):
    game, data, states = shown
    if game.name == "insects":
        assert all(len(blow) == 2 for step in data["steps"] for blow in step.get("blows", []))
        return
    sheet, field = game.words._picture.sheet, game.words._plan.field
    checked = 0
    for k, step in enumerate(data["steps"]):
        places = {}
        for state in (states[k - 1], states[k]) if k else ():
            for unit in game.words.scene(state, 0)["units"]:
                if unit.get("at"):
                    places.setdefault(unit["name"], set()).add(unit["at"])
        centre = lambda at: tuple(map(round, sheet.centre(field.cell(*map(int, at.split())))))  # noqa: E731
        for who, whom in attacks_of(game, step):
            if who in places and whom in places:
                wanted = {(*centre(a), *centre(b)) for a in places[who] for b in places[whom]}
                assert wanted & {tuple(blow) for blow in step["blows"]}, (k, who, whom)
                checked += 1
    assert checked


@in_a_browser
def test_the_page_shows_it_for_a_moment(shown, tmp_path):
    _, data, _ = shown
    path = tmp_path / "game.html"
    path.write_bytes(replay_page(data))
    step = next(k for k, one in enumerate(data["steps"]) if "blows" in one and len(one["blows"]) < 5)
    with browser() as started:
        for motion, reduced in ((True, {}), (False, {"reduced_motion": "reduce"})):
            with page_at(started, f"{path.as_uri()}#step={step - 1}", **reduced) as page:
                page.wait_for_selector("#number")
                before = page.evaluate(RED)
                page.evaluate(WATCH)
                page.keyboard.press("ArrowRight")
                page.wait_for_timeout(900)
                assert (page.evaluate("window.most") > before) is motion
                assert page.evaluate(RED) <= before
