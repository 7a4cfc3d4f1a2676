"""The parts of the game: characters, what they carry and can do, spells, commands, terrain."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from swarmzoo.envs.core.parts import GamePart, TakeOut, Values, named_once
from swarmzoo.envs.skirmish.warband.config import SPELLS, TRAITS, Character, WarbandConfig

_PLAIN = Character(name="plain fighter")  # stands in for a character that is taken out
_GEAR = {"melee": "weapon", "ranged": "weapon", "armour": "armour"}
_BY_ACTION = {"power_attack": ("power",), "taunt": ("taunt",)}  # traits that are used by actions of their own
_COMMANDS = ("charge", "cover", "breather", "rally")
_GROUND = ("difficult", "soft", "heavy", "blocking", "hills")


def parts(config: WarbandConfig) -> tuple[GamePart, ...]:
    """Return what can be taken out of the game of a configuration."""
    characters = tuple(dict.fromkeys(one for side in range(config.warbands) for one in config.roster_of(side)))
    return named_once(
        [
            *_units(config, characters),
            *_gear(config, characters),
            *_traits(config, characters),
            *_spells(config, characters),
            *_commands(config, characters),
            *_terrains(config),
        ]
    )


def _of_characters(change: Any, config: WarbandConfig) -> TakeOut:
    """Return what writes a change of plain characters, a function of one, into the rosters of all or of one side."""
    return partial(_changed_rosters, change, config)


def _changed_rosters(change: Any, config: WarbandConfig, values: Values, side: int | None) -> None:
    rosters = [[one.model_dump(mode="json") for one in config.roster_of(k)] for k in range(config.warbands)]
    if values["rosters"] is not None and len(values["rosters"]) == config.warbands:
        rosters = values["rosters"]
    values["rosters"] = [
        [change(one) if side in (None, k) else one for one in roster] for k, roster in enumerate(rosters)
    ]


def _units(config: WarbandConfig, characters: tuple[Character, ...]) -> Iterator[GamePart]:
    """Yield the characters by name, but for those that are plain already."""
    for name in dict.fromkeys(one.name for one in characters):
        if any(one.name == name and one != _PLAIN for one in characters):
            about = f"a {_PLAIN.name} in place of each"
            yield GamePart(name, "unit", about, _of_characters(partial(_as_plain, name), config), True)


def _as_plain(name: str, character: Values) -> Values:
    return _PLAIN.model_dump(mode="json") if character["name"] == name else character


def _gear(config: WarbandConfig, characters: tuple[Character, ...]) -> Iterator[GamePart]:
    for place, kind in _GEAR.items():
        for name in dict.fromkeys(getattr(one, place) for one in characters):
            if name != "none":
                change = _of_characters(partial(_without_gear, place, name), config)
                yield GamePart(f"{name}_armour" if kind == "armour" else name, kind, "nobody carries it", change, True)
    if any(one.shield for one in characters):
        yield GamePart("shield", "armour", "nobody carries one", _of_characters(_without_shield, config), True)


def _without_gear(place: str, name: str, character: Values) -> Values:
    return character | {place: "none"} if character[place] == name else character


def _without_shield(character: Values) -> Values:
    return character | {"shield": False}


def _traits(config: WarbandConfig, characters: tuple[Character, ...]) -> Iterator[GamePart]:
    for trait in TRAITS:
        if any(trait in one.traits for one in characters):
            change = _of_characters(partial(_without, "traits", trait), config)
            yield GamePart(trait, "trait", "nobody has it", change, True, _BY_ACTION.get(trait, ()))


def _without(field: str, name: str, character: Values) -> Values:
    return character | {field: [one for one in character[field] if one != name]}


def _spells(config: WarbandConfig, characters: tuple[Character, ...]) -> Iterator[GamePart]:
    """Yield the spells that somebody can cast, by talent or from a scroll."""
    for spell in SPELLS if config.rules.magic else ():
        if any("spellcasting" in one.traits or spell in one.scrolls for one in characters):
            yield GamePart(spell, "spell", "nobody casts it", bans=(spell,))


def _commands(config: WarbandConfig, characters: tuple[Character, ...]) -> Iterator[GamePart]:
    shots = ("shoot", "aim", "aim twice") if any(one.ranged != "none" for one in characters) else ()
    orders = ("order",) if config.rules.orders else ()
    leaving = ("disengage",) if config.rules.disengage else ()
    for name in (*_COMMANDS, *leaving, *orders, *shots):
        yield GamePart(name.replace(" ", "_"), "command", f"nobody may {name}", bans=(name,))


def _terrains(config: WarbandConfig) -> Iterator[GamePart]:
    """Yield what a generated map has besides open ground; of a map that was given nothing is taken."""
    for name in _GROUND:
        if config.map is None and getattr(config.rules.scatter, name):
            yield GamePart(name, "terrain", "no map has it", partial(_without_ground, name))


def _without_ground(name: str, values: Values, side: int | None) -> None:
    values["rules"]["scatter"][name] = 0
