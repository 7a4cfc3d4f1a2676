"""Trained networks for play, without torch: the layers of ``network`` and ``disc``, which say what they mean."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.counts import Counts
from swarmzoo.agents.policy.hex_board import DIRECTIONS, RINGS, beside_of, rings_of
from swarmzoo.agents.policy.layers import RELU, ROWS, Stack, activate, product
from swarmzoo.agents.policy.readings import Reading, ReadLayer, SpreadLayer
from swarmzoo.agents.policy.weights import Weights
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

Function = Callable[[np.ndarray], np.ndarray]
TRUNK = "features_extractor"


class Net:
    """A network: features of an observation, then scores of all actions, and what the position is worth."""

    def __init__(self, features: Function, policy: Function, value: Function):
        self._features, self._policy, self._value = features, policy, value

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """Return unmasked logits, float32 (k, actions), for observations (k, size)."""
        return np.concatenate([self._policy(self._features(part)) for part in _parts(observations)])

    def judge(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return unmasked logits, float32 (k, actions), and values, float32 (k,) from -1 to 1."""
        features = [self._features(part) for part in _parts(observations)]
        values = np.concatenate([self._value(part)[:, 0] for part in features])
        return np.concatenate([self._policy(part) for part in features]), values.clip(-1, 1)


def _parts(observations: np.ndarray) -> Iterator[np.ndarray]:
    """Yield copies of some rows each, row by row in memory: bytes as they are, all else as float32."""
    kind = np.uint8 if observations.dtype == np.uint8 else np.float32
    for begin in range(0, max(len(observations), 1), ROWS):
        yield np.array(observations[begin : begin + ROWS], kind, order="C")


def as_numbers(observations: np.ndarray) -> np.ndarray:
    """Return observations as float32."""
    return observations.astype(np.float32, copy=False)


class DiscTrunk:
    """Every hex of the disc through one layer, then layers over all hexes and the rest; see ``DiscFeatures``."""

    def __init__(self, game: Game, network: Network, weights: Weights):
        disc, self.rest = Reading(game.board["planes"]), Reading(game.board["rest"])
        self.planes = disc.count
        self.hexes = (game.observation_size - self.rest.count) // self.planes
        self.hex = ReadLayer(disc, weights.layer(f"{TRUNK}.hex", disc.width, network.channels))
        self.own = SpreadLayer(weights.layer(f"{TRUNK}.own", self.rest.width, network.channels))
        first = self.hexes * network.channels + self.rest.width
        layer, *layers = weights.stack(f"{TRUNK}.layers", [first, *[network.width] * network.layers]).layers
        self.first, self.layers = SpreadLayer(layer), Stack(*layers)

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        """Return features, float32 (k, width), for observations uint8 (k, size)."""
        count, bytes_of_disc = len(observations), self.hexes * self.planes
        rest = self.rest.pick(np.ascontiguousarray(observations[:, bytes_of_disc:]))
        x = self.hex(np.ascontiguousarray(observations[:, :bytes_of_disc]).reshape(-1, self.planes))
        x = activate(x.reshape(count, self.hexes, -1) + self.own(rest)[:, None], RELU)
        return self.layers(self.first(rest, x.reshape(count, -1)))


class HexTrunk:
    """Features of each hex from its rings of neighbours, and a summary; see ``HexFeatures``."""

    def __init__(self, game: Game, network: Network, weights: Weights):
        channels, board = network.channels, game.board
        self.planes, self.hexes = game.observation_layout[0].shape
        self.selected, self.beside = board["selected_plane"], beside_of(board["neighbours"])
        self.rings = rings_of(board["neighbours"])
        self.all = np.ones((1, self.hexes), np.float32)
        self.counts = Counts(game)
        rest = self.counts.size - self.planes * self.hexes
        self.rest = weights.layer(f"{TRUNK}.rest", rest, channels)
        self.first = weights.layer(f"{TRUNK}.first", self.planes, channels)
        around = (1 + RINGS) * channels
        self.rounds = [weights.layer(f"{TRUNK}.rounds.{k}", around, channels) for k in range(network.rounds)]
        self.step = Stack(
            weights.layer(f"{TRUNK}.step.0", 2 * channels, channels, RELU),
            weights.layer(f"{TRUNK}.step.2", channels, 1),
        )
        self.hex = weights.layer(f"{TRUNK}.hex", channels, 1)
        summary = channels * (3 + DIRECTIONS) + rest
        self.layers = weights.stack(f"{TRUNK}.layers", [summary, *[network.width] * network.layers])

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        """Return features, float32 (k, width + hexes + 6)."""
        count, flat = len(observations), self.planes * self.hexes
        numbers = self.counts(observations)
        rest = np.ascontiguousarray(numbers[:, flat:])
        planes = numbers[:, :flat].reshape(count, self.planes, self.hexes)
        x = self._hexes(np.ascontiguousarray(planes.transpose(2, 0, 1)), rest)
        marked = planes[:, self.selected]
        here = self._sum(marked.T[:, :, None] * x)
        beside = self._beside(x, marked)
        pairs = np.concatenate([beside, np.broadcast_to(here[:, None], beside.shape)], axis=2)
        steps = self.step(pairs.reshape(count * DIRECTIONS, -1)).reshape(count, DIRECTIONS)
        mean = self._sum(x) / np.float32(self.hexes)
        summary = np.concatenate([mean, x.max(0), here, beside.reshape(count, -1), rest], axis=1)
        scores = self.hex(x.reshape(self.hexes * count, -1)).reshape(self.hexes, count).T
        return np.concatenate([self.layers(summary), scores, steps], axis=1)

    def _hexes(self, planes: np.ndarray, rest: np.ndarray) -> np.ndarray:
        """Return features of all hexes, (hexes, k, channels), for planes (hexes, k, planes) and the rest (k, rest)."""
        shape = (*planes.shape[:2], -1)
        x = self.first(planes.reshape(-1, self.planes)).reshape(shape) + self.rest(rest)
        activate(x, RELU)
        for layer in self.rounds:
            around = product(self.rings, x.reshape(self.hexes, -1)).reshape(RINGS, -1, x.shape[2])
            x = activate(layer(x.reshape(-1, x.shape[2]), *around).reshape(shape) + x, RELU)
        return x

    def _sum(self, x: np.ndarray) -> np.ndarray:
        """Return the sum over all hexes, (k, channels), in their order."""
        return product(self.all, x.reshape(self.hexes, -1)).reshape(x.shape[1:])

    def _beside(self, x: np.ndarray, marked: np.ndarray) -> np.ndarray:
        """Return the features of the hexes beside the selected one, (k, 6, channels); zeros where none is."""
        padded = np.concatenate([x, np.zeros((1, *x.shape[1:]), np.float32)])
        found = padded[self.beside[marked.argmax(1)], np.arange(x.shape[1])[:, None]]
        return found * marked.max(1)[:, None, None]


