"""Objects of the field as data: the table of what can be broken. [NOV-53, NOV-54, NOV-55]"""

from typing import Any

from pydantic import Field

from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.skirmish.battlefield.config import KindName
from swarmzoo.envs.skirmish.battlefield.objects import BattlefieldObject
from swarmzoo.envs.skirmish.nova.arms import Name


class Thing(BattlefieldObject):
    """A kind of object: its armour, its structure, what its hexes are."""

    armour: int = number(2, 0, 100, "NOV-55", "soak of its own", "points")
    structure: int = number(15, 1, 1000, "NOV-55", "levels that break it", "levels")
    ground: KindName = choice("blocking", "NOV-55", "what its hexes are while it stands")
    ruin: KindName = choice("difficult", "NOV-55", "what its hexes are when it is broken")
    large: bool = choice(False, "NOV-54", "loses at most one level to attacks without an area")
    radius: int = number(0, 0, 3, "NOV-54", "hexes about its middle that belong to it", "hexes")
    tiny: int = number(0, 0, 4, "NOV-53", "difficulty to hit it; 0: hit automatically")
    hard: bool = choice(False, "NOV-52", "collisions with it are lethal: unyielding, sharp or shattering")


class NamedThing(Thing):
    """An object of one's own."""

    name: Name = Field(description="its name")


def _small(structure: int) -> Thing:
    return Thing(armour=5, structure=structure, ground="soft", ruin="open", tiny=2)


def _pane(armour: int, structure: int) -> Thing:
    return Thing(armour=armour, structure=structure, ground="barrier", ruin="open", hard=True)


class Things(Settings):
    """The objects that are there."""

    pistol: Thing = _small(3)
    rifle: Thing = _small(6)
    window: Thing = _pane(2, 5)
    small_window: Thing = _pane(2, 3)
    armoured_window: Thing = _pane(8, 20)
    drywall: Thing = Thing()
    wall: Thing = Thing(armour=12, structure=30)
    armoured_wall: Thing = Thing(armour=20, structure=60, hard=True)
    house: Thing = Thing(armour=10, structure=30, large=True, radius=1)
    large_house: Thing = Thing(armour=10, structure=40, large=True, radius=1)
    bunker: Thing = Thing(armour=20, structure=60, large=True, radius=1, hard=True)
    skyscraper: Thing = Thing(armour=10, structure=100, large=True, radius=2)


class Placed(Settings):
    """An object in a place of the field, by column and row from the north-west."""

    kind: str = Field("wall", description="its kind", json_schema_extra={"rule": "NOV-A2", "unit": "name"})
    column: int = number(0, 0, 59, "NOV-A2", "column of its middle")
    row: int = number(0, 0, 59, "NOV-A2", "row of its middle")


class ThingScatter(Settings):
    """Objects of one hex on a generated field, in hexes of a thousand."""

    window: int = number(8, 0, 100, "NOV-A2", "windows", "in 1000")
    armoured_window: int = number(0, 0, 100, "NOV-A2", "armoured windows", "in 1000")
    drywall: int = number(12, 0, 100, "NOV-A2", "drywalls", "in 1000")
    wall: int = number(8, 0, 100, "NOV-A2", "structural walls", "in 1000")
    armoured_wall: int = number(4, 0, 100, "NOV-A2", "armoured walls", "in 1000")


def scattered(scatter: ThingScatter) -> list[tuple[str, int]]:
    """Return the kinds of objects that are scattered, and how many in a thousand hexes."""
    found: dict[str, Any] = scatter.model_dump()
    return [(name, share) for name, share in found.items() if share]
