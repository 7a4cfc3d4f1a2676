"""Positions in text form: read to begin a game anywhere, written at every decision.

    turn: 2
    stage: act
    actor: red
    current: red captain
    tokens: 3 4
    field:
    . . * .
     . # . .1
    characters:
    red captain: at 3 1, star 4, prone
    blue archer: at 9 1, aims at red captain 2
    blue sage: dead

Columns and rows count from 0 in the north-west; the field is written as maps are. What a character's line does not say
is as at the beginning; every character has a line. Whatever is not written follows from the rest.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.core.kernel import entry_point, kernel
from swarmzoo.envs.core.random import seed_rng
from swarmzoo.envs.core.reading import checked_seed, index_of, number_in, quoted, whole_text
from swarmzoo.envs.skirmish.battlefield.ground import enter
from swarmzoo.envs.skirmish.battlefield.maps import lay_rows_open, read_row, write_map
from swarmzoo.envs.skirmish.warband.config import SPELLS
from swarmzoo.envs.skirmish.warband.plan import Plan
from swarmzoo.envs.skirmish.warband.setup import clear, show_ground
from swarmzoo.envs.skirmish.warband.state import (
    ACTING,
    DRAWING,
    FATE_NAMES,
    FIELD,
    MORALE_NAMES,
    NOBODY,
    PICKING,
    STAGE_NAMES,
    state_dtype,
)
from swarmzoo.envs.skirmish.warband.turn import advance, find_choices
from swarmzoo.envs.skirmish.warband.validity import WarbandValidity
from swarmzoo.envs.skirmish.warband.words.headline import COLOURS, Names

FLAGS = {
    "activated": "activated",
    "stunned": "stunned",
    "bloodied before": "bloodied",
    "prone": "prone",
    "in taken cover": "hugging",
    "warded": "ward",
    "hasted": "haste",
}
NUMBERS = {"star": "star", "mallet": "mallet", "order": "order"}
CLOCK = ("turn", "points", "budget", "moved", "charged", "getting_away", "ordered_now", "done", "ending")
WARBANDS = ("tokens", "purse", "centre", "broken", "half_out", "winners")


@kernel
def rejoin(s, r):
    """Put everybody back into the field, and find what is legal, or go on to the next decision."""
    show_ground(s, r)
    s.lying = 0
    for cell in range(s.loot.shape[0]):
        s.lying += int(s.loot[cell])
    for side in range(r.warbands):
        s.left[side] = 0
    for i in range(s.side.shape[0]):
        if s.fate[i] == FIELD:
            s.left[s.side[i]] += 1
            enter(s, i, int(s.place[i]))
    if s.done:
        return
    if s.stage == DRAWING:
        advance(s, r)
    else:
        find_choices(s, r)


def _rejoin(states, rules):
    rejoin(states[0], rules[0])


def _blank(states, rules, seed):
    clear(states[0], rules[0])
    seed_rng(states[0].rng, seed)


@cache
def _entries() -> tuple[Any, Any]:
    return (
        entry_point(_blank, "warband_blank", {"clear": clear, "seed_rng": seed_rng}),
        entry_point(_rejoin, "warband_rejoin", {"rejoin": rejoin}),
    )


class Positions:
    """Reads and writes the positions of one configuration."""

    def __init__(self, plan: Plan, rules: np.ndarray, names: Names, validity: WarbandValidity):
        self.plan, self.rules, self.names = plan, rules, names
        self.validity, self.ranges = validity, validity.ranges
        self.dtype = state_dtype(
            len(plan.rosters), plan.slots, plan.cell_capacity, plan.radius, plan.actions.num_actions
        )

    # Writing

    def write(self, state: np.ndarray) -> str:
        """Return the text of a state, shape (1,)."""
        s = state[0]
        lines = [f"stage: {STAGE_NAMES[s['stage']]}", f"actor: {COLOURS[s['actor']]}"]
        if s["current"] != NOBODY:
            lines.append(f"current: {self.names.of(s['current'])}")
        lines += [f"{name}: {int(s[name])}" for name in CLOCK]
        lines += [f"{name}: {' '.join(str(int(v)) for v in s[name])}" for name in (*WARBANDS, "rng")]
        loot = np.flatnonzero(s["loot"])
        if len(loot):
            places = (f"{self._place(int(cell))} {s['loot'][cell]}" for cell in loot)
            lines.append(f"loot: {', '.join(places)}")
        lines += ["field:", *write_map(s["terrain"].tolist(), s["height"].tolist(), self.plan.field), "characters:"]
        lines += [f"{name}: {', '.join(self._character(s, i))}" for i, name in self.names.items()]
        return "\n".join(lines) + "\n"

    def _place(self, cell: int) -> str:
        return " ".join(map(str, self.plan.field.place(int(cell))))

    def _character(self, s: np.void, i: int) -> Iterator[str]:
        yield f"at {self._place(s['place'][i])}" if s["fate"][i] == FIELD else FATE_NAMES[s["fate"][i]]
        full = self.rules[0]
        usual = {"star": full["own_star"][i], "mallet": full["own_mallet"][i], "order": 0}
        yield from (f"{word} {s[name][i]}" for word, name in NUMBERS.items() if s[name][i] != usual[word])
        yield from (word for word, name in FLAGS.items() if s[name][i])
        if s["morale"][i]:
            yield MORALE_NAMES[s["morale"][i]]
        if not s["loaded"][i]:
            yield "unloaded"
        if s["aim_at"][i] != NOBODY:
            yield f"aims at {self.names.of(s['aim_at'][i])} {s['aim'][i]}"
        if s["taunted_by"][i] != NOBODY:
            yield f"taunted by {self.names.of(s['taunted_by'][i])}"
        if s["scrolls"][i] != full["own_scrolls"][i]:
            yield " ".join(["scrolls", *(spell for k, spell in enumerate(SPELLS) if s["scrolls"][i] >> k & 1)])

    # Reading

    def read(self, text: str, seed: int) -> np.ndarray:
        """Return the state, shape (1,), of a position; ``seed``, from 0, serves unless the text gives ``rng``."""
        states = new_records(self.dtype, 1)
        blank, rejoined = _entries()
        blank(states, self.rules, checked_seed(seed))
        s = states[0]
        s["turn"] = 1
        seen, part, row = set(), "", 0
        for number, line in enumerate(whole_text(text, "position").splitlines(), 1):
            words, where = line.strip(), f"line {number}"
            if not words:
                continue
            if words in ("field:", "characters:"):
                part = words[:-1]
            elif part == "field":
                read_row(s, words, row, self.plan.field, where)
                row += 1
            else:
                key, colon, value = (piece.strip() for piece in words.partition(":"))
                if not colon:
                    raise GameError(f"{where}: {quoted(words)} is neither 'key: value' nor a row of the field")
                seen.add(key)
                if part == "characters":
                    self._read_character(s, key, value, where)
                else:
                    self._read_line(s, key, value, where)
        self._check(s, row, seen)
        self.validity.check_given(states, "position")
        rejoined(states, self.rules)
        self.validity.check(states, "position")
        return states

    def _check(self, s: np.void, rows: int, seen: set[str]) -> None:
        field = self.plan.field
        if rows not in (0, field.rows):
            raise GameError(f"field: {rows} rows were given, this field has {field.rows}")
        if rows == 0:
            lay_rows_open(s, field)
        missing = [name for _, name in self.names.items() if name not in seen]
        if missing:
            raise GameError(f"characters: {missing[0]} has no line; every character of all warbands needs one")
        current = int(s["current"])
        if s["stage"] == ACTING and (current == NOBODY or s["fate"][current] != FIELD):
            raise GameError("current: in the stage 'act' it names the character that acts, who is in the field")
        if s["stage"] == ACTING:
            s["actor"] = current // self.plan.slots
        elif s["stage"] == PICKING and not self._can_pick(s):
            raise GameError(f"actor: {COLOURS[s['actor']]} has nobody to activate; every character has been")

    def _can_pick(self, s: np.void) -> bool:
        own = slice(s["actor"] * self.plan.slots, (s["actor"] + 1) * self.plan.slots)
        return bool(((s["fate"][own] == FIELD) & (s["activated"][own] == 0)).any())

    def _read_line(self, s: np.void, key: str, value: str, where: str) -> None:
        if key == "stage":
            s["stage"] = index_of(value, STAGE_NAMES, where)
        elif key == "actor":
            s["actor"] = index_of(value, COLOURS[: len(self.plan.rosters)], where)
        elif key == "current":
            s["current"] = self._who(value, where)
        elif key in CLOCK:
            s[key] = self.ranges.number(key, value, where)
        elif key in (*WARBANDS, "rng"):
            s[key] = self.ranges.numbers(key, value, where)
        elif key == "loot":
            for place in value.split(","):
                words = place.split()
                cell = self._cell(words[:2], where)
                s["loot"][cell] = self.ranges.number("loot", words[2] if len(words) > 2 else "1", where, cell)
        else:
            known = ", ".join(("stage", "actor", "current", *CLOCK, *WARBANDS, "rng", "loot", "field", "characters"))
            raise GameError(f"{where}: unknown key {quoted(key)}; the keys are {known}")

    def _who(self, name: str, where: str) -> int:
        if name not in self.names.index:
            raise GameError(
                f"{where}: unknown character {quoted(name)}; the characters are {', '.join(self.names.index)}"
            )
        return self.names.index[name]

    def _cell(self, words: list[str], where: str) -> int:
        field = self.plan.field
        if len(words) != 2:
            raise GameError(f"{where}: a column and a row are needed")
        column, row = (number_in(word, 0, 1000, where) for word in words)
        if not field.contains(column, row):
            raise GameError(
                f"{where}: {column} {row} is off the field of {field.columns} columns and {field.rows} rows"
            )
        return field.cell(column, row)

    def _read_character(self, s: np.void, name: str, value: str, where: str) -> None:
        i = self._who(name, where)
        for word in (piece.strip() for piece in value.split(",")):
            self._read_word(s, i, word, where)

    def _read_word(self, s: np.void, i: int, word: str, where: str) -> None:
        head, _, rest = word.rpartition(" ")
        if word.startswith("at "):
            cell = self._cell(word.split()[1:], where)
            if (s["place"] == cell).any():
                raise GameError(f"{where}: somebody stands in {word[3:]} already")
            s["place"][i], s["fate"][i] = cell, FIELD
        elif word in FATE_NAMES[1:]:
            s["fate"][i] = FATE_NAMES.index(word)
        elif word in FLAGS:
            s[FLAGS[word]][i] = True
        elif word in MORALE_NAMES:
            s["morale"][i] = MORALE_NAMES.index(word)
        elif word == "unloaded":
            s["loaded"][i] = False
        elif head in NUMBERS:
            s[NUMBERS[head]][i] = self.ranges.number(NUMBERS[head], rest, where, i)
        elif word.startswith("aims at "):
            s["aim_at"][i], s["aim"][i] = self._who(head.removeprefix("aims at "), where), number_in(rest, 1, 2, where)
        elif word.startswith("taunted by "):
            s["taunted_by"][i] = self._who(word.removeprefix("taunted by "), where)
        elif word.split()[:1] == ["scrolls"]:
            s["scrolls"][i] = sum(1 << index_of(spell, SPELLS, where) for spell in set(word.split()[1:]))
        else:
            known = ", ".join(
                ("at", *FATE_NAMES[1:], *FLAGS, *MORALE_NAMES, "unloaded", *NUMBERS, "aims at", "scrolls")
            )
            raise GameError(f"{where}: {quoted(word)} is not understood; known are {known}, taunted by")
