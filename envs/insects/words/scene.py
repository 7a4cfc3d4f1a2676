"""What a player knows of a state, as plain values and in lines: the board, the swarms, its own hand."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from swarmzoo.envs.insects.board import Board
from swarmzoo.envs.insects.cards import KIND_NAMES
from swarmzoo.envs.insects.state import IN_HAND
from swarmzoo.envs.insects.terrain import TERRAIN_NAMES
from swarmzoo.envs.insects.words.figures import DENS, INSECTS, SPACES, Figures
from swarmzoo.envs.insects.words.naming import card_title, phase_name, player_letter, player_name
from swarmzoo.envs.insects.words.overview import attributes_of, cards_in_play, for_now, status
from swarmzoo.envs.insects.words.position import row_indents, rows_of

Cards = Sequence[tuple[int, str]]  # the kinds of all cards and their names


def time(s: np.void) -> dict[str, Any]:
    """Return which turn it is and what is done, as plain values."""
    active = int(s["active"])
    return {
        "round": int(s["round_number"]),
        "phase": phase_name(int(s["stage"])),
        "active": player_name(active) if active >= 0 else None,
        "order": [player_name(seat) for seat in s["order"] if not s["out"][seat]],
    }


def scene(s: np.void, board: Board, names: Sequence[str], cards: Cards, now: Figures, side: int) -> dict[str, Any]:
    """Return what a player knows of a state; hexes by their names."""
    players = range(len(s["order"]))
    return {
        "time": time(s),
        "board": {
            "indents": row_indents(board),  # of the rows, in halves of a hex
            "names": [[None if h is None else names[h] for h in row] for row in rows_of(board)],
            "ground": [[None if h is None else TERRAIN_NAMES[s["terrain"][h]] for h in row] for row in rows_of(board)],
        },
        "units": [
            {"side": player_name(seat), "at": names[h], "insects": int(s["bugs"][seat, h])}
            for seat in players
            for h in np.flatnonzero(s["bugs"][seat]).tolist()
        ],
        "sides": [_player(s, now, seat) for seat in players],
        "hand": hand_of(s, cards, side),
        "known_of_hands": {player_name(seat): _known(s, side, seat) for seat in players if seat != side},
        "cards": {
            "deck": len(cards) - int(s["drawn"]),
            "discards": {KIND_NAMES[kind]: int(count) for kind, count in enumerate(s["discards"]) if count},
        },
    }


def _player(s: np.void, now: Figures, seat: int) -> dict[str, Any]:
    row = now.table[seat].tolist()
    return {
        "name": player_name(seat),
        "letter": player_letter(seat),
        "status": status(s, seat),
        "attributes": dict(attributes_of(now, seat)),
        "insects": row[INSECTS],
        "spaces": row[SPACES],
        "dens": row[DENS],
        "cards_in_hand": int(s["hand_size"][seat]),
        "in_play": {name: count for name, count in cards_in_play(s, seat) if count},
        "for_now": for_now(s, seat),
    }


def hand_of(s: np.void, cards: Cards, side: int) -> list[str]:
    """Return the cards of a hand with their kinds."""
    return [
        card_title(cards[card][1], cards[card][0]) for card in np.flatnonzero(s["where"] == IN_HAND + side).tolist()
    ]


def _known(s: np.void, side: int, seat: int) -> dict[str, int]:
    """Return by kind the cards that a player knows another one to hold."""
    return {KIND_NAMES[kind]: int(count) for kind, count in enumerate(s["known"][side, seat]) if count}


def own(s: np.void, cards: Cards, side: int) -> list[str]:
    """Return a player's hand, and what it knows of others' hands, in lines."""
    held = hand_of(s, cards, side)
    lines = [f"hand of {player_name(side)}: {', '.join(held) if held else 'no cards'}"]
    for seat in range(len(s["order"])):
        known = _known(s, side, seat) if seat != side else {}
        if known:
            counts = ", ".join(f"{kind} {count}" for kind, count in known.items())
            lines.append(f"known of the hand of {player_name(seat)}: {counts}")
    return lines
