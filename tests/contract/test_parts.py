"""Parts: whatever a game says that it consists of can be taken out of it, and the game still plays, without it."""

import pickle

import numpy as np
import pytest

from swarmzoo.agents.play.match import play_games
from swarmzoo.envs.api.opponents import RANDOM_OPPONENT
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.parts import KINDS, GamePart, named_once, part_named, without
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.core.variants import rules_of
from tests.scenarios import TINY

GAMES = {
    "insects": {"players": 2, "radius": 2, "extra_cards": True},
    "warband": {"size": 12, "columns": 16, "rows": 16},
    "formation": {"size": 24, "scenario": "march"},
    "overseer": {"overseers": 4, "underlings": 8, "max_rounds": 4},
}
WANTED = {  # how many parts of each kind there are at least
    "insects": {"card": 29, "terrain": 9, "command": 2},
    "warband": {"unit": 12, "weapon": 9, "armour": 3, "trait": 7, "spell": 4, "command": 8, "terrain": 5},
    "formation": {"unit": 3, "weapon": 4, "armour": 5, "trait": 2, "formation": 1, "command": 8, "terrain": 2},
    "overseer": {"unit": 5, "weapon": 9, "trait": 4, "command": 20, "terrain": 5},
}


@pytest.fixture(params=GAMES, scope="module")
def game(request) -> Game:
    """Every game, with as many of its parts as one configuration holds."""
    return find_game(request.param).read(GAMES[request.param])


def plays(variants: list[Game]) -> list[np.ndarray]:
    """Play a game at random in each variant, side by side; return the actions."""
    count = len(variants)
    seating = np.zeros((count, variants[0].num_sides), int)
    results = play_games(
        variants[0], [RANDOM_OPPONENT], seating, np.arange(count), variants=variants, record=True, summaries=False
    )
    assert all(results.endings) and len(results.tapes) == count
    return results.tapes


def test_parts_have_names_of_their_own_kinds_and_banned_actions(scenario):
    parts = scenario.game.parts
    assert len({part.name for part in parts}) == len(parts)
    for part in parts:
        assert part.kind in KINDS and part.about
        assert all(scenario.game.actions.named(name) for name in part.bans)


def test_every_game_lists_what_it_consists_of(game: Game):
    kinds = [part.kind for part in game.parts]
    assert {kind: kinds.count(kind) >= count for kind, count in WANTED[game.name].items()} == dict.fromkeys(
        WANTED[game.name], True
    )


def test_every_part_can_be_taken_out_and_is_gone(game: Game):
    variants = [without(game, [part]) for part in game.parts]
    for part, variant in zip(game.parts, variants, strict=True):
        assert variant.rules_signature != game.rules_signature
        if part.take_out is not None:
            assert part.name not in {one.name for one in variant.parts}
        else:
            assert set(variant.actions.named(part.bans[0])) <= set(variant.bans[0]) & set(variant.bans[1])
    assert len(rules_of(variants)) == len(variants)  # the same records: they are played side by side
    for part, variant, tape in zip(game.parts, variants, plays(variants), strict=True):
        assert len(tape), f"without {part.name} nothing can be chosen in {variant.name}"


def test_what_a_side_can_hold_can_be_withheld_from_it(game: Game):
    parts = [part for part in game.parts if part.can_be_withheld]
    assert parts
    variants = [without(game, withheld={1: [part]}) for part in parts]
    for part, variant in zip(parts, variants, strict=True):
        assert variant.rules_signature != game.rules_signature
        if part.bans:
            assert variant.bans[0] == () and variant.bans[1]
    plays(variants)


def test_parts_are_taken_out_together_in_any_order(game: Game):
    rng = np.random.default_rng(1)
    variants = []
    for _ in range(12):
        chosen = [part for part in game.parts if rng.random() < 0.3]
        held = [part for part in game.parts if part.can_be_withheld and part not in chosen and rng.random() < 0.3]
        one, other = (without(game, order, {0: held}) for order in (chosen, chosen[::-1]))
        assert one.rules_signature == other.rules_signature
        variants.append(one)
    plays(variants)


def test_variants_side_by_side_play_as_each_alone(game: Game):
    variants = [without(game, [part]) for part in game.parts[:6]] + [game]
    for variant, tape in zip(variants, plays(variants), strict=True):
        seed = np.array([variants.index(variant)])
        alone = play_games(variant, [RANDOM_OPPONENT], np.zeros((1, 2), int), seed, record=True, summaries=False)
        assert alone.tapes[0].tolist() == tape.tolist()


def test_a_table_of_variants_is_kept_and_put_back(game: Game):
    variants = [without(game, [part]) for part in game.parts[:3]]
    tables = [Table(game, 3, variants=variants, at_random=True) for _ in range(2)]
    tables[0].seed(np.arange(3))
    tables[0].begin()
    tables[1].load(tables[0].save())
    for _ in range(20):
        for table in tables:
            table.step()
    assert tables[0].states.tobytes() == tables[1].states.tobytes()
    assert pickle.loads(pickle.dumps(tables[0])).game_of(2).rules_signature == variants[2].rules_signature
    with pytest.raises(GameError, match="2 games are given for 3 desks"):
        Table(game, 3, variants=variants[:2])


def test_a_card_that_is_taken_out_is_never_seen():
    game = without(find_game("insects").read(GAMES["insects"]), [])
    without_stack = without(game, [part_named(game, "stack")])
    seen = {}
    for one in (game, without_stack):
        results = play_games(one, [RANDOM_OPPONENT], np.zeros((20, 2), int), np.arange(20))
        seen[one] = sum(m.value for s in results.summaries for m in s.measures if m.part == "Stack")
    assert seen[game] > 0 and seen[without_stack] == 0


def test_what_cannot_be_taken_out_is_refused():
    game = find_game("insects").read(GAMES["insects"])
    with pytest.raises(GameError, match="insects has no part 'rampaje'; did you mean rampage"):
        part_named(game, "rampaje")
    with pytest.raises(GameError, match="part 'sand': all sides share it"):
        without(game, withheld={0: [part_named(game, "sand")]})
    with pytest.raises(GameError, match="the deck has 0 cards"):
        without(game, [part for part in game.parts if part.kind == "card"])
    with pytest.raises(GameError, match="did you mean card"):
        GamePart("x", "cards", "", bans=("play",))
    with pytest.raises(GameError, match="give take_out or bans"):
        GamePart("x", "card", "")
    with pytest.raises(GameError, match="sizes and players"):
        rules_of([game, find_game("insects").read({"players": 3})])
    assert TINY.game().parts == ()


def test_a_second_part_of_a_name_is_told_apart():
    one = GamePart("taunt", "trait", "", bans=("a",))
    names = [part.name for part in named_once([one, GamePart("taunt", "command", "", bans=("a",)), one, one])]
    assert names == ["taunt", "taunt (command)", "taunt (trait)", "taunt (trait 2)"]
