"""What the numbers of an observation mean, where they are, and how they are to be read. [NOV-A6]

Pieces are listed as the agent counts them: its own, the others of its side, then those of the other sides, as the foe
slots of the actions do; objects by the slots of the actions. Coordinates count from the hex where the agent's piece
stands, or fell, and from the front of its side.
"""

from functools import cache

import numpy as np

from swarmzoo.envs.core.fields import disc_size
from swarmzoo.envs.core.game import Slice
from swarmzoo.envs.core.per_side import PerSide
from swarmzoo.envs.skirmish.nova.actions import TAKE_COVER
from swarmzoo.envs.skirmish.nova.arms import BURSTS, DAMAGE_TYPES, SKILLS
from swarmzoo.envs.skirmish.nova.fight.stages import STAGES
from swarmzoo.envs.skirmish.nova.forces import SCENARIOS
from swarmzoo.envs.skirmish.nova.people import MOST_LAYERS, MOST_TYPES, MOST_WEAPONS
from swarmzoo.envs.skirmish.nova.state import FATE_NAMES, MOST_ACTIONS, MOST_THINGS, STAGE_NAMES

_ROWS = 16  # pieces, at most: both sides have room for eight
Named = tuple[tuple[str, tuple[str, int]], ...]  # a name, and how the number is to be read


def _byte(name: str, scale: int = 10) -> tuple[str, tuple[str, int]]:
    return name, ("number", scale)


def _choice(name: str, most: int) -> tuple[str, tuple[str, int]]:
    return name, ("category", most)


def _bits(name: str, count: int) -> tuple[str, tuple[str, int]]:
    return name, ("bits", count)


def _place(what: str) -> Named:
    return _byte(f"{what}: q from the disc's middle + 64, 0: nowhere", 64), _byte(f"{what}: row + 64, 0: nowhere", 64)


def _aim(what: str) -> Named:
    """Return what an action is aimed at."""
    return (
        _choice(f"{what}: at a piece 1, a hex 2, an object 3", 3),
        _choice(f"{what}: 1 + row or slot of what it is aimed at", MOST_THINGS),
        *_place(what),
    )


def _names(named: Named) -> tuple[str, ...]:
    return tuple(name for name, _ in named)


def _readings(named: Named) -> tuple[tuple[str, int], ...]:
    return tuple(reading for _, reading in named)


_PLANES: Named = (
    _byte("movement to enter, 0: no entry", 4),
    _bits("cover, plus 4 where it hides", 3),
    _byte("height", 3),
    _bits("off the field 1", 1),
    _choice("1 + row of the piece that stands here, 0: nobody", _ROWS),
    _byte("1 + what it costs to go here, 0: cannot", 16),
    _choice("1 + kind of the object that stands here, 0: none", 32),
    _byte("structure of the object, at most 255", 60),
)
PLANES = _names(_PLANES)
NUM_PLANES = len(PLANES)
READ_PLANES = _readings(_PLANES)


def _planned(k: int) -> Named:
    """Return what is seen of an action that somebody has declared."""
    return (
        _choice(f"action {k}: its kind, 0: none", TAKE_COVER),
        *_aim(f"action {k}"),
        _choice(f"action {k}: burst", 8),
        _choice(f"action {k}: aimed at the ground 1, at what is behind 2, at a vital organ 3", 3),
        _bits(f"action {k}: carried out 1, lost 2, given up 3; plus 4 in place of another one", 3),
    )


