"""Battles of overseer put together by hand: positions drawn as text, the kernels of its chapters as plain calls.

    battle = Battle('''
    R0 r0 r0! .  .  B0
    .  r0 .   .  b0 b0
    ''', under=". . . . * *", R0={"bs": 50}, r0={"ranged": "pistol"}, special={"r0": "flamer"})
    battle.attack(VOLLEY, "R0", "B0", [percent(1, 20), ten(7)])

The drawing is the north-west corner of the field; the rest is open. ``R0`` is red's leader 0, ``r0`` an Underling of
its Swarm, ``r0!`` its Specialist; ``~r0`` is a loose one who began with it, ``~n`` one of nobody. Keywords say in what
a profile differs from the usual one. Nobody has a reaction left unless ``reactions=True``.
"""

from collections import Counter
from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.skirmish.battlefield.ground import enter, survey_cell
from swarmzoo.envs.skirmish.battlefield.maps import TERRAIN_LETTERS
from swarmzoo.envs.skirmish.battlefield.terrain import OPEN
from swarmzoo.envs.skirmish.overseer import events
from swarmzoo.envs.skirmish.overseer.actions import AT, BODIES, END, EVADE, SHARE, SHARES
from swarmzoo.envs.skirmish.overseer.attack import begin_attack, go_on_attack
from swarmzoo.envs.skirmish.overseer.attack_stages import attack_choice, attack_refusal
from swarmzoo.envs.skirmish.overseer.config import OverseerConfig
from swarmzoo.envs.skirmish.overseer.fear import fear_tests, shock
from swarmzoo.envs.skirmish.overseer.flight import flee_all
from swarmzoo.envs.skirmish.overseer.morale import break_test, recover_pinning, snap_out
from swarmzoo.envs.skirmish.overseer.pinning import pinning_test
from swarmzoo.envs.skirmish.overseer.plan import plan_of
from swarmzoo.envs.skirmish.overseer.rally import can_rally, rally
from swarmzoo.envs.skirmish.overseer.reasons import REASONS
from swarmzoo.envs.skirmish.overseer.rules import rules_record
from swarmzoo.envs.skirmish.overseer.setup import clear
from swarmzoo.envs.skirmish.overseer.skills import can_tend, can_work, tend, work
from swarmzoo.envs.skirmish.overseer.state import DEAD, FIELD, NO_ATTACK, NOBODY, STAGE_NAMES, WAITING
from swarmzoo.envs.skirmish.overseer.targets import can_attack
from swarmzoo.envs.skirmish.overseer.units import survey_units
from tests.envs.skirmish.seeds import Die, generator_of

SLOTS = 2
_BLANKS: dict[Any, np.ndarray] = {}


def percent(low: int, high: int | None = None) -> Die:
    """Return a hundred-sided die that shows a number, or one of a range."""
    return 100, range(low, (high or low) + 1)


def ten(low: int, high: int | None = None) -> Die:
    """Return a ten-sided die that shows a number, or one of a range."""
    return 10, range(low, (high or low) + 1)


