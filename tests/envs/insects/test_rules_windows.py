"""The five windows, who is asked, and what everybody sees."""

import numpy as np
import pytest

from swarmzoo.envs.core.hexes import DIRECTION_NAMES
from swarmzoo.envs.insects.actions import action_space
from swarmzoo.envs.insects.board import board_of
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from tests.envs.insects.positions import new_game, play

BOARD = "6 1a2 1 1b1 1 1c1 1 1d1 6"


def at(phase: str, lines: str = "", board: str = BOARD, **rules):
    """Return a game of four in one of a's phases."""
    return play(f"phase: {phase}\n{lines}\nboard:\n{board}\n", **({"players": 4, "base_stack": 900} | rules))


@pytest.mark.rule("INS-W2", "INS-A7")
def test_the_window_at_the_start_of_the_move_phase_asks_opponents_only():
    lines = "order: d c a b\nactive: a\nhand a: Dormancy\nhand b: Webs\nhand c: Rush\nhand d: Dormancy, Webs"
    game = at("move", lines, cards={"dormancy": 2, "webs": 2})
    asked = []
    for sentence in ("pass", "burn Webs", "pass", "pass"):
        asked.append(game.asked)
        game.does(sentence)
    assert asked == ["b move window", "d move window", "b move window", "d move window"]
    assert game.asked == "a pick"


@pytest.mark.rule("INS-W5", "INS-A7")
def test_no_window_follows_an_event_card_that_nobody_can_answer():
    assert at("move", "hand a: Migration, React Quickly").does("play Migration").asked == "a pick"


@pytest.mark.rule("INS-A7", "INS-P10")
def test_with_windows_all_everybody_concerned_is_asked_whatever_it_holds():
    game = at("move", windows="all")
    assert [game.asked, *(game.passes().asked for _ in range(3))] == [
        "b move window",
        "c move window",
        "d move window",
        "a pick",
    ]
    assert game.can >= {"pass", "pick A2"}


@pytest.mark.rule("INS-A7", "INS-A2")
def test_with_windows_all_nobody_is_asked_where_the_deck_holds_no_fitting_card():
    assert at("move", windows="all", extra=False).asked == "a pick"  # neither Webs nor Dormancy
    bids = dict.fromkeys(("initiative", "intelligence", "movement", "latency"), 0)
    assert at("bid", "round: 1", windows="all", cards=bids).asked == "a bid"
    fights = dict.fromkeys(("attack", "defense", "initiative", "blood_suckers", "feeding_frenzy", "rush", "molt"), 0)
    board = "6 1a9b9c9 1 6a1 1 6b1 6c1 6d1"
    assert at("attack", "", board, windows="all", cards=fights).asked == "a target"
    assert at("attack", "", board, windows="all").asked == "a fight window"
    cut = at("stack limit", "", windows="all", base_stack=1, cards={"stack": 0})
    assert cut.asked != "a limit window" and cut.told("STACK_CUT") == [[0, 1, 1, 0]]


@pytest.mark.rule("INS-A7", "INS-E16")
def test_with_windows_all_rampage_is_offered_whatever_is_held_unless_the_deck_holds_none():
    offered = at("attack", windows="all")
    assert offered.asked == "a rampage offer" and offered.can == {"pass"}
    assert at("attack", windows="all", cards={"rampage": 0}).asked != "a rampage offer"
    assert at("attack").asked != "a rampage offer"


@pytest.mark.rule("INS-A7", "INS-P10")
def test_with_windows_once_each_holder_is_asked_until_it_has_played_a_card():
    lines = "hand b: Webs, Dormancy\nhand c: Webs"
    game = at("move", lines, windows="once", cards={"webs": 2}).does("burn Webs")
    assert game.asked == "c move window"
    again = at("move", lines, cards={"webs": 2}).does("burn Webs")
    assert again.asked == "b move window"


@pytest.mark.rule("INS-A8")
def test_what_is_legal_and_seen_does_not_depend_on_hidden_cards():
    lines = "hand a: Adaptation, Migration, Sting\nhand b: {}\nhand c: Bite\nhand d: Rush"
    seen = []
    for hidden in ("Barbs, Hive", "Latency, React Quickly"):
        game = at("move", lines.format(hidden))
        seen.append((game.can, game.questions.observation(game.table.states, 0)))
        assert game.asked == "a pick"
    assert seen[0][0] == seen[1][0]
    assert np.array_equal(seen[0][1], seen[1][1])


@pytest.mark.rule("INS-A8")
def test_neither_log_nor_observation_tell_who_was_asked_in_a_window():
    quiet = at("move", "hand b: Bite\nhand c: Sting")
    asked = at("move", "hand b: Webs\nhand c: Sting").does("pass")
    assert quiet.story() == asked.story()
    before, after = (game.questions.observation(game.table.states, 3) for game in (quiet, asked))
    assert np.array_equal(before, after)


