"""A census: what every state of a game must hold, counted from its fields. Pieces and cards do not get lost."""

from collections.abc import Callable, Iterator

import numpy as np

from swarmzoo.envs.core.game import Game

IN_DECK, IN_HAND, IN_PLAY, DISCARDED = 0, 1, 11, 20  # of insects' cards
FIELD = 0  # a soldier or character that is there


def faults(game: Game, state: np.ndarray) -> list[str]:
    """Return what is wrong with a state, shape (1,); of a game without a census nothing."""
    return [what for what, is_right in CENSUS.get(game.name, _nothing)(game, state[0]) if not is_right]


def _nothing(game: Game, s: np.void) -> Iterator[tuple[str, bool]]:
    yield from ()


def _insects(game: Game, s: np.void) -> Iterator[tuple[str, bool]]:
    """Yield that every card is at one place, that counts agree with places, and that nobody has too many insects."""
    size = int(game.rules["num_cards"][0])
    kinds, where, deck = game.rules["card_kind"][0, :size], s["where"][:size], s["deck"][:size]
    drawn, players = int(s["drawn"]), len(s["order"])
    yield "the deck holds every card once", np.array_equal(np.sort(deck), np.arange(size))
    yield "drawn cards are not in the deck", not (where[deck[:drawn]] == IN_DECK).any()
    yield "cards that are left are in the deck", (where[deck[drawn:]] == IN_DECK).all()
    for p in range(players):
        hand, played = (np.bincount(kinds[where == place + p], minlength=29) for place in (IN_HAND, IN_PLAY))
        yield f"the hand of {p} is counted", np.array_equal(hand, s["hand"][p]) and hand.sum() == s["hand_size"][p]
        yield f"the kinds of {p} are noted", s["held"][p] == sum(1 << int(kind) for kind in np.flatnonzero(hand))
        yield f"the cards in play of {p} are counted", np.array_equal(played[:14], s["in_play"][p])
    discarded = np.bincount(kinds[where == DISCARDED], minlength=29)
    yield "the discards are counted", np.array_equal(discarded, s["discards"])
    yield "insects are no debts", (s["bugs"] >= 0).all()
    yield "stacks are counted", np.array_equal((s["bugs"] > 0).sum(0), s["stacks"])


def _formation(game: Game, s: np.void) -> Iterator[tuple[str, bool]]:
    """Yield that every soldier in the field has a cell of its own, and that companies are counted."""
    soldiers = slice(0, int(game.rules["num_soldiers"][0]))
    yield from _standing(s["fate"][soldiers], s["place"][soldiers], s["occupant"])
    company = s["company"][soldiers]
    for side in range(2):
        mine = company == side
        yield f"company {side} is counted", int((s["fate"][soldiers][mine] == FIELD).sum()) == s["in_field"][side]
        yield f"company {side} keeps its size", int(mine.sum()) == s["started"][side]


def _warband(game: Game, s: np.void) -> Iterator[tuple[str, bool]]:
    """Yield that every character in the field has a cell of its own, and that warbands and loot are counted."""
    yield from _standing(s["fate"], s["place"], s["occupant"])
    for side in range(len(s["left"])):
        there = (s["side"] == side) & (s["fate"] == FIELD)
        yield f"warband {side} is counted", int(there.sum()) == s["left"][side]
    yield "what lies about is counted", int(s["loot"].sum()) == s["lying"]


def _overseer(game: Game, s: np.void) -> Iterator[tuple[str, bool]]:
    """Yield that everybody in the field has a cell of its own, and that rolls, US and those who left are counted."""
    units, pieces, place = len(s["fate"]), int(game.rules["pieces"][0]), s["place"]
    there = np.flatnonzero(place >= 0)
    yield "cells know who stands there", np.array_equal(s["occupant"][place[there]], there)
    yield "nobody else stands there", int((s["occupant"] >= 0).sum()) == len(there)
    yield "who is in the field has models", (s["models"][there] > 0).all()
    yield "nobody has more models than at first", (s["models"][units:] <= game.rules["squad"][0][units:]).all()
    yield "nobody is there who was not", not len(there) or there.max() < pieces
    for u in range(units):
        roll = s["roll"][u][: s["enrolled"][u]]
        yield f"the roll of {u} is its group", np.array_equal(np.sort(roll), np.flatnonzero(s["group"] == u))
        yield f"those in rank of {u} are counted", s["models"][roll][s["ranked"][roll] != 0].sum() == s["us"][u]
        yield f"the leader of {u} is in the field or not", (s["fate"][u] == FIELD) == (place[u] >= 0)


def _standing(fate: np.ndarray, place: np.ndarray, occupant: np.ndarray) -> Iterator[tuple[str, bool]]:
    standing = np.flatnonzero(fate == FIELD)
    yield "who is in the field stands in a cell", (place[standing] >= 0).all()
    yield "cells know who stands there", np.array_equal(occupant[place[standing]], standing)
    yield "nobody else stands there", int((occupant >= 0).sum()) == len(standing)


CENSUS: dict[str, Callable[[Game, np.void], Iterator[tuple[str, bool]]]] = {
    "insects": _insects,
    "formation": _formation,
    "warband": _warband,
    "overseer": _overseer,
}
