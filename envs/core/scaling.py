"""Observations as numbers from 0 to 1, for learners that know nothing of a game's bytes."""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.game import Game

ENCODINGS = ("one_hot", "scaled", "own")
_BYTES = 256
Kind = tuple[str, int]  # number and what counts as 1, category and how many, bits and how many


class Scaling:
    """Encodes the observations of one game as float32; a game whose observations are float32 is left as it is.

    Of bytes, numbers are divided by what counts as much of them, and are at most 1. ``one_hot``: each category and each
    bit becomes a number of its own, 0 or 1. ``scaled``: a category is divided by how many there are, a set of bits by
    its largest value, so that an observation has as many numbers as bytes. ``size``: how many numbers there are.
    """

    def __init__(self, game: Game, encoding: str):
        self.size, self.high = game.observation_size, float(np.max(game.observation_high))
        self._table: np.ndarray | None = None
        if game.observation_dtype != np.uint8:
            return
        entries = [
            (place, kind, nth)
            for place, kind in enumerate(_kinds(game))
            for nth in (range(kind[1]) if encoding == "one_hot" and kind[0] != "number" else (None,))
        ]
        rows = {entry: row for row, entry in enumerate(dict.fromkeys(entry[1:] for entry in entries))}
        self._table = np.concatenate([_meaning(*entry) for entry in rows])
        self._sources = np.array([place for place, *_ in entries])
        self._rows = np.array([rows[kind, nth] * _BYTES for _, kind, nth in entries], np.int32)
        self.size, self.high = len(entries), 1.0

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        """Return observations (..., bytes) as float32 (..., size); what they were is not changed."""
        if self._table is None:
            return observations.astype(np.float32)
        return self._table.take(self._rows + observations[..., self._sources])


def _kinds(game: Game) -> Iterator[Kind]:
    """Yield what every byte of an observation is."""
    planes, rest = tuple(game.board.get("planes", ())), tuple(game.board.get("rest", ()))
    if not planes and not rest:
        rest = (("number", _BYTES - 1),) * game.observation_size
    yield from planes * ((game.observation_size - len(rest)) // max(len(planes), 1))
    yield from rest


def _meaning(kind: Kind, nth: int | None) -> np.ndarray:
    """Return what every value of a byte stands for, float32 (256,): whole, or its nth category or bit."""
    values, (name, size) = np.arange(_BYTES), kind
    if nth is None:
        most = (1 << size) - 1 if name == "bits" else max(size, 1)
        return np.minimum(values / most, 1).astype(np.float32)
    return (values >> nth & 1 if name == "bits" else values == nth + 1).astype(np.float32)


def scaling_of(game: Game, encoding: str) -> Scaling | None:
    """Return what encodes a game's observations; None: they stay as they are."""
    return None if encoding == "own" else Scaling(game, encoding)
