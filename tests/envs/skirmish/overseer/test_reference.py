"""Whole games in the kernels and in the second engine: who is asked, what is legal, the state, the dice, the pay."""

from collections import Counter
from typing import Any

import pytest

from swarmzoo.envs.skirmish.overseer.actions import PARTS
from swarmzoo.envs.skirmish.overseer.config import OverseerConfig
from swarmzoo.envs.skirmish.overseer.plan import plan_of
from swarmzoo.envs.skirmish.overseer.state import ATTACK_NAMES, SHOCK_NAMES
from swarmzoo.envs.skirmish.overseer.victory import ENDING_NAMES
from tests.envs.skirmish.overseer.reference.adapter import STAGES
from tests.envs.skirmish.overseer.reference.attack import Attack, needed, usm
from tests.envs.skirmish.overseer.reference.beginning import new_game, seeded
from tests.envs.skirmish.overseer.reference.commands import rally
from tests.envs.skirmish.overseer.reference.courage import break_test
from tests.envs.skirmish.overseer.reference.game import Game, Turn, majority
from tests.envs.skirmish.overseer.reference.hits import Blows
from tests.envs.skirmish.overseer.reference.land import ring_cells
from tests.envs.skirmish.overseer.reference.pair import Pair
from tests.envs.skirmish.overseer.reference.people import Unit

GAMES = (
    *(("breakthrough, rich", seed) for seed in (12, 14, 27, 28)),
    ("decapitation, rich", 7),
    *(("duel, rich", seed) for seed in (12, 25, 27)),
    *(("heroes_vs_swarm, rich", seed) for seed in (11, 22, 24)),
    ("hold_ground, rich", 8),
    ("rally, rich", 17),
    *(("duel, map", seed) for seed in (4, 22, 33)),
    *(("hold_ground, map", seed) for seed in (8, 23)),
    *(("rally, map", seed) for seed in (23, 31)),
    *((f"{scenario}, lopsided", seed) for scenario in ("duel", "heroes_vs_swarm") for seed in (1, 2)),
)
HAPPENED = (
    *("the Specialist too", "fury", "a Specialist fell", "an Overseer died", "fear", "fled", "collapse", "cornered"),
    *("fell back", "rallied", "tended", "worked", "broke through", "pinned", "fleeing", "out of rank"),
)
RARE = ("still played", "all sides beaten", "even at the end", "most on the ground at the end")


@pytest.fixture(scope="module")
def played() -> list[Pair]:
    """The games, played to their ends; a difference ends them."""
    pairs = [Pair(seed, scenario) for scenario, seed in GAMES]
    for pair in pairs:
        pair.play()
    return pairs


@pytest.mark.rule("OVR-A1", "OVR-A2", "OVR-A3", "OVR-A4", "OVR-36", "OVR-37")
def test_whole_games_go_as_in_the_second_engine(played):
    assert sum(pair.decisions for pair in played) > 1000


def test_the_games_meet_every_command_and_answer(played):
    chosen = sum((pair.chosen for pair in played), Counter())
    assert {part for part, _ in PARTS if not chosen[part]} == set()


def test_the_games_meet_every_stage_attack_and_state(played):
    met = sum((pair.met for pair in played), Counter())
    every = {*STAGES[1:], *ATTACK_NAMES[1:], *SHOCK_NAMES, *HAPPENED}
    assert {name for name in every if not met[name]} == set()


def test_the_games_meet_every_way_to_end_but_rare_ones(played):
    assert {pair.reference.ending for pair in played} >= set(ENDING_NAMES) - set(RARE)


def test_a_difference_is_told_with_what_differs_and_how_to_come_there():
    pair = Pair(1, "duel, rich")
    pair.reference.units[0].wounds -= 1
    with pytest.raises(AssertionError, match=r"seed 1(.|\n)*unit 0, wounds: kernels \d+, reference \d+"):
        pair.play()


# the vectors of the rules, in the second engine


def rolling(*dice: int, underlings: int = 20, scenario: str = "duel") -> Game:
    """Return a game that begins, with dice that show given numbers."""
    shown = iter(dice)
    forces = [[{"leader": "usual", "underlings": 0 if scenario == "rally" else underlings}]]
    config = OverseerConfig.model_validate(
        {"scenario": scenario, "forces": forces, "rules": {"more_leaders": [{"name": "usual", "bs": 50}]}}
    )
    plan = plan_of(config)
    game = new_game(config, plan.field, plan.slots, plan.radius, seeded(1).draw)
    game.draw = lambda n: next(shown) - 1
    return game


