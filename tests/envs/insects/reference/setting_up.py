"""Set-up: the map, the swarms, the deck, the first hands. [INS-6] [INS-P1] [INS-S1] [INS-S2] [INS-S3]"""

from collections.abc import Callable, Iterable

from swarmzoo.envs.insects.config import InsectsConfig
from tests.envs.insects.reference.bid import first_order
from tests.envs.insects.reference.cards import EVOLUTIONS, KINDS
from tests.envs.insects.reference.hexes import DIRECTIONS, Hex, beside, images
from tests.envs.insects.reference.playing import discard, draw_cards
from tests.envs.insects.reference.position import DEN, DIRT, WATER, Game, Player

Draw = Callable[[int], int]
Terrain = dict[Hex, int]


def set_up(config: InsectsConfig, starts: list[Hex], land: Terrain | Iterable[Hex], draw: Draw) -> Game:
    """Lay a map, given or drawn on an outline, and deal; the random first player is drawn last. [INS-6] [INS-8]"""
    terrain = dict(land) if isinstance(land, dict) else draw_map(config, starts, list(land), draw)
    players = [Player() for _ in starts]
    insects = {space: [0] * len(starts) for space in terrain}
    for seat, start in enumerate(starts):
        insects[start][seat] = min(config.rules.starting_insects, config.rules.counters)
    game = Game(config, draw, terrain, insects, players, shuffled_deck(config, draw))
    for seat in range(len(starts)):
        deal(game, seat)
    first_order(game, draw(len(starts)))
    return game


def shuffled_deck(config: InsectsConfig, draw: Draw) -> list[str]:
    """Return the cards in a random order. [INS-5]"""
    deck = [KINDS[kind] for kind, _ in config.card_names()]
    for last in range(len(deck) - 1, 0, -1):
        other = draw(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def deal(game: Game, seat: int) -> None:
    """Deal a hand; one without an Evolution is shown and dealt again while the deck holds any. [INS-6] [INS-S1]"""
    number, hand = game.rules.starting_cards, game.players[seat].hand
    draw_cards(game, seat, number)
    while number and not any(hand[kind] for kind in EVOLUTIONS) and any(kind in EVOLUTIONS for kind in game.deck):
        for kind in list(hand.elements()):
            discard(game, seat, kind)
        draw_cards(game, seat, number)


def draw_map(config: InsectsConfig, starts: list[Hex], outline: list[Hex], draw: Draw) -> Terrain:
    """Draw maps until all Dens can reach each other; after 1,000, drain the last one. [INS-P1] [INS-S2]"""
    for _ in range(1000):
        terrain = draw_terrain(config, starts, outline, draw)
        if not config.rules.water_blocks or len(cut_off(terrain, starts[0])) == 0:
            return terrain
    return drained(config, terrain, starts[0])


def draw_terrain(config: InsectsConfig, starts: list[Hex], outline: list[Hex], draw: Draw) -> Terrain:
    """Draw each space by the odds, with its images on a symmetric map; then Dens until enough. [INS-P1] [INS-S3]"""
    terrain: Terrain = {}
    for space in outline:
        if space not in terrain:
            drawn = draw_one(config, draw)
            terrain.update({image: drawn for image in orbit(config, space)})
    terrain.update({start: DEN for start in starts})
    while list(terrain.values()).count(DEN) < config.players + config.extra_dens:
        others = [space for space in outline if terrain[space] != DEN]
        chosen = others[draw(len(others))]
        terrain.update({image: DEN for image in orbit(config, chosen)})
    return {space: terrain[space] for space in outline}


def orbit(config: InsectsConfig, space: Hex) -> set[Hex]:
    """Return a space and, on a symmetric map, its images. [INS-S3]"""
    return images(space, config.players) if config.symmetric else {space}


def draw_one(config: InsectsConfig, draw: Draw) -> int:
    """Draw a terrain by the odds of the rules. [INS-2] [INS-P1]"""
    tickets = [terrain for terrain, odds in enumerate(config.rules.terrain_weights) for _ in range(odds)]
    return tickets[draw(len(tickets))]


def cut_off(terrain: Terrain, start: Hex) -> list[Hex]:
    """Return the Dens that a start cannot reach over land. [INS-P1]"""
    reached, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for space in (beside(here, direction) for direction in DIRECTIONS):
            if space not in reached and terrain.get(space, WATER) != WATER:
                reached.add(space)
                waiting.append(space)
    return [space for space, kind in terrain.items() if kind == DEN and space not in reached]


def drained(config: InsectsConfig, terrain: Terrain, start: Hex) -> Terrain:
    """Turn Water on a shortest path from each Den to the first start into Dirt. [INS-S2]"""
    steps, waiting = {start: 0}, [start]
    for here in waiting:
        for space in (beside(here, direction) for direction in DIRECTIONS):
            if space in terrain and space not in steps:
                steps[space] = steps[here] + 1
                waiting.append(space)
    for den in [space for space, kind in terrain.items() if kind == DEN]:
        here = den
        while here != start:
            ways = [beside(here, direction) for direction in DIRECTIONS]
            here = next(space for space in ways if steps.get(space) == steps[here] - 1)
            if terrain[here] == WATER:
                terrain.update({image: DIRT for image in orbit(config, here)})
    return terrain
