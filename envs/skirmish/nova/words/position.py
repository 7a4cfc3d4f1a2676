"""Positions in text form: read to begin a game anywhere, written at every decision.

    rounds: 2
    phase: 1
    stage: declare an action
    actor: nova_0
    order: nova_0 nova_1
    field:
    . . * .
     . # = .1
    objects:
    wall at 4 5, structure 12
    pieces:
    nova_0: at 3 5, lethal 2, henchmen 6 1 0, holding nova_1
    nova_1: lies 9 5, fate dying
    plans:
    nova_0: run at 4 4 taken; weapon_1 at nova_1 mode 2 how 1; dodge

Columns and rows count from 0 in the north-west; the field is written as maps are, objects apart from it. What a line
of a piece does not say is as when it entered the field; ``at`` is needed of all who are in the field. Whatever is not
written follows from the rest.
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
from swarmzoo.envs.skirmish.battlefield.ground import enter, lift, survey_ground
from swarmzoo.envs.skirmish.battlefield.maps import lay_rows_open, read_row, write_map
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.plan import Plan
from swarmzoo.envs.skirmish.nova.setup import clear, enter_piece
from swarmzoo.envs.skirmish.nova.sheet import who
from swarmzoo.envs.skirmish.nova.state import NOBODY, STAGE_NAMES, WAITING
from swarmzoo.envs.skirmish.nova.turn import advance, find_choices
from swarmzoo.envs.skirmish.nova.validity import NovaValidity
from swarmzoo.envs.skirmish.nova.words.headline import Names
from swarmzoo.envs.skirmish.nova.words.pieces import Pieces
from swarmzoo.envs.skirmish.nova.words.planned import Planned
from swarmzoo.envs.skirmish.nova.words.things import ThingLines

_PARTS = ("field", "objects", "pieces", "plans")
_OF_PIECES = ("actor", "current", "attacker", "target", "a_shield", "a_behind", "a_first", "a_struck")  # a piece
_NUMBERS = (
    *("rounds", "done", "ending", "encounter", "encounter_began", "phase", "nth", "slot", "replacing", "points"),
    *("objective", "harmed_by", "a_step", "a_kind", "a_weapon", "a_what", "a_aim", "a_mode", "a_how", "a_harder"),
    *("a_order", "a_type", "a_centre", "a_pool", "a_adds", "a_difficulty", "a_successes", "a_net", "a_queue"),
    *(
        "a_things",
        "a_thing",
        "a_into_shield",
        "a_defence",
        "a_defended",
        "a_alone",
        "a_helpers",
        "a_raw",
        "a_soak",
        "a_dice",
    ),
    *("a_dealt", "a_levels", "a_into", "a_direction", "a_metres", "a_collides", "a_fall", "a_fall_type"),
)
_LISTS = ("winners", "extras", "hits", "rng")
_KNOWN = ("stage", *_OF_PIECES, "order", *_NUMBERS, *_LISTS)


@kernel
def begin_blank(s, r, seed, encounter):
    """Empty everything, and let those of an encounter enter the field whole, for lines to change."""
    clear(s, r)
    seed_rng(s.rng, seed)
    s.encounter, s.hostage = encounter, r.hostage
    for i in range(r.pieces):
        if r.present[who(s, r, i)]:
            enter_piece(s, r, i)
            lift(s, i)


@kernel
def rejoin(s, r):
    """Put everybody back into the field, and find what is legal, or go on to the next decision."""
    survey_ground(s, r)
    for i in range(r.pieces):
        if s.place[i] != NOBODY:
            enter(s, i, int(s.place[i]))
    if s.done:
        return
    if s.stage == WAITING:
        advance(s, r)
    else:
        find_choices(s, r)


def _blank(states, rules, seed, encounter):
    begin_blank(states[0], rules[0], seed, encounter)


def _rejoin(states, rules):
    rejoin(states[0], rules[0])


@cache
def _entries() -> tuple[Any, Any]:
    return (
        entry_point(_blank, "nova_blank", {"begin_blank": begin_blank}),
        entry_point(_rejoin, "nova_rejoin", {"rejoin": rejoin}),
    )


class Positions:
    """Reads and writes the positions of one configuration."""

    def __init__(self, config: NovaConfig, plan: Plan, rules: np.ndarray, names: Names, validity: NovaValidity):
        self.config, self.plan, self.rules, self.names = config, plan, rules, names
        self.validity, self.ranges, self.dtype = validity, validity.ranges, validity.ranges.dtype
        self.pieces = Pieces(plan, names, self.ranges)
        self.planned = Planned(plan, names, self.ranges)
        self.things = ThingLines(config, plan, rules, self.ranges)

    def _new(self, seed: int, encounter: int) -> np.ndarray:
        """Return a state, shape (1,), in which nobody has a place."""
        states = new_records(self.dtype, 1)
        _entries()[0](states, self.rules, seed, encounter)
        return states

    # Writing

    def write(self, state: np.ndarray) -> str:
        """Return the text of a state, shape (1,)."""
        s, blank = state[0], self._new(1, int(state[0]["encounter"]))[0]
        lines = list(self._head(s, blank))
        lines += ["field:", *write_map(s["terrain"].tolist(), s["height"].tolist(), self.plan.field)]
        for part, found in (
            ("objects", self.things.write(s)),
            ("pieces", self.pieces.write(s, blank)),
            ("plans", self.planned.write(s)),
        ):
            written = list(found)
            lines += [f"{part}:", *written] if written else []
        return "\n".join(lines) + "\n"

    def _head(self, s: np.void, blank: np.void) -> Iterator[str]:
        yield f"rounds: {int(s['rounds'])}"
        yield f"stage: {STAGE_NAMES[s['stage']]}"
        for name in _OF_PIECES:
            if s[name] != NOBODY:
                yield f"{name}: {self.names.of(s[name])}"
        if s["num_order"]:
            yield f"order: {' '.join(self.names.of(i) for i in s['order'][: s['num_order']])}"
        for name in _NUMBERS[1:]:
            if s[name] != blank[name] or (name == "encounter" and s[name]):
                yield f"{name}: {int(s[name])}"
        for name in _LISTS:
            if (s[name] != blank[name]).any():
                yield f"{name}: {' '.join(str(int(v)) for v in s[name])}"

    # Reading

    def read(self, text: str, seed: int) -> np.ndarray:
        """Return the state, shape (1,), of a position; ``seed``, from 0, serves unless the text gives ``rng``."""
        lines = [(k, line.strip()) for k, line in enumerate(whole_text(text, "position").splitlines(), 1)]
        states = self._new(checked_seed(seed), self._encounter(lines))
        s, part, row = states[0], "", 0
        for number, words in lines:
            where = f"line {number}"
            if not words:
                continue
            if words.endswith(":") and words[:-1] in _PARTS:
                part = words[:-1]
            elif part == "field":
                read_row(s, words, row, self.plan.field, where, kinds_of(self.config.rules.ground))
                row += 1
            else:
                self._read_line(s, part, words, where)
        self._check_rows(s, row)
        self.validity.check_given(states, "position")
        _entries()[1](states, self.rules)
        self.validity.check(states, "position")
        return states

    def _encounter(self, lines: list[tuple[int, str]]) -> int:
        """Return the encounter of a position: others have other pieces."""
        for number, words in lines:
            key, _, value = words.partition(":")
            if key == "encounter":
                return self.ranges.number("encounter", value.strip(), f"line {number}")
        return 0

    def _check_rows(self, s: np.void, rows: int) -> None:
        field = self.plan.field
        if rows not in (0, field.rows):
            raise GameError(f"field: {rows} rows were given, this field has {field.rows}")
        if rows == 0:
            lay_rows_open(s, field)
            self.things.lay(s)

    def _read_line(self, s: np.void, part: str, words: str, where: str) -> None:
        """Read a line of a part of the text."""
        if part == "objects":
            self.things.read(s, words, where)
            return
        key, colon, value = (piece.strip() for piece in words.partition(":"))
        if not colon:
            raise GameError(f"{where}: {quoted(words)} is neither 'key: value' nor a row of the field")
        if part == "pieces":
            self.pieces.read(s, self.names.read(key, where), value, where)
        elif part == "plans":
            self.planned.read(s, self.names.read(key, where), value, where)
        else:
            self._read_head(s, key, value, where)

    def _read_head(self, s: np.void, key: str, value: str, where: str) -> None:
        if key == "stage":
            s["stage"] = index_of(value, STAGE_NAMES, where)
        elif key in _OF_PIECES:
            s[key] = self.names.read(value, where)
        elif key in _NUMBERS:
            s[key] = self.ranges.number(key, value, where)
        elif key in _LISTS:
            s[key] = self.ranges.numbers(key, value, where)
        elif key == "order":
            self._read_order(s, [self.names.read(word, where) for word in value.split()], where)
        else:
            raise GameError(f"{where}: unknown key {quoted(key)}; the keys are {', '.join(_KNOWN)}")

    def _read_order(self, s: np.void, pieces: list[int], where: str) -> None:
        """Read who takes part in the round, in the order in which they act."""
        if len(set(pieces)) < len(pieces):
            raise GameError(f"{where}: order names a piece twice")
        s["num_order"] = len(pieces)
        s["order"] = [*pieces, *(i for i in range(self.plan.pieces) if i not in pieces)]
