"""The Round Bid: who takes which place in the order of the round. [INS-7] [INS-8]"""

from itertools import pairwise

from tests.envs.insects.reference.attributes import initiative, intelligence, movement
from tests.envs.insects.reference.position import NOBODY, Asking, Game, ask
from tests.envs.insects.reference.windows import hold_window


def first_order(game: Game, first: int) -> None:
    """Set the first round's order: a random player, then clockwise. [INS-8] [INS-S4]"""
    number = len(game.players)
    game.order = [(first + step) % number for step in range(number)]


def hold_bid(game: Game) -> Asking[None]:
    """Ask for cards, then for places; what was used holds for the Bid only. [INS-W1] [INS-S5] [INS-S6]"""
    game.phase, game.active = "bid", NOBODY
    first = game.order[0]
    game.order = [seat for seat in game.order if not game.players[seat].is_out]
    game.places = {}
    yield from hold_window(game, lambda: list(game.order), lambda seat: ["bid"])
    for seat in picking_order(game, first):
        free = [place for place in range(len(game.order)) if place not in game.places]
        answer = yield from ask(seat, "place", [("place", place) for place in free])
        game.places[int(answer[1])] = seat
    game.order = [game.places[place] for place in range(len(game.order))]
    game.latency.clear()
    for player in game.players:
        player.burnt.clear()


def picking_order(game: Game, first: int) -> list[int]:
    """Return who picks when: by Initiative, Intelligence, Movement, then clockwise. [INS-8] [INS-S5]

    Clockwise begins with who was first in the last round, even if that player is out.
    """
    number = len(game.players)

    def rank(seat: int) -> tuple[int, ...]:
        clockwise = (seat - first) % number
        return -initiative(game, seat), -intelligence(game, seat), -movement(game, seat), clockwise

    order = sorted(game.order, key=rank)
    for one, other in pairwise(order):
        alike = [a == b for a, b in zip(rank(one), rank(other), strict=True)]
        game.meet("Bid by " + ("Initiative", "Intelligence", "Movement", "clockwise order")[alike.index(False)])
    return order
