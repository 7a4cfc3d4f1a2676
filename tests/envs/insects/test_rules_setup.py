"""Set-up: board, terrains, deck and first hands."""

import math
from collections import Counter

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.hexes import distance
from swarmzoo.envs.core.kernel import JIT
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.insects import events
from swarmzoo.envs.insects.board import board_of
from swarmzoo.envs.insects.cards import CARD_NAMES, KIND_KEYS, NUM_EVOLUTIONS, kind_named
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.envs.insects.terrain import DEN, DIRT, NUM_TERRAINS, WATER
from tests.envs.insects.positions import new_game, play

GAMES = 300 if JIT else 10


def dealt(seeds: int, **config) -> np.ndarray:
    """Return the states of many new games at their first decision."""
    table = Table(insects(InsectsConfig.read(config)), seeds)
    table.arrange(quiet=True)
    table.seed(np.arange(seeds))
    table.begin()
    return table.states


def land_reached(board, terrain: np.ndarray) -> set[int]:
    """Return the hexes that can be reached over land from the first start."""
    reached, waiting = {board.starts[0]}, [board.starts[0]]
    while waiting:
        for t in board.neighbours[waiting.pop()]:
            if t >= 0 and terrain[t] != WATER and int(t) not in reached:
                reached.add(int(t))
                waiting.append(int(t))
    return reached


@pytest.mark.rule("INS-1")
def test_two_to_six_players_each_have_a_swarm():
    for players in range(2, 7):
        game = insects(InsectsConfig.read({"players": players}))
        assert len(game.agents) == len(board_of(game.config).starts) == players
    for players in (1, 7):
        with pytest.raises(GameError):
            InsectsConfig.read({"players": players})


@pytest.mark.rule("INS-2", "INS-P1")
def test_every_hex_is_drawn_from_ten_terrains_with_equal_odds():
    states = dealt(GAMES)
    board = board_of(InsectsConfig.read({}))
    free = [h for h in range(37) if h not in board.starts]
    counts = np.bincount(states["terrain"][:, free].ravel(), minlength=NUM_TERRAINS)
    expected = counts.sum() / NUM_TERRAINS
    others = np.delete(counts, WATER)  # maps that Water cuts are drawn again
    assert others.size == 9 and np.all(counts > 0)
    assert np.all(np.abs(others - expected) < 6 * math.sqrt(expected))


@pytest.mark.rule("INS-P1")
@pytest.mark.parametrize(("players", "hexes"), [(2, 37), (3, 61), (4, 61), (5, 61), (6, 61)])
def test_the_board_is_a_hexagon_that_grows_with_the_players(players, hexes):
    assert len(board_of(InsectsConfig.read({"players": players})).hexes) == hexes


@pytest.mark.rule("INS-P1")
@pytest.mark.parametrize("config", [{}, {"players": 4, "radius": 4}, {"extra_dens": 3}])
def test_starts_are_dens_and_all_dens_reach_each_other_over_land(config):
    states, board = dealt(GAMES, **config), board_of(InsectsConfig.read(config))
    wanted = config.get("players", 2) + config.get("extra_dens", 0)
    for terrain in states["terrain"]:
        dens = np.flatnonzero(terrain == DEN)
        assert set(board.starts) <= set(dens) <= land_reached(board, terrain)
        assert len(dens) >= wanted


@pytest.mark.rule("INS-P1")
def test_a_map_file_sets_outline_terrain_and_starts():
    game = new_game(map="a 1 5\n .2 3\n b 4 6\n")
    board = board_of(game.game.config)
    assert len(board.hexes) == 8
    assert game.s["terrain"][:8].tolist() == [DEN, 1, 5, 2, 3, DEN, 4, 6]
    assert game.stacks("a") == {"A1": 3}
    assert game.s["bugs"][1, 5] == 3
    with pytest.raises(GameError, match="line 2, column 1"):
        new_game(map="a11\nx11\n11b\n")


