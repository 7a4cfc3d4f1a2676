"""Files with damage of every kind, in a short form of `python -m tests.breaking checkpoints`."""

from tests.breaking import checkpoints
from tests.breaking.tally import Tally


def test_damaged_checkpoints_resume_points_and_models_are_refused_or_play():
    tally = Tally("checkpoints", "insects")
    checkpoints.attack("insects", 150, 7, tally)
    assert not tally.fallen
    assert tally.refused > 60 and tally.accepted > 10
