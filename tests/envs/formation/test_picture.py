"""Pictures: one drawing for the SVG document and for the pixels, readable at every size."""

from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from swarmzoo.envs.core.painting import Disc, Label, Lines, Polygon, paint, svg_document, text_width
from swarmzoo.envs.formation.config import SCENARIOS, FormationConfig
from swarmzoo.envs.formation.plan import plan_of
from swarmzoo.envs.formation.state import BLUE, DEAD, FLED, NOBODY, RED
from swarmzoo.envs.formation.terrain import NUM_TERRAINS, TERRAIN_NAMES
from swarmzoo.envs.formation.words import ground, tokens
from swarmzoo.envs.formation.words.headline import company_line, title
from swarmzoo.envs.formation.words.marks import MARKS
from swarmzoo.envs.formation.words.picture import LONGEST, Picture
from tests.envs.formation.random_games import drawn_up, random_game

FIELDS = [{}, {"size": 4}, {"size": 64}, {"size": 512}, {"columns": 12, "rows": 128}, {"columns": 160, "rows": 128}]


def pictured(**keywords):
    """Return picture, state record and plan of a configuration whose soldiers are drawn up."""
    config = FormationConfig(**({"size": 8} | keywords))
    plan = plan_of(config)
    return Picture(plan, config.scenario), drawn_up(plan)[0], plan


def rgb(colour):
    """Return the numbers of a colour."""
    return [int(colour[k : k + 2], 16) for k in (1, 3, 5)]