@pytest.mark.rule("INS-A1")
def test_every_choice_is_one_decision_of_one_player_from_a_flat_space():
    game = new_game(seed=5, players=4)
    assert game.game.num_actions == action_space(61, 4).num_actions == 1 + 29 + 14 + 61 + 6 + 2 + 32 + 4
    for _ in range(200):
        if game.s["done"]:
            break
        acting = game.questions.acting(game.table.states)
        assert acting.sum() == 1 and acting[game.s["actor"]] == 1
        for agent in range(4):
            mask = game.questions.mask(game.table.states, agent)
            assert (mask.sum() >= 2) if acting[agent] else (mask.sum() == 0)
        game.act(int(np.flatnonzero(game.s["mask"])[-1]))


@pytest.mark.rule("INS-A1")
@pytest.mark.parametrize("players", [2, 4])
def test_what_the_mask_shows_is_what_there_is_no_reason_against(players):
    game = new_game(seed=7, players=players, extra_cards=True)
    for ply in range(60):
        actor = int(game.s["actor"])
        reasons = [game.questions.why_not(game.table.states, actor, a) for a in range(game.game.num_actions)]
        legal = np.flatnonzero(game.s["mask"])
        assert [a for a, reason in enumerate(reasons) if reason is None] == legal.tolist()
        game.act(int(legal[(ply * 5) % len(legal)]))
    others = [game.questions.why_not(game.table.states, seat, 0) for seat in range(players) if seat != game.s["actor"]]
    assert set(others) == {"another player decides now"}


@pytest.mark.rule("INS-A2")
def test_no_decision_of_a_game_has_fewer_than_two_legal_actions():
    for seed in range(3):
        game = new_game(seed=seed)
        for ply in range(150):
            if game.s["done"]:
                break
            legal = np.flatnonzero(game.s["mask"])
            assert len(legal) >= 2
            game.act(int(legal[(ply * 7 + seed) % len(legal)]))


@pytest.mark.rule("INS-A5", "INS-P1")
@pytest.mark.parametrize("radius", [None, 1, 2, 3, 6])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_player_sees_its_own_start_where_seat_0_sees_its_own(players, radius):
    for symmetric in (False, True):
        if symmetric and (players == 5 or radius == 1):
            continue
        config = InsectsConfig.read({"players": players, "radius": radius, "symmetric": symmetric})
        r, hexes = insects(config).rules[0], len(board_of(config).hexes)
        starts = r["start"].tolist()
        for seat in range(players):
            assert r["seen_at"][seat, starts[seat]] == starts[0]
            assert sorted(r["seen_at"][seat, :hexes].tolist()) == list(range(hexes))
            assert (r["hex_at"][seat, r["seen_at"][seat]] == np.arange(len(r["terrain"]))).all()
            for x, beside in enumerate(r["neighbours"][:hexes]):  # what lies beside what is seen so too
                seen = [r["seen_at"][seat, t] if t >= 0 else -1 for t in beside]
                turned = r["neighbours"][r["seen_at"][seat, x], r["direction_view"][seat]].tolist()
                assert seen == turned


@pytest.mark.rule("INS-A5")
def test_the_second_players_actions_mean_the_board_turned_by_half():
    rows = ["6a3 1 1 1", "1 1 1 1 1", "1 1 1 1 1 1", "1 1 1 1b1 1 1 1", "1 1 1 1 1 1", "1 1 1 1 1", "1 1 1 6b3"]
    text = "phase: move\nactive: b\norder: b a\nboard:\n" + "\n".join(rows) + "\n"
    game = new_game(seed=1)
    game.begin(game.game.words.read_position(text, 0))
    actions, centre = game.game.actions, 18
    assert set(np.flatnonzero(game.s["mask"])) == {0, actions.index("hex", centre), actions.index("hex", 36 - 36)}
    game.act(actions.index("hex", centre))  # the middle is the middle for everybody
    assert game.asked == "b step"
    game.act(actions.index("step", DIRECTION_NAMES.index("east")))
    assert game.s["bugs"][1, centre - 1] == 1  # its east is the table's west


@pytest.mark.rule("INS-A5")
def test_players_are_named_by_how_far_they_sit_after_the_actor():
    lines = "order: c a d b\nactive: c\nhand c: Co-Opt Evolution\nhand a: Hive\nhand b: Swarm\nhand d: Bite"
    game = at("move", lines).does("play Co-Opt Evolution")
    seats = np.flatnonzero(game.s["mask"]) - (game.game.num_actions - 4)
    assert seats.tolist() == [1, 2, 3]
    game.act(game.game.num_actions - 4 + 2)  # two places after c sits d
    assert game.hand("c") == ["Attack"] and game.hand("d") == []
