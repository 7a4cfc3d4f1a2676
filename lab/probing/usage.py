"""How often parts are used in games with everything: a description of play, no evidence of worth."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from swarmzoo.agents.play.match import play_games
from swarmzoo.lab.probing.jobs import agent_of, game_of


def count_uses(given: Mapping[str, Any]) -> dict[str, Any]:
    """Play some games of a player against itself; return how many there were, and the uses of every part."""
    name, values, player = given["game"], given["values"], given["player"]
    game, agent = game_of(name, values), agent_of(name, values, player, given["trust"], given["isolate"])
    seeds = np.arange(given["first"], given["first"] + given["count"], dtype=np.int64)
    seating = np.zeros((len(seeds), game.num_sides), int)
    tapes = play_games(game, [agent], seating, seeds, record=True, forfeits=True, summaries=False).tapes
    times = np.bincount(np.concatenate(tapes).astype(int), minlength=game.num_actions)
    actions = {part: {k for ban in bans for k in game.actions.named(ban)} for part, bans in given["parts"].items()}
    return {"games": len(seeds), "uses": {part: int(times[list(own)].sum()) for part, own in actions.items()}}


def uses_a_game(counted: Mapping[str, Any], prefix: str) -> dict[str, float]:
    """Return the mean uses of parts in a game, by all sides together, over the tasks whose keys begin so."""
    found = [task for key, task in counted.items() if key.startswith(prefix)]
    games = sum(task["games"] for task in found)
    return {part: sum(task["uses"][part] for task in found) / games for part in found[0]["uses"]} if found else {}
