"""How the agents that come with a game play: whole games of each, kept as lines of text and played again by the tests.

A rating belongs to a player that goes on playing as it did when it was measured. So a changed line is a changed player:
measure it again and say so in CHANGELOG.md, or mend the mistake. ``make playthroughs`` writes the file again.
"""

from collections.abc import Iterator
from hashlib import blake2s
from pathlib import Path

import numpy as np

from swarmzoo.agents.built_in import built_in, teachers
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.games import made
from swarmzoo.lab.probing.players import own_policies

FILE = Path(__file__).parent / "agents" / "styles.txt"
SEEDS = 2
GAMES = {
    "insects": ["players=2,symmetric=true"],
    "formation": [f"size=8,scenario={scenario}" for scenario in ("clash", "march", "bridge", "ambush", "escort")],
    "warband": [
        f"scenario={scenario}" for scenario in ("skirmish", "loot", "kill_leader", "hold_centre", "versus_swarm")
    ],
    "overseer": [
        f"scenario={scenario}"
        for scenario in ("duel", "decapitation", "hold_ground", "breakthrough", "heroes_vs_swarm", "rally")
    ],
    "nova": [
        f"scenario={scenario}"
        for scenario in ("squad_duel", "nova_vs_mob", "firefight", "demolition", "hostage", "convoy", "gauntlet")
    ],
}
SEARCHES = {
    "insects": "search:16",
    "formation": "search:24",
    "warband": "search:8",
    "overseer": "search:8",
    "nova": "search:8",
}


def pairings(name: str, game: Game) -> list[str]:
    """Return who plays whom in a game: every agent that comes with it, and a search, against the first and the last."""
    bots = [*built_in(game)]
    agents = [*bots, *teachers(game), *own_policies(game), SEARCHES[name]]
    return [f"{agent} - {other}" for agent in agents for other in ("random", bots[-1])]


def played(name: str, keywords: str, pairing: str) -> str:
    """Return the line of a pairing: the lengths and the first side's pay of its games, and a hash of all actions."""
    game = made(name, keywords)
    agents = [find_agent(game, text) for text in pairing.split(" - ")]
    seats, seeds = paired_seats(game.num_sides, len(agents), SEEDS * len(agents), 0)
    results = play_games(game, agents, seats, seeds, record=True, summaries=False)
    actions = b"".join(np.asarray(tape, np.int16).tobytes() for tape in results.tapes)
    games = [f"{length} ({pay[0]:.3g})" for length, pay in zip(results.length, results.pay, strict=True)]
    return f"{name} {keywords} {pairing}: {', '.join(games)}; {blake2s(actions, digest_size=4).hexdigest()}"


def lines() -> Iterator[str]:
    """Yield every line of the file."""
    for name, configurations in GAMES.items():
        for keywords in configurations:
            yield from (played(name, keywords, pairing) for pairing in pairings(name, made(name, keywords)))


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
    print(FILE)
