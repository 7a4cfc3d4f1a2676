"""Positions in text form: exact to the byte, readable, and strict."""

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects.cards import Kind
from swarmzoo.envs.insects.game import insects
from swarmzoo.envs.insects.state import BID_WINDOW, DISCARDED, EVOLUTION, FIGHT_ORDER, FIGHT_WINDOW, MOVE_WINDOW, PICK
from tests.envs.insects.positions import play
from tests.envs.insects.random_games import CONFIGS, FOUR, TWO, random_game

POSITION = """\
phase: move            # a remark
active: a
round: 2
order: b a
board:
        1   1   1   6
      1   2   7b2 1   1
    1   1   1   1   1   1
  1   1   1   6a3 1   1   1
    1   1   5a1 1   1   1
      1   0   1   1   1
        6   1   1   1023
hand a: Hive, Rush
play a: Sting, Attack, Mimic=Defense
burnt a: Attack
hand b: Queen
deck: Swarm, Bite
deck only: yes
discards: Webs
""".replace("1023", "1b1")


def read(text, config=FOUR, seed=0):
    """Read a position of a game."""
    return insects(config).words.read_position(text, seed=seed)


def four(text):
    """Fit the position to the board of four players: a wider one, with everybody on it."""
    start, rows, end = text.partition("board:\n")[0], ROWS_OF_FOUR, text.partition("hand a")
    return f"{start}board:\n{rows}hand a{end[2]}".replace("order: b a", "order: b a c d")


ROWS_OF_FOUR = """\
        1   1   1   6a3 1
      1   2   7b2 1   1   1
    1   1   1   1   1   1   1
  1   1   1   6   1   1   1   1
1   1   5c1 1   1   1   1   1   1
  1   0   1   1   1   1   1   1
    6d2 1   1   1   1   1   1
      1   1   1   1   1   1
        1   1   1   1   1
"""


@pytest.mark.parametrize("config", CONFIGS, ids=("two", "four"))
def test_every_state_of_a_random_game_is_written_exactly(config):
    game, plies = random_game(config, 1)
    for ply in plies:
        text = game.words.write_position(ply.state)
        assert game.words.read_position(text, seed=99).tobytes() == ply.state.tobytes(), text


def test_a_position_just_read_is_written_without_raw_fields_but_the_generator():
    game = insects(FOUR)
    text = game.words.write_position(read(four(POSITION)))
    assert [line for line in text.splitlines() if line.startswith(".")] == [text.splitlines()[-1]]
    assert text.splitlines()[-1].startswith(".rng: ")


def test_cards_lie_where_the_lines_say():
    s = read(four(POSITION))[0]
    assert s["hand"][0, Kind.STACK] == s["hand"][0, Kind.RUSH] == 1 and s["hand_size"].tolist() == [2, 1, 0, 0]
    assert s["in_play"][0, Kind.ATTACK] == 2 and s["in_play"][0, Kind.MIMIC] == 1
    assert s["mimicked"][0, Kind.DEFENSE] == 1 and s["burnt"][0, Kind.ATTACK] == 1
    assert s["force"][0, Kind.ATTACK] == 3 and s["force"][0, Kind.DEFENSE] == 1
    assert s["discards"][Kind.WEBS] == 1


def test_the_deck_lists_its_top_cards_in_order():
    names = [name for _, name in FOUR.card_names()]
    s = read(four(POSITION))[0]
    assert [names[card] for card in s["deck"][s["drawn"] : 89]] == ["Swarm", "Bite"]
    assert (s["where"][:89] == DISCARDED).sum() == s["discards"].sum() == 89 - 2 - 6 - 0
    longer = read(four(POSITION).replace("deck only: yes", "deck only: no"))[0]
    left = [names[card] for card in longer["deck"][longer["drawn"] : 89]]
    assert left[:4] == ["Swarm", "Bite", "Ambush", "Reflexes"] and len(left) == 89 - 6 - 2


def test_terrain_stacks_and_order_are_read():
    s = read(four(POSITION))[0]
    assert s["bugs"].sum(axis=1).tolist() == [3, 2, 1, 2] and s["terrain"][3] == 6 and s["bugs"][0, 3] == 3
    assert s["order"].tolist() == [1, 0, 2, 3] and (s["active"], s["turn"], s["round_number"]) == (0, 1, 2)


