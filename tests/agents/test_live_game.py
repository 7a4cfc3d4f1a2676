"""One game going on with its players: what people, replays, searches and bots all stand on."""

import numpy as np
import pytest

from swarmzoo.agents.agent import Seated
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.live import NOBODY, LiveGame, LiveGames
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from tests.scenarios import ONE_OF_EACH_GAME, TURN_BASED

every_game = pytest.mark.parametrize("scenario", ONE_OF_EACH_GAME, ids=lambda scenario: scenario.name)


class ByNumber:
    """Takes a legal action that depends on nothing but what it sees."""

    name = "by number"

    def act(self, view):
        actions = [int(np.flatnonzero(mask)[int(mask.sum()) * 7 % int(mask.sum())]) for mask in view.masks]
        return actions if len(actions) > 1 else actions[0]


def answers(live, number):
    """Answer for every side that is asked: the actions that a number picks."""
    found = {}
    for side in live.asked():
        masks = live.view(side).masks
        found[side] = [int(np.flatnonzero(mask)[number % int(mask.sum())]) for mask in masks]
    return found


def by_hand(scenario, seed=3, **options):
    game = scenario.game
    live = LiveGame(game, (), **options)
    live.begin(seed, [NOBODY] * game.num_sides)
    return live


@every_game
def test_a_game_of_ones_own_answers_goes_as_the_environment_does(scenario):
    live, env = by_hand(scenario), scenario.vector_env(1)
    _, info = env.reset(seed=3)
    for number in range(60):
        mask = info["action_mask"][0]
        rows = mask if mask.ndim > 1 else mask[None]
        actions = np.array([np.flatnonzero(row)[number % int(row.sum())] for row in rows])
        _, _, terminated, _, info = env.step(actions[None] if mask.ndim > 1 else actions)
        live.play(answers(live, number))
        assert live.over == bool(terminated[0])
        if live.over:
            return
    assert (Questions(live.game).overview(live.state) == env.state()[0]).all()


@every_game
def test_what_is_taken_back_is_played_again_in_the_same_way(scenario):
    live = by_hand(scenario, keeps=True)
    for number in range(2):
        live.play(answers(live, number))
    before = live.state.tobytes()
    steps = go_on(live, 12)
    after = live.state.tobytes()
    for _ in range(steps):
        live.undo()
    assert live.state.tobytes() == before
    assert (live.length, live.over) == (2, False)
    assert go_on(live, 12) == steps
    assert live.state.tobytes() == after


def go_on(live, most):
    """Play on; return how many steps were taken."""
    steps = 0
    while not live.over and steps < most:
        live.play(answers(live, steps + 40))
        steps += 1
    return steps


def test_a_game_that_is_over_cannot_be_played():
    live = by_hand(ONE_OF_EACH_GAME[0])
    while not live.over:
        live.play(answers(live, live.length))
    with pytest.raises(GameError, match="over"):
        live.play({})


def test_taking_back_more_than_was_played_is_told():
    live = by_hand(TURN_BASED[0], keeps=True)
    with pytest.raises(GameError, match="nothing is kept"):
        live.undo()
    with pytest.raises(GameError, match="keeps=True"):
        by_hand(TURN_BASED[0]).undo()


@every_game
def test_a_wrong_answer_changes_nothing(scenario):
    live = by_hand(scenario)
    live.play(answers(live, 1))
    before, right = live.state.tobytes(), answers(live, 5)
    side = live.asked()[0]
    illegal = [int(np.flatnonzero(mask == 0)[0]) for mask in live.view(side).masks]
    for wrong in ({}, {side: illegal}, {side: [99_999] * len(illegal)}, {side: "one"}, {side: [1.5] * len(illegal)}):
        with pytest.raises(GameError, match=f"side {side}"):
            live.play(right | wrong if wrong else {})
    assert live.state.tobytes() == before
    live.play(right)
    assert live.length == 2


@every_game
def test_events_are_told_once(scenario):
    live = by_hand(scenario)
    seen = live.events()
    for number in range(30):
        live.play(answers(live, number))
        seen += live.events()
        if live.over:
            break
    assert live.events() == []
    whole = scenario.game.words.log(live.state, 0)[0][1:]  # the first may say that earlier ones are lost
    assert whole == [] or seen[-len(whole) :] == whole


@every_game
def test_one_game_and_a_match_are_the_same_games(scenario):
    game = scenario.game
    agents = [Seated("by number", ByNumber()), find_agent(game, "random")]
    seating, seeds = paired_seats(game.num_sides, 2, 2, 11)
    found = play_games(game, agents, seating, seeds)
    live = LiveGame(game, agents)
    for row, (seats, seed) in enumerate(zip(seating, seeds, strict=True)):
        live.begin(int(seed), seats)
        live.play_out()
        assert live.pay.tolist() == found.pay[row].tolist()
        assert live.length == found.length[row]


def test_a_fault_ends_the_game_or_is_raised():
    class Broken:
        name = "broken"

        def act(self, view):
            raise RuntimeError("no")

    game = TURN_BASED[0].game
    agents = [Seated("broken", Broken()), *[find_agent(game, "random")] * (game.num_sides - 1)]
    live = LiveGame(game, agents, forfeits=True)
    live.begin(1)
    live.play_out()
    assert live.over and live.fault.side == 0 and live.fault.kind == "crash"
    live = LiveGame(game, agents)
    live.begin(1)
    with pytest.raises(GameError, match="broken"):
        live.play_out()


def test_a_person_plays_against_a_bot():
    game = TURN_BASED[0].game
    bot = find_agent(game, "random")
    live = LiveGame(game, [bot])
    live.begin(4, [NOBODY, *[0] * (game.num_sides - 1)])
    for number in range(20):
        assert live.asked() == [0]
        live.play(answers(live, number))
        if live.over:
            break
    assert live.view(0).side == 0 if not live.over else True


@every_game
def test_a_step_is_taken_as_it_is_given_whoever_sits_there(scenario):
    game = scenario.game
    agents = [find_agent(game, "random")] * game.num_sides
    given, live = by_hand(scenario), LiveGame(game, agents, keeps=True, pausing=True, everyone=True)
    live.begin(3)
    before = live.state.tobytes()
    for number in range(20):
        acting = given.acting
        given.play(answers(given, number))
        live.take(given.table.actions[0, acting])
        assert live.state.tobytes() == given.state.tobytes()
        if given.over:
            break
    for _ in range(number + 1):
        live.undo()
    assert live.state.tobytes() == before


def test_too_few_agents_are_told():
    live = LiveGame(TURN_BASED[0].game, ())
    with pytest.raises(GameError, match="name one for each side"):
        live.begin(1)


def test_games_side_by_side_do_not_depend_on_each_other():
    game = TURN_BASED[0].game
    agents = [find_agent(game, "random")]
    seating = np.zeros((6, game.num_sides), int)
    many = LiveGames(game, agents, seating)
    many.begin(np.arange(6))
    assert not many.waiting.size
    for seed in range(6):
        one = LiveGames(game, agents, seating[:1])
        one.begin(np.array([seed]))
        assert one.table.states[0].tobytes() == many.table.states[seed].tobytes()
