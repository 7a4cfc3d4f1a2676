"""Who sits where when one agent is measured against another."""

import numpy as np

from swarmzoo.agents.play.match import paired_seats
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game


def seats_against_one(game: Game, games: int, seed: int, seat: int | None) -> tuple[np.ndarray, np.ndarray]:
    """Return seating (rows, sides) and seeds (rows,): agent 0 in every seat on paired seeds, or always in one.

    All other sides are agent 1's. A seed is played in two seats, in a game of three or five sides in all of them. There
    are at least so many games, and as many of them in each seat. Raises GameError for a seat that cannot be chosen.
    """
    if seat is None and len(game.seats) == 1:
        seat = game.seats[0]
    if seat is None:
        sides = game.num_sides
        seating, seeds = paired_seats(sides, 2, -(-games // sides) * sides, seed)
        return one_against_all(seating), seeds
    if seat not in game.seats:
        raise GameError(f"seat = {seat}: in this game the sides {', '.join(map(str, game.seats))} can be chosen")
    seating = np.ones((games, game.num_sides), int)
    seating[:, seat] = 0
    return seating, np.arange(seed, seed + games)


def one_against_all(seating: np.ndarray) -> np.ndarray:
    """With more than two sides one seat is the agent's (0) and all others the opponent's (1)."""
    games, sides = seating.shape
    if sides == 2:
        return seating
    line = np.ones_like(seating)
    line[np.arange(games), np.arange(games) % sides] = 0
    return line
