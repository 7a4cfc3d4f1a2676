"""What every game on a battlefield requires of its states; each flaw has its own message."""

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game, copy_of
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.game import nova
from swarmzoo.envs.skirmish.overseer.config import OverseerConfig
from swarmzoo.envs.skirmish.overseer.game import overseer
from swarmzoo.envs.skirmish.warband.config import WarbandConfig
from swarmzoo.envs.skirmish.warband.game import warband

MAKES = {
    "nova": lambda: nova(NovaConfig()),
    "overseer": lambda: overseer(OverseerConfig()),
    "warband": lambda: warband(WarbandConfig()),
}


@pytest.fixture(params=MAKES)
def game(request) -> Game:
    return MAKES[request.param]()


def state_of(game: Game) -> np.ndarray:
    """Return the first decision of a game, (1,)."""
    table = Table(game, 1)
    table.seed(np.arange(1))
    table.begin()
    return copy_of(table.states)


def refusal(game: Game, state: np.ndarray) -> str:
    """Return why a record is not a state of the game."""
    with pytest.raises(GameError) as error:
        game.validity.check(state)
    return str(error.value)


def place_off(game: Game) -> int:
    """Return a cell within the columns and rows that does not belong to the field."""
    return int(np.flatnonzero(~game.validity.on_field[: game.validity.ranges.of("around_from", ())[1]])[0])


def test_the_first_decision_is_a_state(game):
    game.validity.check(state_of(game))


def test_random_numbers_and_endings_must_be_possible(game):
    without, over = state_of(game), state_of(game)
    without["rng"] = 0
    over["done"] = 1
    assert refusal(game, without).startswith("state: rng is all zeros")
    assert refusal(game, over) == "state: done and ending disagree: a game that is over has an ending"


def test_every_hex_that_a_state_names_is_on_the_field(game):
    cell = place_off(game)
    assert len(game.validity.hexes) >= 2
    for name in game.validity.hexes:
        state = state_of(game)
        state[name] = cell
        assert refusal(game, state) == f"state: {name} = {cell}: a hex off the field"


def test_everybody_stands_on_the_field_and_nobody_in_the_hex_of_another(game):
    astray, together = state_of(game), state_of(game)
    one, other = np.flatnonzero(astray["place"][0] >= 0)[:2]
    astray["place"][0, one] = place_off(game)
    together["place"][0, one] = together["place"][0, other]
    assert refusal(game, astray) == "state: place: somebody stands off the field"
    assert refusal(game, together) == "state: place: two stand in one hex"


def test_what_was_counted_stays_when_a_state_is_worked_out_again(game, monkeypatch):
    """Finding the legal actions may lift a ban, which was already counted the first time."""
    state = state_of(game)
    before, work_out = copy_of(state), game.validity.work_out

    def work_out_and_count(states: np.ndarray) -> None:
        work_out(states)
        states["bans_lifted"] += 1

    monkeypatch.setattr(game.validity, "work_out", work_out_and_count)
    game.validity.rebuild(state)
    assert state.tobytes() == before.tobytes()
