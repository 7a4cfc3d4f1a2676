"""The cards of the game as small drawings."""

from collections.abc import Sequence

import numpy as np

from swarmzoo.envs.core.pieces import Piece, card, hand_card
from swarmzoo.envs.insects.cards import KIND_NAMES, is_evolution
from swarmzoo.envs.insects.state import IN_HAND


def code_of(kind: int) -> str:
    """Return the letters that stand for a kind of card: the beginnings of its words, or of its only one."""
    words = KIND_NAMES[kind].split()
    return "".join(word[0] for word in words) if len(words) > 1 else words[0][:3]


def shown(kind: int, name: str = "") -> Piece:
    """Return a card of a kind as it stands in a line."""
    return card(code_of(kind), name or KIND_NAMES[kind], 0 if is_evolution(kind) else 1)


def hand(s: np.void, cards: Sequence[tuple[int, str]], side: int) -> list[Piece]:
    """Return the cards of a hand; ``cards``: kind and name of every card of the deck."""
    held = [cards[number] for number in np.flatnonzero(s["where"] == IN_HAND + side).tolist()]
    return [hand_card(code_of(kind), name, KIND_NAMES[kind], 0 if is_evolution(kind) else 1) for kind, name in held]