_SHEET: Named = (
    _choice("1 + kind, 0: not there", 6),
    _choice("fate", len(FATE_NAMES) - 1),
    _byte("members"),
    _byte("henchmen"),
    _byte("levels left"),
    _byte("aggravated levels"),
    _byte("lethal levels"),
    _byte("bashing levels"),
    _byte("stun"),
    _byte("levels taken in this round, at most 255"),
    _byte("Willpower"),
    _byte("dice that wounds cost", 4),
    _byte("grievous injuries", 3),
    _byte("levels that its powers still take"),
    _byte("rounds since it began to die, at most 255", 20),
    _bits("dazed 1, stunned 2, prone 4, in cover 8, holds 16, is held 32, full defence 64, sprints 128", 8),
    _bits("dazed next 1, out cold 2, powers through 4, beyond help 8, has healed stun 16, can act 32", 6),
    _bits("cinematic extras have attacked it: of the own side 1, of the next ones 2, 4, 8", 4),
    _byte("turns that it will lose", 3),
    _choice("1 + row of whom it holds", _ROWS),
    _choice("1 + row of who holds it", _ROWS),
    _byte("soak of bashing damage, as far as it is seen"),
    _byte("soak of lethal damage, as far as it is seen"),
    _byte("soak of aggravated damage, as far as it is seen"),
    _byte("penalty of the armour that is seen", 4),
    _bits("layers of armour that are seen", MOST_LAYERS),
    _byte("hexes away, at most 255", 24),
    _choice("direction, 1 to 6", 6),
    *_place("it"),
    _byte("height there", 3),
    _byte("cover there", 3),
    _byte("hexes to its own edge, at most 255", 24),
    _byte("initiative", 20),
    _byte("place in the order, from 1, 0: none", 8),
    _bits("has its turn 1, is asked 2, attacks 4, is dealt with 8, is still to be dealt with 16, shields 32", 6),
    _byte("actions declared", 6),
    _byte("defences used", 6),
    *(_byte(f"henchmen of type {k}") for k in range(1, MOST_TYPES + 1)),
    *(_byte(f"heavy weapons used, of type {k}", 3) for k in range(1, MOST_TYPES + 1)),
    *(one for k in range(1, MOST_ACTIONS + 1) for one in _planned(k)),
)
SHEET = _names(_SHEET)
NUM_SHEET = len(SHEET)
PLANS_AT = SHEET.index("action 1: its kind, 0: none")
NUM_PLAN = len(_planned(1))

_WEAPON: Named = (
    _choice("1 + ability", len(SKILLS)),
    _byte("accuracy + 8", 8),
    _byte("damage"),
    _choice("1 + type", len(DAMAGE_TYPES)),
    _byte("adds", 4),
    _byte("Armor Piercing", 4),
    _byte("range increment, at most 255", 60),
    _byte("Area", 5),
    _choice("longest burst", len(BURSTS) - 1),
    _byte("difficulty of dodging", 3),
    _byte("mass, at most 255", 10),
    _byte("aerodynamic", 3),
    _bits("Strength 1, one range 2, fast 4, soakable 8, light 16, thrown 32, guided 64, long range 128", 8),
    _bits("close quarters 1, mental 2, chemical 4", 3),
)
NUM_WEAPON = len(_WEAPON)
_HENCHMEN: Named = (
    _byte("how many there were", 10),
    _byte("attack"),
    _byte("defence"),
    _bits("help with powers 1", 1),
    *(_byte(f"soak of {name} damage") for name in ("bashing", "lethal", "aggravated")),
    _byte("levels of each", 7),
    _byte("damage of their heavy weapon, 0: none"),
    _byte("its Area", 5),
)
NUM_HENCHMEN = len(_HENCHMEN)
_TRAITS = (
    *("Strength", "Dexterity", "Stamina", "Wits", "Charisma", "Quantum"),
    *("Mega-Strength", "Mega-Dexterity", "Mega-Stamina"),
    *("Brawl", "Melee", "Firearms", "Athletics", "command of powers", "Might", "Endurance", "Tactics", "Command"),
    "Medicine",
)


def _of(what: str, named: Named) -> Named:
    return tuple((f"{what}: {name}", reading) for name, reading in named)


