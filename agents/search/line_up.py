"""What a game brings to a search: bots for rollouts and advice, a valuation of positions, settings that suit it.

The module ``swarmzoo.agents.<game>.valuation`` is found by its name. It has ``valuation(s, r, values)``, a kernel that
writes what a position is worth to every side (float32, -1 to 1), and ``SETTINGS``, defaults for SearchConfig.
"""

import importlib
import importlib.util
from dataclasses import dataclass
from typing import Any

from swarmzoo.agents.agent import built_in, teachers
from swarmzoo.agents.search.config import SearchConfig
from swarmzoo.agents.search.tree import no_bot, no_valuation
from swarmzoo.envs.core.game import Game, GameError

USUAL: dict[str, Any] = {
    "rollout": "random",
    "cut": -1,
    "exploration": 0.7,
    "widening": 2.0,
    "advisers": "none",
    "mode": "information_set",
    "hold": 4,
}
LED = {"exploration": 1.25}  # by a policy: the prior already says where to look


@dataclass(frozen=True)
class Plan:
    """A search's settings, complete, and what they mean in a game."""

    settings: SearchConfig
    choose: Any  # the choice function of the game's bots
    position_value: Any  # the kernel that values positions
    bot: int  # who plays the rollouts
    advisers: tuple[int, ...]
    names: tuple[str, ...]  # of the bots 0, 1, ...


def plan_of(game: Game, config: SearchConfig) -> Plan:
    """Return a configuration completed for a game; raise GameError for what the game does not have."""
    found = _valuation_of(game)
    position_value = getattr(found, "valuation", no_valuation)
    suited = getattr(found, "SETTINGS", {}) | (LED if config.policy is not None else {})
    settings = SearchConfig(**(USUAL | suited | config.model_dump(exclude_none=True)))
    bots = built_in(game) | teachers(game)
    if settings.rollout not in bots:
        raise GameError(f"search: rollout = {settings.rollout!r}: the bots of {game.name} are {', '.join(bots)}")
    if settings.cut != -1 and position_value is no_valuation:
        raise GameError(f"search: cut = {settings.cut}: {game.name} has no valuation of positions; allowed is -1")
    choose = next((bot.choose for bot in bots.values() if bot.choose is not None), no_bot)
    numbers = {bot.bot: name for name, bot in bots.items()}
    bot = bots[settings.rollout].bot
    advisers = {"none": [], "rollout": [bot], "all": [bot, *numbers]}[str(settings.advisers)]
    names = tuple(numbers[number] for number in sorted(numbers))
    return Plan(settings, choose, position_value, bot, tuple(dict.fromkeys(a for a in advisers if a > 0)), names)


def _valuation_of(game: Game) -> Any:
    name = f"swarmzoo.agents.{game.name}.valuation"
    if importlib.util.find_spec(f"swarmzoo.agents.{game.name}") is None or importlib.util.find_spec(name) is None:
        return None
    return importlib.import_module(name)