def in_field(picture, shapes):
    """Return the shapes between the headline and the legend."""
    found = []
    for shape in shapes:
        points = shape.points if isinstance(shape, Polygon) else [shape.centre] if isinstance(shape, Disc) else []
        if points and 92 < points[0][1] < picture.height - 90:
            found.append(shape)
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_pictures_of_a_game_have_one_size_and_differ(scenario):
    game, states = random_game(scenario, 1)
    images = [game.words.image(state) for state in states[:: max(1, len(states) // 4)]]
    assert {image.shape for image in images} == {images[0].shape} and images[0].shape[2] == 3
    assert all(image.dtype == np.uint8 for image in images)
    assert any(not np.array_equal(images[0], image) for image in images[1:])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_document_parses_and_has_headline_and_legend(scenario):
    game, states = random_game(scenario, 1)
    for state in states[:: max(1, len(states) // 5)]:
        shown = [e.text for e in ElementTree.fromstring(game.words.svg(state)).iter() if e.tag.endswith("text")]
        plan = game.words._plan
        lines = (title(state[0], plan, scenario), *(company_line(state[0], plan, side) for side in (RED, BLUE)))
        assert set(lines) | set(TERRAIN_NAMES) | {mark.name for mark in MARKS} <= set(shown)


@pytest.mark.parametrize("keywords", FIELDS, ids=str)
def test_no_side_of_a_sheet_is_longer_than_allowed_and_nothing_leaves_it(keywords):
    picture, s, _ = pictured(**keywords)
    drawing = picture.draw(s)
    assert max(drawing.width, drawing.height) <= LONGEST
    for shape in drawing.shapes:
        if isinstance(shape, Label):
            width = text_width(shape.text, shape.size)
            left = shape.at[0] - width / 2 if shape.centred else shape.at[0]
            assert left >= 0 and left + width <= drawing.width, shape
            assert shape.size / 2 <= shape.at[1] <= drawing.height - shape.size / 2, shape
    x, y = picture.sheet.centres.T
    assert x.min() > picture.size * 0.87 and x.max() < drawing.width - picture.size * 0.87
    assert y.max() + picture.size < picture.legend_top


def test_the_entries_of_the_legend_do_not_overlap():
    for keywords in FIELDS:
        picture, _, _ = pictured(scenario="escort", **keywords)
        spans = sorted((y, x - 16, x + 18 + text_width(name, 12)) for (name, _), (x, y) in picture.legend.placed)
        for (y, _, right), (next_y, left, _) in pairwise(spans):
            assert next_y > y or left >= right


@pytest.mark.parametrize("size", [8, 64, 512])
def test_everybody_in_the_field_is_drawn_in_its_hex(size):
    picture, s, plan = pictured(size=size)
    s["fate"][:3], s["place"][:3] = (FLED, DEAD, DEAD), NOBODY
    shapes = in_field(picture, picture.draw(s).shapes)
    for side in (RED, BLUE):
        drops = [shape for shape in shapes if getattr(shape, "fill", "") == ground.COMPANY_COLOURS[side]]
        expected = [
            picture.centre(s["place"][i]) for i, c in enumerate(plan.company) if c == side and s["place"][i] >= 0
        ]
        assert len(drops) == len(expected)
        for drop, (x, y) in zip(drops, expected, strict=True):
            assert max(np.hypot(px - x, py - y) for px, py in drop.points) <= 0.91 * picture.size


def test_the_pixels_have_the_colours_of_terrain_objective_and_company():
    picture, s, plan = pictured(scenario="march")
    cells = [plan.field.cell(column, 5) for column in range(7, 7 + NUM_TERRAINS)]
    s["terrain"][cells] = range(NUM_TERRAINS)
    image, far = paint(picture.draw(s)), 0.8 * picture.size

    def pixel(cell, dy):
        x, y = picture.centre(cell)
        return image[round(y + dy), round(x)].tolist()

    for terrain, cell in enumerate(cells):
        assert pixel(cell, far) == rgb(ground.ground_colour(terrain, 0))
    assert pixel(plan.field.cell(15, 0), 0) == rgb(ground.ground_colour(0, 1))
    assert pixel(plan.field.cell(0, 11), 0) == rgb(ground.ground_colour(0, 2))
    for i in (0, 8):
        assert pixel(s["place"][i], -0.45 * picture.size) == rgb(ground.COMPANY_COLOURS[plan.company[i]])


def test_the_tip_of_a_drop_points_where_the_soldier_faces():
    field = plan_of(FormationConfig(size=8)).field
    for parity in (0, 1):
        for direction in range(6):
            picture, _, _ = pictured()
            cell = field.cell(6, 4 + parity)
            here, there = picture.centre(cell), picture.centre(cell + int(field.steps()[parity, direction]))
            (drop,) = tokens.token(here, 40, RED, direction, leads=False, hidden=False)
            tip = np.subtract(drop.points[0], here)
            assert np.allclose(tip / np.hypot(*tip), np.subtract(there, here) / np.hypot(*np.subtract(there, here)))


def test_leaders_the_hidden_and_the_escorted_look_different():
    seen = set()
    for leads in (False, True):
        for hidden in (False, True):
            shapes = tokens.token((50, 50), 20, BLUE, 0, leads=leads, hidden=hidden)
            seen.add(tuple((shape.fill, shape.edge) for shape in shapes))
    assert len(seen) == 4
    picture, s, plan = pictured(scenario="escort")
    before = len(picture.draw(s).shapes)
    s["leads"][0] = False
    assert plan.leads[0] and len(picture.draw(s).shapes) == before - 3


@pytest.mark.parametrize("mark", [mark for mark in MARKS if mark.field != "hidden"], ids=lambda mark: mark.field)
def test_every_mark_is_a_dot_inside_the_hex(mark):
    picture, s, _ = pictured()
    before = in_field(picture, picture.draw(s).shapes)
    s[mark.field][1] = True
    new = [shape for shape in in_field(picture, picture.draw(s).shapes) if shape not in before]
    (dot,) = new
    (x, y), radius = picture.centre(s["place"][1]), 0.87 * picture.size
    assert isinstance(dot, Disc) and np.hypot(dot.centre[0] - x, dot.centre[1] - y) + dot.radius < 1.1 * radius
    assert len({colour for _, colour in tokens._DOTS.values()}) == len(MARKS) - 1


def test_lines_join_neighbours_in_one_formation_only():
    picture, s, _ = pictured()
    line = sorted(range(4), key=lambda i: s["place"][i])
    s["formation"][line] = 1, 1, 1, 2
    found = [shape for shape in picture.draw(s).shapes if isinstance(shape, Lines)]
    ways = [way for shape in found if shape.colour == tokens.DARK_COLOURS[RED] for way in shape.ways]
    places = [picture.centre(s["place"][i]) for i in line]
    in_the_field = {frozenset(way) for way in ways if way[0][1] < picture.legend_top}
    assert in_the_field == {frozenset(places[0:2]), frozenset(places[1:3])}


def test_a_cross_shows_where_somebody_was_downed():
    picture, s, plan = pictured()
    before = len(picture.draw(s).shapes)
    s["lies_at"][2] = plan.field.cell(7, 6)
    assert len(picture.draw(s).shapes) == before
    s["lies_at"][3], s["fate"][3] = plan.field.cell(7, 6), DEAD
    crosses = [shape for shape in picture.draw(s).shapes if isinstance(shape, Lines)]
    x, y = picture.centre(plan.field.cell(7, 6))
    assert any(np.allclose(np.mean(shape.ways[0], axis=0), (x, y)) for shape in crosses)


def test_letters_and_numbers_are_written_where_there_is_room():
    labels = {size: tokens.writing((0, 0), size, RED, "S", 17, hidden=False) for size in (6.5, 18.0, 40.0)}
    assert [[label.text for label in found] for found in labels.values()] == [[], ["S"], ["S", "17"]]
    for number in ("511", "0"):
        for label in tokens.writing((0, 0), 25.6, RED, "G", int(number), hidden=False):
            assert text_width(label.text, label.size) < 2 * tokens.BODY * 25.6


def test_the_largest_picture_is_a_document_of_moderate_length():
    picture, s, _ = pictured(size=512)
    document = svg_document(picture.draw(s))
    assert len(document) < 2_000_000
    ElementTree.fromstring(document)