_PROFILE: Named = (
    *(_byte(name, 5) for name in _TRAITS),
    *(_byte(name) for name in ("full Willpower", "levels of the track", "full members", "full levels of each")),
    *(_byte(name) for name in ("hexes of a run", "hexes of a sprint", "steadiness")),
    *(_byte(name, 4) for name in ("hard to hit", "resistance to powers", "resistance to mental attacks")),
    *(_byte(name, 5) for name in ("impervious", "levels that its powers take", "hardening")),
    _bits("regenerates 1, machine 2, all henchmen 4", 3),
    *(_byte(f"destruction of layer {k}, 0: never, or not seen", 20) for k in range(1, MOST_LAYERS + 1)),
    *(one for k in range(1, MOST_WEAPONS + 1) for one in _of(f"weapon {k}", _WEAPON)),
    *(one for k in range(1, MOST_TYPES + 1) for one in _of(f"henchmen {k}", _HENCHMEN)),
)
PROFILE = _names(_PROFILE)
NUM_PROFILE = len(PROFILE)
PROFILE_WEAPONS = PROFILE.index("weapon 1: 1 + ability")
PROFILE_HENCHMEN = PROFILE.index("henchmen 1: how many there were")

_THING: Named = (
    _choice("1 + kind, 0: none", 32),
    _byte("structure, at most 255", 60),
    _byte("armour"),
    _byte("hexes away, at most 255", 24),
    _choice("direction, 1 to 6", 6),
    *_place("its middle"),
    _bits("large 1, hard 2, tiny 4", 3),
)
THING = _names(_THING)
NUM_THING = len(THING)

_PER_SIDE: Named = (
    _byte("what is left of it, in 100", 100),
    _byte("agents' pieces in the fight, or escaped", 8),
    _byte("escaped pieces", 4),
    _byte("extras, at most 255", 30),
    _byte("extras at the beginning, at most 255", 30),
    _byte("henchmen, at most 255", 20),
    _byte("Willpower, at most 255", 20),
    _byte("holds the hostage 1", 1),
)
PER_SIDE = _names(_PER_SIDE)
NUM_PER_SIDE = len(PER_SIDE)

_MOMENT: Named = (
    *(_bits(f"stage: {name}", 1) for name in STAGE_NAMES[1:]),
    _choice("stage of whoever is asked", len(STAGE_NAMES) - 1),
    _bits("acting 1, replacing 2", 2),
    _bits("it is the own turn", 1),
    _byte("round, at most 255", 20),
    _byte("rounds left, at most 255", 20),
    _byte("encounter", 2),
    _byte("encounters won", 3),
    _byte("rounds of the encounter, at most 255", 12),
    _choice("the action that the agent declares or replaces, its kind", TAKE_COVER),
    _byte("its number, from 1", 6),
    _byte("hexes that it goes, 0 if it is not a move", 12),
    _byte("actions that the agent may declare in a round", 6),
)
_ATTACK: Named = (
    _choice("1 + stage of the attack, 0: none", len(STAGES)),
    _choice("1 + row of the attacker", _ROWS),
    _choice("kind of the action", TAKE_COVER),
    *_aim("the attack"),
    _choice("burst", 8),
    _choice("aimed at the ground 1, at what is behind 2, at a vital organ 3", 3),
    _bits("in place of another one 1, with a henchman's heavy weapon 2", 2),
    *_of("its weapon", _WEAPON),
    _byte("dice of the attack, at most 255"),
    _byte("henchmen that serve"),
    _byte("adds"),
    _byte("difficulty"),
    _byte("successes, at most 255"),
    _byte("net successes + 64", 64),
    *_place("where it lands"),
    _choice("1 + row of the piece that is dealt with", _ROWS),
    _choice("1 + slot of the object that is dealt with", MOST_THINGS),
    _choice("1 + row of the human shield", _ROWS),
    _choice("hits the shield: with its holder 1, alone 2", 2),
    _choice("defence: dodge 1, parry 2", 2),
    _byte("successes of the defence, at most 255"),
    _byte("dice of damage before soak, at most 255"),
    _byte("soak, at most 255"),
    _byte("dice of damage after soak, at most 255"),
    _choice("1 + type of the damage that is applied", len(DAMAGE_TYPES)),
    _byte("levels, at most 255"),
    _byte("metres of knockback, at most 255"),
    _choice("collision: of whom was knocked back 1, of whom it strikes 2", 2),
    _choice("1 + row of whom was knocked back", _ROWS),
    _choice("1 + row of whom it strikes", _ROWS),
    _byte("dice of the collision"),
)
_WHERE: Named = (
    *(_bits(f"scenario: {name}", 1) for name in SCENARIOS),
    _byte("height here", 3),
    _byte("cover here", 3),
    _byte("hexes to the own edge, at most 255", 24),
    _byte("hexes to the edge of the side across, at most 255", 24),
    _byte("hexes to the middle of the field, at most 255", 24),
    *_place("the middle of the field"),
    _byte("hexes to the nearest piece of another side, at most 255", 24),
    _choice("1 + slot of the objective", MOST_THINGS),
    _byte("structure of the objective, at most 255", 60),
    _byte("its structure at the beginning, at most 255", 60),
    _choice("1 + row of the hostage", _ROWS),
    _choice("1 + row of who holds it", _ROWS),
    _byte("extras in 100 whose loss breaks a side, or 0", 100),
    _byte("encounters that win the gauntlet, or 0", 3),
    _byte("hits of the own side on the hostage, at most 255", 10),
    _byte("hits of the others on it, at most 255", 10),
)
_VECTOR: Named = (*_MOMENT, *_ATTACK, *_WHERE)
_VECTOR = (*_VECTOR, *(_bits(f"always 0 ({k})", 1) for k in range(-len(_VECTOR) % 4)))  # whole words
VECTOR = _names(_VECTOR)
NUM_VECTOR = len(VECTOR)
MOMENT_AT, ATTACK_AT, WHERE_AT = 0, len(_MOMENT), len(_MOMENT) + len(_ATTACK)
assert all(size % 4 == 0 for size in (NUM_PLANES, NUM_SHEET, NUM_PROFILE, NUM_THING, NUM_PER_SIDE, NUM_VECTOR))
assert all(len(set(names)) == len(names) for names in (PLANES, SHEET, PROFILE, THING, PER_SIDE, VECTOR))