def test_missing_lines_have_defaults():
    s = read("board:\n" + ROWS_OF_FOUR)[0]
    assert (s["stage"], s["active"], s["round_number"], s["order"].tolist()) == (EVOLUTION, 0, 1, [0, 1, 2, 3]) or (
        s["stage"] != EVOLUTION  # with no card in any hand nothing is asked in the Evolution Phase
    )
    assert s["hand_size"].sum() == 0 and s["round_number"] == 1


def test_players_without_insects_are_out():
    s = read("board:\n" + ROWS_OF_FOUR.replace("b2", "").replace("c1", "") + "order: d a\nphase: move\n")[0]
    assert s["out"].tolist() == [0, 1, 1, 0] and s["order"].tolist() == [3, 0, 1, 2] and s["active"] == 3


@pytest.mark.parametrize(
    "phase, hand, stage",
    [
        ("bid", "Ambush", BID_WINDOW),
        ("evolution", "Hive, Queen", EVOLUTION),
        ("move", "Hive", PICK),
        ("attack", "Sting", FIGHT_WINDOW),
    ],
)
def test_play_begins_at_the_first_decision_of_the_phase(phase, hand, stage):
    rows = ROWS_OF_FOUR.replace("6a3", "6a3b1")
    assert read(f"phase: {phase}\nboard:\n{rows}hand a: {hand}\n")[0]["stage"] == stage


def test_others_are_asked_at_the_start_of_the_move_phase():
    s = read(f"phase: move\nboard:\n{ROWS_OF_FOUR}hand c: Webs\n")[0]
    assert (s["stage"], s["actor"], s["active"]) == (MOVE_WINDOW, 2, 0)


def test_the_bid_is_that_of_the_next_round():
    s = read(f"phase: bid\nround: 4\norder: c d a b\nboard:\n{ROWS_OF_FOUR}hand a: Ambush\n")[0]
    assert s["round_number"] == 5 and s["order"].tolist() == [2, 3, 0, 1] and s["active"] == -1


def test_the_order_of_fights_is_asked():
    rows = ROWS_OF_FOUR.replace("6a3", "6a3b1").replace("6d2", "6d2a1")
    assert read(f"phase: attack\nboard:\n{rows}")[0]["stage"] == FIGHT_ORDER


def test_the_seed_serves_the_generator():
    one, same, other = (read(four(POSITION), seed=seed)[0]["rng"] for seed in (5, 5, 6))
    assert np.array_equal(one, same) and not np.array_equal(one, other)


