"""Words: every legal action has its own name, every question is asked in words, the log keeps hidden facts hidden."""

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects import events
from swarmzoo.envs.insects.actions import action_space
from swarmzoo.envs.insects.board import board_of
from swarmzoo.envs.insects.cards import CARD_NAMES
from swarmzoo.envs.insects.game import insects
from swarmzoo.envs.insects.reasons import REASONS
from swarmzoo.envs.insects.state import LOG_LENGTH, NUM_DECISIONS
from swarmzoo.envs.insects.words.naming import hex_names, row_letters
from tests.envs.insects.random_games import CONFIGS, FOUR, TWO, random_game

ACTIONS = action_space(37, 2)
ROWS = ["6{} 1 1 1", "1 2 1 1 1", "1 1 1 1 1 1", "1 1 1 6 1 1 1", "1 1 5 1 1 1", "1 0 1 1 1", "1 1 1 6{}"]


def two(stack_a, stack_b, lines):
    """Read a position of two players with a stack in A1 and in G4."""
    rows = [ROWS[0].format(stack_a), *ROWS[1:6], ROWS[6].format(stack_b)]
    game = insects(TWO)
    return game.words, game.words.read_position("board:\n" + "\n".join(rows) + f"\n{lines}\n", seed=0)


@pytest.mark.parametrize("config", CONFIGS, ids=("two", "four"))
def test_legal_actions_have_different_names(config):
    for seed in (1, 2):
        game, plies = random_game(config, seed)
        for ply in plies:
            names = [game.words.action_name(ply.state, ply.actor, action) for action in ply.legal]
            assert len(set(names)) == len(names) and all(names), names


@pytest.mark.parametrize("config", CONFIGS, ids=("two", "four"))
def test_every_question_names_who_is_asked(config):
    asked = set()
    for seed in (1, 2, 3):
        game, plies = random_game(config, seed)
        for ply in plies[:-1]:
            assert game.words.prompt(ply.state, ply.actor).startswith(f"swarm_{ply.actor}, ")
            asked.add(int(ply.state[0]["question"]) if ply.state[0]["question"] >= 0 else int(ply.state[0]["stage"]))
        assert game.words.prompt(plies[-1].state, 0).startswith("the game is over: ")
    assert asked <= set(range(NUM_DECISIONS)) and len(asked) >= 10


def test_every_action_has_a_name_for_every_agent_legal_or_not():
    game, plies = random_game(FOUR, 1)
    for ply in plies[::60]:
        for agent in range(4):
            assert all(game.words.action_name(ply.state, agent, action) for action in range(-1, game.num_actions + 1))


def test_names_of_the_move_phase():
    words, state = two("a40", "b2", "phase: move\nhand a: Antennae")
    assert words.prompt(state, 0) == "swarm_0, Move Phase: pick a stack (1 move left)"
    assert words.action_name(state, 0, ACTIONS.index("pass")) == "end the Move Phase"
    assert words.action_name(state, 0, ACTIONS.index("burn", 6)) == "burn Intelligence"
    assert words.action_name(state, 0, ACTIONS.index("hex")) == "pick the stack of 40 at A1"


def test_the_second_player_sees_the_board_from_its_own_start():
    words, state = two("a3", "b2", "phase: move\nactive: b")
    assert words.action_name(state, 1, ACTIONS.index("hex")) == "pick the stack of 2 at G4"


def test_counts_above_31_are_named_by_their_high_digit():
    words, state = two("a40", "b2", "phase: move\n.stage: 7\n.actor: 0\n.at: 0\n.group: 0*14\n.moved: 40 0*517")
    digit = ACTIONS.index("digit")
    assert words.prompt(state, 0) == "swarm_0, Move Phase: how many of the 40 insects at A1 that moved 0 spaces go?"
    assert words.action_name(state, 0, digit + 1) == "32 to 63: high digit 1"
    state[0]["high_digit"] = 1
    assert words.action_name(state, 0, digit + 3) == "35 insects"
    state[0]["high_digit"] = 0
    assert words.action_name(state, 0, digit + 1) == "1 insect"


def test_places_in_a_bid_are_counted_from_one():
    words, state = two("a3", "b2", "phase: bid\nround: 1")
    assert "pick a place in the order" in words.prompt(state, 0)
    assert words.action_name(state, 0, ACTIONS.index("seat", 1)) == "take place 2"