class Battle:
    """A position, and what is done to it."""

    def __init__(
        self,
        drawing: str,
        *,
        under: str = "",
        special: dict[str, str] | None = None,
        reactions: bool = False,
        rules: dict[str, Any] | None = None,
        scenario: str = "duel",
        **profiles: dict[str, Any],
    ):
        self.tokens, ground = drawn_words(drawing), drawn_words(under)
        config = drawn_config(self.tokens, special or {}, rules or {}, scenario, profiles)
        self.config, self.plan = config, plan_of(config)
        self.rules = rules_record(config, self.plan)
        self.states = new_records(self.plan.dtype, 1)
        self._lay_open()
        for place, word in ground.items():
            self.draw(word, place)
        self._enter(self.tokens)
        if not reactions:
            self.s["swarm_reaction"], self.s["own_reaction"] = 0, 0
        self.states["rng"][0] = 1, 2, 3, 4
        self.survey()
        self.since = 0

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: _entry(name)(self.states, self.rules, *arguments)

    @property
    def s(self) -> Any:
        """The state's record."""
        return self.states[0]

    # Putting together

    def cell(self, column: int, row: int) -> int:
        """Return the cell of a hex."""
        return self.plan.field.cell(column, row)

    def draw(self, word: str, place: tuple[int, int]) -> None:
        """Make a hex ground of a letter, with a height behind it."""
        cell = self.cell(*place)
        self.s["terrain"][cell] = TERRAIN_LETTERS.index(word[0])
        self.s["height"][cell] = int(word[1:] or 0)
        self.survey_cell(cell)

    def _lay_open(self) -> None:
        """Begin with nobody on open ground; which is worked out once for all battles on such a field."""
        key = self.plan.dtype, self.config.rules.ground
        if key not in _BLANKS:
            self.clear()
            for place in self.plan.field.places:
                self.draw(TERRAIN_LETTERS[OPEN], place)
            _BLANKS[key] = self.states.copy()
        self.states[:] = _BLANKS[key]
        self.s["strength"] = 0

    def _enter(self, tokens: dict[tuple[int, int], str]) -> None:
        """Let everybody enter who is drawn, Specialists as the last of their rolls."""
        homes = self.rules[0]["squad_home"][: int(self.rules[0]["pieces"])]
        free = {
            home: [int(i) for i in np.flatnonzero(homes == home) if i >= 2 * SLOTS] for home in range(2 * SLOTS + 1)
        }
        for place, word in sorted(tokens.items(), key=lambda one: one[1].endswith("!")):
            home = unit_of_word(word)
            if word[0].isupper():
                self._enter_leader(home, place)
            else:
                self._enter_man(free[home].pop(0), home, place, word)

    def _enter_leader(self, u: int, place: tuple[int, int]) -> None:
        s = self.s
        s["side"][u], s["home"][u], s["models"][u], s["place"][u] = u // SLOTS, u, 1, self.cell(*place)
        s["fate"][u], s["wounds"][u] = FIELD, self.rules[0]["lead_wounds"][u]

    def _enter_man(self, i: int, home: int, place: tuple[int, int], word: str) -> None:
        s, side = self.s, home // SLOTS if home < 2 * SLOTS else NOBODY
        s["side"][i], s["home"][i], s["models"][i], s["place"][i] = side, home, 1, self.cell(*place)
        if side != NOBODY:
            s["strength"][side] += 1
        if word[0] != "~":
            s["roll"][home, s["enrolled"][home]], s["group"][i] = i, home
            s["enrolled"][home] += 1
        if word.endswith("!"):
            s["specialist"][home] = i

    # What there is

    def unit(self, name: str) -> int:
        """Return the number of a unit, R0 or B1."""
        return "RB".index(name[0]) * SLOTS + int(name[1:])

    def of(self, name: str, field: str) -> int:
        """Return a unit's field of the state."""
        return self.s[field][self.unit(name)].item()

    def sets(self, name: str, **fields: int) -> "Battle":
        """Change fields of a unit."""
        for field, value in fields.items():
            self.s[field][self.unit(name)] = value
        return self

    def turn_of(self, name: str, **fields: int) -> "Battle":
        """Let it be the turn of a unit, with these fields of the state."""
        self.s["current"] = self.unit(name)
        for field, value in fields.items():
            self.s[field] = value
        return self

    def at(self, i: int) -> tuple[int, int] | None:
        """Return column and row of a piece, or None."""
        cell = int(self.s["place"][i])
        return None if cell < 0 else self.plan.field.place(cell)

    def where(self, name: str) -> tuple[int, int] | None:
        """Return column and row of a leader, or None."""
        return self.at(self.unit(name))

    def piece(self, column: int, row: int) -> int:
        """Return the piece that stands in a hex, or NOBODY."""
        return int(self.s["occupant"][self.cell(column, row)])

    def men(self, name: str) -> list[tuple[int, int] | None]:
        """Return where the Underlings enrolled with a unit stand, in the order of the roll."""
        u = self.unit(name)
        return [self.at(int(i)) for i in self.s["roll"][u, : self.s["enrolled"][u]]]

    def is_dead(self, name: str) -> bool:
        """Tell whether a leader is dead."""
        return self.of(name, "fate") == DEAD

    # What is done

    def dice(self, dice: list[Die] | None) -> None:
        """Let these dice fall next; forget what was told before."""
        self.since = int(self.s["logged"])
        if dice:
            self.states["rng"][0] = generator_of(dice)

    def attacks(self, kind: int, name: str, target: str, dice: list[Die] | None = None, body: str = "") -> "Battle":
        """Begin an attack, which must be legal, and go on until somebody is asked or it is over."""
        u, v = self.unit(name), self.unit(target)
        why = self.why_not(kind, name, target)
        assert why is None, why
        if body:
            self.s["called_body"] = BODIES.index(body)
        self.dice(dice)
        self.attack(kind, u, v)
        return self

    def why_not(self, kind: int, name: str, target: str) -> str | None:
        """Return why an attack is not legal, or None."""
        code = self.can_attack(kind, self.unit(name), self.unit(target))
        return REASONS[code] if code else None

    def answers(self, word: str, dice: list[Die] | None = None) -> "Battle":
        """Answer what is asked: ``end``, ``evade``, ``share half``, ``at B1``."""
        part, k = self._answer(word)
        assert self.refusal(part, k) == 0, f"{word}: {REASONS[self.refusal(part, k)]}"
        if dice is not None:
            self.dice(dice)
        self.answer(part, k)
        return self

    def can_answer(self, word: str) -> bool:
        """Tell whether an answer is legal."""
        return self.refusal(*self._answer(word)) == 0

    def _answer(self, word: str) -> tuple[int, int]:
        what, _, rest = word.partition(" ")
        if what == "share":
            return SHARE, SHARES.index(rest)
        if what == "at":
            u, v = int(self.s["attacker"]), self.unit(rest)
            r = self.rules[0]
            return AT, (int(r["side_of"][v]) != int(r["side_of"][u])) * v % SLOTS
        return {"end": END, "evade": EVADE}[what], 0

    @property
    def asked(self) -> str | None:
        """What is asked, and whom: ``evade, or not: B0``."""
        if self.s["stage"] == WAITING:
            return None
        u = int(self.s["actor"])
        return f"{STAGE_NAMES[self.s['stage']]}: {'RB'[u // SLOTS]}{u % SLOTS}"

    @property
    def is_over(self) -> bool:
        """Whether the attack is over."""
        return bool(self.s["attack"] == NO_ATTACK)

    # What was told

    def told(self, code: int) -> list[list[int]]:
        """Return the numbers of the events of a kind since the dice were last laid."""
        log = self.s["log"]
        rows = [log[k % len(log)] for k in range(self.since, int(self.s["logged"]))]
        return [row[1:].tolist() for row in rows if row[0] == code]

    def tests(self, purpose: int) -> list[tuple[int, int, int]]:
        """Return of every test of a kind: rolled, needed, 1 if it succeeded."""
        return [tuple(event[2:5]) for event in self.told(events.TESTED) if event[1] == purpose]

    @property
    def needed(self) -> int:
        """What the last test of an attack needed."""
        return self.tests(events.FOR_ATTACK)[-1][1]

    @property
    def reasons(self) -> dict[int, int]:
        """What modified the last test of an attack: a number for each cause."""
        found: dict[int, int] = {}
        causes: dict[int, int] = {}
        log = self.s["log"]
        for k in range(self.since, int(self.s["logged"])):
            code, *numbers = log[k % len(log)].tolist()
            if code == events.MODIFIED:
                causes[numbers[0]] = numbers[1]
            elif code == events.TESTED:
                found = causes if numbers[1] == events.FOR_ATTACK else found
                causes = {}
        return found

    @property
    def hits(self) -> list[int]:
        """The hits on each target."""
        return [event[2] for event in self.told(events.HIT)]

    @property
    def killed(self) -> int:
        """How many ordinary Underlings fell."""
        return sum(event[1] for event in self.told(events.KILLED))

    @property
    def wounds(self) -> list[int]:
        """The Wounds that each blow took from an Overseer."""
        return [event[1] for event in self.told(events.WOUNDED)]

    @property
    def damage(self) -> list[int]:
        """The damage that was rolled."""
        return [event[1] for event in self.told(events.DAMAGE_ROLLED)]


