"""The turn: its stages, actions and phases; the order of soldiers; the scenarios' ends. [part A, gap items 4 and 5]"""

from dataclasses import replace

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.formation import game as make_game
from swarmzoo.envs.formation.config import SCENARIOS, FormationConfig
from swarmzoo.envs.formation.observation import NUM_PLANES
from tests.envs.formation.scenes import scene


def stages(made, seed=0, most=400):
    """Return the stages that are asked in a random game, turn by turn."""
    table = Table(made, 1)
    table.arrange(at_random=True)
    table.seed(seed)
    table.begin()
    turns: list[list[str]] = []
    turn = -1
    while not table.done[0] and most:
        s = table.states[0]
        if s["turn"] != turn:
            turns.append([])
            turn = int(s["turn"])
        turns[-1].append((int(s["stage"]), int(s["active"])))
        table.step()
        most -= 1
    return turns


@pytest.mark.rule("FOR-A1", "FOR-G5a")
@pytest.mark.parametrize("order", ["movement first", "missiles first"])
def test_the_stages_of_a_turn_follow_each_other_and_the_companies_take_turns(order):
    made = make_game(size=8, rules={"phase_order": order})
    rank = {0: 0, 1: 1, 2: 2, 3: 2, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8}
    if order == "missiles first":
        rank |= {4: -2, 5: -1}
    turns = stages(made)
    first = turns[0][0][1]
    for number, turn in enumerate(turns):
        assert {active for _, active in turn} == {(first + number) % 2}
        ranks = [rank[stage] for stage, _ in turn]
        assert ranks == sorted(ranks), turn


@pytest.mark.rule("FOR-P27")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_lot_says_whose_turn_is_the_first(scenario):
    table = Table(make_game(size=8, scenario=scenario), 200)
    table.seed(np.arange(200))
    table.begin()
    assert 80 <= table.states["active"].sum() <= 120
    for company, name in enumerate(("red", "blue")):
        table = Table(make_game(size=8, scenario=scenario, rules={"first": name}), 20)
        table.begin()
        assert (table.states["active"] == company).all()


@pytest.mark.rule("FOR-A1")
def test_env_steps_in_which_nobody_has_two_choices_are_not_shown():
    made = make_game(size=8)
    table = Table(made, 16)
    table.seed(np.arange(16))
    table.arrange(at_random=True)
    table.begin()
    for _ in range(200):
        asked = (table.masks.sum(2) > 1).sum(1)
        assert (asked[~table.done] > 0).all()
        table.step()


@pytest.mark.rule("FOR-G5b", "FOR-G4c")
def test_who_has_moved_has_no_complex_action_in_the_missile_phase():
    drawing = "r1 . . . . . . . b1\n. . .\nr2 . . . ."
    game = scene(drawing, stage="step", r1="archer, squad 5", r2="archer, squad 6", b1="quick 0")
    game.does(r1="step ahead")
    game.until("missile")
    assert "aim at target 1" not in game.can("r1")
    assert "volley at target 1" in game.can("r1")
    assert "aim at target 1" in game.can("r2")


@pytest.mark.rule("FOR-G4b")
def test_quick_actions_are_renewed_when_the_missile_phase_begins():
    game = scene("r1 . . . . . . b1", stage="step", r1="archer, squad 5, quick 0", b1="archer, quick 0")
    game.until("missile")
    assert (game.of("r1", "quick"), game.of("b1", "quick")) == (1, 1)
    dazed = scene("r1 . . . . . . b1", stage="step", r1="archer, squad 5", b1="archer, quick 0, dazed")
    dazed.until("missile")
    assert dazed.of("b1", "quick") == 1, "everybody has one"


@pytest.mark.rule("FOR-G4c", "FOR-G4d")
def test_complex_and_melee_actions_are_renewed_every_turn_for_those_who_are_not_dazed():
    game = scene("r1 . . . . . . b1", stage="step", r1="no complex action, no melee action", b1="no complex action")
    game.until("orders")
    assert game.s["turn"] == 1
    assert all(game.of(name, field) for name in ("r1", "b1") for field in ("complex_left", "melee_left"))
    assert "step" not in " ".join(game.can("b1"))


