"""Cards of a position: named cards are taken out of the deck's list, and listed again by name."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache

import numpy as np

from swarmzoo.envs.core.reading import quoted
from swarmzoo.envs.insects.board import START_LETTERS
from swarmzoo.envs.insects.cards import CARD_NAMES, KIND_KEYS, KIND_NAMES, MIMIC, NUM_EVOLUTIONS, NUM_KINDS, kind_named
from swarmzoo.envs.insects.state import DISCARDED, IN_DECK, IN_HAND, IN_PLAY
from swarmzoo.envs.insects.validity import recount_cards
from swarmzoo.envs.insects.words.position_lines import PLAYER_KEYS, Line, Page

CardNames = list[tuple[int, str]]
_kind_named = lru_cache(1024)(kind_named)


@dataclass(frozen=True)
class Wish:
    """A card that a line names: where it goes, its kind, and what a Mimic in force copies."""

    line: Line
    name: str
    kind: int
    place: int
    copied: int | None = None

    def fits(self, kind: int, name: str) -> bool:
        """Tell whether a card is the one that is meant: the very card, or any of a kind."""
        return kind == self.kind if self.is_kind else name.lower() == self.name.lower()

    @cached_property
    def is_kind(self) -> bool:
        """Tell a kind's name from the printed name of one card."""
        return self.name.lower() in (KIND_NAMES[self.kind].lower(), KIND_KEYS[self.kind])


def lay_cards(s: np.void, page: Page, cards: CardNames) -> None:
    """Put every card where the lines say; cards that no line names follow in the deck, or are discards."""
    free = list(range(len(cards)))
    wishes = list(_wishes(page))
    taken = {}
    for wish in sorted(wishes, key=lambda w: w.is_kind):  # very cards first, then any card of a kind
        card = _take(wish, free, cards)
        taken[id(wish)] = card
        s["where"][card] = wish.place
    rest = IN_DECK if not _deck_only(page) else DISCARDED
    s["where"][free] = rest
    top = [taken[id(wish)] for wish in wishes if wish.place == IN_DECK]
    _stack_deck(s, top + (free if rest == IN_DECK else []), len(cards))
    recount_cards(s, np.array([kind for kind, _ in cards]))
    for wish in wishes:
        _note_effect(s, wish)


def _stack_deck(s: np.void, deck: list[int], size: int) -> None:
    """Lay the cards that are left in order, after those that have been drawn."""
    left = set(deck)
    gone = [card for card in range(size) if card not in left]
    s["deck"][:size] = gone + deck
    s["drawn"] = len(gone)


def _note_effect(s: np.void, wish: Wish) -> None:
    """Note what a Mimic in play counts as, and effects of burnt cards."""
    kind = wish.kind if wish.copied is None else wish.copied
    if wish.line.key.startswith("burnt "):
        s["burnt"][START_LETTERS.index(wish.line.key[-1]), kind] += 1
    elif wish.copied is not None:
        s["mimicked"][wish.place - IN_PLAY, kind] += 1


def _wishes(page: Page) -> Iterator[Wish]:
    """Yield the cards that the lines name, in the order of the lines."""
    for line in page.entries.values():
        words = line.key.split()
        if words[0] in PLAYER_KEYS:
            seat = START_LETTERS.index(words[1])
            place = {"hand": IN_HAND + seat, "play": IN_PLAY + seat, "burnt": DISCARDED}[words[0]]
        elif line.key in ("deck", "discards"):
            place = IN_DECK if line.key == "deck" else DISCARDED
        else:
            continue
        for name in line.names():
            yield _wish(line, name, place)


