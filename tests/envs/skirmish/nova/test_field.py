"""The field: objects that are placed or scattered, where everybody begins, positions that cannot be."""

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.battlefield.terrain import BLOCKING, OPEN
from swarmzoo.envs.skirmish.nova import game
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.plan import plan_of
from tests.envs.skirmish.nova.scenes import Scene


def begun(count=20, **keywords):
    """Return a plan and the states of games that have just begun."""
    made = game(**keywords)
    table = Table(made, count)
    table.seed(np.arange(count))
    table.begin()
    return plan_of(NovaConfig.read(keywords)), table.states


@pytest.mark.rule("NOV-A2", "NOV-55")
def test_scattered_objects_come_with_their_images():
    plan, states = begun()
    for s in states:
        places = {int(cell): int(kind) for cell, kind in zip(s["thing_at"], s["object_kind"], strict=True) if cell >= 0}
        assert places and len(places) == s["num_objects"]
        for cell, kind in places.items():
            image = plan.field.images(2, plan.field.place(cell))[1]
            assert places[plan.field.cell(*image)] == kind


@pytest.mark.rule("NOV-A2")
def test_as_many_objects_are_scattered_as_the_rules_say():
    _, states = begun(rules={"thing_scatter": {"window": 0, "drywall": 30, "wall": 0, "armoured_wall": 0}})
    wanted = 371 * 30 // 1000
    assert (states["num_objects"] >= wanted).all() and (states["num_objects"] <= wanted + 1).all()
    _, none = begun(rules={"thing_scatter": {"window": 0, "drywall": 0, "wall": 0, "armoured_wall": 0}})
    assert (none["num_objects"] == 0).all()


@pytest.mark.rule("NOV-A2", "NOV-55")
def test_placed_objects_stand_where_they_were_put():
    house = {"kind": "house", "column": 9, "row": 4}
    plan, states = begun(placed=[house], symmetric=False)
    for s in states:
        cells = np.flatnonzero(s["object"] == 0)
        assert len(cells) == 7 and plan.field.cell(9, 4) in cells and s["structure"][0] == 30
        assert (s["terrain"][cells] == BLOCKING).all()


@pytest.mark.rule("NOV-A2", "NOV-A3")
@pytest.mark.parametrize("objective", ["house", "bunker", "skyscraper", "wall"])
def test_the_objective_of_demolition_is_the_first_object(objective):
    _, states = begun(5, scenario="demolition", objective=objective)
    assert (states["objective"] == 0).all() and (states["structure"][:, 0] > 0).all()


@pytest.mark.rule("NOV-A2")
@pytest.mark.parametrize("scenario", ["firefight", "hostage", "convoy"])
def test_everybody_begins_on_open_ground_in_a_hex_of_its_own(scenario):
    plan, states = begun(scenario=scenario)
    there = [*plan.piece_of, *([plan.hostage] if plan.hostage is not None else [])]
    for s in states:
        places = s["place"][there]
        assert len(set(places.tolist())) == len(there) and (s["terrain"][places] == OPEN).all()


@pytest.mark.rule("NOV-A3", "NOV-14")
def test_the_captors_begin_with_the_hostage_in_their_grip():
    plan, states = begun(scenario="hostage")
    first = plan.slots
    assert (states["holding"][:, first] == plan.hostage).all() and (states["held_by"][:, plan.hostage] == first).all()


@pytest.mark.rule("NOV-55")
def test_an_object_bars_the_way_and_the_sight_until_it_is_broken():
    pistol = {"R0": {"weapons": ["pistol"]}}
    stands = Scene("R0 . . . B0", order="B0 R0", sheets=pistol, things="wall at 2 0\nwall at 1 1\nwall at 2 1")
    assert stands.does("weapon_1").kinds == {"thing"}
    broken = Scene("R0 . . . B0", order="B0 R0", sheets=pistol, things="wall at 2 0, structure 0")
    assert broken.can("weapon_1")
    walled = Scene("R0 . . . B0", order="B0 R0", things="window at 1 0\nwindow at 0 1")
    assert not walled.can("run")  # in the corner


@pytest.mark.rule("NOV-A2")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("wal at 3 3", "wal"),
        ("wall at 99 3", "off the field"),
        ("wall at 3 3, strength 4", "structure"),
        ("wall at 3 3, structure 4000", "4000"),
        ("wall at 3 3\nwall at 3 3", "into another object"),
        ("house at 0 0", "off the field"),
    ],
)
def test_objects_that_cannot_be_are_refused(line, said):
    with pytest.raises(GameError, match=said):
        Scene("R0 . B0", things=line)


@pytest.mark.rule("NOV-A2")
@pytest.mark.parametrize(
    ("says", "said"),
    [
        ("strength 9", "unknown word"),
        ("lethal 99", "99"),
        ("fate asleep", "asleep"),
        ("holding nova_7", "nova_7"),
        ("members 0", "members"),
        ("hl 1 2 3 4 5 6 7 8 9", "9 were given"),
    ],
)
def test_pieces_that_cannot_be_are_refused(says, said):
    with pytest.raises(GameError, match=said):
        Scene("R0 . B0", says={"R0": says})


@pytest.mark.rule("NOV-A1")
@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ("jump", "jump"),
        ("run hex 99 0", "off the field"),
        ("run hex 1 0; " * 7, "at most 6"),
        ("weapon_1 piece nova_9", "nova_9"),
        ("dodge quickly", "unknown word"),
        ("light_blow object 3", "not there"),
        ("light_blow piece nova_1 mode 99", "99"),
    ],
)
def test_plans_that_cannot_be_are_refused(plan, said):
    with pytest.raises(GameError, match=said):
        Scene("R0 . B0", plans={"R0": plan})
