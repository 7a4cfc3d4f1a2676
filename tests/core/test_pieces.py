"""Dice and cards as drawings: they fit their sheets, show their numbers, and tell all without a colour."""

import pytest

from swarmzoo.envs.core.painting import Disc, Label, Lines, Polygon, text_width
from swarmzoo.envs.core.pieces import (
    BAD,
    FACE,
    GOOD,
    HEIGHT,
    INK,
    card,
    hand_card,
    hidden_card,
    percentile,
    pool,
    six_sided,
)

ALL = [
    *(six_sided(value, confirms=confirms) for value in range(1, 7) for confirms in (False, True)),
    *(percentile(rolled, passed) for rolled in (1, 47, 99, 100) for passed in (False, True)),
    *(pool(*numbers) for numbers in ((0, 0, 1), (7, 3, 2), (7, 1, 3), (14, 0, 0), (31, 24, 2), (9, 12, 0))),
    *(card(code, code, family) for code in ("Att", "RC", "Web") for family in (0, 1)),
    hand_card("RC", "Reproductive Cycle", "Reproductive Cycle", 1),
    hand_card("Int", "Hive Mind", "Intelligence", 0),
    hidden_card(),
]


def reach(shape):
    """Return the box of a shape, its edge included."""
    if isinstance(shape, Label):
        wide, (x, y) = text_width(shape.text, shape.size), shape.at
        left = x - wide / 2 if shape.centred else x
        return left, y - shape.size / 2, left + wide, y + shape.size / 2
    more = shape.thickness / 2 if isinstance(shape, Lines) or shape.edge else 0
    if isinstance(shape, Disc):
        (x, y), more = shape.centre, shape.radius + more
        return x - more, y - more, x + more, y + more
    points = [point for way in shape.ways for point in way] if isinstance(shape, Lines) else shape.points
    xs, ys = zip(*points, strict=True)
    return min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more


@pytest.mark.parametrize("piece", ALL, ids=lambda piece: piece.words)
def test_a_piece_fits_its_sheet(piece):
    drawing = piece.drawing
    for shape in drawing.shapes:
        left, top, right, bottom = reach(shape)
        assert left >= -1 and top >= -1 and right <= drawing.width + 1 and bottom <= drawing.height + 1, shape
    assert piece.words and 10 <= drawing.width <= 160


def labels(piece):
    return [shape.text for shape in piece.drawing.shapes if isinstance(shape, Label)]


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_has_its_pips_and_one_that_confirms_is_dark_behind_an_arrow(value):
    plain, second = six_sided(value).drawing, six_sided(value, confirms=True).drawing
    assert sum(isinstance(shape, Disc) for shape in plain.shapes) == value
    assert sum(isinstance(shape, Disc) for shape in second.shapes) == value
    assert [shape.fill for shape in plain.shapes if isinstance(shape, Polygon)] == [FACE]
    assert [shape.fill for shape in second.shapes if isinstance(shape, Polygon)] == [INK]
    assert any(isinstance(shape, Lines) for shape in second.shapes) and second.width > plain.width == HEIGHT
    assert six_sided(value, confirms=True).words == f"then {value}"


@pytest.mark.parametrize(("rolled", "digits"), [(1, ["0", "1"]), (47, ["4", "7"]), (90, ["9", "0"]), (100, ["0", "0"])])
def test_a_roll_against_100_shows_tens_and_units_and_a_mark_of_another_form(rolled, digits):
    passed, failed = (percentile(rolled, by) for by in (True, False))
    assert labels(passed) == labels(failed) == digits
    assert [type(shape) for shape in passed.drawing.shapes] != [type(shape) for shape in failed.drawing.shapes]
    assert passed.words == f"{rolled} of 100, passed" and failed.words == f"{rolled} of 100, failed"
    fills = [
        {shape.fill for shape in one.drawing.shapes if not isinstance(shape, Label | Lines)} for one in (passed, failed)
    ]
    assert GOOD in fills[0] and BAD in fills[1]


def test_a_pool_shows_its_dice_and_a_disc_for_every_success_that_was_made_or_lacked():
    made, lacked = (
        [shape.fill for shape in pool(7, *n).drawing.shapes if isinstance(shape, Disc)] for n in ((3, 2), (1, 3))
    )
    assert made == [GOOD] * 3 and lacked == [GOOD, FACE, FACE]
    assert labels(pool(7, 3, 2))[0] == "7x" and pool(7, 1, 3).words == "7 dice, 1 successes, 3 needed"
    assert labels(pool(31, 24, 2))[-1] == "24/2" and labels(pool(31, 24, 0))[-1] == "24"
    assert pool(31, 24, 0).words == "31 dice, 24 successes"


def test_families_of_cards_have_marks_of_different_forms():
    forms = [[type(shape) for shape in card("Att", "Barbs", family).drawing.shapes] for family in (0, 1)]
    assert forms[0] != forms[1]
    assert labels(hand_card("Att", "Barbs", "Attack", 0)) == ["Att", "Barbs", "Attack"]
    assert labels(hand_card("Rus", "Rush", "Rush", 1)) == ["Rus", "Rush"]
    assert labels(hidden_card()) == []
