"""Play by orders: who is asked, what may be ordered, how soldiers carry it out, and what of it is secret."""

from functools import cache

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.formation import game
from swarmzoo.envs.formation.orders.book import AIM_OF, AT_FIRST, CARRY_ON, MANNER_OF, NUM_ORDERS, ORDER_NAMES, ORDERS
from swarmzoo.envs.formation.orders.conduct import MANNERS
from swarmzoo.envs.formation.plan import plan_of
from swarmzoo.envs.formation.state import BLUE, FIELD, RED
from tests.envs.formation.test_rules_goals import distance_of

ANY = "carry on"


def led(**keywords):
    """Return a game by orders."""
    return game(control="orders", **({"size": 16} | keywords))


class Led:
    """A game by orders, played from here."""

    def __init__(self, made, seed=1, n=1):
        self.game, self.ask = made, Questions(made)
        self.table = Table(made, n)
        self.table.seed(np.arange(n) + seed)
        self.table.arrange(everyone=True, pausing=True, illegal_action=0)
        self.table.begin()

    @property
    def s(self):
        return self.table.states[0]

    def order(self, name=ANY, side=None):
        """Give all squads that are asked an order (of one company alone: the other carries on), and play the turn."""
        action = ORDERS.named(name)[0]
        sides = np.array(self.game.side_of_agent)
        asked = (self.table.acting != 0) & ((side is None) | (sides == side))
        allowed = self.table.masks[:, : self.game.num_agents, action] != 0
        self.table.actions[:] = np.where(asked & allowed, action, CARRY_ON)
        self.table.step()

    def places(self, company):
        """Return where the soldiers of a company in the field stand."""
        here = (self.s["fate"] == FIELD) & (self.s["company"] == company)
        here[self.game.rules[0]["num_soldiers"] :] = False
        return self.s["place"][here]


def gap_of(played):
    """Return the hexes between the nearest soldiers of both companies."""
    place = plan_of(played.game.config).field.place
    red, blue = ([place(int(cell)) for cell in played.places(company)] for company in (RED, BLUE))
    return min(distance_of(a, b) for a in red for b in blue)


@pytest.mark.rule("FOR-O1")
def test_both_companies_are_asked_before_the_first_turn_and_then_the_active_one():
    played = Led(led())
    sides = np.array(played.game.side_of_agent)
    assert set(sides[played.table.acting[0] != 0]) == {RED, BLUE}
    turn = int(played.s["turn"])
    for _ in range(4):
        played.order()
        assert played.s["turn"] > turn
        turn = int(played.s["turn"])
        assert set(sides[played.table.acting[0] != 0]) == {int(played.s["active"])}


@pytest.mark.rule("FOR-O1")
def test_an_order_is_in_force_until_another_one_is_given():
    played = Led(led())
    squads = played.game.num_agents
    assert (played.s["order"][:squads] == AT_FIRST).all()
    played.order("hold", RED)
    for _ in range(3):
        sides = np.array(played.game.side_of_agent)
        assert (played.s["order"][:squads][sides == RED] == ORDERS.index("hold")).all()
        assert (played.s["order"][:squads][sides == BLUE] == AT_FIRST).all()
        played.order()


@pytest.mark.rule("FOR-O2")
@pytest.mark.parametrize("order", ["charge", "march", "charge at"])
def test_who_is_ordered_forward_comes_nearer_to_those_who_hold(order):
    for seed in range(8):
        played = Led(led(), seed)
        before = gap_of(played)
        played.order("hold")
        for _ in range(2):
            played.order(order if played.s["active"] == RED else ANY)
        assert gap_of(played) < before


@pytest.mark.rule("FOR-O2")
def test_companies_that_hold_out_of_reach_stay_where_they_are():
    for seed in range(8):
        played = Led(led(gap=20, columns=60), seed)
        before = [played.places(RED).tolist(), played.places(BLUE).tolist()]
        for _ in range(3):
            played.order("hold")
        assert [played.places(RED).tolist(), played.places(BLUE).tolist()] == before


