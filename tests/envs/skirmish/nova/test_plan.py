"""Configurations: what is refused, with what sentence; what data of one's own does; where everybody begins."""

import numpy as np
import pytest

from swarmzoo.envs.core.desk import desk_dtype
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.nova import game
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.forces import SCENARIOS
from swarmzoo.envs.skirmish.nova.plan import plan_of
from swarmzoo.envs.skirmish.nova.rules import rules_record


def refused(**keywords):
    """Return the sentence with which a configuration is refused."""
    with pytest.raises(GameError) as error:
        game(**keywords)
    return str(error.value)


def sheet(**numbers):
    """Return the rules with a sheet of one's own."""
    return {"more_sheets": [{"name": "mine", **numbers}]}


@pytest.mark.rule("NOV-A5")
@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        ({"forces": [[{"sheet": "soldjer"}]]}, "unknown sheet 'soldjer'; did you mean soldier?"),
        ({"rules": sheet(weapons=["rifel"])}, "sheets.mine.weapons: unknown weapon 'rifel'; did you mean rifle?"),
        ({"rules": sheet(armour=["vets"])}, "sheets.mine.armour: unknown armour 'vets'; did you mean vest?"),
        ({"rules": sheet(kind="nova", quantum=1, powers=["blurr"])}, "unknown power 'blurr'; did you mean blur?"),
        ({"rules": sheet(modifications=["skelet"])}, "unknown modification 'skelet'; did you mean skeleton?"),
        ({"rules": sheet(weapons=["rifle", "rifle"])}, "'rifle' is named twice"),
        (
            {"forces": [[{"sheet": "soldier", "henchmen": [{"type": "rocketer"}]}]]},
            "unknown type of henchmen 'rocketer'; did you mean rocketeer?",
        ),
        (
            {"rules": {"more_henchmen": [{"name": "mine", "weapon": "lancher"}]}},
            "henchmen.mine.weapon: unknown weapon 'lancher'; did you mean launcher?",
        ),
        ({"scenario": "demolition", "objective": "hause"}, "unknown object 'hause'; did you mean house?"),
        ({"scenario": "hostage", "hostage": "civillian"}, "unknown sheet 'civillian'; did you mean civilian?"),
        ({"placed": [{"kind": "windov"}]}, "unknown object 'windov'; did you mean window?"),
        ({"rules": {"more_weapons": [{"name": "rifle"}]}}, "more_weapons: 'rifle' is there already"),
        ({"rules": {"weapons": {"rifle": {"typ": "lethal"}}}}, "typ"),
    ],
)
def test_unknown_names_are_refused_with_the_nearest(keywords, said):
    assert said in refused(**keywords)


@pytest.mark.rule("NOV-A5")
@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        ({"rules": sheet(quantum=2)}, "only a nova has Quantum and mega-attributes, and it is baseline"),
        ({"rules": sheet(mega_strength=2)}, "only a nova has Quantum"),
        ({"rules": sheet(kind="nova")}, "a nova has 1 Quantum at least"),
        ({"rules": sheet(kind="gritty_vehicle")}, "a vehicle has a speed"),
        ({"rules": sheet(speed=10)}, "only vehicles have one"),
        ({"rules": sheet(kind="cinematic")}, "give one"),
        ({"rules": sheet(strength=11)}, "strength = 11"),
        ({"rules": sheet(weapons=["rifle", "pistol", "knife", "baton"])}, "weapons"),
        ({"rules": {"more_weapons": [{"name": "mine", "thrown": True}]}}, "what is thrown has no metres"),
        ({"rules": {"more_weapons": [{"name": "mine", "area": 1, "metres": 0}]}}, "an area weapon shoots or is thrown"),
        ({"rules": {"more_weapons": [{"name": "mine", "chemical": True}]}}, "chemical is said of aggravated damage"),
        ({"forces": [[{"sheet": "guard", "henchmen": [{}]}]]}, "guard is gritty and leads no henchmen"),
        ({"forces": [[{"sheet": "soldier", "all_henchmen": True}]]}, "has no henchmen"),
        ({"forces": [[{"sheet": "guard", "members": 9}]]}, "at most 8 members, not 9"),
        ({"forces": [[{"sheet": "soldier", "henchmen": [{}, {}]}]]}, "'rifleman' is named twice"),
    ],
)
def test_impossible_sheets_and_units_are_refused(keywords, said):
    assert said in refused(**keywords)


