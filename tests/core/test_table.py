"""The table's door: games side by side that do not depend on each other, kept and put back."""

from pathlib import Path

import numpy as np
import pytest

from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.serving import Threads
from swarmzoo.envs.core.table import Table
from tests.tiny_game import TinyHexConfig, tiny_hex

GAME = tiny_hex(TinyHexConfig())
ROOT = Path(__file__).parents[2]


def begun(n: int, **settings) -> Table:
    table = Table(GAME, n, at_random=True, **settings)
    table.seed(np.arange(n))
    table.begin()
    return table


def test_a_setting_that_a_table_has_not_is_refused():
    with pytest.raises(TypeError, match="colour is not a setting"):
        Table(GAME, 1, colour=3)


@pytest.mark.parametrize("name", [found.name for found in games()])
def test_equal_records_of_two_configurations_have_one_type(name):
    """Numba tells types apart by their objects; equal ones that are two make every question slow."""
    found = find_game(name)
    shaping = next(one for one in type(found.read({}).config.rules).model_fields if one.startswith("shaping"))
    one, other = (found.read({"rules": {shaping: number}}) for number in (0.25, 0.5))
    assert one.rules is not other.rules and one.rules.dtype is other.rules.dtype
    assert one.new_states(1).dtype is other.new_states(2).dtype


def test_only_the_games_that_are_asked_for_take_a_step():
    table = begun(4)
    before = table.states.copy()
    table.step(np.array([1, 3]))
    assert table.length.tolist() == [0, 1, 0, 1]
    assert [(table.states[k : k + 1] == before[k : k + 1]).all() for k in range(4)] == [True, False, True, False]


def test_games_begin_again_one_by_one_and_their_seeds_go_on():
    table = begun(3)
    table.step()
    table.begin(np.array([1]))
    assert table.length.tolist() == [1, 0, 1]
    assert table.episodes.tolist() == [1, 2, 1]
    table.seed(7, np.array([2]))
    table.begin(np.array([2]))
    assert (table.seeds[2], table.episodes[2]) == (7, 1)


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_change_nothing(threads):
    tables = [begun(7), begun(7, threads=threads)]
    for table in tables:
        for _ in range(5):
            table.step()
    assert tables[0].states.tobytes() == tables[1].states.tobytes()


@pytest.mark.parametrize("which", [np.arange(40), np.arange(3, 23), np.arange(30, 38), np.array([], int)])
def test_every_game_that_is_asked_for_is_served_once_and_few_of_them_by_one_thread(which):
    told: list[tuple[int, list[int]]] = []
    Threads(lambda states, which, slot: told.append((slot, which.tolist())), (np.zeros(40),), 3).serve(which)
    wanted = which.tolist()
    assert [one for _, part in sorted(told) for one in part] == wanted
    assert len(told) == {40: 3, 20: 2}.get(len(wanted), 1) == len({slot for slot, _ in told})


def test_what_is_saved_goes_on_alike_at_another_table():
    table, other = begun(3), Table(GAME, 3)
    table.step()
    other.load(table.save())
    for one in (table, other):
        one.step()
    assert other.states.tobytes() == table.states.tobytes()
    assert other.length.tolist() == table.length.tolist()


def test_what_was_saved_of_another_number_of_games_is_refused_and_changes_nothing():
    table, other = begun(3), begun(2)
    before = other.states.tobytes()
    with pytest.raises(GameError, match="another game or number of games"):
        other.load(table.save())
    assert other.states.tobytes() == before


def test_running_games_are_put_back_with_their_progress():
    table = begun(2)
    table.step()
    states, progress = table.states.copy(), table.progress
    masks = table.masks.copy()
    table.step()
    table.put_back(states, progress)
    assert table.length.tolist() == [1, 1]
    assert (table.masks == masks).all()


def test_the_records_of_desks_are_the_tables_own():
    sources = [
        path
        for floor in ("envs", "agents", "lab", "training", "viewer", "command")
        for path in ROOT.glob(f"{floor}/**/*.py")
    ]
    reading = [path for path in sources if "._desks" in path.read_text(encoding="utf-8")]
    assert [path.relative_to(ROOT).as_posix() for path in reading] == ["envs/core/table.py"]
