"""Networks in games of other sizes: with more or fewer sides, or on other boards, than they were trained for.

Inputs and actions have names, such as the insects of player +1 on a hex, and weights belong to names. A game of another
size has most of the same. A side that the network does not know is taken for the last one that it knows; what else it
does not know it does not see, and an action that it does not know weighs what those of its part weigh in the mean. Of a
side that is not there it sees nothing.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.counts import Counts
from swarmzoo.agents.policy.hex_board import DIRECTIONS
from swarmzoo.agents.policy.readings import places_of
from swarmzoo.envs.core.game import Game

TRUNK = "features_extractor"
UNKNOWN = -1
Name = tuple[Any, ...]  # a part, then where in it


class Side(NamedTuple):
    """Which side something is of, in a name; 0: one's own."""

    number: int


def fits_other_sizes(game: Game) -> bool:
    """Return whether a game says what it holds for every side in turn; only such games can be played in other sizes."""
    return "per_side" in game.board


def tailored(arrays: dict[str, np.ndarray], network: Network, source: Game, game: Game) -> dict[str, np.ndarray]:
    """Return the weights, float32 by name, of a network for a game from those for the same game of another size.

    Raises KeyError or IndexError for arrays that are not such a network's.
    """
    found = {name: np.asarray(array, np.float32) for name, array in arrays.items()}
    made = Tailoring(network, source, game)
    for name, places in made.columns.items():
        found[name] = np.where(places == UNKNOWN, np.float32(0), found[name][:, places])
    for name in made.with_rows:
        weights = found[name]
        found[name] = weights[made.rows]
        for wanted, known in made.means:
            found[name][wanted] = weights[known].mean(axis=0, dtype=np.float64)
    return found


class Tailoring:
    """Where the weights of a network for a game lie in those for the same game of another size, the source.

    ``columns``: of each array of this name the inputs, int64 (inputs,), ``UNKNOWN`` for what the network does not see.
    ``rows``: of each array of ``with_rows`` the actions, int64 (actions,), ``UNKNOWN`` for those that weigh a mean;
    ``means``: which these are, and of which actions of the source, a pair of int64 arrays for each part.
    """

    def __init__(self, network: Network, source: Game, game: Game):
        before, now = _Names(source, network), _Names(game, network)
        rest = _places(now.rest, before.rest, source.num_sides)
        first, own = f"{TRUNK}.layers.0.weight", f"{TRUNK}.{'rest' if network.kind == 'hex' else 'own'}.weight"
        self.columns: dict[str, np.ndarray] = {}
        shared, ahead = np.zeros(0, np.int64), 0  # what the first layer sees of hexes, and how much that was before
        if network.kind == "hex":
            self.columns[f"{TRUNK}.first.weight"] = _places(now.planes, before.planes, source.num_sides)
            ahead = network.channels * (3 + DIRECTIONS)
            shared = np.arange(ahead)
        if network.kind == "disc":
            hexes, ahead = np.arange(now.hexes)[:, None], before.hexes * network.channels
            inner = hexes * network.channels + np.arange(network.channels)
            shared = np.where(hexes < before.hexes, inner, UNKNOWN).ravel()
        if network.kind != "mlp":
            self.columns[own] = rest
        self.columns[first] = np.concatenate([shared, np.where(rest == UNKNOWN, UNKNOWN, rest + ahead)])
        head = "action_net.others" if network.kind == "hex" else "action_net"
        self.with_rows = (f"{head}.weight", f"{head}.bias")
        self.rows = _places(now.actions, before.actions, source.num_sides)
        unknown: dict[str, list[int]] = {}
        for k in np.flatnonzero(self.rows == UNKNOWN).tolist():
            unknown.setdefault(now.actions[k][0], []).append(k)
        known = np.array([name[0] for name in before.actions])
        self.means = [(np.array(wanted), np.flatnonzero(known == part)) for part, wanted in unknown.items()]


class _Names:
    """What a network of a game sees and does: names of planes, of the inputs beside them, and of actions."""

    def __init__(self, game: Game, network: Network):
        self._sides = game.num_sides
        self._per_side = {(one.part, one.axis): one for one in game.board["per_side"]}
        self._hexes = [tuple(map(int, place)) for place in game.board.get("hexes", ())]
        numbers = [name for part in game.observation_layout for name in self._of(part.name, part.shape)]
        first = game.observation_layout[0]
        self.planes, self.hexes = [], 0
        if network.kind == "hex":
            self.planes = [name[:2] for name in numbers[: first.stop : first.shape[1]]]
            self.rest = numbers[first.stop : Counts(game).size]
        elif network.kind == "disc":
            self.hexes = first.shape[0]
            widths = np.diff(places_of(game.board["rest"])).tolist()
            self.rest = [
                (*name, j) for name, width in zip(numbers[first.stop :], widths, strict=True) for j in range(width)
            ]
        else:
            self.rest = numbers[: Counts(game).size]
        self.actions = [
            name for part in game.actions.parts for name in self._of(part.name, (part.size,), part.aim == "hex")
        ]

    def _of(self, part: str, shape: Sequence[int], of_hexes: bool = False) -> Iterator[Name]:
        """Yield the names of what a part holds, in its order."""
        axes = [[self._entry(part, axis, k, of_hexes) for k in range(size)] for axis, size in enumerate(shape)]
        for entries in product(*axes):
            yield part, *entries

    def _entry(self, part: str, axis: int, k: int, of_hexes: bool) -> Any:
        """Return what an entry on an axis is called."""
        if self._hexes and (of_hexes or (part, axis) == ("planes", 1)):
            return self._hexes[k] if k < len(self._hexes) else ("no hex", k)
        one = self._per_side.get((part, axis))
        if one is None or k < one.begin:
            return k
        side, place = divmod(k - one.begin, one.each)
        if one.first + side < self._sides:
            return Side(one.first + side), place
        return "behind", k - one.begin - one.each * (self._sides - one.first)


def _places(wanted: Sequence[Name], known: Sequence[Name], sides: int) -> np.ndarray:
    """Return where among known names each wanted one is, int64; a side that is not known is the last of them."""
    place = {name: k for k, name in enumerate(known)}
    return np.array([place.get(_known(name, sides), UNKNOWN) for name in wanted], np.int64)


def _known(name: Any, sides: int) -> Any:
    """Return a name with the sides that a network of some number of sides knows."""
    if isinstance(name, Side):
        return Side(min(name.number, sides - 1))
    return tuple(_known(part, sides) for part in name) if isinstance(name, tuple) else name