def test_evolutions_and_events_are_told_apart():
    words, state = two("a3", "b2", "hand a: Sting, Queen")
    assert words.action_name(state, 0, ACTIONS.index("play", 1)) == "play Attack (Evolution)"
    assert words.action_name(state, 0, ACTIONS.index("play", 18)) == "play Rush (Event)"


@pytest.mark.parametrize("config", CONFIGS, ids=("two", "four"))
def test_the_text_board_shows_every_stack_and_the_question(config):
    game, plies = random_game(config, 1)
    for ply in plies[::25]:
        text, s = game.words.text(ply.state), ply.state[0]
        assert game.words.prompt(ply.state, ply.actor) in text and f"Round {s['round_number']}" in text
        words = text.split()
        for seat, row in enumerate(s["bugs"]):
            assert all(f"{'abcd'[seat]}{count}" in words for count in row if count)


def test_hands_are_counted_not_named():
    words, state = two("a3", "b2", "phase: move\nhand a: Sting, Rush\nhand b: Latency")
    everything = words.text(state) + words.svg(state)
    assert not any(name in everything for name in ("Sting", "Rush", "Latency"))


@pytest.mark.parametrize("config", CONFIGS, ids=("two", "four"))
def test_the_log_tells_every_event_once(config):
    for seed in (1, 2, 3):
        game, plies = random_game(config, seed)
        told, last = 0, 0
        for ply in plies:
            sentences, last = game.words.log(ply.state, last)
            told += len(sentences)
            assert all(sentences)
        assert told == last == plies[-1].state[0]["logged"]
        assert game.words.log(plies[-1].state, last) == ([], last)


def test_the_log_says_when_older_events_are_gone():
    game, plies = random_game(TWO, 1)
    sentences, last = game.words.log(plies[-1].state, 0)
    assert sentences[0] == f"({last - LOG_LENGTH} earlier events are no longer in the log)"
    assert len(sentences) == LOG_LENGTH + 1 and sentences[-1].startswith("the game is over: ")


def test_the_log_names_the_winner():
    for config in CONFIGS:
        game, plies = random_game(config, 1)
        *_, last = game.words.log(plies[-1].state, 0)[0]
        winners = [f"swarm_{seat}" for seat in np.flatnonzero(plies[-1].state[0]["winner"])]
        names = ", ".join(winners)
        assert last.endswith(f"; {names} wins" if len(winners) == 1 else f"; {names} share first place")
        assert last == game.words.prompt(plies[-1].state, 0)


def test_hidden_facts_stay_out_of_the_log():
    words, state = two("a3", "b2", "phase: move")
    s = state[0]
    s["logged"], s["log"][0], s["log"][1] = 2, [events.CARDS_DRAWN, 0, 2, 0, 0], [events.CARD_STOLEN, 1, 0, 0, 0]
    assert words.log(state, 0)[0] == ["swarm_0 draws 2 cards", "swarm_1 steals from the hand of swarm_0"]


def test_every_event_has_a_sentence():
    words, state = two("a3", "b2", "phase: move")
    s = state[0]
    names = {name for printed in CARD_NAMES.values() for name in printed}
    for code in range(24):
        s["logged"], s["log"][0] = 1, [code, 1, 1, 1, 1]
        (sentence,), _ = words.log(state, 0)
        assert "{" not in sentence
        if code in (events.EVOLUTION_PLAYED, events.CARD_BURNT, events.CARD_DISCARDED, events.CARD_DESTROYED):
            assert any(name in sentence for name in names)


def test_the_summary_counts_by_side():
    game, plies = random_game(FOUR, 2)
    summary, s = game.words.summary(plies[-1].state), plies[-1].state[0]
    assert summary.ending != "not over" and summary.of("rounds") == s["round_number"]
    assert [summary.of("insects", seat) for seat in range(4)] == s["bugs"].sum(axis=1).tolist()
    assert [summary.of("cards in play", seat) for seat in range(4)] == s["in_play"].sum(axis=1).tolist()
    assert summary.of("cards discarded") == s["discards"].sum()
    with pytest.raises(GameError, match="cards burnt"):
        summary.of("cards burned", 0)


def test_reasons_and_hex_names():
    game = insects(TWO)
    assert game.words.reasons is REASONS
    names = hex_names(board_of(TWO))
    assert names[:5] == ["A1", "A2", "A3", "A4", "B1"] and names[-1] == "G4" and len(set(names)) == 37
    assert [row_letters(row) for row in (0, 25, 26, 52)] == ["A", "Z", "AA", "BA"]
