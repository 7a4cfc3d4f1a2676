"""What a game brings to a search: bots for rollouts and advice, a valuation of positions, settings that suit it.

Modules are found by their names. ``swarmzoo.agents.<game>.valuation`` has what ``appraisal`` says; ``WEIGHTS_IN``,
other weights for some scenarios, and ``LED_WEIGHTS_IN``, others for searches there that a policy leads: positions
after which it plays on are worth what it makes of them; ``SETTINGS``, the defaults for SearchConfig, or
``settings(game)``, where they hang on the configuration; ``LED``, what of them is other where a policy leads, and
``LED_IN``, what is other then in some scenarios; ``AGAINST``, what is other where a model plays the other sides; and,
where sides consist of squads, ``groups(game)``: the squad of every agent. Where all move at once
``swarmzoo.agents.<game>.objectives`` has ``orders(game)``, what a side or a squad can be ordered to do: names, with
numbers of the module's choice function ``choose``, in which bots keep theirs. Without it orders are bots.
"""

from dataclasses import dataclass
from typing import Any

from swarmzoo.agents.built_in import built_in, module_of, teachers
from swarmzoo.agents.search.appraisal import Brought
from swarmzoo.agents.search.config import SearchConfig
from swarmzoo.agents.search.guided import ITSELF
from swarmzoo.agents.search.tree import no_bot
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

ITS_POLICY = "policy"  # as the name of who plays on: the policy that leads the search
USUAL: dict[str, Any] = {
    "rollout": "random",
    "cut": -1,
    "exploration": 0.7,
    "widening": 2.0,
    "advisers": "none",
    "mode": "information_set",
    "hold": 4,
    "valuation": 0.0,
    "considered": 8,
}
LED = {"cut": 0, "exploration": 0.4, "valuation": 0.3}  # by a policy: the prior already says where to look
LED_TOGETHER = {"valuation": 1.0}  # where all agents move at once: the policy plays on to where positions are valued


@dataclass(frozen=True)
class Plan:
    """A search's settings, complete, and what they mean in a game."""

    settings: SearchConfig
    given: frozenset[str]  # the settings that were chosen for it, not the game's
    brought: Brought
    bot: int  # who plays the rollouts
    advisers: tuple[int, ...]
    orders: dict[str, int]  # what sides can be ordered to do, with numbers of the choice function


def plan_of(game: Game, config: SearchConfig) -> Plan:
    """Return a configuration completed for a game; raise GameError for what the game does not have."""
    found = module_of(game, "valuation")
    suited = found.settings(game) if hasattr(found, "settings") else getattr(found, "SETTINGS", {})
    if config.policy is not None:
        suited = suited | (LED if game.sequential else LED_TOGETHER) | getattr(found, "LED", {})
        suited = suited | getattr(found, "LED_IN", {}).get(getattr(game.config, "scenario", ""), {})
    suited = suited | ({"valuation": 0.0} if found is None else {})
    suited = suited | (getattr(found, "AGAINST", {}) if config.model is not None else {})
    settings = SearchConfig(**(USUAL | suited | config.model_dump(exclude_none=True)))
    bots = built_in(game) | teachers(game)
    itself = settings.rollout == ITS_POLICY and settings.policy is not None
    if settings.rollout not in bots and not itself:
        raise GameError(
            f"search: rollout = {settings.rollout!r}: the bots of {game.name} are {', '.join(bots)}; "
            f"where a policy leads it may be {ITS_POLICY}, that policy itself"
        )
    if settings.cut != -1 and found is None:
        raise GameError(f"search: cut = {settings.cut}: {game.name} has no valuation of positions; allowed is -1")
    if settings.valuation and found is None:
        raise GameError(f"search: valuation = {settings.valuation}: {game.name} has no valuation; allowed is 0")
    choose = next((bot.choose for bot in bots.values() if bot.choose is not None), no_bot)
    orders = {bot.name: bot.bot for bot in built_in(game).values() if bot.bot > 0}
    if (objectives := module_of(game, "objectives")) is not None:
        choose, orders = objectives.choose, objectives.orders(game)
    brought = Brought(choose)
    if found is not None:
        groups = found.groups(game) if hasattr(found, "groups") else ()
        brought = Brought(
            choose, found.outlook, tuple(weights_of(found, game, config.policy is not None).values()), groups
        )
    bot = ITSELF if itself else bots[str(settings.rollout)].bot
    every = [one.bot for one in bots.values()]
    advisers = {"none": [], "rollout": [bot], "all": [bot, *every]}[str(settings.advisers)]
    given = frozenset(config.model_dump(exclude_unset=True, exclude_none=True))
    return Plan(settings, given, brought, bot, tuple(dict.fromkeys(a for a in advisers if a > 0)), orders)


def weights_of(valuation: Any, game: Game, led: bool = False) -> dict[str, float]:
    """Return what the features of a valuation are worth in a game, to a search that a policy leads or to others.

    A scenario's own weights come first, where there are any.
    """
    own: dict[str, dict[str, float]] = getattr(valuation, "WEIGHTS_IN", {})
    if led:
        own = own | getattr(valuation, "LED_WEIGHTS_IN", {})
    return own.get(getattr(game.config, "scenario", ""), valuation.WEIGHTS)


def refuse_idle(plan: Plan, idle: tuple[str, ...], where: str) -> None:
    """Raise GameError if a setting was chosen that a kind of search does not read."""
    for name in idle:
        if name in plan.given:
            raise GameError(
                f"search: {name} = {getattr(plan.settings, name)!r}: this has no meaning {where}; leave it out"
            )