def _wish(line: Line, text: str, place: int) -> Wish:
    """Read one card's name; in force only Evolution cards, and Mimics as ``Mimic=<kind>``."""
    name, equals, copy = (part.strip() for part in text.partition("="))
    kind = _kind(line, name)
    in_force = line.key.split()[0] in ("play", "burnt")
    if in_force and kind >= NUM_EVOLUTIONS:
        raise line.error(f"{quoted(name)} is an Event card; '{line.key}' takes Evolution cards")
    if not equals and not (in_force and kind == MIMIC):
        return Wish(line, name, kind, place)
    if kind != MIMIC or not in_force:
        raise line.error(f"{quoted(text)}: '=' only tells what a Mimic in play or burnt copies")
    if not copy or _kind(line, copy) >= MIMIC:
        kinds = ", ".join(KIND_NAMES[:MIMIC])
        raise line.error(f"{quoted(text)}: write what the Mimic copies, as Mimic=<kind>; the kinds are {kinds}")
    return Wish(line, name, kind, place, _kind(line, copy))


def _kind(line: Line, name: str) -> int:
    kind = _kind_named(name)
    if kind is not None:
        return kind
    known = [*KIND_NAMES, *(card for names in CARD_NAMES.values() for card in names)]
    close = get_close_matches(name[:40], known, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}? " if close else ""
    raise line.error(f"unknown card {quoted(name)}; {hint}Allowed are the names of cards and of the {NUM_KINDS} kinds")


def _take(wish: Wish, free: list[int], cards: CardNames) -> int:
    """Take the first free card that a wish means."""
    for card in free:
        if wish.fits(*cards[card]):
            free.remove(card)
            return card
    total = sum(wish.fits(*card) for card in cards)
    name = quoted(wish.name)
    if total == 0:
        raise wish.line.error(f"{name} is not in the deck of this game; see extra_cards and rules.cards")
    raise wish.line.error(f"{name} once too often: the deck holds {total}, and other names have taken them all")


def _deck_only(page: Page) -> bool:
    line = page.entries.get("deck only")
    if line is None:
        return False
    if line.value.lower() not in ("yes", "no"):
        raise line.error(f"'deck only' is {quoted(line.value)}; yes or no are allowed")
    return line.value.lower() == "yes"


def card_lines(s: np.void, cards: CardNames) -> list[str]:
    """Return the lines that say where every card is; burnt cards are named apart from the other discards."""
    lines = []
    discards = [card for card in range(len(cards)) if s["where"][card] == DISCARDED]
    for seat in range(len(s["order"])):
        letter = START_LETTERS[seat]
        hand = [name for card, (_, name) in enumerate(cards) if s["where"][card] == IN_HAND + seat]
        burnt = [_burnt_name(cards, discards, kind) for kind in _repeated(s["burnt"][seat])]
        for key, names in (("hand", hand), ("play", _play_names(s, cards, seat)), ("burnt", burnt)):
            if names:
                lines.append(f"{key} {letter}: {', '.join(names)}")
    deck = [cards[card][1] for card in s["deck"][s["drawn"] : len(cards)]]
    for key, names in (("deck", deck), ("discards", [cards[card][1] for card in discards])):
        if names:
            lines.append(f"{key}: {', '.join(names)}")
    return lines


def _repeated(counts: np.ndarray) -> Iterator[int]:
    """Yield each index as often as its count."""
    for index, count in enumerate(counts):
        yield from [index] * int(count)


def _play_names(s: np.void, cards: CardNames, seat: int) -> list[str]:
    """Return the names of a player's cards in play, Mimics with what they copy."""
    copied = _repeated(s["mimicked"][seat])
    return [
        f"{name}={KIND_NAMES[next(copied)]}" if kind == MIMIC else name
        for card, (kind, name) in enumerate(cards)
        if s["where"][card] == IN_PLAY + seat
    ]


def _burnt_name(cards: CardNames, discards: list[int], kind: int) -> str:
    """Take a card that can have been burnt for a kind out of the discards and return its name."""
    for wanted in (kind, MIMIC):
        for card in discards:
            if cards[card][0] == wanted:
                discards.remove(card)
                return cards[card][1] if wanted == kind else f"Mimic={KIND_NAMES[kind]}"
    return KIND_NAMES[kind]
