"""Battles of nova put together by hand: positions drawn as text, attacks as plain calls, the trace read from the log.

    battle = Battle("R0 . . B0", under=". . * .", R0={"weapons": ["rifle"]}, B0={"armour": ["vest"]})
    battle.attacks("R0", "weapon_1", "B0", hits(3) + misses(2)).answers("take_it", hits(4))
    battle.pool, battle.causes(events.POOLED), battle.levels

Drawings and sheets are those of ``scenes.py``: 3 in every attribute, 2 in every ability, nothing worn. ``under`` draws
the ground by its letters, with heights; ``things`` names objects by column and row. Nobody is asked who has nothing to
defend with: ``plans`` gives a piece actions that it has declared.
"""

from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.skirmish.battlefield.generator import lay_open
from swarmzoo.envs.skirmish.battlefield.ground import enter, lift, survey_cell, survey_ground
from swarmzoo.envs.skirmish.battlefield.maps import TERRAIN_LETTERS
from swarmzoo.envs.skirmish.nova import events
from swarmzoo.envs.skirmish.nova.actions import HOWS, PARTS
from swarmzoo.envs.skirmish.nova.aims import why_no_attack
from swarmzoo.envs.skirmish.nova.fight.answers import attack_choice, attack_refusal
from swarmzoo.envs.skirmish.nova.fight.pipeline import begin_attack, go_on_attack
from swarmzoo.envs.skirmish.nova.fight.stages import NO_ATTACK
from swarmzoo.envs.skirmish.nova.fight.through import why_no_through
from swarmzoo.envs.skirmish.nova.holds import hold
from swarmzoo.envs.skirmish.nova.plan import plan_of
from swarmzoo.envs.skirmish.nova.reasons import REASONS
from swarmzoo.envs.skirmish.nova.rules import names_of, rules_record
from swarmzoo.envs.skirmish.nova.setup import clear, enter_piece, place_object
from swarmzoo.envs.skirmish.nova.state import AT_HEX, AT_PIECE, AT_THING, NOBODY, PLANNED, STAGE_NAMES, TAKEN, WAITING
from tests.envs.skirmish.nova.scenes import HIT, MISS, SLOTS, configured
from tests.envs.skirmish.seeds import Die, generator_of

KINDS = {name: number for number, (name, _) in enumerate(PARTS)}
Aim = str | tuple[int, int] | int
_BLANKS: dict[Any, np.ndarray] = {}


def hits(count: int) -> list[Die]:
    """Return dice that are successes."""
    return [HIT] * count


def misses(count: int) -> list[Die]:
    """Return dice that are none."""
    return [MISS] * count


