"""Outlines that are their own image for two, three and four sides, and all that lies on them."""

import pytest

from swarmzoo.envs.core.fields import axial
from swarmzoo.envs.core.hexes import DIRECTIONS, distance
from swarmzoo.envs.skirmish.battlefield.maps import read_map
from swarmzoo.envs.skirmish.battlefield.outline import outline_of, outline_of_map
from swarmzoo.envs.skirmish.battlefield.poses import POSES, posed_disc, ring_places, seen
from swarmzoo.envs.skirmish.battlefield.zones import FRONTS, OUTSIDE_FIELD, counted_from, edges, starts, zones

SIZES = [(12, 12), (13, 12), (24, 24), (25, 26), (16, 27)]
every_outline = pytest.mark.parametrize(
    ("sides", "columns", "rows"), [(sides, *size) for sides in (2, 3, 4) for size in SIZES]
)


def images(field, sides):
    """Return what takes the first side to each: for every place of the field its image."""
    rows = [field.images(sides, place) for place in field.places]
    return [dict(zip(field.places, column, strict=True)) for column in zip(*rows, strict=True)]


@every_outline
def test_outlines_are_their_own_image_and_so_is_the_hex_in_the_middle(sides, columns, rows):
    field = outline_of(sides, columns, rows, 3)
    assert field.columns <= columns and field.rows <= rows and field.contains(*field.middle)
    assert field.images(sides, field.middle) == (field.middle,) * sides
    assert all({*image.values()} == {*field.places} for image in images(field, sides))


@every_outline
def test_every_side_sees_the_images_as_the_first_one_sees_the_places(sides, columns, rows):
    field = outline_of(sides, columns, rows, 3)
    middle = axial(*field.middle)

    def view(place, pose):
        q, r = axial(*place)
        return seen((q - middle[0], r - middle[1]), pose)

    for side, image in enumerate(images(field, sides)):
        first, other = FRONTS[sides][0], FRONTS[sides][side]
        assert all(view(place, first) == view(to, other) for place, to in image.items())


@every_outline
def test_images_keep_the_distance_to_edges(sides, columns, rows):
    field = outline_of(sides, columns, rows, 3)
    edge = [edges(field, sides, side) for side in range(sides)]
    for nth, image in enumerate(images(field, sides)):
        for side in range(sides):
            other = counted_from(sides, side)[nth]
            assert all(edge[side][field.cell(*a)] == edge[other][field.cell(*b)] for a, b in image.items())
    assert edge[0][0] == OUTSIDE_FIELD


def test_the_field_of_three_has_six_sides_and_that_of_others_four():
    for sides, hexes in ((2, 12 * 24 + 11 * 23), (3, 3 * 11 * 12 + 1), (4, 12 * 24 + 11 * 23)):
        field = outline_of(sides, 24, 24, 3)
        assert len(field.places) == hexes
        lengths = [sum(row == y for _, y in field.places) for row in range(field.rows)]
        assert lengths == ([*range(12, 23), *range(23, 11, -1)] if sides == 3 else [24, 23] * 11 + [24])


@pytest.mark.parametrize("pose", range(POSES))
def test_a_pose_sees_its_front_in_the_east_and_counts_all_hexes_once(pose):
    assert seen(DIRECTIONS[pose % 6], pose) == (1, 0)
    assert sorted(ring_places(4, pose)) == list(range(61))
    assert [seen(step, pose) for step in posed_disc(4, pose)] == list(posed_disc(4, 0))
    assert seen(DIRECTIONS[(pose + 1) % 6], pose) == ((0, 1) if pose < 6 else (1, -1))


@every_outline
def test_zones_and_starts_are_images_of_each_other(sides, columns, rows):
    field = outline_of(sides, columns, rows, 3)
    zone = zones(field, sides, 6)
    assert {*zone} == {*range(sides + 1)}
    first = [field.place(c) for c in starts(field, None, zone, sides, 0, 9)]
    assert len({*first}) == 9
    for side in range(sides):
        here = [field.place(c) for c in starts(field, None, zone, sides, side, 9)]
        assert here == [field.images(sides, place)[side] for place in first]
        assert all(zone[field.cell(*place)] == side + 1 for place in here)


def test_a_map_may_have_any_outline():
    rows = ["_ _ _ _ . . . . . . . ."] * 5 + [". . . . . . . . . . . ."] * 6
    field = outline_of_map(read_map("\n".join(rows)), 2)
    assert not field.contains(3, 4) and field.contains(4, 4) and len(field.places) == 12 * 11 - 20
    assert field.images(2, (11, 10))[1] is None
    even = outline_of_map(read_map("\n".join([". " * 12] * 12)), 2)
    assert even.middle == (6, 6) and even.images(2, (6, 6))[1] == (5, 5)
    assert even.images(4, (6, 6))[2:] == (None, None)
    assert even.image(even.cell(0, 0)) == even.cell(11, 11)


def test_the_corners_of_three_lie_a_third_of_a_turn_apart():
    field = outline_of(3, 24, 24, 3)
    corners = [field.corner(nth) for nth in range(3)]
    assert corners[0] == axial(0, 11) and len({*corners}) == 3
    assert {distance(a, b) for a in corners for b in corners} == {0, 22}