@pytest.mark.rule("INS-S2")
def test_boards_without_room_for_the_dens_are_refused():
    with pytest.raises(GameError, match="Dens do not fit"):
        insects(InsectsConfig.read({"radius": 1, "extra_dens": 6}))
    with pytest.raises(GameError, match="Dens"):
        insects(InsectsConfig.read({"map": "a11\n11b\n", "extra_dens": 1}))
    with pytest.raises(GameError, match="reachable"):
        insects(InsectsConfig.read({"map": "a15\n55b\n"}))


@pytest.mark.rule("INS-S2")
def test_a_map_of_water_alone_becomes_a_path_of_dirt_from_start_to_start():
    terrain = new_game(radius=2, rules={"terrain_weights": [0, 0, 0, 0, 0, 1, 0, 0, 0, 0]}).s["terrain"][:19]
    board = board_of(InsectsConfig.read({"radius": 2}))
    assert Counter(terrain.tolist()) == {WATER: 14, DEN: 2, DIRT: 3}
    assert len(land_reached(board, terrain)) == 5


@pytest.mark.rule("INS-S2")
@pytest.mark.skipif(not JIT, reason="a thousand maps take too long uncompiled")
def test_after_a_thousand_maps_water_on_a_shortest_path_becomes_dirt():
    only_water = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    terrain = new_game(rules={"terrain_weights": only_water}).s["terrain"][:37]
    assert Counter(terrain.tolist()) == {WATER: 30, DEN: 2, DIRT: 5}
    symmetric = new_game(symmetric=True, extra_dens=2, rules={"terrain_weights": only_water}).s["terrain"][:37]
    board = board_of(InsectsConfig.read({"symmetric": True}))
    assert set(np.flatnonzero(symmetric == DEN)) <= land_reached(board, symmetric)


@pytest.mark.rule("INS-S3", "INS-A10")
@pytest.mark.parametrize("players", [2, 4])
def test_a_symmetric_map_looks_the_same_from_every_start_and_gains_dens_by_orbits(players):
    config = {"players": players, "symmetric": True, "extra_dens": 1}
    states, board = dealt(GAMES, **config), board_of(InsectsConfig.read(config))
    for terrain in states["terrain"]:
        for seat in range(players):
            hexes = len(board.hexes)
            assert np.array_equal(terrain[:hexes], terrain[board.hex_at[seat, :hexes]])
        orbits = {int(board.orbit[h]) for h in np.flatnonzero(terrain == DEN)}
        assert len(orbits) >= 2


@pytest.mark.rule("INS-A10")
def test_five_players_are_refused_a_symmetric_map_with_the_reason():
    with pytest.raises(GameError, match="5 starts"):
        InsectsConfig.read({"players": 5, "symmetric": True})
    for players in (2, 3, 4, 6):
        assert insects(InsectsConfig.read({"players": players, "symmetric": True})).num_agents == players


@pytest.mark.rule("INS-A10")
def test_four_symmetric_starts_are_those_of_a_half_turn_and_two_mirrors():
    board = board_of(InsectsConfig.read({"players": 4, "symmetric": True}))
    assert {board.hexes[start] for start in board.starts} == {(4, -1), (1, -4), (-4, 1), (-1, 4)}


@pytest.mark.rule("INS-6")
def test_swarms_of_three_begin_in_opposite_corners_with_two_cards():
    game = new_game(seed=3)
    board = board_of(game.game.config)
    a, b = (board.hexes[start] for start in board.starts)
    assert (a[0] + b[0], a[1] + b[1]) == (0, 0) and distance(a, b) == 6
    assert [game.bugs("a"), game.bugs("b")] == [3, 3]
    assert [game.s["bugs"][seat, board.starts[seat]] for seat in range(2)] == [3, 3]
    assert game.s["hand_size"].tolist() == [2, 2]


@pytest.mark.rule("INS-6")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("starts", ["alike", "farthest"])
def test_starts_are_as_far_apart_as_they_can_be(players, starts):
    board = board_of(InsectsConfig.read({"players": players, "rules": {"starts": starts}}))
    places = [board.hexes[start] for start in board.starts]
    nearest = min(distance(a, b) for a in places for b in places if a != b)
    farthest = {2: 6, 3: 8, 4: 6, 5: 4, 6: 4}
    assert nearest == (farthest if starts == "farthest" else farthest | {4: 5})[players]


