"""Positions in text form: read to begin a game anywhere, written at every decision.

    rounds: 2
    stage: choose a Command
    actor: overseer_0
    current: overseer_0
    order: overseer_0 overseer_1
    field:
    . . * .
     . # = .1
    units:
    overseer_0: at 3 5, wounds 7, marks overseer_1
    overseer_1: at 9 5, pinned
    underlings:
    overseer_0: 4 5 Specialist, 4 6, 5 5 loose fleeing, gone
    overseer_1: 10 5, 10 6 x3

Columns and rows count from 0 in the north-west; the field is written as maps are. Underlings stand in the line of the
unit with which they began (``neutral`` for the leaderless), piece after piece. ``x3``: so many are left in the hex;
``loose``: in no roll, ``loose 1``: standing for side 1; ``of overseer_1``: in its roll; ``Specialist``. What a line
does not say is as in a turn that has just begun. Every unit has a line. Whatever is not written follows from the rest.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.core.kernel import entry_point, kernel
from swarmzoo.envs.core.random import seed_rng
from swarmzoo.envs.core.reading import checked_seed, index_of, quoted, whole_text
from swarmzoo.envs.skirmish.battlefield.config import kinds_of
from swarmzoo.envs.skirmish.battlefield.ground import enter, survey_ground
from swarmzoo.envs.skirmish.battlefield.maps import lay_rows_open, read_row, write_map
from swarmzoo.envs.skirmish.battlefield.places import Places
from swarmzoo.envs.skirmish.overseer.actions import BODIES, PARTS
from swarmzoo.envs.skirmish.overseer.plan import Plan
from swarmzoo.envs.skirmish.overseer.rule_numbers import OverseerGrounds
from swarmzoo.envs.skirmish.overseer.setup import clear
from swarmzoo.envs.skirmish.overseer.state import ATTACK_NAMES, NOBODY, STAGE_NAMES, WAITING
from swarmzoo.envs.skirmish.overseer.turn import advance, find_choices
from swarmzoo.envs.skirmish.overseer.units import survey_units
from swarmzoo.envs.skirmish.overseer.validity import OverseerValidity
from swarmzoo.envs.skirmish.overseer.words.headline import Names
from swarmzoo.envs.skirmish.overseer.words.men import Men
from swarmzoo.envs.skirmish.overseer.words.units import Units

_FIELD_PARTS = ("field", "units", "underlings", "rolls")
_NUMBERS = (
    *("rounds", "done", "ending", "nth", "halves", "swarm_attacked", "self_attacked", "concentrated", "moved"),
    *("rallied", "cornered", "phase", "by_specialist", "by_leader", "num_targets", "target", "needed", "rolled"),
    *("hits", "damage", "team_damage", "fury", "step"),
)
_LISTS = ("winners", "strength", "escaped_us", "held", "hits_on", "body_hits", "rng")
_OF_UNITS = ("actor", "current", "prey", "attacker")  # a unit
_NAMED = {  # words for numbers; what is not named is as it was
    "stage": STAGE_NAMES,
    "attack": ATTACK_NAMES,
    "command": tuple(name for name, _ in PARTS),
    "moving": tuple(name for name, _ in PARTS),
    "called_body": BODIES,
}
_KNOWN = ("stage", *_OF_UNITS, "order", "targets", "queue", "goal", "weapon", *_NAMED, *_NUMBERS, *_LISTS)


@kernel
def rejoin(s, r):
    """Put everybody back into the field, and find what is legal, or go on to the next decision."""
    survey_ground(s, r)
    for i in range(r.pieces):
        if s.place[i] != NOBODY:
            enter(s, i, int(s.place[i]))
    survey_units(s, r)
    if s.done:
        return
    if s.stage == WAITING:
        advance(s, r)
    else:
        find_choices(s, r)


def _blank(states, rules, seed):
    clear(states[0], rules[0])
    seed_rng(states[0].rng, seed)


def _rejoin(states, rules):
    rejoin(states[0], rules[0])


@cache
def _entries() -> tuple[Any, Any]:
    return (
        entry_point(_blank, "overseer_blank", {"clear": clear, "seed_rng": seed_rng}),
        entry_point(_rejoin, "overseer_rejoin", {"rejoin": rejoin}),
    )


class Positions:
    """Reads and writes the positions of one configuration."""

    def __init__(
        self, plan: Plan, rules: np.ndarray, names: Names, validity: OverseerValidity, weapons: tuple[str, ...]
    ):
        self.plan, self.rules, self.names, self.weapons = plan, rules, names, weapons
        self.validity, self.ranges, self.dtype = validity, validity.ranges, validity.ranges.dtype
        self.places = Places(plan.field)
        self.units = Units(plan, rules, names, self.places, self.ranges)
        self.men = Men(plan, rules, names, self.places, self.ranges)

    def _new(self, seed: int) -> np.ndarray:
        """Return a state, shape (1,), in which nothing is placed."""
        states = new_records(self.dtype, 1)
        _entries()[0](states, self.rules, seed)
        return states

    # Writing

    def write(self, state: np.ndarray) -> str:
        """Return the text of a state, shape (1,)."""
        s, blank = state[0], self._new(1)[0]
        lines = list(self._head(s, blank))
        lines += ["field:", *write_map(s["terrain"].tolist(), s["height"].tolist(), self.plan.field)]
        lines += ["units:", *self.units.write(s, blank), "underlings:", *self.men.write(s)]
        rolls = list(self.men.write_rolls(s))
        return "\n".join([*lines, *(["rolls:"] if rolls else []), *rolls]) + "\n"

    def _head(self, s: np.void, blank: np.void) -> Iterator[str]:
        for name in _OF_UNITS:
            if s[name] != NOBODY:
                yield f"{name}: {self.names.of(s[name])}"
        for name, words in _NAMED.items():
            if s[name] != blank[name] or name == "stage":
                yield f"{name}: {words[s[name]]}"
        yield f"order: {self._list(s['order'])}"
        for name in _NUMBERS:
            if s[name] != blank[name] or name == "rounds":
                yield f"{name}: {int(s[name])}"
        if s["weapon"] != NOBODY:
            yield f"weapon: {self.weapons[s['weapon']]}"
        if s["num_targets"]:
            yield f"targets: {self._list(s['targets'][: s['num_targets']])}"
        if s["queue"]:
            yield f"queue: {self._list([u for u in self.names.units if s['queue'] >> u & 1])}"
        if s["goal"] != NOBODY:
            yield f"goal: {self.places.write(s['goal'])}"
        for name in _LISTS:
            if (s[name] != blank[name]).any():
                yield f"{name}: {' '.join(str(int(v)) for v in s[name])}"

    def _list(self, units: Any) -> str:
        return " ".join(self.names.of(u) for u in units if u in self.names.units)

    # Reading

    def read(self, text: str, seed: int) -> np.ndarray:
        """Return the state, shape (1,), of a position; ``seed``, from 0, serves unless the text gives ``rng``."""
        states = self._new(checked_seed(seed))
        s = states[0]
        self.men.begin(s)
        part, row = "", 0
        seen: set[tuple[str, str]] = set()
        for number, line in enumerate(whole_text(text, "position").splitlines(), 1):
            words, where = line.strip(), f"line {number}"
            if not words:
                continue
            if words.removesuffix(":") in _FIELD_PARTS and words.endswith(":"):
                part = words[:-1]
            elif part == "field":
                read_row(s, words, row, self.plan.field, where, kinds_of(OverseerGrounds))
                row += 1
            else:
                seen.add((part, self._read_line(s, part, words, where)))
        self._check(s, row, {name for place, name in seen if place == "units"})
        self.men.finish(s)
        self.validity.check_given(states, "position")
        _entries()[1](states, self.rules)
        self.validity.check(states, "position")
        return states

    def _check(self, s: np.void, rows: int, units: set[str]) -> None:
        field = self.plan.field
        if rows not in (0, field.rows):
            raise GameError(f"field: {rows} rows were given, this field has {field.rows}")
        if rows == 0:
            lay_rows_open(s, field)
        missing = [name for name in self.names.index if name not in units]
        if missing:
            raise GameError(f"units: {missing[0]} has no line; every unit needs one")

    def _read_line(self, s: np.void, part: str, words: str, where: str) -> str:
        """Read a line of a part of the text; return what it is about."""
        key, colon, value = (piece.strip() for piece in words.partition(":"))
        if not colon:
            raise GameError(f"{where}: {quoted(words)} is neither 'key: value' nor a row of the field")
        if part == "units":
            self.units.read(s, key, value, where)
        elif part == "underlings":
            self.men.read(s, key, value, where)
        elif part == "rolls":
            self.men.read_roll(s, key, value, where)
        else:
            self._read_head(s, key, value, where)
        return key

    def _read_head(self, s: np.void, key: str, value: str, where: str) -> None:
        if key in _OF_UNITS:
            s[key] = self.names.read(value, where)
        elif key in _NAMED:
            s[key] = index_of(value, _NAMED[key], where)
        elif key == "weapon":
            s["weapon"] = index_of(value, self.weapons, where)
        elif key == "goal":
            s["goal"] = self.places.read(value, where)
        elif key in _NUMBERS:
            s[key] = self.ranges.number(key, value, where)
        elif key in _LISTS:
            s[key] = self.ranges.numbers(key, value, where)
        elif key in ("order", "targets", "queue"):
            self._read_units(s, key, [self.names.read(word, where) for word in value.split()], where)
        else:
            raise GameError(f"{where}: unknown key {quoted(key)}; the keys are {', '.join(_KNOWN)}")

    def _read_units(self, s: np.void, key: str, units: list[int], where: str) -> None:
        """Read a list of units."""
        if len(set(units)) < len(units) or len(units) > len(s["targets"] if key == "targets" else s["order"]):
            raise GameError(f"{where}: {key} names a unit twice, or too many")
        if key == "queue":
            s["queue"] = sum(1 << u for u in units)
        elif key == "targets":
            s["targets"][: len(units)] = units
        elif len(units) < len(self.names.units):
            raise GameError(f"{where}: order names every unit once; the units are {', '.join(self.names.index)}")
        else:
            absent = [u for u in range(len(s["order"])) if u not in units]
            s["order"] = [*units, *absent]
