"""Elimination, both victories, and the pay. [INS-1]"""

from collections.abc import Iterable

from tests.envs.insects.reference.hexes import Hex
from tests.envs.insects.reference.position import DEN, Game, GameIsOver


def pay_of(winners: int, players: int) -> float:
    """Return what each of those who share first place gets. [INS-A4]"""
    return (players - winners) / (winners * (players - 1))


def finish(game: Game, ending: str, winners: Iterable[int]) -> None:
    """End the game: the winners share first place, all others have lost. [INS-A4]"""
    game.ending = ending
    game.meet(ending)
    first, number = list(winners), len(game.players)
    for seat, player in enumerate(game.players):
        player.pay = pay_of(len(first), number) if seat in first else -1 / (number - 1)
    raise GameIsOver


def eliminate_the_dead(game: Game) -> None:
    """Put players without insects out: cards to the discards, pay at once. [INS-P5] [INS-S31] [INS-A4]"""
    dead = [seat for seat in game.seats() if game.number_of(seat) == 0]
    for seat in dead:
        player = game.players[seat]
        player.is_out = True
        player.pay = -1 / (len(game.players) - 1)
        game.discards.update(+player.hand)
        game.discards.update(card.kind for card in player.in_play)
        player.hand.clear()
        player.in_play.clear()
        player.burnt.clear()
    left = game.seats()
    if not left:
        finish(game, "all swarms dead", dead)
    if len(left) == 1 and dead and game.rules.last_swarm_wins:
        finish(game, "last swarm", left)


def largest(game: Game, space: Hex) -> int | None:
    """Return who has more insects in a space than anybody else."""
    numbers = sorted(game.insects[space], reverse=True)
    return game.insects[space].index(numbers[0]) if numbers[0] > numbers[1] else None


def holder(game: Game, space: Hex, way: str) -> int | None:
    """Return who holds a space: its only occupant, or the largest one. [INS-P2] [INS-P3]"""
    owners = game.owners(space)
    if way == "most":
        return largest(game, space)
    return owners[0] if len(owners) == 1 else None


def check_dens(game: Game) -> None:
    """End the game if one player controls every Den, of at least two. [INS-1] [INS-P2]"""
    dens = [space for space, terrain in game.terrain.items() if terrain == DEN]
    holders = {holder(game, space, game.rules.den_control) for space in dens}
    if len(dens) >= 2 and len(holders) == 1 and None not in holders:
        finish(game, "all Dens", [seat for seat in holders if seat is not None])


def end_by_spaces(game: Game, ending: str) -> None:
    """End the game as with an empty deck: most spaces, then most insects, then shared. [INS-1] [INS-P3]"""
    scores = {}
    for seat in game.seats():
        spaces = sum(1 for space in game.terrain if holder(game, space, game.rules.space_control) == seat)
        insects = game.number_of(seat) if game.rules.space_ties == "insects" else 0
        scores[seat] = (spaces, insects)
    finish(game, ending, [seat for seat in scores if scores[seat] == max(scores.values())])
