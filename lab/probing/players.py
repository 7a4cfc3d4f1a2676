"""Who plays in probes: which agents are compiled, which are plans of play and which are levels of skill."""

from swarmzoo.agents.agent import unrestricted
from swarmzoo.agents.built_in import baselines, built_in, teachers
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.policy.checkpoint import is_of_size, read_policy
from swarmzoo.agents.text import read_text
from swarmzoo.envs.api.opponents import CompiledOpponent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.probing.setting import ProbeConfig

RANDOM = "random"


def is_compiled(game: Game, text: str, config: ProbeConfig) -> bool:
    """Tell whether an agent is compiled, with or without bans."""
    if read_text(text).kind != "name":
        return False
    agent = find_agent(game, text, trust=config.trust, isolate=config.isolate)
    return isinstance(unrestricted(agent), CompiledOpponent)


def own_policies(game: Game) -> list[str]:
    """Return the trained policies of a game for this configuration of it.

    Those that were trained for other rules, such as another scenario, are left out; where none was trained for these
    rules, as after a change of a number, all are taken that were trained in its size.
    """
    known = baselines(game)
    headers = {name: header for name, path in known.items() if is_of_size(header := read_policy(path)[0], game)}
    trained = [name for name, header in headers.items() if header.get("rules_signature") == game.rules_signature]
    return [name for name in trained or headers if refusal(game, name) is None]


def refusal(game: Game, text: str, trust: bool = False) -> str | None:
    """Return why a text names nobody who can play a game here, or None where it does."""
    try:
        find_agent(game, text, trust=trust)
    except GameError as error:
        return str(error)
    return None


def bots(game: Game) -> list[str]:
    """Return the bots that come with a game, without the one that plays at random."""
    return [name for name in built_in(game) if name != RANDOM]


def is_plan(game: Game, text: str) -> bool:
    """Tell whether an agent is a plan of play: a bot. Searches, policies, teachers and random are levels of skill."""
    read = read_text(text)
    if read.kind == "name":
        return read.name != RANDOM and read.name not in {**teachers(game), **baselines(game)}
    return read.kind not in ("search", "checkpoint", "model")


def are_rivals(game: Game, one: str, other: str) -> bool:
    """Tell whether one agent can replace another as a plan: both are bots, or both are the same but for their bans."""
    return read_text(one).text == read_text(other).text or (is_plan(game, one) and is_plan(game, other))
