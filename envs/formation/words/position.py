"""Positions in text form: read to begin a game anywhere, written at every env step.

    turn: 3
    active: red
    stage: step
    field:
    . . , .
     . . ^ .
    soldiers:
    red_0: swordsman leader, squad 0, at 0 1, facing east, points 5, formation 0
    red_1: swordsman, squad 0, at 0 2, facing east, points 5, formation 0, dazed
    blue_0: archer, squad 1, at 3 1, facing west, quick 1
    formations:
    0: director red_0, gap before

Columns and rows count from 0 in the north-west. Rows of the field have a letter for each hex: ``.`` open, ``,`` rough,
``*`` woods, ``^`` hill, ``#`` wall, ``~`` water. What a soldier's line does not say is as at the beginning of a turn.
Every soldier of both companies has a line; one out of the field has its fate in place of ``at``. Whatever is not
written follows from the rest: zones, ways, choices.
"""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.core.hexes import DIRECTION_NAMES
from swarmzoo.envs.core.reading import checked_seed, index_of, number_in, quoted, whole_text
from swarmzoo.envs.formation.config import ROLES
from swarmzoo.envs.formation.orders.book import ORDER_NAMES
from swarmzoo.envs.formation.plan import Plan
from swarmzoo.envs.formation.state import FATE_NAMES, FIELD, NOBODY, STAGE_NAMES, state_dtype
from swarmzoo.envs.formation.terrain import TERRAIN_LETTERS, TERRAIN_NAMES
from swarmzoo.envs.formation.validity import FormationValidity
from swarmzoo.envs.formation.words.headline import SIDES
from swarmzoo.envs.formation.words.restore import blank_entry, rejoin_entry, seed_entry

# Words of a soldier's line, and the field of the state that each sets to 1; with "no" before it: to 0.
FLAGS = {
    "dazed": "dazed",
    "wounded": "wounded",
    "panicked": "panicked",
    "berserk": "berserk",
    "hidden": "hidden",
    "exhausted": "exhausted",
    "ended": "ended",
    "held": "held",
    "stirred": "stirred",
    "charging": "charging",
    "evading": "evading",
    "defending": "defending",
    "forming": "forming",
    "fought": "fought",
    "acted": "acted",
    "intact": "intact",
    "crossed in line": "crossed_in_line",
}
NOT_FLAGS = {"no complex action": "complex_left", "no melee action": "melee_left", "unloaded": "loaded"}
NUMBERS = {
    "quick": "quick",
    "points": "points",
    "moved": "moved",
    "straight": "straight",
    "panics": "panics",
    "struck": "struck",
    "harm": "harm",
    "formation": "formation",
}
CELLS = {"fell at": "fell_at", "lies at": "lies_at"}
FORMATION_FLAGS = {"gap before": "gap_before", "lost before": "lost_before", "over": "over", "part": "is_part"}
FORMATION_NUMBERS = {"members": "members", "steps": "steps_taken", "after": "waits_for"}
COMPANY = ("panicked_ever", "holds", "alone", "breakups", "lost")
SQUAD = ("triggers", "due")
LED = ("asks", "ordered", "order")  # where squads are given orders
ASKED = ("nobody", *SIDES, "both")
CLOCK = ("step_number", "step_limit", "after_parts", "moment", "next_number", "done", "winner", "ending")


