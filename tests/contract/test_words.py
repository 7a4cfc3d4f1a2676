"""How every game speaks: questions by seat that give nothing away, pictures of one size, measures that add up."""

from collections.abc import Iterator
from xml.etree import ElementTree

import numpy as np
import pytest

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.table import Table
from swarmzoo.viewer.watch import print_game


def whole(scenario, seed: int) -> Iterator[np.ndarray]:
    """Yield every state, shape (1,), of a random game, the last one too."""
    table = Table(scenario.game, 1)
    table.arrange(at_random=True)
    table.seed(seed)
    table.begin()
    yield table.states
    while not table.done[0]:
        table.step()
        yield table.states


def a_few(scenario, seed: int, count: int = 12) -> list[np.ndarray]:
    """Return states from all over a random game, its first and its last one among them."""
    states = [state.copy() for state in whole(scenario, seed)]
    return [states[k] for k in np.linspace(0, len(states) - 1, count).astype(int)]


def test_no_question_depends_on_what_the_seat_cannot_know(scenario):
    game, questions = scenario.game, Questions(scenario.game)
    for ply, state in enumerate(a_few(scenario, 6, 40)):
        for agent in range(game.num_agents):
            world = questions.determinized(state, game.side_of_agent[agent], ply)
            assert game.words.prompt(world, agent) == game.words.prompt(state, agent)


def test_who_acts_is_asked_and_all_others_are_told_that_they_wait(scenario):
    game, questions = scenario.game, Questions(scenario.game)
    for state in a_few(scenario, 7):
        for agent, acts in enumerate(questions.acting(state)):
            waits = "waits" in game.words.prompt(state, agent)
            assert waits == (not acts and not state["done"][0])


def test_a_game_has_several_moments_and_watching_shows_the_board_at_each(scenario):
    game = scenario.game
    moments = [game.words.moment(state) for state in whole(scenario, 8)]
    boards: list[str] = []
    print_game(game, whole(scenario, 8), log_only=False, show=boards.append)
    begun = sum(k == 0 or moments[k] != moments[k - 1] for k in range(len(moments)))
    assert sum("\n" in board for board in boards) == begun
    assert begun > 3 and moments[0] != moments[-1] and len({hash(moment) for moment in moments}) > 1


def test_the_log_says_how_many_older_events_are_gone(scenario):
    words, state = scenario.game.words, a_few(scenario, 5)[-1]
    if "log" not in state.dtype.names:
        pytest.skip("this game keeps no log")
    room, before = len(state["log"][0]), int(state["logged"][0])
    state["logged"] += room  # as if every row had been written once more
    sentences, last = words.log(state, 0)
    assert sentences[0] == f"({before} earlier events are no longer in the log)" and last == before + room
    assert len(words.pieces(state, 0)) in (0, len(sentences))
    assert words.log(state, before - 1)[0] == ["(1 earlier event is no longer in the log)", *sentences[1:]]
    assert words.log(state, before)[0] == sentences[1:]


def test_measures_are_the_same_for_every_state_and_for_every_side(scenario):
    game, known = scenario.game, None
    for state in a_few(scenario, 9):
        measures = list(game.words.measures(state))
        names = [(m.name, m.unit, m.side, m.part) for m in measures]
        assert len(set(names)) == len(names) and (known is None or names == known)
        assert all(isinstance(m.value, int | float) and m.name and m.unit for m in measures)
        known = names
        by_side = [[(m.name, m.unit, m.part) for m in measures if m.side == side] for side in range(game.num_sides)]
        assert by_side[0] and all(side == by_side[0] for side in by_side)
        assert any(m.side is None for m in measures)


def test_documents_parse_and_pictures_have_one_size(scenario):
    words = scenario.game.words
    states = a_few(scenario, 10, 4)
    assert len({words.image(state).shape for state in states}) == 1
    for state in states:
        drawing, document = words.drawing(state), ElementTree.fromstring(words.svg(state))
        assert (float(document.get("width")), float(document.get("height"))) == (drawing.width, drawing.height)
        assert words.image(state).shape == (drawing.height, drawing.width, 3)
