"""The gallery: every game has its pages, they can be opened, and what it does not know is told."""

import subprocess
import sys

import pytest

from swarmzoo.envs.catalogue import games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.viewer.gallery.pages import INDEX, listed, write_gallery
from tests.viewer.browser import browser, in_a_browser, page_at


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("gallery")
    shown = [next(one for one in listed() if one.game == name) for name in ("insects", "formation", "warband")]
    told = []
    write_gallery(found, shown, lambda path, size: told.append((path, size)))
    assert all(path.stat().st_size == size for path, size in told)
    return found


def test_every_game_is_shown_and_no_two_pages_have_one_name():
    shown = listed()
    assert {one.game for one in shown} == {game.name for game in games()}
    assert len({one.name for one in shown}) == len(shown)
    assert [one.game for one in listed(["nova"])] == ["nova", "nova"]
    with pytest.raises(GameError, match="unknown game 'chess'"):
        listed(["chess"])


def test_pages_and_index_stand_in_the_folder(folder):
    names = sorted(path.name for path in folder.iterdir())
    assert INDEX in names and len(names) == 4
    index = (folder / INDEX).read_text()
    assert all(f'href="{name}#step=' in index for name in names if name != INDEX)
    assert "<!--" not in index and all((folder / name).stat().st_size < 1 << 20 for name in names)


@in_a_browser
@pytest.mark.parametrize("settings", [{}, {"viewport": {"width": 360, "height": 700}, "color_scheme": "dark"}])
def test_a_click_leads_to_the_game(folder, settings):
    from axe_playwright_python.sync_playwright import Axe

    with browser() as started, page_at(started, (folder / INDEX).as_uri(), **settings) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        page.locator("li a").first.click()
        page.wait_for_selector("canvas")
        assert "step=" in page.url
    with browser() as started:
        page = started.new_context(bypass_csp=True, **settings).new_page()
        page.goto((folder / INDEX).as_uri())
        assert [one["id"] for one in Axe().run(page).response["violations"]] == []


def test_the_command_refuses_what_there_is_not(tmp_path):
    command = [sys.executable, "-m", "swarmzoo", "gallery", "chess", "--out", str(tmp_path / "x")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "chess" in done.stderr and not (tmp_path / "x").exists()
