"""The log of a game in sentences."""

from collections.abc import Callable, Sequence

import numpy as np

from swarmzoo.envs.core.events import gone, told
from swarmzoo.envs.core.pieces import Piece
from swarmzoo.envs.core.tallies import EventBook, names_of, tally
from swarmzoo.envs.formation import events
from swarmzoo.envs.formation.actions import ORDER_NAMES, WAY_NAMES
from swarmzoo.envs.formation.melee import WALL_STAGE
from swarmzoo.envs.formation.words.headline import SIDES, outcome

# {p} and {q} are soldiers, {side} is a company; the rest are numbers and words.
_SENTENCES = {
    events.TURN_BEGUN: ("side turn", "turn {turn} begins: {side} is active"),
    events.STEP_TAKEN: ("side n", "{side} takes Step {n}"),
    events.MOVED: ("p way keeps", "{p} steps {way}{keeps}"),
    events.TURNED: ("p way", "{p} turns to face {way}"),
    events.ORDERED: ("p order", "{p} {order}"),
    events.FORMED: ("p others", "{p} and {others} form up"),
    events.NOT_FORMED: ("p", "{p} fails to form up"),
    events.BROKEN: ("p members", "the formation of {p} breaks, {members}"),
    events.DAZED_NOW: ("p", "{p} is Dazed"),
    events.WOUNDED_NOW: ("p", "{p} is Wounded"),
    events.DOWNED_NOW: ("p", "{p} is Downed"),
    events.PANICKED_NOW: ("p", "{p} panics"),
    events.BERSERK_NOW: ("p", "{p} turns Berserk"),
    events.RECOVERED: ("p", "{p} recovers"),
    events.FLED_NOW: ("p", "{p} flees from the field"),
    events.CROSSED_NOW: ("p", "{p} crosses the far edge"),
    events.DIED: ("p", "{p} dies"),
    events.SURVIVED: ("p", "{p} survives"),
    events.DISCOVERED: ("p", "{p} is discovered"),
    events.SHOT: ("p q attack", "{p} shoots at {q} and {attack}"),
    events.STRUCK: ("p q wall", "{p} strikes at {q}{wall}"),
    events.OPPORTUNITY: ("p q", "{p} strikes at {q}, who leaves its Zone of Control"),
    events.GAME_ENDED: ("winner ending", "the game is over: {ending}"),
}
# What numbers of events stand for, but soldiers and endings.
_WORDS: dict[str, Callable[[int], str]] = {
    "side": lambda number: SIDES[number],
    "turn": lambda number: str(number + 1),
    "others": lambda number: "1 other" if number == 2 else f"{number - 1} others",
    "members": lambda number: "1 member" if number == 1 else f"{number} members",
    "attack": lambda number: "hits" if number > 0 else "misses",
    "wall": lambda number: " from a spear wall" if number == WALL_STAGE else "",
    "way": lambda number: WAY_NAMES[number],
    "keeps": lambda number: ", keeping its facing" if number else "",
    "order": lambda number: ORDER_NAMES[number],
}
EVENT_NUMBERS = {code: tuple(names.split()) for code, (names, _) in _SENTENCES.items()}  # of the numbers of every event
BOOK = EventBook(
    names_of(events, len(EVENT_NUMBERS)),
    EVENT_NUMBERS,
    (tally("order", "order", ORDER_NAMES), tally("step", "way", WAY_NAMES, [events.MOVED])),
)


class Chronicle:
    """Tells the events of games of one configuration."""

    def __init__(self, names: Sequence[str]):
        self.names = names

    def tell(self, s: np.void, since: int) -> tuple[list[str], int]:
        """Return the sentences of the events after number ``since``, led by how many are gone, and the last number."""
        kept, lost, last = told(s, since)
        return gone(lost) + [self._sentence(event) for event in kept], last

    def show(self, s: np.void, since: int) -> list[tuple[Piece, ...]]:
        """Return no pieces: the log of this game has results, no dice."""
        return []

    def _sentence(self, event: list[int]) -> str:
        code, *numbers = event
        names, pattern = _SENTENCES[code]
        roles = dict(zip(names.split(), numbers, strict=False))
        return pattern.format(**{role: self._word(role, number, roles) for role, number in roles.items()})

    def _word(self, role: str, number: int, roles: dict[str, int]) -> str:
        """Return what a number of an event stands for."""
        if role in ("p", "q"):
            return self.names[number] if number >= 0 else "nobody"
        return outcome(roles["winner"], number) if role == "ending" else _WORDS.get(role, str)(number)
