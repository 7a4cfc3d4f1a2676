"""The parts of the game: units, what they carry, types of Overseers, Commands, terrain."""

from collections.abc import Callable, Iterator
from functools import partial

from swarmzoo.envs.core.parts import GamePart, TakeOut, Values, named_once
from swarmzoo.envs.skirmish.overseer.config import OverseerConfig
from swarmzoo.envs.skirmish.overseer.forces import Unit
from swarmzoo.envs.skirmish.overseer.plan import NEUTRAL_PROFILE
from swarmzoo.envs.skirmish.overseer.profiles import LeaderProfile, Profile

_COMMANDS = (
    *("move", "advance", "run", "disengage", "charge", "fire", "concentrate", "suppress", "overwatch", "assault"),
    *("rally", "shoot", "strike", "called", "aim", "evade"),
)
_GROUND = ("difficult", "soft", "heavy", "blocking", "hills")
_NAME = 14  # letters of a name that are kept where a number is added
Change = Callable[[Values, Values, Values], None]  # of a unit, its leader's profile, its Underlings' profile
_PROFILES = (("leaders", "leader"), ("underlings", "profile"))  # where profiles are, and the field of a unit


def parts(config: OverseerConfig) -> tuple[GamePart, ...]:
    """Return what can be taken out of the game of a configuration."""
    units = [unit for side in range(config.sides) for unit in config.force_of(side)]
    return named_once(
        [
            *_units(config, units),
            *_weapons(config, units),
            *_types(config, units),
            *_commands(config, units),
            *_terrains(config),
        ]
    )


def _of_units(change: Change, config: OverseerConfig) -> TakeOut:
    """Return what writes a change of units into the forces of all sides, or of one."""
    kept = {kind: [one.name for one in getattr(config.rules, f"more_{kind}")] for kind, _ in _PROFILES}
    return partial(_changed_forces, change, kept)


def _changed_forces(change: Change, kept: dict[str, list[str]], values: Values, side: int | None) -> None:
    """Give the units of all or of one side changed profiles; ``kept``: names of those that a user has given."""
    config, rules = OverseerConfig.read(values), values["rules"]
    forces = [[unit.model_dump(mode="json") for unit in config.force_of(k)] for k in range(config.sides)]
    for k, force in enumerate(forces):
        for unit in force if side in (None, k) else ():
            profiles = _profiles(config, unit)
            before = [dict(one) for one in profiles]
            change(unit, *profiles)
            for (kind, field), old, new in zip(_PROFILES, before, profiles, strict=True):
                if new != old:
                    unit[field] = _named(rules, kind, unit[field], new)
    for kind, field in _PROFILES:
        used = {*kept[kind], *(unit[field] for force in forces for unit in force)}
        rules[f"more_{kind}"] = [one for one in rules[f"more_{kind}"] if one["name"] in used]
    values["forces"], values["underlings"] = forces, None


def _plain_values(profile: Profile) -> Values:
    """Return a profile as plain values, without its name."""
    return {key: value for key, value in profile.model_dump(mode="json").items() if key != "name"}


def _profiles(config: OverseerConfig, unit: Values) -> list[Values]:
    """Return the profiles of a unit's leader and of its Underlings as plain values."""
    return [_plain_values(_named_profiles(config, kind)[unit[field]]) for kind, field in _PROFILES]


def _named_profiles(config: OverseerConfig, kind: str) -> dict[str, Profile]:
    return config.rules.named(kind)


def _named(rules: Values, kind: str, base: str, profile: Values) -> str:
    """Return the name of a profile of one's own with these values; it is added where there is none."""
    own = rules[f"more_{kind}"]
    for one in own:
        if {key: value for key, value in one.items() if key != "name"} == profile:
            return str(one["name"])
    taken = {*rules[kind], *(one["name"] for one in own)}
    name = next(name for k in range(len(taken) + 1) if (name := f"{base[:_NAME]}_{k}") not in taken)
    rules[f"more_{kind}"] = [*own, {"name": name, **profile}]
    return name


# Units


