"""A policy's network on a graphics card, for play: what the card does is recorded once and done again at one call."""

from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from swarmzoo.agents.policy.network import logits_of

SIZES = (16, 128, 1024)  # rows that are recorded for; few cost a card as much time as many


class CardNet:
    """Works out logits by what the policy's weights are now: they may change, and stay where they are.

    Games ask for few actions at once. The card is done with those long before it has been told of every layer one by
    one, so that recordings answer several times as fast.
    """

    def __init__(self, policy: MaskableActorCriticPolicy):
        self._policy = policy
        self._recordings: dict[int, tuple[Any, torch.Tensor, torch.Tensor]] = {}

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """Return unmasked logits, float32 (k, actions), for observations (k, size)."""
        seen, parts = torch.from_numpy(np.ascontiguousarray(observations)), []
        for asked in seen.split(SIZES[-1]):
            rows = next(size for size in SIZES if size >= len(asked))
            if rows not in self._recordings:
                self._recordings[rows] = self._record(rows, asked)
            recording, given, found = self._recordings[rows]
            given[: len(asked)].copy_(asked)
            recording.replay()
            parts.append(found[: len(asked)].to("cpu", copy=True))
        return torch.cat(parts).numpy()

    def _record(self, rows: int, like: torch.Tensor) -> tuple[Any, torch.Tensor, torch.Tensor]:
        """Return a recording for so many rows, what it reads and what it writes."""
        device = self._policy.device
        given = torch.zeros((rows, like.shape[1]), dtype=like.dtype, device=device)
        beside = torch.cuda.Stream(device)
        beside.wait_stream(torch.cuda.current_stream(device))
        with torch.cuda.stream(beside):  # the first calls also set things up; that must not be recorded
            for _ in range(3):
                logits_of(self._policy, given)
        torch.cuda.current_stream(device).wait_stream(beside)
        recording = torch.cuda.CUDAGraph()
        with torch.cuda.graph(recording):
            found = logits_of(self._policy, given)
        return recording, given, found
