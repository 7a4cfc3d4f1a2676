"""What searches order squads of formation to do."""

import numpy as np

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.formation.objectives import choose, orders
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.envs.api.opponents import CompiledOpponent
from swarmzoo.envs.core.desk import OUTSIDE
from swarmzoo.envs.core.kernel import entry_point, kernel
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.formation.actions import AIM, DEFEND, MOST_TARGETS, STRIKE, VOLLEY
from swarmzoo.envs.formation.config import FormationConfig
from swarmzoo.envs.formation.game import formation
from swarmzoo.envs.formation.orders.aiming import (
    ALONE,
    AT_LEAST,
    CERTAIN,
    HARM,
    LEADERS,
    OUT,
    PREFERRED,
    SHOOTERS,
    best_target,
    expected_harm,
)
from swarmzoo.envs.formation.orders.book import AIM_OF, FIRST_AIMED
from swarmzoo.envs.formation.orders.conduct import HOLD
from swarmzoo.lab.games import made

GAME = made("formation", "size=16")


def ordered(name: str, number: int) -> CompiledOpponent:
    return CompiledOpponent(name, number, choose)


def test_what_the_dice_show_at_least():
    """Two dice, the lower one plus or minus, rolled on after every 5 or -5: as often as in a million rolls."""
    rng = np.random.default_rng(1)
    total, on = np.zeros(1_000_000, np.int64), np.ones(1_000_000, bool)
    while on.any():
        red, white = rng.integers(1, 7, (2, on.sum()))
        shown = np.where(red > white, white, np.where(white > red, -red, 0))
        total[on] += shown
        on[on] = np.abs(shown) == 5
    rolled = [(total >= number).mean() for number in range(-16, 18)]
    np.testing.assert_allclose(AT_LEAST / CERTAIN, rolled, atol=0.002)


@kernel
def order_at(objective):
    """Return the order to wait, aiming as usual or at an objective."""
    return HOLD if objective == ALONE else FIRST_AIMED + objective - HARM


def _look(states, rules, masks, agents, harms, likes, picks, does):
    """Write of soldiers that may shoot or strike the harm they expect of each target, whom they pick, what they do."""
    for row in range(agents.shape[0]):
        s, r, i = states[row], rules[0], agents[row]
        first = STRIKE if masks[row, STRIKE] else AIM if masks[row, AIM] else VOLLEY
        for k in range(MOST_TARGETS):
            harms[row, k] = -1.0
            if masks[row, first + k]:
                target = s.targets[i, k]
                harms[row, k] = expected_harm(s, r, i, int(target), first) / (OUT * CERTAIN * CERTAIN)
                likes[row, LEADERS, k] = s.leads[target]
                likes[row, SHOOTERS, k] = r.kind_bow_damage[s.kind[target]] >= 0
        for objective in range(HARM, SHOOTERS + 1):
            picks[row, objective] = best_target(s, r, i, objective, masks[row], first)
            does[row, objective] = choose(s, r, i, order_at(objective), s.rng, masks[row], s) - first


def seen_in_play(game=GAME):
    """Return what soldiers with several targets see and pick in random games: harms, who is preferred, picks."""
    table = Table(game, 24)
    table.seed(np.arange(24))
    table.begin()
    look = entry_point(_look, "formation_look_at_targets", {})
    found = []
    for _ in range(40):
        table.arrange(at_random=False)
        table.seat(OUTSIDE)
        table.look()
        games, actors, seen = table.asked(OUTSIDE, np.flatnonzero(~table.done))
        masks = table.masks[games, seen]
        several = np.maximum(masks[:, AIM:DEFEND].sum(axis=1), masks[:, VOLLEY:AIM].sum(axis=1)) > 1
        k = int(several.sum())
        rows = (
            np.zeros((k, MOST_TARGETS)),
            np.zeros((k, 4, MOST_TARGETS)),
            np.zeros((k, 4), np.int64),
            np.zeros((k, 4), np.int64),
        )
        look(table.states[games[several]], game.rules, masks[several], actors[several], *rows)
        found.append(rows)
        table.arrange(at_random=True)
        table.step(np.flatnonzero(~table.done))
    return [np.concatenate(parts) for parts in zip(*found, strict=True)]


def test_each_objective_picks_the_target_of_its_kind_with_the_greatest_harm():
    harms, likes, picks, does = seen_in_play()
    assert len(harms) > 300
    assert (harms <= 1).all() and harms[harms >= 0].std() > 0.05
    for objective in (HARM, LEADERS, SHOOTERS):
        worth = np.where(harms >= 0, harms * np.where(likes[:, objective] > 0, PREFERRED, 1.0), -1.0)
        chosen = worth[np.arange(len(worth)), picks[:, objective]]
        np.testing.assert_allclose(chosen, worth.max(axis=1))
    aimed = does[:, HARM:] == picks[:, HARM:]
    assert aimed.mean() > 0.8, "an order with an objective is to aim so; who is struck at may defend"
    assert (picks[:, LEADERS] != picks[:, SHOOTERS]).any() and (picks[:, HARM] != picks[:, LEADERS]).any()


def test_where_every_hit_downs_the_numbers_that_daze_and_wound_change_no_harm():
    harmless = ({"dazed_from": daze, "wounded_from": wound} for daze, wound in ((1, 1), (20, 20), (2, 3)))
    games = [formation(FormationConfig(size=16, rules={"downed_from": 1} | numbers)) for numbers in harmless]
    first, *others = [seen_in_play(game)[0] for game in games]
    for other in others:
        np.testing.assert_array_equal(other, first)


def test_an_order_without_an_objective_is_the_bot_itself():
    seating, seeds = paired_seats(2, 2, 20, 7)
    for name, number in orders(GAME).items():
        if AIM_OF[number] == ALONE:
            alone = [ordered(name, number), ordered("hold", HOLD)]
            one = play_games(GAME, alone, seating, seeds)
            other = play_games(GAME, [built_in(GAME)[name], built_in(GAME)["hold"]], seating, seeds)
            assert (one.length == other.length).all() and (one.pay == other.pay).all()


def test_the_orders_of_a_march_have_who_waits_for_the_dazed():
    assert "drover" in orders(made("formation", "size=8,scenario=march"))
    assert "drover" not in orders(GAME) and len(set(orders(GAME).values())) == len(orders(GAME))
