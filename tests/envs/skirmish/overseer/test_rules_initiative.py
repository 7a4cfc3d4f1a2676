"""Who has its turn when, and that a leader moves with the Commands that it gives."""

import numpy as np
import pytest

from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.overseer import game
from tests.envs.skirmish.overseer.scenes import Scene

DUEL = {"underlings": 8, "columns": 16, "rows": 16, "max_rounds": 8}


def begun(made, count):
    """Return the states of games that have just begun."""
    table = Table(made, count)
    table.seed(np.arange(count))
    table.begin()
    return table.states


@pytest.mark.rule("OVR-G3")
def test_initiative_is_a_ten_sided_die_and_the_agility_bonus():
    found = begun(game(**DUEL), 400)["initiative"] - 4  # Agility 40
    assert found.min() == 1 and found.max() == 10
    counts = np.bincount(found.reshape(-1), minlength=11)[1:]
    assert counts.sum() == 800 and ((counts - 80) ** 2 / 80).sum() < 27.9  # chi-square, 9 degrees, 1 in 1000


@pytest.mark.rule("OVR-G3")
def test_turns_are_in_the_order_of_initiative_and_ties_go_to_a_lot():
    states = begun(game(**DUEL), 400)
    by_order = np.take_along_axis(states["initiative"], states["order"].astype(int), 1)
    assert (np.diff(by_order, axis=1) <= 0).all()
    tied = states["initiative"][:, 0] == states["initiative"][:, 1]
    assert 20 < tied.sum() < 70 and {*states["order"][tied][:, 0].tolist()} == {0, 1}
    assert (states["actor"] == states["order"][:, 0]).all()


@pytest.mark.rule("OVR-G3")
def test_equal_initiative_goes_to_the_higher_agility():
    quick = [{"name": "quick", "agility": 45}, {"name": "slow", "agility": 40}]
    forces = [[{"leader": "slow", "underlings": 8}], [{"leader": "quick", "underlings": 8}]]
    states = begun(game(**DUEL | {"forces": forces, "underlings": None, "rules": {"more_leaders": quick}}), 400)
    tied = states["initiative"][:, 0] == states["initiative"][:, 1]
    assert tied.any() and (states["order"][tied][:, 0] == 1).all()


@pytest.mark.rule("OVR-P12")
def test_a_leader_moves_with_its_swarm():
    march = Scene("R0 r0 r0 .  .  .  .  .  .  .  .  .  .  .  B0\n.  r0 .")
    march.does("move", "go 0 2")
    assert march.where("R0") == (0, 2) and march.of("R0", "us") == 3