class Battle:
    """A position, and the attacks in it."""

    def __init__(
        self,
        drawing: str,
        *,
        under: str = "",
        things: dict[tuple[int, int], str] | None = None,
        rules: dict[str, Any] | None = None,
        scenario: str = "squad_duel",
        **sheets: dict[str, Any],
    ):
        config = configured(drawing, sheets, rules=rules or {}, scenario=scenario)
        self.plan = plan_of(config)
        self.rules = rules_record(config, self.plan)
        self.pieces = {f"{'RB'[i // SLOTS]}{i % SLOTS}": i for i in self.plan.piece_of}
        if self.plan.hostage is not None:
            self.pieces["H"] = self.plan.hostage
        self.states = new_records(self.plan.dtype, 1)
        self._lay_open()
        self._enter(_words(drawing))
        for place, word in _words(under).items():
            self.draw(word, place)
        kinds = names_of(config.rules, "things")
        for place, kind in (things or {}).items():
            _entry("place_thing")(self.states, self.rules, kinds.index(kind), self.cell(*place))
        self.states["rng"][0] = 1, 2, 3, 4
        self.since = 0

    def _lay_open(self) -> None:
        """Begin on open ground, which is worked out once for all battles on such a field."""
        key = self.plan.dtype, self.plan.field
        if key not in _BLANKS:
            _entry("blank")(self.states, self.rules)
            _BLANKS[key] = self.states.copy()
        self.states[:] = _BLANKS[key]

    def _enter(self, words: dict[tuple[int, int], str]) -> None:
        """Let everybody enter who is drawn."""
        _entry("arrive")(self.states, self.rules)
        for place, name in words.items():
            _entry("put")(self.states, self.rules, self.pieces[name], self.cell(*place))

    # Putting together

    @property
    def s(self) -> Any:
        """The state's record."""
        return self.states[0]

    def cell(self, column: int, row: int) -> int:
        """Return the cell of a hex."""
        return self.plan.field.cell(column, row)

    def draw(self, word: str, place: tuple[int, int]) -> None:
        """Make a hex ground of a letter, with a height behind it."""
        cell = self.cell(*place)
        self.s["terrain"][cell], self.s["height"][cell] = TERRAIN_LETTERS.index(word[0]), int(word[1:] or 0)
        _entry("survey_cell")(self.states, self.rules, cell)

    def sets(self, name: str, **fields: Any) -> "Battle":
        """Change fields of a piece."""
        for field, value in fields.items():
            self.s[field][self.pieces[name]] = value
        return self

    def plans(self, name: str, *kinds: str, at: str | None = None) -> "Battle":
        """Let a piece have declared actions; attacks are on a piece."""
        i = self.pieces[name]
        self.s["num_planned"][i] = len(kinds)
        for k, kind in enumerate(kinds):
            self._plan(i, k, kind, at, PLANNED)
        return self

    def _plan(self, i: int, k: int, kind: str, aim: Aim | None, fate: int) -> None:
        what, number = self._aim(aim)
        for field, value in {"kind": KINDS[kind], "what": what, "aim": number, "fate": fate}.items():
            self.s[f"plan_{field}"][i, k] = value

    def _aim(self, aim: Aim | None) -> tuple[int, int]:
        if isinstance(aim, str):
            return AT_PIECE, self.pieces[aim]
        if isinstance(aim, tuple):
            return AT_HEX, self.cell(*aim)
        return (0, NOBODY) if aim is None else (AT_THING, aim)

    def holds(self, name: str, other: str) -> "Battle":
        """Let a piece hold another one."""
        _entry("hold")(self.states, self.rules, self.pieces[name], self.pieces[other])
        return self

    # What there is

    def of(self, name: str, field: str) -> Any:
        """Return a piece's field of the state."""
        found = self.s[field][self.pieces[name]]
        return found.item() if found.shape == () else found.tolist()

    def where(self, name: str) -> tuple[int, int] | None:
        """Return column and row of a piece, or None."""
        cell = self.of(name, "place")
        return None if cell < 0 else self.plan.field.place(cell)

    def boxes(self, name: str) -> tuple[int, int, int, int]:
        """Return the stun, bashing, lethal and aggravated levels of a person."""
        return tuple(self.of(name, field) for field in ("stun", "bashing", "lethal", "aggravated"))

    # What is done

    def dice(self, dice: list[Die] | None) -> None:
        """Let these dice fall next; forget what was told before."""
        self.since = int(self.s["logged"])
        if dice:
            self.states["rng"][0] = generator_of(dice)

    def attacks(
        self,
        name: str,
        kind: str,
        aim: Aim,
        dice: list[Die] | None = None,
        *,
        mode: int = 0,
        how: str = "target",
        order: int = 0,
        harder: bool = False,
    ) -> "Battle":
        """Begin an attack, which must be possible, and go on until somebody is asked or it is over."""
        why = self.why_not(name, kind, aim)
        assert why is None, why
        i = self.pieces[name]
        self._plan(i, 0, kind, aim, TAKEN)
        self.s["num_planned"][i] = max(1, self.s["num_planned"][i])
        self.s["plan_mode"][i, 0], self.s["plan_how"][i, 0] = mode, HOWS.index(how)
        self.s["plan_harder"][i, 0] = harder
        self.dice(dice)
        _entry("attack")(self.states, self.rules, i, order)
        return self

    def why_not(self, name: str, kind: str, aim: Aim) -> str | None:
        """Return why an attack is not possible, or None."""
        what, number = self._aim(aim)
        code = _entry("why_no_attack")(self.states, self.rules, self.pieces[name], KINDS[kind], what, number)
        return REASONS[code] if code else None

    def why_not_through(self, name: str, kind: str, target: str) -> str | None:
        """Return why an attack cannot be aimed to throw its target into something, or None."""
        i, j = self.pieces[name], self.pieces[target]
        code = _entry("why_no_through")(self.states, self.rules, i, KINDS[kind], j)
        return REASONS[code] if code else None

    def answers(self, word: str, dice: list[Die] | None = None) -> "Battle":
        """Answer what is asked: ``use_dodge``, ``abort_parry roll``, ``maim``, ``take_it``."""
        why = self.why_no_answer(word)
        assert why is None, f"{word}: {why}"
        if dice is not None:
            self.dice(dice)
        _entry("answer")(self.states, self.rules, *_answer(word))
        return self

    def why_no_answer(self, word: str) -> str | None:
        """Return why an answer is not legal, or None."""
        code = _entry("refusal")(self.states, self.rules, *_answer(word))
        return REASONS[code] if code else None

    @property
    def asked(self) -> str | None:
        """What is asked, and whom: ``defend, or not: B0``."""
        if self.s["stage"] == WAITING:
            return None
        name = next(name for name, i in self.pieces.items() if i == int(self.s["actor"]))
        return f"{STAGE_NAMES[self.s['stage']]}: {name}"

    @property
    def may_defend(self) -> bool:
        """Whether the target is asked to defend itself."""
        return (self.asked or "").startswith("defend")

    @property
    def is_over(self) -> bool:
        """Whether the attack is over."""
        return bool(self.s["a_step"] == NO_ATTACK)

    # The trace

    @property
    def rows(self) -> list[list[int]]:
        """The rows of the log since the dice were last laid."""
        log = self.s["log"]
        return [log[k % len(log)].tolist() for k in range(self.since, int(self.s["logged"]))]

    def told(self, code: int) -> list[list[int]]:
        """Return the numbers of the events of a kind."""
        return [row[1:] for row in self.rows if row[0] == code]

    def causes(self, code: int, nth: int = -1, purpose: int | None = None) -> dict[int, int]:
        """Return what counted for the n-th number of a kind that was told, by its cause; rolls for a purpose alone."""
        found: list[dict[int, int]] = []
        causes: dict[int, int] = {}
        for row in self.rows:
            if row[0] == events.COUNTED:
                causes[row[1]] = row[2]
                continue
            if row[0] == code and (purpose is None or row[2] == purpose):
                found.append(causes)
            causes = {}
        return found[nth]

    def rolls(self, purpose: int) -> list[tuple[int, int, int]]:
        """Return of every roll for a purpose: dice, successes, successes needed."""
        return [tuple(row[2:5]) for row in self.told(events.ROLLED) if row[1] == purpose]

    @property
    def pool(self) -> int:
        """The dice of the attack."""
        return self.told(events.POOLED)[-1][1]

    @property
    def difficulty(self) -> int:
        """The difficulty of the attack."""
        return self.told(events.HARD)[-1][0]

    @property
    def raw(self) -> list[int]:
        """The dice of damage before soak, of every target."""
        return [row[0] for row in self.told(events.STRUCK)]

    @property
    def soaks(self) -> list[tuple[int, int]]:
        """Soak and the dice that it left, of every piece that was struck."""
        return [tuple(row[3:5]) for row in self.told(events.SOAKED)]

    @property
    def levels(self) -> list[int]:
        """The levels of every piece that was hurt."""
        return [row[1] for row in self.told(events.LEVELS)]

    @property
    def is_hit(self) -> bool:
        """Whether the attack hit the piece at which it was aimed."""
        return bool(self.told(events.HIT))


