"""The facts on the pages of the environments are true now."""

import pytest

from swarmzoo.command.pages import renewed
from swarmzoo.envs.catalogue import find_game, games


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_the_facts_on_a_page_are_those_of_the_game(name):
    text = (find_game(name).folder / "README.md").read_text(encoding="utf-8")
    assert renewed(name, text) == text, "the page is out of date: run make pages"


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_a_page_has_the_sections_of_a_gymnasium_page(name):
    text = (find_game(name).folder / "README.md").read_text(encoding="utf-8")
    for section in ("Description", "Action space", "Observation space", "Rewards", "Start", "End", "Arguments"):
        assert f"## {section}" in text
    assert "## Version history" in text