@pytest.mark.rule("INS-S4")
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_seats_are_numbered_clockwise_round_the_board(players):
    board = board_of(InsectsConfig.read({"players": players}))
    angles = []
    for start in board.starts:
        q, r = board.hexes[start]
        angles.append(math.atan2(r * math.sqrt(3) / 2, q + r / 2))
    turns = [(b - a) % (2 * math.pi) for a, b in zip(angles, angles[1:] + angles[:1], strict=True)]
    assert math.isclose(sum(turns), 2 * math.pi)


@pytest.mark.rule("INS-3", "INS-18")
def test_every_swarm_has_counters_of_its_own_in_a_shared_space():
    game = play("""
        phase: move
        board:
          6a3b2  1  1a1
        """)
    assert game.stacks("a") == {"A1": 3, "A3": 1}
    assert game.stacks("b") == {"A1": 2}


@pytest.mark.rule("INS-18")
def test_pictures_tell_the_insects_of_all_players_apart():
    game = new_game(seed=1, players=4, rules={"decks": 1})
    text = game.game.words.text(game.table.states)
    assert all(f"{letter}3" in text for letter in "abcd")


@pytest.mark.rule("INS-5")
def test_the_deck_holds_one_of_each_of_73_or_89_named_cards():
    common = InsectsConfig.read({}).card_names()
    everything = InsectsConfig.read({"extra_cards": True}).card_names()
    assert len(common) == len({name for _, name in common}) == 73
    assert len(everything) == len({name for _, name in everything}) == 89
    assert sum(kind < NUM_EVOLUTIONS for kind, _ in common) == 67
    assert sum(kind < NUM_EVOLUTIONS for kind, _ in everything) == 74


@pytest.mark.rule("INS-5")
def test_the_common_deck_has_the_printed_numbers_of_each_kind():
    counts = Counter(KIND_KEYS[kind] for kind, _ in InsectsConfig.read({}).card_names())
    evolutions = {"stack": 15, "attack": 10, "defense": 8, "reproduction": 9, "movement": 7, "intelligence": 9}
    events_of = dict.fromkeys(
        ("feeding_frenzy", "reproductive_cycle", "energy_burst", "migration", "rush", "latency"), 1
    )
    assert counts == evolutions | {"initiative": 9} | events_of
    assert kind_named("Camoflage") == kind_named("initiative") and "Phermones" in CARD_NAMES[kind_named("stack")]


@pytest.mark.rule("INS-5")
def test_all_players_draw_from_one_shuffled_deck():
    states = dealt(GAMES)
    for state in states[:10]:
        assert sorted(state["deck"][:73].tolist()) == list(range(73))
        assert sorted(np.flatnonzero(state["where"][:73])) == sorted(state["deck"][: state["drawn"]].tolist())
    assert len({tuple(deck[:73]) for deck in states["deck"].tolist()}) == len(states)


@pytest.mark.rule("INS-S41")
def test_two_decks_hold_every_card_twice():
    config = InsectsConfig.read({"rules": {"decks": 2}})
    assert set(Counter(config.card_names()).values()) == {2}
    assert config.deck_size() == 146


@pytest.mark.rule("INS-S41")
@pytest.mark.parametrize(("players", "decks"), [(2, 1), (3, 3), (4, 3), (5, 3), (6, 4)])
def test_more_players_have_more_decks_as_far_as_the_state_can_hold(players, decks):
    assert InsectsConfig.read({"players": players}).deck_size() == 73 * decks
    assert InsectsConfig.read({"players": players, "extra_cards": True}).deck_size() == 89 * decks
    long = InsectsConfig.read({"players": players, "rules": {"cards": {"stack": 60, "attack": 60, "defense": 60}}})
    assert long.deck_size() == 220, "a third deck of 220 cards would not fit, nor a second"
    assert InsectsConfig.read({"players": players, "rules": {"decks": 1}}).deck_size() == 73


