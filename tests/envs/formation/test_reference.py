"""The compiled game against the second engine: whole games, step by step, and what they meet."""

import random
import re
from collections import Counter
from itertools import permutations

import pytest

from swarmzoo.envs.formation.config import FormationConfig
from tests.envs.formation.reference import SCENARIOS, comparing, virtues
from tests.envs.formation.reference.comparing import Match
from tests.envs.formation.reference.turning import turned

SMALL = [scenario for scenario in SCENARIOS if scenario != "large"]
SEED = 4
SEEDS = (SEED, 7)  # between them they meet all that is named here
MOVES = ("stay", "step", "keep", "face")
KINDS = {
    "orders": ("stay", "form up", "leave", "evade", "charge"),
    **dict.fromkeys(("short move", "step", "manoeuvre"), MOVES),
    "reaction": (*MOVES, "volley"),
    **dict.fromkeys(("missile", "passive missile"), ("stay", "volley", "aim")),
    **dict.fromkeys(("melee", "passive melee"), ("stay", "strike", "defend")),
}
NUMBERS_OF_HITS = ("dazed_from", "wounded_from", "downed_from")
EVENTS = """
    a part waits; berserk; dazed; Downed; panicked; wounded; broken; charging; crossed; dead; evading; fled
    hidden; leader apart; unloaded; stable; bridge held; line broken; time is up; too few left
"""


@pytest.fixture(scope="module")
def met() -> Counter[str]:
    """Play games of every scenario in both engines; return what they met. A difference raises AssertionError."""
    found: Counter[str] = Counter()
    for seed in SEEDS:
        for scenario in SMALL:
            game = comparing.match(seed, scenario)
            found["decisions"] += game.play()
            found.update(game.met)
    return found


def test_both_engines_play_every_scenario_alike(met):
    assert met["decisions"] > 5000


@pytest.mark.parametrize("phase", KINDS)
def test_the_games_meet_every_kind_of_decision(met, phase):
    assert {kind for kind in KINDS[phase] if not met[f"{phase}: {kind}"]} == set()


@pytest.mark.parametrize("event", [event.strip() for line in EVENTS.strip().splitlines() for event in line.split(";")])
def test_the_games_meet_what_is_rare(met, event):
    assert met[event]


@pytest.mark.parametrize("order", list(permutations(NUMBERS_OF_HITS)), ids="<".join)
def test_both_engines_read_what_hits_do_alike_in_any_order_of_the_numbers(order):
    rules = dict(zip(order, (1, 3, 5), strict=True))
    for seed in range(3):
        Match(FormationConfig(size=6, red=["axeman"], blue=["archer"], rules=rules), seed).play()


def test_a_rule_read_otherwise_is_told_with_position_seed_and_ply(monkeypatch):
    monkeypatch.setattr(virtues, "hampered", lambda battle, soldier: True)
    with pytest.raises(AssertionError) as told:
        comparing.compare(SEED, "clash")
    for part in (rf"seed {SEED}, ply \d", r"points: kernels 5, reference 3\n", "actions: ", "position before:\nturn: "):
        assert re.search(part, str(told.value))


def test_two_half_turns_give_the_same_position():
    game = Match(comparing.configuration("bridge", random.Random(SEED)), SEED)
    game.play(most=60)
    text, field = game.game.words.write_position(game.table.states), game.reader.plan.field
    squads = len(set(game.reader.plan.squad)) // 2
    once = turned(text, field.columns, field.rows, squads)
    assert once != text
    twice = Match(game.game.config, SEED, turned(once, field.columns, field.rows, squads))
    assert twice.game.words.write_position(twice.table.states).split() == text.split()