@pytest.mark.rule("NOV-A1", "NOV-A3")
@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        ({"counts": [5, 4]}, "9 units need an agent each; at most 8"),
        ({"free_for_all": True, "scenario": "convoy"}, "convoy has two sides"),
        ({"free_for_all": True, "counts": [2]}, "give players instead"),
        ({"free_for_all": True, "players": 5}, "2 to 4"),
        ({"scenario": "convoy", "forces": [[{"sheet": "soldier"}]]}, "side_0 has vehicles alone"),
        ({"scenario": "hostage", "forces": [[{"sheet": "guard"}]]}, "must be a person"),
        ({"scenario": "hostage", "hostage": "robot"}, "the hostage is a person"),
        ({"scenario": "firefight", "forces": [[{"sheet": "soldier"}]]}, "no squads of extras that could break"),
        ({"placed": [{"kind": "house", "column": 0, "row": 0}]}, "needs 7 hexes of the field"),
        ({"placed": [{"column": 5, "row": 5}, {"column": 5, "row": 5}]}, "no other object stands"),
        ({"rules": {"thing_scatter": {"wall": 9}}, "columns": 40, "rows": 40}, "scatter 21 at most for 1,000"),
        ({"rules": {"metres": 1}, "forces": [[{"sheet": "blaster"}]]}, "sheets.blaster moves 38 hexes at once"),
        ({"counts": [7, 1], "rules": {"deployment": 1}, "map": "_ " * 11}, "map"),
    ],
)
def test_scenarios_that_cannot_be_are_refused(keywords, said):
    assert said in refused(**keywords)


@pytest.mark.rule("NOV-A2", "NOV-A3")
@pytest.mark.parametrize("scenario", ["squad_duel", "hostage"])
def test_a_scenario_without_room_for_its_pieces_is_refused(scenario):
    walled = "\n".join(" ".join("X" if row != 6 else "." for _ in range(13)) for row in range(13))
    said = refused(scenario=scenario, counts=[4, 4], map=walled, rules={"deployment": 1})
    assert "do not fit into its 1 hexes at the edge" in said, said


@pytest.mark.rule("NOV-A5")
def test_a_designer_adds_weapons_armour_powers_henchmen_and_objects():
    rules = {
        "more_weapons": [{"name": "lance", "damage": 20, "metres": 0, "skill": "melee"}],
        "more_armour": [{"name": "shell", "bashing": 12}],
        "more_powers": [{"name": "fog", "hard_to_hit": 3}],
        "more_modifications": [{"name": "bark", "lethal": 7}],
        "more_henchmen": [{"name": "ghoul", "grade": "fanatical", "weapon": "lance"}],
        "more_things": [{"name": "statue", "armour": 15}],
        "more_sheets": [
            {
                "name": "knight",
                "kind": "nova",
                "quantum": 1,
                "weapons": ["lance"],
                "armour": ["shell"],
                "powers": ["fog"],
                "modifications": ["bark"],
            }
        ],
    }
    unit = {"sheet": "knight", "henchmen": [{"type": "ghoul", "count": 2}]}
    config = NovaConfig.read(
        {"forces": [[unit]], "rules": rules, "placed": [{"kind": "statue", "column": 9, "row": 3}]}
    )
    r = rules_record(config, plan_of(config))[0]
    assert r["weapon_damage"][r["weapons"][0, 0]] == 20 and r["armoured"][0, 0].tolist() == [13, 9, 0]
    assert r["hard_to_hit"][0] == 3 and r["henchman_levels"][r["henchmen_type"][0, 0]] == 7
    assert r["henchman_weapon"][r["henchmen_type"][0, 0]] == r["weapons"][0, 0]
    assert r["object_armour"][r["placed_kind"][0]] == 15


