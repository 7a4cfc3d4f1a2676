"""The page that plays a game back, in a real browser: it draws what the game draws, and hands and keys move it."""

import io
import re
from base64 import b64decode
from itertools import islice

import numpy as np
import pytest
from PIL import Image

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.lab.games import even_game
from swarmzoo.lab.rungs import short_game
from swarmzoo.viewer.page.document import replay_page
from swarmzoo.viewer.page.replayed import watched_data
from swarmzoo.viewer.watch import played
from tests.viewer.browser import brightness, browser, in_a_browser, page_at
from tests.viewer.test_recording import PLAYERS, game_and_agents

pytestmark = in_a_browser


@pytest.fixture(scope="module")
def started():
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def insects(tmp_path_factory):
    game, agents = game_and_agents("insects")
    data = watched_data(game, agents, 2)
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_bytes(replay_page(data))
    return path.as_uri(), data


def number(page):
    shown = page.locator("#number", has_text="of")
    shown.wait_for()
    return int(shown.inner_text().split()[0])


def wait_for(page, pattern):
    page.locator("#number", has_text=re.compile(pattern)).wait_for()


@pytest.mark.parametrize("name", PLAYERS)
def test_the_browser_draws_what_the_game_draws(started, tmp_path, name):
    game, agents = game_and_agents(name)
    data = watched_data(game, agents, 2)
    path, step = tmp_path / "game.html", len(data["steps"]) // 2
    path.write_bytes(replay_page(data))
    *_, state = islice(played(game, agents, 2), step + 1)
    wanted = game.words.image(state).astype(int)
    with page_at(started, f"{path.as_uri()}#step={step}") as page:
        assert number(page) == step
        content = page.evaluate("document.getElementById('board').toDataURL('image/png')").partition(",")[2]
        seen = np.asarray(Image.open(io.BytesIO(b64decode(content))).convert("RGB"), int)
        assert seen.shape == wanted.shape
        assert np.abs(seen - wanted).mean() < 4  # of 255: other fonts and softer edges


def test_keys_move_it(started, insects):
    address, data = insects
    last = len(data["steps"]) - 1
    begins = [k for k, step in enumerate(data["steps"]) if step.get("begins")]
    with page_at(started, address) as page:
        assert number(page) == 0
        for key, step in (
            ("ArrowRight", 1),
            ("ArrowLeft", 0),
            ("ArrowLeft", 0),
            ("PageDown", begins[1]),
            ("PageUp", 0),
            ("End", last),
            ("ArrowRight", last),
            ("Home", 0),
        ):
            page.keyboard.press(key)
            assert number(page) == step
        page.keyboard.press(" ")
        wait_for(page, r"^([2-9]|\d\d+) of")
        page.keyboard.press(" ")
        assert page.inner_text("#play") == "play"


def test_hands_move_it(started, insects):
    address, data = insects
    last = len(data["steps"]) - 1
    with page_at(started, address) as page:
        for button, step in (("#on", 1), ("#back", 0), ("#last", last), ("#first", 0)):
            page.click(button)
            assert number(page) == step
        assert page.is_disabled("#back") and page.is_enabled("#on")
        page.select_option("#speed", "30")
        page.click("#play")
        wait_for(page, rf"^{last} of")
        assert page.inner_text("#play") == "play"
        page.locator("#step").fill("7")
        assert number(page) == 7 and page.url.endswith("#step=7")
        page.locator("#log li").first.click()
        assert number(page) < 7
        page.select_option("#size", "full")
        assert page.evaluate("document.getElementById('board').clientWidth") == data["width"]


def test_the_log_tells_what_happened_up_to_a_step(started, insects):
    address, data = insects
    with page_at(started, f"{address}#step=30") as page:
        assert number(page) == 30
        told = [line for step in data["steps"][:31] for line in step.get("says", [])]
        assert [line.strip() for line in page.locator("#log li.says").all_inner_texts()] == told
        chosen = [f"{data['names'][agent]}: {name}" for agent, name in data["steps"][30]["acts"]]
        assert page.locator("#log li.acts.now").all_inner_texts() == chosen


def test_the_log_is_the_same_by_whatever_way_a_step_was_reached(started, insects):
    address, data = insects
    last, rng = len(data["steps"]) - 1, np.random.default_rng(0)
    looks = "[...document.querySelectorAll('#log li')].map((one) => one.outerHTML)"
    steps = [30, 31, 29, 60, 0, last, last - 1, 3, *rng.integers(0, last + 1, 6).tolist()]
    with page_at(started, address) as page:
        for step in steps:
            page.locator("#step").fill(str(step))
            assert number(page) == step
            reached = page.evaluate(looks)
            with page_at(started, f"{address}#step={step}") as other:
                assert number(other) == step
                assert other.evaluate(looks) == reached and (step == 0 or other.locator("#log li").count())