@pytest.mark.rule("FOR-G4c")
def test_who_recovered_at_the_price_of_its_actions_does_not_move_in_the_next_turn():
    game = scene("r1 r2 . . . . . b1", stage="melee", active="blue", r1="exhausted", b1="quick 0")
    game.until("orders")
    assert game.s["active"] == 0
    assert not game.of("r1", "complex_left")
    assert "charge" not in game.can("r1")


@pytest.mark.rule("FOR-G6g", "FOR-P15")
def test_evading_and_charging_are_declared_in_orders():
    game = scene("r1 . . . . . . b1", r1="squad 5")
    game.does(r1="evade")
    assert game.of("r1", "evading")
    charge = scene("r1 . . . . . . b1", r1="squad 5")
    charge.does(r1="charge")
    assert charge.of("r1", "charging")
    assert "melee weapon" in scene("r1 . . . b1", r1="guide").why("r1", "charge")


@pytest.mark.rule("FOR-G10e")
def test_the_panicked_cannot_evade():
    game = scene("r1 . . . . . . b1\nr2 . .", r1="squad 5, panicked")
    assert game.can("r1") == {"stay"}


# The order of soldiers


def shuffled(state, made, order, swap):
    """Return a state in which soldiers have other numbers, and companies other names if asked."""
    other = state.copy()
    n = len(order)
    back = np.argsort(order)

    def renumber(values):
        return np.where(values >= 0, back[np.maximum(values, 0)], values)

    for name in state.dtype.names:
        column = state[name]
        if (
            column.ndim == 2
            and column.shape[1] == len(state["company"][0])
            and name not in ("captain", "squad_size", "favoured", "asked", "steppers", "movers")
        ):
            other[name][0, :n] = column[0, :n][order]
    for name in ("target", "next_member", "successor", "label"):
        other[name][0, :n] = renumber(state[name][0, :n][order])
    for name in ("asked", "steppers", "movers"):  # lists of soldiers: their order is to make no difference
        other[name][0, :n] = renumber(state[name][0, :n])
    other["occupant"] = renumber(state["occupant"])
    other["captain"] = renumber(state["captain"])
    other["director"] = renumber(state["director"])
    return other


@pytest.mark.rule("FOR-A6")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_results_do_not_depend_on_how_soldiers_are_numbered(scenario):
    made = make_game(size=8, scenario=scenario)
    generator = np.random.default_rng(3)
    for seed in range(6):
        one, two = Table(made, 1), Table(made, 1)
        for table in (one, two):
            table.arrange(everyone=True)
            table.seed(seed)
            table.begin()
        order = generator.permutation(16)
        two.states[:] = shuffled(one.states, made, order, False)
        for ply in range(150):
            if one.done[0]:
                break
            actions = np.zeros(16, np.int32)
            for i in range(16):
                legal = np.flatnonzero(one.masks[0, i])
                actions[i] = generator.choice(legal)
            one.actions[0, :16] = actions
            two.actions[0, :16] = actions[order]
            if ply == 0:
                two.look()
            for table in (one, two):
                table.step()
            for name in ("place", "facing", "fate", "dazed", "wounded", "points", "panicked", "berserk", "quick"):
                assert (one.states[name][0, :16][order] == two.states[name][0, :16]).all(), (seed, ply, name)
            for name in ("turn", "stage", "done", "winner"):
                assert one.states[name][0] == two.states[name][0]


@pytest.mark.rule("FOR-A6")
def test_equal_seeds_give_equal_dice_and_others_do_not():
    def rolls(seed):
        game = scene("r0 r1 r2 . . b0", seed=seed)
        return [game.value("die", name, extra=k) for name in ("r0", "r1", "r2") for k in range(6)]

    assert rolls(1) == rolls(1)
    assert rolls(1) != rolls(2)


# Ends


def half(company, words, count, first=0):
    return {f"{company}{k}": words for k in range(first, first + count)}


