"""The log answers "why did this happen?": every number of an attack is told with what made it."""

import ast
from pathlib import Path

import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.play.live import LiveGame
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.events import told as told_since
from swarmzoo.envs.skirmish import nova
from swarmzoo.envs.skirmish.nova import casualties, events, state
from swarmzoo.envs.skirmish.nova.words.chronicle import COUNTS, EVENT_NUMBERS, PURPOSES, Count
from tests.envs.skirmish.nova.scenes import HIT, MISS, Scene

FACING = "R0 . . B0 ."
ARMED = {"R0": {"weapons": ["pistol", "grenade"]}, "B0": {"armour": ["vest"]}}


def told(scene):
    """Return the sentences of the last actions, from the first that acts to the next round."""
    lines = [line.replace("nova_0", "R0").replace("nova_1", "B0") for line in scene.story]
    return lines[next(k for k, line in enumerate(lines) if line.endswith(" acts")) : lines.index("round 2 begins")]


@pytest.mark.rule("NOV-G8", "NOV-21", "NOV-38")
def test_a_shot_is_told_with_everything_that_makes_its_numbers():
    scene = Scene(FACING, order="R0 B0", sheets=ARMED).does("full_defence").does("weapon_1", "how target")
    scene.does("done", dice=[HIT, HIT, HIT, MISS, MISS, HIT, HIT, MISS, MISS, MISS])
    assert told(scene) == [
        "R0 acts",
        "R0 attacks B0: pistol",
        "R0 has 5 dice (attribute 3, ability +2)",
        "difficulty 0",
        "R0 rolls 5 dice to hit: 3 successes, 1 needed",
        "R0 hits B0 with 2 successes to spare",
        "7 dice of damage (weapon 5, successes to spare +2)",
        "B0 soaks lethal damage by 5 (natural soak 1, armour +4): of 7 dice 2 are left",
        "R0 rolls 2 dice of damage: 2 successes",
        "2 levels on B0, lethal",
        "B0 takes 2 levels, lethal; 6 left",
        "the attack of R0 is over",
        "B0 acts",
    ]


@pytest.mark.rule("NOV-23", "NOV-24")
def test_ping_and_a_miss_are_told():
    missed = Scene(FACING, order="R0 B0", sheets=ARMED).does("full_defence").does("weapon_1", "how target")
    missed.does("done", dice=[MISS] * 5)
    assert told(missed)[4:] == [
        "R0 rolls 5 dice to hit: 0 successes, 1 needed",
        "R0 misses",
        "the attack of R0 is over",
        "B0 acts",
    ]
    weak = ARMED | {"B0": {"armour": ["plate"]}}
    pinged = Scene(FACING, order="R0 B0", sheets=weak).does("full_defence").does("weapon_1", "how target")
    lines = told(pinged.does("done", dice=[HIT, MISS, MISS, MISS, MISS, MISS]))
    assert "B0 soaks lethal damage by 10 (natural soak 1, armour +9): of 5 dice none is left" in lines
    assert "a last die of damage on B0, bashing" in lines and "R0 rolls 1 die of damage: 0 successes" in lines


def test_what_is_declared_is_told_by_the_names_of_weapons():
    scene = Scene(FACING, order="B0 R0", sheets=ARMED).does("weapon_2", "at B0", "how target", "done")
    assert "nova_0 declares: grenade at nova_1" in scene.story


def test_a_way_leads_to_a_hex_and_a_grenade_is_thrown_at_one():
    run = Scene(FACING, order="B0 R0", sheets=ARMED).does("run", "hex 1 0", "done")
    assert "nova_0 declares: run to 1 0" in run.story
    thrown = Scene(FACING, order="B0 R0", sheets=ARMED).does("weapon_2", "hex 2 0", "done")
    assert "nova_0 declares: grenade at 2 0" in thrown.story


@pytest.mark.parametrize("code", EVENT_NUMBERS)
def test_every_event_can_be_told(code):
    scene = Scene(FACING, sheets=ARMED)
    before = int(scene.s["logged"])
    event = scene.s["log"][before % len(scene.s["log"])]
    event[:] = 0
    event[0] = code
    scene.s["logged"] += 1
    told_now = scene.game.words.log(scene.table.states, before)[0]
    assert len(told_now) == (code != events.COUNTED) and not any("{" in line for line in told_now)


@pytest.mark.parametrize(
    ("fate", "said"), [("surrendered", "has surrendered"), ("escaped", "has escaped"), ("dead", "is dead")]
)
def test_the_board_says_what_became_of_a_piece(fate, said):
    scene = Scene("R0 . B0 B1", order="B0 R0", says={"B1": f"fate {fate}"})
    assert f" {said}\n" in scene.game.words.text(scene.table.states)


@pytest.mark.parametrize(("scenario", "seed"), [("demolition", 15), ("hostage", 46)])
def test_decisions_that_set_off_much_are_told_whole(scenario, seed):
    game = find_game("nova").read({"scenario": scenario})
    bots = [built_in(game)[name] for name in ("paragon", "bomber")]
    live, since, most = LiveGame(game, bots, pausing=True), 0, 0
    live.begin(seed)
    while not live.over:
        live.play()
        _, lost, last = told_since(live.state[0], since)
        assert lost == 0
        most, since = max(most, last - since), last
    assert most > 192, "then this game shows nothing"


def test_numbers_are_told_with_what_they_count():
    assert [f"{Count(n):die}" for n in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]
    assert f"{Count(1):level}, {Count(3):level}, {Count(2):success}, {Count(7)}" == "1 level, 3 levels, 2 successes, 7"


def test_every_event_purpose_and_count_has_its_words():
    words = {name: value for name, value in vars(events).items() if name.isupper()}
    purposes = {value for name, value in words.items() if name.startswith("FOR_")}
    counts = {value for name, value in words.items() if name.startswith("OF_")}
    codes = [value for name, value in words.items() if not name.startswith(("FOR_", "OF_"))]
    assert {*EVENT_NUMBERS} == {*codes} == {*range(len(codes))}
    assert {*PURPOSES} == purposes and {*COUNTS} == counts


def test_every_fate_into_which_the_kernels_put_a_piece_is_counted():
    folder, found = Path(nova.__file__).parent, set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                logs = node.func.id == "log_event" and ast.unparse(node.args[1]) in ("OUT", "events.OUT")
                if logs or node.func.id in ("put_out", "take_out"):
                    found.add(ast.unparse(node.args[3]))
            elif isinstance(node, ast.FunctionDef) and node.name == "fate_by_wounds":
                found |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and one.id.isupper()}
    assert found - {name for name in found if hasattr(state, name)} == {"fate"}  # of fate_by_wounds
    fates = {getattr(state, name) for name in found if hasattr(state, name)} - {state.FIELD}
    assert fates == set(casualties.FATES_TOLD)
