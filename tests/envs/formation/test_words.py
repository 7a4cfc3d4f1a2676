"""Words: the field in text, the log, the headline, and what games come to."""

import numpy as np
import pytest

from swarmzoo.envs.formation import events
from swarmzoo.envs.formation.config import SCENARIOS, FormationConfig
from swarmzoo.envs.formation.game import formation
from swarmzoo.envs.formation.plan import plan_of
from swarmzoo.envs.formation.reasons import REASONS
from swarmzoo.envs.formation.state import (
    BLUE,
    CROSSED,
    DEAD,
    FIELD,
    FLED,
    MORALE,
    NOBODY,
    RED,
    STEPS,
    state_dtype,
)
from swarmzoo.envs.formation.words.field_text import field_text, soldier_letters
from swarmzoo.envs.formation.words.headline import company_line, title
from tests.envs.formation.random_games import drawn_up, random_game
from tests.envs.formation.scenes import scene

EVENT_CODES = sorted(value for name, value in vars(events).items() if name.isupper() and isinstance(value, int))


def small(scenario="clash"):
    """Return words, state (shape (1,)) and plan of a small game whose soldiers are drawn up."""
    game = formation(FormationConfig(scenario=scenario, size=8))
    return game.words, drawn_up(game.words._plan), game.words._plan