@pytest.mark.rule("INS-T7", "INS-15")
@pytest.mark.parametrize(("players", "left"), [(2, 69), (3, 67), (4, 65)])
def test_the_deal_leaves_69_67_and_65_cards(players, left):
    config = InsectsConfig.read({"players": players, "rules": {"decks": 1}})
    assert config.deck_size() - players * config.rules.starting_cards == left
    if players != 3:
        states = dealt(20, players=players, rules={"decks": 1})
        assert max(config.deck_size() - state["drawn"] for state in states) == left


@pytest.mark.rule("INS-T8")
def test_a_mulligan_of_the_first_hand_has_odds_of_15_in_2628():
    config = InsectsConfig.read({})
    num_events = sum(kind >= NUM_EVOLUTIONS for kind, _ in config.card_names())
    hands = math.comb(config.deck_size(), config.rules.starting_cards)
    assert math.comb(num_events, config.rules.starting_cards) * 2628 == 15 * hands


@pytest.mark.rule("INS-T8", "INS-6")
@pytest.mark.skipif(not JIT, reason="many games take too long uncompiled")
def test_hands_without_an_evolution_card_come_up_as_often_as_they_should():
    games = 10_000
    states = dealt(games)
    kinds = insects(InsectsConfig.read({})).rules["card_kind"][0]
    first_hands = kinds[states["deck"][:, :2].astype(int)]
    mulligans = int(np.all(first_hands >= NUM_EVOLUTIONS, axis=1).sum())
    assert abs(mulligans - games * 15 / 2628) < 4 * math.sqrt(games * 15 / 2628)


FEW_EVOLUTIONS = {key: 0 for key in KIND_KEYS[:7]} | {"stack": 6, "rush": 8, "latency": 8}


@pytest.mark.rule("INS-6", "INS-S1")
def test_a_hand_without_an_evolution_card_is_discarded_and_dealt_anew_until_it_has_one():
    most = 0
    for state in dealt(60, rules={"cards": FEW_EVOLUTIONS, "evolution_play": "may"}):
        if state["round_number"] == 1 and state["in_play"].sum() == 0:
            shown = [row[1] for row in state["log"][: state["logged"]] if row[0] == events.CARDS_SHOWN]
            assert state["discards"].sum() == state["discards"][NUM_EVOLUTIONS:].sum() == 2 * len(shown)
            assert np.all(state["hand"][:, :NUM_EVOLUTIONS].sum(axis=1) > 0)
            most = max(most, shown.count(0), shown.count(1))
    assert most >= 2


@pytest.mark.rule("INS-S1")
def test_the_mulligan_stops_when_the_deck_has_no_evolution_card_left():
    cards = {key: 0 for key in KIND_KEYS} | {"rush": 5}
    game = new_game(max_rounds=3, rules={"cards": cards})
    assert sorted(game.hand("a") + game.hand("b")) == ["Rush"] * 4 or game.s["done"]
    assert not game.told("CARDS_SHOWN")


@pytest.mark.rule("INS-S1")
def test_a_deck_too_short_for_the_first_hands_is_refused():
    cards = {key: 0 for key in KIND_KEYS} | {"stack": 4}
    with pytest.raises(GameError, match="at least 5"):
        InsectsConfig.read({"rules": {"cards": cards}})


@pytest.mark.rule("INS-6")
@pytest.mark.parametrize("config", [{}, {"players": 4, "extra_cards": True}], ids=["two", "four"])
def test_a_new_game_remembers_nothing_of_what_was_there_before(config):
    fresh, used = (Table(insects(InsectsConfig.read(config)), 1) for _ in range(2))
    used.states.view(np.ndarray).view(np.uint8)[:] = 1
    for table in (fresh, used):
        table.seed(np.array([3]))
        table.begin()
    names = [name for name in fresh.states.dtype.names if (fresh.states[name] != used.states[name]).any()]
    assert not names