class HexScores:
    """Scores of all actions from the summary, and for hexes and steps their own scores too; see ``HexHead``."""

    def __init__(self, game: Game, network: Network, weights: Weights):
        self.width = network.width
        self.hexes = game.observation_layout[0].shape[1]
        self.first_hex, self.first_step = game.actions.index("hex"), game.actions.index("step")
        self.others = weights.layer("action_net.others", network.width, game.num_actions)

    def __call__(self, features: np.ndarray) -> np.ndarray:
        """Return logits, float32 (k, actions)."""
        scores = self.others(np.ascontiguousarray(features[:, : self.width]))
        last = self.width + self.hexes
        scores[:, self.first_hex : self.first_hex + self.hexes] += features[:, self.width : last]
        scores[:, self.first_step : self.first_step + DIRECTIONS] += features[:, last:]
        return scores


def net_of(game: Game, network: Network, arrays: dict[str, np.ndarray], where: str) -> Net:
    """Return the network of a checkpoint's arrays; raise GameError for arrays that do not fit it."""
    check_kind(game, network)
    weights = Weights(arrays, where)
    net = _hex_net(game, network, weights) if network.kind == "hex" else _plain_net(game, network, weights)
    weights.end()
    return net


def check_kind(game: Game, network: Network) -> None:
    """Raise GameError for a kind of network that a game's observation does not fit."""
    fitting = [kind for kind, key in (("hex", "neighbours"), ("disc", "planes")) if key in game.board]
    if network.kind not in ("mlp", *fitting):
        raise GameError(f"network.kind = {network.kind!r}: for {game.name} allowed are {', '.join(['mlp', *fitting])}")


class OfSummary:
    """A function of the summary alone, the first ``width`` features; pickles, as a closure does not."""

    def __init__(self, function: Function, width: int):
        self.function, self.width = function, width

    def __call__(self, features: np.ndarray) -> np.ndarray:
        """Return what it makes of features, (k, features)."""
        return self.function(np.ascontiguousarray(features[:, : self.width]))


class OfCounts:
    """A function of observations read as numbers; pickles, as a closure does not."""

    def __init__(self, function: Function, counts: Counts):
        self.function, self.counts = function, counts

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        """Return what it makes of observations, (k, bytes)."""
        return self.function(self.counts(observations))


def _hex_net(game: Game, network: Network, weights: Weights) -> Net:
    trunk = HexTrunk(game, network, weights)
    value = Stack(
        weights.layer("value_net.layers.0", network.width, network.head, RELU),
        weights.layer("value_net.layers.2", network.head, 1),
    )
    return Net(
        trunk,
        HexScores(game, network, weights),
        OfSummary(value, network.width),
    )


def _plain_net(game: Game, network: Network, weights: Weights) -> Net:
    """Return a net of flat layers, or of a layer over each hex of the disc."""
    trunk: Any
    if network.kind == "disc":
        trunk = DiscTrunk(game, network, weights)
    else:
        counts = Counts(game)
        layers = weights.stack(f"{TRUNK}.layers", [counts.size, *[network.width] * network.layers])
        trunk = OfCounts(layers, counts)
    return Net(trunk, *heads(weights, game, network.width, [network.head], [network.head]))


def heads(
    weights: Weights, game: Game, width: int, policy: Sequence[int], value: Sequence[int], activation: int = RELU
) -> tuple[Function, Function]:
    """Return the policy's and the value's own layers, of these units, over features of a width."""
    layers = []
    for sizes, hidden, last, outputs in (
        ([width, *policy], "mlp_extractor.policy_net", "action_net", game.num_actions),
        ([width, *value], "mlp_extractor.value_net", "value_net", 1),
    ):
        own = weights.stack(hidden, sizes, activation)
        layers.append(Stack(*own.layers, weights.layer(last, sizes[-1], outputs)))
    return layers[0], layers[1]