def _words(drawing: str) -> dict[tuple[int, int], str]:
    """Return the words of a drawing by column and row, without the open hexes."""
    rows = [line.split() for line in drawing.splitlines() if line.strip()]
    return {(c, row): word for row, words in enumerate(rows) for c, word in enumerate(words) if word != "."}


def _answer(word: str) -> tuple[int, int]:
    name, _, payment = word.partition(" ")
    return KINDS[name], ("", "roll").index(payment)


def _blank(states, rules):
    s, r = states[0], rules[0]
    clear(s, r)
    lay_open(s, r)
    survey_ground(s, r)


def _arrive(states, rules):
    s, r = states[0], rules[0]
    for i in range(r.pieces):
        if r.present[i]:
            enter_piece(s, r, i)
            lift(s, i)
    s.hostage = r.hostage


def _put(states, rules, i, cell):
    enter(states[0], i, cell)


def _place_thing(states, rules, kind, cell):
    place_object(states[0], rules[0], kind, cell)


def _survey_cell(states, rules, cell):
    survey_cell(states[0], rules[0], cell)


def _hold(states, rules, i, j):
    hold(states[0], i, j)


def _why_no_attack(states, rules, i, part, what, aim):
    return why_no_attack(states[0], rules[0], i, part, what, aim)


def _why_no_through(states, rules, i, part, j):
    return why_no_through(states[0], rules[0], i, part, j)


def _attack(states, rules, i, order):
    begin_attack(states[0], rules[0], i, 0, order)
    go_on_attack(states[0], rules[0])


def _answer_it(states, rules, part, k):
    attack_choice(states[0], rules[0], part, k)
    go_on_attack(states[0], rules[0])


def _refusal(states, rules, part, k):
    return attack_refusal(states[0], rules[0], part, k)


@cache
def _entry(name: str) -> Any:
    """Return the entry point of one of the functions above."""
    template = globals()[{"answer": "_answer_it"}.get(name, f"_{name}")]
    bound = {key: globals()[key] for key in template.__code__.co_names if callable(globals().get(key))}
    return entry_point(template, f"nova_battle_{name}", bound)
