"""What is seen of a game: the board in plain text and the picture, with all that is declared."""

from itertools import islice, pairwise

import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.core.painting import Disc, Label, Lines, Polygon, text_width
from swarmzoo.envs.skirmish.nova import game
from swarmzoo.envs.skirmish.nova.actions import DONE
from swarmzoo.envs.skirmish.nova.forces import SCENARIOS
from swarmzoo.envs.skirmish.nova.state import DEAD
from swarmzoo.envs.skirmish.nova.words.tokens import GOLD, SIDE_COLOURS, arrow
from swarmzoo.viewer.watch import played
from tests.envs.skirmish.nova.scenes import Scene

RED, BLUE = SIDE_COLOURS[:2]
FACING = "R0 . . B0 ."
ARMED = {"R0": {"weapons": ["pistol", "smg", "grenade"]}, "B0": {"armour": ["vest"]}}


def states_of(made, count):
    """Yield the first states of a game between random agents, the first one included."""
    return islice(played(made, [find_agent(made, "random")] * made.num_sides, 1), count)


def planned(plan, **options):
    """Return a scene in which R0 has declared something."""
    return Scene(FACING, order="R0 B0", sheets=ARMED, plans={"R0": plan}, **options)


def declared_in(scene):
    """Return the lines of the board about what is declared."""
    lines = scene.game.words.text(scene.table.states).splitlines()
    first = lines.index("declared, the first to act first")
    return [line.strip() for line in lines[first + 1 : lines.index("", first)]]


def shapes_of(scene):
    """Return the shapes of a scene's picture above its legend."""
    picture = scene.game.words._picture
    below = picture.below + 20 * (picture.lines + 1)
    return [shape for shape in picture.draw(scene.s).shapes if _points(shape)[0][1] < below]


def _points(shape):
    if isinstance(shape, Polygon):
        return shape.points
    if isinstance(shape, Lines):
        return shape.ways[0]
    return (getattr(shape, "places", None) or (getattr(shape, "centre", None) or shape.at,))[:1]


def tips(scene, colour):
    """Return the heads of arrows of a colour."""
    return [shape for shape in shapes_of(scene) if isinstance(shape, Polygon) and shape.fill == colour]


def near(scene, point, piece):
    """Tell whether a point lies in the hex of a piece."""
    picture = scene.game.words._picture
    x, y = picture.sheet.centre(scene.of(piece, "place"))
    return abs(point[0] - x) < 0.87 * picture.size and abs(point[1] - y) < picture.size


@pytest.mark.rule("NOV-A1")
def test_the_board_tells_what_is_declared_and_what_has_become_of_it():
    scene = planned("weapon_1 piece nova_1 taken; weapon_2 piece nova_1 mode 2; weapon_2 piece nova_1 mode 2; dodge")
    assert declared_in(scene) == ["nova_0: pistol at nova_1 (done), 2 x smg at nova_1 (short heavy), dodge"]
    assert declared_in(planned("run hex 0 1 lost; parry aborted")) == ["nova_0: run to 0 1 (lost), parry (given up)"]
    assert declared_in(planned("weapon_3 hex 3 0; weapon_3 piece nova_1 how 1")) == [
        "nova_0: grenade at 3 0, grenade at nova_1 (ground)"
    ]


def test_nothing_declared_is_said_and_full_defence_is_told():
    scene = Scene(FACING, order="B0 R0", sheets=ARMED)
    assert "nothing is declared" in scene.game.words.text(scene.table.states).splitlines()
    assert declared_in(scene.does("full_defence")) == ["nova_0: full defence"]


def test_the_first_to_act_stands_first_and_the_fallen_have_declared_nothing():
    scene = Scene("R0 . . B0 . R1", order="R1 B0 R0").does("dodge", "done").does("dodge", "dodge", "done")
    assert declared_in(scene) == ["nova_2: 2 x dodge", "nova_0: dodge"]
    scene.s["fate"][scene.pieces["B0"]] = DEAD
    assert declared_in(scene) == ["nova_0: dodge"]


@pytest.mark.rule("NOV-2")
def test_an_action_that_is_being_replaced_is_not_told():
    scene = planned("weapon_1 piece nova_1; dodge")
    scene.s["plan_kind"][scene.pieces["R0"], 0] = DONE
    assert declared_in(scene) == ["nova_0: dodge"]


def test_the_question_names_the_weapon_and_the_last_round():
    scene = Scene(FACING, order="B0 R0", sheets=ARMED, max_rounds=7).does("weapon_2")
    assert scene.game.words.prompt(scene.table.states, 0).startswith("round 1 of 7, nova_0 (red own_r0): choose ")
    assert scene.game.words.prompt(scene.table.states, 0).endswith("; smg")