@pytest.mark.rule("FOR-O2")
def test_those_who_march_in_a_march_come_nearer_to_the_far_edge():
    played = Led(led(scenario="march"))
    before = played.s["way"][RED][played.places(RED)].sum()
    for _ in range(2):
        played.order("march")
    assert played.s["way"][RED][played.places(RED)].sum() < before


@pytest.mark.rule("FOR-O2")
def test_those_who_skirmish_step_back_from_whom_those_who_charge_do_not():
    away = {}
    for order in ("skirmish", "charge"):
        gaps = []
        for seed in range(6):
            played = Led(led(gap=6, red=["archer"], blue=["archer"]), seed)
            for _ in range(4):
                played.order(order)
            gaps.append(gap_of(played))
        away[order] = np.mean(gaps)
    assert away["skirmish"] > away["charge"]


@cache
def both_ways(bot, scenario):
    """Return games of a bot against the commander, played by soldiers and by orders."""
    seating, seeds = paired_seats(2, 2, 12, 3)
    found = []
    for control in ("soldiers", "orders"):
        made = game(control=control, size=16, scenario=scenario)
        bots = built_in(made)
        found.append(play_games(made, [bots[bot], bots["commander"]], seating, seeds))
    return found


@pytest.mark.rule("FOR-O2")
@pytest.mark.parametrize("scenario", ["clash", "march", "bridge"])
@pytest.mark.parametrize("bot", ["marcher", "charger", "commander", "skirmisher"])
def test_soldiers_do_by_order_what_they_do_under_the_bot_of_that_order(bot, scenario):
    one, other = both_ways(bot, scenario)
    assert (one.pay == other.pay).all()


@pytest.mark.rule("FOR-O3")
def test_what_a_squad_may_be_ordered_depends_on_its_weapons_and_its_task():
    played = Led(led(scenario="march", red=["spearman", "archer"], blue=["axeman"]))
    words = played.game.words
    for q in range(played.game.num_agents):
        mask = played.ask.mask(played.table.states, q)
        names = {ORDER_NAMES[action] for action in np.flatnonzero(mask)}
        bows = played.game.rules[0]["kind"][played.game.rules[0]["squad_start"][q]] // 2 == 3
        assert ("volley" in names) == bool(bows)
        assert ("drive" in names) == (played.game.side_of_agent[q] == RED)
        assert ("hold, aim at those with bows" in names) == (played.game.side_of_agent[q] == BLUE)
        assert {"carry on", "hold", "march", "charge", "command, aim at leaders"} <= names
    refused = played.ask.why_not(played.table.states, 0, ORDERS.index("volley"))
    assert refused == "nobody of the squad has a missile weapon"
    assert words.prompt(played.table.states, 0).startswith("turn 1: an order for redsquad_0, 6 of 6 spearmen")


@pytest.mark.rule("FOR-O3")
def test_a_squad_of_which_nobody_can_hear_carries_on():
    played = Led(led())
    members = played.s["squad"][:32] == 0
    text = played.game.words.write_position(played.table.states)
    lines = [
        line + ", panicked" if members[k] else line
        for k, line in enumerate(text.partition("soldiers:\n")[2].splitlines()[:32])
    ]
    head, tail = text.partition("soldiers:\n")[0], text.partition("formations:\n")[2]
    state = played.game.words.read_position(f"{head}soldiers:\n" + "\n".join(lines) + f"\nformations:\n{tail}", 1)
    assert not played.ask.acting(state)[0] and played.ask.acting(state)[1]
    assert "nobody of the squad" in str(played.ask.why_not(state, 0, ORDERS.index("hold")))
    assert played.ask.mask(state, 0).tolist() == [1] + [0] * (NUM_ORDERS - 1)


