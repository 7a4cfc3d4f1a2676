"""What swarms, stacks and groups are worth: seven attributes, raised and lowered by cards and terrain."""

from tests.envs.insects.reference.hexes import Hex, distance
from tests.envs.insects.reference.position import DEN, GRASS, MOUND, ROCKS, SLOPE, CardInPlay, Game

# an insect moves at most this far in a turn, whatever the cards
FARTHEST = 13


def kinds_in_play(game: Game) -> set[str]:
    """Return the Evolutions that lie in play, of all players; a Mimic counts as what it copies. [INS-S11]"""
    return {card.works_as for player in game.players for card in player.in_play if works(game, card)}


def works(game: Game, card: CardInPlay) -> bool:
    """Tell whether a card in play has its effect: without mimic_lasts a Mimic needs an original. [INS-P14]"""
    if card.kind != "mimic" or game.rules.mimic_lasts:
        return True
    return any(other.kind == card.works_as for player in game.players for other in player.in_play)


def in_force(game: Game, seat: int, kind: str) -> int:
    """Return how many Evolutions of a kind work for a swarm, in play or burnt this turn. [INS-10] [INS-16]"""
    player = game.players[seat]
    lying = sum(1 for card in player.in_play if card.works_as == kind and works(game, card))
    return lying + player.burnt.count(kind)


def initiative(game: Game, seat: int) -> int:
    """Return the Initiative of a swarm, with Latency in a Bid. [INS-4] [INS-17] [INS-V6]"""
    rules = game.rules
    return rules.base_initiative + rules.initiative_per_card * in_force(game, seat, "initiative") + game.latency[seat]


def intelligence(game: Game, seat: int) -> int:
    """Return the Intelligence of a swarm, with Migration in its Move Phase. [INS-4] [INS-17] [INS-V4]"""
    rules = game.rules
    own = rules.base_intelligence + rules.intelligence_per_card * in_force(game, seat, "intelligence")
    return own + (game.migration if seat == game.active else 0)


def movement(game: Game, seat: int) -> int:
    """Return the Movement of a swarm; Dormancy sets it after all cards. [INS-4] [INS-17] [INS-E15] [INS-S40]"""
    rules = game.rules
    if game.players[seat].is_dormant:
        return rules.dormancy_movement
    return rules.base_movement + rules.movement_per_card * in_force(game, seat, "movement")


def reproduction(game: Game, seat: int) -> int:
    """Return the Reproduction of a swarm by its cards. [INS-4] [INS-17]"""
    rules = game.rules
    return rules.base_reproduction + rules.reproduction_per_card * in_force(game, seat, "reproduction")


def grass(game: Game, seat: int) -> int:
    """Return what Grass adds: for each space occupied, contested ones too. [INS-2.2] [INS-P6]"""
    spaces = [space for space in game.stacks(seat) if game.terrain[space] == GRASS]
    if not game.rules.grass_contested:
        spaces = [space for space in spaces if not game.enemies(space, seat)]
    return game.rules.grass_reproduction * len(spaces)


def attack(game: Game, seat: int, space: Hex) -> int:
    """Return the Attack of each insect of a stack. [INS-4] [INS-2.4] [INS-V1] [INS-S29]"""
    rules = game.rules
    own = rules.base_attack + rules.attack_per_card * in_force(game, seat, "attack")
    rocks = rules.rocks_attack if game.terrain[space] == ROCKS else 0
    return own + rocks + game.frenzy[seat]


def defense(game: Game, seat: int, space: Hex) -> int:
    """Return the Defense of each insect of a stack; Molt sets it before terrain. [INS-4] [INS-2.3] [INS-E14]"""
    rules = game.rules
    own = rules.base_defense + rules.defense_per_card * in_force(game, seat, "defense")
    if game.players[seat].is_molted:
        own = rules.molt_defense
    return own + (rules.mound_defense if game.terrain[space] == MOUND else 0)


def near(game: Game, seat: int, space: Hex, kind: str) -> int:
    """Return how many cards of a kind enemies have in force who stand in a space or beside it."""
    return sum(
        in_force(game, other, kind)
        for other in game.seats()
        if other != seat and any(distance(stack, space) <= 1 for stack in game.stacks(other))
    )


def lowered(value: int, loss: int, least: int) -> int:
    """Take a loss off a value, down to a least one; a value that is less already stays."""
    return min(value, max(least, value - loss))


def stack_limit(game: Game, seat: int, space: Hex, more_revulsions: int = 0) -> int:
    """Return how many insects a stack may have. [INS-4] [INS-2.6] [INS-2.8] [INS-E5] [INS-P13]"""
    rules = game.rules
    limit = rules.base_stack + rules.stack_per_card * in_force(game, seat, "stack")
    if game.terrain[space] == DEN:
        limit += rules.den_stack
    if game.terrain[space] == SLOPE:
        limit = lowered(limit, rules.slope_stack_loss, rules.stack_minimum)
    revulsions = near(game, seat, space, "revulsion") + more_revulsions
    return lowered(limit, rules.revulsion_stack_loss * revulsions, rules.revulsion_minimum)


def allowance(game: Game, space: Hex, burst: int = 0) -> int:
    """Return how far insects of the active player may have come to leave a space. [INS-E6] [INS-S20] [INS-S21]"""
    rules = game.rules
    spaces = movement(game, game.active)
    webs = near(game, game.active, space, "webs")
    spaces = lowered(spaces, rules.webs_movement_loss * webs, rules.webs_minimum)
    return min(FARTHEST, spaces + burst)


def hand_limit(game: Game, seat: int) -> int:
    """Return how many cards a hand may hold. [INS-10]"""
    return game.rules.hand_limit + intelligence(game, seat)