@pytest.mark.rule("NOV-55")
@pytest.mark.parametrize(
    ("name", "armour", "structure"),
    [
        ("pistol", 5, 3),
        ("rifle", 5, 6),
        ("window", 2, 5),
        ("armoured_window", 8, 20),
        ("drywall", 2, 15),
        ("wall", 12, 30),
        ("armoured_wall", 20, 60),
        ("house", 10, 30),
        ("bunker", 20, 60),
        ("skyscraper", 10, 100),
    ],
)
def test_objects_have_the_numbers_of_the_table(name, armour, structure):
    kind = NovaConfig().rules.named("things")[name]
    assert (kind.armour, kind.structure) == (armour, structure)


@pytest.mark.rule("NOV-P11")
def test_stock_sheets_have_the_numbers_of_the_proposal():
    rules = NovaConfig().rules
    civilian, soldier, elite, blaster = (
        rules.named("sheets")[name] for name in ("civilian", "soldier", "elite", "blaster")
    )
    assert (civilian.dexterity, civilian.stamina) == (2, 2)
    numbers = (soldier.dexterity, soldier.firearms, soldier.athletics, soldier.stamina)
    assert numbers == (3, 3, 2, 3) and soldier.weapons[0] == "rifle" and soldier.armour == ("vest",)
    assert (elite.dexterity, elite.firearms) == (4, 4) and elite.armour == ("body_armour",)
    assert (blaster.quantum, blaster.mega_dexterity, blaster.stamina) == (3, 1, 5)
    pistol, rifle = (rules.named("weapons")[name] for name in ("pistol", "rifle"))
    assert (pistol.damage, pistol.metres, rifle.damage, rifle.metres) == (5, 20, 8, 60)
    vest, body_armour = (rules.named("armour")[name] for name in ("vest", "body_armour"))
    assert (vest.bashing, vest.lethal, body_armour.bashing, body_armour.lethal) == (4, 4, 6, 6)


@pytest.mark.rule("NOV-A3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_has_room_for_everybody_once(scenario):
    plan = plan_of(NovaConfig.read({"scenario": scenario}))
    cells = [cell for cells in plan.start for cell in cells]
    assert len(set(cells)) == len(cells) >= len(plan.piece_of) and 2 <= len(plan.piece_of) <= 8


@pytest.mark.rule("NOV-A1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_a_free_for_all_every_unit_is_a_side(players):
    made = game(free_for_all=True, players=players)
    assert made.num_sides == made.num_agents == players


@pytest.mark.rule("NOV-A1")
def test_fewer_agents_play_on_the_code_that_was_compiled_for_more():
    few, many = game(counts=[1, 1]), game(counts=[2, 2])
    assert few.num_agents < many.num_agents and few.state == many.state
    assert desk_dtype(few) == desk_dtype(many) and few.rules.dtype == many.rules.dtype


@pytest.mark.rule("NOV-A3")
@pytest.mark.parametrize(("columns", "rows"), [(12, 12), (16, 15), (20, 19), (26, 12)])
def test_what_is_to_be_destroyed_stands_before_its_defenders_on_every_field(columns, rows):
    played = game(scenario="demolition", columns=columns, rows=rows)
    table = Table(played, 1)
    table.seed(np.array([3]))
    table.begin()
    s = table.states[0]
    assert (s["object"] == s["objective"]).sum() == 19 and s["structure"][0] == 100


@pytest.mark.rule("NOV-A4")
def test_a_game_is_over_for_a_learner_that_is_out_though_others_go_on():
    platoon = [{"type": name, "count": count} for name, count in (("rifleman", 6), ("gunner", 1), ("rocketeer", 1))]
    deadly = {"sheets": {"commander": {"weapons": ["rifle", "grenade", "knife"]}}}
    forces = [[{"sheet": "commander", "henchmen": platoon}]]
    table = Table(game(free_for_all=True, players=4, forces=forces, rules=deadly), 16)
    table.arrange(at_random=True, learner=0)
    table.seed(np.arange(16))
    table.begin()
    for _ in range(3000):
        table.step()
    assert table.done.all() and 0 < (~table.states["done"]).sum() < 16
    assert (table.pay[~table.states["done"], 0] == np.float32(-1 / 3)).all()
