"""Whole games in the kernels and in the second engine: who is asked, what is legal, the state, the dice, the end."""

from collections import Counter
from dataclasses import replace

import pytest

from swarmzoo.envs.skirmish.warband.config import Character, WarbandRules
from tests.envs.skirmish.warband.reference.adapter import PARTS
from tests.envs.skirmish.warband.reference.dice import Dice
from tests.envs.skirmish.warband.reference.legal import legal_actions
from tests.envs.skirmish.warband.reference.pair import Pair
from tests.envs.skirmish.warband.reference.people import fresh, is_bloodied
from tests.envs.skirmish.warband.reference.turning import IMAGES, turned, turned_back

GAMES = (
    ("skirmish", 1),
    ("skirmish, rich", 1),
    ("skirmish, rich", 2),
    ("skirmish, rich", 3),
    ("skirmish, rich", 4),
    ("kill_leader", 1),
    ("kill_leader, rich", 1),
    ("kill_leader, rich", 2),
    ("loot", 2),
    ("loot, four", 1),
    ("hold_centre", 1),
    ("hold_centre, rich", 1),
    ("hold_centre, rich", 2),
    ("hold_centre, four", 1),
    ("hold_centre, map", 1),
    ("versus_swarm, rich", 1),
    ("versus_swarm, neutral", 13),
)


@pytest.fixture(scope="module")
def played() -> list[Pair]:
    """The games, played to their ends; a difference ends them."""
    pairs = [Pair(seed, scenario) for scenario, seed in GAMES]
    for pair in pairs:
        pair.play()
    return pairs


@pytest.mark.rule("WAR-A4", "WAR-A6", "WAR-A8", "WAR-2", "WAR-4")
def test_whole_games_go_as_in_the_second_engine(played):
    assert sum(pair.decisions for pair in played) > 3000


def test_the_games_meet_every_kind_of_action(played):
    chosen = sum((pair.chosen for pair in played), Counter())
    assert {part for part, _ in PARTS if chosen[part] < 3} == set()


def test_the_games_meet_every_way_to_end_but_all_broken(played):
    endings = {pair.reference.ending for pair in played}
    assert endings >= {"last warband standing", "the centre was held", "most points at the end"}


def test_a_difference_is_told_with_what_differs_and_how_to_come_there():
    pair = Pair(1, "skirmish")
    pair.reference.people[0].star -= 1
    with pytest.raises(AssertionError, match=r"seed 1(.|\n)*0.0 captain, star: kernels 8, reference 7"):
        pair.play()


WHO = fresh(WarbandRules(), 0, 0, Character(star=7))


def rolling(*dice: int) -> Dice:
    """Return dice of the second engine that show given numbers."""
    shown = iter(dice)
    return Dice(lambda n: next(shown) - 1, WarbandRules())


@pytest.mark.parametrize(
    ("attribute", "change", "dice", "hits"),
    [(3, 0, (3, 4, 5, 6), 3), (3, -1, (3, 4, 5, 6), 2), (4, 0, (4, 5, 6), 2), (3, -2, (5, 6), 1)],
    ids=["WAR-T1", "WAR-T2", "WAR-T3", "WAR-T10"],
)
def test_the_second_engine_hits_as_the_vectors_say(attribute, change, dice, hits):
    rolled = rolling(*dice)
    assert sum(rolled.against(WHO, attribute, change) for _ in dice) == hits


def test_the_second_engine_confirms_sixes_as_the_vectors_say():
    assert [rolling(die).own(WHO, 3)[0] for die in (3, 4)] == [True, False]
    assert [rolling(6, die).own(WHO, 6)[0] for die in (1, 2)] == [True, False]
    assert [rolling(6, die).against(WHO, 7) for die in (3, 2)] == [True, False]


def test_the_second_engine_bloodies_as_the_vectors_say():
    assert [is_bloodied(WarbandRules(), replace(WHO, star=star)) for star in (4, 3)] == [False, True]


@pytest.mark.parametrize(("scenario", "seed"), [("skirmish, rich", 1), ("skirmish, three", 1), ("loot, four", 1)])
def test_every_warband_may_do_in_an_image_of_a_position_what_the_first_may_do(scenario, seed):
    pair = Pair(seed, scenario)
    while not pair.reference.is_over:
        game = pair.reference
        plain = {turned_back(game, action, 0) for action in pair.legal}
        for number in IMAGES[game.config.warbands]:
            images = {turned_back(game, action, number) for action in legal_actions(turned(game, number))}
            assert images == plain
        pair.ply()