def blows(game: Game, damage: int, fury: bool = False, **weapon: Any) -> Blows:
    """Return the blows of a Swarm whose damage is rolled, from a weapon with some qualities."""
    kind = game.config.rules.weapons.rifle.model_copy(update=weapon)
    attack = Attack("volley", game.units[0], [game.units[1]], weapon=kind, damage=damage, fury=fury)
    return Blows(game, attack, game.units[1])


def fallen(game: Game, unit: Unit, us: int) -> int:
    """Return how many of a unit have fallen."""
    assert unit.lost == us - unit.us
    return unit.lost


@pytest.mark.parametrize(("us", "modifier"), [(1, 5), (3, 15), (10, 50), (12, 60), (15, 60)])
def test_ovr_t1_usm_in_the_second_engine(us, modifier):
    game = rolling(underlings=us)
    assert usm(game, game.units[0]) == modifier


@pytest.mark.parametrize(("us", "loss"), [(3, 20), (10, 50), (20, 60)])
def test_ovr_t2_called_shots_in_the_second_engine(us, loss):
    game = rolling(underlings=us)
    one, other = game.units
    other.cell = next(cell for cell in ring_cells(one.cell, (0, 1), 9) if cell in game.land.kinds)
    called, plain = (Attack(kind, one, [other], by_leader=True, weapon=one.weapon) for kind in ("called shot", "shot"))
    assert needed(game, plain) - needed(game, called) == loss


@pytest.mark.parametrize(("damage", "kills"), [(9, 1), (6, 0)])
def test_ovr_t3_damage_must_exceed_in_the_second_engine(damage, kills):
    game = rolling()
    struck = blows(game, damage)
    struck.men_less = 6
    struck.on_ordinary(1)
    assert fallen(game, game.units[1], 20) == kills


@pytest.mark.parametrize(
    ("weapon", "fury", "bracket", "kills"),
    [
        *(({"spray": True}, False, bracket, bracket) for bracket in (1, 2, 3)),
        *(({"spray": True}, True, bracket, 2 * bracket) for bracket in (1, 2, 3)),
        ({"blast": 1}, False, 3, 3),
        ({"blast": 5}, False, 3, 3),
        ({"blast": 1}, True, 3, 3),
        ({"blast": 5}, True, 3, 6),
        ({"devastating": 2}, False, 3, 3),
    ],
)
def test_ovr_t4_to_t6_kills_in_the_second_engine(weapon, fury, bracket, kills):
    game = rolling()
    struck = blows(game, 30, fury=fury, **weapon)
    struck.bracket = bracket
    struck.on_ordinary(1)
    assert fallen(game, game.units[1], 20) == kills


@pytest.mark.parametrize(("hits", "damage"), [(5, 12), (3, 10), (2, 9)])
def test_ovr_t7_and_t8_hits_on_one_in_the_second_engine(hits, damage):
    game = rolling()
    struck = blows(game, 8)
    before = game.units[1].wounds
    struck.leader_less = 0
    struck.on_leader(hits)
    assert before - game.units[1].wounds == min(damage, before)


@pytest.mark.parametrize(("lost", "roll", "breaks"), [(4, 99, False), (5, 46, True), (5, 45, False)])
def test_ovr_t9_break_in_the_second_engine(lost, roll, breaks):
    game = rolling(roll)
    unit = game.units[0]
    unit.lost = lost
    break_test(game, unit)
    assert (unit.us == 0) == breaks


def test_ovr_t10_rally_in_the_second_engine():
    game = rolling(10, scenario="rally")
    one = game.units[0]
    one.cell = game.middle
    rally(game, Turn(one))
    assert one.us == 6


@pytest.mark.parametrize(("rolled", "is_double"), [(33, True), (34, False), (100, False)])
def test_ovr_t11_doubles_in_the_second_engine(rolled, is_double):
    game = rolling()
    assert Attack("volley", game.units[0], [], rolled=rolled).is_double == is_double


@pytest.mark.parametrize(("covered", "level"), [(6, 1), (5, 0)])
def test_ovr_t12_majority_in_the_second_engine(covered, level):
    assert majority([(1, 1)] * covered + [(0, 1)] * (10 - covered)) == level
