"""Boards on paper: hexes touch and never overlap, legends and heads stay on the sheet."""

import numpy as np

from swarmzoo.envs.core.fields import Field
from swarmzoo.envs.core.hex_drawing import FieldSheet, Legend, head, hex_size
from swarmzoo.envs.core.painting import Disc, Label, text_width


def test_hexes_of_a_field_touch_their_neighbours_and_nobody_else():
    sheet = FieldSheet(Field(6, 4, 1), 10.0, 5.0, 7.0)
    apart = np.hypot(*(sheet.centres[:, None] - sheet.centres[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    assert np.isclose(apart.min(), 10 * 3**0.5)
    assert np.isclose(sheet.centres.min(axis=0), (5 + 10 * 3**0.5 / 2, 17)).all()
    assert sheet.centre(int(sheet.cells[-1])) == tuple(sheet.centres[-1])


def test_a_field_fits_into_the_room_that_its_size_was_asked_for():
    for columns, rows in ((3, 40), (40, 4), (12, 12)):
        sheet = FieldSheet(Field(columns, rows, 1), hex_size(columns, rows, 500, 400, 30), 0, 0)
        assert sheet.width <= 500.001 and sheet.height <= 400.001 and sheet.size <= 30


def test_entries_of_a_legend_keep_to_its_width():
    words = ["open", "a rather long word of explanation", "x", "wood"] * 5
    legend = Legend([(word, [Disc((0.0, 0.0), 5, "#ff0000")]) for word in words], 300)
    labels = [shape for shape in legend.draw(50, 80) if isinstance(shape, Label)]
    assert [label.text for label in labels] == words
    assert all(label.at[0] >= 50 and label.at[0] + text_width(label.text, label.size) <= 350 for label in labels)
    assert all(80 <= label.at[1] <= 80 + legend.height for label in labels)


def test_long_lines_of_a_head_are_cut():
    shapes = head("word " * 100, [("line " * 100, "#ff0000")] * 4, 400)
    for label in (shape for shape in shapes if isinstance(shape, Label)):
        assert label.at[0] + text_width(label.text, label.size) <= 400 and label.text.endswith("...")
