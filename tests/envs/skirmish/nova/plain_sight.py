"""What an agent sees, said in plain Python from a state and the configuration: a second writer of the observation.

It gives numbers by their names in ``layout``; what it does not name is 0.
"""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.fields import axial
from swarmzoo.envs.core.hexes import distance
from swarmzoo.envs.skirmish.battlefield.poses import posed_disc, seen
from swarmzoo.envs.skirmish.battlefield.terrain import KINDS
from swarmzoo.envs.skirmish.battlefield.zones import counted_from
from swarmzoo.envs.skirmish.nova.actions import PARTS
from swarmzoo.envs.skirmish.nova.arms import BURSTS, DAMAGE_TYPES, SKILLS
from swarmzoo.envs.skirmish.nova.people import GRADES, SHEET_KINDS
from swarmzoo.envs.skirmish.nova.stacking import is_concealed, mobility, natural_soak, soak_of
from swarmzoo.envs.skirmish.nova.state import FATE_NAMES, STAGE_NAMES

Told = dict[str, int]
NOWHERE = "{}: q from the disc's middle + 64, 0: nowhere", "{}: row + 64, 0: nowhere"
PENALTIES = (0, 1, 2, 4)
MOST_THINGS = 32


class PlainSight:
    """The eyes of one agent in a state."""

    def __init__(self, game, s, agent):
        self.s, self.plan, self.config = s, game.words._plan, game.config
        self.rules, self.me = game.config.rules, self.plan.piece_of[agent]
        self.side = self.me // self.plan.slots
        self.things = list(self.rules.named("things").items())
        self.sides = counted_from(self.plan.sides, self.side)

    # How the agent counts

    def rows(self) -> list[int]:
        """Return the pieces in the order in which they are listed."""
        by_side = [[side * self.plan.slots + k for k in range(self.plan.slots)] for side in self.sides]
        return [self.me, *(i for i in by_side[0] if i != self.me), *(i for side in by_side[1:] for i in side)]

    def row(self, i: int) -> int:
        return 0 if i < 0 else 1 + self.rows().index(i)

    def slots(self) -> list[int]:
        """Return the objects in the order of their slots: scattered ones in groups, the own side's image first."""
        first, sides = len(self.plan.things), self.plan.sides
        if not self.config.symmetric or self.plan.map_text is not None:
            return list(range(MOST_THINGS))
        found = list(range(first))
        while len(found) + sides <= MOST_THINGS:
            begin = len(found)
            found += [begin + side for side in self.sides]
        return found + list(range(len(found), MOST_THINGS))

    def slot(self, n: int) -> int:
        return 0 if n < 0 else 1 + self.slots().index(n)

    def middle(self, i: int) -> int:
        """Return the cell where a piece stands, or fell, or -1."""
        return int(self.s["place"][i]) if self.s["place"][i] >= 0 else int(self.s["lies"][i])

    def at(self, cell: int) -> tuple[int, int]:
        return axial(*self.plan.field.place(cell))

    def where(self, what: str, cell: int) -> Told:
        """Return where a cell lies from here."""
        here = self.middle(self.me)
        if cell < 0 or here < 0:
            return {}
        (q, row), (there, line) = self.at(here), self.at(cell)
        dq, dr = seen((there - q, line - row), self.plan.fronts[self.side])
        return {NOWHERE[0].format(what): dq + 64, NOWHERE[1].format(what): dr + 64}

    def far(self, a: int, b: int) -> int:
        return distance(self.at(a), self.at(b))

    def aim(self, what: str, kind: int, aim: int) -> Told:
        told = {f"{what}: at a piece 1, a hex 2, an object 3": kind}
        if aim >= 0 and kind in (1, 3):
            told[f"{what}: 1 + row or slot of what it is aimed at"] = self.row(aim) if kind == 1 else self.slot(aim)
        return told | (self.where(what, aim) if kind == 2 else {})

    # Who takes part

    def unit(self, i: int):
        """Return the unit of a piece in this encounter, with its sheet; None where nobody is."""
        nth = int(self.s["encounter"]) if self.config.scenario == "gauntlet" and i >= self.plan.slots else 0
        unit = self.plan.units.get((nth, i))
        return None if unit is None else (unit, self.rules.named("sheets")[unit.sheet])

    def knows(self, i: int) -> bool:
        return self.rules.reveal == "all" or i // self.plan.slots == self.side

    def layers(self, i: int, worn: bool) -> Iterator[tuple[int, object]]:
        """Yield the layers of armour of a piece that are seen; ``worn``: only those that are not destroyed."""
        sheet = self.unit(i)[1]
        for k, name in enumerate(sheet.armour):
            layer, gone = self.rules.named("armour")[name], self.s["gone_layers"][i] >> k & 1
            if not (worn and gone) and (i // self.plan.slots == self.side or not is_concealed(sheet, layer)):
                yield k, layer

    # The disc

    def disc(self) -> Iterator[list[int]]:
        """Yield the planes of every hex."""
        q, row = self.at(self.middle(self.me))
        for dq, dr in posed_disc(self.plan.radius, self.plan.fronts[self.side]):
            line = row + dr
            yield self.hex(q + dq + (line - (line & 1)) // 2, line)

    def hex(self, column: int, row: int) -> list[int]:
        """Return the planes of a hex but for the one of moves, which is None."""
        s, field = self.s, self.plan.field
        if not field.contains(column, row):
            return [0, 0, 0, 1, 0, None, 0, 0]
        cell = field.cell(column, row)
        ground = getattr(self.rules.ground, KINDS[int(s["terrain"][cell])])
        here = [i for i in range(self.plan.pieces) if s["place"][i] == cell]
        n = int(s["object"][cell])
        thing = [1 + int(s["object_kind"][n]), min(int(s["structure"][n]), 255)] if n >= 0 else [0, 0]
        enter, cover = ground.cost if ground.enter else 0, ground.cover + 4 * ground.hides
        return [enter, cover, int(s["height"][cell]), 0, self.row(here[0]) if here else 0, None, *thing]

    # Pieces

    def sheet(self, i: int) -> Told:
        """Return how a piece is."""
        s, made = self.s, self.unit(i)
        if made is None or s["side"][i] < 0:
            return {}
        sheet = made[1]
        told = {"1 + kind, 0: not there": 1 + SHEET_KINDS.index(sheet.kind), "fate": int(s["fate"][i])}
        told |= {"members": int(s["members"][i]), "henchmen": int(s["henchmen"][i].sum())}
        for name in ("aggravated", "lethal", "bashing"):
            told[f"{name} levels"] = int(s[name][i])
        told |= {"stun": int(s["stun"][i]), "levels taken in this round, at most 255": min(int(s["taken"][i]), 255)}
        told |= {"Willpower": int(s["willpower"][i]), "grievous injuries": int(s["maimed"][i])}
        told |= {"levels that its powers still take": int(s["ablative"][i])}
        told |= {"rounds since it began to die, at most 255": min(int(s["dying"][i]), 255)}
        told |= {"turns that it will lose": int(s["stun_next"][i]), "initiative": int(s["initiative"][i])}
        told |= {"actions declared": int(s["num_planned"][i]), "defences used": int(s["defended"][i])}
        told["1 + row of whom it holds"] = self.row(int(s["holding"][i]))
        told["1 + row of who holds it"] = self.row(int(s["held_by"][i]))
        order = s["order"][: s["num_order"]].tolist()
        told["place in the order, from 1, 0: none"] = 1 + order.index(i) if i in order else 0
        for k in range(3):
            told[f"henchmen of type {k + 1}"] = int(s["henchmen"][i, k])
            told[f"heavy weapons used, of type {k + 1}"] = int(s["supports"][i, k])
        told |= self.health(i, sheet) | self.flags(i) | self.place(i) | self.soak(i, sheet)
        for k in range(6):
            told |= self.planned(i, k)
        return told

    def track(self, sheet) -> list[int]:
        """Return the penalties of the levels of a track. [NOV-31, NOV-32, NOV-33]"""
        levels = [0, 1, 1, 2, 2, 4] + [0] * sheet.quantum
        return sorted(levels + [PENALTIES[k % 4] for k in range((sheet.stamina - 1) // 2)])

    def health(self, i: int, sheet) -> Told:
        """Return what is left of a piece, and what wounds cost."""
        s, track = self.s, self.track(sheet)
        person = sheet.kind in ("nova", "baseline")
        hurt = sum(int(s[name][i]) for name in ("aggravated", "lethal", "bashing"))
        left = len(track) + 1 - hurt if person else int(s["hl"][i].sum())
        told = {"levels left": max(int(s["members"][i]) if sheet.kind == "cinematic" else left, 0)}
        cost = 0 if not person or not hurt else track[min(hurt, len(track)) - 1]
        cold = person and s["stun"][i] >= len(track)
        able = s["fate"][i] == 0 and not s["stunned"][i] and not cold
        names = ("daze_next", None, "powered", "beyond_help", "has_healed")
        bits = sum(bool(s[name][i]) << k for k, name in enumerate(names) if name)
        name = "dazed next 1, out cold 2, powers through 4, beyond help 8, has healed stun 16, can act 32"
        return told | {"dice that wounds cost": cost, name: bits + 2 * cold + 32 * able}

    def flags(self, i: int) -> Told:
        s, bits = self.s, 0
        for k, name in enumerate(("dazed", "stunned", "prone", "covered", None, None, "full", "sprinting")):
            bits += bool(s[name][i]) << k if name else 0
        bits += 16 * (s["holding"][i] >= 0) + 32 * (s["held_by"][i] >= 0)
        moment = 0
        if not s["done"]:
            moment = (s["current"] == i) + 2 * (s["stage"] > 0 and s["actor"] == i)
            if s["a_step"]:
                moment += 4 * (s["attacker"] == i) + 8 * (s["target"] == i)
                moment += 16 * (s["a_queue"] >> i & 1) + 32 * (s["a_shield"] == i)
        mobbed = sum(int(s["mobbed"][i] >> side & 1) << k for k, side in enumerate(self.sides))
        return {
            "dazed 1, stunned 2, prone 4, in cover 8, holds 16, is held 32, full defence 64, sprints 128": int(bits),
            "has its turn 1, is asked 2, attacks 4, is dealt with 8, is still to be dealt with 16, shields 32": int(
                moment
            ),
            "cinematic extras have attacked it: of the own side 1, of the next ones 2, 4, 8": mobbed,
        }

    def place(self, i: int) -> Told:
        here, there = self.middle(self.me), self.middle(i)
        if there < 0:
            return {}
        ground = getattr(self.rules.ground, KINDS[int(self.s["terrain"][there])])
        told = {"height there": int(self.s["height"][there]), "cover there": ground.cover}
        told |= self.where("it", there)
        if here >= 0:
            told["hexes away, at most 255"] = self.far(here, there)
        return told

    def soak(self, i: int, sheet) -> Told:
        """Return soak and the penalty of armour, as far as they are seen."""
        if not self.knows(i):
            return {}
        powers = [self.rules.named("powers")[name] for name in sheet.powers]
        changes = [self.rules.named("modifications")[name] for name in sheet.modifications]
        worn = list(self.layers(i, worn=True))
        classes = (
            [
                natural_soak(sheet, any(one.enhanced for one in powers)),
                *(one for one in changes if one.soak == "natural"),
            ],
            powers,
            [*(layer for _, layer in worn), *(one for one in changes if one.soak == "armoured")],
        )
        totals = np.sum([soak_of(sources) for sources in classes], 0)
        told = {
            f"soak of {name} damage, as far as it is seen": int(total)
            for name, total in zip(("bashing", "lethal", "aggravated"), totals, strict=True)
        }
        told["penalty of the armour that is seen"] = mobility([one for _, one in worn], self.rules.layer_to_raised)
        return told | {"layers of armour that are seen": sum(1 << k for k, _ in worn)}

    def planned(self, i: int, k: int) -> Told:
        """Return an action that somebody has declared."""
        s, action = self.s, f"action {k + 1}"
        how = f"{action}: aimed at the ground 1, at what is behind 2, at a vital organ 3"
        fate = f"{action}: carried out 1, lost 2, given up 3; plus 4 in place of another one"
        told = self.aim(action, int(s["plan_what"][i, k]), int(s["plan_aim"][i, k]))
        told |= {f"{action}: its kind, 0: none": int(s["plan_kind"][i, k]), how: int(s["plan_how"][i, k])}
        told[f"{action}: burst"] = int(s["plan_mode"][i, k])
        return told | {fate: int(s["plan_fate"][i, k]) + 4 * bool(s["plan_harder"][i, k])}

    # Sheets

    def profile(self, i: int) -> Told:
        """Return what the sheet of a piece says."""
        if self.unit(i) is None or not self.knows(i):
            return {}
        (unit, sheet), data = self.unit(i), self.rules
        traits = ("strength", "dexterity", "stamina", "wits", "charisma", "quantum", "brawl", "melee", "firearms")
        told = {name.capitalize(): getattr(sheet, name) for name in (*traits, "athletics", "might", "endurance")}
        told |= {name.capitalize(): getattr(sheet, name) for name in ("tactics", "command", "medicine")}
        told |= {f"Mega-{name.capitalize()}": getattr(sheet, f"mega_{name}") for name in traits[:3]}
        told |= {"command of powers": sheet.power, "full Willpower": sheet.willpower, "hardening": sheet.hardening}
        told["levels of the track"] = len(self.track(sheet))
        told["full members"] = unit.members if sheet.kind in ("gritty", "cinematic") else 1
        for k, layer in self.layers(i, worn=False):
            told[f"destruction of layer {k + 1}, 0: never, or not seen"] = layer.destruction
        for k, name in enumerate(sheet.weapons):
            told |= {f"weapon {k + 1}: {key}": n for key, n in self.weapon(data.named("weapons")[name]).items()}
        for k, given in enumerate(unit.henchmen):
            told |= {f"henchmen {k + 1}: {key}": n for key, n in self.henchmen(given).items()}
        return told

    def weapon(self, weapon) -> Told:
        bits = ("strength", "single_range", "fast", "soakable", "light", "thrown", "guided", "long_range")
        strong = "Strength 1, one range 2, fast 4, soakable 8, light 16, thrown 32, guided 64, long range 128"
        return {
            "1 + ability": 1 + SKILLS.index(weapon.skill),
            "accuracy + 8": 8 + weapon.accuracy,
            "damage": weapon.damage,
            "1 + type": 1 + DAMAGE_TYPES.index(weapon.type),
            "adds": weapon.adds,
            "Armor Piercing": weapon.ap,
            "range increment, at most 255": min(weapon.metres, 255),
            "Area": weapon.area,
            "longest burst": BURSTS.index(weapon.burst),
            "difficulty of dodging": weapon.dodge,
            "mass, at most 255": min(weapon.mass, 255),
            "aerodynamic": weapon.aero,
            strong: sum(getattr(weapon, name) << k for k, name in enumerate(bits)),
            "close quarters 1, mental 2, chemical 4": weapon.close_quarters + 2 * weapon.mental + 4 * weapon.chemical,
        }

    def henchmen(self, given) -> Told:
        kind = self.rules.named("henchmen")[given.type]
        told = {"how many there were": given.count, "attack": kind.attack, "defence": kind.defence}
        told |= {f"soak of {name} damage": getattr(kind, name) for name in ("bashing", "lethal", "aggravated")}
        told |= {"help with powers 1": kind.quantum, "levels of each": self.rules.grades[GRADES.index(kind.grade)]}
        if kind.weapon != "none":
            weapon = self.rules.named("weapons")[kind.weapon]
            told |= {"damage of their heavy weapon, 0: none": weapon.damage, "its Area": weapon.area}
        return told

    # Objects, sides, the moment

    def thing(self, n: int) -> Told:
        """Return an object."""
        s = self.s
        if n >= s["num_objects"]:
            return {}
        kind, there, here = self.things[s["object_kind"][n]][1], int(s["thing_at"][n]), self.middle(self.me)
        told = {"1 + kind, 0: none": 1 + int(s["object_kind"][n]), "armour": kind.armour}
        told["structure, at most 255"] = min(int(s["structure"][n]), 255)
        told["large 1, hard 2, tiny 4"] = kind.large + 2 * kind.hard + 4 * (kind.tiny > 0)
        if here >= 0:
            told["hexes away, at most 255"] = self.far(here, there)
        return told | self.where("its middle", there)

    def of_side(self, side: int) -> Told:
        """Return what is left of a side."""
        s, own = self.s, range(side * self.plan.slots, (side + 1) * self.plan.slots)
        with_agents = [i for i in own if i in self.plan.piece_of]
        escaped = [i for i in with_agents if FATE_NAMES[s["fate"][i]] == "escaped"]
        there = [i for i in with_agents if s["fate"][i] == 0]
        sheets = {i: self.unit(i)[1] for i in there}
        up = [i for i in there if not (sheets[i].kind in ("nova", "baseline") and self.is_cold(i, sheets[i]))]
        squads = [i for i in there if sheets[i].kind in ("gritty", "cinematic")]
        return {
            "agents' pieces in the fight, or escaped": len(up) + len(escaped),
            "escaped pieces": len(escaped),
            "extras, at most 255": sum(int(s["members"][i]) for i in squads),
            "extras at the beginning, at most 255": int(s["extras"][side]),
            "henchmen, at most 255": int(s["henchmen"][own].sum()),
            "Willpower, at most 255": sum(int(s["willpower"][i]) for i in (*up, *escaped)),
            "holds the hostage 1": int(s["hostage"] >= 0 and int(s["held_by"][s["hostage"]]) in own),
        }

    def is_cold(self, i: int, sheet) -> bool:
        return self.s["stun"][i] >= len(self.track(sheet))

    def situation(self) -> Told:
        """Return the moment, the attack, and where the agent is."""
        s, asked = self.s, not self.s["done"] and self.s["stage"] > 0
        told = {
            "round, at most 255": int(s["rounds"]),
            "rounds left, at most 255": self.config.rounds - int(s["rounds"]),
        }
        told |= {"stage of whoever is asked": int(s["stage"]) if asked else 0, "encounter": int(s["encounter"])}
        told |= {"acting 1, replacing 2": int(s["phase"]) + 2 * int(s["replacing"]), "encounters won": int(s["points"])}
        told["it is the own turn"] = int(not s["done"] and s["current"] == self.me)
        told["rounds of the encounter, at most 255"] = int(s["rounds"]) - int(s["encounter_began"])
        told[f"scenario: {self.config.scenario}"] = 1
        if asked and s["actor"] == self.me:
            told[f"stage: {STAGE_NAMES[s['stage']]}"] = 1
            if s["stage"] <= STAGE_NAMES.index("replace an impossible action, or not"):
                told["the action that the agent declares or replaces, its kind"] = int(
                    s["plan_kind"][self.me, s["slot"]]
                )
                told["its number, from 1"] = 1 + int(s["slot"])
        return told | self.here() | (self.attack() if s["a_step"] and not s["done"] else {})

    def here(self) -> Told:
        """Return where the agent is, and what the scenario is about."""
        s, here, told = self.s, self.middle(self.me), {}
        if here >= 0:
            middle = self.plan.field.cell(*self.plan.field.middle)
            foes = [i for i in self.plan.piece_of if i // self.plan.slots != self.side and s["fate"][i] == 0]
            near = min((self.far(here, int(s["place"][i])) for i in foes), default=255)
            told = {
                "hexes to the nearest piece of another side, at most 255": near,
                "height here": int(s["height"][here]),
            }
            told["hexes to the middle of the field, at most 255"] = self.far(here, middle)
            told |= self.where("the middle of the field", middle)
        if s["objective"] >= 0:
            n = int(s["objective"])
            told |= {
                "1 + slot of the objective": self.slot(n),
                "structure of the objective, at most 255": s["structure"][n],
            }
        if s["hostage"] >= 0:
            told["1 + row of the hostage"] = self.row(int(s["hostage"]))
            told["hits of the own side on the hostage, at most 255"] = min(255, int(s["hits"][self.side]))
            told["hits of the others on it, at most 255"] = min(255, int(s["hits"].sum() - s["hits"][self.side]))
        return told

    def attack(self) -> Told:
        """Return what is known of the attack that is carried out."""
        s = self.s
        weapon = list(self.rules.named("weapons").values())[s["a_weapon"]] if s["a_weapon"] >= 0 else None
        told = {f"its weapon: {key}": n for key, n in (self.weapon(weapon) if weapon else {}).items()}
        told |= self.aim("the attack", int(s["a_what"]), int(s["a_aim"])) | self.where(
            "where it lands", int(s["a_centre"])
        )
        for name, of in (("the attacker", "attacker"), ("the piece that is dealt with", "target")):
            told[f"1 + row of {name}"] = self.row(int(s[of]))
        told["1 + row of the human shield"] = self.row(int(s["a_shield"]))
        told["1 + slot of the object that is dealt with"] = self.slot(int(s["a_thing"]))
        told |= {"1 + stage of the attack, 0: none": int(s["a_step"]), "kind of the action": int(s["a_kind"])}
        for name, of in (("difficulty", "a_difficulty"), ("adds", "a_adds"), ("levels, at most 255", "a_levels")):
            told[name] = max(int(s[of]), 0)
        told["dice of damage before soak, at most 255"] = max(int(s["a_raw"]), 0)
        told["net successes + 64"] = int(s["a_net"]) + 64
        assert PARTS[s["a_kind"]][0] != "done"
        return told


def difference(told: dict, numbers: np.ndarray, names: tuple[str, ...], left_open: tuple[str, ...] = ()) -> list[str]:
    """Return which numbers are others than they were told; what is not told is 0, but for some left open."""
    return [
        f"{name}: {n}, not {told.get(name, 0)}"
        for name, n in zip(names, numbers.tolist(), strict=True)
        if n != told.get(name, 0) and (name in told or name not in left_open)
    ]
