"""Randomised factorial designs: what groups draw, and that all effects are told apart."""

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.experiments.design import (
    Design,
    Factor,
    column_spread,
    lead_columns,
    pair_columns,
    presence_columns,
)
from swarmzoo.lab.experiments.effects import effects

CARDS = tuple(Factor(name, is_held=True) for name in ("burn", "molt", "rush"))
LAND = tuple(Factor(name, is_held=False) for name in ("mud", "sand"))


def test_draws_depend_on_the_seed_and_the_group_alone():
    design = Design(CARDS + LAND, seed=3)
    whole = design.draw(0, 30).allowed
    assert np.array_equal(whole[17:25], design.draw(17, 8).allowed)
    assert not np.array_equal(whole, Design(CARDS + LAND, seed=4).draw(0, 30).allowed)
    assert design.held.tolist() == [0, 1, 2] and design.draw(5, 0).allowed.shape == (0, 2, 5)


@pytest.mark.parametrize("coin", [0.5, 0.8])
def test_camps_draw_held_parts_each_for_itself_and_share_all_others(coin):
    draws = Design(CARDS + LAND, seed=1, coin=coin).draw(0, 3000)
    held, shared = draws.allowed[:, :, :3], draws.allowed[:, :, 3:]
    assert held.mean(axis=0) == pytest.approx(np.full((2, 3), coin), abs=0.04)
    assert np.corrcoef(draws.allowed.reshape(3000, -1)[:, [0, 1, 2, 5, 6, 7]].T) == pytest.approx(np.eye(6), abs=0.07)
    assert np.array_equal(shared[:, 0], shared[:, 1]) and not draws.lead[:, 3:].any()
    assert draws.present.mean(axis=0) == pytest.approx([1 - (1 - coin) ** 2] * 3 + [coin] * 2, abs=0.04)
    assert np.array_equal(draws.present[:, :3], held[:, 0] | held[:, 1])
    assert lead_columns(draws, [1]).std() == pytest.approx(column_spread(coin, True), abs=0.02)
    assert presence_columns(draws, [4]).std() == pytest.approx(column_spread(coin, False), abs=0.02)


def test_what_cannot_be_played_is_drawn_again_and_the_impossible_is_refused():
    design = Design(LAND, seed=1, playable=lambda allowed: bool(allowed[0].sum() == 1))
    assert (design.draw(0, 100).present.sum(axis=1) == 1).all()
    with pytest.raises(GameError, match=r"1000 draws of 2 parts made no game that can be played"):
        Design(LAND, seed=1, playable=lambda allowed: False).draw(0, 1)
    with pytest.raises(GameError, match="no parts are given"):
        Design((), seed=1)
    for coin in (0.0, 1.0):
        with pytest.raises(GameError, match="coin = "):
            Design(LAND, seed=1, coin=coin)


def test_main_effects_presence_and_pairs_are_recovered_together():
    """Scores made of worth, presence and one pair, without noise: the regression finds them all."""
    draws = Design(CARDS + LAND, seed=2).draw(0, 400)
    lead, there = lead_columns(draws, range(3)), presence_columns(draws, range(5))
    pairs = pair_columns(draws, [(0, 1), (0, 2), (1, 2)])
    columns = np.column_stack([lead, there, pairs])
    truth = np.array([0.1, -0.05, 0, 0.02, 0, 0, 0.03, 0, 0.2, 0, -0.1])
    noise = np.random.default_rng(1).normal(size=400) * 1e-6
    found = effects(columns, 0.5 + columns @ truth + noise, np.arange(400), list(map(str, range(11))))
    assert found.estimate == pytest.approx(truth, abs=1e-5) and found.mean == pytest.approx(0.5, abs=1e-5)


def test_a_pair_is_what_two_parts_are_worth_beyond_each_alone_and_turns_with_the_camps():
    draws = Design(CARDS, seed=2, coin=0.75).draw(0, 500)
    mine, others = draws.allowed[:, 0], draws.allowed[:, 1]
    strength = lambda may: 0.1 * may[:, 0] + 0.2 * may[:, 0] * may[:, 2]  # noqa: E731
    columns = np.column_stack([lead_columns(draws, range(3)), pair_columns(draws, [(0, 2)], 0.75)])
    score = 0.5 + strength(mine) - strength(others) + np.random.default_rng(0).normal(size=500) * 1e-6
    found = effects(columns, score, np.arange(500), ["burn", "molt", "rush", "burn and rush"])
    assert found.estimate == pytest.approx([0.25, 0, 0.15, 0.2], abs=1e-5)  # burn: 0.1, and 0.2 more in 75%
    turned = type(draws)(draws.allowed[:, ::-1])
    assert np.array_equal(pair_columns(turned, [(0, 2), (1, 2)]), -pair_columns(draws, [(0, 2), (1, 2)]))