def _units(config: OverseerConfig, units: list[Unit]) -> Iterator[GamePart]:
    """Yield Overseers and Underlings by name, but for those that are plain already."""
    about = ("an Overseer of no type in place of each", f"a {NEUTRAL_PROFILE} in place of each")
    plain = (LeaderProfile(), config.rules.underlings.trooper)
    there = ([unit.leader for unit in units], [unit.profile for unit in units if unit.underlings])
    for k, (kind, field) in enumerate(_PROFILES):
        profiles = _named_profiles(config, kind)
        for name in dict.fromkeys(there[k]):
            stand_in = _plain_values(plain[k]) | {"agility": profiles[name].agility}
            if _plain_values(profiles[name]) != stand_in:
                change = partial(_as_plain, k, field, name, stand_in)
                yield GamePart(name, "unit", about[k], _of_units(change, config), True)


def _as_plain(k: int, field: str, name: str, stand_in: Values, unit: Values, *profiles: Values) -> None:
    """Write the stand-in's numbers in place of a profile's; Agility stays, for fields are cut to the widest move."""
    if unit[field] == name:
        profiles[k].update(stand_in)


# What they carry, and what they are


def _weapons(config: OverseerConfig, units: list[Unit]) -> Iterator[GamePart]:
    carried = dict.fromkeys(name for unit in units for name in _carried(config, unit))
    for name in carried:
        change = partial(_without_weapon, name)
        yield GamePart(name, "weapon", "nobody carries it", _of_units(change, config), True)


def _carried(config: OverseerConfig, unit: Unit) -> Iterator[str]:
    """Yield the weapons that a unit has."""
    leader, men = config.rules.named("leaders")[unit.leader], config.rules.named("underlings")[unit.profile]
    there = [leader.ranged, leader.melee]
    if unit.underlings:
        there += [men.ranged, men.melee, unit.specialist]
    yield from (name for name in there if name != "none")


def _without_weapon(name: str, unit: Values, *profiles: Values) -> None:
    if unit["specialist"] == name:
        unit["specialist"] = "none"
    for profile in profiles:
        for place in ("ranged", "melee"):
            if profile[place] == name:
                profile[place] = "none"


def _types(config: OverseerConfig, units: list[Unit]) -> Iterator[GamePart]:
    """Yield the types of Overseers, which may be passives of Underlings too."""
    leaders, men = config.rules.named("leaders"), config.rules.named("underlings")
    found = [leaders[unit.leader].type for unit in units]
    found += [men[unit.profile].passive for unit in units if unit.underlings]
    for name in dict.fromkeys(found):
        if name != "none":
            change = partial(_without_type, name)
            yield GamePart(f"{name}_type", "trait", "nobody is of this type", _of_units(change, config), True)


def _without_type(name: str, unit: Values, leader: Values, men: Values) -> None:
    for profile, field in ((leader, "type"), (men, "passive")):
        if profile[field] == name:
            profile[field] = "none"


# Commands, and the field


def _commands(config: OverseerConfig, units: list[Unit]) -> Iterator[GamePart]:
    """Yield the Commands and actions that somebody can take."""
    types = config.rules.named("types")
    effects = [types[config.rules.named("leaders")[unit.leader].type] for unit in units]
    effects += [types[config.rules.named("underlings")[unit.profile].passive] for unit in units]
    special = {
        "cover_ground": any(one.cover_ground for one in effects),
        "mark": any(one.marked_attack for one in effects),
        "tend": any(one.skill for one in effects),
        "work": any(one.skill for one in effects),
        "support": any(unit.specialist != "none" for unit in units),
    }
    for name in (*_COMMANDS, *(name for name, is_there in special.items() if is_there)):
        yield GamePart(name, "command", f"nobody may {name.replace('_', ' ')}", bans=(name,))


def _terrains(config: OverseerConfig) -> Iterator[GamePart]:
    """Yield what a generated map has besides open ground; of a map that was given nothing is taken."""
    for name in _GROUND:
        if config.map is None and getattr(config.rules.scatter, name):
            yield GamePart(name, "terrain", "no map has it", partial(_without_ground, name))


def _without_ground(name: str, values: Values, side: int | None) -> None:
    values["rules"]["scatter"][name] = 0