def unit_of_word(word: str) -> int:
    """Return the unit of a token of a drawing; the leaderless are one more."""
    name = word.strip("~!").lower()
    return 2 * SLOTS if name == "n" else "rb".index(name[0]) * SLOTS + int(name[1:])


def drawn_words(drawing: str) -> dict[tuple[int, int], str]:
    """Return the words of a drawing by column and row, without the open hexes."""
    rows = [line.split() for line in drawing.splitlines() if line.strip()]
    return {
        (column, row): word
        for row, words in enumerate(rows)
        for column, word in enumerate(words)
        if word[0] != "." or word[1:]
    }


PLAIN = {  # numbers that are easy to count with
    **{"rout_share": 0, "hold_rounds": 3, "exit_share": 50, "called_damage": 0},
    "underlings": {"trooper": {"bs": 30, "agility": 30}},
}


def drawn_config(tokens: dict, special: dict, rules: dict, scenario: str, profiles: dict) -> OverseerConfig:
    """Return the configuration in which everybody drawn takes part, two units of each side."""
    count = Counter(unit_of_word(word) for word in tokens.values() if not word[0].isupper())
    names = [f"{x}{k}" for x in "rb" for k in range(SLOTS)]
    leaders = [{"name": name} | profiles.get(name.upper(), {}) for name in names]
    men = [{"name": name} | profiles.get(name, {}) for name in names]
    units = [
        {"leader": name, "profile": name, "underlings": count[u], "specialist": special.get(name, "none")}
        for u, name in enumerate(names)
    ]
    forces = [units[:SLOTS], units[SLOTS:]]
    data = {"more_leaders": leaders, "more_underlings": men}
    if scenario == "rally":
        data["neutral_underlings"] = max(count[2 * SLOTS], 1)
    return OverseerConfig.model_validate(
        {"scenario": scenario, "overseers": SLOTS, "heroes": SLOTS, "forces": forces, "max_rounds": 20}
        | {"rules": data | PLAIN | rules}
    )


