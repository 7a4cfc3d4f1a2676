"""Dice and cards on the pages, in a real browser: beside their sentences, told to those who listen, and no more."""

import json

import pytest

from swarmzoo.viewer.page.document import replay_page
from swarmzoo.viewer.page.replayed import watched_data
from tests.viewer.browser import browser, in_a_browser, page_at, table
from tests.viewer.test_recording import game_and_agents

pytestmark = in_a_browser
CHOICES = ".choices button[aria-disabled=false]"
# Of every row of pieces on the page: its sentence, its words, and the sizes of its drawings as they stand there.
ROWS = """() => [...document.querySelectorAll("#log .pieces")].map((row) => ({
  says: row.parentNode.firstChild.textContent.trim(),
  words: row.ariaLabel,
  sizes: [...row.children].map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height]),
  drawn: [...row.querySelectorAll("use")].every((one) => document.querySelector(one.getAttribute("href")).firstChild),
}))"""


@pytest.fixture(scope="module")
def started():
    with browser() as found:
        yield found


def expected(data, step):
    """Return the sentences of a step that show pieces, and the words of these."""
    one = data["steps"][step]
    return [(one["says"][line], ", ".join(data["pieces"][k]["words"] for k in shown)) for line, shown in one["shows"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["insects", "warband", "overseer", "nova"])
def test_a_page_shows_dice_and_cards_beside_their_sentences(started, tmp_path, name, scheme):
    from axe_playwright_python.sync_playwright import Axe

    game, agents = game_and_agents(name)
    data = watched_data(game, agents, 2)
    step = [k for k, one in enumerate(data["steps"]) if one.get("shows")][-1]
    path = tmp_path / "game.html"
    path.write_bytes(replay_page(data))
    assert path.stat().st_size < 1_000_000
    looks = {
        "viewport": {"width": 360, "height": 800},
        "color_scheme": scheme,
        "reduced_motion": "reduce",
        "bypass_csp": True,
    }
    with page_at(started, f"{path.as_uri()}#step={step}", **looks) as page:
        page.wait_for_selector("#log li.now .pieces svg")
        rows = page.evaluate(ROWS)
        told = expected(data, step)
        assert [(row["says"], row["words"]) for row in rows][-len(told) :] == told
        assert all(row["drawn"] for row in rows)
        assert all(high == 20 and wide <= 160 for row in rows for wide, high in row["sizes"])
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert [one["id"] for one in Axe().run(page).response["violations"]] == []


def test_a_line_is_as_high_with_a_die_as_without(started, tmp_path):
    game, agents = game_and_agents("warband")
    data = watched_data(game, agents, 2)
    path = tmp_path / "game.html"
    path.write_bytes(replay_page(data))
    with page_at(
        started, f"{path.as_uri()}#step={len(data['steps']) - 1}", viewport={"width": 3000, "height": 900}
    ) as page:
        page.wait_for_selector("#log .pieces")
        page.evaluate("document.querySelector('main').style.gridTemplateColumns = '20rem 1fr'")
        heights = page.evaluate(
            "[...document.querySelectorAll('#log li')].map((li) => li.getBoundingClientRect().height)"
        )
        assert max(heights) - min(heights) < 2


def test_a_hand_is_shown_to_its_own_seat_as_cards_and_hidden_by_the_curtain(started):
    with table("insects", "--seat", "0", "--seat", "1", "--seed", "2") as address:
        page = started.new_context(viewport={"width": 360, "height": 800}, reduced_motion="reduce").new_page()
        heard, seen = [], set()
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(json.loads(text))))
        page.goto(address)
        for _ in range(40):
            page.wait_for_selector(f"{CHOICES}, #look")
            if page.locator("#look").count():
                assert not page.locator("#hand, symbol").count() and "hand" not in heard[-1]
                page.click("#look")
                page.wait_for_selector(CHOICES)
            told = next(one for one in reversed(heard) if one["type"] == "game")
            cards = page.locator("#hand svg").evaluate_all("found => found.map((one) => one.ariaLabel)")
            assert cards == [card["words"] for card in told["hand"]]
            assert all(card in page.inner_text("#own") for card in cards)
            seen.add(told["seat"])
            if seen == {0, 1}:
                break
            page.locator(CHOICES).first.click()
            page.wait_for_timeout(50)
        assert seen == {0, 1} and page.evaluate("document.documentElement.scrollWidth") <= 360
        page.context.close()


def test_cards_that_are_drawn_lie_face_down_and_those_that_are_played_are_shown(started):
    with table("insects", "--seed", "2", "--against", "greedy") as address:
        page = started.new_context(reduced_motion="reduce").new_page()
        page.goto(address)
        for _ in range(25):
            page.wait_for_selector(CHOICES)
            rows = page.evaluate(ROWS)
            if any(" plays " in row["says"] for row in rows):
                break
            page.locator(CHOICES).first.click()
        drawn = [row["words"] for row in rows if " draws " in row["says"]]
        played = [row["words"] for row in rows if " plays " in row["says"]]
        assert drawn and all(set(words.split(", ")) == {"card face down"} for words in drawn)
        assert played and all(words.startswith("card ") for words in played)
        page.context.close()