@pytest.mark.rule("NOV-19")
def test_levels_of_stun_and_willpower_are_told():
    scene = Scene(FACING, order="B0 R0", sheets=ARMED, says={"B0": "stun 2, willpower 3"})
    assert "  nova_1 own_b0 at 3 0, 8 of 8 levels, 2 levels of stun, 3 Willpower" in scene.game.words.text(
        scene.table.states
    )


def test_an_arrow_leads_from_who_declared_an_attack_to_its_target():
    scene = planned("weapon_1 piece nova_1")
    assert not tips(scene, BLUE)
    (tip,) = tips(scene, RED)
    assert near(scene, tip.points[0], "B0")
    line = next(shape for shape in shapes_of(scene) if isinstance(shape, Lines) and shape.colour == RED)
    assert near(scene, line.ways[0][0], "R0")


@pytest.mark.parametrize("fate", ["taken", "lost", "aborted"])
def test_what_is_no_longer_to_come_has_no_arrow(fate):
    assert not tips(planned(f"weapon_1 piece nova_1 {fate}"), RED)


def test_two_who_aim_at_each_other_have_arrows_side_by_side():
    there, back = arrow((0, 0), (100, 0), 20, RED, False), arrow((100, 0), (0, 0), 20, BLUE, False)
    assert there[1].ways[0][0][1] == -back[1].ways[0][0][1] != 0
    assert not arrow((0, 0), (20, 0), 20, RED, False), "nothing leads to where one stands"


def test_a_ring_marks_where_somebody_declared_to_go():
    scene = planned("run hex 1 2")
    at = scene.game.words._picture.sheet.centre(scene.plan.field.cell(1, 2))
    assert any(isinstance(shape, Disc) and shape.centre == at and shape.edge == RED for shape in shapes_of(scene))
    assert not tips(scene, RED)


@pytest.mark.parametrize(("plan", "says", "kept"), [("dodge; parry; dodge taken", "", "2"), ("", "full 1", "D")])
def test_a_shield_counts_the_defences_that_are_kept(plan, says, kept):
    scene = planned(plan or "dodge lost", says={"R0": says} if says else None)
    shields = [shape for shape in shapes_of(scene) if isinstance(shape, Polygon) and len(shape.points) == 5]
    assert len(shields) == 1 and shields[0].edge == RED
    x, y = scene.game.words._picture.sheet.centre(scene.of("R0", "place"))
    labels = [s.text for s in shapes_of(scene) if isinstance(s, Label) and s.at[0] < x and 0 < y - s.at[1] < 30]
    assert kept in labels


def test_objects_are_told_apart_and_the_one_to_destroy_is_framed_whole():
    made = game(scenario="demolition")
    state = next(iter(states_of(made, 1)))
    s, picture = state[0], made.words._picture
    shapes = picture.draw(s).shapes
    assert {"skyscraper", "drywall", "wall", "window", "armoured"} <= {s.text for s in shapes if isinstance(s, Label)}
    framed = [shape for shape in shapes if isinstance(shape, Polygon) and shape.edge == GOLD]
    assert len(framed) == (s["object"] == s["objective"]).sum() + 1, "one in the legend"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_legend_explains_plans_and_goals_and_does_not_overlap(scenario):
    picture = game(scenario=scenario).words._picture
    words = [word for (word, _), _ in picture.legend.placed]
    assert {"has declared to attack, or to save", "to go there"} <= set(words)
    goals = {"convoy": ["where the convoy gets through"], "hostage": ["where the hostage is led away"]}
    assert [word for word in words if word.startswith("where")] == goals.get(scenario, [])
    assert bool(picture._goal) == (scenario in goals)
    spans = sorted((y, x - 14, x + 18 + text_width(word, 12)) for (word, _), (x, y) in picture.legend.placed)
    for (y, _, right), (next_y, left, _) in pairwise(spans):
        assert next_y > y or left >= right


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_leaves_the_sheet(scenario):
    made = game(scenario=scenario)
    for k, state in enumerate(states_of(made, 60)):
        if k % 12 == 0:
            drawing = made.words.drawing(state)
            for shape in drawing.shapes:
                if isinstance(shape, Label):
                    width = text_width(shape.text, shape.size)
                    left = shape.at[0] - width / 2 if shape.centred else shape.at[0]
                    assert left >= 0 and left + width <= drawing.width, shape
                    assert shape.size / 2 <= shape.at[1] <= drawing.height - shape.size / 2, shape
