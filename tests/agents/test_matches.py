"""Matches: rows of a seating are games of their own, whoever sits in the others and whichever is played first."""

import sys
import time
from types import SimpleNamespace

import numpy as np
import pytest

from swarmzoo.agents.agent import Seated
from swarmzoo.agents.compliance import examine
from swarmzoo.agents.play.live import NOBODY, LiveGame
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.envs.api.opponents import RANDOM_OPPONENT
from swarmzoo.envs.core.errors import GameError
from tests.scenarios import TINY

GAME = TINY.game()


class Last:
    """Takes the last legal action, and notes how its games end."""

    def __init__(self):
        self.pay = []

    def act(self, view):
        return int(np.flatnonzero(view.mask)[-1])

    def end(self, pay):
        self.pay.append(pay)


def last():
    return Seated("last", Last())


def test_rows_of_python_and_of_compiled_agents_stand_where_they_were_given():
    seating = np.array([[0, 0], [1, 0], [0, 0], [0, 1], [0, 0]])
    seeds = np.array([5, 6, 7, 8, 9])
    mixed = play_games(GAME, [RANDOM_OPPONENT, last()], seating, seeds, record=True)
    for row in range(len(seating)):
        alone = play_games(GAME, [RANDOM_OPPONENT, last()], seating[row : row + 1], seeds[row : row + 1], record=True)
        assert (mixed.pay[row] == alone.pay[0]).all() and mixed.length[row] == alone.length[0]
        assert (mixed.tapes[row] == alone.tapes[0]).all() and mixed.endings[row] == alone.endings[0]
        assert (mixed.ends[row] == alone.ends[0]).all()


@pytest.mark.parametrize("batch", [1, 3, 512])
def test_progress_counts_every_game_once(batch):
    seating = np.array([[0, 0], [1, 0], [0, 0], [0, 0], [0, 1]])
    told = []
    play_games(GAME, [RANDOM_OPPONENT, last()], seating, np.arange(5), batch=batch, progress=told.append)
    assert sum(told) == 5 and all(count > 0 for count in told)


def test_a_tape_that_is_too_short_is_played_again_to_the_last_action():
    seating, seeds = np.array([[0, 0], [1, 0]]), np.array([1, 2])
    results = play_games(GAME, [RANDOM_OPPONENT, last()], seating, seeds, record=True)
    assert [len(tape) for tape in results.tapes] == results.length.tolist()


def test_an_agent_is_told_the_pay_of_its_own_side():
    seats, seeds = paired_seats(2, 2, 8, seed=0)
    agent = last()
    results = play_games(GAME, [RANDOM_OPPONENT, agent], seats, seeds)
    assert agent.agent.pay == results.pay[seats == 1].tolist()
    assert set(agent.agent.pay) == {1.0, -1.0}