def _clear(states, rules):
    clear(states[0], rules[0])


def _survey_cell(states, rules, cell):
    survey_cell(states[0], rules[0], cell)


def _survey(states, rules):
    s, r = states[0], rules[0]
    for i in range(s.place.shape[0]):
        if s.place[i] != NOBODY:
            enter(s, i, int(s.place[i]))
    survey_units(s, r)


def _attack(states, rules, kind, u, v):
    begin_attack(states[0], rules[0], kind, u, v)
    go_on_attack(states[0], rules[0])


def _answer(states, rules, part, k):
    attack_choice(states[0], rules[0], part, k)
    go_on_attack(states[0], rules[0])


def _refusal(states, rules, part, k):
    return attack_refusal(states[0], rules[0], part, k)


def _can_attack(states, rules, kind, u, v):
    return can_attack(states[0], rules[0], kind, u, v)


def _break_test(states, rules, u):
    break_test(states[0], rules[0], u)


def _snap_out(states, rules, u):
    return snap_out(states[0], rules[0], u)


def _recover_pinning(states, rules, u):
    recover_pinning(states[0], rules[0], u)


def _fear_tests(states, rules, u):
    fear_tests(states[0], rules[0], u)


def _shock(states, rules, u, v, total):
    shock(states[0], u, v, total)


def _pinning_test(states, rules, u, v):
    pinning_test(states[0], rules[0], u, v)


def _rally(states, rules, u):
    rally(states[0], rules[0], u)


def _can_rally(states, rules, u):
    return can_rally(states[0], rules[0], u)


def _flee_all(states, rules):
    flee_all(states[0], rules[0])


def _tend(states, rules, u):
    tend(states[0], rules[0], u)


def _can_tend(states, rules, u):
    return can_tend(states[0], rules[0], u)


def _work(states, rules, u, cell):
    work(states[0], rules[0], u, cell)


def _can_work(states, rules, u, cell):
    return can_work(states[0], rules[0], u, cell)


@cache
def _entry(name: str) -> Any:
    """Return the entry point of one of the functions above."""
    template = globals()[f"_{name}"]
    bound = {key: globals()[key] for key in template.__code__.co_names if callable(globals().get(key))}
    return entry_point(template, f"overseer_battle_{name}", bound)
