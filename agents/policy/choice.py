"""Choosing an action by a policy's scores: the likeliest one, or one that is drawn."""

import numpy as np

from swarmzoo.agents.policy.layers import compiled, exponential
from swarmzoo.envs.core.random import mix_seed

STREAM = 0x506F6C6963790001  # of the draws of policies
LARGEST = 1 << 53


def _choose(logits, masks, seeds, temperature, actions):
    """Write the action of every row: the likeliest legal one, or with a temperature one drawn by its seed."""
    for i in range(logits.shape[0]):
        best, top = 0, -np.inf
        for action in range(logits.shape[1]):
            if masks[i, action] and (logits[i, action] > top or not masks[i, best]):
                best, top = action, logits[i, action]
        actions[i] = best
        if temperature > 0.0:
            total = 0.0
            for action in range(logits.shape[1]):
                if masks[i, action]:
                    total += exponential((float(logits[i, action]) - top) / temperature)
            left = total * (mix_seed(seeds[i], STREAM) % LARGEST) / LARGEST
            for action in range(logits.shape[1]):
                if masks[i, action]:
                    actions[i] = action
                    left -= exponential((float(logits[i, action]) - top) / temperature)
                    if left < 0.0:
                        break


def choose(logits: np.ndarray, masks: np.ndarray, seeds: np.ndarray, temperature: float = 0.0) -> np.ndarray:
    """Return actions, int64 (k,), for logits float32 (k, actions), masks int8 (k, actions) and seeds int64 (k,).

    With temperature 0 the likeliest legal action, of equals the first; else legal actions are drawn by their
    probabilities, each raised to the power of 1 / temperature. A row's action depends on nothing but the row.
    """
    actions = np.zeros(len(logits), np.int64)
    compiled(_choose)(logits, np.array(masks, np.int8, order="C"), seeds, float(temperature), actions)
    return actions


def shares_of(scores: np.ndarray, temperature: float = 1.0) -> np.ndarray:
    """Return how likely scores, (k, options), make each option, float32; -inf: not at all."""
    shares = np.exp((scores - scores.max(axis=1, keepdims=True)) / temperature)
    return (shares / shares.sum(axis=1, keepdims=True)).astype(np.float32)
