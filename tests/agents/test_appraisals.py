"""The valuations of searches see in positions what they saw when their weights were found."""

import pytest

from tests.appraisals import FILE, seen
from tests.styles import GAMES

KEPT: dict[str, dict[str, float]] = {}
for line in FILE.read_text(encoding="utf-8").splitlines():
    where, feature, mean = line.split(": ")
    KEPT.setdefault(where, {})[feature] = float(mean)


@pytest.mark.parametrize("where", KEPT)
def test_positions_show_what_they_showed(where: str) -> None:
    found = dict(seen(*where.split(" ", 1)))
    assert found == pytest.approx(KEPT[where], rel=1e-4, abs=1e-5), (
        "positions are seen otherwise now: find the weights again and run `make playthroughs`, or mend the mistake"
    )


def test_every_scenario_is_watched() -> None:
    assert list(KEPT) == [f"{name} {keywords}" for name, where in GAMES.items() for keywords in where]
