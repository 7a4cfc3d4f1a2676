"""What a warband sees of a position, every number by the name that the observation gives it. [WAR-A5]

Plain and slow, from the meaning of the names alone. Only what it costs to go somewhere, and what is seen of hexes where
nobody stands, is taken from the state.
"""

from collections.abc import Iterator
from math import atan2, cos, floor, pi, sin, sqrt
from typing import Any

import numpy as np

from swarmzoo.envs.skirmish.warband.config import SPELLS, TRAITS
from swarmzoo.envs.skirmish.warband.observation import (
    MOST_LOOT,
    PER_LOOT,
    PER_WARBAND,
    PLANES,
    SHEET,
    VECTOR,
    layout,
)
from swarmzoo.envs.skirmish.warband.state import ACTING, NOBODY
from tests.envs.skirmish.warband.reference.adapter import FRONTS, Adapter
from tests.envs.skirmish.warband.reference.field import KINDS, Cell, Field, distance, neighbours
from tests.envs.skirmish.warband.reference.outline import edge_distance, middle, order_of_others, sees_mirrored
from tests.envs.skirmish.warband.reference.people import (
    FLEEING,
    SHAKEN,
    Character,
    boots,
    full_star,
    is_bloodied,
    own_coronet,
    shield,
)

MOST = 255
ABSENT = -9  # in place of what the overview says of those who are out and what matters no more
NAMES = {
    "disc": PLANES,
    "self": SHEET,
    "characters": SHEET,
    "warbands": PER_WARBAND,
    "loot": PER_LOOT,
    "situation": VECTOR,
}