@pytest.mark.parametrize(("sides", "agents", "games"), [(2, 2, 5), (2, 1, 3), (4, 2, 4), (3, 2, 7)])
def test_paired_seats_are_whole_rotations_of_each_seed(sides, agents, games):
    seats, seeds = paired_seats(sides, agents, games, seed=40)
    rotations = agents if sides % agents == 0 else sides
    assert len(seats) == len(seeds) and games <= len(seeds) < games + rotations
    assert sorted(seeds) == sorted([*range(40, 40 + len(seeds) // rotations)] * rotations)
    for seed in set(seeds.tolist()):
        own = seats[seeds == seed]
        assert len({tuple(row) for row in own.tolist()}) == rotations
        for agent in range(agents):  # sits on every side equally often
            assert len(set((own == agent).sum(axis=0).tolist())) == 1


def test_a_new_game_keeps_nothing_of_the_last_one():
    live = LiveGame(GAME, (), keeps=True)
    live.begin(1, [NOBODY, NOBODY])
    live.play({side: [int(np.flatnonzero(live.view(side).mask)[0])] for side in live.asked()})
    assert live.length == 1
    live.begin(2, [NOBODY, NOBODY])
    assert live.length == 0 and live.fault is None
    with pytest.raises(GameError, match="nothing is kept"):
        live.undo()


@pytest.mark.parametrize("action", [-1, GAME.num_actions])
def test_an_action_that_no_action_has_is_refused(action):
    live = LiveGame(GAME, ())
    live.begin(1, [NOBODY, NOBODY])
    with pytest.raises(GameError, match=f"action {action} is illegal"):
        live.play({live.asked()[0]: action})
    assert live.length == 0


@pytest.mark.parametrize("seats", [[NOBODY], [0, NOBODY, NOBODY], []])
def test_seats_for_more_or_fewer_sides_than_there_are_are_refused(seats):
    with pytest.raises(GameError, match="has 2 sides here"):
        LiveGame(GAME, [RANDOM_OPPONENT]).begin(1, seats)


def test_one_agent_may_sit_on_every_side():
    live = LiveGame(GAME, [RANDOM_OPPONENT])
    live.begin(1, [0, 0])
    live.play_out()
    assert live.over and live.length > 0 and live.pay.tolist() in ([1, -1], [-1, 1], [0, 0])


def test_a_compiled_agent_is_examined_in_every_seat():
    (check,) = examine(GAME, RANDOM_OPPONENT, games=3)
    assert check.verdict == "pass" and check.sentence.startswith(f"{3 * len(GAME.seats)} games;")


class Wanders:
    """Plays otherwise from its third decision of every second game on."""

    def __init__(self):
        self.games = 0

    def reset(self, _seed, _side):
        self.games, self.decisions = self.games + 1, 0

    def act(self, view):
        self.decisions += 1
        return int(np.flatnonzero(view.mask)[-1 if self.decisions >= 3 and self.games % 2 else 0])


class Scribbles:
    """Writes into its observations in its first decision, and then into its mask."""

    asked = 0

    def act(self, view):
        action = int(np.flatnonzero(view.mask)[0])
        (view.masks if self.asked else view.observations)[:] = 0
        self.asked += 1
        return action


class Dawdles:
    """Takes its time for every answer."""

    asked = 0

    def act(self, view):
        self.asked += 1
        time.sleep(0.03)
        return int(np.flatnonzero(view.mask)[0])


def verdicts(agent, **options):
    return {check.name: (check.verdict, check.sentence) for check in examine(GAME, Seated("bot", agent), **options)}


def test_an_examination_names_the_first_decision_that_differs():
    verdict, sentence = verdicts(Wanders())["the same seed, the same moves"]
    assert verdict == "warn" and sentence.startswith("decision 3 differs")


def test_an_examination_names_what_was_written_into_first():
    assert verdicts(Scribbles())["leaves its view as it is"][0] == "fail"
    assert "view.observations" in verdicts(Scribbles())["leaves its view as it is"][1]


def test_an_examination_tells_a_bot_how_its_games_end():
    bot = Last()
    verdicts(bot, games=2)
    assert len(bot.pay) >= 2 * len(GAME.seats) and set(bot.pay) <= {1.0, 0.0, -1.0}


def test_a_bot_that_is_late_three_times_is_asked_no_more():
    bot = Dawdles()
    found = verdicts(bot, move_seconds=0.01)
    assert bot.asked == 3 and "3 answers came too late" in found["plays whole games"][1]
    assert found["plays whole games"][0] == found["answers in time"][0] == "fail"


@pytest.mark.parametrize(
    ("method", "takes", "row"), [("end", "pay", "is told how games end"), ("close", "", "releases what it holds")]
)
def test_what_a_bot_raises_when_it_is_told_the_end_or_let_go_is_told(method, takes, row):
    for does, verdict, told in (
        (None, "-", f"it has no {method}({takes})"),
        (lambda *pay: None, "pass", f"{method}({takes}) raised nothing"),
        (lambda *pay: 1 / 0, "fail", f"{method}() raised ZeroDivisionError: division by zero ("),
        (lambda *pay: sys.exit(3), "fail", f"{method}() raised SystemExit: 3 ("),
        (lambda *pay: sys.exit(), "fail", f"{method}() raised SystemExit ("),
    ):
        bot = SimpleNamespace(act=lambda view: int(np.flatnonzero(view.mask)[0]))
        if does is not None:
            setattr(bot, method, does)
        found = verdicts(bot)
        assert found[row][0] == verdict and told in found[row][1]
        assert found["plays whole games"][0] == "pass", "it costs no game"


def test_every_object_that_played_is_let_go_once():
    made = []

    class Holds(Last):
        def __init__(self):
            super().__init__()
            self.closed = 0
            made.append(self)

        def close(self):
            self.closed += 1
            raise KeyError(self.closed)

    agent = Seated("holds", Holds(), Holds)
    seating, seeds = paired_seats(2, 1, 3, 5)
    play_games(GAME, [agent], seating, seeds)
    assert len(made) > 2 * 3 and "close() raised KeyError: 1" in str(agent.close())
    assert {one.closed for one in made} == {1}


def test_an_examination_says_whether_a_new_object_played_every_game():
    one = verdicts(Last())["a new start"]
    every = {check.name: check for check in examine(GAME, Seated("bot", Last(), Last))}["a new start"]
    assert one[0] == every.verdict == "pass"
    assert one[1].startswith("one object played") and every.sentence.startswith("every one of")


def test_an_examination_plays_as_many_games_in_every_seat_as_it_is_told():
    found = verdicts(Last(), games=3)
    assert {verdict for verdict, _ in found.values()} <= {"pass", "-"}
    assert found["plays whole games"][1].startswith(f"{3 * len(GAME.seats)} games, 3 in every seat")
    assert found["answers in time"][1].endswith("5 s are allowed")
