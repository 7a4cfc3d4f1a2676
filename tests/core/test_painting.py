"""Shapes: every kind is painted where it belongs, in both pictures."""

from xml.etree import ElementTree

import numpy as np

from swarmzoo.envs.core.painting import Disc, Drawing, Lines, Polygon, Tiles, paint, svg_document

RED, GREEN, BLUE, PAPER = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
SQUARE = ((-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0))


def painted(*shapes):
    """Return the pixels of a small sheet, and the elements of its document."""
    drawing = Drawing(60, 40, shapes, "#ffffff")
    image, document = paint(drawing), ElementTree.fromstring(svg_document(drawing))
    assert image.shape == (40, 60, 3) and image.dtype == np.uint8
    return image, [element for element in document if not element.tag.endswith("rect")]


def test_tiles_are_the_same_polygon_at_many_places():
    image, (path,) = painted(Tiles(SQUARE, ((10.0, 10.0), (40.0, 20.0)), "#ff0000"))
    assert tuple(image[10, 10]) == tuple(image[20, 40]) == RED and tuple(image[20, 10]) == PAPER
    assert path.get("d").count("z") == 2
    one, _ = painted(Polygon(tuple((x + 10, y + 10) for x, y in SQUARE), "#ff0000"))
    assert np.array_equal(image[:, :25], one[:, :25])


def test_tiles_may_have_an_edge_alone():
    image, _ = painted(Tiles(SQUARE, ((20.0, 20.0),), "", "#0000ff", 2))
    assert tuple(image[20, 20]) == PAPER and tuple(image[20, 15]) == BLUE


def test_lines_run_through_their_points():
    image, (path,) = painted(
        Lines((((5.0, 5.0), (30.0, 5.0), (30.0, 30.0)), ((50.0, 10.0), (50.0, 30.0))), "#00ff00", 4)
    )
    assert all(tuple(image[y, x]) == GREEN for x, y in ((15, 5), (30, 20), (50, 20)))
    assert tuple(image[20, 15]) == tuple(image[20, 40]) == PAPER
    assert path.get("d").count("M") == 2 and path.get("fill") == "none"


def test_a_disc_may_have_an_edge_alone():
    image, (circle,) = painted(Disc((30.0, 20.0), 10, "", "#0000ff", 2))
    assert tuple(image[20, 30]) == PAPER and tuple(image[20, 20]) == BLUE and circle.get("fill") == "none"
