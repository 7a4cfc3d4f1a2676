"""Pictures: one drawing for the SVG document and for the pixels."""

from xml.etree import ElementTree

import numpy as np
import pytest

from swarmzoo.envs.core.painting import Disc, Label, paint, svg_document, text_width, wrapped
from swarmzoo.envs.insects.board import board_of
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.state import state_dtype
from swarmzoo.envs.insects.terrain import TERRAIN_COLOURS, TERRAIN_NAMES
from swarmzoo.envs.insects.words.naming import hex_names
from swarmzoo.envs.insects.words.overview import Overview, PlayerOverview
from swarmzoo.envs.insects.words.picture import PLAYER_COLOURS, Picture
from tests.envs.insects.random_games import CONFIGS, TWO, random_game


def texts(svg):
    """Return the texts of an SVG document."""
    return [element.text for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")]


@pytest.mark.parametrize("config", CONFIGS, ids=("two", "four"))
def test_the_document_parses_and_shows_every_stack(config):
    game, plies = random_game(config, 1)
    for ply in plies[::60]:
        shown, s = texts(game.words.svg(ply.state)), ply.state[0]
        for seat, row in enumerate(s["bugs"]):
            for count in row[row > 0]:
                assert f"{'abcd'[seat]}{count}" in shown
        for terrain in s["terrain"][: len(board_of(config).hexes)]:
            assert TERRAIN_NAMES[terrain] in shown
        assert set(hex_names(board_of(config))) <= set(shown)


@pytest.mark.parametrize("config", CONFIGS, ids=("two", "four"))
def test_pictures_of_a_game_have_one_size(config):
    game, plies = random_game(config, 1)
    images = [game.words.image(ply.state) for ply in plies[::90]]
    assert {image.shape for image in images} == {images[0].shape} and images[0].ndim == 3
    assert all(image.dtype == np.uint8 and image.shape[2] == 3 for image in images)
    assert any(not np.array_equal(images[0], image) for image in images[1:])


def test_the_pixels_have_the_colours_of_the_terrain():
    game, plies = random_game(TWO, 1)
    s, image = plies[0].state[0], game.words.image(plies[0].state)
    picture = Picture(board_of(TWO), hex_names(board_of(TWO)), 2)
    for h, (x, y) in enumerate(picture.centres):
        if not s["bugs"][:, h].any():
            colour = TERRAIN_COLOURS[s["terrain"][h]]
            assert image[round(y), round(x)].tolist() == [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def crowded(players, config):
    """Return the drawing of a full board: up to six stacks a space, long lines in the panel."""
    board = board_of(config)
    s = np.zeros(1, state_dtype(board.capacity, players))[0]
    for h in range(len(board.hexes)):
        s["terrain"][h] = h % 10
        for seat in range(h % (players + 1)):
            s["bugs"][(seat + h) % players, h] = (1, 23, 150, 1023)[(seat + h // 7) % 4]
    s["fight"] = 5
    long = ", ".join(f"Blood Suckers {number}" for number in range(30))
    attributes = tuple((name, 20) for name in ("Initiative", "Attack", "Defense", "Movement", "Reproduction", "Stack"))
    player = PlayerOverview("a", "swarm_0", "shares first place", attributes, 1023, 127, 60, 30, long, long)
    seen = Overview("Round 999, Stack Limit Phase of swarm_5", long, "Deck: 89 cards", long, (player,) * players)
    return Picture(board, hex_names(board), players).draw(s, seen)


def boxes(drawing):
    """Return the boxes (left, top, right, bottom) of all labels outside discs, and of the big discs."""
    discs = {shape.centre: shape.radius for shape in drawing.shapes if isinstance(shape, Disc)}
    found = [(x - r, y - r, x + r, y + r) for (x, y), r in discs.items()]
    for shape in drawing.shapes:
        if isinstance(shape, Label) and shape.at not in discs:
            (x, y), width = shape.at, text_width(shape.text, shape.size)
            left = x - width / 2 if shape.centred else x
            found.append((left, y - 0.36 * shape.size, left + width, y + 0.36 * shape.size))
    return found


@pytest.mark.parametrize("players, radius", [(2, 3), (4, 4), (6, 6)])
def test_nothing_overlaps_and_nothing_leaves_the_sheet(players, radius):
    drawing = crowded(players, InsectsConfig(players=players, radius=radius))
    found = np.array(boxes(drawing))
    assert found[:, :2].min() >= 0 and found[:, 2].max() <= drawing.width and found[:, 3].max() <= drawing.height
    for i, (left, top, right, bottom) in enumerate(found):
        others = np.delete(found, i, axis=0)
        apart = (others[:, 0] >= right) | (others[:, 2] <= left) | (others[:, 1] >= bottom) | (others[:, 3] <= top)
        assert apart.all(), (found[i], others[~apart])
    ElementTree.fromstring(svg_document(drawing))
    assert paint(drawing).shape == (drawing.height, drawing.width, 3)


def test_counts_fit_into_their_discs():
    drawing = crowded(6, InsectsConfig(players=6, radius=6))
    discs = {shape.centre: shape.radius for shape in drawing.shapes if isinstance(shape, Disc)}
    for shape in drawing.shapes:
        if isinstance(shape, Label) and shape.at in discs:
            assert text_width(shape.text, shape.size) <= 2 * discs[shape.at] + 2


def test_players_differ_in_colour_and_letter():
    assert len(set(PLAYER_COLOURS)) == 6


def test_long_lines_are_broken_and_cut():
    lines = wrapped("one two three four five six seven", 12, 60, 2)
    assert len(lines) == 2 and lines[1].endswith("...") and all(text_width(line, 12) <= 60 for line in lines)
    assert wrapped("", 12, 60, 2) == [""]
