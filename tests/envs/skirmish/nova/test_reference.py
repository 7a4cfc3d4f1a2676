"""Whole games in the kernels and in the second engine: who is asked, what is legal, the state, the dice, the pay."""

from collections import Counter

import pytest

from swarmzoo.envs.skirmish.nova.people import Sheet
from swarmzoo.envs.skirmish.nova.rule_numbers import NovaRules
from tests.envs.skirmish.nova.reference.adapter import STAGES
from tests.envs.skirmish.nova.reference.aims import range_difficulty
from tests.envs.skirmish.nova.reference.pair import Pair
from tests.envs.skirmish.nova.reference.sheets import Figures, stacked_defences

GAMES = (
    *(("nova_vs_mob", seed) for seed in (1, 2)),
    *(("squad_duel", seed) for seed in (1, 2)),
    ("nova_vs_mob, rich", 1),
    *(("squad_duel of 4, rich", seed) for seed in (2, 3)),
    *(("squad_duel, rich", seed) for seed in (1, 2, 4)),
    *(("convoy, rich", seed) for seed in (1, 2, 7, 672)),
    *(("firefight, rich", seed) for seed in (1, 2, 3, 4)),
    *(("demolition, rich", seed) for seed in (1, 2)),
    *(("hostage, rich", seed) for seed in (1, 2, 6, 12)),
    *(("gauntlet, rich", seed) for seed in (1, 3)),
)


@pytest.fixture(scope="module")
def played() -> list[Pair]:
    """The games, played to their ends; a difference ends them."""
    pairs = [Pair(seed, scenario) for scenario, seed in GAMES]
    for pair in pairs:
        pair.play()
    return pairs


@pytest.mark.rule("NOV-A1", "NOV-A2", "NOV-A3", "NOV-A4")
def test_whole_games_go_as_in_the_second_engine(played):
    assert sum(pair.decisions for pair in played) > 1000


def test_the_games_meet_every_stage(played):
    met = sum((pair.met for pair in played), Counter())
    assert {name for name in STAGES[1:] if not met[name]} == set()


def test_a_difference_is_told_with_what_differs_and_how_to_come_there():
    pair = Pair(1, "squad_duel")
    pair.reference.pieces[0].willpower -= 1
    with pytest.raises(AssertionError, match=r"seed 1(.|\n)*piece 0, willpower: kernels \d+, reference \d+"):
        pair.play()


# the vectors of the rules, in the second engine


def figures(**sheet) -> Figures:
    """Return what a sheet comes to."""
    return Figures(Sheet(**sheet), NovaRules())


@pytest.mark.parametrize(
    ("stamina", "counts"),
    [(1, (1, 2, 2, 1)), (3, (2, 2, 2, 1)), (5, (2, 3, 2, 1)), (7, (2, 3, 3, 1)), (9, (2, 3, 3, 2))],
)
def test_nov_t2_tracks_in_the_second_engine(stamina, counts):
    track = figures(stamina=stamina).track
    assert tuple(track.count(penalty) for penalty in (0, 1, 2, 4)) == counts


def test_nov_t3_natural_soak_in_the_second_engine():
    nova = figures(kind="nova", stamina=4, quantum=3)
    assert [nova.natural(kind) for kind in ("bashing", "lethal", "aggravated")] == [7, 5, 1]


def test_nov_t4_stacked_armour_in_the_second_engine():
    wearer = figures(armour=("eufiber", "body_armour"), modifications=("subdermal", "skeleton"))
    assert [wearer.armoured(kind, set()) for kind in ("bashing", "lethal")] == [9, 8]


@pytest.mark.parametrize(("values", "total"), [((5, 3), 6), ((5, 4, 4, 4), 8), ((5, 3, 3, 3), 7)])
def test_nov_t5_defences_in_the_second_engine(values, total):
    assert stacked_defences(values) == total


def test_nov_t9_armor_piercing_in_the_second_engine():
    wearer = figures(stamina=4, armour=("armoured_shirt",))
    assert wearer.soak("bashing", 3, set()) == 4


@pytest.mark.parametrize(("hexes", "difficulty"), [(4, 0), (5, 2), (8, 2), (16, 4), (32, 6)])
def test_nov_t11_ranges_in_the_second_engine(hexes, difficulty):
    shooter = figures(weapons=("pistol",))

    class Stands:
        """Somebody with those figures, and the rules that the game asks."""

        figures, rules = shooter, shooter.rules

    assert range_difficulty(Stands, Stands, shooter.weapons[0], hexes) == difficulty