class Eyes:
    """All warbands, looking at a state of the kernels."""

    def __init__(self, adapter: Adapter, s: Any, ground: Field):
        self.adapter, self.s = adapter, s
        self.game = adapter.game(s, lambda _: 0, ground)
        self.rules, self.config = self.game.rules, adapter.config
        self.is_acting = bool(s["stage"] == ACTING)

    def difference(self, warband: int, row: np.ndarray) -> str:
        """Return the first number in which an observation is not what a warband sees, empty if none."""
        wanted = View(self, warband).parts()
        for part in layout(self.config.warbands, self.adapter.slots, self.adapter.radius):
            shown = row[part.start : part.stop].reshape(part.shape)
            right = np.array([[line[name] for name in NAMES[part.name]] for line in wanted[part.name]])
            for place in np.argwhere(shown != right.reshape(part.shape)):
                at = tuple(place.tolist())
                words = f"{part.name} {at[:-1]} {NAMES[part.name][at[-1]]}"
                return f"warband {warband}, {words}: {shown[at]}, not {right.reshape(part.shape)[at]}"
        return ""

    # What everybody knows

    def person(self, warband: int, slot: int) -> Character | None:
        """Return the character of a slot who is in the field."""
        return next((who for who in self.game.warband(warband) if who.slot == slot and not who.is_out), None)

    def number(self, who: Character) -> int:
        """Return a character's number in the state."""
        return who.warband * self.adapter.slots + who.slot

    def leader(self, warband: int) -> Character | None:
        """Return who leads a warband now."""
        some = [who for who in self.game.warband(warband) if not who.is_out]
        return self.game.leader_of(some) if some else None

    def foe_slot(self, warband: int, who: Character) -> int:
        """Return 1 + the number of the slot in which a warband counts an enemy."""
        return 1 + order_of_others(self.config.warbands, warband).index(who.warband) * self.adapter.slots + who.slot

    def status(self, who: Character) -> int:
        """Return what is the matter with a character, a bit each."""
        bloodied = is_bloodied(self.rules, who)
        courage = (who.courage == SHAKEN, who.courage == FLEEING)
        others = (who.is_prone, who.hugs_cover, who.has_ward, who.has_acted)
        return bits(who.is_stunned, bloodied, *courage, *others)

    def of(self, who: Character, field: str) -> int:
        """Return a field of the state."""
        return int(self.s[field][self.number(who)])

    def star_left(self, warband: int) -> int:
        """Return the Star of those of a warband who are in the field."""
        return sum(who.star for who in self.game.warband(warband) if not who.is_out)

    # The overview

    def overview(self) -> list[int]:
        """Return the overview of the whole game."""
        s, columns, rows = self.s, self.adapter.plan.field.columns, self.adapter.plan.field.rows
        hexes = [number for y in range(rows) for x in range(columns) for number in self.surveyed((x, y))]
        number = self.config.warbands * self.adapter.slots
        found = [self.person(i // self.adapter.slots, i % self.adapter.slots) for i in range(number)]
        people = [n for i, who in enumerate(found) for n in (self.facts(who) if who else self.facts_of_absent(i))]
        sides = [n for warband in range(self.config.warbands) for n in self.side(warband).values()]
        return [*hexes, *people, *sides, *(int(s[name]) for name in ("turn", "stage", "actor")), int(s["current"]) + 1]

    def surveyed(self, cell: Cell) -> list[int]:
        """Return what the overview says of a hex."""
        who = next((one for one in self.game.standing() if one.cell == cell), None)
        stands = [1 + who.warband, 1 + who.slot] if who else [0, 0]
        ground = self.game.ground
        kind = 1 + KINDS.index(ground.kinds[cell]) if cell in ground.kinds else 8
        return [kind, ground.heights.get(cell, 0), *stands, self.game.loot.get(cell, 0)]

    def facts(self, who: Character) -> list[int]:
        """Return what the overview says of a character in the field."""
        return [0, who.star, who.mallet, self.status(who), who.courage, self.of(who, "aim")]

    def facts_of_absent(self, number: int) -> list[int]:
        """Return what the overview says of a character that is out: the state's own numbers, its status is left out."""
        fate, star, mallet, morale = (int(self.s[name][number]) for name in ("fate", "star", "mallet", "morale"))
        return [fate, star, mallet, ABSENT, morale, ABSENT]

    def side(self, warband: int) -> dict[str, int]:
        """Return what is known of a warband."""
        game = self.game
        values = (
            game.bag.count(warband),
            int(self.s["left"][warband]),
            game.tokens[warband],
            game.turns_held[warband],
            game.broken[warband],
            game.half_lost[warband],
            len(game.warband(warband)),
            self.star_left(warband),
        )
        return dict(zip(PER_WARBAND, map(int, values), strict=True))


class View:
    """One warband that looks: about who acts, or about its leader."""

    def __init__(self, eyes: Eyes, warband: int):
        self.eyes, self.warband, self.game, self.s = eyes, warband, eyes.game, eyes.s
        self.decides = bool(self.s["actor"] == warband) and not self.s["done"]
        active = self.game.active
        self.acts = active.who if active and self.s["actor"] == warband else None
        self.who = self.acts or eyes.leader(warband)

    def parts(self) -> dict[str, list[dict[str, int]]]:
        """Return every part of the observation by its name."""
        eyes, warbands = self.eyes, [self.warband, *order_of_others(self.eyes.config.warbands, self.warband)]
        slots = [(one, slot) for one in warbands for slot in range(eyes.adapter.slots)]
        people = [eyes.person(*place) for place in slots]
        return {
            "disc": self.disc(),
            "self": [self.sheet(self.who)],
            "characters": [self.sheet(one) for one in people],
            "warbands": [{name: min(n, MOST) for name, n in eyes.side(one).items()} for one in warbands],
            "loot": self.loot(),
            "situation": [dict.fromkeys(VECTOR, 0) | dict(self.situation())],
        }

    def seen(self, a: Cell, b: Cell) -> tuple[int, int]:
        """Return how a warband counts the way between hexes: along its front, and along the rows to its right."""
        (ax, ay), (bx, by) = plane(a), plane(b)
        turn = -pi / 3 * FRONTS[self.eyes.config.warbands][self.warband]
        dx, dy = bx - ax, by - ay
        x, y = dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn)
        row = round(y / (sqrt(3) / 2))
        across = round(x - row / 2)
        return (across + row, -row) if sees_mirrored(self.eyes.config.warbands, self.warband) else (across, row)

    def direction(self, cell: Cell) -> int:
        """Return in which direction a hex lies: 1 is the front, to 6; 0 for the own hex."""
        q, row = self.seen(self.middle(), cell)
        angle = atan2(row * sqrt(3) / 2, q + row / 2) % (2 * pi)
        return floor(round(angle / (pi / 3), 6) + 0.5) % 6 + 1 if (q, row) != (0, 0) else 0

    def middle(self) -> Cell:
        """Return where the disc lies."""
        assert self.who
        return self.who.cell

    def far(self, cell: Cell) -> int:
        """Return how far a hex is from the middle of the disc."""
        return min(distance(self.middle(), cell), MOST)

    # The disc

    def disc(self) -> list[dict[str, int]]:
        """Return the planes of every hex of the disc."""
        if not self.who:
            return [dict.fromkeys(PLANES, 0)] * len(self.eyes.adapter.disc((0, 0), self.warband))
        hexes = self.eyes.adapter.disc(self.middle(), self.warband)
        return [dict.fromkeys(PLANES, 0) | dict(self.hex(k, cell)) for k, cell in enumerate(hexes)]

    def hex(self, k: int, cell: Cell) -> Iterator[tuple[str, int]]:
        """Yield what is seen of a hex."""
        field, game = self.game.ground, self.game
        if self.acts:
            yield "1 + what it costs to go here, 0: cannot", int(self.s["goals"][k])
            yield "0: out of sight, 1 + cover between", int(self.s["sight"][k])
        if cell not in field.kinds:
            yield "off the field 1, the centre 2", 1
            return
        ground = field.ground(cell)
        yield "movement to enter, 0: no entry", ground.cost if ground.enter else 0
        yield "cover, plus 4 where it hides", ground.cover + 4 * ground.hides
        yield "height", field.heights[cell]
        yield "off the field 1, the centre 2", 2 * game.is_in_centre(cell)
        yield "loot tokens", game.loot.get(cell, 0)
        enemies = [who for who in game.standing() if who.warband != self.warband]
        yield "enemies beside", sum(who.cell in neighbours(cell) for who in enemies)
        for who in game.standing():
            if who.cell == cell:
                yield from self.figure(who)

    def figure(self, who: Character) -> Iterator[tuple[str, int]]:
        """Yield who stands in a hex."""
        rank = 1 + (self.eyes.leader(who.warband) is who)
        if who.warband == self.warband:
            yield "friend, 2: the leader, 3: the one who acts", 3 if who is self.acts else rank
        else:
            yield "enemy, 2: a leader", rank
        yield "Star left of who stands here", who.star
        yield PLANES[7], self.eyes.status(who)

    # Characters

    def sheet(self, who: Character | None) -> dict[str, int]:
        """Return what is known of a character; nothing of who is out."""
        row = dict.fromkeys(SHEET, 0)
        if who:
            row |= dict(self.numbers(who)) | dict(self.state(who)) | dict(self.place(who))
        assert len(row) == len(SHEET)
        return row

    def numbers(self, who: Character) -> Iterator[tuple[str, int]]:
        """Yield what stands on a character's sheet."""
        rules, entry = self.eyes.rules, who.entry
        yield "in the field", 1
        yield "Star left", who.star
        yield "full Star", full_star(rules, entry)
        yield "Mallet", who.mallet
        yield "Key", entry.key
        yield "Runes", entry.runes
        yield "Coronet", own_coronet(rules, entry)
        yield "Shield", shield(rules, who)
        yield "Boots", boots(rules, entry)
        yield from self.weapons(who)
        yield "traits, a bit each", bits(*(trait in entry.traits for trait in TRAITS))
        yield "scrolls, a bit each", bits(*(spell in who.scrolls for spell in SPELLS))

    def weapons(self, who: Character) -> Iterator[tuple[str, int]]:
        """Yield dice and reach of a character's weapons."""
        rules, entry = self.eyes.rules, who.entry
        melee = None if entry.melee == "none" else getattr(rules.melee, entry.melee)
        yield "melee dice", melee.dice + who.mallet * melee.from_mallet if melee else rules.unarmed_dice
        reach = melee.reach if melee else 1
        yield "melee reach", max(reach, rules.agile_reach) if "agile_combatant" in entry.traits else reach
        if entry.ranged != "none":
            ranged = getattr(rules.ranged, entry.ranged)
            yield "ranged dice", ranged.dice + who.mallet * ranged.from_mallet
            yield "range", ranged.reach

    def state(self, who: Character) -> Iterator[tuple[str, int]]:
        """Yield how a character fares, and what it is about."""
        eyes, active = self.eyes, self.game.active
        taunter = who.taunted_by if who.taunted_by and not who.taunted_by.is_out else None
        acts = active is not None and active.who is who
        leads = self.game.first_leader(who.warband) is who
        flags = (who.is_loaded, who.has_haste, who.order_works, taunter is not None, acts, leads)
        yield SHEET[15], eyes.status(who)
        yield SHEET[16], bits(*flags, who.order_given, who.was_bloodied)
        if eyes.of(who, "aim_at") != NOBODY:
            warband, slot = divmod(eyes.of(who, "aim_at"), eyes.adapter.slots)
            aimed = next(one for one in self.game.warband(warband) if one.slot == slot)
            yield "aims at: 1 + slot of its enemy", eyes.foe_slot(who.warband, aimed)
            yield "points of aim", eyes.of(who, "aim")
        yield "taunted by: 1 + slot of its enemy", eyes.foe_slot(who.warband, taunter) if taunter else 0

    def place(self, who: Character) -> Iterator[tuple[str, int]]:
        """Yield where a character stands."""
        field = self.game.ground
        yield "height where it stands", field.heights[who.cell]
        yield "cover where it stands", field.ground(who.cell).cover
        edge = edge_distance(field, self.eyes.config.warbands, who.warband, who.cell)
        yield "hexes to its own edge, at most 255", min(edge, MOST)
        if self.who is None or who is self.who:
            return
        q, row = self.seen(self.middle(), who.cell)
        yield "hexes away, at most 255", self.far(who.cell)
        yield "direction, 1 to 6", self.direction(who.cell)
        yield "q from the disc's middle + 64", coded(q)
        yield "row from the disc's middle + 64", coded(row)
        if self.acts and who.warband != self.warband:
            cover = self.game.cover(self.acts, who)
            yield "cover from the one who acts + 1, 0: out of sight", 0 if cover is None else 1 + cover

    # Loot and the situation

    def loot(self) -> list[dict[str, int]]:
        """Return the hexes with loot, the nearest first, of those as near the hindmost as the warband sees them."""
        rows = [(self.far(cell), *map(coded, self.seen(self.middle(), cell)), n) for cell, n in self.lying()]
        listed = [dict(zip(PER_LOOT, (n, far, q, row), strict=True)) for far, q, row, n in sorted(rows)[:MOST_LOOT]]
        return listed + [dict.fromkeys(PER_LOOT, 0)] * (MOST_LOOT - len(listed))

    def lying(self) -> list[tuple[Cell, int]]:
        """Return hexes and tokens of all loot, where somebody looks."""
        return list(self.game.loot.items()) if self.who else []

    def situation(self) -> Iterator[tuple[str, int]]:
        """Yield what is decided, and what counts for the whole game."""
        game, config = self.game, self.eyes.config
        yield "picks", self.decides and not self.eyes.is_acting
        yield "acts", self.decides and self.eyes.is_acting
        yield "turn, at most 255", min(game.turn, MOST)
        yield (
            "turns left, at most 255",
            min(max(int(self.eyes.adapter.kernels.rules[0]["max_turns"]) - game.turn, 0), MOST),
        )
        yield f"scenario: {config.scenario}", 1
        yield "tokens of all in the bag", len(game.bag)
        yield "loot tokens that lie in the field, at most 255", min(sum(game.loot.values()), MOST)
        wins = {"hold_centre": self.eyes.rules.centre_points, "loot": self.eyes.rules.loot_goal}
        yield "turns at the centre, or loot tokens, that win, or 0", wins.get(config.scenario, 0)
        enemies = [who for who in game.standing() if who.warband != self.warband] if self.who else []
        yield "hexes to the nearest enemy, at most 255", min((self.far(who.cell) for who in enemies), default=MOST)
        if game.active:
            yield from self.activation()
        if self.who:
            yield from self.ground()

    def activation(self) -> Iterator[tuple[str, int]]:
        """Yield what is left of the activation."""
        active = self.game.active
        assert active
        flags = (active.has_moved, active.has_charged, active.got_away, bool(self.s["held"]), active.has_ordered)
        yield "action points left", active.points
        yield "hexes left of paid moves", max(active.steps, 0)
        yield VECTOR[6], bits(*flags)
        yield "slot of the one who acts + 1", 1 + active.who.slot if self.acts else 0

    def ground(self) -> Iterator[tuple[str, int]]:
        """Yield where the disc lies."""
        field, cell = self.game.ground, self.middle()
        centre = middle(field)
        q, row = self.seen(cell, centre)
        edge = edge_distance(field, self.eyes.config.warbands, self.warband, cell)
        yield "hexes to the own edge, at most 255", min(edge, MOST)
        yield "hexes to the middle, at most 255", self.far(centre)
        yield "direction of the middle, 1 to 6", self.direction(centre)
        yield "height here", field.heights[cell]
        yield "cover here", field.ground(cell).cover
        yield "q of the middle of the field from that of the disc + 64", coded(q)
        yield "row of the middle of the field from that of the disc + 64", coded(row)


def bits(*flags: Any) -> int:
    """Return flags as a number, the first one as 1."""
    return sum(1 << bit for bit, flag in enumerate(flags) if flag)


def coded(difference: int) -> int:
    """Return a difference of coordinates as a byte."""
    return min(max(difference + 64, 0), MOST)


def plane(cell: Cell) -> tuple[float, float]:
    """Return the middle of a hex in the plane: hexes are 1 wide."""
    column, row = cell
    return column + row % 2 / 2, row * sqrt(3) / 2