class Positions:
    """Reads and writes the positions of one configuration."""

    def __init__(self, plan: Plan, rules: np.ndarray, validity: FormationValidity):
        self.plan, self.rules, self.validity, self.ranges = plan, rules, validity, validity.ranges
        self.names = {name: i for i, name in enumerate(plan.names)}
        self.by_orders = validity.by_orders
        self.dtype = state_dtype(plan.soldier_capacity, plan.cell_capacity, self.by_orders)

    # Writing

    def write(self, state: np.ndarray) -> str:
        """Return the text of a state, shape (1,)."""
        s, field = state[0], self.plan.field
        lines = [f"turn: {s['turn']}", f"active: {SIDES[s['active']]}", f"stage: {STAGE_NAMES[s['stage']]}"]
        lines += [f"{name}: {int(s[name])}" for name in CLOCK]
        lines += [f"{name}: {' '.join(str(int(v)) for v in s[name])}" for name in COMPANY]
        squads = 1 + int(s["squad"][: len(self.plan.squad)].max())
        lines += [f"{name}: {' '.join(str(int(v)) for v in s[name][:squads])}" for name in SQUAD]
        lines += self._orders(s) if self.by_orders else ()
        lines += [f"rng: {' '.join(str(int(v)) for v in s['rng'])}", "field:"]
        for row in range(field.rows):
            cells = [s["terrain"][field.cell(column, row)] for column in range(field.columns)]
            lines.append(" " * (row & 1) + " ".join(TERRAIN_LETTERS[kind] for kind in cells))
        lines.append("soldiers:")
        lines += [f"{name}: {', '.join(self._soldier(s, i))}" for name, i in self.names.items()]
        lines.append("formations:")
        lines += [f"{f}: {', '.join(self._formation(s, int(f)))}" for f in np.flatnonzero(s["members"] != 0)]
        return "\n".join(lines) + "\n"

    def _orders(self, s: np.void) -> Iterator[str]:
        yield f"asks: {ASKED[s['asks']]}"
        yield f"ordered: {s['ordered']}"
        yield f"order: {'; '.join(ORDER_NAMES[order] for order in s['order'][: self.plan.num_squads])}"

    def _soldier(self, s: np.void, i: int) -> Iterator[str]:
        yield ROLES[s["kind"][i] // 2] + (" leader" if s["leads"][i] else "")
        yield f"squad {s['squad'][i]}"
        yield self._where("at", s["place"][i]) if s["fate"][i] == FIELD else FATE_NAMES[s["fate"][i]]
        yield f"facing {DIRECTION_NAMES[s['facing'][i]]}"
        for word, name in NUMBERS.items():
            if s[name][i] != (NOBODY if name == "formation" else 0):
                yield f"{word} {s[name][i]}"
        yield from (word for word, name in FLAGS.items() if s[name][i])
        yield from (word for word, name in NOT_FLAGS.items() if not s[name][i])
        yield from (self._where(word, s[name][i]) for word, name in CELLS.items() if s[name][i] != NOBODY)
        if s["target"][i] != NOBODY:
            yield f"target {self.plan.names[s['target'][i]]}"

    def _where(self, word: str, cell: int) -> str:
        column, row = self.plan.field.place(cell)
        return f"{word} {column} {row}"

    def _formation(self, s: np.void, f: int) -> Iterator[str]:
        if s["director"][f] != NOBODY:
            yield f"director {self.plan.names[s['director'][f]]}"
        for word, name in FORMATION_NUMBERS.items():
            if s[name][f] != (NOBODY if name == "waits_for" else 0):
                yield f"{word} {s[name][f]}"
        yield from (word for word, name in FORMATION_FLAGS.items() if s[name][f])

    # Reading

    def read(self, text: str, seed: int) -> np.ndarray:
        """Return the state, shape (1,), of a position; ``seed``, from 0, serves unless the text gives ``rng``."""
        states = new_records(self.dtype, 1)
        blank_entry(self.by_orders)(states)
        seed_entry()(states, checked_seed(seed))
        s = states[0]
        s["step_limit"] = 5
        seen, part, row = set(), "", 0
        for number, line in enumerate(whole_text(text, "position").splitlines(), 1):
            words = line.partition("#!")[0].rstrip()
            if not words.strip():
                continue
            where = f"line {number}"
            if words.strip() in ("field:", "soldiers:", "formations:"):
                part = words.strip()[:-1]
            elif part == "field" and ":" not in words:
                self._read_row(s, words, row, where)
                row += 1
            else:
                key, colon, value = (piece.strip() for piece in words.partition(":"))
                if not colon:
                    raise GameError(f"{where}: {quoted(words.strip())} is neither 'key: value' nor a row of the field")
                seen.add(key)
                self._read_line(s, part, key, value, where)
        self._check(s, row, seen)
        self.validity.check_given(states, "position")
        rejoin_entry(self.by_orders)(states, self.rules)
        self.validity.check(states, "position")
        return states

    def _check(self, s: np.void, rows: int, seen: set[str]) -> None:
        if rows not in (0, self.plan.field.rows):
            raise GameError(f"field: {rows} rows were given, this field has {self.plan.field.rows}")
        if rows == 0:
            for row in range(self.plan.field.rows):
                self._read_row(s, " ".join("." * self.plan.field.columns), row, "field")
        missing = [name for name in self.names if name not in seen]
        if missing:
            raise GameError(f"soldiers: {missing[0]} has no line; every soldier of both companies needs one")

    def _read_row(self, s: np.void, words: str, row: int, where: str) -> None:
        field, letters = self.plan.field, words.split()
        if row >= field.rows or len(letters) != field.columns:
            raise GameError(f"{where}: a field of {field.columns} columns and {field.rows} rows is needed")
        for column, letter in enumerate(letters):
            if letter not in TERRAIN_LETTERS:
                known = ", ".join(f"{a} {name}" for a, name in zip(TERRAIN_LETTERS, TERRAIN_NAMES, strict=True))
                raise GameError(f"{where}: unknown terrain {quoted(letter)}; allowed are {known}")
            s["terrain"][field.cell(column, row)] = TERRAIN_LETTERS.index(letter)

    def _read_line(self, s: np.void, part: str, key: str, value: str, where: str) -> None:
        if part == "soldiers":
            if key not in self.names:
                raise GameError(f"{where}: {quoted(key)} is not a soldier of this game")
            self._read_soldier(s, self.names[key], [word.strip() for word in value.split(",")], where)
        elif part == "formations":
            self._read_formation(s, number_in(key, 0, len(s["members"]) - 1, where), value, where)
        elif key == "active":
            s["active"] = index_of(value, SIDES, where)
        elif key == "stage":
            s["stage"] = index_of(value, STAGE_NAMES, where)
        elif key in ("turn", *CLOCK):
            s[key] = self.ranges.number(key, value, where)
        elif key in (*COMPANY, "rng"):
            s[key] = self.ranges.numbers(key, value, where)
        elif key in SQUAD:
            s[key] = self._by_squad(s, key, value, where)
        elif self.by_orders and key in LED:
            self._read_orders(s, key, value, where)
        else:
            keys = ("turn", "active", "stage", *CLOCK, *COMPANY, *SQUAD, *(LED if self.by_orders else ()), "rng")
            known = ", ".join((*keys, "field", "soldiers", "formations"))
            raise GameError(f"{where}: unknown key {quoted(key)}; the keys are {known}")

    def _read_orders(self, s: np.void, key: str, value: str, where: str) -> None:
        """Read who is asked for orders, since when, or what is in force in each squad."""
        if key == "asks":
            s["asks"] = index_of(value, ASKED, where)
        elif key == "ordered":
            s["ordered"] = self.ranges.number(key, value, where)
        else:
            given, squads = [word.strip() for word in value.split(";")], self.plan.num_squads
            if len(given) != squads:
                raise GameError(f"{where}: {key} needs an order for each of {squads} squads; {len(given)} were given")
            s["order"][:squads] = [1 + index_of(word, ORDER_NAMES[1:], where) for word in given]

    def _by_squad(self, s: np.void, key: str, value: str, where: str) -> list[int]:
        """Return the numbers of all squads, 0 for those that are not given."""
        room = len(s[key])
        given = value.split()
        if not 1 <= len(given) <= room:
            raise GameError(f"{where}: {key} needs a number for each squad, 1 to {room}; {len(given)} were given")
        return self.ranges.numbers(key, " ".join([*given, *["0"] * (room - len(given))]), where)

    def _read_soldier(self, s: np.void, i: int, words: list[str], where: str) -> None:
        role, _, rank = words[0].partition(" ")
        if rank not in ("", "leader"):
            raise GameError(
                f"{where}: unknown role {quoted(words[0])}; allowed are {', '.join(ROLES)}, each with or without leader"
            )
        s["leads"][i] = rank == "leader"
        s["kind"][i] = 2 * index_of(role, ROLES, where) + s["leads"][i]
        s["company"][i] = self.plan.company[i]
        s["facing"][i] = self.plan.fronts[self.plan.company[i]]
        s["complex_left"][i] = s["melee_left"][i] = s["loaded"][i] = True
        for word in words[1:]:
            self._read_word(s, i, word, where)

    def _read_word(self, s: np.void, i: int, word: str, where: str) -> None:
        head, _, rest = word.rpartition(" ") if not word.startswith(("at ", "fell at", "lies at")) else ("", "", word)
        if word in FLAGS:
            s[FLAGS[word]][i] = True
        elif word in NOT_FLAGS:
            s[NOT_FLAGS[word]][i] = False
        elif word in FATE_NAMES:
            s["fate"][i] = FATE_NAMES.index(word)
        elif word.startswith(("at ", "fell at ", "lies at ")):
            name = "place" if word.startswith("at ") else CELLS[word[:7]]
            cell = self._cell(word.split()[-2:], where)
            if name == "place" and (s["place"] == cell).any():
                raise GameError(f"{where}: somebody stands in {word[3:]} already")
            s[name][i] = cell
        elif head in NUMBERS:
            s[NUMBERS[head]][i] = self.ranges.number(NUMBERS[head], rest, where, i)
        elif head == "squad":
            s["squad"][i] = self.ranges.number("squad", rest, where, i)
        elif head == "facing":
            s["facing"][i] = index_of(rest, DIRECTION_NAMES, where)
        elif head == "target" and rest in self.names:
            s["target"][i] = self.names[rest]
        else:
            known = ", ".join((*FLAGS, *NOT_FLAGS, *NUMBERS, *FATE_NAMES, "squad", "at", "facing", "target"))
            raise GameError(f"{where}: {quoted(word)} is not understood; known are {known}")

    def _cell(self, words: list[str], where: str) -> int:
        field = self.plan.field
        column, row = (number_in(word, 0, 1000, where) for word in words)
        if not field.contains(column, row):
            raise GameError(
                f"{where}: {column} {row} is off the field of {field.columns} columns and {field.rows} rows"
            )
        return field.cell(column, row)

    def _read_formation(self, s: np.void, f: int, value: str, where: str) -> None:
        s["members"][f] = int((s["formation"] == f).sum())
        for word in (piece.strip() for piece in value.split(",") if piece.strip()):
            head, _, rest = word.rpartition(" ")
            if word in FORMATION_FLAGS:
                s[FORMATION_FLAGS[word]][f] = True
            elif head == "director" and rest in self.names:
                s["director"][f] = self.names[rest]
            elif head in FORMATION_NUMBERS:
                s[FORMATION_NUMBERS[head]][f] = number = self.ranges.number(FORMATION_NUMBERS[head], rest, where, f)
                if head == "after" and number != NOBODY:
                    s["next_part"][number] = f
            else:
                known = ", ".join((*FORMATION_FLAGS, *FORMATION_NUMBERS, "director"))
                raise GameError(f"{where}: {quoted(word)} is not understood of a formation; known are {known}")
