"""Games that nobody played: rows as the arena stores them, for whoever counts and rates."""

from swarmzoo.agents.play.results import Fault
from swarmzoo.lab.play import GameRow

WIN, DRAW, LOSS = (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)


def pair(group, first=WIN, second=WIN, seats=(0, 1), fault=None, **more):
    """Return both games of a group: what the first agent of ``seats`` gets in each; ``fault`` is its, in the first."""
    return [
        GameRow(group, 0, 100 + group, seats, first, 10, "out", 0.5, fault and Fault(0, fault, f"a {fault}"), **more),
        GameRow(group, 1, 100 + group, seats[::-1], second[::-1], 20, "counted", 0.5, **more),
    ]
