"""What sheets come to: soak and other defences together, health tracks, penalties of armour."""

import pytest

from swarmzoo.envs.skirmish.nova.arms import Armour, Modification, Power
from swarmzoo.envs.skirmish.nova.people import Sheet
from swarmzoo.envs.skirmish.nova.plan import plan_of
from swarmzoo.envs.skirmish.nova.rule_numbers import NovaRules
from swarmzoo.envs.skirmish.nova.rules import rules_record
from swarmzoo.envs.skirmish.nova.stacking import (
    is_concealed,
    mobility,
    natural_soak,
    non_soak,
    shortfall,
    soak_of,
    stacked,
    steadiness,
    track_of,
)
from tests.envs.skirmish.nova.scenes import configured

PLATE, VEST = Armour(penalty=3), Armour(penalty=1)
SHIRT, CLOTH = Armour(penalty=0, lightweight=True), Armour(penalty=0)


@pytest.mark.rule("NOV-31", "NOV-32", "NOV-T2")
@pytest.mark.parametrize(
    ("stamina", "levels"),
    [
        (1, (1, 2, 2, 1)),
        (2, (1, 2, 2, 1)),
        (3, (2, 2, 2, 1)),
        (4, (2, 2, 2, 1)),
        (5, (2, 3, 2, 1)),
        (7, (2, 3, 3, 1)),
        (9, (2, 3, 3, 2)),
    ],
)
def test_every_odd_stamina_from_3_on_adds_a_level(stamina, levels):
    assert track_of(Sheet(stamina=stamina)) == levels


@pytest.mark.rule("NOV-33")
def test_every_quantum_adds_a_level_without_penalty():
    assert track_of(Sheet(kind="nova", stamina=3, quantum=4)) == (6, 2, 2, 1)


@pytest.mark.rule("NOV-21")
@pytest.mark.parametrize(("stamina", "soak"), [(1, (1, 0, 0)), (3, (3, 1, 0)), (4, (4, 2, 0))])
def test_a_baseline_soaks_its_stamina_and_half_of_it(stamina, soak):
    assert natural_soak(Sheet(stamina=stamina), False) == soak


@pytest.mark.rule("NOV-22", "NOV-T3")
def test_a_nova_adds_quantum_and_mega_stamina_without_an_enhancement():
    body = Sheet(kind="nova", stamina=4, quantum=3)
    assert natural_soak(body, False) == (7, 5, 1)
    strong = body.model_copy(update={"mega_stamina": 2})
    assert natural_soak(strong, False) == (9, 7, 1) and natural_soak(strong, True) == (7, 5, 1)


@pytest.mark.rule("NOV-42")
def test_the_second_source_counts_half_the_third_a_quarter():
    assert stacked([4, 6, 4]) == 6 + 2 + 1
    assert stacked([]) == 0 and stacked([1, 1, 1]) == 1


@pytest.mark.rule("NOV-40", "NOV-42", "NOV-T4")
def test_stackable_sources_are_summed_and_count_as_one():
    eufiber, body_armour = Armour(bashing=4, lethal=4), Armour(bashing=6, lethal=6)
    changes = [Modification(bashing=2, lethal=2), Modification(bashing=2, lethal=1)]
    assert soak_of([eufiber, body_armour, *changes])[:2] == (9, 8)


@pytest.mark.rule("NOV-42")
def test_the_best_source_is_found_for_each_type_by_itself():
    assert soak_of([Armour(bashing=8, lethal=1), Armour(bashing=2, lethal=4)])[:2] == (9, 4)


@pytest.mark.rule("NOV-41")
def test_a_modification_belongs_to_the_class_that_it_names():
    config = configured(
        "R0 . B0",
        {"R0": {"modifications": ["subdermal"]}, "B0": {"modifications": ["dense_flesh"]}},
        rules={},
    )
    r = rules_record(config, plan_of(config))[0]
    assert r["armoured"][0, 0].tolist() == [2, 2, 0] and r["natural"][0].tolist() == [3, 1, 0]
    assert r["armoured"][4, 0].tolist() == [0, 0, 0] and r["natural"][4].tolist() == [3, 1, 0]


