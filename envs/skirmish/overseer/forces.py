"""Forces as data: an Overseer with its Swarm or a lone hero, and who takes part in each scenario. [OVR-A3, OVR-A5]"""

from typing import Annotated

from pydantic import Field

from swarmzoo.envs.core.config import Settings, number

MOST_OVERSEERS, MOST_UNDERLINGS = 4, 200


class Unit(Settings):
    """An Overseer with its Swarm, or a lone hero."""

    leader: str = Field("sergeant", description="its profile", json_schema_extra={"rule": "OVR-1", "unit": ""})
    underlings: int = number(20, 0, MOST_UNDERLINGS, "OVR-1", "Underlings of its Swarm", "Underlings")
    profile: str = Field("trooper", description="theirs", json_schema_extra={"rule": "OVR-3", "unit": ""})
    specialist: str = Field(
        "none",
        description="weapon of the Specialist, who is one of them; none: nobody is",
        json_schema_extra={"rule": "OVR-8", "unit": ""},
    )


Force = Annotated[tuple[Unit, ...], Field(strict=False, min_length=1, max_length=MOST_OVERSEERS)]
LINE = (
    Unit(leader="sergeant", specialist="launcher"),
    Unit(leader="spotter", specialist="sniper_rifle"),
    Unit(leader="champion", profile="brute", specialist="flamer"),
    Unit(leader="technician", specialist="machine_gun"),
)
STAFFS = (
    Unit(leader="spotter", specialist="sniper_rifle"),
    Unit(leader="champion", profile="brute", specialist="flamer"),
    Unit(leader="bombardier", specialist="machine_gun"),
    Unit(leader="sergeant", specialist="launcher"),
)
GARRISONS = (
    Unit(leader="technician", specialist="machine_gun"),
    Unit(leader="sergeant", specialist="flamer"),
    Unit(leader="champion", profile="brute", specialist="great_blade"),
    Unit(leader="spotter", specialist="sniper_rifle"),
)
RAIDERS = (
    Unit(leader="pathfinder", profile="militia", specialist="flamer", underlings=30),
    Unit(leader="champion", profile="brute", underlings=30),
    Unit(leader="pathfinder", profile="militia", underlings=30),
    Unit(leader="spotter", specialist="sniper_rifle"),
)
GUARDS = (
    Unit(leader="bombardier", specialist="cannon"),
    Unit(leader="sergeant", specialist="launcher"),
    Unit(leader="technician", specialist="machine_gun"),
    Unit(leader="champion", profile="brute", specialist="flamer"),
)
HEROES = tuple(Unit(leader=one, underlings=0) for one in ("gunner", "horror", "burner", "marksman"))
HORDES = (
    Unit(leader="sergeant", specialist="cannon", underlings=40),
    Unit(leader="champion", profile="brute", specialist="flamer", underlings=40),
    Unit(leader="spotter", specialist="sniper_rifle", underlings=40),
    Unit(leader="bombardier", specialist="launcher", underlings=40),
)
RECRUITERS = tuple(Unit(leader=one, underlings=0) for one in ("sergeant", "champion", "spotter", "pathfinder"))
FORCES = {  # by scenario: of side_0, and of all others
    "duel": (LINE, LINE),
    "decapitation": (STAFFS, STAFFS),
    "hold_ground": (GARRISONS, GARRISONS),
    "breakthrough": (RAIDERS, GUARDS),
    "heroes_vs_swarm": (HEROES, HORDES),
    "rally": (RECRUITERS, RECRUITERS),
}