@pytest.mark.parametrize("width", [360, 1400])
def test_the_page_says_which_turn_it_is_and_nothing_on_it_moves(started, tmp_path, width):
    game = even_game(find_game("warband"), {})
    agents = [find_agent(game, "skirmish"), find_agent(game, "search:8")]
    data = watched_data(game, agents, 3, by="search:8")
    path = tmp_path / "game.html"
    path.write_bytes(replay_page(data))
    time = ""
    with page_at(started, path.as_uri(), viewport={"width": width, "height": 900}) as page:
        number(page)
        found = "[...document.querySelectorAll('#step, #curve, #log, #thoughts, #best')]"
        places = f"{found}.map((one) => Math.round(one.getBoundingClientRect().top + scrollY))"
        stood = page.evaluate(places)
        for step in data["steps"]:
            time = step.get("time", time)
            assert page.locator("#time").inner_text() == time
            assert page.evaluate(places) == stood
            page.evaluate("window.shown.jump(window.shown.now + 1)")
    assert "turn" in time


@pytest.mark.parametrize("step", ["999999999", "-1", "x", ""])
def test_an_address_that_names_no_step_shows_one_that_there_is(started, insects, step):
    address, data = insects
    with page_at(started, f"{address}#step={step}") as page:
        assert number(page) in (0, len(data["steps"]) - 1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1400])
def test_it_can_be_used_by_everyone_on_every_screen(started, insects, scheme, width):
    from axe_playwright_python.sync_playwright import Axe

    address, _ = insects
    look = {"viewport": {"width": width, "height": 740}, "color_scheme": scheme}
    with page_at(started, f"{address}#step=40", **look) as page:
        assert number(page) == 40
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert (brightness(page.locator("#board").screenshot()) < 100) == (scheme == "dark")
        found = Axe().run(page).response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []


def test_names_are_shown_as_they_are(started, tmp_path):
    game, agents = game_and_agents("warband")
    data = watched_data(game, agents, 2) | {"agents": ["<b>bold</b>", "</script><script>document.title='x'</script>"]}
    path = tmp_path / "game.html"
    path.write_bytes(replay_page(data))
    with page_at(started, path.as_uri()) as page:
        number(page)
        assert page.inner_text("#players") == " - ".join(data["agents"])
        assert page.title() != "x"


def test_a_page_that_was_cut_off_says_so(started, tmp_path, insects):
    _, data = insects
    page_now = replay_page(data).decode()
    at = page_now.index('id="game">') + 200
    end = page_now.index("<", at)
    path = tmp_path / "game.html"
    path.write_text(page_now[:at] + page_now[end:])
    with page_at(started, path.as_uri()) as page:
        page.wait_for_selector("#trouble:not([hidden])")
        assert "cannot be read" in page.inner_text("#trouble")


LOOK = "document.getElementById('board').toDataURL()"
CHANGES = """() => import("board").then(({ changes }) => {
  const { lists, game } = window.shown;
  const found = lists.slice(1).map((list, k) => changes(game.shapes, lists[k], list));
  return found.map(({ moved }) => Math.max(0, ...[...moved.values()].map(([x, y]) => Math.hypot(x, y))));
})"""


@pytest.mark.parametrize("name", PLAYERS)
def test_units_move_along_and_the_board_then_stands_as_it_is_drawn(started, tmp_path, name):
    game = short_game(find_game(name))
    data = watched_data(game, [find_agent(game, agent) for agent in PLAYERS[name]], 2)
    path = tmp_path / "game.html"
    path.write_bytes(replay_page(data))
    with page_at(started, path.as_uri()) as page:
        assert number(page) == 0 and page.is_checked("#motion")
        far = [k for k, way in enumerate(page.evaluate(CHANGES)) if way > 15]
        assert len(far) > 3
        step = far[len(far) // 2]
        page.evaluate(f"location.hash = '#step={step}'")
        wait_for(page, rf"^{step} of")
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(700)
        moved = page.evaluate(LOOK)
        page.reload()
        assert number(page) == step + 1 and page.evaluate(LOOK) == moved
    with page_at(started, path.as_uri(), reduced_motion="reduce") as page:
        assert number(page) == 0 and not page.is_checked("#motion")


def test_a_large_game_is_drawn_in_short_paths_and_told_in_few_lines(started, tmp_path):
    """A browser takes a second for one path of thousands of hexes, and as long for a log of thousands of lines."""
    game = find_game("formation").read({"size": 32})
    data = watched_data(game, [find_agent(game, name) for name in ("commander", "charger")], 2)
    path, last = tmp_path / "game.html", len(data["steps"]) - 1
    path.write_bytes(replay_page(data))
    tiles = max(len(shape[2]) // 2 for shape in data["shapes"] if shape[0] == "t")
    with page_at(started, f"{path.as_uri()}#step={last}") as page:
        assert number(page) == last
        paths = page.evaluate("Math.max(...[...window.shown.board.paths.values()].map((paths) => paths.length))")
        assert paths == -(-tiles // 64) > 10
        told = [sentence for step in data["steps"][1:] for sentence in step.get("says", [])]
        lines = page.locator("#log li").all_inner_texts()
        assert len(told) > 300 > len(lines) > 20
        assert [line.strip() for line in lines[-5:]] == told[-5:]
