"""The facts on the pages of the environments are true now."""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from swarmzoo import training, viewer
from swarmzoo.command.pages import renewed, renewed_shared
from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.lab import probing
from swarmzoo.viewer.page_picture import PICTURE, RECIPE, faults, write_picture


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_the_facts_on_a_page_are_those_of_the_game(name):
    text = (find_game(name).folder / "README.md").read_text(encoding="utf-8")
    assert renewed(name, text) == text, "the page is out of date: run make pages"


def test_the_facts_on_the_labs_page_are_those_that_were_measured():
    text = Path(probing.__file__).with_name("README.md").read_text(encoding="utf-8")
    assert renewed_shared(text) == text, "the page is out of date: run make pages"
    assert "| insects | balance | none | clean |" in text


def test_the_page_of_training_lists_every_setting():
    text = Path(training.__file__).with_name("README.md").read_text(encoding="utf-8")
    assert renewed_shared(text) == text, "the page is out of date: run make pages"
    assert "| `expert.rounds` | `0` | 0 to 1000 | times that the search teaches" in text


def test_the_figures_on_the_front_page_are_those_that_were_measured():
    text = Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")
    assert renewed_shared(text) == text, "the page is out of date: run make pages"
    assert "Pgx, connect four: " in text and "counting all soldiers, " in text


def test_the_figures_on_the_viewers_page_are_those_that_were_measured():
    text = Path(viewer.__file__).with_name("README.md").read_text(encoding="utf-8")
    assert renewed_shared(text) == text, "the page is out of date: run make pages"
    assert "| insects, played | first paint |" in text


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_a_page_has_the_sections_of_a_gymnasium_page(name):
    text = (find_game(name).folder / "README.md").read_text(encoding="utf-8")
    for section in ("Description", "Action space", "Observation space", "Rewards", "Start", "End", "Arguments"):
        assert f"## {section}" in text
    assert "## Version history" in text


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_the_picture_on_a_page_is_drawn_as_the_game_draws_now(name):
    assert not list(faults(name, find_game(name).folder)), "the picture is out of date: run make pages"


RECIPE_OF_FEW_STEPS = "keywords: {}\nagents: [random, random]\nseed: 1\nstep: 5\n"


@pytest.fixture
def drawn(tmp_path):
    (tmp_path / RECIPE).write_text(RECIPE_OF_FEW_STEPS)
    write_picture("insects", tmp_path)
    return tmp_path


def test_a_picture_is_found_out_of_date_when_its_recipe_changes(drawn):
    assert not list(faults("insects", drawn))
    (drawn / RECIPE).write_text(RECIPE_OF_FEW_STEPS.replace("step: 5", "step: 6"))
    assert list(faults("insects", drawn)) == ["the recipe is another one"]


def test_a_picture_is_found_out_of_date_when_the_drawing_changes(drawn, monkeypatch):
    words = type(find_game("insects").read({}).words)
    before = words.drawing
    monkeypatch.setattr(words, "drawing", lambda self, state: replace(before(self, state), paper="#ffffff"))
    assert list(faults("insects", drawn)) == ["the drawing changed"]


def test_a_picture_made_by_hand_is_found(drawn):
    Image.new("RGB", (10, 10)).save(drawn / PICTURE)
    assert list(faults("insects", drawn)) == ["it does not tell its recipe, state, drawing"]