BAD = [
    ("Hive", "Hives", "line 15: unknown card 'Hives'; did you mean Hive?"),
    ("Hive", "Hive, Hive", "line 15: 'Hive' once too often: the deck holds 1"),
    ("deck: Swarm", "deck: Rush, Rush", "line 19: 'Rush' once too often"),
    ("Mimic=Defense", "Mimic", "line 16: 'Mimic': write what the Mimic copies, as Mimic=<kind>"),
    ("Mimic=Defense", "Mimic=Mimic", "line 16: 'Mimic=Mimic': write what the Mimic copies"),
    ("Mimic=Defense", "Rush", "line 16: 'Rush' is an Event card; 'play a' takes Evolution cards"),
    ("Hive", "Stack=Attack", "line 15: 'Stack=Attack': '=' only tells what a Mimic"),
    ("6a3", "6a0", "line 6: '6a0': a stack of 0 insects; 1 to 1023 are allowed"),
    ("6a3", "6a1024", "a stack of 1024 insects; 1 to 1023 are allowed"),
    ("6a3", "6a-3", "line 6: '6a-3' is not a hex"),
    ("6a3", "6a3a4", "names player a twice"),
    ("6a3", "6e3", "'e' is not a player of this game; the players are a, b, c, d"),
    ("6a3", "x", "'x' is not a hex: write a terrain's digit (0 Sand, 1 Dirt"),
    ("6a3", "6a1000", "player a has 1500 insects"),
    ("6a3 1\n", "6a3\n", "line 6: the row has 4 hexes; 5 are needed"),
    ("        1   1   1   1   1\n", "", "line 5: the board has 8 rows; 9 are needed"),
    ("6", "1", "the board has no Den"),
    ("phase: move", "phase: moves", "line 1: the phase is 'moves'; allowed are bid, evolution"),
    ("phase: move", "fase: move", "line 1: unknown key 'fase'; did you mean 'phase'?"),
    ("phase: move", "phase move", "line 1: 'phase move' has no colon"),
    ("phase: move", "phase: bid", "line 2: nobody is active in a bid"),
    ("active: a", "active: z", "line 2: 'z' is not a player"),
    ("c1", "", "line 4: the order is 'b a'; it must name each player in play once: a, b, d"),
    ("b2", "", "player b has cards but no insects"),
    ("round: 2", "round: 0", "line 3: the round is '0'; whole numbers from 1 to 32000 are allowed"),
    ("round: 2", "round: two", "the round is 'two'"),
    ("round: 2", "order: a b c d", "line 4: 'order' stands in line 3 already"),
    ("deck only: yes", "deck only: maybe", "line 20: 'deck only' is 'maybe'; yes or no"),
    ("hand b", "hand e", "line 18: 'e' is not a player"),
    ("board:", "phases:", "line 5: unknown key 'phases'"),
    ("round: 2", ".turns: 0", "line 3: '.turns' is not a field of the state; the fields are"),
    ("round: 2", ".rng: 1 2", "line 3: '.rng' has 2 numbers; 4 are needed"),
    ("round: 2", ".rng: 0*4", "position: rng is all zeros"),
    ("round: 2", ".rng: -1*4", "-1 does not fit into '.rng'; allowed are 0 to 4294967295"),
    ("round: 2", ".turn: x", "'x' is not a number"),
    ("round: 2", ".actor: 4", "4 does not fit into '.actor'; allowed are -1 to 3"),
    ("round: 2", ".done: 2", "2 does not fit into '.done'; allowed are 0 to 1"),
    ("round: 2", ".drawn: 3", "position: deck must hold every card once"),
]


@pytest.mark.parametrize("old, new, message", BAD, ids=[f"{old}>{new}"[:30] for old, new, _ in BAD])
def test_mistakes_are_told_with_line_and_remedy(old, new, message):
    text = four(POSITION)
    if message.startswith("line 4: the order is 'b a'"):
        text = text.replace("order: b a c d", "order: b a")
    if message.startswith("player a has 1500"):
        text = text.replace("7b2", "7a500b2")
    bad = text.replace(old, new)
    assert bad != text
    with pytest.raises(GameError) as error:
        read(bad)
    assert str(error.value).startswith("position") and message in str(error.value)


def test_an_eliminated_player_cannot_be_active():
    with pytest.raises(GameError, match="player c has no insects, so it is out and cannot be active"):
        read("active: c\nphase: move\nboard:\n" + ROWS_OF_FOUR.replace("c1", ""))


def test_extra_cards_are_refused_without_their_deck():
    rows = "6a1 1 1 1\n1 1 1 1 1\n1 1 1 1 1 1\n1 1 1 1 1 1 1\n1 1 1 1 1 1\n1 1 1 1 1\n1 1 1 6b1\n"
    with pytest.raises(GameError, match="'Webs' is not in the deck of this game"):
        read(f"board:\n{rows}hand a: Webs\n", TWO)


def test_a_position_needs_a_board_and_a_seed_from_zero():
    with pytest.raises(GameError, match="the board is missing"):
        read("phase: move\n")
    with pytest.raises(GameError, match="seed = -1"):
        read(four(POSITION), seed=-1)


def test_a_group_that_takes_others_along_may_go_further_than_any_insect():
    game = play("phase: move\nplay a: Wings\nboard:\n6 " + "1a1 " * 20 + "1 6b3\n", base_stack=900)
    game.does("pick A2", "go east", *["pick up", "go east"] * 17)
    assert game.s["steps"] == 18
    text = game.game.words.write_position(game.table.states)
    assert game.game.words.read_position(text, seed=0).tobytes() == game.table.states.tobytes()
