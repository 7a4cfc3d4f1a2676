"""The kernels against the second engine: whole games, compared at every decision."""

from functools import cache

import pytest

from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from tests.envs.insects.reference import ending
from tests.envs.insects.reference.comparing import played
from tests.envs.insects.reference.position import DIRT
from tests.envs.insects.reference.reading import QUESTIONS, Reader
from tests.envs.insects.reference.scenarios import SCENARIOS
from tests.envs.insects.reference.starts import are_clockwise, greatest_spread, spread

GAMES = 5  # of each scenario

TERRAINS = range(10)
CASES = {
    *("all Dens", "deck's end", "last swarm", "round limit", "all swarms dead", "active player dies"),
    *("Bid by Initiative", "Bid by Intelligence", "Bid by Movement", "Bid by clockwise order"),
    "robbed of the first step",
    *("a card negated", "an answer answered", "infestation", "more than 31 placed", "count above 31"),
    *("several classes in hand", "several classes counted", "under Webs", "into enemies"),
    *(f"into terrain {terrain}" for terrain in TERRAINS),
    *(f"cut on terrain {terrain}" for terrain in TERRAINS),
    *("cut under Revulsion", "sunk in Sand", "equal Initiative", "three in a space", "blood sucked"),
    *("through enemies in terrain 9", "through enemies in terrain 1"),
    *("attack burnt", "blood_suckers burnt", "burrowing burnt", "defense burnt", "infestation burnt"),
    *("initiative burnt", "intelligence burnt", "movement burnt", "reproduction burnt", "revulsion burnt"),
    *("stack burnt", "waterbugs burnt", "webs burnt"),
    *("adaptation played", "co_opt played", "cocoon played", "devolution played", "dormancy played"),
    *("energy_burst played", "feeding_frenzy played", "latency played", "metamorphosis played", "migration played"),
    *("molt played", "rampage played", "reproductive_cycle played", "rush played"),
    *("adaptation on the way", "co_opt on the way", "devolution on the way", "metamorphosis on the way"),
}


@cache
def met(scenario: str) -> frozenset[str]:
    """Compare some games of a scenario; return the questions and cases that came up."""
    return frozenset().union(*(played(seed, SCENARIOS[scenario]).met for seed in range(GAMES)))


@pytest.mark.rule("INS-1", "INS-2.0", "INS-2.1", "INS-2.2", "INS-2.3", "INS-2.4", "INS-2.5", "INS-2.6", "INS-2.7")
@pytest.mark.rule("INS-2.8", "INS-2.9", "INS-3", "INS-4", "INS-5", "INS-6", "INS-7", "INS-8", "INS-9", "INS-10")
@pytest.mark.rule("INS-11", "INS-12", "INS-13", "INS-14", "INS-15", "INS-16", "INS-17")
@pytest.mark.rule("INS-V1", "INS-V2", "INS-V3", "INS-V4", "INS-V5", "INS-V6")
@pytest.mark.rule("INS-E1", "INS-E2", "INS-E3", "INS-E4", "INS-E5", "INS-E6", "INS-E7", "INS-E8", "INS-E9")
@pytest.mark.rule("INS-E10", "INS-E11", "INS-E12", "INS-E13", "INS-E14", "INS-E15", "INS-E16")
@pytest.mark.rule("INS-S1", "INS-S2", "INS-S3", "INS-S4", "INS-S5", "INS-S6", "INS-S9", "INS-S10", "INS-S11")
@pytest.mark.rule("INS-S12", "INS-S13", "INS-S14", "INS-S15", "INS-S16", "INS-S17", "INS-S18", "INS-S19", "INS-S20")
@pytest.mark.rule("INS-S21", "INS-S22", "INS-S23", "INS-S24", "INS-S25", "INS-S26", "INS-S27", "INS-S28", "INS-S29")
@pytest.mark.rule("INS-S30", "INS-S31", "INS-S32", "INS-S33", "INS-S34", "INS-S35", "INS-S36", "INS-S37", "INS-S38")
@pytest.mark.rule("INS-S39", "INS-S40", "INS-P1", "INS-P2", "INS-P3", "INS-P4", "INS-P5", "INS-P6", "INS-P7")
@pytest.mark.rule("INS-P8", "INS-P9", "INS-P10", "INS-P11", "INS-P12", "INS-P13", "INS-P14", "INS-P16")
@pytest.mark.rule("INS-W1", "INS-W2", "INS-W3", "INS-W4", "INS-W5", "INS-A1", "INS-A2", "INS-A3", "INS-A4", "INS-A6")
@pytest.mark.rule("INS-A7", "INS-A8", "INS-A9", "INS-A10")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_both_engines_play_the_same_games(scenario: str) -> None:
    assert met(scenario)


def test_the_games_met_every_kind_of_decision_and_the_rare_cases() -> None:
    assert (CASES | set(QUESTIONS)) - set().union(*map(met, SCENARIOS)) == set()


def test_a_difference_is_told_with_the_seed_the_last_actions_and_the_position(monkeypatch) -> None:
    monkeypatch.setattr(ending, "SAND", DIRT)  # in the second engine alone
    with pytest.raises(AssertionError) as told:
        played(2, SCENARIOS["two players"])
    for part in ("seed 2, decision", "insects: kernels", ", reference", "the last actions:", "board:", "deck:"):
        assert part in str(told.value)


@pytest.mark.rule("INS-6", "INS-P1", "INS-S4")
@pytest.mark.parametrize(
    ("players", "radius", "way"),
    [
        *((players, radius, "alike") for players in range(2, 7) for radius in (2, 3, 4)),
        *((players, radius, "farthest") for players, radius in ((2, 2), (2, 4), (3, 2), (3, 3), (4, 2))),
    ],
)
def test_starts_are_as_far_apart_as_any_and_numbered_clockwise(players: int, radius: int, way: str) -> None:
    keywords = {"players": players, "radius": radius, "rules": {"starts": way}}
    starts = Reader(insects(InsectsConfig.read(keywords))).starts
    assert spread(starts) == greatest_spread(radius, players, way == "alike")
    assert are_clockwise(starts)
