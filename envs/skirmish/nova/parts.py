"""What the game consists of: kinds of actions and ground, as probes take them out. [NOV-A5]"""

from functools import partial

from swarmzoo.envs.core.parts import GamePart, Values, named_once
from swarmzoo.envs.skirmish.nova.config import NovaConfig

_COMMANDS = (
    *("full_defence", "heal_stun", "light_blow", "heavy_blow", "grapple", "crush", "weapon_1", "weapon_2", "weapon_3"),
    *("support", "dodge", "parry", "run", "sprint", "drag", "break_free", "release", "resuscitate", "take_cover"),
    *("use_dodge", "use_parry", "abort_dodge", "abort_parry", "power_through", "maim", "spend", "roll"),
)
_GROUND = ("difficult", "soft", "heavy", "blocking", "hills")


def parts(config: NovaConfig) -> tuple[GamePart, ...]:
    """Return what can be taken out of the game of a configuration."""
    commands = [GamePart(name, "command", f"nobody may {name.replace('_', ' ')}", bans=(name,)) for name in _COMMANDS]
    grounds = [
        GamePart(name, "terrain", "no map has it", partial(_without_ground, name))
        for name in _GROUND
        if config.map is None and getattr(config.rules.scatter, name)
    ]
    return named_once([*commands, *grounds])


def _without_ground(name: str, values: Values, side: int | None) -> None:
    values["rules"]["scatter"][name] = 0
