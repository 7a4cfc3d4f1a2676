"""What a configuration makes of forces and fields: who there is, in which pieces, and what is refused."""

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.skirmish.overseer.config import SCENARIOS, OverseerConfig
from swarmzoo.envs.skirmish.overseer.plan import plan_of
from swarmzoo.envs.skirmish.overseer.rules import rules_record
from swarmzoo.envs.skirmish.overseer.state import NOBODY

WALL = ". . . . . . X . . . . ."
FIELD = "\n".join([WALL] * 12)


def planned(**keywords):
    return plan_of(OverseerConfig(**keywords))


def ruled(**keywords):
    config = OverseerConfig(**keywords)
    return rules_record(config, plan_of(config))[0]


def refused(**keywords):
    with pytest.raises(GameError) as error:
        planned(**keywords)
    return str(error.value)


@pytest.mark.rule("OVR-A1", "OVR-A3")
def test_units_are_numbered_by_side_and_agents_are_those_that_there_are():
    plan = planned(scenario="heroes_vs_swarm", heroes=3, overseers=1)
    r = ruled(scenario="heroes_vs_swarm", heroes=3, overseers=1, underlings=20)
    assert plan.unit_of == (0, 1, 2, 3)
    assert r["present"].tolist() == [1, 1, 1, 1, 0, 0]
    assert r["agent_of"].tolist() == [0, 1, 2, 3, NOBODY, NOBODY]
    assert r["side_of"].tolist() == [0, 0, 0, 1, 1, 1]
    assert r["men"].tolist() == [0, 0, 0, 20, 0, 0]


@pytest.mark.rule("OVR-1", "OVR-8", "OVR-A2")
@pytest.mark.parametrize(
    ("underlings", "per_hex", "squads"),
    [(0, 1, []), (1, 1, [1]), (4, 1, [1, 1, 1, 1]), (8, 3, [3, 3, 1, 1]), (7, 3, [3, 3, 1])],
)
def test_underlings_stand_in_pieces_and_the_specialist_in_one_of_its_own(underlings, per_hex, squads):
    assert planned(underlings=underlings, per_hex=per_hex).squads[0] == squads


@pytest.mark.rule("OVR-A3")
def test_the_leaderless_are_pieces_after_all_others():
    r = ruled(scenario="rally", per_hex=5, rules={"neutral_underlings": 12})
    assert r["squad"][2 : int(r["pieces"])].tolist() == [5, 5, 2]
    assert set(r["squad_home"][2 : int(r["pieces"])].tolist()) == {2}


@pytest.mark.rule("OVR-G5")
def test_the_disc_is_as_wide_as_the_widest_run():
    assert planned().radius == 12  # Agility 40 of the sergeant: 24 metres
    leaders = {"sergeant": {"agility": 99}}
    assert planned(rules={"leaders": leaders}, columns=60, rows=60).radius == 27


@pytest.mark.rule("OVR-A5")
def test_every_number_of_the_rules_and_every_profile_reaches_the_record():
    own = {"name": "brute_squad", "ws": 61, "ranged": "none", "melee": "claws", "passive": "sergeant"}
    rules = {"rank": 7, "cover_armour": [1, 9], "more_underlings": [own], "shaping_score": 0.5}
    force = [{"leader": "bombardier", "profile": "brute_squad", "specialist": "cannon"}]
    r = ruled(forces=[force], rules=rules)
    names = list(OverseerConfig().rules.named("weapons"))
    assert (r["rank"], r["cover_armour"].tolist(), r["shaping_score"]) == (7, [0, 1, 9], 0.5)
    assert r["men_ws"].tolist()[:2] == [61, 61] and r["men_ranged"].tolist()[:2] == [NOBODY] * 2
    assert names[r["men_melee"][0]] == "claws" and names[r["lead_ranged"][1]] == "launcher"
    assert names[r["specialist_weapon"][0]] == "cannon"
    assert r["type_heavy_hit"].tolist() == [10, 10] and r["passive_armour"].tolist() == [1, 1, 0]


@pytest.mark.rule("OVR-A3")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("overseers", [1, 4])
def test_every_scenario_makes_its_records(scenario, overseers):
    plan = planned(scenario=scenario, overseers=overseers)
    assert plan.dtype.itemsize > 0 and len(plan.start) == 2
    assert len({cell for cells in plan.start for cell in cells}) == len(plan.unit_of)


@pytest.mark.rule("OVR-A1")
def test_two_hundred_underlings_a_swarm_find_room_on_a_large_field():
    plan = planned(underlings=200, overseers=4, columns=60, rows=60)
    assert sum(map(len, plan.squads.values())) == 1600 and plan.pieces >= 1608


@pytest.mark.rule("OVR-A3", "OVR-A5")
@pytest.mark.parametrize(
    ("keywords", "told"),
    [
        ({"underlings": 200, "columns": 12, "rows": 12}, "more Underlings than hexes: 400 pieces"),
        ({"map": FIELD}, "where side_1 begins is cut off"),
        ({"scenario": "breakthrough", "underlings": 0}, "side_0 has no Underlings to break through with"),
        ({"map": "\n".join(["X . . . . . . . . . . X"] * 12), "rules": {"deployment": 1}}, "do not fit"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_way_out(keywords, told):
    assert told in refused(**keywords)


@pytest.mark.rule("OVR-A2")
def test_a_map_that_just_holds_everybody_is_taken_and_one_hex_less_is_refused():
    rows = [". . . . . . . . . . ."] * 11
    full = {"map": "\n".join(rows), "forces": [[{"underlings": 60}], [{"underlings": 59}]]}
    assert planned(**full).map_text is not None
    assert "more Underlings than hexes" in refused(**full | {"forces": [[{"underlings": 60}]]})


@pytest.mark.rule("OVR-A2")
def test_closed_ground_counts_as_no_room_before_it_is_laid():
    dense = {"columns": 12, "rows": 12, "underlings": 60}
    assert planned(**dense, rules={"scatter": {"blocking": 0}})
    assert "that can be entered" in refused(**dense, rules={"scatter": {"blocking": 200}})


def test_a_record_of_rules_is_read_only():
    config = OverseerConfig()
    record = rules_record(config, plan_of(config))
    assert isinstance(record, np.ndarray) and not record.flags.writeable


@pytest.mark.rule("OVR-A5")
@pytest.mark.parametrize(
    ("field", "keywords"),
    [
        ("leaders.sergeant.ranged", {"rules": {"leaders": {"sergeant": {"ranged": "x" * 3000}}}}),
        ("leaders.horror.type", {"rules": {"leaders": {"horror": {"type": "x" * 3000}}}}),
        ("forces", {"forces": [[{"leader": "x" * 3000}]]}),
        ("forces", {"forces": [[{"specialist": "x" * 3000}]]}),
    ],
)
def test_the_refusal_of_an_endless_name_is_short(field, keywords):
    with pytest.raises(GameError, match=field) as error:
        plan_of(OverseerConfig.read(keywords))
    assert len(str(error.value)) < 300 and "x" * 20 + "'..." in str(error.value)
