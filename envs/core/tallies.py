"""What of a game's log can be counted: its events by name, and what the numbers of events stand for.

A game says it once, in ``Words.book``; ``lab.counts`` counts it over games.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType

EVENT = "event"  # the heading of the events themselves

Names = Mapping[tuple[int, ...], str]


@dataclass(frozen=True)
class Tally:
    """Things to count under a heading, by some numbers of events.

    ``roles``: what these numbers are in the event, as the book calls them. ``names``: what is counted, by the numbers;
    others are not counted. ``codes``: only these events; none: all that have numbers of these roles.
    """

    heading: str
    roles: tuple[str, ...]
    names: Names
    codes: frozenset[int] = frozenset()

    def columns(self, code: int, numbers: Sequence[str]) -> list[int] | None:
        """Return where an event has the numbers of this tally, or None if it does not count."""
        if (self.codes and code not in self.codes) or not set(self.roles) <= set(numbers):
            return None
        return [numbers.index(role) for role in self.roles]


@dataclass(frozen=True)
class EventBook:
    """The events of a log: names and roles of their numbers by code, and tallies."""

    names: tuple[str, ...] = ()
    numbers: Mapping[int, Sequence[str]] = field(default_factory=dict)
    tallies: tuple[Tally, ...] = ()

    @property
    def things(self) -> list[tuple[str, str]]:
        """Everything that can be counted, heading and name: what never happens is among them."""
        named = [(EVENT, name) for name in self.names]
        return list(
            dict.fromkeys([*named, *((one.heading, name) for one in self.tallies for name in one.names.values())])
        )

    @property
    def told_apart(self) -> set[str]:
        """The events that some tally counts by what they stand for."""
        return {
            name
            for code, name in enumerate(self.names)
            if any(one.columns(code, self.numbers[code]) is not None for one in self.tallies)
        }


def tally(heading: str, role: str, names: Iterable[str], codes: Iterable[int] = ()) -> Tally:
    """Return the tally of one number, from 0 on; what has an empty name is not counted."""
    by_number: Names = {(number,): name for number, name in enumerate(names) if name}
    return Tally(heading, (role,), by_number, frozenset(codes))


def names_of(events: ModuleType, count: int) -> tuple[str, ...]:
    """Return the names of a game's events by code: of the module's constants those that come first."""
    found: dict[int, str] = {}
    for name, value in vars(events).items():
        if name.isupper() and isinstance(value, int):
            found.setdefault(value, name.lower().replace("_", " "))
    return tuple(found[code] for code in range(count))