@cache
def layout(sides: int, slots: int, radius: int) -> tuple[Slice, ...]:
    """Return the parts of an observation in their order."""
    disc = Slice("disc", 0, (disc_size(radius), NUM_PLANES), "whole numbers: see PLANES; ring by ring, clockwise")
    pieces = Slice("pieces", disc.stop, (sides * slots, NUM_SHEET), "whole numbers: see SHEET; the own one first")
    profiles = Slice("profiles", pieces.stop, (sides * slots, NUM_PROFILE), "whole numbers: see PROFILE")
    things = Slice("objects", profiles.stop, (MOST_THINGS, NUM_THING), "whole numbers: see THING; by slot")
    each = Slice("sides", things.stop, (sides, NUM_PER_SIDE), "whole numbers: see PER_SIDE; the own one first")
    situation = Slice("situation", each.stop, (NUM_VECTOR,), "whole numbers: see VECTOR")
    return disc, pieces, profiles, things, each, situation


def readings(sides: int, slots: int) -> tuple[tuple[str, int], ...]:
    """Return how the bytes after the disc are to be read."""
    pieces = sides * slots
    found = _readings(_SHEET) * pieces + _readings(_PROFILE) * pieces + _readings(_THING) * MOST_THINGS
    return found + _readings(_PER_SIDE) * sides + _readings(_VECTOR)


def per_side(slots: int) -> tuple[PerSide, ...]:
    """Return what observations, and actions, hold for every side in turn."""
    return (
        PerSide("sides"),
        PerSide("at", each=slots, first=1),
        *(PerSide(name, each=slots) for name in ("pieces", "profiles")),
    )


def planes(observations: np.ndarray, radius: int) -> np.ndarray:
    """Return the discs of observations, of some radius, as planes, shape (..., planes, hexes)."""
    size = disc_size(radius)
    discs = observations[..., : size * NUM_PLANES].reshape(*observations.shape[:-1], size, NUM_PLANES)
    return np.moveaxis(discs, -1, -2)