@pytest.mark.rule("FOR-P24")
def test_a_clash_is_lost_by_the_company_of_which_more_than_half_are_out():
    drawing = "r0 r1 r2 r3 . . . . . . . . b0 b1 b2 b3 b4"
    even = scene(drawing, scenario="clash", lines="turn: 0")
    assert even.winner == "still played", "just half of red is out: not more"
    even.until("orders")
    assert even.winner == "still played"
    lost = scene("r0 r1 r2 . . . . . . . . b0 b1 b2 b3 b4", scenario="clash")
    lost.does()
    assert (lost.winner, lost.game.words.summary(lost.table.states).ending) == ("blue", "line broken")
    both = scene("r0 r1 r2 . . . . . . . . b0 b1 b2", scenario="clash")
    both.does()
    assert (both.winner, both.game.words.summary(both.table.states).ending) == ("nobody", "both out")


@pytest.mark.rule("FOR-P24")
def test_the_panicked_count_as_out_in_a_clash():
    drawing = "r0 r1 r2 r3 . . . . . . . . b0 b1 b2 b3 b4"
    game = scene(drawing, scenario="clash", r1="panicked")
    game.does()
    assert game.winner == "blue"


@pytest.mark.rule("FOR-P24")
def test_when_time_is_up_a_clash_goes_to_the_company_of_which_fewer_are_out():
    for drawing, winner in (
        ("r0 r1 r2 r3 r4 . . . . . . b0 b1 b2 b3", "red"),
        ("r0 r1 r2 r3 . . . . . . b0 b1 b2 b3 b4", "blue"),
        ("r0 r1 r2 r3 . . . . . . b0 b1 b2 b3", "nobody"),
    ):
        game = scene(drawing, scenario="clash", lines="turn: 23")
        for _ in range(20):
            if game.s["done"]:
                break
            game.does()
        assert game.winner == winner


def marching(words, count, scenario="march", **more):
    rows = ["" for _ in range(12)]
    for k in range(count):
        rows[k] = ". " * 23 + f"r{k}"
    rows[11] = "b0 " + "r7 " * (count < 8)
    soldiers = {f"r{k}": words for k in range(count)} | more
    return scene("\n".join(row or "." for row in rows), scenario=scenario, stage="step", b0="quick 0", **soldiers)


@pytest.mark.rule("FOR-P24")
def test_a_march_is_won_when_half_of_red_has_crossed_in_formation():
    game = marching("formation 0", 4)
    assert "step ahead" in game.can("r0"), "off the far edge"
    game.all_do("step ahead", "r0", "r1", "r2")
    assert game.fate("r0") == "crossed"
    assert game.winner == "still played"
    game.does(r3="step ahead")
    assert game.winner == "red"


@pytest.mark.rule("FOR-P24")
def test_who_crosses_alone_does_not_count_in_a_march_but_does_in_an_ambush():
    for scenario, winner in (("march", "blue"), ("ambush", "red")):
        game = marching("squad 3", 4, scenario)
        game.all_do("step ahead", "r0", "r1", "r2", "r3")
        assert game.winner == winner, scenario


@pytest.mark.rule("FOR-P24")
def test_a_march_is_lost_when_too_few_are_left():
    game = marching("formation 0", 3, r7="squad 3, wounded")
    game.all_do("step ahead", "r0", "r1")
    assert game.winner == "still played"
    few = marching("formation 0", 2, r7="squad 3")
    few.does(r0="step ahead")
    assert few.winner == "blue"


@pytest.mark.rule("FOR-P24")
def test_intact_is_who_crosses_or_stands_in_the_formation_it_started_in():
    game = marching("formation 0, intact", 4)
    game.all_do("step ahead", "r0", "r1", "r2", "r3")
    assert game.game.words.summary(game.table.states).of("intact", 0) == 4
    table = Table(make_game(scenario="march", size=8), 1)
    table.begin()
    assert table.states["intact"][0, :8].all()


@pytest.mark.rule("FOR-P24")
def test_a_march_may_be_won_by_four_fifths_who_cross_as_they_started():
    intact = {"march_victory": "intact"}
    won = marching("formation 0, intact", 7, r7="squad 3", rules=intact)
    won.all_do("step ahead", "r0", "r1", "r2", "r3", "r4", "r5")
    assert won.winner == "still played", "six of eight are too few"
    won.does(r6="step ahead")
    assert won.winner == "red"
    assert won.game.words.summary(won.table.states).ending == "crossed intact"
    counted = won.game.words.summary(won.table.states)
    assert [counted.of("arrived intact", side) for side in (0, 1)] == [1, 0]
    lost = marching("formation 0, intact", 7, r5="formation 0", r7="squad 3", rules=intact)
    lost.all_do("step ahead", "r0", "r1", "r2", "r3", "r4", "r5", "r6")
    assert lost.winner == "blue", "one of them crosses in a formation that it has joined later"


