"""`swarmzoo play` by keys alone: nothing is clicked, and the focus is seen, named, and where the next choice is."""

import pytest

from tests.viewer.browser import browser, in_a_browser, table

pytestmark = in_a_browser
CHOICES = ".choices button[aria-disabled=false]"
READY = f"{CHOICES}, #end"
GAMES = {  # short ones
    "insects": ["insects", "-s", "radius=3", "-s", "max_rounds=2"],
    "formation": ["formation", "-s", "size=4", "-s", "max_turns=8"],
    "formation by orders": ["formation", "-s", "size=16", "-s", "max_turns=8"],
    "warband": ["warband", "-s", "size=2", "-s", "max_turns=4"],
    "overseer": ["overseer", "-s", "max_rounds=3"],
    "nova": ["nova", "-s", "max_rounds=2"],
}
MOST_TABS = 8  # from the top of the page to the choices, and from there to what stands after them
FOCUS = """() => {
  const found = document.activeElement, style = getComputedStyle(found), box = found.getBoundingClientRect();
  return {
    place: found.closest(".choices button") ? "choices" : found.id || found.type || found.tagName,
    ringed: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    named: Boolean(found.innerText || found.ariaLabel || found.labels?.length),
    seen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    words: found.innerText,
  };
}"""


@pytest.fixture(scope="module")
def started():
    with browser() as found:
        yield found


def opened(started, address):
    """Return a page at a table, and what goes wrong on it."""
    page = started.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce").new_page()
    troubles = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text))
    page.goto(address)
    page.wait_for_selector(f"{READY}, #look")
    return page, troubles


def focus(page):
    """Return where the focus is; it must be seen and have a name."""
    found = page.evaluate(FOCUS)
    assert found["ringed"] and found["named"] and found["seen"], found
    return found


def tab_to(page, place, key="Tab"):
    for _ in range(MOST_TABS):
        page.keyboard.press(key)
        if focus(page)["place"] == place:
            return
    raise AssertionError(f"{place} is not reached")


def pressed(page, *keys):
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_selector(f"{READY}, #look")


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_by_keys_alone(started, name):
    with table(*GAMES[name], "--seed", "3", "--hints", "") as address:
        page, troubles = opened(started, address)
        tab_to(page, "choices")
        for turn in range(1500):
            found = focus(page)
            if found["place"] == "end":
                break
            assert found["place"] == "choices"
            walk = ("ArrowDown", "ArrowRight", "End", "ArrowUp", "ArrowLeft", "Home")[: turn % 7]
            pressed(page, *walk, "Enter" if turn % 2 else "Space")
        assert focus(page)["words"].split(".")[0] in ("You won", "You lost", "A draw")
        page.keyboard.press("u")
        page.wait_for_selector(CHOICES)
        assert focus(page)["place"] == "choices"
        tab_to(page, "new")
        pressed(page, "Enter", "Enter")
        page.wait_for_selector("#undo[aria-disabled=true]")
        assert focus(page)["place"] == "new" and not troubles
        page.context.close()


@pytest.fixture(scope="module")
def insects():
    with table("insects", "--seed", "2") as address:
        yield address


def test_arrows_walk_through_the_choices_and_tab_leaves_them(started, insects):
    page, _ = opened(started, insects)
    tab_to(page, "choices")
    names = page.locator(CHOICES).all_inner_texts()
    assert focus(page)["words"] == names[0]
    walked = [names[0]]
    for _ in names[1:]:
        page.keyboard.press("ArrowRight")
        walked.append(focus(page)["words"])
    assert walked == names
    page.keyboard.press("ArrowRight")
    assert focus(page)["words"] == names[-1]
    page.keyboard.press("Home")
    tops = [page.evaluate("document.activeElement.getBoundingClientRect().top")]
    page.keyboard.press("ArrowDown")
    tops.append(page.evaluate("document.activeElement.getBoundingClientRect().top"))
    assert tops[1] > tops[0] or len(names) < 2
    page.keyboard.press("Tab")
    assert focus(page)["place"] == "undo"
    page.keyboard.press("Shift+Tab")
    assert focus(page)["place"] == "choices"
    page.context.close()


def test_a_search_leads_to_what_it_found_and_escape_out_of_it(started, insects):
    page, _ = opened(started, insects)
    page.keyboard.press("/")
    assert focus(page)["place"] == "search"
    name = page.locator(CHOICES).last.inner_text()
    page.keyboard.type(name)
    page.keyboard.press("ArrowDown")
    assert focus(page)["words"] == name
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    assert focus(page)["place"] == "choices" and page.input_value("input[type=search]") == ""
    first = page.inner_text("#prompt")
    page.keyboard.press("/")
    page.keyboard.type(name)
    pressed(page, "Enter")
    page.wait_for_selector("#undo[aria-disabled=false]")
    assert name in page.inner_text("#log") and focus(page)["place"] == "search"
    tab_to(page, "undo")
    pressed(page, "Enter")
    page.wait_for_selector("#undo[aria-disabled=true]")
    assert focus(page)["place"] == "undo" and page.inner_text("#prompt") == first
    page.context.close()


def test_fast_typing_is_no_flood_of_questions(started, insects):
    page, _ = opened(started, insects)
    asked = []

    def note(frame):
        asked.append(frame)

    page.on("websocket", lambda socket: socket.on("framesent", note))
    page.reload()
    page.wait_for_selector(READY)
    page.keyboard.press("/")
    page.keyboard.type("something that nobody can choose here")
    page.wait_for_selector("#refused")
    assert len(asked) == 1 and '"why"' in asked[0]
    page.context.close()


def test_a_key_that_is_held_down_chooses_once(started, insects):
    page, _ = opened(started, insects)
    tab_to(page, "choices")
    page.keyboard.down("Enter")
    page.wait_for_selector(f"{READY}, #look")
    page.wait_for_selector("#undo[aria-disabled=false]")
    log = page.inner_text("#log")
    for _ in range(3):
        page.keyboard.down("Enter")
        page.wait_for_timeout(100)
    page.keyboard.up("Enter")
    assert page.inner_text("#log") == log
    pressed(page, "u")
    page.wait_for_selector("#undo[aria-disabled=true]")
    page.context.close()


def test_a_screen_reader_is_told_what_happened_and_what_is_asked(started, insects):
    page, _ = opened(started, insects)
    tab_to(page, "choices")
    chosen = focus(page)["words"]
    pressed(page, "Enter")
    page.wait_for_selector("#undo[aria-disabled=false]")
    news = page.text_content("#news[aria-live]")
    assert chosen in news and news.endswith(page.inner_text("#prompt"))
    assert page.get_attribute(".choices", "aria-labelledby") == "prompt"
    pressed(page, "u")
    page.context.close()


def test_keys_do_nothing_behind_a_curtain(started):
    with table("insects", "--seat", "0", "--seat", "1", "--seed", "2") as address:
        page, troubles = opened_at_curtain(started, address)
        for key in ("u", "h", "r", "/", "ArrowDown", "Escape"):
            page.keyboard.press(key)
        assert focus(page)["place"] == "look"
        page.keyboard.press("Enter")
        page.wait_for_selector(CHOICES)
        assert focus(page)["place"] == "choices" and not troubles
        page.context.close()


def opened_at_curtain(started, address):
    """Return a page at which choices are taken until a curtain falls."""
    page, troubles = opened(started, address)
    for _ in range(40):
        if page.locator("#look").count():
            return page, troubles
        if focus(page)["place"] != "choices":
            tab_to(page, "choices")
        pressed(page, "Enter")
    raise AssertionError("no curtain fell")
