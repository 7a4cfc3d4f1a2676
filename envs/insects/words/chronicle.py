"""The log of a game in sentences. Hidden facts stay hidden: drawn cards are counted, a stolen card has no name."""

import numpy as np

from swarmzoo.envs.core.events import gone, told
from swarmzoo.envs.core.pieces import Piece, hidden_card
from swarmzoo.envs.core.tallies import EventBook, names_of, tally
from swarmzoo.envs.insects import events
from swarmzoo.envs.insects.cards import KIND_NAMES, NUM_EVOLUTIONS
from swarmzoo.envs.insects.state import MAX_PLAYERS
from swarmzoo.envs.insects.victory import ENDING_NAMES
from swarmzoo.envs.insects.words.cards_shown import shown
from swarmzoo.envs.insects.words.naming import card_title, num_insects, player_name, winners_named

# {p} is the player, {q} another one, {h} and {t} hexes, {card} and {other} cards; the rest are numbers and words.
_SENTENCES = {
    events.ROUND_BEGINS: ("n", "round {n} begins"),
    events.TURN_BEGINS: ("p", "the turn of {p} begins"),
    events.PLACE_PICKED: ("p place", "{p} takes place {place} in the order"),
    events.CARDS_SHOWN: ("p cards", "{p} shows {cards} without an Evolution card and draws again"),
    events.CARDS_DRAWN: ("p cards", "{p} draws {cards}"),
    events.EVOLUTION_PLAYED: ("p card force", "{p} plays {card}"),
    events.EVENT_PLAYED: ("p card aim", "{p} plays {card}{aim}"),
    events.CARD_BURNT: ("p card force", "{p} burns {card}"),
    events.CARD_DISCARDED: ("p card", "{p} discards {card}"),
    events.CARD_NEGATED: ("kind p", "{kind} is negated by {p}"),
    events.CARD_STOLEN: ("p q", "{p} steals from the hand of {q}"),
    events.CARD_SWAPPED: ("p card other", "{p} gives up {card} for {other}"),
    events.CARD_DESTROYED: ("p q card", "{p} makes {q} discard {card}"),
    events.INSECT_PLACED: ("p h count", "{p} places {count} at {h}"),
    events.GROUP_MOVED: ("p h t count", "{p} moves {count} from {h} to {t}"),
    events.FIGHT_BEGINS: ("h", "a fight begins at {h}"),
    events.STRIKE: ("p q count", "{p} strikes {q} and kills {count}"),
    events.INSECTS_SUCKED: ("p count", "{p} gains {count} by Blood Suckers"),
    events.STACK_CUT: ("p h count", "{p} loses {count} at {h} to the stack limit"),
    events.SAND_TOOK: ("p h count", "{p} loses {count} at {h} to Sand"),
    events.ELIMINATED: ("p", "{p} has no insects left and is out"),
    events.GAME_OVER: ("ending winners", "the game is over: {ending}; {winners}"),
    events.EXTRA_PHASES: ("p", "{p} has another Move and Attack Phase"),
    events.MOVE_GIVEN_UP: ("p", "{p} gives up moving"),
}
EVENT_NUMBERS = {code: tuple(names.split()) for code, (names, _) in _SENTENCES.items()}  # of the numbers of every event

_MOST_BACKS = 6  # cards face down that are drawn for one sentence


def book_of(cards: list[tuple[int, str]], react_to_burns: bool) -> EventBook:
    """Return what can be counted in games with a deck, (kind, name) of every card, and what may answer what."""
    kinds = [KIND_NAMES[kind] for kind, _ in cards]
    burnt = [KIND_NAMES[kind] if kind < NUM_EVOLUTIONS else "" for kind, _ in cards]  # Evolution cards alone
    answered = {kind for kind, _ in cards if kind >= NUM_EVOLUTIONS or react_to_burns}  # by React Quickly
    negated = [name if kind in answered else "" for kind, name in enumerate(KIND_NAMES)]
    return EventBook(
        names_of(events, len(EVENT_NUMBERS)),
        EVENT_NUMBERS,
        (
            tally("card played", "card", kinds, (events.EVOLUTION_PLAYED, events.EVENT_PLAYED)),
            tally("card burnt", "card", burnt, [events.CARD_BURNT]),
            tally("card negated", "kind", negated, [events.CARD_NEGATED]),
        ),
    )


class Chronicle:
    """Tells the events of games of one configuration."""

    def __init__(self, names: list[str], cards: list[tuple[int, str]]):
        self.names, self.cards = names, cards

    def tell(self, s: np.void, since: int) -> tuple[list[str], int]:
        """Return the sentences of the events after number ``since``, and the number of the last event."""
        kept, lost, last = told(s, since)
        return gone(lost) + [self._sentence(event) for event in kept], last

    def show(self, s: np.void, since: int) -> list[tuple[Piece, ...]]:
        """Return for each of these sentences its cards; those that only one player knows lie face down."""
        kept, lost, _ = told(s, since)
        return [()] * bool(lost) + [self._cards(*event) for event in kept]

    def _cards(self, code: int, *numbers: int) -> tuple[Piece, ...]:
        if code == events.CARD_STOLEN:
            return (hidden_card(),)
        if code == events.CARDS_DRAWN:
            return (hidden_card(),) * min(numbers[1], _MOST_BACKS)
        roles = zip(_SENTENCES[code][0].split(), numbers, strict=False)
        return tuple(
            shown(number) if role == "kind" else shown(*self.cards[number])
            for role, number in roles
            if role in ("card", "other", "kind")
        )

    def _sentence(self, event: list[int]) -> str:
        code, *numbers = event
        roles, pattern = _SENTENCES[code]
        roles_of = dict(zip(roles.split(), numbers, strict=False))
        return pattern.format(**{role: self._word(role, number, roles_of) for role, number in roles_of.items()})

    def _word(self, role: str, number: int, roles: dict[str, int]) -> str:
        """Return what a number of an event stands for."""
        if role in ("p", "q"):
            return player_name(number)
        if role in ("h", "t"):
            return self.names[number]
        if role in ("card", "other"):
            kind, name = self.cards[number]
            return card_title(name, kind, roles.get("force"))
        if role == "aim":
            return f" on {player_name(number)}" if number >= 0 else ""
        words = {
            "place": lambda: str(number + 1),
            "cards": lambda: "1 card" if number == 1 else f"{number or 'no'} cards",
            "count": lambda: num_insects(number),
            "kind": lambda: KIND_NAMES[number],
            "ending": lambda: ENDING_NAMES[number],
            "winners": lambda: winners_named([seat for seat in range(MAX_PLAYERS) if number >> seat & 1]),
        }
        return words[role]() if role in words else str(number)