@pytest.mark.rule("FOR-O4")
def test_a_squad_is_out_when_nobody_of_it_is_left_and_earns_its_companys_outcome():
    out = 0
    for seed in range(12):
        played = Led(led(size=8, rules={"squad_size": 2}), seed)
        while not played.s["done"]:
            played.order("charge")
            pay, over = played.ask.rewards(played.table.states)
            left = [bool((played.s["fate"][:16][played.s["squad"][:16] == q] == FIELD).any()) for q in range(8)]
            if not played.s["done"]:
                assert [not gone for gone in over] == left and not pay.any()
                out += int(over.sum())
        sides = np.array(played.game.side_of_agent)
        wanted = np.where(sides == played.s["winner"], 1, -1) * (played.s["winner"] >= 0)
        assert pay.tolist() == wanted.tolist()
    assert out > 0


@pytest.mark.rule("FOR-O5")
def test_worlds_that_differ_in_the_orders_of_the_enemy_look_the_same():
    played = Led(led())
    played.order("charge")
    side = int(played.s["active"])
    true, words = played.table.states, played.game.words
    worlds = [played.ask.determinized(true, side, seed) for seed in range(20)]
    sides = np.array(played.game.side_of_agent)
    drawn = {tuple(world["order"][0][: len(sides)][sides != side]) for world in worlds}
    assert len(drawn) > 10
    for world in worlds:
        assert (world["order"][0][: len(sides)][sides == side] == true["order"][0][: len(sides)][sides == side]).all()
        assert words.scene(world, side) == words.scene(true, side) and words.own(world, side) == words.own(true, side)
        assert words.text(world) == words.text(true)
        for q in np.flatnonzero(sides == side):
            assert (played.ask.observation(world, q) == played.ask.observation(true, q)).all()
            assert (played.ask.mask(world, q) == played.ask.mask(true, q)).all()


@pytest.mark.rule("FOR-O6")
def test_a_squad_sees_itself_its_company_and_the_enemy_but_for_the_hidden():
    played = Led(led(scenario="ambush"))
    layout = {part.name: part for part in played.game.observation_layout}
    for q in range(played.game.num_agents):
        seen = played.ask.observation(played.table.states, q)
        enemies = seen[layout["enemies"].start : layout["enemies"].stop].reshape(layout["enemies"].shape)
        friends = seen[layout["friends"].start : layout["friends"].stop].reshape(layout["friends"].shape)
        is_red = played.game.side_of_agent[q] == RED
        half = played.game.num_agents // 2
        assert (enemies[:, 0] > 0).sum() == (0 if is_red else half)
        assert (friends[:, 0] > 0).sum() == half - 1 and (friends[: half - 1, 7] == AT_FIRST).all()
        assert (np.diff(friends[: half - 1, 0].astype(int)) >= 0).all()


def test_every_manner_is_an_order_of_its_number_and_every_order_has_a_name_of_its_own():
    assert [MANNERS[MANNER_OF[action] - 1] for action in range(1, 9)] == list(MANNERS)
    assert len(set(ORDER_NAMES)) == NUM_ORDERS == len(set(zip(MANNER_OF, AIM_OF, strict=True)))


def test_bans_keep_orders_from_squads_and_not_deeds_from_soldiers():
    banned = led().banned({"red": ["charge"]})
    played = Led(banned)
    charge = ORDERS.index("charge")
    assert [played.ask.mask(played.table.states, q)[charge] for q in range(6)] == [0, 0, 0, 1, 1, 1]
    assert "banned" in str(played.ask.why_not(played.table.states, 0, charge))
    for _ in range(6):
        played.order()
    assert not played.s["withheld"].any()


def test_masks_are_never_empty_and_games_come_to_their_end():
    for scenario in ("clash", "march", "bridge", "ambush", "escort"):
        played = Led(led(size=8, scenario=scenario), n=32)
        rng = np.random.default_rng(1)
        steps = 0
        while not played.table.done.all():
            live = ~played.table.done
            masks = played.table.masks[:, : played.game.num_agents]
            assert masks[live].any(-1).all() and (played.table.acting[live] != 0).any(-1).all()
            played.table.actions[:] = np.where(masks != 0, rng.random(masks.shape), -1).argmax(-1)
            played.table.step()
            steps += 1
        assert steps <= played.game.rules[0]["max_turns"] + 1
