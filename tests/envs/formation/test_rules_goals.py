"""What companies play for: the bridge, and the values of optional shaping."""

import pytest

from swarmzoo.envs.formation import game
from swarmzoo.envs.formation.plan import plan_of
from swarmzoo.envs.formation.victory import ENDING_NAMES
from tests.envs.formation.scenes import scene

EMPTY = [". " * 24 for _ in range(12)]


def distance_of(a, b):
    """Return how many steps lie between two places, (column, row) each."""
    (x, y), (u, v) = a, b
    q, p = x - (y - y % 2) // 2, u - (v - v % 2) // 2
    return max(abs(q - p), abs(y - v), abs(q + y - p - v))


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
    game = scene(with_row(drawn), rules={"zone_attacks": False}, lines="holds: 0 0\nalone: 2 3")
    turn = int(game.s["turn"])
    while game.s["turn"] == turn and not game.s["done"]:
        game.does()
    assert game.s["holds"].tolist() == holds
    assert game.s["alone"].tolist() == [2 + holds[0], 3 + holds[1]]


LAST_TURN = "r0 r1 " + ". " * 20 + "b0 b1"


@pytest.mark.rule("FOR-P30")
@pytest.mark.parametrize(
    ("alone", "drawn", "time", "winner"),
    [
        ("2 1", LAST_TURN, "turns alone", "red"),
        ("1 2", LAST_TURN, "turns alone", "blue"),
        ("2 1", LAST_TURN, "defender", "blue"),
        ("1 2", LAST_TURN.replace("b1", "."), "turns alone", "blue"),
        ("1 1", LAST_TURN.replace("b1", "."), "turns alone", "red"),
        ("1 1", LAST_TURN.replace("r1", "."), "turns alone", "blue"),
        ("1 1", LAST_TURN, "turns alone", "nobody"),
        ("1 1", LAST_TURN, "defender", "blue"),
    ],
)
def test_when_time_is_up_the_bridge_is_of_who_was_alone_on_it_longer_then_of_who_has_lost_fewer(
    alone, drawn, time, winner
):
    game = scene(with_row(drawn), rules={"bridge_time": time, "panic": False}, lines=f"alone: {alone}")
    game.s["turn"] = game.game.rules["max_turns"][0] - 1
    while not game.s["done"]:
        game.does()
    assert (ENDING_NAMES[game.s["ending"]], game.winner) == ("time is up", winner)


@pytest.mark.rule("FOR-P28")
@pytest.mark.parametrize("scenario", ["clash", "bridge"])
@pytest.mark.parametrize(("size", "shot"), [(4, 12), (8, 12), (16, 12), (16, 20), (60, 12), (9, 3)])
def test_companies_that_are_to_meet_begin_beyond_bowshot(scenario, size, shot):
    made = game(scenario=scenario, size=size, rules={"longest_shot": shot})
    field, start = plan_of(made.config).field, plan_of(made.config).start
    places = [field.place(cell) for cell in start]
    gaps = [distance_of(a, b) for a in places[:size] for b in places[size:]]
    assert min(gaps) > shot


@pytest.mark.rule("FOR-P28")
def test_the_gap_between_companies_is_a_field_of_the_configuration():
    made = game(size=16, gap=6)
    field, start = plan_of(made.config).field, plan_of(made.config).start
    places = [field.place(cell) for cell in start]
    assert min(distance_of(a, b) for a in places[:16] for b in places[16:]) == 7


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