@pytest.mark.rule("FOR-P24")
def test_an_escort_is_won_when_the_first_leader_crosses_and_lost_when_it_is_out():
    drawing = ". " * 23 + "r0\nr1 b0"
    game = scene(drawing, scenario="escort", stage="step", r0="swordsman leader, squad 0", r1="squad 3", b0="quick 0")
    game.does(r0="step ahead")
    assert game.winner == "red"
    lost = scene("r1 . b0", scenario="escort", stage="step", r1="squad 3", b0="quick 0")
    lost.does()
    assert lost.winner == "blue"


@pytest.mark.rule("FOR-P24")
def test_the_bridge_is_won_by_who_is_alone_on_it_at_the_end_of_three_turns_running():
    rows = [". " * 24 for _ in range(12)]
    rows[6] = ". " * 11 + "r0 " + ". " * 10 + "b0 "
    game = scene("\n".join(rows))
    turns = []
    for _ in range(60):
        if game.s["done"]:
            break
        turns.append(int(game.s["turn"]))
        game.does()
    assert (game.winner, int(game.s["turn"])) == ("red", 3)
    both = scene("\n".join([*rows[:5], ". " * 12 + "b1", *rows[6:]]))
    for _ in range(60):
        if both.s["turn"] > 3:
            break
        both.does()
    assert both.winner == "still played"


@pytest.mark.rule("FOR-P24")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_at_the_last_turns_end_the_defender_has_won(scenario):
    made = make_game(scenario=scenario, size=8, max_turns=2)
    table = Table(made, 1)
    table.arrange(illegal_action=2)
    table.begin()
    table.actions[:] = 0
    for _ in range(40):
        if table.done[0]:
            break
        table.step()
    assert table.states["ending"][0] == 6
    assert table.states["winner"][0] == (-1 if scenario in ("clash", "bridge") else 1)
    assert table.truncated[0] == 0


@pytest.mark.rule("FOR-P24")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("size", [4, 7, 64, 100])
def test_scenarios_begin_with_their_companies_in_the_field_and_in_formation(scenario, size):
    made = make_game(scenario=scenario, size=size)
    table = Table(made, 1)
    table.arrange(quiet=True)
    table.begin()
    s, n = table.states[0], 2 * size
    assert (s["place"][:n] >= 0).all()
    assert len(set(s["place"][:n].tolist())) == n
    assert (np.bincount(s["company"][:n]) == size).all()
    hidden = s["hidden"][:n] == 1
    assert (hidden == ((s["company"][:n] == 1) & (scenario == "ambush"))).all()
    assert ((s["formation"][:n] >= 0) == ~hidden).all()
    assert (s["gap_before"][s["members"] > 0] == 0).all()


@pytest.mark.rule("FOR-P24")
def test_fields_are_the_same_after_half_a_turn():
    for seed in range(5):
        made = make_game(size=32)
        table = Table(made, 1)
        table.arrange(quiet=True)
        table.seed(seed)
        table.begin()
        field = made.words._plan.field
        rows = np.array(
            [[table.states["terrain"][0, field.cell(x, y)] for x in range(field.columns)] for y in range(field.rows)]
        )
        assert (rows == rows[::-1, ::-1]).all()
        assert len(set(rows.flatten().tolist())) > 2


@pytest.mark.rule("FOR-P24")
@pytest.mark.parametrize(
    "fields",
    [{"size": 200, "columns": 12, "rows": 8}, {"size": 512, "columns": 12}, {"size": 40, "rows": 8, "columns": 12}],
)
def test_more_soldiers_than_the_field_holds_are_refused(fields):
    with pytest.raises(GameError, match="do not fit"):
        make_game(**fields)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"scenario": "siege"}, "march, clash, bridge, ambush, escort"),
        ({"size": 3}, "4 to 512"),
        ({"size": 513}, "4 to 512"),
        ({"rows": 9}, "multiple"),
        ({"red": ["knight"]}, "red"),
        ({"red": []}, "red"),
        ({"view": 5}, "view"),
        ({"rules": {"squad_size": 7}}, "2 to 6"),
    ],
)
def test_impossible_configurations_are_refused_in_a_sentence(fields, sentence):
    with pytest.raises(GameError, match=sentence):
        FormationConfig.read(fields)


