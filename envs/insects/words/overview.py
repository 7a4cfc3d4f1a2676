"""What everybody may see of a state, in words: the contents of the text board and of the pictures."""

from dataclasses import dataclass

import numpy as np

from swarmzoo.envs.insects.cards import KIND_NAMES, MIMIC, NUM_ATTRIBUTES, NUM_EVOLUTIONS
from swarmzoo.envs.insects.words.figures import DENS, INSECTS, SPACES, Figures
from swarmzoo.envs.insects.words.naming import phase_name, player_letter, player_name


@dataclass(frozen=True)
class PlayerOverview:
    """The public data of one player."""

    letter: str
    name: str
    status: str
    attributes: tuple[tuple[str, int], ...]
    insects: int
    spaces: int
    dens: int
    hand: int
    in_play: str
    for_now: str


@dataclass(frozen=True)
class Overview:
    """The public data of a game."""

    title: str
    order: str
    deck: str
    prompt: str
    players: tuple[PlayerOverview, ...]


def overview(s: np.void, now: Figures, num_cards: int, prompt: str) -> Overview:
    """Return the overview of a state."""
    phase = phase_name(int(s["stage"]))
    owner = f" of {player_name(s['active'])}" if s["active"] >= 0 else ""
    order = ", ".join(player_name(seat) for seat in s["order"] if not s["out"][seat])
    return Overview(
        f"Round {s['round_number']}, {phase}{owner}",
        f"Order: {order or 'nobody is left'}",
        f"Deck: {num_cards - int(s['drawn'])} cards, discards: {int(s['discards'].sum())}",
        prompt,
        tuple(_player(s, now, seat) for seat in range(len(s["order"]))),
    )


def _player(s: np.void, now: Figures, seat: int) -> PlayerOverview:
    row = now.table[seat].tolist()
    return PlayerOverview(
        player_letter(seat),
        player_name(seat),
        status(s, seat),
        attributes_of(now, seat),
        row[INSECTS],
        row[SPACES],
        row[DENS],
        int(s["hand_size"][seat]),
        _listed(cards_in_play(s, seat)),
        for_now(s, seat),
    )


def attributes_of(now: Figures, seat: int) -> tuple[tuple[str, int], ...]:
    """Return the attributes of a player with their names."""
    row = now.table[seat].tolist()
    return tuple(zip(KIND_NAMES[:NUM_ATTRIBUTES], row[:NUM_ATTRIBUTES], strict=True))


def status(s: np.void, seat: int) -> str:
    """Return whether a player is active, decides, is out or has won."""
    if s["done"] and s["winner"][seat]:
        return "winner" if s["winner"].sum() == 1 else "shares first place"
    if s["out"][seat]:
        return "out"
    states = [word for word, holds in (("active", s["active"] == seat), ("decides", s["actor"] == seat)) if holds]
    return ", ".join(states)


def cards_in_play(s: np.void, seat: int) -> list[tuple[str, int]]:
    """Return how many cards of each kind are in play; Mimics with what they copy."""
    counts = [(KIND_NAMES[kind], int(s["in_play"][seat, kind])) for kind in range(NUM_EVOLUTIONS) if kind != MIMIC]
    return counts + [(f"Mimic as {KIND_NAMES[kind]}", int(s["mimicked"][seat, kind])) for kind in range(NUM_EVOLUTIONS)]


def for_now(s: np.void, seat: int) -> str:
    """Return the effects that end with the phase, the turn or the Bid."""
    active = s["active"] == seat
    numbers = [(f"{KIND_NAMES[kind]} burnt", int(s["burnt"][seat, kind])) for kind in range(NUM_EVOLUTIONS)]
    numbers += [
        ("Latency", int(s["latency"][seat])),
        ("Feeding Frenzy", int(s["frenzy"][seat])),
        ("Rush", int(s["rush"][seat])),
        ("Migration", int(s["migration"]) if active else 0),
        ("Energy Burst", int(s["burst"]) if active else 0),
    ]
    words = [word for word, field in (("Molt", "molt"), ("Dormancy", "dormant")) if s[field][seat]]
    return ", ".join([*filter(None, [_listed(numbers)]), *words])


def _listed(counts: list[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts if count)
