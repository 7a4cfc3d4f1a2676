"""What companies play for: the bridge, and the values of optional shaping."""

import pytest

from tests.envs.formation.scenes import scene

EMPTY = [". " * 24 for _ in range(12)]


def with_row(text):
    """Return an open field with one row that is drawn."""
    return "\n".join([*EMPTY[:6], text, *EMPTY[7:]])


@pytest.mark.rule("FOR-P24")
@pytest.mark.parametrize(
    ("drawn", "holds"),
    [
        (". " * 11 + "r0 " + ". " * 10 + "b0", [1, 0]),
        ("r0 " + ". " * 10 + "b0", [0, 1]),
        (". " * 11 + "r0 b0", [0, 0]),
        ("r0 " + ". " * 20 + "b0", [0, 0]),
    ],
)
def test_a_turn_counts_for_the_company_that_is_alone_on_the_bridge(drawn, holds):
    game = scene(with_row(drawn), rules={"zone_attacks": False}, lines="holds: 0 0")
    turn = int(game.s["turn"])
    while game.s["turn"] == turn and not game.s["done"]:
        game.does()
    assert game.s["holds"].tolist() == holds


@pytest.mark.rule("FOR-P23", "FOR-P24")
def test_who_has_crossed_counts_in_shaping_as_strength_and_as_all_the_way():
    drawing = "r1 . . . . . . . b0 b1"
    rules = {"shaping_strength": 1.0}
    strength = scene(drawing, scenario="march", rules=rules, r2="crossed").table.potential[0]
    assert strength[0] == pytest.approx(0.5 * (2 / 8 - 2 / 8)) and strength[8] == pytest.approx(0)
    rules = {"shaping_progress": 1.0}
    without = scene(drawing, scenario="march", rules=rules).table.potential[0]
    crossed = scene(drawing, scenario="march", rules=rules, r2="crossed").table.potential[0]
    assert crossed[0] - without[0] == pytest.approx(1 / 8) and without[0] > 0


@pytest.mark.rule("FOR-P24")
@pytest.mark.parametrize(
    ("scenario", "victory", "words", "winner"),
    [
        ("march", "half", "formation 0", "red"),
        ("march", "intact", "formation 0", "blue"),
        ("ambush", "intact", "squad 3", "red"),
    ],
)
def test_half_of_red_wins_by_crossing_unless_a_march_asks_for_formations_that_are_intact(
    scenario, victory, words, winner
):
    rows = [*(". " * 23 + f"r{k}" for k in range(4)), *EMPTY[4:11], "b0 r7"]
    soldiers = {f"r{k}": words for k in range(4)}
    rules = {"march_victory": victory}
    game = scene("\n".join(rows), scenario=scenario, stage="step", rules=rules, b0="quick 0", **soldiers)
    for _ in range(3):
        if not game.s["done"]:
            game.does(**{name: "step ahead" for name in soldiers if "step ahead" in game.can(name)})
    assert game.winner == winner