# Observation, rewards


@pytest.mark.rule("FOR-A8", "FOR-P25")
def test_who_is_out_shows_zeros_and_stays():
    game = scene("r0 r1 . . . . b0")
    seen, masks = game.table.observations[0], game.table.masks[0]
    out = game.index("r5")
    assert not seen[out].any()
    assert masks[out].tolist() == [1] + [0] * (game.game.num_actions - 1)
    assert seen[game.index("r1")].any()


@pytest.mark.rule("FOR-P25")
def test_the_disc_shows_friends_enemies_and_ground_from_the_companys_point_of_view():
    game = scene(
        "r1 r2 , b0 .", r1="spearman, formation 0, wounded", r2="formation 0", formations={0: ""}, b0="archer leader"
    )
    planes = game.game.planes(game.table.observations[0])
    assert planes.shape == (game.game.room, NUM_PLANES, 37)
    own = planes[game.index("r1")]
    assert own[4, :2].tolist() == [1, 1]
    assert own[6, :2].tolist() == [1, 1]
    assert own[7, :2].tolist() == [3, 2]
    assert own[8, 0] == 2
    assert own[0, 7] == 2, "two ahead the ground is rough"
    assert own[5, 19] == 2, "three ahead stands an enemy's leader"
    assert own[9, 19] == 4, "who looks this way"
    assert own[10, 19] == 1 + 4
    foe = planes[game.index("b0")]
    assert foe[5, 19] == 1, "blue sees the same from the other side: ahead is west"
    assert foe[9, 19] == 4


@pytest.mark.rule("FOR-P25")
def test_the_hidden_are_not_seen_by_the_enemy():
    game = scene("r1 . . . b0 b1", b1="hidden", rules={"hidden_until": 1})
    planes = game.game.planes(game.table.observations[0])
    assert planes[game.index("b0"), 4, :].sum() == 2 + 1
    seen = scene("r1 . b1 . b0", b1="hidden", rules={"hidden_until": 1})
    assert seen.game.planes(seen.table.observations[0])[seen.index("r1"), 5].sum() == 0


@pytest.mark.rule("FOR-P22")
def test_who_is_out_earns_what_the_configuration_says():
    game = scene("r0 r1 . . . . b0", rules={"death_reward": -0.5, "when_out": "leaves"})
    pay, over = game.questions.rewards(game.table.states)
    assert pay[game.index("r5")] == -0.5
    assert pay[game.index("r1")] == 0
    assert over[game.index("r5")]
    assert not over[game.index("r1")]
    with pytest.raises(GameError, match=r"death_reward = -0.5: .*when_out = leaves"):
        make_game(rules={"death_reward": -0.5})


@pytest.mark.rule("FOR-P23")
def test_shaping_is_off_and_else_values_the_way_covered_and_the_soldiers_left():
    drawing = ". . . r1 . . . . b0 b1"
    assert not scene(drawing).table.potential.any()
    strength = scene(drawing, rules={"shaping_strength": 1.0}).table.potential[0]
    assert strength[0] == pytest.approx(0.5 * (1 / 8 - 2 / 8))
    assert strength[8] == pytest.approx(-strength[0])
    near = scene(drawing, scenario="march", rules={"shaping_progress": 1.0}).table.potential[0]
    far = scene("r1 . . . . . . . b0 b1", scenario="march", rules={"shaping_progress": 1.0}).table.potential[0]
    assert near[0] - far[0] == pytest.approx(3 / (24 + 12) / 8)


