"""The shape of an action space: parts in order, each a run of numbers that aim at the same kind of thing.

Actions are numbered from 0 on, part after part. Kernels find a part by ``first``, an array of the rules record with
the first number of every part and the number of all actions at its end (``Actions.first``).
"""

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from swarmzoo.envs.core.errors import GameError, nearest
from swarmzoo.envs.core.kernel import kernel

AIMS = ("none", "hex", "direction", "unit", "card kind", "count", "order", "seat")


@dataclass(frozen=True)
class Part:
    """A named part of an action space: how many actions it has, what each of them aims at, and their own names."""

    name: str
    size: int = 1
    aim: str = "none"  # one of AIMS
    names: tuple[str, ...] = ()  # of its actions in their order, "" for one without: "Rampage", "ahead left"

    def __post_init__(self) -> None:
        if self.aim not in AIMS:
            raise GameError(f"part {self.name!r} of the actions aims at {self.aim!r}{nearest(self.aim, AIMS)}")
        if self.size < 1:
            raise GameError(f"part {self.name!r} of the actions has {self.size} actions; at least 1 is needed")
        if self.names and len(self.names) != self.size:
            raise GameError(f"part {self.name!r} has {self.size} actions and {len(self.names)} names; name each")


@dataclass(frozen=True)
class Actions:
    """The action space of a game: its parts, in the order of their numbers."""

    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        if not self.parts or len(self._number) < len(self.parts):
            given = ", ".join(part.name for part in self.parts)
            raise GameError(f"actions: every part needs a name of its own, given are {given or 'no parts'}")

    @cached_property
    def first(self) -> tuple[int, ...]:
        """The first number of every part, and at the end the number of all actions."""
        first = [0]
        for part in self.parts:
            first.append(first[-1] + part.size)
        return tuple(first)

    @cached_property
    def _number(self) -> Mapping[str, int]:
        return {part.name: k for k, part in enumerate(self.parts)}

    @property
    def num_actions(self) -> int:
        """How many actions there are."""
        return self.first[-1]

    def part_of(self, action: int) -> tuple[Part, int]:
        """Return the part that an action belongs to and its number in it, from 0; raise GameError if there is none."""
        if not 0 <= action < self.num_actions:
            raise GameError(f"action {action}: actions are numbered 0 to {self.num_actions - 1}")
        number = bisect_right(self.first, action) - 1
        return self.parts[number], action - self.first[number]

    def index(self, name: str, k: int = 0) -> int:
        """Return the number of the k-th action of a part; raise GameError for one that there is not."""
        actions = self.range(name)
        if not 0 <= k < len(actions):
            raise GameError(f"action {k} of {name!r}: its actions are numbered 0 to {len(actions) - 1}")
        return actions[k]

    def range(self, name: str) -> range:
        """Return the numbers of a part's actions; raise GameError for a part that there is not."""
        if name not in self._number:
            raise GameError(f"unknown part {name!r} of the actions{nearest(name, self._number)}")
        number = self._number[name]
        return range(self.first[number], self.first[number + 1])

    @cached_property
    def _named(self) -> Mapping[str, tuple[int, ...]]:
        """What can be named, in ``plain`` letters: parts, their actions by part and name, and names by themselves."""
        found: dict[str, tuple[int, ...]] = {}
        for part in self.parts:
            for name, action in zip(part.names, self.range(part.name), strict=False):
                for key in (plain(name), plain(f"{part.name} {name}")) if name else ():
                    found[key] = (*found.get(key, ()), action)
        return found | {plain(part.name): tuple(self.range(part.name)) for part in self.parts}

    def named(self, name: str) -> tuple[int, ...]:
        """Return the actions that a name stands for; raise GameError for what nothing is called.

        A name is that of a part ("burn": all of it), a part with the name of an action in it or with its number from
        0 ("burn Rampage", "hex 3"), or the name of actions in whatever part ("Rampage"). Capitals do not count, nor
        whether words are parted by blanks, underscores or hyphens.
        """
        if (found := self._named.get(plain(name))) is not None:
            return found
        part, _, k = plain(name).rpartition(" ")
        if k.isdecimal():
            for one in self.parts:
                if plain(one.name) == part:
                    return (self.index(one.name, int(k)),)
        raise GameError(f"{name!r} is the name of no action{nearest(plain(name), self._named)}")

    def slice(self, name: str) -> slice:
        """Return where a part lies in a mask; raise GameError for a part that there is not."""
        actions = self.range(name)
        return slice(actions.start, actions.stop)


def plain(name: str) -> str:
    """Return a name as it is compared: small letters, words parted by blanks."""
    return " ".join(re.split(r"[\s_-]+", name.strip().casefold()))


@kernel
def part_of(r, action):
    """Return the number of the part to which an action, which must be one of the game, belongs."""
    part = 0
    while part + 2 < r.first.shape[0] and action >= r.first[part + 1]:
        part += 1
    return part
