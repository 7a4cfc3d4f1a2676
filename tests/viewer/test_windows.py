"""Who is asked for reactions in insects: where people play, that somebody is asked tells nothing of what it holds."""

import numpy as np
import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.live import NOBODY, LiveGame
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.entries import Questions
from swarmzoo.lab.games import even_game, game_for_persons
from swarmzoo.viewer.play.table import PersonTable

WINDOWS = ("Round Bid", "Attack Phase", "Stack Limit")


def game_of(windows):
    return even_game(find_game("insects"), {"rules": {"windows": windows}})


def test_where_people_play_windows_ask_all_unless_it_is_said_otherwise():
    insects = find_game("insects")
    assert game_for_persons(insects, {}).config.rules.windows == "all"
    assert game_for_persons(insects, {"rules": {"base_attack": 3, "windows": "once"}}).config.rules.windows == "once"
    assert even_game(insects, {}).config.rules.windows == "holders"


def told_apart(game, games):
    """Yield what a side is told after a choice, in two worlds that it holds possible, where that differs."""
    ask, chance = Questions(game), np.random.default_rng(0)
    for seed in range(games):
        live = LiveGame(game, [], keeps=True)
        live.begin(seed, [NOBODY] * 2)
        while not live.over:
            side = live.asked()[0]
            choice = {side: [int(chance.choice(np.flatnonzero(live.view(side).masks[0])))]}
            before, progress = live.state.copy(), live.table.progress
            live.play(choice)
            here, after = live.state.copy(), live.table.progress
            live.table.put_back(ask.determinized(before, side, int(chance.integers(1 << 30))), progress)
            live.play(choice)
            prompts = [game.words.prompt(state, side) for state in (here, live.state)]
            if prompts[0] != prompts[1]:
                yield prompts
            live.table.put_back(here, after)


@pytest.mark.parametrize(("windows", "tells"), [("holders", True), ("all", False)])
def test_who_is_asked_in_a_window_tells_nothing_where_all_are_asked(windows, tells):
    found = [pair for pair in told_apart(game_of(windows), 5) if any(name in one for one in pair for name in WINDOWS)]
    assert bool(found) == tells


def table_of(seats, seed=2):
    game = game_for_persons(find_game("insects"), {"max_rounds": 6})
    agents = [find_agent(game, "random")] * (len(game.seats) - len(seats))
    return PersonTable(game, agents, seats, seed)


def test_who_plays_alone_is_not_kept_by_questions_with_one_answer():
    table, chance, steps = table_of([0]), np.random.default_rng(1), []
    while not table.over:
        actions = [one["action"] for one in table.question()["agents"][0]["actions"]]
        assert len(actions) > 1
        steps.append(table.number)
        table.act([int(chance.choice(actions))])
    assert max(np.diff(steps)) > 2
    for step in reversed(steps[-9:]):
        table.undo()
        assert table.number == step
    again = table_of([0])
    again.go_on(table.seed, table.taken, table.draws)
    assert again.question() == table.question()
    again.undo()
    table.undo()
    assert again.number == table.number and again.question() == table.question()


def test_persons_at_one_table_are_asked_even_where_they_can_only_pass():
    table, chance, alone = table_of([0, 1]), np.random.default_rng(1), 0
    while not table.over:
        if table.curtain is not None:
            table.look(table.curtain)
        actions = [one["action"] for one in table.question()["agents"][0]["actions"]]
        alone += len(actions) == 1
        table.act([int(chance.choice(actions))])
    assert alone