@pytest.mark.rule("FOR-P23")
def test_in_a_clash_the_way_leads_to_the_nearest_enemy():
    rules = {"shaping_progress": 1.0}
    here = scene(". . . r1 . . . . b0 b1", scenario="clash", rules=rules).table.potential[0]
    near = scene(". . . . r1 . . . b0 b1", scenario="clash", rules=rules).table.potential[0]
    beside = scene("b0 . . . r1 . . . . b1", scenario="clash", rules=rules).table.potential[0]
    assert near[0] - here[0] == pytest.approx(1 / (24 + 12) / 8)
    assert beside[0] == pytest.approx(near[0]), "towards either edge"
    assert near[8] - here[8] == pytest.approx(2 / (24 + 12) / 8), "both of blue are nearer"


@pytest.mark.rule("FOR-G10f", "FOR-P13", "FOR-P29")
@pytest.mark.parametrize(
    ("by", "squad", "due"), [("company", 0, 1), ("company", 1, 0), ("squad", 0, 1), ("squad", 1, 1)]
)
def test_a_fallen_leader_makes_its_squad_check_for_panic_or_that_of_the_company_its_company(by, squad, due):
    drawing = "r2 r1 . . . . b1 b2 b3"
    for seed in range(300):
        words = {"r1": f"swordsman leader, squad {squad}, wounded", "r2": f"squad {squad}"}
        bows = {name: "archer" for name in ("b1", "b2", "b3")}
        game = scene(
            drawing,
            stage="missile",
            active="blue",
            seed=seed,
            lines="triggers: 0 0",
            rules={"panic_by": by},
            **words,
            **bows,
        )
        game.all_do("aim at target 1", "b1", "b2", "b3")
        if game.fate("r1") in ("Downed", "dead", "stable"):
            checks = squad if by == "squad" else 0
            assert (int(game.s["due"][checks]) | int(game.s["triggers"][checks])) & 1 == due
            return
    pytest.fail("the leader never fell")


def with_companies_renamed(made):
    """Return a game in which the companies have changed names, with everything that belongs to each."""
    rules = made.rules.copy()
    for name in ("front", "exits", "first_squad"):
        rules[name][0] = rules[name][0][::-1]
    rules["disc"] = rules["disc"][:, :, ::-1]
    for name in ("objective", "home"):
        values = rules[name].copy()
        rules[name] = (values & 1) << 1 | values >> 1
    rules["company"] = np.where(np.arange(rules["company"].shape[1]) < made.num_agents, 1 - rules["company"], 0)
    return replace(made, rules=rules)


def renamed_state(state):
    """Return a state in which the companies have changed names."""
    other = state.copy()
    for name in state.dtype.names:
        column = state[name]
        if column.ndim > 1 and column.shape[1] == 2:
            other[name] = column[:, ::-1]
    other["ranks"][0, :2] = state["ranks"][0, 1::-1]
    n = 2 * int(state["started"][0, 0])
    other["company"][0, :n] = 1 - state["company"][0, :n]
    other["objective"] = (state["objective"] & 1) << 1 | state["objective"] >> 1
    other["active"] = 1 - state["active"]
    return other


@pytest.mark.rule("FOR-A6")
@pytest.mark.parametrize("scenario", ["clash", "bridge"])
def test_results_do_not_depend_on_which_company_is_called_red(scenario):
    made = make_game(size=8, scenario=scenario)
    generator = np.random.default_rng(5)
    for seed in range(6):
        one, two = Table(made, 1), Table(with_companies_renamed(made), 1)
        for table in (one, two):
            table.arrange(everyone=True)
            table.seed(seed)
            table.begin()
        two.states[:] = renamed_state(one.states)
        two.look()
        for ply in range(200):
            if one.done[0]:
                break
            assert (one.masks == two.masks).all(), (seed, ply)
            assert (one.observations == two.observations).all(), (seed, ply)
            actions = np.array([generator.choice(np.flatnonzero(mask)) for mask in one.masks[0]])
            for table in (one, two):
                table.actions[0] = actions
                table.step()
            for name in ("place", "facing", "fate", "dazed", "wounded", "points", "panicked", "berserk", "quick"):
                assert (one.states[name] == two.states[name]).all(), (seed, ply, name)
        assert one.states["done"][0] == two.states["done"][0]
        if one.states["winner"][0] >= 0:
            assert one.states["winner"][0] == 1 - two.states["winner"][0]