@pytest.mark.rule("NOV-43", "NOV-T5")
@pytest.mark.parametrize(
    ("values", "total"),
    [([5], 5), ([5, 3], 6), ([5, 2], 5), ([5, 4, 4, 4], 8), ([5, 3, 3, 3], 7), ([], 0), ([1, 0], 1)],
)
def test_further_defences_count_1_while_they_are_half_of_the_total(values, total):
    assert non_soak(values) == total


@pytest.mark.rule("NOV-43")
def test_ablative_powers_add_up():
    fields = [{"name": f"field_{k}", "ablative": 3 + k} for k in range(2)]
    config = configured("R0 . B0", {"R0": {"powers": ["field_0", "field_1"]}}, rules={"more_powers": fields})
    assert rules_record(config, plan_of(config))[0]["full_ablative"][0] == 7


@pytest.mark.rule("NOV-27", "NOV-29")
@pytest.mark.parametrize(
    ("worn", "penalty"),
    [
        ([PLATE], 3),
        ([VEST, PLATE], 1 + 3 + 2),
        ([CLOTH, VEST], 0 + 1 + 2),
        ([VEST, CLOTH], 1 + 1),
        ([CLOTH, CLOTH, CLOTH], 2),
        ([VEST, VEST, VEST], 3 + 2 * 3),
        ([], 0),
    ],
)
def test_further_layers_raise_the_penalty(worn, penalty):
    assert mobility(worn, False) == penalty


@pytest.mark.rule("NOV-29")
def test_by_the_other_reading_only_pieces_with_a_penalty_are_raised():
    assert mobility([CLOTH, VEST], True) == 2 and mobility([VEST, PLATE], True) == 6


@pytest.mark.rule("NOV-28", "NOV-P1")
@pytest.mark.parametrize(("strength", "stamina", "lost"), [(5, 5, 0), (3, 5, 2), (5, 4, 1), (2, 1, 4)])
def test_who_is_too_weak_loses_the_larger_shortfall(strength, stamina, lost):
    assert shortfall(Sheet(strength=strength, stamina=stamina), [PLATE], 3) == lost


@pytest.mark.rule("NOV-28")
def test_lightweight_armour_needs_nothing():
    weak = Sheet(strength=1, stamina=1)
    assert shortfall(weak, [SHIRT], 0) == 0 and shortfall(weak, [], 0) == 0
    assert shortfall(weak, [CLOTH], 0) == 1 and shortfall(weak, [SHIRT, CLOTH], 1) == 2


@pytest.mark.rule("NOV-50")
def test_size_powers_and_mega_strength_withstand_knockback():
    grown = [Power(grow=2)]
    assert steadiness(Sheet(strength=3, might=1), []) == 4
    assert steadiness(Sheet(strength=3, size="large"), []) == 5 and steadiness(Sheet(strength=3, size="huge"), []) == 7
    assert steadiness(Sheet(kind="nova", quantum=1, strength=3, mega_strength=2), grown) == 3 + 20 + 8


@pytest.mark.rule("NOV-30")
@pytest.mark.parametrize(
    ("clothing", "mass", "second_skin", "hidden"),
    [
        ("heavy", 10, False, True),
        ("heavy", 11, False, False),
        ("normal", 5, False, True),
        ("normal", 6, False, False),
        ("scanty", 5, False, False),
        ("scanty", 5, True, True),
        ("none", 0, True, False),
    ],
)
def test_armour_is_hidden_under_clothing_by_its_mass(clothing, mass, second_skin, hidden):
    armour = Armour(mass=mass, concealable=True, second_skin=second_skin)
    assert is_concealed(Sheet(clothing=clothing), armour) == hidden
    assert not is_concealed(Sheet(clothing=clothing), armour.model_copy(update={"concealable": False}))


@pytest.mark.rule("NOV-61")
def test_the_grades_of_henchmen_have_their_levels():
    assert NovaRules().grades == (1, 2, 3, 5, 7)
    config = configured("R0 . B0", {"R0": {"henchmen": [{"type": "ranger", "count": 2}]}})
    r = rules_record(config, plan_of(config))[0]
    assert r["henchman_levels"][r["henchmen_type"][0, 0]] == 5