def hexes_of(line, row):
    """Return the hexes of a row of the text, two characters each."""
    body = line[4 + row % 2 :]
    return [body[k : k + 2].ljust(2) for k in range(0, len(body), 2)]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_text_shows_every_soldier_in_its_hex(scenario):
    game, states = random_game(scenario, 1)
    field = game.words._plan.field
    for state in states[:: max(1, len(states) // 12)]:
        s, lines = state[0], game.words.text(state).splitlines()
        rows = [hexes_of(lines[1 + row], row) for row in range(field.rows)]
        for i in np.flatnonzero(s["fate"][:16] == FIELD):
            column, row = field.place(s["place"][i])
            assert rows[row][column] == soldier_letters(s, i)
        letters = sum(pair[0].isalpha() for row in rows for pair in row)
        assert letters == s["in_field"].sum() == (s["fate"][:16] == FIELD).sum()


def test_rows_are_numbered_and_odd_rows_are_shifted():
    words, state, plan = small()
    lines = words.text(state).splitlines()
    assert lines[0].split() == ["0", "5", "10", "15"]
    assert [line[:4].strip() for line in lines[1:13]] == ["0", "", "", "", "", "5", "", "", "", "", "10", ""]
    assert [line[4] == " " for line in lines[1:13]] == [bool(row % 2) for row in range(12)]
    assert plan.field.rows == 12


def test_the_text_has_the_moment_both_companies_and_a_legend():
    words, state, plan = small("bridge")
    s = state[0]
    s["holds"][BLUE] = 2
    text = words.text(state)
    assert title(s, plan, "bridge") in text and ".= both companies' objective" in text
    assert "red: 8 of 8 left\n" in text and "blue: 8 of 8 left; alone on the bridge for 2 turns\n" in text
    assert all(word in text for word in ("~ water", "S swordsman", "P spearman", "x: Dazed and Wounded"))
    assert ".> red's objective" in small()[0].text(small()[1])


@pytest.mark.parametrize("size", [8, 64, 512])
def test_the_text_of_every_size_has_a_line_for_each_row(size):
    plan = plan_of(FormationConfig(size=size))
    lines = field_text(drawn_up(plan)[0], plan, "clash").splitlines()
    assert lines.index("") == plan.field.rows + 1
    assert max(len(line) for line in lines[: plan.field.rows + 1]) <= 2 * plan.field.columns + 5


def test_company_role_leader_and_status_can_be_told_apart():
    _, state, _ = small()
    s = state[0]
    s["kind"][:2], s["leads"][:2] = (0, 7), (False, True)
    assert [soldier_letters(s, i) for i in (0, 1)] == ["S ", "A+"]
    s["company"][:2] = BLUE
    assert [soldier_letters(s, i) for i in (0, 1)] == ["s ", "a+"]
    s["wounded"][:2] = True
    assert [soldier_letters(s, i) for i in (0, 1)] == ["sw", "aW"]
    s["dazed"][:2] = True
    assert [soldier_letters(s, i) for i in (0, 1)] == ["sx", "aX"]
    s["panicked"][:2] = True
    assert [soldier_letters(s, i) for i in (0, 1)] == ["sp", "aP"]


def test_the_line_of_a_company_counts_what_has_become_of_it():
    _, state, plan = small()
    s = state[0]
    s["fate"][:5] = CROSSED, FLED, DEAD, DEAD, FIELD
    s["dazed"][4:7], s["charging"][2:6] = True, True
    assert company_line(s, plan, RED) == "red: 5 of 8 left (1 crossed); 2 dead, 1 fled; 3 Dazed, 2 charging"
    assert company_line(s, plan, BLUE) == "blue: 8 of 8 left"


def test_the_headline_tells_the_moment_and_the_end():
    words, state, plan = small()
    s = state[0]
    s["turn"], s["active"], s["stage"], s["step_number"] = 2, BLUE, STEPS, 3
    assert title(s, plan, "clash") == f"clash, turn 3 of at most {plan.max_turns}, blue is active, stage: step 4"
    s["choices"][[0, 8]] = 1, 2
    assert words.prompt(state, 8) == "turn 3, blue: step"
    assert words.prompt(state, 0) == "red_0 waits: turn 3, blue: step"
    s["stage"] = MORALE
    assert title(s, plan, "clash").endswith("blue is active, stage: morale")
    s["done"], s["winner"], s["ending"] = True, RED, 2
    assert words.prompt(state, 0) == "the game is over: line broken, red has won"
    assert title(s, plan, "clash").endswith(": the game is over: line broken, red has won")
    s["winner"], s["ending"] = NOBODY, 8
    assert words.prompt(state, 0) == "the game is over: both out, a draw"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_log_tells_every_event_that_is_still_kept_once(scenario):
    game, states = random_game(scenario, 1)
    told, last, lost = 0, 0, 0
    for state in states:
        kept = len(state[0]["log"])
        gone = max(0, int(state[0]["logged"]) - kept - last)
        sentences, last = game.words.log(state, last)
        assert sentences[:1] == [f"({gone} earlier events are no longer in the log)"] or gone < 2
        told, lost = told + len(sentences) - (gone > 0), lost + gone
        assert all(sentences)
    assert told == last - lost and last == states[-1][0]["logged"]
    assert game.words.log(states[-1], last) == ([], last)
    assert states[-1][0]["done"] and sentences[-1].startswith("the game is over: ")
    everything, _ = game.words.log(states[-1], 0)
    assert len(everything) == min(last, kept) + (last > kept) and everything[-1] == sentences[-1]


def test_every_event_has_a_sentence_that_names_who_did_what():
    words, state, _ = small()
    s = state[0]
    sentences = set()
    for code in EVENT_CODES:
        s["logged"], s["log"][0] = 1, [code, 1, 1, 1]
        (sentence,), last = words.log(state, 0)
        assert last == 1 and "{" not in sentence
        assert any(name in sentence for name in ("red_1", "blue"))
        sentences.add(sentence)
    assert len(sentences) == len(EVENT_CODES) == 23


@pytest.mark.parametrize(
    "event, sentence",
    [
        ((events.TURN_BEGUN, BLUE, 4, 0), "turn 5 begins: blue is active"),
        ((events.FORMED, 0, 2, 0), "red_0 and 1 other form up"),
        ((events.FORMED, 0, 6, 0), "red_0 and 5 others form up"),
        ((events.BROKEN, 3, 4, 0), "the formation of red_3 breaks, 4 members"),
        ((events.STEP_TAKEN, RED, 2, 0), "red takes Step 2"),
        ((events.MOVED, 9, 5, 0), "blue_1 steps ahead left"),
        ((events.MOVED, 9, 3, 1), "blue_1 steps back, keeping its facing"),
        ((events.TURNED, 1, 1, 0), "red_1 turns to face ahead right"),
        ((events.ORDERED, 2, 0, 0), "red_2 is to form up"),
        ((events.ORDERED, 2, 3, 0), "red_2 charges"),
        ((events.DAZED_NOW, 9, 0, 0), "blue_1 is Dazed"),
        ((events.SHOT, 15, 3, 2), "blue_7 shoots at red_3 and hits"),
        ((events.SHOT, 15, 3, 0), "blue_7 shoots at red_3 and misses"),
        ((events.STRUCK, 3, 8, 0), "red_3 strikes at blue_0 from a spear wall"),
        ((events.STRUCK, 3, 8, 1), "red_3 strikes at blue_0"),
        ((events.OPPORTUNITY, 3, 8, 0), "red_3 strikes at blue_0, who leaves its Zone of Control"),
        ((events.GAME_ENDED, RED, 1, 0), "the game is over: half crossed, red has won"),
        ((events.GAME_ENDED, NOBODY, 6, 0), "the game is over: time is up, a draw"),
    ],
)
def test_sentences(event, sentence):
    words, state, _ = small()
    state[0]["logged"], state[0]["log"][0] = 1, event
    assert words.log(state, 0)[0] == [sentence]


def test_the_log_tells_orders_steps_forming_up_and_who_has_won():
    game = scene(". r1 . . . . . . . . . . b0\n . r0 . .", r1="squad 0", b0="quick 0")
    game.does(r0="form up", r1="form up")
    game.until("step")
    game.does(r0="step ahead", r1="face left").does(r1="step back, keep facing").does(r0="stay")
    told = " / ".join(game.game.words.log(game.table.states, 0)[0])
    order = ("red_1 is to form up", "red_0 and 1 other form up", "red takes Step 1", "red_0 steps ahead")
    for sentence in (*order, "red_1 turns to face ahead left", "red takes Step 2", "red_1 steps back, keeping its"):
        assert sentence in told
    assert [told.index(sentence) for sentence in order] == sorted(told.index(sentence) for sentence in order)
    charged = scene("r0 . . . . . . . . . . b0").does(r0="charge")
    assert "red_0 charges" in charged.game.words.log(charged.table.states, 0)[0]
    game, states = random_game("clash", 2)
    winner = {RED: "red has won", BLUE: "blue has won", NOBODY: "a draw"}[int(states[-1][0]["winner"])]
    assert game.words.log(states[-1], 0)[0][-1].endswith(winner)


def test_the_log_tells_nothing_of_where_the_hidden_go_until_they_are_discovered():
    game = scene("r1 . . . b1 . . b0", active="blue", stage="step", b1="hidden, squad 5", rules={"hidden_until": 1})
    game.does(b1="step ahead")
    assert not any("blue_1" in sentence for sentence in game.game.words.log(game.table.states, game.since)[0])
    game.until("step").does(b1="step ahead").until("step").does(b1="step ahead")
    assert "blue_1 is discovered" in game.game.words.log(game.table.states, 0)[0]


def test_the_log_has_room_for_an_env_step_in_which_everybody_moves():
    for size in (8, 64, 512):
        assert len(state_dtype(2 * size, 1024)["log"].shape) == 2
        assert state_dtype(2 * size, 1024)["log"].shape[0] >= 3 * size


def test_overwritten_events_are_missing_and_counted():
    words, state, _ = small()
    s = state[0]
    kept = len(s["log"])
    s["logged"] = kept + 10
    for k in range(kept + 10):
        s["log"][k % kept] = [events.TURN_BEGUN, RED, k, 0]
    sentences, last = words.log(state, 3)
    assert last == kept + 10 and len(sentences) == kept + 1
    assert sentences[:2] == ["(7 earlier events are no longer in the log)", "turn 11 begins: red is active"]
    assert sentences[-1] == f"turn {kept + 10} begins: red is active"
    assert len(words.log(state, last - 2)[0]) == 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_question_names_the_active_company(scenario):
    game, states = random_game(scenario, 1)
    for state in states[:-1]:
        assert f", {('red', 'blue')[state[0]['active']]}: " in game.words.prompt(state, 0)
    assert game.words.prompt(states[-1], 0).startswith("the game is over: ")


def test_the_summary_counts_by_company():
    game, states = random_game("clash", 1)
    summary, s = game.words.summary(states[-1]), states[-1][0]
    assert summary.ending != "still played" and summary.of("turns") == s["turn"]
    for c in (RED, BLUE):
        assert summary.of("out", c) == s["started"][c] - s["in_field"][c] - s["crossed"][c]
    assert game.words.reasons is REASONS
