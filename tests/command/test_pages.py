"""The facts on the pages of the environments are true now."""

import pytest

from swarmzoo.command.games import folder_of, game_names
from swarmzoo.command.pages import renewed


@pytest.mark.parametrize("name", game_names())
def test_the_facts_on_a_page_are_those_of_the_game(name):
    text = (folder_of(name) / "README.md").read_text(encoding="utf-8")
    assert renewed(name, text) == text, "the page is out of date: run make pages"


@pytest.mark.parametrize("name", game_names())
def test_a_page_has_the_sections_of_a_gymnasium_page(name):
    text = (folder_of(name) / "README.md").read_text(encoding="utf-8")
    for section in ("Description", "Action space", "Observation space", "Rewards", "Start", "End", "Arguments"):
        assert f"## {section}" in text
    assert "## Version history" in text
