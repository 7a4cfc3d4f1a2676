"""The parts of the game: roles, what they carry and can do, formations, commands, terrain."""

from collections.abc import Iterator
from functools import partial

from swarmzoo.envs.core.parts import GamePart, Values, named_once
from swarmzoo.envs.formation.config import ROLES, FormationConfig
from swarmzoo.envs.formation.orders.conduct import MANNERS
from swarmzoo.envs.formation.plan import plan_of, roles_of
from swarmzoo.envs.formation.state import BLUE, RED
from swarmzoo.envs.formation.terrain import OPEN, TERRAIN_NAMES

_PLAIN = "swordsman"  # the measure of the other roles: it stands in for what is taken out
_GEAR = {"weapon": "weapon", "bow": "weapon", "shield": "armour", "armour": "armour"}
_TRAITS = {"spear_wall": "has the Spearman feature", "berserker": "turns Berserk"}
_COMMANDS = ("charge", "evade", "defend", "keep", "face")
_COMPANIES = {RED: "red", BLUE: "blue"}


def parts(config: FormationConfig) -> tuple[GamePart, ...]:
    """Return what can be taken out of the game of a configuration. Swordsmen are the measure of the other roles."""
    roles = tuple(dict.fromkeys(role for company in _COMPANIES for role in roles_of(config, company)))
    return named_once(
        [
            *_units(config, roles),
            *_gear(config, roles),
            *_traits(config, roles),
            *_drill(config, roles),
            *_ground(config),
        ]
    )


def _bans(config: FormationConfig, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the names of soldiers' actions that are orders too, where squads are given orders."""
    return names if config.control == "soldiers" else tuple(name for name in names if name in MANNERS)


def _units(config: FormationConfig, roles: tuple[str, ...]) -> Iterator[GamePart]:
    lists = {company: roles_of(config, company) for company in _COMPANIES}
    for role in ROLES:
        if role in roles and role != _PLAIN:
            yield GamePart(role, "unit", f"a {_PLAIN} in place of each", partial(_without_role, role, lists), True)


def _without_role(role: str, lists: dict[int, tuple[str, ...]], values: Values, side: int | None) -> None:
    for company, name in _COMPANIES.items():
        if side in (None, company):
            values[name] = [_PLAIN if one == role else one for one in values[name] or lists[company]]


def _gear(config: FormationConfig, roles: tuple[str, ...]) -> Iterator[GamePart]:
    """Yield what soldiers carry; roles are the same in both companies, so all lose it. Helmets go with the armour."""
    carried = [(part, getattr(getattr(config.rules.roles, role), part)) for role in roles for part in _GEAR]
    bows = {name for part, name in carried if part == "bow"} - {"none"}
    for part, name in dict.fromkeys(carried):
        if name != "none":
            bans = _bans(config, ("volley", "aim")) if part == "bow" and bows == {name} else ()
            label = f"{name}_shield" if part == "shield" else name
            yield GamePart(label, _GEAR[part], "nobody carries it", partial(_without_gear, part, name), bans=bans)


def _without_gear(part: str, name: str, values: Values, side: int | None) -> None:
    for role in values["rules"]["roles"].values():
        for place in ("armour", "helmet") if part == "armour" else (part,):
            role[place] = "none" if role[place] == name else role[place]


def _traits(config: FormationConfig, roles: tuple[str, ...]) -> Iterator[GamePart]:
    for trait, meaning in _TRAITS.items():
        if any(getattr(getattr(config.rules.roles, role), trait) for role in roles):
            yield GamePart(trait, "trait", f"nobody {meaning}", partial(_without_trait, trait))


def _without_trait(trait: str, values: Values, side: int | None) -> None:
    for role in values["rules"]["roles"].values():
        role[trait] = False


def _drill(config: FormationConfig, roles: tuple[str, ...]) -> Iterator[GamePart]:
    """Yield formations and the commands of soldiers."""
    if config.rules.formations != "none":
        yield GamePart("formations", "formation", "soldiers fight on their own", _without_formations, True)
    if config.control == "orders":
        for name in MANNERS:
            yield GamePart(name, "command", f"nobody is ordered to {name}", bans=(name,))
        for part in ("wait at", "charge at", "command at", "hold at"):
            yield GamePart(part.replace(" ", "_"), "command", f"no order to {part} some enemies", bans=(part,))
        return
    commands = list(_COMMANDS)
    if config.rules.formations != "none":
        commands += ["form up", "leave"]
    if any(getattr(config.rules.roles, role).bow != "none" for role in roles):
        commands += ["volley", "aim"]
    for name in commands:
        yield GamePart(name.replace(" ", "_"), "command", f"nobody may {name}", bans=(name,))


def _without_formations(values: Values, side: int | None) -> None:
    have = {"both": {RED, BLUE}, "red": {RED}, "blue": {BLUE}, "none": set()}[values["rules"]["formations"]]
    left = have - ({RED, BLUE} if side is None else {side})
    values["rules"]["formations"] = "both" if len(left) == 2 else _COMPANIES[left.pop()] if left else "none"


def _ground(config: FormationConfig) -> Iterator[GamePart]:
    """Yield the terrains that occur and differ from open ground."""
    plan = plan_of(config)
    plain = getattr(config.rules.terrain, TERRAIN_NAMES[OPEN])
    for number, name in enumerate(TERRAIN_NAMES):
        occurs = plan.scatter[number] > 0 or number in plan.terrain
        if number != OPEN and occurs and getattr(config.rules.terrain, name) != plain:
            yield GamePart(name, "terrain", "it is like open ground", partial(_as_open, name))


def _as_open(name: str, values: Values, side: int | None) -> None:
    terrain = values["rules"]["terrain"]
    terrain[name] = dict(terrain[TERRAIN_NAMES[OPEN]])
